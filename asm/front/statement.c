/* Instructions: from a name and operands to a word. */
#include "assembler.h"
#include "util/array.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { MOST_OPERANDS = 1 << 16 }; /* of one statement */

struct operand *operand_new(struct assembler *as, struct place place)
{
    if (as->stopped)
        return NULL;
    if (as->statement.count == MOST_OPERANDS) {
        report_error(as, place, "this statement has more than %d operands", MOST_OPERANDS);
        as->stopped = true;
        return NULL;
    }
    if (!array_room(&as->statement.operands, as->statement.count, &as->statement.capacity,
                    sizeof *as->statement.operands)) {
        report_no_memory(as);
        return NULL;
    }
    return &as->statement.operands[as->statement.count++];
}

void operand_push(struct assembler *as, enum operand_kind kind, struct value value, struct place place)
{
    struct operand *operand = operand_new(as, place);

    if (operand)
        *operand = (struct operand){.kind = kind, .value = value, .place = place};
}

const struct operand *take_operands(struct assembler *as, size_t count)
{
    struct statement *s = &as->statement;

    s->count = count < s->count ? s->count - count : 0;
    return s->operands ? s->operands + s->count : NULL; /* none before the first operand */
}

typedef const struct sfp_insn *lookup(const struct sfp_index *index, const char *name, size_t length);

/* Is the name, behind the first `prefix` bytes, an instruction of another arch? Says so. */
static bool report_other_arch(struct assembler *as, struct place name, size_t prefix, lookup *find)
{
    const enum sfp_arch arch = as->program->arch;
    struct sfp_index index;

    for (unsigned i = 0; i < SFP_ARCHES; i++) {
        sfp_index_init(&index, (enum sfp_arch)(1 << i));
        if (!find(&index, place_text(name) + prefix, place_length(name) - prefix))
            continue;
        report_error(as, name, "'%.*s' is an instruction of %s only, and this is assembled for %s",
                     place_precision(name), place_text(name), sfp_arches[i].name, sfp_arch_name(arch));
        return true;
    }
    return false;
}

static void offer_macro_form(struct assembler *as, struct place name, size_t prefix, struct nearest *search)
{
    nearest_init(search, &as->suggesting, place_text(name) + prefix, place_length(name) - prefix);
    for (size_t i = 0; i < as->index.count; i++)
        nearest_offer(search, as->index.rows[i]->macro);
}

static void offer_gnu_form(struct assembler *as, struct place name, struct nearest *search)
{
    nearest_init(search, &as->suggesting, place_text(name), place_length(name));
    for (size_t i = 0; i < as->index.count; i++)
        nearest_offer(search, as->index.rows[i]->gnu);
    macros_offer(as, search);
}

/* The prefix of the macro form that a name starts with in whatever case; NULL if it starts with none. */
static const char *prefix_of(const struct assembler *as, struct place name)
{
    static const char *const prefixes[] = {"TT_OP_", "TTI_", "TT_"};

    for (size_t i = 0; i < sizeof prefixes / sizeof prefixes[0] && !as->options->gnu_strict; i++)
        if (place_length(name) > strlen(prefixes[i]) &&
            strncasecmp(place_text(name), prefixes[i], strlen(prefixes[i])) == 0)
            return prefixes[i];
    return NULL;
}

/* Says that the name is unknown, and of what is near to it: `prefix`, of `length` bytes, and what follows. */
static void report_unknown(struct assembler *as, struct place name, const char *prefix, size_t length,
                           const struct nearest *search)
{
    if (search->best)
        report_error(as, name, "unknown instruction '%.*s'; did you mean '%.*s%s'?", place_precision(name),
                     place_text(name), (int)length, prefix, search->best);
    else
        report_error(as, name, "unknown instruction '%.*s'", place_precision(name), place_text(name));
}

/* Reports the name of a statement with `count` operands. */
static void report_unknown_gnu(struct assembler *as, struct place name, size_t count)
{
    const char *directive = directive_without_dot(place_text(name), place_length(name));
    const char *prefix = directive ? NULL : prefix_of(as, name);
    struct nearest search = {.best = directive};

    if (report_other_arch(as, name, 0, sfp_insn_by_gnu) || report_macro_below(as, name))
        return;
    if (prefix)
        offer_macro_form(as, name, strlen(prefix), &search);
    if (!search.best) {
        prefix = "";
        offer_gnu_form(as, name, &search);
    }
    if (!search.best && count == 0)
        report_error(as, name, "unknown instruction '%.*s'; a label would end in ':'", place_precision(name),
                     place_text(name));
    else
        report_unknown(as, name, prefix ? prefix : "", NEAREST_LONGEST, &search);
}

static void report_unknown_macro(struct assembler *as, struct place name, size_t prefix)
{
    struct nearest search;

    if (report_other_arch(as, name, prefix, sfp_insn_by_macro))
        return;
    offer_macro_form(as, name, prefix, &search);
    report_unknown(as, name, place_text(name), prefix, &search);
}

const struct sfp_insn *statement_insn(struct assembler *as, struct place name, size_t count)
{
    const struct sfp_insn *insn = sfp_insn_by_gnu(&as->index, place_text(name), place_length(name));

    if (!insn)
        report_unknown_gnu(as, name, count);
    else if (insn->no_gnu && report_gnu(as, name, "GNU as has no %s on %s", insn->gnu,
                                        sfp_arch_name(as->program->arch)))
        return NULL;
    return insn;
}

void statement_gnu(struct assembler *as, struct place name, size_t count)
{
    const struct operand *operands = take_operands(as, count);
    const struct sfp_insn *insn = as->stopped ? NULL : statement_insn(as, name, count);
    uint32_t word;

    if (insn && encode_gnu(as, insn, name, operands, count, &word))
        emit_word(as, word, name);
}

bool statement_macro(struct assembler *as, const struct sfp_insn *insn, struct place name, size_t prefix,
                     const struct operand *operands, size_t count, uint32_t *word)
{
    if (!insn) {
        report_unknown_macro(as, name, prefix);
        return false;
    }
    if (report_gnu(as, name, "GNU as has no macro form of instructions"))
        return false;
    return encode_macro(as, insn, name, operands, count, word);
}

void statement_end(struct assembler *as)
{
    as->statement.count = 0;
    as->terms.count = 0;
    as->c.depth = 0;
    as->told.data = false;
}
