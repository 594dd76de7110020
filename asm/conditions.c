/* .if and what belongs to it. The scanner goes over the branches that are not taken; which they are is told here. */
#include "assembler.h"

#include "grammar.h"

#include <stdlib.h>
#include <string.h>

/* The innermost .if of the text being scanned, or NULL. Those around a macro's call are not the macro's to end. */
static struct condition *innermost(struct assembler *as)
{
    return as->condition_count > as->top->conditions_before ? &as->conditions[as->condition_count - 1] : NULL;
}

static void skip(struct assembler *as)
{
    as->scan.skipping = true;
    as->scan.skip_depth = 0;
    as->scan.block_line_start = true;
}

/* Opens an .if block: its first branch is assembled, or skipped. */
static void open_block(struct assembler *as, struct place directive, bool assembled, bool taken)
{
    if (as->stopped)
        return;
    if (as->condition_count == as->condition_capacity) {
        const size_t capacity = as->condition_capacity ? 2 * as->condition_capacity : 16;
        struct condition *more = realloc(as->conditions, capacity * sizeof *more);

        if (!more) {
            report_no_memory(as);
            return;
        }
        as->conditions = more;
        as->condition_capacity = capacity;
    }
    as->conditions[as->condition_count++] = (struct condition){.opened = directive, .taken = taken};
    if (!assembled)
        skip(as);
}

static bool holds(enum condition_kind kind, int64_t number)
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
        const bool condition = holds((enum condition_kind)directive_kind(directive), value->number);

        open_block(as, directive, condition, condition);
    } else {
        condition_wrong(as, directive);
    }
}

void condition_wrong(struct assembler *as, struct place directive)
{
    open_block(as, directive, false, true);
}

/* Two texts with a comma between them, without blanks around each. */
static bool same_texts(struct cursor c, bool *same)
{
    struct text texts = {0};
    size_t middle;

    argument_before_comma(&c, &texts);
    middle = texts.size;
    if (!cursor_skip_comma(&c)) {
        text_free(&texts);
        return false;
    }
    argument_rest(&c, &texts);
    *same = texts.size == 2 * middle && (middle == 0 || memcmp(texts.data, texts.data + middle, middle) == 0);
    text_free(&texts);
    return true;
}

static bool same_strings(struct cursor c, bool *same)
{
    const char *first;
    const char *second;
    size_t first_length;
    size_t second_length;

    if (!cursor_string(&c, &first, &first_length) || !cursor_skip_comma(&c) ||
        !cursor_string(&c, &second, &second_length))
        return false;
    cursor_skip_blanks(&c);
    *same = first_length == second_length && memcmp(first, second, first_length) == 0;
    return cursor_done(&c);
}

static bool defined(struct assembler *as, struct cursor c, bool *is)
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

    if ((kind == IF_DEFINED || kind == IF_NOT_DEFINED) && !defined(as, c, &condition))
        wanted = "one name";
    else if ((kind == IF_SAME || kind == IF_NOT_SAME) && !same_texts(c, &condition))
        wanted = "two texts with a comma between them";
    else if ((kind == IF_SAME_STRINGS || kind == IF_NOT_SAME_STRINGS) && !same_strings(c, &condition))
        wanted = "two strings with a comma between them";
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

/* Says that a directive has no .if, or stands after the .else of its .if. True if so. */
static bool report_misplaced(struct assembler *as, const struct condition *condition, struct place directive)
{
    struct position position;

    if (!condition)
        report_error(as, directive, "'%.*s' without '.if'", place_precision(directive), place_text(directive));
    else if (!condition->otherwise.source)
        return false;
    else if (source_locate(condition->otherwise.source, condition->otherwise.begin, &position))
        report_error(as, directive, "'%.*s' after the '.else' at line %lu", place_precision(directive),
                     place_text(directive), position.line);
    return true;
}

void condition_else(struct assembler *as, struct place directive)
{
    struct condition *condition = innermost(as);

    if (report_misplaced(as, condition, directive)) {
        if (condition)
            skip(as);
        return;
    }
    condition->otherwise = directive;
    if (condition->taken)
        skip(as);
    condition->taken = true;
}

bool condition_elseif_skipped(struct assembler *as, struct place directive)
{
    const struct condition *condition = innermost(as);

    if (!condition || !(condition->taken || condition->otherwise.source))
        return false;
    report_misplaced(as, condition, directive);
    skip(as);
    return true;
}

void condition_elseif(struct assembler *as, struct place directive, const struct value *value)
{
    struct condition *condition = innermost(as);

    if (report_misplaced(as, condition, directive))
        return;
    condition->taken = !value || !value_check(as, value) || value->number != 0;
    if (!value || value->fault || value->number == 0)
        skip(as);
}

void condition_end(struct assembler *as, struct place directive)
{
    if (innermost(as))
        as->condition_count--;
    else
        report_misplaced(as, NULL, directive);
}

bool condition_skip(struct assembler *as, struct place directive, int token)
{
    struct condition *condition = innermost(as);
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
    const size_t before = as->top ? as->top->conditions_before : 0;

    as->scan.skipping = false;
    if (as->condition_count > before && !as->stopped)
        report_error(as, as->conditions[as->condition_count - 1].opened, "this '%.*s' has no '.endif'",
                     place_precision(as->conditions[as->condition_count - 1].opened),
                     place_text(as->conditions[as->condition_count - 1].opened));
    as->condition_count = before;
}
