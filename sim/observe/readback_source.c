/* Writes the source of a run: the tables, then the issued words, with loops at their places. */
#include <stdlib.h>
#include <string.h>

#include "readback_parts.h"
#include "base/array.h"

enum { LOW_HALF = 1, HIGH_HALF = 2, ALL_OF_L0 = LOW_HALF | HIGH_HALF };

/* The treatment of words that no table has. */
struct plan {
    uint8_t *needed; /* halves of L0 yet to be read, before each word and after the last */
    bool *dropped;
    struct counter_change *changes; /* by word, or by a part's first word */
};

/* ---- Words that only configure ---- */

static bool begins_before(const void *part, const void *word)
{
    return ((const struct part *)part)->loop.first < *(const size_t *)word;
}

/* Returns the part that begins with `word`, or NULL. */
static const struct part *part_at(const struct parts *parts, size_t word)
{
    const size_t i = array_before(parts->parts, parts->count, sizeof *parts->parts, begins_before, &word);

    return i < parts->count && parts->parts[i].loop.first == word ? &parts->parts[i] : NULL;
}

/* Returns the halves of L0 that the word overwrites in all lanes. */
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

/* Returns whether the word or one of its items reads L0, except an SFPLOADI, which only keeps the other half. */
static bool reads_l0(const struct stream *s, const struct stream_word *w)
{
    if (w->phrase.reads & 1 && !w->immediate)
        return true;
    for (unsigned u = SFP_UNIT_SIMPLE; u <= SFP_UNIT_STORE; u++)
        if (stream_item(s, w, u) && stream_item(s, w, u)->phrase.reads & 1)
            return true;
    return false;
}

/* Returns whether word `i` lies in the part, but no cell of the part's table represents it. */
static bool left_out(const struct part *part, const struct stream *s, size_t i)
{
    return i >= part->loop.first && i < part->loop.end && !loop_has(&part->loop, s->words[i].cycle - part->start);
}

/* Plans the words, from last to first. An SFPLOADI to L0 is dropped if only dropped words read the halves that it
 * writes. */
