/* sfpsim check: is anything wrong in kernels, whatever their data? */
#ifndef SFP_MAIN_CHECK_H
#define SFP_MAIN_CHECK_H

#include "action/action.h"

extern const struct action check_action;

#endif
