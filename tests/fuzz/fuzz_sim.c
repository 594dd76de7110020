/*
 * Random words from a random state: two timed runs of one program, one watched by views and with another SIMD level,
 * must agree on state and cycles, and end in time that can be foreseen.
 *
 * Input: arch; passes and options; views; level; a seed for the state; then words.
 */
#include "fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/model.h"
#include "time/pipeline.h"
#include "observe/findings_log.h"
#include "views/stats.h"
#include "views/summary.h"
#include "views/timeline.h"
#include "views/trace.h"

enum {
    MAX_WORDS = 256,
    MAX_MOPS = 2,           /* each can stand for some thousand instructions */
    MAX_GAP = 3,
    MOP_OUTER_MASK = 0x0F,  /* template 0: passes; Blackhole, template 1: the upper bits of the outer count */
    MOP_INNER_MASK = 0x1C07, /* Blackhole, template 1: seven inner and outer passes at most */
    MOP_TEMPLATE = 1 << 23,
    MOP_EXPANSION = 300,    /* instructions of one MOP so bounded: 129 passes of two, by a bug of the hardware */
    CYCLES_AN_INSTRUCTION = 40,
    REPEATS = 4,
};

/* Bits of the options. */
enum {
    OPTION_GAPS = 4, OPTION_WAITS = 8, OPTION_UNINIT = 16, OPTION_WRITTEN = 32, OPTION_RESET = 64,
    OPTION_NO_GUIDE = 128,
};
/* Bits of the views. */
enum { VIEW_STATS = 1, VIEW_TABLE = 2, VIEW_MCA = 4, VIEW_TRACES = 8 /* and three more bits */, VIEW_FORMATS = 4 };

struct run {
    struct sfp_kernel kernel;
    uint32_t words[MAX_WORDS], gaps[MAX_WORDS], written[SFP_LREGS];
    size_t count, mops;
    struct sfp_timing_options options;
    uint8_t views;
};

/* What an observer may rely on. */
struct watch {
    struct sfp_observer observer;
    uint64_t cycle, events;
    size_t count;
};

static void watch_event(void *context, const struct sfp_event *event)
{
    struct watch *w = context;
    const bool has_op = event->kind != SFP_EVENT_BUBBLE && event->kind != SFP_EVENT_PASS;

    if (event->cycle < w->cycle)
        fuzz_fail("an event of cycle %llu after one of cycle %llu", (unsigned long long)event->cycle,
                  (unsigned long long)w->cycle);
    if (has_op && !event->op)
        fuzz_fail("an event of kind %d without instruction", event->kind);
    if (has_op && event->op->index >= w->count)
        fuzz_fail("an event of word %u of %zu", event->op->index, w->count);
    w->cycle = event->cycle;
    w->events++;
}

static struct sfp_observer *chain(struct sfp_observer *observer, struct sfp_observer *list)
{
    struct sfp_observer *last = observer;

    while (last->next)
        last = last->next;
    last->next = list;
    return observer;
}

/* The views of a run, which write to where nobody reads. */
struct views {
    FILE *sink;
    struct sfp_stats *stats;
    struct sfp_timeline *timeline[2];
    struct sfp_trace *trace[VIEW_FORMATS];
};

static const struct sfp_trace_class *const trace_classes[] = {
#define VIEW_TRACE(enumerator, member, ...) &sfp_trace_##member,
#include "views.def"
};

static struct sfp_observer *open_views(struct views *v, const struct run *r, struct sfp_observer *list)
{
    memset(v, 0, sizeof *v);
    v->sink = fuzz_memory(fopen("/dev/null", "w"));
    if (r->views & VIEW_STATS) {
        v->stats = fuzz_memory(sfp_stats_new(&r->kernel));
        list = chain(sfp_stats_observer(v->stats), list);
    }
    for (unsigned i = 0; i < 2; i++) {
        if (!(r->views & (i ? VIEW_MCA : VIEW_TABLE)))
            continue;
        v->timeline[i] = fuzz_memory(
            sfp_timeline_new(i ? &sfp_timeline_mca : &sfp_timeline_table, &r->kernel, SFP_INFO));
        list = chain(sfp_timeline_observer(v->timeline[i]), list);
    }
    for (unsigned i = 0; i < VIEW_FORMATS; i++) {
        if (!(r->views & VIEW_TRACES << i))
            continue;
        v->trace[i] = fuzz_memory(sfp_trace_new(trace_classes[i], &r->kernel, SFP_INFO, v->sink));
        list = chain(sfp_trace_observer(v->trace[i]), list);
    }
    return list;
}

