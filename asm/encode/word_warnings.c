/*
 * Warnings about words that were not assembled here but recorded: each has the operands that its macro would be written
 * with.
 */
#include "encode.h"

#include "operands.h"
#include "program/origins.h"

/* What is said once: the same word, from the same place. */
struct subject {
    uint32_t source, offset, word;
};

/* Adds it to those that were looked at. False if it is one of them, or, reported, if memory ran out. */
static bool is_new(struct assembler *as, struct names *seen, struct pool *keys, const struct subject *subject)
{
    const char *key;
    size_t index;

    if (names_find(seen, (const char *)subject, sizeof *subject, &index))
        return false;
    key = pool_copy(keys, (const char *)subject, sizeof *subject);
    if (key && names_add(seen, key, sizeof *subject, 0))
        return true;
    report_no_memory(as);
    return false;
}

static void warn(struct assembler *as, const struct sfp_insn *insn, uint32_t word, struct place place)
{
    const struct sfp_operand *slots[SFP_MAX_OPERANDS];
    struct operand operands[SFP_MAX_OPERANDS];
    size_t count = 0;

    for (; !sfp_operand_end(&insn->args[count]); count++) {
        slots[count] = &insn->args[count];
        operands[count] = (struct operand){
            .kind = OPERAND_VALUE, .value = value_of(sfp_operand_get(slots[count], word)), .place = place};
    }
    warn_operands(as, &(struct written){insn, insn->macro, place, slots, operands, count, word, false});
}

static void warn_all(struct assembler *as)
{
    const struct sfp_program *program = as->program;
    struct origin_walk walk = origins_from(&program->origins, 0);
    struct names seen = {0};
    struct pool keys = {0};

    for (size_t i = 0; i < program->count && !as->stopped; i++) {
        const struct sfp_origin origin = origins_next(&walk);
        const struct subject subject = {origin.source, origin.offset, program->words[i]};
        const struct sfp_insn *insn = sfp_insn_of_word(&as->index, subject.word);

        if (insn && is_new(as, &seen, &keys, &subject))
            warn(as, insn, subject.word, (struct place){program->sources[origin.source], origin.offset, origin.offset});
    }
    names_free(&seen);
    pool_free(&keys);
}

bool sfp_warn_words(const struct sfp_asm_options *options, struct sfp_program *program)
{
    struct insn_facts facts[OPCODES] = {0};
    struct assembler as = {.options = options, .program = program, .facts = facts};

    sfp_index_init(&as.index, program->arch);
    warn_all(&as);
    return as.errors == 0;
}
