/* Runs with gaps, and comparison of the findings and the states of two runs. */
#include "perturbation_parts.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "perturbation.h"
#include "base/random_bits.h"
#include "model/source_banks.h"
#include "time/pipeline.h"

struct sfp_trial {
    const struct sfp_perturb_options *options;
    struct sfp_machine *m;
    uint32_t *late;
    uint32_t *gaps; /* copy of the options' gaps, for words that come early; or NULL */
    uint64_t course;
};

struct sfp_trial *sfp_trial_new(const struct sfp_perturb_options *options)
{
    const size_t words = options->kernel->program.count;
    struct sfp_trial *trial = calloc(1, sizeof *trial);

    if (!trial)
        return NULL;
    trial->options = options;
    trial->m = sfp_machine_new(options->start->s.arch, options->start->semantics);
    trial->late = calloc(words ? words : 1, sizeof *trial->late);
    trial->gaps = options->gaps ? calloc(words ? words : 1, sizeof *trial->gaps) : NULL;
    if (!trial->m || !trial->late || (options->gaps && !trial->gaps)) {
        sfp_trial_free(trial);
        return NULL;
    }
    if (trial->gaps)
        memcpy(trial->gaps, options->gaps, words * sizeof *trial->gaps);
    return trial;
}

void sfp_trial_free(struct sfp_trial *trial)
{
    if (!trial)
        return;
    sfp_machine_free(trial->m);
    free(trial->late);
    free(trial->gaps);
    free(trial);
}

/* Makes the words late or early, or on time again if `on` is false. */
static void delay_words(struct sfp_trial *trial, const struct sfp_late *late, bool on)
{
    if (late->early) {
        trial->gaps[late->index[0]] = trial->options->gaps[late->index[0]] - (on ? late->cycles[0] : 0);
        return;
    }
    for (unsigned i = 0; i < late->count; i++)
        trial->late[late->index[i]] = on ? late->cycles[i] : 0;
}

enum sfp_run_status sfp_trial_run(struct sfp_trial *trial, const struct sfp_late *late, struct sfp_findings_log *log)
{
    const struct sfp_perturb_options *options = trial->options;
    const struct sfp_timing_options timing = {
        .run = {.repeat = options->passes, .ignore_waits = options->ignore_waits},
        .gaps = trial->gaps, .late = trial->late,
        .tables = &options->kernel->program,
        .results_only = !log};
    struct sfp_timing_result result;

    if (!sfp_banks_copy(&trial->m->banks, options->start->banks))
        return SFP_RUN_NO_MEMORY;
    trial->m->s = options->start->s;
    trial->m->reporter = log ? sfp_findings_log_reporter(log) : (struct sfp_reporter){0};
    delay_words(trial, late, true);
    sfp_run_timed(trial->m, options->kernel->program.words, options->kernel->program.count, &timing, &result);
    delay_words(trial, late, false);
    trial->m->reporter = (struct sfp_reporter){0};
    trial->course = result.course;
    return result.run.status;
}

const struct sfp_state *sfp_trial_state(const struct sfp_trial *trial)
{
    return &trial->m->s;
}

uint64_t sfp_trial_course(const struct sfp_trial *trial)
{
    return trial->course;
}

/* ---- Findings of two runs, side by side ---- */

/* The findings of a log, in program order. */
struct sfp_causes {
    size_t count;
    struct found {
        size_t index;
        uint64_t times;
        enum sfp_finding finding;
        bool scheduled;
    } found[];
};

static void note_found(void *context, const struct sfp_finding_seen *seen)
{
    struct sfp_causes *c = context;

    c->found[c->count++] = (struct found){seen->index, seen->times, seen->finding, seen->scheduled};
}

struct sfp_causes *sfp_causes_of(struct sfp_findings_log *log)
{
    struct sfp_causes *c = malloc(sizeof *c + sfp_findings_log_entries(log) * sizeof c->found[0]);

    if (!c)
        return NULL;
    c->count = 0;
    sfp_findings_log_visit(log, note_found, c);
    return c;
}

void sfp_causes_free(struct sfp_causes *causes)
{
    free(causes);
}

/* Compares by the order of a log: index, finding, issued before scheduled. */
static int compare_found(const struct found *x, const struct found *y)
{
    if (x->index != y->index)
        return x->index < y->index ? -1 : 1;
    if (x->finding != y->finding)
        return x->finding < y->finding ? -1 : 1;
    return x->scheduled - y->scheduled;
}

