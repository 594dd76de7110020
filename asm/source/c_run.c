/* The entry to the C form from the flex scanner, and the return to it. */
#include "c_entry.h"

#include "assembly/texts.h"
#include "c_form.h"
#include "assembly/macros.h"

#include <string.h>

/* Makes a parser at the token that begins at `first`. */
static struct c_parser parser_at(struct assembler *as, struct place first, bool quiet)
{
    const struct frame *top = as->frames.top;
    struct c_parser c = {.as = as, .source = top->source, .text = top->text, .base = top->base, .errors = as->errors,
                         .quiet = quiet};

    c_seek(&c, c.text + (first.begin - c.base));
    return c;
}

/* Checks that a macro call outside braces is followed by a line's end or a semicolon. */
static void check_end(struct c_parser *c)
{
    struct c_parser ahead = c_ahead(c);

    if (ahead.token == C_END || ahead.token == ';' || c_starts_line(c, ahead.begin))
        return;
    c_next(c);
    c_unexpected(c, "the end of the statement");
}

/* Goes on to a macro call on the next line. Returns false if no such call follows. Saves the scanner and the grammar
 * the work. */
static bool next_macro(struct c_parser *c)
{
    const char *p = c->p + (*c->p == ';');

    p += strspn(p, " \t\r\n");
    if (c->as->stopped || p == c->p || *p != 'T')
        return false;
    c_seek(c, p);
    return c_prefix(c).kind == SFP_MACRO_STATEMENT && !macro_exists(c->as, c->begin, c_length(c));
}

/* Assembles consecutive macro calls outside braces, or one other statement. Returns where the scanner continues. */
static const char *run_statements(struct c_parser *c, bool macro)
{
    const char *begin;
    const char *end;

    do {
        begin = c->begin;
        c_statement(c);
        end = c->p;
        if (!c->failed && c->token != ';' && c->token != '}')
            check_end(c);
        if (c->failed)
            return c_recover(c, begin, true);
    } while (macro && next_macro(c));
    return end;
}

void c_run(struct assembler *as, void *scanner, struct place first)
{
    struct c_parser c = parser_at(as, first, false);
    const bool macro = c_prefix(&c).kind == SFP_MACRO_STATEMENT;
    const char *end;

    as->c.depth = 1;
    if (!macro)
        report_gnu(as, c_place(&c), "GNU as has no C statements");
    end = run_statements(&c, macro);
    as->c.depth = 0;
    as->scan.statement_start = true;
    as->scan.label_next = false;
    scanner_skip(as, scanner, end);
}

struct value c_run_word(struct assembler *as, void *scanner, struct place first)
{
    struct c_parser c = parser_at(as, first, false);
    const char *begin = c.begin;
    struct value value;

    as->c.depth++;
    value = c_word_macro(&c);
    as->c.depth--;
    scanner_skip(as, scanner, c.failed ? c_recover(&c, begin, true) : c.p);
    return value;
}

/* ---- Where C starts ---- */

/* Does the token after a name make a C statement? The name is neither a word of C nor a mnemonic. */
static bool goes_on_as_c(const struct c_parser *c, const char *name_end)
{
    const struct c_parser next = c_ahead(c);

    if (c_starts_line(c, c->begin))
        return false;
    if (c->token == '(' || c->token == '<' || c->token == '[')
        return c->begin == name_end;
    if (c->token == C_NAME)
        return next.token == C_ASSIGN && next.operator == OP_NONE;
    if (c->token == C_STEP) /* a step, unless ++ or -- are signs of an operand */
        return c_starts_line(c, next.begin) || !(c_names(&next) || next.token == C_NUMBER || next.token == '(');
    return c->token == '{' || (c->token == C_ASSIGN && c->operator != OP_NONE);
}

bool c_starts(struct assembler *as, struct place name)
{
    const char *text = place_text(name);
    const size_t length = place_length(name);
    struct c_parser c;
    unsigned word;
    bool sets;

    if (sfp_macro_prefix(text, length).kind == SFP_MACRO_STATEMENT)
        return true;
    if (text[length] == '\n' || text[length] == '\0')
        return c_word(text, length);
    name.begin = name.end;
    c = parser_at(as, name, true);
    sets = c.token == C_ASSIGN && c.operator == OP_NONE;
    word = c_word(text, length);
    if (c.token == ':' || (word && sets))
        return false;
    if (word || as->options->gnu_strict)
        return word;
    return (sets && symbol_of_c(as, text, length)) ||
           (goes_on_as_c(&c, text + length) && !sfp_insn_by_gnu(&as->index, text, length));
}
