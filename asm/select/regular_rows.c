/*
 * The last pass. select_registers() keeps each constant in a register until another value needs the
 * register, so that rows of a loop over Dst can get other registers each time. This pass also searches words in which
 * rows are alike (row_constants.h), and takes those unless they need more cycles; with scheduling, which may order each
 * row in another way, and if only the last row differed, only if they need fewer.
 */
#include "row_constants.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_NODES = 1 << 21 /* most nodes that a search passes to select_registers(), over all trials */ };

struct regular {
    struct row_constants rows;
    size_t passed; /* nodes of all trials so far */
};

/* What words cost. Cycles count first. */
struct cost {
    uint64_t cycles;
    size_t words;
};

static const struct cost impossible = {UINT64_MAX, SIZE_MAX};

static bool is_cheaper(struct cost a, struct cost b)
{
    return a.cycles != b.cycles ? a.cycles < b.cycles : a.words < b.words;
}

static struct cost cost_of(const struct selection *selection)
{
    return (struct cost){selection->cycles, selection->count};
}

/* ---- Words that are alike ---- */

/* Returns the word without the address of a load or store. */
static uint32_t without_address(const struct selecting *s, uint32_t word)
{
    const struct sfp_insn *insn = sfp_insn_of_word(&s->index, word);

    if (!insn || (insn->id != SFP_I_SFPLOAD && insn->id != SFP_I_SFPSTORE))
        return word;
    return sfp_word_with(insn, word, SFP_F_ADDR, 0);
}

/* Returns whether the words from `first` to `end` repeat from `end` on, to `next`. */
static bool words_repeat(const struct selecting *s, const struct selection *selection, size_t first, size_t end,
                         size_t next)
{
    if (next - end != end - first)
        return false;
    for (size_t i = first; i < end; i++)
        if (without_address(s, selection->words[i].word) !=
            without_address(s, selection->words[i + end - first].word))
            return false;
    return true;
}

/* How far the words of rows are the same, from the second row of each stretch on. */
enum repeating { ROWS_DIFFER, ALL_REPEAT_BUT_LAST, ALL_ROWS_REPEAT };

/* `before` has the number of words before each node. */
static enum repeating find_repeating(const struct row_constants *rows, const struct selection *selection,
                                     const size_t *before)
{
    enum repeating repeating = ALL_ROWS_REPEAT;

    for (size_t k = 0; k < rows->rows.count; k++) {
        const struct row_stretch *stretch = &rows->rows.stretches[k];
        const size_t *starts = &rows->rows.starts[stretch->first_start];

        for (size_t row = 1; row + 1 < stretch->rows; row++) {
            if (words_repeat(rows->s, selection, before[starts[row]], before[starts[row + 1]],
                             before[starts[row + 2]]))
                continue;
            if (row + 2 < stretch->rows)
                return ROWS_DIFFER;
            repeating = ALL_REPEAT_BUT_LAST;
        }
    }
    return repeating;
}

/* ---- The search ---- */

/* Forgets an error of a trial. Returns whether there was one; without, memory ran out. */
static bool forget_error(const struct selecting *s)
{
    const bool was = *s->error;

    free(*s->error);
    *s->error = NULL;
    return was;
}

/* Sets *cost to that of the words for the list under way, or to `impossible`. Returns false if memory ran out. */
static bool try_manners(struct regular *regular, struct cost *cost)
{
    struct selecting *s = regular->rows.s;
    struct selection selection = {0};
    bool done;

    row_constants_list(&regular->rows);
    regular->passed += s->nodes.count;
    done = select_registers(s, false, &selection);
    *cost = done ? cost_of(&selection) : impossible;
    selection_free(&selection);
    return done || forget_error(s);
}

/* A change of the manners in which rows have one constant, or two constants. */
struct change {
    struct row_value *values[2]; /* NULL: none */
    uint8_t manners[2];
};

static void exchange_manners(struct change *change)
{
    for (unsigned n = 0; n < 2 && change->values[n]; n++) {
        const uint8_t manner = change->values[n]->manner;

        change->values[n]->manner = change->manners[n];
        change->manners[n] = manner;
    }
}

/* Tries a change, and copies it to *best, and its cost to *cost, if it costs less. Returns false if memory ran out. */
static bool try_change(struct regular *regular, struct change change, struct change *best, struct cost *cost)
{
    struct cost changed = impossible;
    bool done;

    if (regular->passed >= MOST_NODES)
        return true;
    exchange_manners(&change);
    done = try_manners(regular, &changed);
    exchange_manners(&change);
    if (done && is_cheaper(changed, *cost)) {
        *cost = changed;
        *best = change;
    }
    return done;
}

