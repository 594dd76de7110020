/* sfpsim explain: what a name in brackets means. */
#ifndef SFP_EXPLAIN_H
#define SFP_EXPLAIN_H

#include "action/action.h"

extern const struct action explain_action;

#endif
