/* The findings of a run, collected and printed. */
#include "findings_log.h"

#include <inttypes.h>
#include <stdlib.h>

/* Running out of memory is the caller's to report: uthash must not exit. */
#define HASH_NONFATAL_OOM 1
#define uthash_nonfatal_oom(entry) ((entry)->times = 0)
#include <uthash.h>

#include "dis.h"
#include "model.h"

struct key {
    size_t index;
    size_t finding; /* enum sfp_finding, as wide as `index`, so that a key has no padding */
};

struct entry {
    struct key key;
    uint64_t times;
    bool has_detail;
    struct sfp_finding_detail detail; /* of the first time */
    UT_hash_handle hh;
};

struct sfp_findings_log {
    struct entry *entries;
    bool lost; /* a report, for want of memory */
};

struct sfp_findings_log *sfp_findings_log_new(void)
{
    return calloc(1, sizeof(struct sfp_findings_log));
}

void sfp_findings_log_free(struct sfp_findings_log *log)
{
    struct entry *e, *next;

    if (!log)
        return;
    HASH_ITER(hh, log->entries, e, next) {
        HASH_DEL(log->entries, e);
        free(e);
    }
    free(log);
}

/* Is the finding about an opcode rather than a place, so that once is enough? */
static bool once_per_opcode(enum sfp_finding finding)
{
    return finding == SFP_FIND_NO_EFFECT;
}

/* A new entry, which is told once, or NULL without memory. */
static struct entry *add_entry(struct sfp_findings_log *log, const struct key *key,
                               const struct sfp_finding_detail *detail)
{
    struct entry *e = calloc(1, sizeof *e);

    if (!e)
        return NULL;
    e->key = *key;
    e->times = 1;
    e->has_detail = detail != NULL;
    if (detail)
        e->detail = *detail;
    HASH_ADD(hh, log->entries, key, sizeof *key, e);
    if (e->times)
        return e;
    free(e);
    return NULL;
}

static void add(void *context, enum sfp_finding finding, const struct sfp_op *op,
                const struct sfp_finding_detail *detail)
{
    struct sfp_findings_log *log = context;
    const struct key key = {op->index, finding};
    struct entry *e;

    HASH_FIND(hh, log->entries, &key, sizeof key, e);
    if (e)
        e->times++;
    else if (!add_entry(log, &key, detail))
        log->lost = true;
}

struct sfp_reporter sfp_findings_log_reporter(struct sfp_findings_log *log)
{
    return (struct sfp_reporter){.report = add, .context = log};
}

size_t sfp_findings_log_count(const struct sfp_findings_log *log, const struct sfp_findings_policy *policy)
{
    size_t count = 0;

    for (const struct entry *e = log->entries; e; e = e->hh.next)
        count += sfp_findings_reported(policy, (enum sfp_finding)e->key.finding)
                 && policy->level[e->key.finding] >= SFP_WARNING;
    return count;
}

size_t sfp_findings_log_fatal(const struct sfp_findings_log *log, const struct sfp_findings_policy *policy)
{
    size_t count = 0;

    for (const struct entry *e = log->entries; e; e = e->hh.next)
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

static int by_place(const struct entry *x, const struct entry *y)
{
    if (x->key.index != y->key.index)
        return x->key.index < y->key.index ? -1 : 1;
    return (x->key.finding > y->key.finding) - (x->key.finding < y->key.finding);
}

void sfp_findings_log_visit(struct sfp_findings_log *log, sfp_finding_visitor *visit, void *context)
{
    HASH_SRT(hh, log->entries, by_place); /* sorts without memory */
    for (const struct entry *e = log->entries; e; e = e->hh.next)
        visit(context, (enum sfp_finding)e->key.finding, e->key.index, e->times, e->has_detail ? &e->detail : NULL);
}

struct printer {
    const struct sfp_kernel *kernel;
    struct sfp_index index;
    const struct sfp_findings_policy *policy;
    FILE *stream;
    bool opcode_said[256];
};

/* The other instruction, the register and the lanes of a timed finding. */
static void print_detail(struct printer *p, const struct sfp_finding_detail *detail, bool compared)
{
    enum { PLACE = 4096 };
    char place[PLACE], other[SFP_DISASSEMBLY_SIZE];

    fprintf(p->stream, "    cycle %" PRIu64, detail->cycle);
    if (detail->lreg >= 0)
        fprintf(p->stream, ", L%d in %d %s", detail->lreg, __builtin_popcount(detail->lanes),
                detail->lanes & (detail->lanes - 1) ? "lanes" : "lane");
    if (detail->lreg >= 0 && compared)
        fprintf(p->stream, ", of which %d differed", __builtin_popcount(detail->differs));
    fputc('\n', p->stream);
    if (detail->other == SFP_NO_INDEX)
        return;
    sfp_kernel_place(p->kernel, detail->other, place, sizeof place);
    sfp_disassemble(&p->index, p->kernel->program.words[detail->other], SFP_SYNTAX_GNU, other);
    fprintf(p->stream, "    with %s: %s\n", place, other);
}

static void print_one(void *context, enum sfp_finding finding, size_t index, uint64_t times,
                      const struct sfp_finding_detail *detail)
{
    enum { PLACE = 4096 };
    struct printer *p = context;
    const struct sfp_finding_info *info = sfp_finding_info(finding);
    uint32_t word = p->kernel->program.words[index];
    bool *said = &p->opcode_said[word >> SFP_OPCODE_LSB];
    char place[PLACE], instruction[SFP_DISASSEMBLY_SIZE];

    if (!sfp_findings_reported(p->policy, finding) || (once_per_opcode(finding) && *said))
        return;
    *said |= once_per_opcode(finding);
    sfp_kernel_place(p->kernel, index, place, sizeof place);
    sfp_disassemble(&p->index, word, SFP_SYNTAX_GNU, instruction);
    fprintf(p->stream, "%s: %s: %s [%s]", place, sfp_severity_name(p->policy->level[finding]), info->text, info->name);
    if (times > 1)
        fprintf(p->stream, " (%" PRIu64 " times)", times);
    fprintf(p->stream, "\n    %s\n", instruction);
    if (detail)
        print_detail(p, detail, finding != SFP_FIND_UNINIT);
}

void sfp_findings_log_print(struct sfp_findings_log *log, const struct sfp_kernel *kernel,
                            const struct sfp_findings_policy *policy, FILE *stream)
{
    struct printer p = {.kernel = kernel, .policy = policy, .stream = stream};

    sfp_index_init(&p.index, kernel->program.arch);
    sfp_findings_log_visit(log, print_one, &p);
}