static struct row_value *nth_constant(const struct regular *regular, size_t c)
{
    return &regular->rows.values[regular->rows.constants[c]];
}

/* Finds the constant, and its new manner, whose change saves most. */
static bool find_change(struct regular *regular, struct change *best, struct cost *cost)
{
    for (size_t c = 0; c < regular->rows.constant_count; c++) {
        struct row_value *value = nth_constant(regular, c);

        for (uint8_t manner = 0; value->in_rows && manner < CONSTANT_MANNERS; manner++)
            if (manner != value->manner &&
                !try_change(regular, (struct change){{value}, {manner}}, best, cost))
                return false;
    }
    return true;
}

/* Finds the kept constant and the other one whose exchange saves most. */
static bool find_exchange(struct regular *regular, struct change *best, struct cost *cost)
{
    for (size_t c = 0; c < regular->rows.constant_count; c++)
        for (size_t d = 0; d < regular->rows.constant_count; d++) {
            struct row_value *kept = nth_constant(regular, c), *other = nth_constant(regular, d);

            if (kept->manner == KEPT_IN_ROWS && other->manner != KEPT_IN_ROWS && other->in_rows &&
                !try_change(regular, (struct change){{kept, other}, {LOADED_AT_USE, KEPT_IN_ROWS}}, best, cost))
                return false;
        }
    return true;
}

/* Makes changes as long as they save something. Sets *cost to the last manners' cost. Returns false if memory ran
 * out. */
static bool search_manners(struct regular *regular, struct cost *cost)
{
    struct change best = {0};
    bool done = try_manners(regular, cost);

    do {
        exchange_manners(&best);
        best = (struct change){0};
        done = done && find_change(regular, &best, cost) && (best.values[0] || find_exchange(regular, &best, cost));
    } while (done && best.values[0]);
    return done;
}

/* ---- The pass ---- */

/* Makes the words of the list under way, in its order or in the best one found. */
static bool select_listed(const struct regular *regular, unsigned how, struct selection *selection)
{
    return (how & SELECT_SCHEDULE ? select_scheduled : select_registers)(regular->rows.s, how & SELECT_READING,
                                                                         selection);
}

/* Makes the words of the list as it was, in its order. Sets *repeating to how far its rows are alike. */
static bool select_unchanged(struct regular *regular, bool read, struct selection *selection,
                             enum repeating *repeating)
{
    struct selecting *s = regular->rows.s;
    bool done;

    row_constants_copy(&regular->rows);
    s->words_before = calloc(s->nodes.count + 1, sizeof *s->words_before);
    done = s->words_before && select_registers(s, read, selection);
    *repeating = done ? find_repeating(&regular->rows, selection, s->words_before) : ROWS_DIFFER;
    free(s->words_before);
    s->words_before = NULL;
    return done;
}

/* Replaces the selection by the words of the list under way, if those cost fewer cycles, or no more with `ties`. */
static bool select_better(const struct regular *regular, unsigned how, bool ties, struct selection *selection)
{
    struct selection other = {0};

    if (!select_listed(regular, how, &other)) {
        selection_free(&other);
        return false;
    }
    if (other.cycles < selection->cycles || (ties && other.cycles == selection->cycles)) {
        const struct selection worse = *selection;

        *selection = other;
        other = worse;
    }
    selection_free(&other);
    return true;
}

/* Orders the words of the list as it was, instead of those in the list's order. */
static bool select_unchanged_scheduled(struct regular *regular, unsigned how, struct selection *selection)
{
    selection_free(selection);
    *selection = (struct selection){0};
    row_constants_copy(&regular->rows);
    return select_listed(regular, how, selection);
}

bool select_rows(struct selecting *s, unsigned how, struct selection *selection)
{
    struct regular regular = {.passed = 0};
    struct cost cost = impossible;
    enum repeating repeating = ROWS_DIFFER;
    bool ties, good, done = row_constants_init(&regular.rows, s) &&
                            select_unchanged(&regular, how & SELECT_READING, selection, &repeating) &&
                            (repeating == ALL_ROWS_REPEAT || search_manners(&regular, &cost));

    ties = repeating == ROWS_DIFFER && !(how & SELECT_SCHEDULE);
    good = done && cost.cycles <= selection->cycles;
    if (done && how & SELECT_SCHEDULE)
        done = select_unchanged_scheduled(&regular, how, selection);
    if (done && good) {
        row_constants_list(&regular.rows);
        done = select_better(&regular, how, ties, selection);
    }
    row_constants_free(&regular.rows);
    return done;
}
