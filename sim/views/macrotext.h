/* LoadMacroConfig in words (sfpu-timing(7), Sequences). */
#ifndef SFP_MACROTEXT_H
#define SFP_MACROTEXT_H

#include <stdint.h>
#include <stdio.h>

/* What a sequence schedules, sub-unit by sub-unit: "simple: template 0, delay 0, VC loaded, to L16; store: ...". */
void sfp_sequence_text(FILE *out, uint32_t sequence);

/* Which format stores have, and what delays count. */
void sfp_misc_text(FILE *out, uint32_t misc);

#endif
