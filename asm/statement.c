/* Instructions: from a name and operands to a word. */
#include "assembler.h"

#include <stdlib.h>

enum { MOST_OPERANDS = 1 << 16 }; /* of one statement */

struct operand *operand_new(struct assembler *as, struct place place)
{
    if (as->stopped)
        return NULL;
    if (as->operand_count == MOST_OPERANDS) {
        report_error(as, place, "this statement has more than %d operands", MOST_OPERANDS);
        as->stopped = true;
        return NULL;
    }
    if (as->operand_count == as->operand_capacity) {
        const size_t capacity = as->operand_capacity ? 2 * as->operand_capacity : 32;
        struct operand *more = realloc(as->operands, capacity * sizeof *more);

        if (!more) {
            report_no_memory(as);
            return NULL;
        }
        as->operands = more;
        as->operand_capacity = capacity;
    }
    return &as->operands[as->operand_count++];
}

void operand_push(struct assembler *as, enum operand_kind kind, struct value value, struct place place)
{
    struct operand *operand = operand_new(as, place);

    if (operand)
        *operand = (struct operand){kind, value, place};
}

/* Takes the newest `count` operands away; they stay valid until the next is pushed. */
static const struct operand *take_operands(struct assembler *as, size_t count)
{
    as->operand_count = count < as->operand_count ? as->operand_count - count : 0;
    return as->operands ? as->operands + as->operand_count : NULL; /* none before the first operand */
}

typedef const struct sfp_insn *lookup(const struct sfp_index *index, const char *name, size_t length);

static const char *gnu_name(const struct sfp_insn *insn)
{
    return insn->gnu;
}

static const char *macro_name(const struct sfp_insn *insn)
{
    return insn->macro;
}

/* Reports a name that is no instruction of this arch. `prefix` bytes of it belong to the spelling of macros. */
static void report_unknown(struct assembler *as, struct place name, size_t prefix, lookup *find,
                           const char *(*name_of)(const struct sfp_insn *))
{
    const enum sfp_arch arch = as->program->arch;
    const enum sfp_arch other = arch == SFP_WH ? SFP_BH : SFP_WH;
    const char *text = place_text(name);
    const size_t length = place_length(name);
    struct sfp_index index;
    struct nearest search;

    sfp_index_init(&index, other);
    if (find(&index, text + prefix, length - prefix)) {
        report_error(as, name, "'%.*s' is an instruction of %s only, and this is assembled for %s",
                     place_precision(name), text, sfp_arch_name(other), sfp_arch_name(arch));
        return;
    }
    if (prefix == 0 && report_macro_below(as, name))
        return;
    nearest_init(&search, &as->suggesting, text + prefix, length - prefix);
    for (size_t i = 0; i < as->index.count; i++)
        nearest_offer(&search, name_of(as->index.rows[i]));
    if (prefix == 0)
        macros_offer(as, &search);
    if (search.best)
        report_error(as, name, "unknown instruction '%.*s'; did you mean '%.*s%s'?", place_precision(name), text,
                     (int)prefix, text, search.best);
    else
        report_error(as, name, "unknown instruction '%.*s'", place_precision(name), text);
}

void statement_gnu(struct assembler *as, struct place name, size_t count)
{
    const struct operand *operands = take_operands(as, count);
    const struct sfp_insn *insn;
    uint32_t word;

    if (as->stopped)
        return;
    insn = sfp_insn_by_gnu(&as->index, place_text(name), place_length(name));
    if (!insn)
        report_unknown(as, name, 0, sfp_insn_by_gnu, gnu_name);
    else if (encode_gnu(as, insn, name, operands, count, &word))
        emit_word(as, word, name);
}

bool statement_macro(struct assembler *as, const struct sfp_insn *insn, struct place name, size_t prefix,
                     const struct operand *operands, size_t count, uint32_t *word)
{
    if (!insn) {
        report_unknown(as, name, prefix, sfp_insn_by_macro, macro_name);
        return false;
    }
    if (report_gnu(as, name, "GNU as has no macro form of instructions"))
        return false;
    return encode_macro(as, insn, name, operands, count, word);
}

void statement_end(struct assembler *as)
{
    as->operand_count = 0;
    as->terms.count = 0;
    as->c_depth = 0;
}
