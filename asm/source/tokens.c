/* Turns matched text into tokens: names, numbers, blocks, and the raw rest of a statement. */
#include "tokens.h"

#include "assembly/texts.h"
#include "directive.h"
#include "isa/modes.h"
#include "base/literal.h"

#include <string.h>
#include <strings.h>

/* Returns whether this is the statement's first faulty token; only that token is reported. */
static bool is_first_fault(struct assembler *as)
{
    const bool first = !as->scan.faulty;

    as->scan.faulty = true;
    return first;
}

void begin_block(struct assembler *as, uint32_t offset)
{
    as->scan.block_next = false;
    as->scan.block_begin = offset;
    as->scan.block_depth = 1;
    as->scan.block_line_start = true;
}

static int directive_token(const char *name, size_t length)
{
    const struct directive *directive = directive_find(name, length);

    return directive ? directive->token : 0;
}

/* Returns the token of the directive that ends the block that `token` opens, or 0 if `token` opens no block. */
static int block_end(int token)
{
    return token == TOK_DEFINE ? TOK_ENDM : token == TOK_REPT || token == TOK_IRP ? TOK_ENDR : 0;
}

bool block_word(struct assembler *as, const char *text, size_t length)
{
    const int token = directive_token(text, length);

    if (token == as->scan.block_ends)
        return --as->scan.block_depth == 0;
    if (block_end(token) == as->scan.block_ends)
        as->scan.block_depth++;
    return false;
}

int skip_token(struct assembler *as, struct place place)
{
    const struct directive *directive = directive_find(place_text(place), place_length(place));
    const bool first = as->scan.block_line_start;

    as->scan.block_line_start = false;
    if (as->scan.section_skipped && first && directive && directive->token == TOK_SECTION) {
        as->scan.skipping = as->scan.section_skipped = false;
        as->scan.raw_next = directive->raw;
        return directive->token;
    }
    if (as->scan.section_skipped || !first || !directive || !condition_skip(as, place, directive->token))
        return 0;
    as->scan.raw_next = directive->raw;
    return directive->token;
}

/* ---- The raw rest of a statement, as one token ---- */

void raw_add(struct assembler *as, struct place place)
{
    if (as->scan.raw_begin == UINT32_MAX)
        as->scan.raw_begin = place.begin;
    as->scan.raw_end = place.end;
}

/* Returns the token. If the rest is empty, *place is already the statement's end. */
int raw_token(struct assembler *as, struct place *place)
{
    if (as->scan.raw_begin != UINT32_MAX) {
        place->begin = as->scan.raw_begin;
        place->end = as->scan.raw_end;
    }
    as->scan.raw_begin = UINT32_MAX;
    as->scan.raw_next = false;
    return TOK_RAW;
}

void end_text(struct assembler *as, struct place *place)
{
    place->source = as->frames.top->source;
    place->begin = place->end = as->frames.top->base + (uint32_t)as->frames.top->size;
}

/* ---- Names ---- */

/* Is a statement's first name, with `after` following, a directive, macro or mnemonic rather than a label or an
 * assigned symbol? */
static bool names_statement(const char *after)
{
    after += strspn(after, " \t");
    return *after != ':' && *after != '=';
}

/* Reports a symbol in quotes that a directive sets, and makes it known. Returns whether it reported. */
static bool report_quoted_symbol(struct assembler *as, const struct directive *directive, struct place place)
{
    const char *after = place_text(place) + place_length(place);
    const char *quote = after + strspn(after, " \t");
    const size_t length = *quote == '"' ? strcspn(quote + 1, "\"\n") : 0;
    struct place symbol = place;

    if ((directive->token != TOK_SET && directive->token != TOK_EQUIV) || length == 0 || quote[length + 1] != '"')
        return false;
    symbol.begin = place.end + (uint32_t)(quote - after);
    symbol.end = symbol.begin + (uint32_t)length + 2;
    if (is_first_fault(as))
        report_error(as, symbol, "quoted symbol names are not supported");
    symbol.begin++;
    symbol.end--;
    symbol_fail(as, symbol);
    return true;
}

/* Reports a directive that stands in a schedule where it may not, or outside a schedule where it means nothing.
 * Returns whether it reported. */
