/* The findings of a run, collected. */
#include "findings_parts.h"

#include <stdlib.h>
#include <string.h>

#include "program/sfp_program.h"

struct sfp_findings_log *sfp_findings_log_new(void)
{
    return calloc(1, sizeof(struct sfp_findings_log));
}

static void free_entry(struct sfp_findings_entry *e)
{
    free(e->text);
    free(e);
}

void sfp_findings_log_clear(struct sfp_findings_log *log)
{
    struct sfp_findings_entry *e, *next;

    HASH_ITER(hh, log->entries, e, next) {
        HASH_DEL(log->entries, e);
        free_entry(e);
    }
    log->lost = false;
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

/* Of findings about scheduled work, what executed: its word is in no program. */
static bool keeps_ops(const struct sfp_op *op, const struct sfp_finding_detail *detail)
{
    return op->scheduled || (detail && detail->by && detail->by->scheduled);
}

/* Is it about a cell of a schedule whose table does not say that it is meant, or proven to do no harm? */
static bool is_tabled(const struct sfp_findings_log *log, const struct sfp_findings_key *key)
{
    const struct sfp_schedule_word *word;
    const struct sfp_schedule *s = log->program ? sfp_schedule_of_word(log->program, key->index, &word) : NULL;
    const struct sfp_schedule_cell *cell = s ? sfp_schedule_executes(s, word, (enum sfp_unit)key->unit) : NULL;

    return cell && (key->finding == SFP_FIND_STORE_LOAD ? s->unproven : !cell->old);
}

static struct sfp_findings_entry *new_entry(const struct sfp_findings_log *log, const struct sfp_findings_key *key,
                                            const struct sfp_op *op, const struct sfp_finding_detail *detail)
{
    const bool ops = keeps_ops(op, detail);
    struct sfp_findings_entry *e = calloc(1, sizeof *e + (ops ? sizeof *e->ops : 0));

    if (!e)
        return NULL;
    e->key = *key;
    e->times = 1;
    e->tabled = is_tabled(log, key);
    e->has_detail = detail != NULL;
    e->has_ops = ops;
    if (detail)
        e->detail = *detail;
    if (ops)
        e->ops->op = *op;
    if (ops && detail && detail->by)
        e->ops->by = *detail->by;
    if (detail && detail->text && !(e->text = strdup(detail->text))) {
        free(e);
        return NULL;
    }
    e->detail.by = NULL;
    e->detail.text = NULL;
    return e;
}

/* Adds an entry, which is told once. False without memory. */
static bool add_entry(struct sfp_findings_log *log, struct sfp_findings_entry *e)
{
    if (!e)
        return false;
    HASH_ADD(hh, log->entries, key, sizeof e->key, e);
    if (e->times)
        return true;
    free_entry(e);
    return false;
}

static struct sfp_findings_key key_of(enum sfp_finding finding, const struct sfp_op *op)
{
    return (struct sfp_findings_key){
        .index = op->index, .finding = finding, .unit = op->scheduled ? op->insn->unit : SFP_UNIT_NONE};
}

/* What happens counts, and what might have happened there besides no more. */
static void add(void *context, enum sfp_finding finding, const struct sfp_op *op,
                const struct sfp_finding_detail *detail)
{
    struct sfp_findings_log *log = context;
    const struct sfp_findings_key key = key_of(finding, op);
    const bool possible = detail && detail->possible;
    struct sfp_findings_entry *e;

    HASH_FIND(hh, log->entries, &key, sizeof key, e);
    if (e && (possible || !e->detail.possible)) {
        e->times += possible == e->detail.possible;
        return;
    }
    if (e) {
        HASH_DEL(log->entries, e);
        free_entry(e);
    }
    if (!add_entry(log, new_entry(log, &key, op, detail)))
        log->lost = true;
}

static void add_times(void *context, enum sfp_finding finding, const struct sfp_op *op, bool possible, uint64_t times)
{
    const struct sfp_findings_log *log = context;
    const struct sfp_findings_key key = key_of(finding, op);
    struct sfp_findings_entry *e;

    HASH_FIND(hh, log->entries, &key, sizeof key, e);
    if (e && possible == e->detail.possible)
        e->times += times;
}

struct sfp_reporter sfp_findings_log_reporter(struct sfp_findings_log *log)
{
    return (struct sfp_reporter){.report = add, .again = add_times, .context = log};
}

size_t sfp_findings_log_count(const struct sfp_findings_log *log, const struct sfp_findings_policy *policy)
{
    size_t count = 0;

    for (const struct sfp_findings_entry *e = log->entries; e; e = e->hh.next)
        count += sfp_findings_reported(policy, (enum sfp_finding)e->key.finding, e->tabled)
                 && sfp_findings_level(policy, (enum sfp_finding)e->key.finding, e->tabled) >= SFP_WARNING;
    return count;
}

size_t sfp_findings_log_fatal(const struct sfp_findings_log *log, const struct sfp_findings_policy *policy)
{
    size_t count = 0;

    for (const struct sfp_findings_entry *e = log->entries; e; e = e->hh.next)
        count += policy->fatal[e->key.finding] && !policy->off[e->key.finding];
    return count;
}

size_t sfp_findings_log_entries(const struct sfp_findings_log *log)
{
    return HASH_COUNT(log->entries);
}

bool sfp_findings_log_lost(const struct sfp_findings_log *log)
{
    return log->lost;
}

static int by_place(const struct sfp_findings_entry *x, const struct sfp_findings_entry *y)
{
    if (x->key.index != y->key.index)
        return x->key.index < y->key.index ? -1 : 1;
    if (x->key.finding != y->key.finding)
        return x->key.finding < y->key.finding ? -1 : 1;
    return (x->key.unit > y->key.unit) - (x->key.unit < y->key.unit);
}

void sfp_findings_log_visit(struct sfp_findings_log *log, sfp_finding_visitor *visit, void *context)
{
    HASH_SRT(hh, log->entries, by_place); /* sorts without memory */
    for (const struct sfp_findings_entry *e = log->entries; e; e = e->hh.next)
        visit(context, &(struct sfp_finding_seen){
                           .finding = (enum sfp_finding)e->key.finding, .index = e->key.index,
                           .scheduled = e->key.unit != SFP_UNIT_NONE, .tabled = e->tabled, .times = e->times,
                           .detail = e->has_detail ? &e->detail : NULL});
}
