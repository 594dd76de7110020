/* The source of a run: its tables, then what it issued, with loops where they stand. */
#include <stdlib.h>
#include <string.h>

#include "schedule_parts.h"
#include "util/array.h"

enum {
    LOW_HALF = 1, HIGH_HALF = 2, ALL_OF_L0 = LOW_HALF | HIGH_HALF,
    INCRWC_MOST = 15,
};

/* What happens to a word that no table has. */
struct plan {
    uint8_t *needed; /* before each word, and behind the last: which halves of L0 are yet to be read */
    bool *dropped;
};

/* ---- Words that only configure ---- */

/* The part that begins with this word, or NULL. */
static const struct part *part_at(const struct parts *p, size_t word)
{
    size_t low = 0, high = p->count;

    while (low < high) {
        const size_t middle = (low + high) / 2;

        if (p->parts[middle].loop.first < word)
            low = middle + 1;
        else
            high = middle;
    }
    return low < p->count && p->parts[low].loop.first == word ? &p->parts[low] : NULL;
}

/* The halves of L0 that it writes, whatever they held. */
static uint8_t halves_written(const struct stream_word *w)
{
    if (!(w->phrase.writes & 1) || !w->all_lanes)
        return 0;
    if (w->immediate && w->mod == SFP_MODE_SFPLOADI_UPPER)
        return HIGH_HALF;
    if (w->immediate && w->mod == SFP_MODE_SFPLOADI_LOWER)
        return LOW_HALF;
    return w->phrase.reads & 1 ? 0 : ALL_OF_L0;
}

/* Does it read L0 to do something with it, or anything that it schedules? */
static bool reads_l0(const struct stream *s, const struct stream_word *w)
{
    if (w->phrase.reads & 1 && !w->immediate)
        return true;
    for (unsigned u = SFP_UNIT_SIMPLE; u <= SFP_UNIT_STORE; u++)
        if (stream_item(s, w, u) && stream_item(s, w, u)->phrase.reads & 1)
            return true;
    return false;
}

/* Is word `i` one of a part's that no cell of its table stands for? */
static bool left_out(const struct part *part, const struct stream *s, size_t i)
{
    return i >= part->loop.first && i < part->loop.end && !loop_has(&part->loop, s->words[i].cycle - part->start);
}

/* From the end: an SFPLOADI of L0 is of no use if only words that are dropped read what it writes. */
static void plan_words(const struct parts *p, struct plan *plan)
{
    const struct stream *s = p->stream;
    size_t part = p->count;

    plan->needed[s->count] = 0;
    for (size_t i = s->count; i-- > 0;) {
        const struct stream_word *w = &s->words[i];
        const uint8_t writes = halves_written(w), after = plan->needed[i + 1];

        if (part && p->parts[part - 1].loop.first > i)
            part--;
        plan->dropped[i] = w->kind == STREAM_CONFIGURE || (w->immediate && writes && !(writes & after))
                           || (part && left_out(&p->parts[part - 1], s, i));
        plan->needed[i] = after;
        if (plan->dropped[i])
            continue;
        if (reads_l0(s, w))
            plan->needed[i] = ALL_OF_L0;
        plan->needed[i] &= (uint8_t)~writes;
    }
}

/* ---- Set-up ---- */

static bool configures_between(const struct stream *s, size_t first, size_t end)
{
    for (size_t i = first; i < end; i++)
        if (s->words[i].kind == STREAM_CONFIGURE)
            return true;
    return false;
}

/* The first part from `i` on that finds another configuration, or the number of parts. */
static size_t setup_end(const struct parts *p, size_t i)
{
    for (i++; i < p->count; i++)
        if (configures_between(p->stream, p->parts[i - 1].loop.first, p->parts[i].loop.first))
            break;
    return i;
}

/*
 * Before which word the set-up for part `i` goes: behind the last that configured, or an earlier one of them where
 * nothing in L0 is lost. `from`: where the part before begins.
 */
static size_t setup_place(const struct parts *p, const struct plan *plan, size_t i, size_t from)
{
    const struct stream *s = p->stream;
    size_t place = SIZE_MAX;

    for (size_t w = p->parts[i].loop.first; w-- > from;) {
        if (s->words[w].kind != STREAM_CONFIGURE)
            continue;
        if (plan->needed[w + 1] == 0)
            return w + 1;
        if (place == SIZE_MAX)
            place = w + 1;
    }
    return place == SIZE_MAX ? from : place;
}

static void print_setup(const struct parts *p, size_t first, size_t end, FILE *stream)
{
    const char *before = "    .schedule_setup ";

    for (size_t table = 0; table < p->table_count; table++) {
        bool used = false;

        for (size_t i = first; i < end; i++)
            used |= p->parts[i].table == table;
        if (!used)
            continue;
        fprintf(stream, "%sloop%zu", before, table + 1);
        before = ", ";
    }
    fputc('\n', stream);
}

