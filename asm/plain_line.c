/*
 * The common statement, read by hand: a mnemonic, then registers and numbers
 * between commas. Most lines of a program are that and take a third of the
 * time this way. Whatever else a line holds is left to the scanner and the
 * parser, which also find out what is wrong with it.
 */
#include "assembler.h"
#include "literal.h"

#include <ctype.h>

static const char *skip_blanks(const char *p)
{
    while (*p == ' ' || *p == '\t' || *p == '\r')
        p++;
    return p;
}

static bool in_word(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '\'' || c == '.' || c == '$';
}

static bool is_end(const char *p)
{
    return *p == '\n' || *p == ';' || *p == '#' || (*p == '/' && p[1] == '/');
}

/* Reads the operand at `p` up to its end, which is returned; NULL if it is none of these or more belongs to it. */
static const char *read_operand(struct assembler *as, const char *p, struct operand *operand)
{
    const bool minus = *p == '-';
    const char *word = p + minus;
    const char *end = word;
    const char *after;
    bool c_only;

    while (in_word(*end))
        end++;
    after = skip_blanks(end);
    if (*after != ',' && !is_end(after))
        return NULL;
    operand->kind = OPERAND_VALUE;
    operand->value = value_of(0);
    if (isdigit((unsigned char)*word)) {
        if (literal_integer(word, (size_t)(end - word), &operand->value.number, &c_only) || c_only)
            return NULL;
        if (minus)
            operand->value = value_unary(OP_NEGATE, &operand->value);
        return end;
    }
    switch (minus ? '\0' : literal_register(word, (size_t)(end - word), &operand->value.number)) {
    case 'L':
        operand->kind = OPERAND_REGISTER;
        return end;
    case 'T':
        operand->kind = OPERAND_TEMPLATE;
        return as->options->gnu_strict || symbol_is_own(as, word, (size_t)(end - word)) ? NULL : end;
    default:
        return NULL;
    }
}

const char *plain_line(struct assembler *as, struct place name, size_t *count)
{
    const char *text = as->top->text + (name.begin - as->top->base);
    const char *p = skip_blanks(text + place_length(name));
    const size_t before = as->operand_count;

    if (!sfp_insn_by_gnu(&as->index, text, place_length(name)))
        return NULL;
    for (bool more = !is_end(p); more;) {
        struct operand operand;
        const char *end = read_operand(as, p, &operand);

        if (!end) {
            as->operand_count = before;
            return NULL;
        }
        operand.place = (struct place){.source = name.source,
                                       .begin = name.begin + (uint32_t)(p - text),
                                       .end = name.begin + (uint32_t)(end - text)};
        operand_push(as, operand.kind, operand.value, operand.place);
        p = skip_blanks(end);
        more = *p == ',';
        if (more)
            p = skip_blanks(p + 1);
    }
    *count = as->operand_count - before;
    return p;
}
