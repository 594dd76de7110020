/* Words from fields. */
#include "words.h"

static const struct sfp_insn *insn_of(const struct sfp_index *index, enum sfp_id id)
{
    for (size_t i = 0; i < index->count; i++)
        if (index->rows[i]->id == id)
            return index->rows[i];
    return NULL;
}

uint32_t word_with(const struct sfp_insn *insn, uint32_t word, enum sfp_field field, uint32_t value)
{
    const struct sfp_operand *o = sfp_operand_of(insn, field);

    return (word & ~sfp_operand_mask(o)) | sfp_operand_put(o, value);
}

uint32_t made_word(const struct sfp_index *index, enum sfp_id id, const struct field_value *values, size_t count)
{
    const struct sfp_insn *insn = insn_of(index, id);
    uint32_t word = (uint32_t)insn->opcode << SFP_OPCODE_LSB;

    for (size_t i = 0; i < count; i++)
        word |= sfp_operand_put(sfp_operand_of(insn, values[i].field), values[i].value);
    return word;
}