static void close_views(struct views *v, uint64_t cycles)
{
    size_t size;
    char *json;

    if (v->stats) {
        if (!sfp_stats_finish(v->stats))
            fuzz_fail("statistics miss counts");
        sfp_stats_print(v->stats, v->sink);
        json = fuzz_memory(sfp_stats_json(v->stats, NULL, &size));
        /* A configuration write that lands a cycle late, at the very end, is no event. */
        if (cycles > sfp_stats_totals(v->stats)->cycles + 1)
            fuzz_fail("statistics count %llu cycles of %llu",
                      (unsigned long long)sfp_stats_totals(v->stats)->cycles, (unsigned long long)cycles);
        free(json);
        sfp_stats_free(v->stats);
    }
    for (unsigned i = 0; i < 2; i++) {
        if (!v->timeline[i])
            continue;
        if (!sfp_timeline_print(v->timeline[i], cycles, v->sink))
            fuzz_fail("a timeline misses rows");
        sfp_timeline_free(v->timeline[i]);
    }
    for (unsigned i = 0; i < VIEW_FORMATS; i++)
        if (v->trace[i])
            sfp_trace_finish(v->trace[i]);
    fclose(v->sink);
}

/* Words without an expansion that takes minutes. */
static uint32_t bounded(struct run *r, const struct sfp_index *index, uint32_t word)
{
    const struct sfp_insn *insn = sfp_insn_of_word(index, word);

    if (!insn || insn->id != SFP_I_MOP)
        return word;
    if (r->mops++ >= MAX_MOPS)
        return (uint32_t)index->by_opcode[2]->opcode << SFP_OPCODE_LSB;
    if (word & MOP_TEMPLATE)
        return word & ((uint32_t)0xFF << SFP_OPCODE_LSB | MOP_TEMPLATE | MOP_INNER_MASK);
    return word & ~((uint32_t)(0x7F & ~MOP_OUTER_MASK) << 16);
}

static void take_words(struct run *r, const struct sfp_index *index, struct fuzz_input *in, bool guided)
{
    while (r->count < MAX_WORDS && in->size) {
        uint32_t word = fuzz_word(in);

        r->words[r->count++] = bounded(r, index, guided ? fuzz_valid_word(index, word) : word);
    }
}

static void execute(struct sfp_machine *m, const struct run *r, const struct sfp_timing_options *options,
                    struct sfp_timing_result *result)
{
    uint64_t most;

    sfp_run_timed(m, r->words, r->count, options, result);
    most = SFP_REPLAY_SLOTS * (r->count + r->mops * MOP_EXPANSION) * CYCLES_AN_INSTRUCTION;
    most = options->run.repeat * (most + MAX_GAP * r->count) + 100;
    if (result->cycles > most)
        fuzz_fail("%llu cycles are more than %llu", (unsigned long long)result->cycles, (unsigned long long)most);
}

static void run_watched(struct sfp_machine *m, const struct run *r, struct sfp_timing_result *result)
{
    struct watch watch = {.observer = {.event = watch_event, .context = &watch}, .count = r->count};
    struct sfp_findings_log *log = fuzz_memory(sfp_findings_log_new());
    struct sfp_timing_options options = r->options;
    struct sfp_machine *before = fuzz_memory(sfp_machine_new(m->s.arch, m->semantics));
    struct sfp_findings_policy policy;
    struct views views;

    before->s = m->s;
    m->reporter = sfp_findings_log_reporter(log);
    sfp_check_words(m, r->words, r->count);
    options.observers = open_views(&views, r, &watch.observer);
    execute(m, r, &options, result);
    sfp_findings_policy_init(&policy, true);
    sfp_findings_log_print(log, &r->kernel, &policy, views.sink);
    sfp_summary_print(views.sink, &r->kernel, options.run.repeat, &result->run, result, &before->s, &m->s);
    close_views(&views, result->cycles);
    sfp_findings_log_free(log);
    sfp_machine_free(before);
}

