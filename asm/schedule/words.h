/* Instructions that schedules become: words from the values of fields. */
#ifndef SFP_SCHEDULE_WORDS_H
#define SFP_SCHEDULE_WORDS_H

#include "isa/isa.h"

struct field_value {
    enum sfp_field field;
    uint32_t value; /* must fit */
};

/* The word of the instruction `id`, which the arch must have, with these fields, which it must have; others are 0. */
uint32_t made_word(const struct sfp_index *index, enum sfp_id id, const struct field_value *values, size_t count);

#define MADE_WORD(index, id, ...) \
    made_word(index, id, (const struct field_value[]){__VA_ARGS__}, \
              sizeof((const struct field_value[]){__VA_ARGS__}) / sizeof(struct field_value))

/* `word` with another value in one of its fields. */
uint32_t word_with(const struct sfp_insn *insn, uint32_t word, enum sfp_field field, uint32_t value);

#endif