/* Returns a cause's rank: severity first, then new, more frequent, less frequent. */
static int rank_cause(const struct sfp_perturb_cause *c)
{
    enum { FEWER, MORE, NEW, KINDS };
    const int kind = c->is < c->was ? FEWER : c->was ? MORE : NEW;

    return (int)sfp_finding_info(c->finding)->severity * KINDS + kind;
}

/* Takes a finding as the best cause if it ranks higher. `x` is the finding without gaps, `y` with gaps; either may
 * be NULL. */
static void consider_cause(struct sfp_perturb_cause *best, const struct found *x, const struct found *y)
{
    const struct found *f = x ? x : y;
    const struct sfp_perturb_cause c = {.any = true, .finding = f->finding, .index = f->index,
                                        .scheduled = f->scheduled, .was = x ? x->times : 0, .is = y ? y->times : 0};

    if (c.was != c.is && (!best->any || rank_cause(&c) > rank_cause(best)))
        *best = c;
}

struct sfp_perturb_cause sfp_causes_compare(const struct sfp_causes *was, const struct sfp_causes *is)
{
    struct sfp_perturb_cause best = {0};
    size_t i = 0, j = 0;

    while (i < was->count || j < is->count) {
        const struct found *x = i < was->count ? &was->found[i] : NULL, *y = j < is->count ? &is->found[j] : NULL;
        const int order = !x ? 1 : !y ? -1 : compare_found(x, y);

        consider_cause(&best, order <= 0 ? x : NULL, order >= 0 ? y : NULL);
        i += order <= 0;
        j += order >= 0;
    }
    return best;
}

/* ---- Where two states differ, member by member ---- */

/* A member of the state, as a table of values. */
struct place {
    const char *name;
    size_t offset;
    unsigned entries; /* entries, shown with an index if more than 1 */
    unsigned lanes;   /* values in an entry, or 1 if the member has no lanes */
    unsigned size;    /* bytes of a value: 1, 2 or 4 */
};

#define ONE(name, member) {name, offsetof(struct sfp_state, member), 1, 1, sizeof ((struct sfp_state *)0)->member}
#define SOME(name, member, entries) \
    {name, offsetof(struct sfp_state, member), entries, 1, sizeof ((struct sfp_state *)0)->member / (entries)}
#define LANES(name, member, entries) {name, offsetof(struct sfp_state, member), entries, SFP_LANES, sizeof(uint32_t)}

static const struct place registers = LANES("L", lreg, SFP_LREGS);

/* The members compared after Dst, LRegs, flags and stack, those nearest to a kernel's results first. */
static const struct place places[] = {
    ONE("stack depth", stack_size),
    ONE("rwc.dst", own.rwc.dst), ONE("rwc.dst_cr", own.rwc.dst_cr), ONE("rwc.sp", own.rwc.sp),
    ONE("rwc.srca", own.rwc.srca), ONE("rwc.srca_cr", own.rwc.srca_cr), ONE("rwc.srcb", own.rwc.srcb),
    ONE("rwc.srcb_cr", own.rwc.srcb_cr), ONE("rwc.fidelity", own.rwc.fidelity),
    ONE("rwc.extra_addr_mod", own.rwc.extra_addr_mod),
    SOME("latch", shft2_latch, SFP_ROWS),
    LANES("laneconfig", lane_config, 1), LANES("template", macro_template, SFP_TEMPLATES),
    LANES("sequence", macro_sequence, SFP_SEQUENCES), LANES("misc", macro_misc, 1),
    SOME("gpr", own.gpr, SFP_GPRS), SOME("threadconfig", own.thread_config, SFP_THREAD_CONFIGS),
    SOME("config", config, SFP_CONFIG_BANKS * SFP_CONFIG_WORDS),
    SOME("semaphore", semaphore, SFP_SEMAPHORES), ONE("mutexes", own.mutexes),
    SOME("replay", expanders.replay, SFP_REPLAY_SLOTS), SOME("mop_cfg", expanders.mop_cfg, SFP_MOP_CFGS),
    ONE("mop_mask_hi", expanders.mop_mask_hi),
    SOME("dst valid", dst_valid, SFP_DST_ROWS),
};

static uint32_t read_place_value(const struct sfp_state *s, const struct place *place, size_t i)
{
    const unsigned char *at = (const unsigned char *)s + place->offset + i * place->size;
    uint16_t half;
    uint32_t word;

    if (place->size == 1)
        return *at;
    if (place->size == sizeof half) {
        memcpy(&half, at, sizeof half);
        return half;
    }
    memcpy(&word, at, sizeof word);
    return word;
}

static bool differs_in(const struct place *place, const struct sfp_state *was, const struct sfp_state *is,
                       struct sfp_difference *d)
{
    const size_t count = (size_t)place->entries * place->lanes;

