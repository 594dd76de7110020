/* Lists the instruction templates, sequences and Misc words that a program sets. */
#include "macro_words.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

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

/* Copies what `put` writes of the value to the meaning, cut to its size. */
static void describe(struct macro_word *w, void put(FILE *, uint32_t))
{
    FILE *stream = fmemopen(w->meaning, sizeof w->meaning, "w");

    w->lost = !stream;
    if (!stream)
        return;
    put(stream, w->value);
    fclose(stream);
    w->meaning[sizeof w->meaning - 1] = '\0';
}

/* Describes a template as the instruction that it is, with blanks for tabs. */
static void describe_template(struct macro_word *w, const struct sfp_index *index)
{
    char text[SFP_DISASSEMBLY_SIZE], *tab;

    disassembly_of_word(index, w->value, SFP_SYNTAX_GNU, text);
    tab = strchr(text, '\t');
    if (tab)
        *tab = ' ';
    snprintf(w->meaning, sizeof w->meaning, "%s", text);
}

/* Returns whether the instruction sets a sequence or Misc. */
static bool take_configuration(const struct macro_program *p, const struct held_constant *held, struct macro_word *w)
{
    const uint32_t word = p->words[w->index];
    const struct sfp_insn *insn = sfp_insn_of_word(p->index, word);
    uint32_t target = insn && insn->id == SFP_I_SFPCONFIG ? sfp_field(insn, word, SFP_F_VD) : 0;

    if (target < SFP_TARGET_SEQUENCES || target > SFP_TARGET_MISC)
        return false;
    w->kind = target == SFP_TARGET_MISC ? MACRO_MISC : MACRO_SEQUENCE;
    w->number = target == SFP_TARGET_MISC ? 0 : target - SFP_TARGET_SEQUENCES;
    w->known = held_constant_configures(held, p->index, word, &target, &w->value);
    if (w->known)
        describe(w, w->kind == MACRO_MISC ? dis_put_misc : dis_put_sequence);
    return true;
}

/* Returns whether the instruction is loaded as a template. */
static bool take_template(const struct macro_program *p, struct macro_word *w)
{
    const struct sfp_insn *insn = sfp_insn_of_word(p->index, p->words[w->index]);
    const unsigned vd = insn && sfp_has_field(insn, SFP_F_VD) ? sfp_field(insn, p->words[w->index], SFP_F_VD) : 0;

    if (!insn || !sfp_names_template(insn, vd))
        return false;
    w->kind = MACRO_TEMPLATE;
    w->number = vd - SFP_FIRST_TEMPLATE_VD;
    w->value = p->words[w->index];
    w->known = true;
    describe_template(w, p->index);
    return true;
}

/* Calls `visit` for each word of the configuration. Returns false if memory ran out. */
static bool visit_words(const struct macro_program *p, void visit(void *context, const struct macro_word *w),
                        void *context)
{
    struct held_constant held = {0};

    for (size_t i = 0; i < p->count; i++) {
        struct macro_word w = {.index = i};

        if (take_configuration(p, &held, &w) || take_template(p, &w))
            visit(context, &w);
        if (w.lost)
            return false;
        held_constant_pass(&held, p->index, p->words[i]);
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
