/* Counts by source line: kept by word, summed for a report. */
#include "stats_parts.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"

struct row_key {
    size_t kind, cause, index; /* members have equal sizes, so that a key has no padding */
};

struct row_entry {
    struct row_key key;
    uint64_t count;
};

static struct row_entry *find_row_entry(const struct sfp_stats *s, const struct row_key *key)
{
    size_t number;

    return names_find(&s->row_numbers, (const char *)key, sizeof *key, &number) ? s->rows[number] : NULL;
}

/* Adds an entry with count 1. Returns false if memory runs out. */
static bool add_row_entry(struct sfp_stats *s, const struct row_key *key)
{
    struct row_entry *entry = malloc(sizeof *entry);

    if (!entry)
        return false;
    *entry = (struct row_entry){*key, 1};
    if (array_room(&s->rows, s->row_count, &s->row_room, sizeof(struct row_entry *))
        && names_add(&s->row_numbers, (const char *)&entry->key, sizeof entry->key, s->row_count)) {
        s->rows[s->row_count++] = entry;
        return true;
    }
    free(entry);
    return false;
}

void rows_add(struct sfp_stats *s, size_t kind, enum sfp_stall cause, size_t index)
{
    const struct row_key key = {kind, cause, index};
    struct row_entry *entry = find_row_entry(s, &key);

    if (entry)
        entry->count++;
    else if (!add_row_entry(s, &key))
        s->no_memory = true;
}

void rows_hide(struct sfp_stats *s, enum sfp_stall cause, size_t index)
{
    struct row_entry *entry = find_row_entry(s, &(struct row_key){ROW_LOST, cause, index});

    if (entry)
        entry->count--;
    rows_add(s, ROW_HIDDEN, cause, index);
}

void rows_free(struct sfp_stats *s)
{
    for (size_t i = 0; i < s->row_count; i++)
        free(s->rows[i]);
    free(s->rows);
    names_free(&s->row_numbers);
}

/* A row with its place in the source, for sorting. */
struct placed {
    struct row row;
    const char *file; /* NULL: no source */
    unsigned long line;
};

static int compare_lines(const struct placed *x, const struct placed *y)
{
    int order;

    if (x->row.cause != y->row.cause)
        return x->row.cause < y->row.cause ? -1 : 1;
    if (!x->file || !y->file)
        return 0;
    order = strcmp(x->file, y->file);
    return order ? order : (x->line > y->line) - (x->line < y->line);
}

static int compare_places(const void *a, const void *b)
{
    const struct placed *x = a, *y = b;
    int order = compare_lines(x, y);

    return order ? order : (x->row.index > y->row.index) - (x->row.index < y->row.index);
}

static int compare_counts(const void *a, const void *b)
{
    const struct row *x = a, *y = b;

    if (x->count != y->count)
        return x->count > y->count ? -1 : 1;
    if (x->index != y->index)
        return x->index < y->index ? -1 : 1;
    return (x->cause > y->cause) - (x->cause < y->cause);
}

static void find_row_line(const struct sfp_stats *s, struct placed *p)
{
    struct sfp_where where;

    if (!s->kernel->has_source || !sfp_program_where(&s->kernel->program, p->row.index, &where))
        return;
    p->file = where.file;
    p->line = where.line;
}

/* Merges rows with the same line. Returns the remaining number. */
static size_t merge_line_rows(const struct placed *placed, size_t count, struct row *rows)
{
    size_t n = 0;

    for (size_t i = 0; i < count; i++) {
        if (i > 0 && placed[i].file && placed[i - 1].file && compare_lines(&placed[i - 1], &placed[i]) == 0) {
            rows[n - 1].count += placed[i].row.count;
            rows[n - 1].words++;
        } else {
            rows[n++] = placed[i].row;
        }
    }
    return n;
}

struct row *rows_sorted(const struct sfp_stats *s, size_t kind, size_t *count)
{
    size_t all = s->row_count, n = 0;
    struct placed *placed = calloc(all ? all : 1, sizeof *placed);
    struct row *rows = malloc((all ? all : 1) * sizeof *rows);

    *count = 0;
    if (!placed || !rows) {
        free(placed);
        free(rows);
        return NULL;
    }
    for (size_t i = 0; i < all; i++) {
        const struct row_entry *entry = s->rows[i];

        if (entry->key.kind != kind || !entry->count)
            continue;
        placed[n].row = (struct row){(enum sfp_stall)entry->key.cause, entry->count, 1, entry->key.index};
        find_row_line(s, &placed[n++]);
    }
    qsort(placed, n, sizeof *placed, compare_places);
    *count = merge_line_rows(placed, n, rows);
    qsort(rows, *count, sizeof *rows, compare_counts);
    free(placed);
    return rows;
}