#define SAME(member) \
    if (memcmp(&a->member, &b->member, sizeof a->member) != 0) \
        fuzz_fail("%zu words, unobserved and observed: %s differs; %llu and %llu cycles, passes reused: %llu", words, \
                  #member, (unsigned long long)a->cycles, (unsigned long long)b->cycles, (unsigned long long)a->reused)

static void same_result(const struct sfp_timing_result *a, const struct sfp_timing_result *b, size_t words)
{
    SAME(run.status);
    if (a->run.status != SFP_RUN_DONE) /* where it stopped, what was under way may be over, or not */
        return;
    SAME(run.executed);
    SAME(run.vector);
    SAME(run.index);
    SAME(run.word);
    SAME(run.semaphore);
    SAME(run.held);
    SAME(stalls);
    SAME(discarded);
    SAME(cycles);
    SAME(busy);
}

static void compare(struct run *r, struct sfp_machine *start, const struct sfp_semantics *other)
{
    struct sfp_machine *alone = fuzz_memory(sfp_machine_new(start->s.arch, start->semantics));
    struct sfp_machine *watched = fuzz_memory(sfp_machine_new(start->s.arch, other));
    struct sfp_timing_result result, watched_result;
    struct sfp_run_result untimed;

    alone->s = watched->s = start->s;
    execute(alone, r, &r->options, &result);
    run_watched(watched, r, &watched_result);
    same_result(&result, &watched_result, r->count);
    if (result.run.status == SFP_RUN_DONE)
        fuzz_same_state(&alone->s, &watched->s, "an unobserved and an observed run");
    sfp_run_untimed(start, r->words, r->count, &r->options.run, &untimed);
    sfp_machine_free(alone);
    sfp_machine_free(watched);
}

int fuzz_sim(const uint8_t *data, size_t size)
{
    struct fuzz_input in = {data, size};
    const enum sfp_arch arch = fuzz_byte(&in) & 1 ? SFP_BH : SFP_WH;
    const unsigned options = fuzz_byte(&in), views = fuzz_byte(&in), level = fuzz_byte(&in);
    const struct sfp_semantics *levels[4];
    struct sfp_machine *start = fuzz_memory(sfp_machine_new(arch, sfp_semantics_best()));
    struct run r = {.kernel = {.path = "fuzz"}, .views = (uint8_t)views};
    uint64_t seed = fuzz_seed(&in);
    unsigned level_count = 0;

    memset(r.written, 0xFF, sizeof r.written);
    sfp_semantics_list(levels);
    while (level_count < 4 && levels[level_count])
        level_count++;
    if (!(options & OPTION_RESET))
        fuzz_random_state(&start->s, &start->index, seed);
    take_words(&r, &start->index, &in, !(options & OPTION_NO_GUIDE));
    for (size_t i = 0; i < r.count; i++)
        r.gaps[i] = fuzz_below(&seed, 5) ? 0 : fuzz_below(&seed, MAX_GAP + 1);
    r.kernel.program = (struct sfp_program){.words = r.words, .count = r.count, .arch = arch};
    r.options = (struct sfp_timing_options){
        .run = {.repeat = 1 + options % REPEATS, .ignore_waits = options & OPTION_WAITS},
        .gaps = options & OPTION_GAPS ? r.gaps : NULL,
        .uninit = options & OPTION_UNINIT,
        .written = options & OPTION_WRITTEN ? r.written : NULL,
    };
    if (r.count)
        compare(&r, start, levels[level % level_count]);
    sfp_machine_free(start);
    return 0;
}
