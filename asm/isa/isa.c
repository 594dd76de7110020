/* The instruction table as data, and lookups in it. */
#include "isa.h"

#include "modes.h"
#include "base/names.h"

#include <string.h>
#include <strings.h>

/* The VD fields with which SFPCONFIG writes a target, as a mask. */
enum {
    READ_ONLY = 1, WRITE_ONLY = 2, READ_WRITE = READ_ONLY | WRITE_ONLY, COMBINES = 4,
    CONFIG_TARGETS = 0
#define TARGET(first, count, name, access, ...) | ((access) & WRITE_ONLY ? ((1 << (count)) - 1) << (first) : 0)
#include "modes.def"
};

const struct sfp_insn sfp_isa[] = {
#define INSN(name, ...) {.id = SFP_I_##name, __VA_ARGS__},
#define VARIANT(name, ...) {.id = SFP_I_##name, __VA_ARGS__},
#include "isa.def"
#undef INSN
#undef VARIANT
};

const size_t sfp_isa_rows = sizeof sfp_isa / sizeof sfp_isa[0];

static void enter_name(uint8_t *slots, uint32_t hash, size_t row)
{
    uint32_t slot = hash % SFP_NAME_SLOTS;

    while (slots[slot])
        slot = (slot + 1) % SFP_NAME_SLOTS;
    slots[slot] = (uint8_t)(row + 1);
}

void sfp_index_init(struct sfp_index *index, enum sfp_arch arch)
{
    memset(index, 0, sizeof *index);
    index->arch = arch;
    for (size_t i = 0; i < sfp_isa_rows; i++) {
        const struct sfp_insn *insn = &sfp_isa[i];

        if (!sfp_row_is_of(insn->arch, arch))
            continue;
        index->by_opcode[insn->opcode] = insn;
        enter_name(index->gnu_slots, hash_caseless(insn->gnu, insn->gnu_length), index->count);
        enter_name(index->macro_slots, hash_of(insn->macro, insn->macro_length), index->count);
        index->rows[index->count++] = insn;
    }
}

const struct sfp_insn *sfp_insn_by_gnu(const struct sfp_index *index, const char *name, size_t length)
{
    for (uint32_t slot = hash_caseless(name, length) % SFP_NAME_SLOTS; index->gnu_slots[slot];
         slot = (slot + 1) % SFP_NAME_SLOTS) {
        const struct sfp_insn *insn = index->rows[index->gnu_slots[slot] - 1];

        if (insn->gnu_length == length && strncasecmp(insn->gnu, name, length) == 0)
            return insn;
    }
    return NULL;
}

const struct sfp_insn *sfp_insn_by_macro(const struct sfp_index *index, const char *name, size_t length)
{
    for (uint32_t slot = hash_of(name, length) % SFP_NAME_SLOTS; index->macro_slots[slot];
         slot = (slot + 1) % SFP_NAME_SLOTS) {
        const struct sfp_insn *insn = index->rows[index->macro_slots[slot] - 1];

        if (insn->macro_length == length && memcmp(insn->macro, name, length) == 0)
            return insn;
    }
    return NULL;
}

const struct sfp_operand *sfp_operand_of(const struct sfp_insn *insn, enum sfp_field field)
{
    for (const struct sfp_operand *operand = insn->ops; !sfp_operand_end(operand); operand++)
        if (operand->field == field)
            return operand;
    return NULL;
}

uint32_t sfp_operand_get(const struct sfp_operand *operand, uint32_t word)
{
    uint32_t value = sfp_bits(word, operand->lsb, operand->width);

    /* SFPLOADMACRO has bit 2 of VD in bit 0 of the word (sfpu-timing(7), Load part). */
    if (operand->kind == SFP_K_SPLIT)
        value |= sfp_bits(word, 0, 1) << operand->width;
    return value;
}

uint32_t sfp_operand_put(const struct sfp_operand *operand, uint32_t value)
{
    uint32_t word = sfp_bits(value, 0, operand->width) << operand->lsb;

    if (operand->kind == SFP_K_SPLIT)
        word |= value >> operand->width;
    else if (operand->kind == SFP_K_HALFWORD)
        word = value << operand->lsb;
    return word;
}

uint32_t sfp_operand_mask(const struct sfp_operand *operand)
{
    return sfp_bits(UINT32_MAX, 0, operand->width) << operand->lsb;
}

