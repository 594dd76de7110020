/* Finds the words before a loop that nothing reads. */
#include "live_setup.h"

#include "isa/modes.h"

enum {
    ALL_LREGS = 0xFFFF,
    PROGRAMMED_LREGS = 0x7800, /* L11 to L14, which SFPCONFIG sets */
};

/* Returns the set of LRegs that the answer's operations read from before the loop. */
static uint32_t find_read_by_answer(const struct answer *a)
{
    uint32_t read = a->graph->kept; /* with the tables of SFPLUT and SFPLUTFP32, which are no sources */

    for (size_t i = 0; i < a->graph->count; i++) {
        const struct graph_operation *o = &a->graph->operations[i];

        for (unsigned s = 0; s < o->source_count && a->operations[i].present; s++)
            if (o->sources[s].slot == GRAPH_NAMED)
                return ALL_LREGS;
            else if (o->sources[s].value == GRAPH_NONE || graph_carried_entry(a->graph, o->sources[s].value))
                read |= UINT32_C(1) << o->sources[s].lreg;
    }
    return read;
}

static bool uses_vector_unit(const struct sfp_index *index, uint32_t word)
{
    const struct sfp_insn *insn = sfp_insn_of_word(index, word);

    return !insn || (insn->unit != SFP_UNIT_NONE && insn->id != SFP_I_SFPNOP);
}

/* Decides about one word. *live is the set of LRegs read after the word; the function brings it before the word. */
static bool keep_word(const struct sfp_index *index, const struct loop_word *word, uint32_t *live)
{
    const struct sfp_insn *insn = sfp_insn_of_word(index, word->word);
    uint32_t written;

    if (!uses_vector_unit(index, word->word))
        return true;
    if (!insn || (insn->id != SFP_I_SFPLOADI && insn->id != SFP_I_SFPCONFIG)) {
        *live = ALL_LREGS;
        return true;
    }
    written = UINT32_C(1) << sfp_field(insn, word->word, SFP_F_VD);
    if (insn->id == SFP_I_SFPCONFIG && !(written & PROGRAMMED_LREGS)) {
        *live |= 1; /* the word configures from L0 */
        return true;
    }
    if (!(*live & written))
        return false;
    if (insn->id == SFP_I_SFPCONFIG)
        *live |= 1;
    else if (word->lanes == UINT32_MAX && !graph_keeps_half(insn, sfp_mode(insn, word->word)))
        *live &= ~written;
    return true;
}

void live_setup_find(const struct loop_body *body, const struct answer *answer, bool *kept)
{
    uint32_t live = find_read_by_answer(answer);
    struct sfp_index index;

    sfp_index_init(&index, body->arch);
    for (size_t i = 0; i < body->after_count; i++)
        if (uses_vector_unit(&index, body->after[i].word))
            live = ALL_LREGS;
    for (size_t i = body->before_count; i-- > 0;)
        kept[i] = keep_word(&index, &body->before[i], &live);
}
