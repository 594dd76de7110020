/* What gdb is told of the target in XML: its registers, and where there is memory. */
#ifndef SFP_DESCRIPTION_H
#define SFP_DESCRIPTION_H

#include "debuggee.h"
#include "base/text_buffer.h"

void description_registers(struct text *out);
void description_memory(struct text *out, const struct debuggee *d);

#endif