/* ---- Loops and words ---- */

/* Does anything use Dst's counter as it stands before word `i`? */
static bool counter_counts(const struct stream *s, size_t i)
{
    for (; i < s->count; i++) {
        const struct stream_word *w = &s->words[i];
        const struct sfp_insn *insn = sfp_insn_of_word(&s->index, w->word);

        if (w->kind == STREAM_STEP || (w->unit != SFP_UNIT_NONE && sfp_operand_of(insn, SFP_F_ADDR)))
            return true;
        if (insn->id != SFP_I_SETRWC)
            continue;
        if (sfp_field(insn, w->word, SFP_F_RWC_CR) & SFP_RWC_CR_DST_C_TO_CR)
            return true;
        if (sfp_field(insn, w->word, SFP_F_BITMASK) & SFP_RWC_SET_DST)
            return false;
    }
    return false;
}

/* What words in front of the first cell add to the counter, which no cell stands for. */
static uint16_t added_before(const struct stream *s, const struct part *part)
{
    size_t i = part->loop.first;

    while (s->words[i].cycle < part->start)
        i++;
    return (uint16_t)((s->words[i].counter - s->words[part->loop.first].counter) & SFP_COUNTER_MASK);
}

/* Words that are no cell may have stepped the counter: it goes on from where they left it. */
static uint16_t added_behind(const struct stream *s, const struct part *part)
{
    const size_t end = part->loop.end;

    if (end == s->count || !counter_counts(s, end))
        return 0;
    return (uint16_t)((s->words[end].counter - s->words[part->loop.first].counter - added_before(s, part) - part->added)
                      & SFP_COUNTER_MASK);
}

static void print_steps(unsigned missing, FILE *stream)
{
    for (unsigned step; missing; missing -= step) {
        step = missing < INCRWC_MOST ? missing : INCRWC_MOST;
        fprintf(stream, "    ttincrwc 0, %u, 0, 0\n", step);
    }
}

/* Prints the loop, and returns the word that goes on: behind SFPNOPs that only wait for what is scheduled. */
static size_t print_loop(const struct stream *s, const struct part *part, FILE *stream)
{
    size_t next = part->loop.end;

    while (next < s->count && s->words[next].cycle <= part->until && s->words[next].kind == STREAM_NOP)
        next++;
    if (next < s->count && s->words[next].cycle <= part->until)
        next = part->loop.end;
    print_steps(added_before(s, part), stream);
    fprintf(stream, "    .schedule_loop loop%zu, %zu, unroll", part->table + 1, part->loop.count);
    fputs(next < s->count && s->words[next].cycle <= part->until ? ", nodrain\n" : "\n", stream);
    print_steps(added_behind(s, part), stream);
    return next;
}

static void print_word(const struct stream *s, const struct stream_word *w, FILE *stream)
{
    char text[SFP_DISASSEMBLY_SIZE];
    char *tab;

    sfp_disassemble(&s->index, w->word, SFP_SYNTAX_GNU, text);
    tab = strchr(text, '\t');
    if (tab)
        *tab = ' ';
    fprintf(stream, "    %s\n", text);
}

static void print_words(const struct parts *p, const struct plan *plan, FILE *stream)
{
    const struct stream *s = p->stream;
    size_t next = 0, last = setup_end(p, 0), place = setup_place(p, plan, 0, 0);
    uint64_t until = 0; /* before this cycle something of a loop may execute: distances count */

    for (size_t i = 0; i < s->count;) {
        const struct part *part = part_at(p, i);

        if (next < p->count && i >= place) {
            print_setup(p, next, last, stream);
            next = last;
            place = SIZE_MAX;
        }
        if (part) {
            until = part->until + 1;
            i = print_loop(s, part, stream);
            if (next < p->count && place == SIZE_MAX && part + 1 == &p->parts[next]) {
                last = setup_end(p, next);
                place = setup_place(p, plan, next, part->loop.end);
            }
            continue;
        }
        if (!plan->dropped[i])
            print_word(s, &s->words[i], stream);
        else if (s->words[i].cycle < until)
            fputs("    sfpnop\n", stream);
        i++;
    }
}

bool parts_print(const struct parts *p, FILE *stream)
{
    const struct stream *s = p->stream;
    struct plan plan = {.needed = malloc(s->count + 1), .dropped = malloc(s->count * sizeof *plan.dropped)};
    const bool ok = plan.needed && plan.dropped;

    if (ok) {
        plan_words(p, &plan);
        fprintf(stream, "    .arch %s\n", sfp_arch_name(s->index.arch));
        for (size_t i = 0; i < p->table_count; i++)
            fprintf(stream, "\n    .schedule loop%zu\n%s    .endschedule\n", i + 1, p->tables[i]);
        fputc('\n', stream);
        print_words(p, &plan, stream);
    }
    free(plan.needed);
    free(plan.dropped);
    return ok;
}
