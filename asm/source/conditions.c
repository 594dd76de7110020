/* .if and related directives. The scanner skips branches that are not taken; these functions decide which branches. */
#include "directive.h"

#include "grammar.h"
#include "assembly/arguments.h"
#include "assembly/suggest.h"
#include "base/array.h"
#include "base/literal.h"

#include <string.h>

/* Returns the innermost .if, or NULL. The .if may enclose the macro or block being scanned, which can end it. */
static struct condition *innermost_condition(struct assembler *as)
{
    if (as->conditions->count == 0)
        return NULL;
    if (as->conditions->count <= as->frames.top->conditions_before)
        as->changes++; /* the text after the macro or block depends on the .if */
    return &as->conditions->items[as->conditions->count - 1];
}

/* Ends the innermost .if, and corrects the counts of the frames that it encloses. */
static void close_block(struct assembler *as)
{
    as->conditions->count--;
    for (struct frame *frame = as->frames.top; frame; frame = frame->below)
        if (frame->conditions_before > as->conditions->count)
            frame->conditions_before = as->conditions->count;
}

static void begin_skipping(struct assembler *as)
{
    as->scan.skipping = true;
    as->scan.skip_depth = 0;
    as->scan.block_line_start = true;
}

/* Opens an .if block; assembles or skips its first branch. */
static void open_block(struct assembler *as, struct place directive, bool assembled, bool taken)
{
    if (as->stopped)
        return;
    if (!array_room(&as->conditions->items, as->conditions->count, &as->conditions->capacity,
                    sizeof *as->conditions->items)) {
        report_no_memory(as);
        return;
    }
    as->conditions->items[as->conditions->count++] = (struct condition){.opened = directive, .taken = taken};
    if (!assembled)
        begin_skipping(as);
}

static bool condition_is_met(enum condition_kind kind, int64_t number)
{
    switch (kind) {
    case IF_ZERO:
        return number == 0;
    case IF_MORE:
        return number > 0;
    case IF_MORE_OR_ZERO:
        return number >= 0;
    case IF_LESS:
        return number < 0;
    case IF_LESS_OR_ZERO:
        return number <= 0;
    default:
        return number != 0;
    }
}

void condition_expression(struct assembler *as, struct place directive, const struct value *value)
{
    if (!as->stopped && value_check(as, value)) {
        const bool condition = condition_is_met((enum condition_kind)directive_kind(directive), value->number);

        open_block(as, directive, condition, condition);
    } else {
        condition_wrong(as, directive);
    }
}

void condition_wrong(struct assembler *as, struct place directive)
{
    open_block(as, directive, false, true);
}

static bool is_text_blank(char c)
{
    return c == ' ' || c == '\t';
}

/* Compares two texts separated by a comma, without blanks before the comma and at the end. As in GNU as, a comma
 * inside quotes separates too. Returns false without a comma. */
static bool same_texts(struct assembler *as, struct cursor c, bool *is)
{
    struct text texts = {0};
    const char *comma;
    bool two;

    argument_rest(&c, &texts);
    if (texts.failed)
        report_no_memory(as);
    comma = texts.size > 0 ? memchr(texts.data, ',', texts.size) : NULL;
    two = comma;
    if (two) {
        size_t first = (size_t)(comma - texts.data);
        size_t last = texts.size;

        while (first > 0 && is_text_blank(texts.data[first - 1]))
            first--;
        while (texts.data + last > comma + 1 && is_text_blank(texts.data[last - 1]))
            last--;
        *is = first == last - (size_t)(comma + 1 - texts.data) && memcmp(texts.data, comma + 1, first) == 0;
    }
    text_free(&texts);
    return two;
}

/* Reads a string, and appends the bytes that it denotes. */
static bool append_string_contents(struct cursor *c, struct text *out)
{
    const char *begin = c->at;
    const char *text;
    size_t length;

    if (!cursor_string(c, &text, &length))
        return false;
    literal_string(begin, (size_t)(c->at - begin), out);
    return true;
}

static bool same_strings(struct assembler *as, struct cursor c, bool *is)
{
    struct text texts = {0};
    size_t middle = 0;
    bool taken = append_string_contents(&c, &texts);

    if (taken) {
        middle = texts.size;
        taken = cursor_skip_comma(&c) && append_string_contents(&c, &texts);
    }
    if (texts.failed)
        report_no_memory(as);
    if (taken)
        *is = texts.size == 2 * middle && (middle == 0 || memcmp(texts.data, texts.data + middle, middle) == 0);
    text_free(&texts);
    cursor_skip_blanks(&c);
    return taken && cursor_done(&c);
}

