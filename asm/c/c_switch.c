/* switch, on values that are known. */
#include "c_form.h"

#include <stdlib.h>

/* A label with a value. */
struct label {
    int64_t number;
    struct place place;
};

/* The labels of a switch; where its value leads to is NULL if there is no such label. */
struct labels {
    struct c_type type; /* of the switch's value, promoted: the labels' are converted to it */
    int64_t wanted;
    const char *match, *otherwise;
    struct place defined; /* the first definition between the labels, without a source if there is none */
    bool jumps;           /* the label of the value stands behind it */
    bool otherwise_jumps;
    struct label *items;
    size_t count, capacity;
};

static bool add(struct c_parser *c, struct labels *labels, int64_t number, struct place place)
{
    if (!c_reserve(c->as, &labels->items, labels->count, &labels->capacity, sizeof *labels->items))
        return false;
    labels->items[labels->count++] = (struct label){number, place};
    if (number == labels->wanted && !labels->match) {
        labels->match = c->p;
        labels->jumps = labels->defined.source != NULL;
    }
    return true;
}

/* case value: or default:, up to its colon. False after an error. */
static bool label(struct c_parser *c, struct labels *labels)
{
    const bool is_case = c_token_word(c) == WORD_CASE;
    const struct place place = c_place(c);
    int64_t number = 0;

    c_next(c);
    if (is_case && !c_constant(c, &number))
        return false;
    if (c->token != ':') {
        c_unexpected(c, "':'");
        return false;
    }
    if (is_case)
        return add(c, labels, c_cut(labels->type, number), place);
    if (labels->otherwise) {
        c_error(c, place, "this switch has a 'default' already");
        return false;
    }
    labels->otherwise = c->p;
    labels->otherwise_jumps = labels->defined.source != NULL;
    return true;
}

/* A switch within what is looked through has labels of its own: up to its closing brace. */
static void pass_switch(struct c_parser *look)
{
    c_next(look);
    if (look->token == '(') {
        c_pass_brackets(look, true);
        c_next(look);
    }
    if (look->token == '{')
        c_pass_brackets(look, false);
}

/* Passes over a statement of the switch: a label in it is one that C would go to, and sfpasm does not. */
static void pass_inner(struct c_parser *c)
{
    struct c_parser look = *c;

    c_pass_statement(c);
    look.quiet = C_QUIET;
    for (; !c->failed && !look.failed && look.begin < c->begin && look.token != C_END; c_next(&look)) {
        const enum c_word word = c_token_word(&look);

        if (c_is(&look, "switch"))
            pass_switch(&look);
        else if (word == WORD_CASE || word == WORD_DEFAULT)
            c_error(c, c_place(&look), "this label is inside another statement of the switch; sfpasm takes labels in "
                    "the switch's own braces only");
    }
}

static bool is_label(const struct c_parser *c)
{
    return c_token_word(c) == WORD_CASE || c_token_word(c) == WORD_DEFAULT;
}

/* All labels from the opening brace to the closing one, where it ends. False after an error. */
static bool find_labels(struct c_parser *c, struct labels *labels)
{
    const struct place opened = c_place(c);

    for (c_next(c); c->token != '}'; c_next(c)) {
        if (c->failed || c->as->stopped)
            return false;
        if (c->token == C_END) {
            c_error(c, opened, "this '{' is not closed");
            c->as->stopped = true;
            return false;
        }
        if (!c_attributes(c))
            return false;
        if (is_label(c)) {
            if (!label(c, labels))
                return false;
            continue;
        }
        if (!labels->defined.source && c_starts_definition(c))
            labels->defined = c_place(c);
        pass_inner(c);
    }
    return !c->failed;
}

/* In order of value, and of place among those of one value. */
static int compare(const void *a, const void *b)
{
    const struct label *left = a;
    const struct label *right = b;

    if (left->number != right->number)
        return left->number < right->number ? -1 : 1;
    return (left->place.begin > right->place.begin) - (left->place.begin < right->place.begin);
}

/* False, reported, if two labels have one value. */
static bool are_different(struct c_parser *c, struct labels *labels)
{
    if (labels->count > 1)
        qsort(labels->items, labels->count, sizeof *labels->items, compare);
    for (size_t i = 1; i < labels->count; i++) {
        if (labels->items[i].number == labels->items[i - 1].number) {
            c_error(c, labels->items[i].place, "this switch has a label of this value already");
            return false;
        }
    }
    return true;
}

/* The statements from the label on. */
static void run_from(struct c_parser *c, const char *label, struct place opened)
{
    c_scope_open(c->as);
    c->switches++;
    c_seek(c, label);
    c_statements(c, opened);
    c->switches--;
    c_scope_close(c->as);
    if (c->jump == C_BREAK)
        c->jump = C_GO_ON;
}

/* The statement of a switch, from its opening brace. */
static void choose(struct c_parser *c, struct labels *labels)
{
    const struct place opened = c_place(c);
    const char *begin = c->begin;

    if (c->token != '{') {
        c_unexpected(c, "'{'");
        return;
    }
    if (!find_labels(c, labels) || !are_different(c, labels)) {
        if (!c->failed && !c->as->stopped) {
            c_seek(c, begin);
            c_skip_statement(c);
        }
        return;
    }
    if (labels->match ? labels->jumps : labels->otherwise_jumps)
        report_error(c->as, labels->defined, "the switch jumps over this definition: put it into braces");
    else if (labels->match || labels->otherwise)
        run_from(c, labels->match ? labels->match : labels->otherwise, opened);
}

void c_switch(struct c_parser *c)
{
    const char *begin = c->begin;
    struct labels labels = {0};
    struct value value;

    c_scope_open(c->as);
    c_next(c);
    if (c_condition(c, &value)) {
        labels.type = c_promoted(c_type_of(&value));
        labels.wanted = c_cut(labels.type, value.number);
        choose(c, &labels);
        free(labels.items);
    } else if (!c->failed) {
        c_seek(c, begin);
        c_skip_statement(c);
    }
    c_scope_close(c->as);
}