static bool report_side(struct assembler *as, struct place place, const struct directive *directive)
{
    const bool outside = as->scan.table == 0;
    const char *wrong = NULL;

    if (outside && directive->stands == STANDS_TABLE)
        wrong = "stands between '.schedule' and '.endschedule'";
    else if (!outside && (directive->stands == STANDS_WORDS || directive->stands == STANDS_STRETCH))
        wrong = "cannot stand in a schedule, which '.endschedule' ends";
    if (wrong && is_first_fault(as))
        report_error(as, place, "'%.*s' %s", place_precision(place), place_text(place), wrong);
    return wrong;
}

/* Returns the token of a directive's name. Returns 0 for an .elseif after a taken branch: skipping begins. */
static int directive_name(struct assembler *as, const struct directive *directive, struct place place)
{
    const int token = directive->token;

    if (token == TOK_ELSEIF && condition_elseif_skipped(as, place))
        return 0;
    if (report_quoted_symbol(as, directive, place))
        return TOKEN_INVALID;
    as->scan.table += token == TOK_SCHEDULE;
    as->scan.table -= token == TOK_ENDSCHEDULE && as->scan.table > 0;
    if (report_side(as, place, directive))
        return TOKEN_INVALID;
    as->scan.raw_next = directive->raw;
    if (block_end(token)) {
        as->scan.block_next = true;
        as->scan.block = place;
        as->scan.block_ends = block_end(token);
    }
    return token;
}

/* Returns the token of a statement's first name, which is not a label or assigned symbol. Returns TOK_NAME for names
 * without special meaning. */
static int first_name(struct assembler *as, void *scanner, const char *text, union sfp_yyvalue *value,
                      struct place place)
{
    const size_t length = place_length(place);
    const struct directive *directive = text[0] == '.' ? directive_find(text, length) : NULL;
    const char *end;

    if (directive)
        return directive_name(as, directive, place);
    as->scan.raw_next = text[0] == '.' || macro_exists(as, text, length);
    if (as->scan.raw_next)
        return macro_exists(as, text, length) ? TOK_USER_MACRO : TOK_UNKNOWN;
    end = plain_line(as, place, &value->count);
    if (!end)
        return TOK_NAME;
    scanner_skip(as, scanner, end);
    as->scan.label_next = false;
    as->scan.statement_start = true;
    return TOK_PLAIN;
}

int c_token(struct assembler *as, struct place place)
{
    if (!as->options->gnu_strict ||
        sfp_macro_prefix(place_text(place), place_length(place)).kind == SFP_MACRO_STATEMENT)
        return TOK_C;
    if (is_first_fault(as))
        report_gnu(as, place, "GNU as has no C statements");
    return TOKEN_INVALID;
}

/* Does a list with a comma follow in parentheses? No expression contains such a list. */
static bool is_argument_list(const char *p)
{
    unsigned depth = 1;

    p += strspn(p, " \t");
    if (*p != '(')
        return false;
    for (p++; depth > 0 && *p && *p != '\n' && *p != ';'; p++) {
        if (*p == ',' && depth == 1)
            return true;
        depth += *p == '(';
        depth -= *p == ')';
    }
    return false;
}

/* Reports an instruction written like a macro without its prefix. Returns whether it reported. */
static bool report_bare_macro(struct assembler *as, struct place place)
{
    const char *text = place_text(place);
    const struct sfp_insn *insn = sfp_insn_by_gnu(&as->index, text, place_length(place));

    if (!insn || as->options->gnu_strict || !is_argument_list(text + place_length(place)))
        return false;
    if (is_first_fault(as))
        report_error(as, place, "'%.*s' takes no parentheses; did you mean 'TTI_%s'?", place_precision(place), text,
                     insn->macro);
    return true;
}

/* Does the statement begin with a RISC-V instruction? If an operand is a register of the vector unit, the name is a
 * misspelt vector instruction instead. */
static bool is_riscv(struct place place)
{
    const char *after = place_text(place) + place_length(place);
    int64_t number;

    after += strspn(after, " \t");
    return gnu_is_riscv(place_text(place), place_length(place)) &&
           sfp_register_named(after, strspn(after, "LT0123456789"), &number) == '\0';
}

