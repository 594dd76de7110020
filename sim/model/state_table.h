/*
 * The pieces of the architectural state, the rows of include/state.def: members of the state JSON, which the reader,
 * the writer and the comparison walk, and the counters.
 */
#ifndef SFP_STATE_TABLE_H
#define SFP_STATE_TABLE_H

#include "config.h"

enum sfp_state_row {
    SFP_STATE_TOP, /* the object around all others */
#define STATE(id, ...) SFP_STATE_##id,
#define REGISTER STATE
#include "state.def"
    SFP_STATE_ROWS,
};

/* Spelling of a single value. */
enum sfp_spelling { SFP_SPELL_NUMBER, SFP_SPELL_HEX, SFP_SPELL_BOOLEAN };

/* Place of a single value. */
enum sfp_value_home {
    SFP_HOME_FIELD,  /* `bytes` long at `offset` of the state, entries `stride` apart */
    SFP_HOME_CONFIG, /* bits of a configuration field, in an entry of the field's family */
};

struct sfp_value {
    uint8_t spelling; /* spelling of the value, an enum sfp_spelling */
    uint8_t home;     /* home of the value, an enum sfp_value_home */
    uint8_t width;    /* width of the value in bits */
    uint8_t bytes;    /* SFP_HOME_FIELD: size of an entry in bytes */
    uint8_t lsb;      /* SFP_HOME_CONFIG: number of the lowest bit */
    uint8_t field;    /* SFP_HOME_CONFIG: the field, an enum sfp_config_field */
    uint16_t stride;  /* SFP_HOME_FIELD: distance between entries in bytes */
    size_t offset;
};

/* Words of 32 bits at `offset`: one array, or `rows` arrays in an array. */
struct sfp_words {
    size_t offset;
    unsigned rows;  /* number of arrays; 0: a single array */
    unsigned count; /* number of words in an array */
    bool lanes;     /* one value may stand for a whole array */
    uint32_t max;
};

enum sfp_member_kind {
    SFP_MEMBER_ARCH,
    SFP_MEMBER_VALUE,
    SFP_MEMBER_WORDS,
    SFP_MEMBER_OBJECT,
    SFP_MEMBER_FAMILY, /* an array of `entries` objects */
    SFP_MEMBER_STACK,  /* an array of objects, as many as the stack counter says, entry i in slot i & 7 */
    SFP_MEMBER_CYCLES, /* CYCLES and HAZARDS come from a run's results; the reader ignores them */
    SFP_MEMBER_HAZARDS,
};

struct sfp_member {
    const char *name;
    uint8_t object;  /* enum sfp_state_row: the object that has this member */
    uint8_t kind;    /* enum sfp_member_kind */
    uint8_t entries; /* FAMILY: number of objects */
    struct sfp_value value;
    struct sfp_words words;
};

extern const struct sfp_member sfp_state_members[SFP_STATE_ROWS];

/* Returns the first member of `object` after `m`, or after `object` itself; NULL after the last. */
const struct sfp_member *sfp_member_next(const struct sfp_member *object, const struct sfp_member *m);

/* Read and write a single value. `entry` selects the object of a FAMILY or the slot of the STACK with the value.
 * sfp_value_set returns false if the arch lacks the field and the value is not 0. */
uint32_t sfp_value_get(const struct sfp_state *s, const struct sfp_value *value, unsigned entry);
bool sfp_value_set(struct sfp_state *s, const struct sfp_value *value, unsigned entry, uint32_t bits);

/* Returns the words of row `row`. */
const uint32_t *sfp_words_at(const struct sfp_state *s, const struct sfp_words *words, unsigned row);

/* Return the JSON name of a read-write counter, by enum sfpu_counter, NULL after the last; and the counter's value. */
const char *sfp_counter_name(unsigned counter);
uint32_t sfp_counter_get(const struct sfp_state *s, unsigned counter);

#endif
