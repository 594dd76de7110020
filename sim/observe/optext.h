/* Text of a run's instructions: the effect of a word where it executes, on one line. */
#ifndef SFP_OPTEXT_H
#define SFP_OPTEXT_H

#include <stdio.h>

#include "dis/dis.h"
#include "time/event.h"
#include "dis/riscv.h"

enum { SFP_OP_TEXT_SIZE = SFP_DISASSEMBLY_SIZE + 32 };

/*
 * Writes `op` in GNU form, with one blank after the mnemonic and without reserved bits. Returns the length. For a
 * scheduled instruction, the text shows the registers that its macro put in, including L16. " b=Lx" follows if no
 * operand can show a source.
 */
size_t sfp_op_text(const struct sfp_index *index, const struct sfp_op *op, char text[SFP_OP_TEXT_SIZE]);

/* Writes the instruction of an event like sfp_op_text(), with "[x] " in front if a macro with VD = x scheduled it. */
size_t sfp_event_text(const struct sfp_index *index, const struct sfp_event *event, char text[SFP_OP_TEXT_SIZE]);

/* Returns the letter that marks a thread's instructions where those of several threads stand side by side: the first of
 * its name. */
char sfp_thread_letter(enum sfp_thread_id thread);

/* Writes the instruction of an event like sfp_event_text(). If `marked`, the thread's letter and a blank stand in
 * front. */
size_t sfp_marked_text(const struct sfp_index *index, const struct sfp_event *event, bool marked,
                       char text[SFP_OP_TEXT_SIZE]);

/* Writes a core's instruction, with one blank after the mnemonic. */
void sfp_core_text(const struct sfp_core_step *step, char text[RV_TEXT_SIZE]);

/* Returns the LRegs that L7 names as destination of the instruction started by an EXEC event, over the enabled
 * lanes, as a mask. Returns 0 if the instruction does not take its destination from L7. */
uint32_t sfp_event_named(const struct sfp_event *event);

/* Returns whether the finding's severity is `at_least` or more. */
static inline bool sfp_event_shown(const struct sfp_event *event, enum sfp_severity at_least)
{
    return sfp_finding_info(event->finding)->severity >= at_least;
}

/* Writes the finding's name, with "possible " in front if the finding did not happen. */
enum { SFP_MARK_SIZE = 64 };
void sfp_finding_mark(const struct sfp_event *event, char text[SFP_MARK_SIZE]);

#endif