/* Does an instruction of this name take a floating-point number in a mode? */
static bool takes_float(const struct assembler *as, const char *text, size_t length)
{
    const struct sfp_insn *insn = as->options->gnu_strict ? NULL : sfp_insn_by_gnu(&as->index, text, length);

    return insn && sfp_float_modes(insn);
}

int name_token(struct assembler *as, void *scanner, const char *text, union sfp_yyvalue *value, struct place place)
{
    const size_t length = place_length(place);
    const bool first = as->scan.statement_start;

    as->scan.statement_start = false;
    as->scan.label_next = first;
    if (first) {
        const bool names = names_statement(text + length);
        int token;

        as->scan.floats = false;
        token = names ? first_name(as, scanner, text, value, place) : TOK_NAME;

        as->scan.names_only = !names || (text[0] == '.' && token != TOK_ROTATE && token != TOK_CARRIED);
        if (token != TOK_NAME)
            return token;
        as->scan.floats = names && takes_float(as, text, length);
    }
    if (first && c_starts(as, place))
        return c_token(as, place);
    if (first && report_bare_macro(as, place))
        return TOKEN_INVALID;
    if (first && names_statement(text + length) && is_riscv(place)) {
        as->scan.raw_next = true;
        return TOK_RISCV;
    }
    return sfp_macro_prefix(text, length).kind == SFP_MACRO_WORD ? TOK_WORD_MACRO : TOK_NAME;
}

bool starts_row(struct assembler *as, const char *text, size_t length)
{
    return text[0] != '.' && !macro_exists(as, text, length);
}

bool is_header(const char *text, size_t length)
{
    return length == 1 && text[0] == 't' && text[1 + strspn(text + 1, " \t")] == '|';
}

void count_bracket(struct assembler *as, char bracket)
{
    if (bracket == '(')
        as->scan.brackets++;
    else if (as->scan.brackets > 0)
        as->scan.brackets--;
}

int64_t extra_field(char letter)
{
    static const enum sfp_field fields[] = {SFP_F_VA, SFP_F_VB, SFP_F_VC, SFP_F_VD};

    return fields[letter - 'a'];
}

static const char old_suffix[] = ".old";

/* Does the name end in .old? */
static bool is_old_register(const char *text, size_t length)
{
    const size_t suffix = strlen(old_suffix);

    return length > suffix && memcmp(text + length - suffix, old_suffix, suffix) == 0;
}

/* Returns the token of the register named without .old, or TOK_NAME if the name is not a register. */
static int old_register_token(struct assembler *as, const char *text, size_t length, union sfp_yyvalue *value)
{
    static const char staging[] = "L16";

    if (schedule_rotation(as, text, length, &value->number))
        return TOK_ROTATING;
    if (length == strlen(staging) && memcmp(text, staging, length) == 0)
        value->number = SFP_STAGING_LREG;
    else if (sfp_register_named(text, length, &value->number) != 'L')
        return TOK_NAME;
    return TOK_REGISTER;
}

int cell_token(struct assembler *as, const char *text, union sfp_yyvalue *value, struct place place)
{
    const size_t length = place_length(place);

    if (schedule_rotation(as, text, length, &value->number))
        return TOK_ROTATING;
    if (is_old_register(text, length)) {
        as->schedules->written.old = true;
        return old_register_token(as, text, length - strlen(old_suffix), value);
    }
    if (sfp_macro_prefix(text, length).kind == SFP_MACRO_STATEMENT)
        return TOK_CELL_MACRO;
    if (sfp_macro_prefix(text, length).kind == SFP_MACRO_WORD)
        return TOK_WORD_MACRO;
    as->scan.floats |= takes_float(as, text, length);
    return TOK_NAME;
}

/* Returns the token of L0, T0 and similar names after a statement's start. GNU as knows L0 only as an instruction's
 * operand, and has no T0. */
int register_token(struct assembler *as, const char *text, size_t length, union sfp_yyvalue *value)
{
    const char letter = sfp_register_named(text, length, &value->number);

    if (as->scan.names_only)
        return TOK_NAME;
    if (letter == 'L')
        return TOK_REGISTER;
    return as->options->gnu_strict || symbol_is_own(as, text, length) ? TOK_NAME : TOK_TEMPLATE;
}

