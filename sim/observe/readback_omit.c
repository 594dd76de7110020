/* Decides which words are left out of the source, and replaces their steps of Dst's counter. Kernels issue harmless
 * words where an iteration before the first, or after the last, would have its own. */
#include "readback_parts.h"

#include "model/model.h"

/* ---- Words without effect ---- */

enum {
    PENDING_WORDS = 64, /* earlier words whose items may still execute */
    READERS_DEEP = 3,   /* most levels of readers followed */
};

/* The time for which a register keeps a word's value. */
struct holding {
    const struct stream *stream;
    unsigned reg, deep;
    uint64_t from, last; /* cycles in which the word's first and last writes can be read */
    uint64_t until;      /* cycle in which a later write by another word can be read */
    bool read;           /* an instruction that matters reads the value */
};

/* Visits one action of a word: the word itself, or an item. */
typedef void look(struct holding *h, size_t word, const struct phrase *p, uint64_t cycle);

static bool word_is_harmless(const struct stream *s, size_t i, unsigned deep);

static void visit_actions(struct holding *h, size_t i, look *at)
{
    const struct stream_word *w = &h->stream->words[i];

    at(h, i, &w->phrase, w->cycle);
    for (unsigned u = SFP_UNIT_SIMPLE; u <= SFP_UNIT_STORE; u++) {
        const struct stream_item *item = stream_item(h->stream, w, u);

        if (item)
            at(h, i, &item->phrase, item->cycle);
    }
}

static void note_first_writes(struct holding *h, size_t word, const struct phrase *p, uint64_t cycle)
{
    const uint64_t lands = cycle + p->latency;

    (void)word;
    if (!(p->writes >> h->reg & 1))
        return;
    h->from = lands < h->from ? lands : h->from;
    h->last = lands > h->last ? lands : h->last;
}

static void note_overwrites(struct holding *h, size_t word, const struct phrase *p, uint64_t cycle)
{
    const uint64_t lands = cycle + p->latency;

    if (h->stream->words[word].all_lanes && p->writes_named >> h->reg & 1 && lands > h->last && lands < h->until)
        h->until = lands;
}

static void note_reads(struct holding *h, size_t word, const struct phrase *p, uint64_t cycle)
{
    if (!h->read && p->reads >> h->reg & 1 && cycle >= h->from && cycle < h->until)
        h->read = h->deep == 0 || !word_is_harmless(h->stream, word, h->deep - 1);
}

/* Returns whether no instruction that matters reads the value of word `i` in `reg`. */
static bool is_unread(const struct stream *s, size_t i, unsigned reg, unsigned deep)
{
    struct holding h = {.stream = s, .reg = reg, .deep = deep, .from = UINT64_MAX, .until = UINT64_MAX};
    const size_t first = i > PENDING_WORDS ? i - PENDING_WORDS : 0;

    visit_actions(&h, i, note_first_writes);
    for (size_t w = first; w < s->count && s->words[w].cycle < h.until; w++)
        if (w != i)
            visit_actions(&h, w, note_overwrites);
    for (size_t w = first; w < s->count && s->words[w].cycle < h.until && !h.read; w++)
        if (w != i)
            visit_actions(&h, w, note_reads);
    return !h.read;
}

static bool word_is_harmless(const struct stream *s, size_t i, unsigned deep)
{
    const struct stream_word *w = &s->words[i];
    uint32_t writes = w->phrase.writes;

    for (unsigned u = SFP_UNIT_SIMPLE; u <= SFP_UNIT_STORE; u++)
        if (stream_item(s, w, u))
            writes |= stream_item(s, w, u)->phrase.writes;
    if (w->unit == SFP_UNIT_NONE || writes & ~(uint32_t)(SFP_USES_LREGS | SFP_USES_RWC))
        return false;
    for (uint32_t left = writes & SFP_USES_LREGS; left; left &= left - 1)
        if (!is_unread(s, i, (unsigned)__builtin_ctz(left), deep))
            return false;
    return true;
}

bool stream_harmless(const struct stream *s, size_t i)
{
    return word_is_harmless(s, i, READERS_DEEP);
}

/* ---- Steps of the counter ---- */

/* Progress through the words of a run. */
struct way {
    const struct stream *stream;
    uint16_t behind; /* amount by which the source's counter is behind the run's */
    uint64_t until;  /* items of a loop may still execute before this cycle */
};

static const struct sfp_insn *find_word_insn(const struct stream *s, const struct stream_word *w)
{
    return sfp_insn_of_word(&s->index, w->word);
}

static bool word_has_address(const struct stream *s, const struct stream_word *w)
{
    return w->unit != SFP_UNIT_NONE && sfp_operand_of(find_word_insn(s, w), SFP_F_ADDR);
}

