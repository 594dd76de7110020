/* The way into the C form from the flex scanner, and out to it. */
#include "c_form.h"
#include "front/scanner.h"

#include <string.h>

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static struct c_parser parser_at(struct assembler *as, struct place first)
{
    const struct frame *top = as->frames.top;
    struct c_parser c = {.as = as, .source = top->source, .text = top->text, .base = top->base};

    c_seek(&c, c.text + (first.begin - c.base));
    return c;
}

/* After a macro call outside braces: the end of its line or a semicolon. */
static void check_end(struct c_parser *c, size_t errors_before)
{
    const char *p = c->p;
    const char *end;

    for (;; p = end + 2) {
        p += strspn(p, " \t\r");
        end = p[0] == '/' && p[1] == '*' ? strstr(p + 2, "*/") : NULL;
        if (!end)
            break;
    }
    if (*p == '\0' || *p == '\n' || *p == ';' || *p == '#' || (p[0] == '/' && (p[1] == '/' || p[1] == '*')))
        return;
    c_seek(c, p);
    if (c->as->errors == errors_before)
        c_unexpected(c, "the end of the statement");
    else
        c_fail(c); /* One error for the statement is enough. */
}

/* Skips blanks, ends of lines, and // comments unless a warning about them is wanted. */
static const char *skip_line_ends(const struct assembler *as, const char *p)
{
    for (;;) {
        p += strspn(p, " \t\r\n");
        if (p[0] != '/' || p[1] != '/' || as->options->warnings.on[SFP_W_GNU])
            return p;
        p += strcspn(p, "\n");
    }
}

/* Goes on to the next line's macro call, if that is what follows: the scanner and the grammar need not see it. */
static bool next_macro(struct c_parser *c)
{
    const char *p = c->p;

    if (c->failed || c->as->stopped)
        return false;
    p = skip_line_ends(c->as, p + (*p == ';'));
    if (p == c->p || *p != 'T')
        return false;
    c_seek(c, p);
    return sfp_macro_prefix(c->begin, (size_t)(c->p - c->begin)).kind == SFP_MACRO_STATEMENT &&
           !macro_exists(c->as, c->begin, (size_t)(c->p - c->begin));
}

/* Macro calls outside braces, one after another, or another statement. Returns where the scanner goes on. */
static const char *run(struct c_parser *c, bool macro)
{
    const char *last;

    for (;;) {
        const char *begin = c->begin;
        const size_t errors = c->as->errors;

        c_statement(c);
        if (!c->failed && (macro || c->token == ')'))
            check_end(c, errors);
        if (c->failed)
            return c_recover(c, begin, true);
        last = c->p;
        if (!macro || !next_macro(c))
            return last;
    }
}

void c_run(struct assembler *as, void *scanner, struct place first)
{
    struct c_parser c = parser_at(as, first);
    const bool macro = sfp_macro_prefix(c.begin, (size_t)(c.p - c.begin)).kind == SFP_MACRO_STATEMENT;
    const char *end;

    as->c.depth = 1;
    if (!macro)
        report_gnu(as, c_place(&c), "GNU as has no C statements");
    end = run(&c, macro);
    as->c.depth = 0;
    as->scan.statement_start = true;
    as->scan.label_next = false;
    scanner_skip(as, scanner, end);
}

struct value c_run_word(struct assembler *as, void *scanner, struct place first)
{
    struct c_parser c = parser_at(as, first);
    const char *begin = c.begin;
    struct value value;

    as->c.depth++;
    value = c_word_macro(&c);
    as->c.depth--;
    scanner_skip(as, scanner, c.failed ? c_recover(&c, begin, true) : c.p);
    return value;
}

/* ---- Where C starts ---- */

/* Behind ++ or --: an operand of an instruction, whose signs they are? */
static bool operand_follows(const char *p)
{
    p += strspn(p, " \t");
    return is_letter(*p) || (*p >= '0' && *p <= '9') || *p == '(';
}

/* What follows a name that is neither a word of C nor a mnemonic makes it C. */
static bool continues_as_c(const char *p)
{
    static const char *const operators[] = {"++", "--", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="};

    if (*p == '(' || *p == '<' || *p == '[')
        return true;
    p += strspn(p, " \t");
    if (*p == '{')
        return true;
    if (!is_letter(*p)) {
        for (size_t i = 0; *p && strchr("+-*/%&|^<>", *p) && i < sizeof operators / sizeof operators[0]; i++)
            if (strncmp(p, operators[i], strlen(operators[i])) == 0)
                return operators[i][1] == '=' || operators[i][2] == '=' || !operand_follows(p + 2);
        return false;
    }
    /* Two names and an equals sign. */
    while (is_letter(*p) || (*p >= '0' && *p <= '9'))
        p++;
    p += strspn(p, " \t");
    return *p == '=' && p[1] != '=';
}

/* Mnemonics start so; the words of C that do too are told apart. */
static bool may_be_mnemonic(const char *text, size_t length)
{
    return ((text[0] | 32) == 's' && (text[1] | 32) == 'f' && (text[2] | 32) == 'p' && text[length - 1] != '_' &&
            !(length > 5 && text[4] == '_')) || ((text[0] | 32) == 't' && (text[1] | 32) == 't');
}

/* Is the name's meaning, as a word or an integer of C, told by what follows at `p`? */
static bool starts_as_c(struct assembler *as, const char *text, size_t length, const char *after)
{
    if (c_word(text, length) != WORD_NONE)
        return *after != '=' || after[1] == '=';
    if (symbol_of_c(as, text, length) && *after == '=')
        return true;
    return continues_as_c(text + length) && !sfp_insn_by_gnu(&as->index, text, length);
}

bool c_starts(struct assembler *as, const char *text, size_t length)
{
    const char *after = text + length + strspn(text + length, " \t");

    if (sfp_macro_prefix(text, length).kind == SFP_MACRO_STATEMENT)
        return true;
    if (*after == ':' && after[1] != ':')
        return false;
    if (as->options->gnu_strict)
        return *after != ':' && *after != '=' && c_word(text, length) != WORD_NONE;
    if (length > 2 && may_be_mnemonic(text, length))
        return continues_as_c(text + length) && !sfp_insn_by_gnu(&as->index, text, length);
    return starts_as_c(as, text, length, after);
}