/* Reads a floating-point number, with or without a suffix of C or C++. Returns false if the text is not a number. */
static bool read_float(struct place place, struct written_float *read)
{
    enum { LONGEST = 64 };
    char text[LONGEST + 1];
    char *end;

    if (place_length(place) > LONGEST)
        return false;
    memcpy(text, place_text(place), place_length(place));
    text[place_length(place)] = '\0';
    read->number = literal_float(text, &end);
    read->suffix = sfp_float_suffix(end);
    return *end == '\0' || strcasecmp(end, "f") == 0 || read->suffix;
}

int float_token(struct assembler *as, union sfp_yyvalue *value, struct place place)
{
    as->scan.statement_start = false;
    if (as->scan.floats && read_float(place, &value->real))
        return TOK_FLOAT;
    if (is_first_fault(as))
        report_error(as, place, "a floating-point number, where an integer is wanted");
    return TOKEN_INVALID;
}

/* Returns TOK_NAME for a number before a ':', a label; TOK_LOCAL for 1b; an error for 1f; TOK_NUMBER for other
 * numbers. */
static int local_token(struct assembler *as, const char *text, struct place place)
{
    const size_t length = place_length(place);
    const size_t digits = strspn(text, "0123456789");

    if (as->scan.statement_start && digits == length && text[length + strspn(text + length, " \t")] == ':') {
        as->scan.label_next = true;
        return TOK_NAME;
    }
    if (digits + 1 != length || (text[digits] != 'b' && text[digits] != 'f'))
        return TOK_NUMBER;
    if (text[digits] == 'b')
        return TOK_LOCAL;
    if (is_first_fault(as))
        report_error(as, place, "'%.*s' is a label after this; a name must be defined before its use",
                     place_precision(place), place_text(place));
    return TOKEN_INVALID;
}

int number_token(struct assembler *as, const char *text, union sfp_yyvalue *value, struct place place)
{
    const int token = local_token(as, text, place);
    const char *wrong;
    bool c_only;

    as->scan.statement_start = false;
    if (token != TOK_NUMBER)
        return token;
    wrong = literal_integer(text, place_length(place), &value->number, &c_only);
    if (wrong) {
        if (is_first_fault(as))
            report_error(as, place, "%s", wrong);
        return TOKEN_INVALID;
    }
    if (c_only && report_gnu(as, place, memchr(text, '\'', place_length(place))
                                            ? "GNU as takes no separator in a number"
                                            : "GNU as takes no such suffix in a number"))
        return TOKEN_INVALID;
    return TOK_NUMBER;
}

bool slashes(struct assembler *as, struct place place)
{
    place.end = place.begin + 2;
    return as->scan.block_depth == 0 && !as->scan.skipping && report_gnu(as, place, "GNU as has no // comments");
}

bool report_escape(struct assembler *as, struct place place)
{
    return literal_is_c_only(place_text(place), place_length(place)) &&
           report_gnu(as, place, "GNU as does not know this escape, and takes the character after the backslash");
}

int character_token(struct assembler *as, const char *text, union sfp_yyvalue *value, struct place place)
{
    if (report_escape(as, place))
        return TOKEN_INVALID;
    value->number = literal_character(text, place_length(place));
    return TOK_NUMBER;
}

bool vertical_tab(struct assembler *as, struct place place)
{
    if (!as->options->gnu_strict)
        return false;
    bad_character(as, '\v', place);
    return true;
}

void bad_character(struct assembler *as, char c, struct place place)
{
    if (!is_first_fault(as))
        return;
    if (c == '\\' && macro_report_mark(as, place))
        return;
    if (c == '"')
        report_error(as, place, "this string does not end");
    else if (c == '\'')
        report_error(as, place, "this character literal does not end");
    else if ((unsigned char)c > ' ' && (unsigned char)c < 0x7F)
        report_error(as, place, "'%c' has no meaning here", c);
    else
        report_error(as, place, "byte 0x%02x has no meaning here", (unsigned char)c);
}
