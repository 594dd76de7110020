/*
 * The pieces of the architectural state, the rows of include/state.def: the members of the state JSON, which the reader,
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

/* How a single value is spelt. */
enum sfp_spelling { SFP_SPELL_NUMBER, SFP_SPELL_HEX, SFP_SPELL_BOOLEAN };

/* Where a single value lives. */
enum sfp_value_home {
    SFP_HOME_FIELD,  /* `bytes` long at `offset` of the state, entries `stride` apart */
    SFP_HOME_CONFIG, /* bits of a configuration field, of an entry of its family */
};

struct sfp_value {
    uint8_t spelling; /* enum sfp_spelling */
    uint8_t home;     /* enum sfp_value_home */
    uint8_t width;    /* in bits */
    uint8_t bytes;    /* SFP_HOME_FIELD */
    uint8_t lsb;      /* SFP_HOME_CONFIG */
    uint8_t field;    /* SFP_HOME_CONFIG: enum sfp_config_field */
    uint16_t stride;  /* SFP_HOME_FIELD */
    size_t offset;
};

/* Words of 32 bits at `offset`: one array, or `rows` arrays in an array. */
struct sfp_words {
    size_t offset;
    unsigned rows;  /* 0: not nested */
    unsigned count; /* of one array */
    bool lanes;     /* one value may stand for all of an array */
    uint32_t max;
};

enum sfp_member_kind {
    SFP_MEMBER_ARCH,
    SFP_MEMBER_VALUE,
    SFP_MEMBER_WORDS,
    SFP_MEMBER_OBJECT,
    SFP_MEMBER_FAMILY, /* an array of objects, one for each of `entries` */
    SFP_MEMBER_STACK,  /* an array of objects, as many as the stack counter says, entry i in slot i & 7 */
    SFP_MEMBER_CYCLES, /* these two come from a run's results; the reader ignores them */
    SFP_MEMBER_HAZARDS,
};

struct sfp_member {
    const char *name;
    uint8_t object;  /* enum sfp_state_row: whose member it is */
    uint8_t kind;    /* enum sfp_member_kind */
    uint8_t entries; /* FAMILY */
    struct sfp_value value;
    struct sfp_words words;
};

extern const struct sfp_member sfp_state_members[SFP_STATE_ROWS];

/* The first member of `object` after `m`, or after `object` itself; NULL if there is none. */
const struct sfp_member *sfp_member_next(const struct sfp_member *object, const struct sfp_member *m);

/* A single value; `entry` selects the object of a FAMILY or the slot of the STACK it is in. sfp_value_set says false if
 * the arch lacks the field and the value is not 0. */
uint32_t sfp_value_get(const struct sfp_state *s, const struct sfp_value *value, unsigned entry);
bool sfp_value_set(struct sfp_state *s, const struct sfp_value *value, unsigned entry, uint32_t bits);

/* The words of row `row`. */
const uint32_t *sfp_words_at(const struct sfp_state *s, const struct sfp_words *words, unsigned row);

/* The name of a read-write counter in the JSON, by enum sfpu_counter; NULL after the last. And its value. */
const char *sfp_counter_name(unsigned counter);
uint32_t sfp_counter_get(const struct sfp_state *s, unsigned counter);

#endif
