/* Calls of the vendor's small functions, those of helpers.def: their words, at the call. */
#include "c_form.h"

#include <string.h>

enum {
    MOST_WORDS = 3, /* of a helper */
    MOST_OPERANDS = 6,
    HALF = 16,
    HALF_MASK = 0xFFFF,
};

enum part { PART_NONE, PART_NUMBER, PART_ARGUMENT, PART_LOW, PART_HIGH };

struct helper_operand {
    enum part part;
    unsigned number; /* itself, or the argument's index */
};

struct helper_word {
    const char *macro;
    struct helper_operand operands[MOST_OPERANDS]; /* up to PART_NONE */
};

struct helper {
    const char *name;
    size_t arguments;
    uint8_t archs;
    struct helper_word words[MOST_WORDS]; /* up to one without a macro */
};

static const struct helper helpers[] = {
#define NUMBER(n) {PART_NUMBER, n}
#define ARGUMENT(n) {PART_ARGUMENT, n}
#define LOW(n) {PART_LOW, n}
#define HIGH(n) {PART_HIGH, n}
#define WORD(macro, ...) {macro, {__VA_ARGS__}}
#define HELPER(name, arguments, archs, ...) {name, arguments, archs, {__VA_ARGS__}},
#include "helpers.def"
#undef NUMBER
#undef ARGUMENT
#undef LOW
#undef HIGH
#undef WORD
#undef HELPER
};
enum { HELPERS = sizeof helpers / sizeof helpers[0] };

/* The helper that the token names, by its last part: kernels write the namespaces or not. */
static const struct helper *named(const struct c_parser *c)
{
    const size_t length = (size_t)(c->p - c->begin);
    const size_t last = c_last_part(c->begin, length);

    for (size_t i = 0; i < HELPERS; i++)
        if (helpers[i].archs & c->as->program->arch && strlen(helpers[i].name) == length - last &&
            memcmp(helpers[i].name, c->begin + last, length - last) == 0)
            return &helpers[i];
    return NULL;
}

bool c_is_helper(const struct c_parser *c)
{
    return (c->token == C_NAME || c->token == C_QUALIFIED) && named(c);
}

void c_helpers_offer(enum sfp_arch arch, struct nearest *search)
{
    for (size_t i = 0; i < HELPERS; i++)
        if (helpers[i].archs & arch)
            nearest_offer(search, helpers[i].name);
}

static struct operand operand_of(const struct helper_operand *part, const struct operand *arguments,
                                 struct place place)
{
    struct operand operand = {OPERAND_VALUE, value_of(part->number), place};

    if (part->part == PART_NUMBER)
        return operand;
    operand = arguments[part->number];
    if (part->part == PART_LOW)
        operand.value.number &= HALF_MASK;
    else if (part->part == PART_HIGH)
        operand.value.number = operand.value.number >> HALF & HALF_MASK;
    return operand;
}

/* False after an error. */
static bool emit(struct c_parser *c, const struct helper_word *word, const struct operand *arguments,
                 struct place place)
{
    struct operand operands[MOST_OPERANDS];
    const struct sfp_insn *insn;
    size_t count = 0;
    uint32_t bits;

    for (; count < MOST_OPERANDS && word->operands[count].part != PART_NONE; count++)
        operands[count] = operand_of(&word->operands[count], arguments, place);
    insn = sfp_insn_by_macro(&c->as->index, word->macro, strlen(word->macro));
    if (c->as->stopped || !statement_macro(c->as, insn, place, 0, operands, count, &bits))
        return false;
    emit_word(c->as, bits, place);
    return true;
}

void c_helper(struct c_parser *c)
{
    const struct helper *helper = named(c);
    const struct place place = c_place(c);
    struct c_operands args;

    if (!c_call_operands(c, &args))
        return;
    if (args.count != helper->arguments) {
        c_error(c, place, "%zu argument%s, where %s has %zu", args.count, args.count == 1 ? "" : "s", helper->name,
                helper->arguments);
        return;
    }
    for (size_t i = 0; i < MOST_WORDS && helper->words[i].macro; i++)
        if (!emit(c, &helper->words[i], args.operands, place))
            return;
}

/* ---- is_valid_instruction_mode ---- */

static bool is_mode(struct assembler *as, const char *name, int64_t number)
{
    struct constant_hit hit;

    return constants_find(&as->constants, as->program->arch, name, strlen(name), &hit) == CONSTANT_FOUND &&
           hit.hit->value == number;
}

struct value c_valid_mode(struct c_parser *c)
{
    static const char *const modes[] = {"InstrModLoadStore::INT32", "InstrModLoadStore::INT32_2S_COMP",
                                        "InstrModLoadStore::LO16"};
    struct value value;
    bool valid = false;

    c_next(c);
    value = c_parenthesised(c);
    if (c->failed || value.fault || !constants_needed(c->as))
        return value;
    for (size_t i = 0; i < sizeof modes / sizeof modes[0]; i++)
        valid = valid || is_mode(c->as, modes[i], value.number);
    return (struct value){.number = valid, .type = {1, false}};
}