/* Returns whether the word uses the counter's present value for anything except an address or a step. */
static bool takes_counter(const struct stream *s, const struct stream_word *w)
{
    const struct sfp_insn *insn = find_word_insn(s, w);

    if (w->kind != STREAM_OTHER)
        return false;
    if (insn->id == SFP_I_SETRWC)
        return sfp_field(insn, w->word, SFP_F_RWC_CR) & SFP_RWC_CR_DST_C_TO_CR;
    return insn->id != SFP_I_INCRWC && w->phrase.reads & SFP_USES_RWC;
}

/* Returns whether the word sets the counter to a value that does not depend on the counter. */
static bool sets_counter(const struct stream *s, const struct stream_word *w)
{
    const struct sfp_insn *insn = find_word_insn(s, w);

    if (insn->id == SFP_I_INCRWC)
        return sfp_field(insn, w->word, SFP_F_RWC_CR) & SFP_RWC_CR_DST;
    return insn->id == SFP_I_SETRWC && !takes_counter(s, w)
        && sfp_field(insn, w->word, SFP_F_BITMASK) & SFP_RWC_SET_DST;
}

/* Returns whether any word from `i` on uses the present counter before a word sets it. */
static bool counter_counts(const struct stream *s, size_t i)
{
    for (; i < s->count && !sets_counter(s, &s->words[i]); i++)
        if (word_has_address(s, &s->words[i]) || takes_counter(s, &s->words[i]))
            return true;
    return false;
}

static void advance_way(struct way *way, unsigned more)
{
    way->behind = (uint16_t)((way->behind + more) & SFP_COUNTER_MASK);
}

/* Plans the change at word `i`. `whole`: the counter must be as in the run. `even`: the counter may differ by an
 * even number. */
static void plan_change(struct way *way, size_t i, bool whole, bool even, struct counter_change *to)
{
    const bool waits = way->stream->words[i].cycle < way->until;

    if (!counter_counts(way->stream, i))
        return;
    if (whole || (!waits && way->behind <= INCRWC_MOST))
        to->steps = way->behind;
    else if (even)
        to->steps = way->behind & 1;
    advance_way(way, SFP_COUNTER_MASK + 1u - to->steps);
    to->more = way->behind;
}

/* Returns the amount added to the counter by words of the part before its first cell, which no cell represents. */
static uint16_t added_before(const struct stream *s, const struct part *part)
{
    size_t i = part->loop.first;

    while (s->words[i].cycle < part->start)
        i++;
    return (uint16_t)(s->words[i].counter - s->words[part->loop.first].counter);
}

/* Returns the amount added to the counter by all words of the part. */
static uint16_t added_in_all(const struct stream *s, const struct part *part)
{
    return (uint16_t)(part->loop.end < s->count ? s->words[part->loop.end].counter - s->words[part->loop.first].counter
                                                : 0);
}

static void pass_part(struct way *way, struct part *part, struct counter_change *to)
{
    const uint16_t before = added_before(way->stream, part);

    advance_way(way, before);
    plan_change(way, part->loop.first, false, true, to);
    for (size_t i = 0; i < part->cells.cell_count; i++)
        part->cells.cells[i].address = (part->cells.cells[i].address + to->more) & SFP_COUNTER_MASK;
    advance_way(way, (unsigned)added_in_all(way->stream, part) - before - part->added);
    way->until = part->until + 1;
}

static void pass_word(struct way *way, size_t i, bool dropped, struct counter_change *to)
{
    const struct stream_word *w = &way->stream->words[i];

    if (dropped) {
        advance_way(way, (unsigned)w->step);
        return;
    }
    if (w->kind != STREAM_NOP)
        plan_change(way, i, takes_counter(way->stream, w), false, to);
    if (sets_counter(way->stream, w))
        way->behind = 0;
}

void counter_plan(struct parts *p, const bool *dropped, struct counter_change *changes)
{
    struct way way = {.stream = p->stream};
    size_t part = 0;

    for (size_t i = 0; i < p->stream->count;) {
        if (part < p->count && p->parts[part].loop.first == i) {
            pass_part(&way, &p->parts[part], &changes[i]);
            i = p->parts[part++].loop.end;
        } else {
            pass_word(&way, i, dropped[i], &changes[i]);
            i++;
        }
    }
}

uint32_t counter_word(const struct stream *s, const struct stream_word *w, uint16_t more)
{
    const struct sfp_operand *address = sfp_operand_of(find_word_insn(s, w), SFP_F_ADDR);

    if (!word_has_address(s, w))
        return w->word;
    return (w->word & ~sfp_operand_mask(address)) | (((uint32_t)w->address + more) & SFP_COUNTER_MASK) << address->lsb;
}