static void plan_words(const struct parts *parts, struct plan *plan)
{
    const struct stream *s = parts->stream;
    size_t part = parts->count;

    plan->needed[s->count] = 0;
    for (size_t i = s->count; i-- > 0;) {
        const struct stream_word *w = &s->words[i];
        const uint8_t writes = halves_written(w), after = plan->needed[i + 1];

        if (part && parts->parts[part - 1].loop.first > i)
            part--;
        plan->dropped[i] = w->kind == STREAM_CONFIGURE || (w->immediate && writes && !(writes & after))
                           || (part && left_out(&parts->parts[part - 1], s, i));
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

/* Returns the first part after `i` before which the configuration changes, or the number of parts. */
static size_t setup_end(const struct parts *parts, size_t i)
{
    for (i++; i < parts->count; i++)
        if (configures_between(parts->stream, parts->parts[i - 1].loop.first, parts->parts[i].loop.first))
            break;
    return i;
}

/*
 * Returns the word before which the set-up for part `i` goes. This is after the last configuring word before the part,
 * or after an earlier configuring word if L0 holds nothing needed there. `from`: end of the part before.
 */
static size_t setup_place(const struct parts *parts, const struct plan *plan, size_t i, size_t from)
{
    const struct stream *s = parts->stream;
    size_t place = SIZE_MAX;

    for (size_t w = parts->parts[i].loop.first; w-- > from;) {
        if (s->words[w].kind != STREAM_CONFIGURE)
            continue;
        if (plan->needed[w + 1] == 0)
            return w + 1;
        if (place == SIZE_MAX)
            place = w + 1;
    }
    return place == SIZE_MAX ? from : place;
}

static void print_setup(const struct parts *parts, size_t first, size_t end, FILE *stream)
{
    const char *before = "    .schedule_setup ";

    for (size_t table = 0; table < parts->table_count; table++) {
        bool used = false;

        for (size_t i = first; i < end; i++)
            used |= parts->parts[i].table == table;
        if (!used)
            continue;
        fprintf(stream, "%sloop%zu", before, table + 1);
        before = ", ";
    }
    fputc('\n', stream);
}

/* ---- Loops and words ---- */

static void print_steps(unsigned missing, FILE *stream)
{
    for (unsigned step; missing; missing -= step) {
        step = missing < INCRWC_MOST ? missing : INCRWC_MOST;
        fprintf(stream, "    ttincrwc 0, %u, 0, 0\n", step);
    }
}

/* Prints an SFPNOP for each word from `first` to `end` - 1 that issued before cycle `until`. These words are left
 * out. */
static void print_nops(const struct stream *s, size_t first, size_t end, uint64_t until, FILE *stream)
{
    for (size_t i = first; i < end && s->words[i].cycle < until; i++)
        fputs("    sfpnop\n", stream);
}

/* Returns the index after the part's last word that a cell represents. */
static size_t cells_end(const struct stream *s, const struct part *part)
{
    size_t end = part->loop.end;

    while (left_out(part, s, end - 1))
        end--;
    return end;
}

/* Prints the loop. Returns the next word to print, after SFPNOPs that only wait for scheduled items. */
static size_t print_loop(const struct stream *s, const struct part *part, FILE *stream)
{
    const uint64_t until = part->until + 1;
    size_t next = part->loop.end;

    while (next < s->count && s->words[next].cycle < until && s->words[next].kind == STREAM_NOP)
        next++;
    fprintf(stream, "    .schedule_loop loop%zu, %zu, unroll", part->table + 1, part->loop.count);
    if (next == s->count || s->words[next].cycle >= until) {
        fputc('\n', stream);
        return next;
    }
    fputs(", nodrain\n", stream);
    print_nops(s, cells_end(s, part), part->loop.end, until, stream);
    return part->loop.end;
}

/* Prints a word with `more` added to its address. */
static void print_source_word(const struct stream *s, const struct stream_word *w, uint16_t more, FILE *stream)
{
    char text[SFP_DISASSEMBLY_SIZE];
    char *tab;

    disassembly_of_word(&s->index, more ? counter_word(s, w, more) : w->word, SFP_SYNTAX_GNU, text);
    tab = strchr(text, '\t');
    if (tab)
        *tab = ' ';
    fprintf(stream, "    %s\n", text);
}

static void print_words(const struct parts *parts, const struct plan *plan, FILE *stream)
{
    const struct stream *s = parts->stream;
    size_t next = 0, last = setup_end(parts, 0), place = setup_place(parts, plan, 0, 0);
    uint64_t until = 0; /* items of a loop may execute before this cycle, so distances must be kept */

    for (size_t i = 0; i < s->count;) {
        const struct part *part = part_at(parts, i);

        if (next < parts->count && i >= place) {
            print_setup(parts, next, last, stream);
            next = last;
            place = SIZE_MAX;
        }
        if (part) {
            print_nops(s, i, part->loop.end, until < part->start ? until : part->start, stream);
            print_steps(plan->changes[i].steps, stream);
            until = part->until + 1;
            i = print_loop(s, part, stream);
            if (next < parts->count && place == SIZE_MAX && part + 1 == &parts->parts[next]) {
                last = setup_end(parts, next);
                place = setup_place(parts, plan, next, part->loop.end);
            }
            continue;
        }
        if (!plan->dropped[i]) {
            print_steps(plan->changes[i].steps, stream);
            print_source_word(s, &s->words[i], plan->changes[i].more, stream);
        } else if (s->words[i].cycle < until)
            fputs("    sfpnop\n", stream);
        i++;
    }
}

/* Sets *place to the index of a table's text, and adds the text if it is new. Takes ownership of `text`. Returns
 * false if memory runs out. */
static bool table_place(struct parts *parts, char *text, size_t *place)
{
    for (*place = 0; *place < parts->table_count; ++*place) {
        if (strcmp(parts->tables[*place], text) == 0) {
            free(text);
            return true;
        }
    }
    if (!array_room(&parts->tables, parts->table_count, &parts->table_capacity, sizeof *parts->tables)) {
        free(text);
        return false;
    }
    parts->tables[parts->table_count++] = text;
    return true;
}

static char *table_text(const struct part *part, const struct stream *s)
{
    char *text = NULL;
    size_t size;
    FILE *stream = open_memstream(&text, &size);

    if (!stream)
        return NULL;
    table_print(&part->cells, s, stream);
    if (fclose(stream) == 0)
        return text;
    free(text);
    return NULL;
}

/* Writes the texts of all tables, each once, in the order of first use. Returns false if memory runs out. */
static bool write_tables(struct parts *parts)
{
    for (size_t i = 0; i < parts->count; i++) {
        char *text = table_text(&parts->parts[i], parts->stream);

        if (!text || !table_place(parts, text, &parts->parts[i].table))
            return false;
    }
    return true;
}

bool parts_print(struct parts *parts, FILE *stream)
{
    const struct stream *s = parts->stream;
    struct plan plan = {.needed = malloc(s->count + 1), .dropped = malloc(s->count * sizeof *plan.dropped),
                        .changes = calloc(s->count, sizeof *plan.changes)};
    bool ok = plan.needed && plan.dropped && plan.changes;

    if (ok) {
        plan_words(parts, &plan);
        counter_plan(parts, plan.dropped, plan.changes);
        ok = write_tables(parts);
    }
    if (ok) {
        fprintf(stream, "    .arch %s\n", sfp_arch_name(s->index.arch));
        for (size_t i = 0; i < parts->table_count; i++)
            fprintf(stream, "\n    .schedule loop%zu\n%s    .endschedule\n", i + 1, parts->tables[i]);
        fputc('\n', stream);
        print_words(parts, &plan, stream);
    }
    free(plan.needed);
    free(plan.dropped);
    free(plan.changes);
    return ok;
}
