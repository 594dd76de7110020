/* Instructions: from a name and operands to a word. */
#include "statement.h"

#include "encode.h"
#include "suggest/suggest.h"
#include "util/array.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_OPERANDS = 1 << 16 }; /* of one statement */

struct operand *operand_new(struct assembler *as, struct place place)
{
    if (as->stopped)
        return NULL;
    if (as->statement->count == MOST_OPERANDS) {
        report_error(as, place, "this statement has more than %d operands", MOST_OPERANDS);
        as->stopped = true;
        return NULL;
    }
    if (!array_room(&as->statement->operands, as->statement->count, &as->statement->capacity,
                    sizeof *as->statement->operands)) {
        report_no_memory(as);
        return NULL;
    }
    return &as->statement->operands[as->statement->count++];
}

void operand_push(struct assembler *as, enum operand_kind kind, struct value value, struct place place)
{
    struct operand *operand = operand_new(as, place);

    if (operand)
        *operand = (struct operand){.kind = kind, .value = value, .place = place};
}

const struct operand *take_operands(struct assembler *as, size_t count)
{
    struct statement *s = as->statement;

    s->count = count < s->count ? s->count - count : 0;
    return s->operands ? s->operands + s->count : NULL; /* none before the first operand */
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
    as->statement->count = 0;
    as->terms.count = 0;
    as->c.depth = 0;
    as->told.data = false;
}