    if (memcmp((const char *)was + place->offset, (const char *)is + place->offset, count * place->size) == 0)
        return false;
    for (size_t i = 0; i < count && !d->any; i++) {
        const uint32_t before = read_place_value(was, place, i), after = read_place_value(is, place, i);

        if (before != after)
            *d = (struct sfp_difference){
                .any = true, .name = place->name, .index = place->entries > 1 ? (int)(i / place->lanes) : -1,
                .lane = place->lanes > 1 ? (int)(i % place->lanes) : -1, .row = -1, .column = -1,
                .digits = (int)(2 * place->size), .was = before, .is = after};
    }
    return d->any;
}

static bool differs_in_dst(const struct sfp_state *was, const struct sfp_state *is, struct sfp_difference *d)
{
    enum { CELL_DIGITS = 4 };

    if (memcmp(was->dst, is->dst, sizeof was->dst) == 0)
        return false;
    for (int row = 0; row < SFP_DST_ROWS; row++)
        for (int column = 0; column < SFP_DST_COLUMNS; column++)
            if (was->dst[row][column] != is->dst[row][column]) {
                *d = (struct sfp_difference){.any = true, .name = "dst", .index = -1, .lane = -1, .row = row,
                                             .column = column, .digits = CELL_DIGITS, .was = was->dst[row][column],
                                             .is = is->dst[row][column]};
                return true;
            }
    return false;
}

/* Compares flags, which have one bit for each lane. `index`: entry of the stack, or -1. */
static bool differs_in_flags(const char *name, int index, uint32_t was, uint32_t is, struct sfp_difference *d)
{
    const int lane = was != is ? __builtin_ctz(was ^ is) : 0;

    if (was == is)
        return false;
    *d = (struct sfp_difference){.any = true, .name = name, .index = index, .lane = lane, .row = -1, .column = -1,
                                 .digits = 1, .was = was >> lane & 1, .is = is >> lane & 1};
    return true;
}

/* Compares the entries that both stacks have. The depths are compared separately. */
static bool differs_in_stack(const struct sfp_state *was, const struct sfp_state *is, struct sfp_difference *d)
{
    const unsigned filled = was->stack_size < is->stack_size ? was->stack_size : is->stack_size;

    for (unsigned i = 0; i < filled && i < SFP_STACK_DEPTH; i++)
        if (differs_in_flags("stack", (int)i, was->stack.flags[i], is->stack.flags[i], d)
            || differs_in_flags("stack use", (int)i, was->stack.use_flags[i], is->stack.use_flags[i], d))
            return true;
    return false;
}

struct sfp_difference sfp_state_difference(const struct sfp_state *was, const struct sfp_state *is)
{
    struct sfp_difference d = {0};

    if (differs_in_dst(was, is, &d) || differs_in(&registers, was, is, &d)
        || differs_in_flags("flags", -1, was->flags, is->flags, &d)
        || differs_in_flags("use flags", -1, was->use_flags, is->use_flags, &d) || differs_in_stack(was, is, &d))
        return d;
    for (size_t i = 0; i < sizeof places / sizeof places[0] && !d.any; i++)
        differs_in(&places[i], was, is, &d);
    return d;
}

/* ---- Drawn data for runs without given Dst data ---- */

/* Draws a cell: 0 in one of eight cases, otherwise a bf16 number of either sign from 2^-16 to 2^16. */
static uint16_t draw_cell(uint64_t bits)
{
    enum { LEAST_EXPONENT = 127 - 16, EXPONENTS = 32, MANTISSA = 0x7F, SIGN = 0x8000, ZEROS = 7 };
    const unsigned exponent = LEAST_EXPONENT + (unsigned)(bits >> 16) % EXPONENTS;

    if ((bits >> 32 & ZEROS) == 0)
        return 0;
    return (uint16_t)((bits & SIGN) | exponent << 7 | (bits & MANTISSA));
}

bool sfp_dst_is_zero(const struct sfp_state *s)
{
    for (unsigned row = 0; row < SFP_DST_ROWS; row++)
        for (unsigned column = 0; column < SFP_DST_COLUMNS; column++)
            if (s->dst[row][column])
                return false;
    return true;
}

void sfp_draw_dst(struct sfp_state *s)
{
    uint64_t state = 1;

    for (unsigned row = 0; row < SFP_DST_ROWS; row++)
        for (unsigned column = 0; column < SFP_DST_COLUMNS; column++)
            s->dst[row][column] = draw_cell(random_draw(&state));
}
