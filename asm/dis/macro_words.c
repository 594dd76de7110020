/* Lists the instruction templates, sequences and Misc words that a program sets. */
#include "macro_words.h"

#include <inttypes.h>
#include <stdlib.h>

#include "held_constant.h"
#include "isa/modes.h"
#include "isa/vector_unit.h"

enum { MEANING_SIZE = 512 /* more than the longest sequence has */ };

enum macro_kind { MACRO_TEMPLATE, MACRO_SEQUENCE, MACRO_MISC };

static const char *const kinds[] = {"template", "sequence", "misc"};

/* A word of the configuration, set by instruction `index`. */
struct macro_word {
    enum macro_kind kind;
    unsigned number;
    size_t index;
    bool known; /* the program says the value */
    uint32_t value;
    char meaning[MEANING_SIZE];
    bool lost; /* memory ran out before the meaning was written */
};

/* What the words before an instruction set. */
struct macro_setup {
    struct held_constant held;
    unsigned backdoor; /* values that DISABLE_BACKDOOR_LOAD may have in a lane, as a set: bit v for value v */
};

enum { BACKDOOR_OPEN = 1 << 0, BACKDOOR_CLOSED = 1 << 1 };

/* Fills in the meaning of the value that SFPCONFIG's `target` selects, cut to its size. */
static void describe(struct macro_word *w, const struct sfp_index *index, uint32_t target)
{
    FILE *stream = fmemopen(w->meaning, sizeof w->meaning, "w");

    w->lost = !stream;
    if (!stream)
        return;
    dis_put_macro_word(stream, index, target, w->value);
    fclose(stream);
    w->meaning[sizeof w->meaning - 1] = '\0';
}

/* ---- LaneConfig ---- */

/* Returns the value of a bit of LaneConfig after SFPCONFIG. */
static unsigned combine_bit(enum sfp_combine combine, unsigned old, unsigned value)
{
    switch (combine) {
    case SFP_COMBINE_OR: return old | value;
    case SFP_COMBINE_AND: return old & value;
    case SFP_COMBINE_XOR: return old ^ value;
    case SFP_COMBINE_REPLACE:
    case SFP_COMBINES: break;
    }
    return value;
}

/* Updates the values that DISABLE_BACKDOOR_LOAD may have after the word, in all lanes enabled (sfpu-semantics(7),
 * SFPCONFIG). Columns that the word leaves out by its mask keep their value. */
static void pass_lane_config(struct macro_setup *setup, const struct sfp_index *index, uint32_t word)
{
    const struct sfp_insn *insn = sfp_insn_of_word(index, word);
    unsigned mode, values, after = 0;
    bool immediate;

    if (!insn || insn->id != SFP_I_SFPCONFIG || sfp_field(insn, word, SFP_F_VD) != SFP_TARGET_LANE_CONFIG)
        return;
    mode = sfp_mode(insn, word);
    immediate = mode & SFP_MODE_SFPCONFIG_IMM16_IS_VALUE;
    values = BACKDOOR_OPEN | BACKDOOR_CLOSED;
    if (immediate || setup->held.known & SFP_LC_DISABLE_BACKDOOR)
        values = (immediate ? sfp_field(insn, word, SFP_F_IMM) : setup->held.value) & SFP_LC_DISABLE_BACKDOOR
                     ? BACKDOOR_CLOSED : BACKDOOR_OPEN;
    for (unsigned old = 0; old <= 1; old++)
        for (unsigned value = 0; value <= 1; value++)
            if (setup->backdoor >> old & values >> value & 1)
                after |= 1U << combine_bit(sfp_config_combine(mode), old, value);
    setup->backdoor = mode & SFP_MODE_SFPCONFIG_IMM16_IS_LANE_MASK ? setup->backdoor | after : after;
}

/* ---- Words ---- */

static void set_kind(struct macro_word *w, enum macro_kind kind, unsigned number)
{
    w->kind = kind;
    w->number = number;
}

