/* Who pushed a run's words, and what that cost: for people, and in JSON. */
#ifndef SFP_MAIN_PUSHER_H
#define SFP_MAIN_PUSHER_H

#include <jansson.h>

#include "sfpu.h"

/* Adds lines to the summary of the machine's last run. An exit status after it has said what is wrong; else 0. */
int pusher_summarise(sfpu_machine *m);

/* The same; NULL without memory. */
json_t *pusher_json(sfpu_machine *m);

#endif
