/*
 * A fast path for the common statement: a mnemonic, then registers and numbers between commas. Most lines of a program
 * are such statements, and take a third of the time this way. The scanner and the parser read all other lines, and
 * report errors.
 */
#include "assembly/assembler.h"

#include "assembly/encode.h"
#include "base/literal.h"

static const char *skip_line_blanks(const char *p)
{
    while (*p == ' ' || *p == '\t' || *p == '\r')
        p++;
    return p;
}

static bool in_word(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '\'' ||
           c == '.' || c == '$';
}

static bool is_statement_end(const char *p)
{
    return *p == '\n' || *p == ';' || *p == '#' || (*p == '/' && p[1] == '/');
}

/* Reads a register or number at `p`. Returns its end, or NULL for any other operand. */
static const char *read_plain_operand(struct assembler *as, const char *p, enum operand_kind *kind, int64_t *number)
{
    const bool minus = *p == '-';
    const char *word = p + minus;
    const char *end = word;
    const char *after;
    bool c_only;

    while (in_word(*end))
        end++;
    after = skip_line_blanks(end);
    if (*after != ',' && !is_statement_end(after))
        return NULL;
    if (*word >= '0' && *word <= '9') {
        if (literal_integer(word, (size_t)(end - word), number, &c_only) || c_only)
            return NULL;
        if (minus)
            *number = -*number;
        *kind = OPERAND_VALUE;
        return end;
    }
    switch (minus ? '\0' : sfp_register_named(word, (size_t)(end - word), number)) {
    case 'L':
        *kind = OPERAND_REGISTER;
        return end;
    case 'T':
        *kind = OPERAND_TEMPLATE;
        return as->options->gnu_strict || symbol_is_own(as, word, (size_t)(end - word)) ? NULL : end;
    default:
        return NULL;
    }
}

/* Reads the operands at `p`, of the statement that starts with `name` at `text`. Returns the statement's end, or
 * NULL if an operand is not a register or number. */
static const char *read_plain_operands(struct assembler *as, struct place name, const char *text, const char *p)
{
    for (bool more = !is_statement_end(p); more;) {
        enum operand_kind kind;
        int64_t number;
        const char *end = read_plain_operand(as, p, &kind, &number);
        struct operand *operand;
        struct place place;

        if (!end)
            return NULL;
        place = (struct place){name.source, name.begin + (uint32_t)(p - text), name.begin + (uint32_t)(end - text)};
        operand = operand_new(as, place);
        if (!operand)
            return NULL;
        operand->kind = kind;
        operand->value = (struct value){.number = number};
        operand->place = place;
        p = skip_line_blanks(end);
        more = *p == ',';
        if (more)
            p = skip_line_blanks(p + 1);
    }
    return p;
}

const char *plain_line(struct assembler *as, struct place name, size_t *count)
{
    const char *text = as->frames.top->text + (name.begin - as->frames.top->base);
    const size_t before = as->statement->count;
    const char *end;

    if (!sfp_insn_by_gnu(&as->index, text, place_length(name)))
        return NULL;
    end = read_plain_operands(as, name, text, skip_line_blanks(text + place_length(name)));
    if (!end) {
        as->statement->count = before;
        return NULL;
    }
    *count = as->statement->count - before;
    return end + (*end == '\n');
}