static bool test_defined(struct assembler *as, struct cursor c, bool *is)
{
    const char *name;
    const size_t length = cursor_name(&c, &name);

    cursor_skip_blanks(&c);
    *is = symbol_exists(as, name, length);
    return length > 0 && cursor_done(&c);
}

void condition_text(struct assembler *as, struct place directive, struct place text)
{
    const struct cursor c = cursor_of(place_text(text), place_length(text));
    const int kind = directive_kind(directive);
    const char *wanted = NULL;
    bool condition = cursor_done(&c);

    if ((kind == IF_DEFINED || kind == IF_NOT_DEFINED) && !test_defined(as, c, &condition))
        wanted = "one name";
    else if ((kind == IF_SAME || kind == IF_NOT_SAME) && !same_texts(as, c, &condition))
        wanted = "two texts with a comma between them";
    else if ((kind == IF_SAME_STRINGS || kind == IF_NOT_SAME_STRINGS) && !same_strings(as, c, &condition))
        wanted = "two strings with a comma between them";
    if (as->stopped)
        return;
    if (wanted) {
        report_error(as, place_length(text) ? text : directive, "'%.*s' takes %s", place_precision(directive),
                     place_text(directive), wanted);
        condition_wrong(as, directive);
        return;
    }
    if (kind == IF_NOT_DEFINED || kind == IF_NOT_BLANK || kind == IF_NOT_SAME || kind == IF_NOT_SAME_STRINGS)
        condition = !condition;
    open_block(as, directive, condition, condition);
}

/* Reports a directive without an .if, or after the .else of its .if. Returns whether it reported. */
static bool report_misplaced(struct assembler *as, const struct condition *condition, struct place directive)
{
    struct position position;

    if (!condition)
        report_error(as, directive, "'%.*s' without '.if'", place_precision(directive), place_text(directive));
    else if (!condition->otherwise.source)
        return false;
    else if (sfp_source_locate(condition->otherwise.source, condition->otherwise.begin, &position))
        report_error(as, directive, "'%.*s' after the '.else' at line %lu", place_precision(directive),
                     place_text(directive), position.line);
    else
        report_no_memory(as);
    return true;
}

void condition_else(struct assembler *as, struct place directive)
{
    struct condition *condition = innermost_condition(as);

    if (report_misplaced(as, condition, directive)) {
        if (condition)
            begin_skipping(as);
        return;
    }
    condition->otherwise = directive;
    if (condition->taken)
        begin_skipping(as);
    condition->taken = true;
}

bool condition_elseif_skipped(struct assembler *as, struct place directive)
{
    const struct condition *condition = innermost_condition(as);

    if (!condition || !(condition->taken || condition->otherwise.source))
        return false;
    report_misplaced(as, condition, directive);
    begin_skipping(as);
    return true;
}

void condition_elseif(struct assembler *as, struct place directive, const struct value *value)
{
    struct condition *condition = innermost_condition(as);

    if (report_misplaced(as, condition, directive))
        return;
    condition->taken = !value || !value_check(as, value) || value->number != 0;
    if (!value || value->fault || value->number == 0)
        begin_skipping(as);
}

void condition_end(struct assembler *as, struct place directive)
{
    if (innermost_condition(as))
        close_block(as);
    else
        report_misplaced(as, NULL, directive);
}

bool condition_skip(struct assembler *as, struct place directive, int token)
{
    struct condition *condition = innermost_condition(as);
    struct scan_state *scan = &as->scan;

    if (token == TOK_IF || token == TOK_IF_TEXT)
        scan->skip_depth++;
    else if (token == TOK_ENDIF && scan->skip_depth > 0)
        scan->skip_depth--;
    else if (token == TOK_ENDIF)
        scan->skipping = false;
    else if (token == TOK_ELSEIF && scan->skip_depth == 0)
        scan->skipping = condition_elseif_skipped(as, directive);
    else if (token == TOK_ELSE && scan->skip_depth == 0 && condition->taken && !condition->otherwise.source)
        condition->otherwise = directive;
    else if (token == TOK_ELSE && scan->skip_depth == 0 && !report_misplaced(as, condition, directive))
        scan->skipping = false;
    return !scan->skipping;
}

void condition_check_closed(struct assembler *as)
{
    const struct frame *top = as->frames.top;
    struct place opened;

    if (as->conditions->count <= top->conditions_before)
        return;
    as->changes++;
    if (top->below && top->kind != FRAME_MACRO) /* GNU as lets files and repeated blocks leave .if blocks open */
        return;
    opened = as->conditions->items[as->conditions->count - 1].opened;
    if (!as->stopped)
        report_error(as, opened, "this '%.*s' has no '.endif'", place_precision(opened), place_text(opened));
    as->conditions->count = top->conditions_before;
    as->scan.skipping = false;
}
