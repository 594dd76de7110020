/* Instructions of a run as short text: what a word does where it executes, on one line. */
#ifndef SFP_OPTEXT_H
#define SFP_OPTEXT_H

#include <stdio.h>

#include "dis/dis.h"
#include "time/event.h"
#include "dis/riscv.h"

enum { SFP_OP_TEXT_SIZE = SFP_DISASSEMBLY_SIZE + 32 };

/*
 * Writes `op` in GNU form with one blank after the mnemonic and without reserved bits, and returns the length. A
 * scheduled instruction shows the registers that its macro put in, L16 among them; " b=Lx" follows where it has no
 * operand to show a source in.
 */
size_t sfp_op_text(const struct sfp_index *index, const struct sfp_op *op, char text[SFP_OP_TEXT_SIZE]);

/* The same for the instruction of an event, with "[x] " before one that a macro with VD = x scheduled. */
size_t sfp_event_text(const struct sfp_index *index, const struct sfp_event *event, char text[SFP_OP_TEXT_SIZE]);

/* A core's instruction, with one blank after the mnemonic. */
void sfp_core_text(const struct sfp_core_step *step, char text[RV_TEXT_SIZE]);

/* The LRegs that L7 names as the destination of what an EXEC event starts, in the lanes that are enabled: a mask; 0 if it
 * takes none from there. */
uint32_t sfp_event_named(const struct sfp_event *event);

/* Is the finding serious enough to be shown? */
static inline bool sfp_event_shown(const struct sfp_event *event, enum sfp_severity at_least)
{
    return sfp_finding_info(event->finding)->severity >= at_least;
}

/* How a finding is called where it shows at an instruction: its name, behind "possible " if it did not happen. */
enum { SFP_MARK_SIZE = 64 };
void sfp_finding_mark(const struct sfp_event *event, char text[SFP_MARK_SIZE]);

#endif
