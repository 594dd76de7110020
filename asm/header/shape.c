/* Finds the set-up and the loop of a kernel's words. */
#include "shape.h"

#include <stdlib.h>
#include <string.h>

#include "isa/vector_unit.h"

/* A part of the program that no turn divides: a word, or a REPLAY that records together with the recorded words. */
struct part {
    size_t first, words;
    size_t executed; /* number of words that the vector unit executes for the part */
    bool plays_last; /* the part plays exactly the words that the part before records while they execute */
};

static struct sfp_replay find_replay(const struct sfp_index *index, uint32_t word)
{
    return sfp_replay_of(sfp_insn_of_word(index, word), word);
}

/* Returns whether the word only prepares registers and configuration. */
static bool is_setup(const struct sfp_index *index, uint32_t word)
{
    const struct sfp_insn *insn = sfp_insn_of_word(index, word);

    if (!insn)
        return false;
    if (insn->unit == SFP_UNIT_NONE)
        return insn->id == SFP_I_SFPNOP || insn->id == SFP_I_NOP || insn->id == SFP_I_SETC16;
    return !sfp_has_field(insn, SFP_F_ADDR_MODE);
}

static size_t count_setup(const struct sfp_index *index, const uint32_t *words, size_t count)
{
    size_t setup = 0;

    while (setup < count && is_setup(index, words[setup]))
        setup++;
    return setup;
}

/* Returns whether `replay` plays exactly the words that `recorded` records while they execute. */
static bool plays_all(const struct sfp_replay *replay, const struct sfp_replay *recorded)
{
    return recorded->records && recorded->executes && replay->first == recorded->first &&
           replay->length == recorded->length;
}

/* Fills `parts` with the parts of words first..count-1, and returns their number. */
static size_t divide(const struct sfp_index *index, const uint32_t *words, size_t first, size_t count,
                     struct part *parts)
{
    struct sfp_replay last = {0};
    size_t n = 0;

    for (size_t i = first; i < count; i += parts[n++].words) {
        const struct sfp_replay replay = find_replay(index, words[i]);
        const size_t after = count - i - 1;
        const size_t recorded = !replay.records ? 0 : replay.length < after ? replay.length : after;

        parts[n] = (struct part){i, 1 + recorded, 1};
        if (replay.records)
            parts[n].executed = replay.executes ? recorded : 0;
        else if (replay.length > 0)
            parts[n].executed = replay.length;
        parts[n].plays_last = replay.length > 0 && !replay.records && plays_all(&replay, &last);
        last = replay;
    }
    return n;
}

static bool are_alike(const uint32_t *words, const struct part *a, const struct part *b)
{
    return words[a->first] == words[b->first] && a->words == b->words &&
           memcmp(words + a->first, words + b->first, a->words * sizeof *words) == 0;
}

/* The best repetition so far: parts first..first + length * turns - 1. */
struct repetition {
    size_t first, length, turns, executed;
};

/* Offers the repetition of turns of `length` parts that ends before part `end`: `alike` parts in a row equal the part
 * that is a turn later. Parts that are less than a turn lie after a repetition at the start, and before any other.
 * Words that execute while they are recorded are a turn more of the REPLAY after them, which then need not repeat. */
static void offer(const struct part *parts, size_t end, size_t alike, size_t length, struct repetition *best)
{
    struct repetition r = {.length = length, .turns = alike / length + 1, .first = end - length - alike};
    const bool plays_last = length == 1 && parts[r.first].plays_last;

    if (r.turns < 2 && !plays_last)
        return;
    if (plays_last)
        r.executed = parts[r.first - 1].executed;
    if (r.first > 0)
        r.first += alike % length;
    for (size_t i = r.first; i < r.first + r.length * r.turns; i++)
        r.executed += parts[i].executed;
    if (r.executed > best->executed)
        *best = r;
}

/* Offers all repetitions whose turns have `length` parts. */
static void seek_length(const uint32_t *words, const struct part *parts, size_t count, size_t length,
                        struct repetition *best)
{
    size_t alike = 0;

    for (size_t i = 0; i + length < count; i++) {
        if (are_alike(words, &parts[i], &parts[i + length])) {
            alike++;
            continue;
        }
        offer(parts, i + length, alike, length, best);
        alike = 0;
    }
    offer(parts, count, alike, length, best);
}

struct kernel_shape shape_find(const struct sfp_index *index, const uint32_t *words, size_t count, size_t setup,
                               bool *lost)
{
    struct kernel_shape shape = {.setup = setup == SIZE_MAX ? count_setup(index, words, count) : setup, .first = count};
    struct repetition best = {0};
    struct part *parts;
    size_t n, all = 0;

    *lost = false;
    if (shape.setup == count)
        return shape;
    parts = malloc((count - shape.setup) * sizeof *parts);
    *lost = !parts;
    if (!parts)
        return shape;
    n = divide(index, words, shape.setup, count, parts);
    for (size_t i = 0; i < n; i++)
        all += parts[i].executed;
    /* Longer turns cannot cover more than all, and of equal repetitions the shortest turn counts. */
    for (size_t length = 1; length <= n / 2 && length <= SHAPE_MOST_COMPARED / n && best.executed < all; length++)
        seek_length(words, parts, n, length, &best);
    if (best.executed > 0 && 2 * best.executed >= all) {
        const struct part *first = &parts[best.first], *last = &parts[best.first + best.length - 1];

        shape.first = first->first;
        shape.body = last->first + last->words - first->first;
        shape.turns = best.turns;
    }
    free(parts);
    return shape;
}