uint32_t sfp_field(const struct sfp_insn *insn, uint32_t word, enum sfp_field field)
{
    const struct sfp_operand *operand = sfp_operand_of(insn, field);

    return operand ? sfp_operand_get(operand, word) : 0;
}

uint32_t sfp_reserved_bits(const struct sfp_insn *insn)
{
    uint32_t named = 0;

    for (const struct sfp_operand *operand = insn->ops; !sfp_operand_end(operand); operand++)
        if (operand->kind != SFP_K_RESERVED)
            named |= sfp_operand_mask(operand);
    return sfp_bits(~named, 0, SFP_FIELD_BITS);
}

uint32_t sfp_zero_bits(const struct sfp_insn *insn)
{
    uint32_t used = 0;

    for (const struct sfp_operand *operand = insn->ops; !sfp_operand_end(operand); operand++)
        if (operand->kind != SFP_K_RESERVED && operand->kind != SFP_K_ZERO)
            used |= sfp_operand_mask(operand) & ~(operand->unused << operand->lsb);
    return sfp_bits(~used, 0, SFP_FIELD_BITS);
}

static const struct sfp_operand *mode_operand(const struct sfp_insn *insn)
{
    return sfp_operand_of(insn, SFP_F_MOD);
}

unsigned sfp_mode(const struct sfp_insn *insn, uint32_t word)
{
    const struct sfp_operand *operand = mode_operand(insn);

    return operand ? sfp_operand_get(operand, word) : 0;
}

unsigned sfp_latency(const struct sfp_insn *insn, enum sfp_arch arch, unsigned mode)
{
    static const struct {
        uint8_t id, arch, first, last, cycles;
    } rows[] = {
#define LATENCY(id, arch, first, last, cycles) {SFP_I_##id, arch, first, last, cycles},
#include "latency.def"
#undef LATENCY
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (rows[i].id == insn->id && sfp_row_is_of(rows[i].arch, arch) && mode >= rows[i].first && mode <= rows[i].last)
            return rows[i].cycles;
    return insn->unit != SFP_UNIT_NONE;
}

static const struct sfp_insn *find_insn_by_id(const struct sfp_index *index, enum sfp_id id)
{
    for (size_t i = 0; i < index->count; i++)
        if (index->rows[i]->id == id)
            return index->rows[i];
    return NULL;
}

uint32_t sfp_word_with(const struct sfp_insn *insn, uint32_t word, enum sfp_field field, uint32_t value)
{
    const struct sfp_operand *operand = sfp_operand_of(insn, field);

    return (word & ~sfp_operand_mask(operand)) | sfp_operand_put(operand, value);
}

uint32_t sfp_word_made(const struct sfp_index *index, enum sfp_id id, const struct field_value *values, size_t count)
{
    const struct sfp_insn *insn = find_insn_by_id(index, id);
    uint32_t word = (uint32_t)insn->opcode << SFP_OPCODE_LSB;

    for (size_t i = 0; i < count; i++)
        word |= sfp_operand_put(sfp_operand_of(insn, values[i].field), values[i].value);
    return word;
}

const char *sfp_field_name(enum sfp_field field)
{
    static const char *const names[] = {
#define FIELD(id, name) name,
#include "fields.def"
#undef FIELD
    };

    return names[field];
}

const char *sfp_unit_name(enum sfp_unit unit)
{
    static const char *const names[SFP_UNITS] = {
        [SFP_UNIT_NONE] = "none", [SFP_UNIT_SIMPLE] = "simple", [SFP_UNIT_MAD] = "mad",
        [SFP_UNIT_ROUND] = "round", [SFP_UNIT_STORE] = "store", [SFP_UNIT_LOAD] = "load",
    };

    return names[unit];
}

char sfp_register_named(const char *text, size_t length, int64_t *number)
{
    const unsigned first = length > 1 ? (unsigned)text[1] - '0' : UINT8_MAX;
    const unsigned second = length > 2 ? (unsigned)text[2] - '0' : UINT8_MAX;

    if (length == 2 && text[0] == 'L' && first <= 9)
        *number = first;
    else if (length == 3 && text[0] == 'L' && first == 1 && second <= 5)
        *number = 10 + second;
    else if (length == 2 && text[0] == 'T' && first <= 3)
        *number = SFP_FIRST_TEMPLATE_VD + first;
    else
        return '\0';
    return text[0];
}
