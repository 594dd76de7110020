/* Who pushed a run's words, and what that cost: for people, and in JSON. */
#ifndef SFP_MAIN_PUSHER_H
#define SFP_MAIN_PUSHER_H

#include "sfpu.h"
#include "util/json_writer.h"

/* Adds lines to the summary of the machine's last run. An exit status after it has said what is wrong; else 0. */
int pusher_summarise(sfpu_machine *m);

/* The same as the member "pusher" of a document; null of a run without it. */
void pusher_json(struct sfp_json *j, sfpu_machine *m);

#endif
