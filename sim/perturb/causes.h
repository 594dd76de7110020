/* What was found in one run and not, or not as often, in another. */
#ifndef SFP_CAUSES_H
#define SFP_CAUSES_H

#include "perturb.h"
#include "views/findings/findings_log.h"

/* The findings of a run. */
struct sfp_causes;

/* NULL without memory. */
struct sfp_causes *sfp_causes_of(struct sfp_findings_log *log);
void sfp_causes_free(struct sfp_causes *causes);

/* The gravest that is new in one, or happened more or less often. */
struct sfp_perturb_cause sfp_causes_compare(const struct sfp_causes *was, const struct sfp_causes *is);

#endif
