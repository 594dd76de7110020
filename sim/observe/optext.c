/* Writes a run's instructions as short text. */
#include "optext.h"

#include <string.h>

#include "isa/modes.h"
#include "base/terminal.h"

static bool reads_op_resource(const struct sfp_op *op, enum sfp_resource resource)
{
    return sfp_resources_read(op->insn, op->mod, op->vd) >> resource & 1;
}

static bool touches_op_resource(const struct sfp_op *op, enum sfp_resource resource)
{
    return reads_op_resource(op, resource) || sfp_resources_written(op->insn, op->mod, op->vd) >> resource & 1;
}

/* Returns `word` with `value` in `field`, or `word` unchanged if the instruction lacks the field or the value does
 * not fit. */
static uint32_t set_word_field(const struct sfp_op *op, uint32_t word, enum sfp_field field, unsigned value)
{
    const struct sfp_operand *operand = sfp_operand_of(op->insn, field);

    if (!operand || value >> operand->width)
        return word;
    return (word & ~sfp_operand_mask(operand)) | sfp_operand_put(operand, value);
}

/* Returns whether the instruction's text has a destination. An instruction with its destination named by L7 has one,
 * and still writes L16 if its macro says so. */
static bool shows_destination(const struct sfp_op *op)
{
    const struct sfp_operand *vd = sfp_operand_of(op->insn, SFP_F_VD);

    return vd && !vd->hidden && vd->kind == SFP_K_REG;
}

/* Returns the word that would, if issued, have the effect of the scheduled `op`, as far as such a word exists. L16
 * shows as L0. */
static uint32_t effective_word(const struct sfp_op *op)
{
    const struct sfp_operand *vd = sfp_operand_of(op->insn, SFP_F_VD);
    uint32_t word = op->word;

    if (vd && vd->hidden) /* the field only named the template that holds the word */
        word = set_word_field(op, word, SFP_F_VD, vd->fixed);

    if (op->insn->id == SFP_I_SFPSWAP) /* exchanges VC and VB */
        return set_word_field(op, set_word_field(op, word, SFP_F_VC, op->vc), SFP_F_VD, op->b);
    if (op->insn->id == SFP_I_SFPSTORE) /* stores to its SFPLOADMACRO's address, which op->imm holds here */
        word = set_word_field(op, set_word_field(op, word, SFP_F_MOD, op->mod), SFP_F_ADDR, (unsigned)op->imm);
    if (touches_op_resource(op, SFP_R_VB))
        word = set_word_field(op, word, SFP_F_VB, op->vb);
    if (touches_op_resource(op, SFP_R_VC))
        word = set_word_field(op, word, SFP_F_VC, op->vc);
    if (shows_destination(op))
        word = set_word_field(op, word, SFP_F_VD, op->vd == SFP_STAGING_LREG ? 0 : op->vd);
    return word;
}

/* Corrects the destination's name: the disassembler has no L16, and prints a destination of L12..L15 as a template.
 * Returns the new length. */
static size_t name_destination(const struct sfp_op *op, char *text, size_t length)
{
    enum { SHOWN = 3 /* " L0" or " T2" */ };
    unsigned reg = op->insn->id == SFP_I_SFPSWAP ? op->b : op->vd;
    char *place = strchr(text, ' '), name[8];
    size_t size = (size_t)snprintf(name, sizeof name, " L%u", reg);

    if (reg < SFP_FIRST_TEMPLATE_VD || !shows_destination(op) || !place
        || (strncmp(place, " L0", SHOWN) != 0 && place[1] != 'T'))
        return length;
    memmove(place + size, place + SHOWN, strlen(place + SHOWN) + 1);
    memcpy(place, name, size);
    return length + size - SHOWN;
}

/* Appends the source that no operand shows, if any. Returns the new length. */
static size_t append_hidden_source(const struct sfp_op *op, char *text, size_t length)
{
    bool by_b = reads_op_resource(op, SFP_R_B) && op->b != op->vd;
    bool by_vb = reads_op_resource(op, SFP_R_VB) && !sfp_operand_of(op->insn, SFP_F_VB);
    bool immediate = op->insn->id == SFP_I_SFPADDI || op->insn->id == SFP_I_SFPMULI;

    if (op->insn->id == SFP_I_SFPSWAP)
        return length;
    if (immediate && op->vc != op->vd)
        return length + (size_t)sprintf(text + length, " c=L%u", op->vc);
    if (by_b || by_vb)
        return length + (size_t)sprintf(text + length, " b=L%u", by_b ? op->b : op->vb);
    return length;
}

/* Returns the word without the reserved bits that GNU form cannot spell. */
static uint32_t without_reserved(const struct sfp_insn *insn, uint32_t word)
{
    word &= ~sfp_reserved_bits(insn);
    for (const struct sfp_operand *operand = insn->ops; !sfp_operand_end(operand); operand++)
        if (operand->kind == SFP_K_ZERO)
            word &= ~sfp_operand_mask(operand);
    return word;
}

size_t sfp_op_text(const struct sfp_index *index, const struct sfp_op *op, char text[SFP_OP_TEXT_SIZE])
{
    uint32_t word = op->scheduled ? effective_word(op) : op->word;
    size_t length = disassembly_of_word(index, word, SFP_SYNTAX_GNU, text);
    char *tab;

    if (text[0] == '.')
        length = disassembly_of_word(index, without_reserved(op->insn, word), SFP_SYNTAX_GNU, text);
    tab = strchr(text, '\t');
    if (tab)
        *tab = ' ';
    if (!op->scheduled)
        return length;
    return append_hidden_source(op, text, name_destination(op, text, length));
}

size_t sfp_event_text(const struct sfp_index *index, const struct sfp_event *event, char text[SFP_OP_TEXT_SIZE])
{
    size_t length = event->scheduled ? (size_t)sprintf(text, "[%u] ", event->loaded) : 0;

    return length + sfp_op_text(index, event->op, text + length);
}

char sfp_thread_letter(enum sfp_thread_id thread)
{
    return *sfp_thread_name(thread);
}

size_t sfp_marked_text(const struct sfp_index *index, const struct sfp_event *event, bool marked,
                       char text[SFP_OP_TEXT_SIZE])
{
    const size_t length = marked ? (size_t)sprintf(text, "%c ", sfp_thread_letter(event->thread)) : 0;

    return length + sfp_event_text(index, event, text + length);
}

void sfp_finding_mark(const struct sfp_event *event, char text[SFP_MARK_SIZE])
{
    snprintf(text, SFP_MARK_SIZE, "%s%s", sfp_event_is_possible(event) ? "possible " : "",
             sfp_finding_info(event->finding)->name);
}

void sfp_core_text(const struct sfp_core_step *step, char text[RV_TEXT_SIZE])
{
    char *tab;

    rv_text(step->word, step->address, text);
    if ((tab = strchr(text, '\t')))
        *tab = ' ';
}

uint32_t sfp_event_named(const struct sfp_event *event)
{
    enum { LREG_FIELD = 15, SELECTOR = 7 };
    const struct sfp_op *op = event->op;
    uint32_t named = 0;

    if (op->vd == SFP_STAGING_LREG || !(sfp_resources_written(op->insn, op->mod, op->vd) >> SFP_R_ANY & 1))
        return 0;
    for (uint32_t left = event->lanes; left; left &= left - 1)
        named |= 1u << (event->machine->s.lreg[SELECTOR][__builtin_ctz(left)] & LREG_FIELD);
    return named;
}