/* Returns whether the instruction is an SFPCONFIG that sets a template, a sequence or Misc. */
static bool take_configuration(const struct macro_program *p, const struct held_constant *held, struct macro_word *w)
{
    const uint32_t word = p->words[w->index];
    const struct sfp_insn *insn = sfp_insn_of_word(p->index, word);
    uint32_t target;

    if (!insn || insn->id != SFP_I_SFPCONFIG)
        return false;
    target = sfp_field(insn, word, SFP_F_VD);
    if (target < SFP_TARGET_SEQUENCES)
        set_kind(w, MACRO_TEMPLATE, target - SFP_TARGET_TEMPLATES);
    else if (target < SFP_TARGET_MISC)
        set_kind(w, MACRO_SEQUENCE, target - SFP_TARGET_SEQUENCES);
    else if (target == SFP_TARGET_MISC)
        set_kind(w, MACRO_MISC, 0);
    else
        return false;
    w->known = held_constant_configures(held, p->index, word, &target, &w->value);
    if (w->known)
        describe(w, p->index, target);
    return true;
}

/* Returns whether the instruction is loaded as a template, or may be. */
static bool take_template(const struct macro_program *p, unsigned backdoor, struct macro_word *w)
{
    const struct sfp_insn *insn = sfp_insn_of_word(p->index, p->words[w->index]);
    const unsigned vd = insn && sfp_has_field(insn, SFP_F_VD) ? sfp_field(insn, p->words[w->index], SFP_F_VD) : 0;

    if (!insn || !sfp_names_template(insn, vd) || backdoor == BACKDOOR_CLOSED)
        return false;
    set_kind(w, MACRO_TEMPLATE, vd - SFP_FIRST_TEMPLATE_VD);
    w->value = p->words[w->index];
    w->known = backdoor == BACKDOOR_OPEN;
    describe(w, p->index, SFP_TARGET_TEMPLATES + w->number);
    return true;
}

/* Calls `visit` for each word of the configuration. Returns false if memory ran out. */
static bool visit_words(const struct macro_program *p, void visit(void *context, const struct macro_word *w),
                        void *context)
{
    struct macro_setup setup = {.backdoor = BACKDOOR_OPEN};

    for (size_t i = 0; i < p->count; i++) {
        struct macro_word w = {.index = i};

        if (take_configuration(p, &setup.held, &w) || take_template(p, setup.backdoor, &w))
            visit(context, &w);
        if (w.lost)
            return false;
        pass_lane_config(&setup, p->index, p->words[i]);
        held_constant_pass(&setup.held, p->index, p->words[i]);
    }
    return true;
}

static void print_row(void *out, const struct macro_word *w)
{
    if (w->known)
        fprintf(out, "%s\t%u\t0x%08" PRIx32 "\t%zu\t%s\n", kinds[w->kind], w->number, w->value, w->index, w->meaning);
    else
        fprintf(out, "%s\t%u\t?\t%zu\t?\n", kinds[w->kind], w->number, w->index);
}

bool macro_words_print(FILE *out, const struct macro_program *program)
{
    fputs("kind\tnumber\tword\tset_by\tmeaning\n", out);
    return visit_words(program, print_row, out);
}

static void put_element(void *json, const struct macro_word *w)
{
    char word[] = "0x00000000";

    snprintf(word, sizeof word, "0x%08" PRIx32, w->value);
    json_begin_on_line(json, NULL);
    json_text(json, "kind", kinds[w->kind]);
    json_count(json, "number", w->number);
    json_text_or_null(json, "word", w->known ? word : NULL);
    json_count(json, "set_by", w->index);
    json_text_or_null(json, "meaning", w->known ? w->meaning : NULL);
    json_end(json);
}

void macro_words_json(struct sfp_json *j, const struct macro_program *program)
{
    json_list(j, "macro_words");
    j->failed |= !visit_words(program, put_element, j);
    json_list_end(j);
}
