/* Collects the findings of a run. */
#include "findings_parts.h"

#include <stdlib.h>
#include <string.h>

#include "program/sfp_program.h"
#include "base/array.h"

struct sfp_findings_log *sfp_findings_log_new(void)
{
    return calloc(1, sizeof(struct sfp_findings_log));
}

void sfp_findings_log_clear(struct sfp_findings_log *log)
{
    for (size_t i = 0; i < log->count; i++) {
        free(log->entries[i]->text);
        free(log->entries[i]);
    }
    free(log->entries);
    names_free(&log->numbers);
    *log = (struct sfp_findings_log){.program = log->program, .hear = log->hear, .hear_context = log->hear_context};
}

void sfp_findings_log_of(struct sfp_findings_log *log, const struct sfp_program *program)
{
    log->program = program;
}

void sfp_findings_log_free(struct sfp_findings_log *log)
{
    if (log)
        sfp_findings_log_clear(log);
    free(log);
}

/* ---- Copies ---- */

static struct sfp_findings_entry *add_findings_entry(struct sfp_findings_log *log, const struct sfp_findings_key *key);

static bool copy_entry(struct sfp_findings_log *log, const struct sfp_findings_entry *from)
{
    char *text = from->text ? strdup(from->text) : NULL;
    struct sfp_findings_entry *entry = text || !from->text ? add_findings_entry(log, &from->key) : NULL;

    if (!entry) {
        free(text);
        return false;
    }
    *entry = *from;
    entry->text = text;
    return true;
}

struct sfp_findings_log *sfp_findings_log_copy(const struct sfp_findings_log *log)
{
    struct sfp_findings_log *copy = sfp_findings_log_new();
    bool copied = copy != NULL;

    for (size_t i = 0; copied && i < log->count; i++)
        copied = copy_entry(copy, log->entries[i]);
    if (!copied) {
        sfp_findings_log_free(copy);
        return NULL;
    }
    copy->program = log->program;
    copy->lost = log->lost;
    return copy;
}

size_t sfp_findings_log_bytes(const struct sfp_findings_log *log)
{
    return sizeof *log + log->count * (sizeof(struct sfp_findings_entry) + sizeof(struct sfp_findings_entry *));
}

void sfp_findings_log_swap(struct sfp_findings_log *a, struct sfp_findings_log *b)
{
    const struct sfp_findings_log kept = *a;

    *a = *b;
    *b = kept;
}

/* ---- Adding findings ---- */

/* Returns whether an entry keeps the executed instructions. Findings about scheduled work do, since the program has
 * no word with their operands. */
static bool keeps_ops(const struct sfp_op *op, const struct sfp_finding_detail *detail)
{
    return op->scheduled || (detail && detail->by && detail->by->scheduled);
}

/* Returns whether the finding is about a cell of a schedule with an unproven loop. */
static bool is_unproven(const struct sfp_findings_log *log, const struct sfp_findings_key *key)
{
    const struct sfp_schedule_word *word;
    const struct sfp_schedule *s = log->program ? sfp_schedule_of_word(log->program, key->index, &word) : NULL;

    return s && s->unproven && sfp_schedule_executes(s, word, (enum sfp_unit)key->unit);
}

static bool is_graver(const struct sfp_findings_log *log, const struct sfp_findings_key *key,
                      const struct sfp_finding_detail *detail)
{
    return (detail && detail->graver) || (key->finding == SFP_FIND_STORE_LOAD && is_unproven(log, key));
}

/* Fills *entry from the first report of a finding. Returns false if memory runs out. */
static bool make_entry(const struct sfp_findings_log *log, const struct sfp_findings_key *key, const struct sfp_op *op,
                       const struct sfp_finding_detail *detail, struct sfp_findings_entry *entry)
{
    *entry = (struct sfp_findings_entry){.key = *key, .times = 1, .graver = is_graver(log, key, detail),
                                         .has_detail = detail != NULL, .has_ops = keeps_ops(op, detail)};
    if (detail)
        entry->detail = *detail;
    if (entry->has_ops)
        entry->ops.op = *op;
    if (entry->has_ops && detail && detail->by)
        entry->ops.by = *detail->by;
    entry->detail.by = NULL;
    entry->detail.text = NULL;
    entry->text = detail && detail->text ? strdup(detail->text) : NULL;
    return entry->text || !detail || !detail->text;
}

/* Returns the finding's entry, or NULL if it has not been reported yet. */
static struct sfp_findings_entry *find_entry(const struct sfp_findings_log *log, const struct sfp_findings_key *key)
{
    size_t number;

    return names_find(&log->numbers, (const char *)key, sizeof *key, &number) ? log->entries[number] : NULL;
}

/* Adds an entry for a new finding. Returns NULL if memory runs out. */
static struct sfp_findings_entry *add_findings_entry(struct sfp_findings_log *log, const struct sfp_findings_key *key)
{
    struct sfp_findings_entry *entry = calloc(1, sizeof *entry);

    if (!entry)
        return NULL;
    entry->key = *key;
    if (array_room(&log->entries, log->count, &log->capacity, sizeof(struct sfp_findings_entry *))
        && names_add(&log->numbers, (const char *)&entry->key, sizeof entry->key, log->count))
        return log->entries[log->count++] = entry;
    free(entry);
    return NULL;
}

static struct sfp_findings_key make_finding_key(enum sfp_finding finding, const struct sfp_op *op, uint16_t matter)
{
    return (struct sfp_findings_key){.index = op->index, .finding = finding, .matter = matter,
                                     .unit = op->scheduled ? op->insn->unit : SFP_UNIT_NONE};
}

static struct sfp_finding_seen show_entry(const struct sfp_findings_entry *entry)
{
    return (struct sfp_finding_seen){
        .finding = (enum sfp_finding)entry->key.finding, .index = entry->key.index,
        .scheduled = entry->key.unit != SFP_UNIT_NONE,
        .graver = entry->graver, .times = entry->times, .detail = entry->has_detail ? &entry->detail : NULL};
}

void sfp_findings_log_tell(struct sfp_findings_log *log, sfp_finding_visitor *hear, void *context)
{
    log->hear = hear;
    log->hear_context = context;
}

static void tell_listener(const struct sfp_findings_log *log, const struct sfp_findings_entry *entry)
{
    const struct sfp_finding_seen seen = show_entry(entry);

    if (log->hear)
        log->hear(log->hear_context, &seen);
}

/* Returns the precedence of a report among reports of one finding at one place: graver cases first, then findings
 * that happened before possible ones. */
static unsigned rank_report(bool graver, bool possible)
{
    return 2U * graver + !possible;
}

/* Adds a report. The entry keeps the report with the highest rank; the count covers reports with the same `possible`
 * as the kept report. */
static void add_report(void *context, enum sfp_finding finding, const struct sfp_op *op,
                       const struct sfp_finding_detail *detail)
{
    struct sfp_findings_log *log = context;
    const struct sfp_findings_key key = make_finding_key(finding, op, detail ? detail->matter : 0);
    const bool possible = detail && detail->possible;
    struct sfp_findings_entry *entry = find_entry(log, &key), made;
    const bool alike = entry && possible == entry->detail.possible;

    if (entry && detail && detail->close && !entry->detail.close)
        return;
    if (entry
        && rank_report(is_graver(log, &key, detail), possible) <= rank_report(entry->graver, entry->detail.possible)) {
        entry->times += alike;
        if (alike)
            tell_listener(log, entry);
        return;
    }
    if (!make_entry(log, &key, op, detail, &made) || (!entry && !(entry = add_findings_entry(log, &key)))) {
        free(made.text);
        log->lost = true;
        return;
    }
    if (alike)
        made.times += entry->times;
    free(entry->text);
    *entry = made;
    tell_listener(log, entry);
}

static void add_times(void *context, enum sfp_finding finding, const struct sfp_op *op, bool possible, uint64_t times)
{
    const struct sfp_findings_log *log = context;
    const struct sfp_findings_key key = make_finding_key(finding, op, 0);
    struct sfp_findings_entry *entry = find_entry(log, &key);

    if (entry && possible == entry->detail.possible)
        entry->times += times;
}

struct sfp_reporter sfp_findings_log_reporter(struct sfp_findings_log *log)
{
    return (struct sfp_reporter){.report = add_report, .again = add_times, .context = log};
}

size_t sfp_findings_log_count(const struct sfp_findings_log *log, const struct sfp_findings_policy *policy)
{
    size_t count = 0;

    for (size_t i = 0; i < log->count; i++) {
        const struct sfp_findings_entry *entry = log->entries[i];

        count += sfp_findings_reported(policy, (enum sfp_finding)entry->key.finding, entry->graver)
                 && sfp_findings_level(policy, (enum sfp_finding)entry->key.finding, entry->graver) >= SFP_WARNING;
    }
    return count;
}

size_t sfp_findings_log_fatal(const struct sfp_findings_log *log, const struct sfp_findings_policy *policy)
{
    size_t count = 0;

    for (size_t i = 0; i < log->count; i++)
        count += policy->fatal[log->entries[i]->key.finding] && !policy->off[log->entries[i]->key.finding];
    return count;
}

size_t sfp_findings_log_entries(const struct sfp_findings_log *log)
{
    return log->count;
}

bool sfp_findings_log_lost(const struct sfp_findings_log *log)
{
    return log->lost;
}

static int compare_entries(const void *a, const void *b)
{
    const struct sfp_findings_entry *const *const first = a, *const *const second = b;
    const struct sfp_findings_key *x = &(*first)->key, *y = &(*second)->key;

    if (x->index != y->index)
        return x->index < y->index ? -1 : 1;
    if (x->finding != y->finding)
        return x->finding < y->finding ? -1 : 1;
    if (x->unit != y->unit)
        return x->unit < y->unit ? -1 : 1;
    return (x->matter > y->matter) - (x->matter < y->matter);
}

/* Sorts the entries by place, and renumbers them. */
static void sort_entries(struct sfp_findings_log *log)
{
    if (log->count)
        qsort(log->entries, log->count, sizeof(struct sfp_findings_entry *), compare_entries);
    for (size_t i = 0; i < log->count; i++)
        names_set(&log->numbers, (const char *)&log->entries[i]->key, sizeof log->entries[i]->key, i);
}

void sfp_findings_log_visit(struct sfp_findings_log *log, sfp_finding_visitor *visit, void *context)
{
    sort_entries(log);
    for (size_t i = 0; i < log->count; i++) {
        const struct sfp_finding_seen seen = show_entry(log->entries[i]);

        visit(context, &seen);
    }
}
