/*
 * Random programs: the pipeline against a slow interpreter of the same rules
 * (tests/reference/slow_pipeline.c), watched or with passes run from tape, and
 * timed runs against untimed ones, where programs have macros or no hazards.
 * 2,000 programs of each kind, 100,000 with SFP_LONG.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "dis/dis.h"
#include "time/pipeline.h"
#include "reference/slow_pipeline.h"
#include "pipeline_random.h"

static size_t programs(void)
{
    return getenv("SFP_LONG") ? 100000 : 2000;
}

/* ---- What the engine does ---- */

struct collector {
    struct slow_entry log[1 << 17];
    size_t count;
};

static enum slow_cause cause_of(enum sfp_stall stall)
{
    switch (stall) {
    case SFP_STALL_SWAP: return SLOW_SWAP;
    case SFP_STALL_SHFT2: return SLOW_SHFT2;
    case SFP_STALL_MAD:
    case SFP_STALL_MAD_FALSE: return SLOW_MAD;
    case SFP_STALL_DST_BLOCK: return SLOW_DST_BLOCK;
    case SFP_STALL_MATRIX_MOVE: return SLOW_MATRIX_MOVE;
    default: return SLOW_WAIT;
    }
}

static enum slow_lack lack_of(enum sfp_stall stall)
{
    return stall == SFP_STALL_GAP ? SLOW_GAP : stall == SFP_STALL_MOP ? SLOW_MOP : SLOW_REPLAY;
}

/* Cycles lost before the matrix unit in all runs that were collected. */
static size_t held_by_block, held_by_move;

static void collect(void *context, const struct sfp_event *e)
{
    struct collector *c = context;
    struct slow_entry *entry = &c->log[c->count];

    held_by_block += e->kind == SFP_EVENT_STALL && e->stall == SFP_STALL_DST_BLOCK;
    held_by_move += e->kind == SFP_EVENT_STALL && e->stall == SFP_STALL_MATRIX_MOVE;
    if (e->kind != SFP_EVENT_EXEC && e->kind != SFP_EVENT_STALL && e->kind != SFP_EVENT_DISCARD
        && e->kind != SFP_EVENT_BUBBLE)
        return;
    assert_true(c->count < sizeof c->log / sizeof c->log[0]);
    memset(entry, 0, sizeof *entry);
    entry->cycle = e->cycle;
    if (e->kind == SFP_EVENT_BUBBLE) {
        entry->kind = SLOW_BUBBLE;
        entry->index = (uint32_t)e->origin.position;
        entry->lack = lack_of(e->stall);
        c->count++;
        return;
    }
    entry->kind = e->kind == SFP_EVENT_EXEC ? SLOW_EXEC : e->kind == SFP_EVENT_STALL ? SLOW_STALL : SLOW_DISCARD;
    entry->unit = e->kind == SFP_EVENT_STALL ? SFP_UNIT_LOAD : e->unit;
    entry->scheduled = e->scheduled;
    entry->index = e->scheduled ? (uint32_t)e->macro_index : e->op->index;
    entry->cause = e->kind == SFP_EVENT_STALL ? cause_of(e->stall) : SLOW_NOT_HELD;
    c->count++;
}

static int by_cycle(const void *a, const void *b)
{
    const struct slow_entry *x = a, *y = b;

    if (x->cycle != y->cycle)
        return x->cycle < y->cycle ? -1 : 1;
    if (x->kind != y->kind)
        return (int)x->kind - (int)y->kind;
    return (int)x->unit - (int)y->unit;
}

static bool same_entry(const struct slow_entry *x, const struct slow_entry *y)
{
    return x->cycle == y->cycle && x->kind == y->kind && x->unit == y->unit && x->index == y->index
           && x->scheduled == y->scheduled && x->cause == y->cause && x->lack == y->lack;
}

/* ---- Comparing and reporting ---- */

static void print_program(const struct program *p)
{
    char text[SFP_DISASSEMBLY_SIZE];

    fprintf(stderr, "%s, seed %llu, %lu passes\n", sfp_arch_name(p->arch), (unsigned long long)p->seed, p->repeat);
    for (size_t i = 0; i < p->count; i++) {
        disassembly_of_word(&index_of[p->arch], p->words[i], SFP_SYNTAX_GNU, text);
        fprintf(stderr, "%3zu  %08X  %s", i, p->words[i], text);
        if (p->has_gaps)
            fprintf(stderr, "\t(after %u, then %u)", p->gaps[i], p->later_gaps[i]);
        fprintf(stderr, p->has_delays && p->delays[i] ? "\t(late by %u)\n" : "\n", p->delays[i]);
    }
}

static void print_macros(const struct program *p, const struct sfp_state *s)
{
    char text[SFP_DISASSEMBLY_SIZE];

    for (unsigned i = 0; i < SFP_TEMPLATES; i++) {
        disassembly_of_word(&index_of[p->arch], s->macro_template[i][0], SFP_SYNTAX_GNU, text);
        fprintf(stderr, "template %u: %08X  %s\n", i, s->macro_template[i][0], text);
    }
    for (unsigned i = 0; i < SFP_SEQUENCES; i++)
        fprintf(stderr, "sequence %u: %08X\n", i, s->macro_sequence[i][0]);
    fprintf(stderr, "misc: %03X\n", s->macro_misc[0]);
}

static void print_entry(const char *who, const struct slow_entry *entry)
{
    static const char *const kinds[] = {"exec", "stall", "discard", "bubble"};

    if (!entry)
        fprintf(stderr, "%s: nothing more\n", who);
    else
        fprintf(stderr, "%s: cycle %llu %s %s word %u%s cause %d lack %d\n", who, (unsigned long long)entry->cycle,
                kinds[entry->kind], sfp_unit_name(entry->unit), entry->index, entry->scheduled ? " (macro)" : "",
                (int)entry->cause, (int)entry->lack);
}

/* True if the logs differ; the first difference is printed. */
static bool logs_differ(struct collector *c, struct slow_result *r)
{
    qsort(c->log, c->count, sizeof c->log[0], by_cycle);
    qsort(r->log, r->count, sizeof r->log[0], by_cycle);
    for (size_t i = 0; i < c->count || i < r->count; i++) {
        if (i < c->count && i < r->count && same_entry(&c->log[i], &r->log[i]))
            continue;
        print_entry("engine", i < c->count ? &c->log[i] : NULL);
        print_entry("slow", i < r->count ? &r->log[i] : NULL);
        return true;
    }
    return false;
}

#define DIFFERS(member) \
    (memcmp(&got->member, &want->member, sizeof got->member) != 0                     \
     && fprintf(stderr, "%s differs in the %s run\n", #member, run) > 0)

static bool states_differ(const struct sfp_state *got, const struct sfp_state *want, const char *run)
{
    for (unsigned r = 0; r < SFP_LREGS; r++) {
        for (unsigned l = 0; l < SFP_LANES; l++) {
            if (got->lreg[r][l] != want->lreg[r][l]) {
                fprintf(stderr, "L%u lane %u: %08X, not %08X, in the %s run\n", r, l, got->lreg[r][l],
                        want->lreg[r][l], run);
                return true;
            }
        }
    }
    return DIFFERS(flags) || DIFFERS(use_flags) || DIFFERS(prng) || DIFFERS(lane_config) || DIFFERS(macro_template)
           || DIFFERS(macro_sequence) || DIFFERS(macro_misc) || DIFFERS(dst) || DIFFERS(dst_valid) || DIFFERS(stack)
           || DIFFERS(stack_size) || DIFFERS(shft2_latch) || DIFFERS(own.rwc)
           || DIFFERS(expanders.replay) || DIFFERS(own.thread_config) || DIFFERS(config)
           || DIFFERS(derived.enabled);
}

static struct sfp_machine *machine(struct program *p, bool macros)
{
    struct sfp_machine *m = sfp_machine_new(p->arch, sfp_semantics_best());

    assert_non_null(m);
    randomize(&m->s, p, macros);
    return m;
}

static struct sfp_machine *copy_of(const struct sfp_machine *m)
{
    struct sfp_machine *copy = sfp_machine_new(m->s.arch, m->semantics);

    assert_non_null(copy);
    copy->s = m->s;
    return copy;
}

static struct sfp_timing_result run_engine(struct sfp_machine *m, const struct program *p, struct collector *c)
{
    struct sfp_observer observer = {.event = collect, .context = c};
    struct sfp_timing_options options = {.run.repeat = p->repeat, .gaps = p->has_gaps ? p->gaps : NULL,
                                         .later_gaps = p->has_gaps ? p->later_gaps : NULL,
                                         .late = p->has_delays ? p->delays : NULL,
                                         .observers = c ? &observer : NULL};
    struct sfp_timing_result result;

    sfp_run_timed(m, p->words, p->count, &options, &result);
    assert_int_equal(result.run.status, SFP_RUN_DONE);
    return result;
}

/* Passes that are reused count no cycles of the pusher. */
static bool counts_differ(const struct sfp_timing_result *got, const struct slow_result *want, const char *run)
{
    if (got->cycles == want->cycles && (got->held == want->held || got->reused))
        return false;
    fprintf(stderr, "%llu cycles, %llu held, not %llu and %llu, in the %s run\n", (unsigned long long)got->cycles,
            (unsigned long long)got->held, (unsigned long long)want->cycles, (unsigned long long)want->held, run);
    return true;
}

/* Do the counts of two runs differ in more than how they were found? */
static bool reuse_differs(const struct sfp_timing_result *watched, const struct sfp_timing_result *alone)
{
    struct sfp_timing_result x = *watched, y = *alone;

    x.reused = y.reused = 0;
    if (alone->reused)
        x.held = y.held = 0;
    x.not_reused = y.not_reused = NULL;
    return memcmp(&x, &y, sizeof x) != 0 && fprintf(stderr, "counts differ between watched and unobserved runs\n") > 0;
}

/* Does a run for the results alone differ? */
static bool results_differ(const struct sfp_machine *start, const struct program *p, const struct sfp_machine *timed,
                           const struct sfp_timing_result *counts)
{
    struct sfp_machine *untimed = copy_of(start);
    const struct sfp_run_options options = {.repeat = p->repeat};
    struct sfp_run_result result;
    bool differ;

    sfp_run_untimed(untimed, p->words, p->count, &options, &result);
    differ = states_differ(&untimed->s, &timed->s, "untimed") || result.executed != counts->run.executed
             || result.vector != counts->run.vector;
    sfp_machine_free(untimed);
    return differ;
}

static bool has_macro(const struct program *p)
{
    for (size_t i = 0; i < p->count; i++)
        if (p->words[i] >> 24 == OPCODE_SFPLOADMACRO)
            return true;
    return false;
}

/* ---- A feed that pushes a program ---- */

/* Word by word, as its gaps have it. */
struct pusher {
    const struct program *p;
    uint32_t words[MAX_WORDS];
    size_t next;
    unsigned long pass;
    uint64_t free, now; /* when it is through with the word before; the cycle that began last */
};

static enum sfp_fed next_word(void *context, struct sfp_fed_word *word)
{
    struct pusher *u = context;

    if (u->next == u->p->count) {
        u->next = 0;
        u->pass++;
    }
    if (u->pass == u->p->repeat)
        return SFP_FED_END;
    if (u->free + (u->p->has_gaps ? (u->pass ? u->p->later_gaps : u->p->gaps)[u->next] : 0) > u->now)
        return SFP_FED_NONE;
    word->index = u->next;
    word->word = u->words[u->next] = u->p->words[u->next];
    u->next++;
    return SFP_FED_WORD;
}

static void began(void *context, const struct sfp_thread *thread)
{
    struct pusher *u = context;

    u->now = thread->cycle;
}

static void was_pushed(void *context, uint64_t cycle)
{
    struct pusher *u = context;

    u->free = cycle + 1;
}

/* A feed does not say which word is late. */
static void forget_late_words(struct collector *c)
{
    for (size_t i = 0; i < c->count; i++)
        if (c->log[i].kind == SLOW_BUBBLE && c->log[i].lack == SLOW_GAP)
            c->log[i].index = 0;
}

static bool collected_differ(struct collector *c, struct collector *d)
{
    struct slow_result r = {.count = d->count};

    r.log = d->log;
    forget_late_words(c);
    forget_late_words(d);
    return logs_differ(c, &r);
}

/* Does a run differ in which the program's words are fed? */
static bool fed_differs(const struct sfp_machine *start, const struct program *p, const struct sfp_machine *timed,
                        struct collector *log, const struct sfp_timing_result *counts)
{
    static struct collector c;
    struct pusher pusher = {.p = p};
    const struct sfp_feed feed = {.context = &pusher, .count = p->count, .words = pusher.words, .next = next_word,
                                  .cycle = began, .pushed = was_pushed};
    struct sfp_observer observer = {.event = collect, .context = &c};
    const struct sfp_timing_options options = {.run = {.repeat = 1, .feed = &feed}, .observers = &observer};
    struct sfp_machine *fed = copy_of(start);
    struct sfp_timing_result r;
    bool differ;

    c.count = 0;
    sfp_run_timed(fed, NULL, 0, &options, &r);
    differ = states_differ(&fed->s, &timed->s, "fed") || collected_differ(&c, log)
             || memcmp(r.stalls, counts->stalls, sizeof r.stalls) != 0 || r.cycles != counts->cycles
             || r.held != counts->held || r.run.executed != counts->run.executed;
    sfp_machine_free(fed);
    return differ;
}

enum outcome { SAME, DIFFERENT, NOT_COMPARED };

/* Runs the first `count` words both ways, from the same state. */
static enum outcome compare_prefix(const struct sfp_machine *start, struct program *p, size_t count)
{
    static struct collector c;
    struct sfp_machine *slow = copy_of(start), *watched = copy_of(start), *alone = copy_of(start);
    const size_t all = p->count;
    struct slow_program program = {p->words, count, p->has_gaps ? p->gaps : NULL, p->has_gaps ? p->later_gaps : NULL,
                                   p->repeat, p->has_delays ? p->delays : NULL};
    struct slow_result r;
    struct sfp_timing_result w, a;
    enum outcome outcome = NOT_COMPARED;

    slow_run(slow, &program, &r);
    if (!r.diverged) {
        p->count = count;
        c.count = 0;
        w = run_engine(watched, p, &c);
        a = run_engine(alone, p, NULL);
        outcome = logs_differ(&c, &r) || states_differ(&watched->s, &slow->s, "watched")
                          || states_differ(&alone->s, &slow->s, "unobserved") || counts_differ(&w, &r, "watched")
                          || counts_differ(&a, &r, "unobserved")
                          || reuse_differs(&w, &a) || (!p->has_delays && fed_differs(start, p, watched, &c, &w))
                          || (has_macro(p) && !p->has_gaps && !p->has_delays && results_differ(start, p, watched, &w))
                      ? DIFFERENT : SAME;
        p->count = all;
        p->reused = a.reused;
    }
    slow_free(&r);
    sfp_machine_free(slow);
    sfp_machine_free(watched);
    sfp_machine_free(alone);
    return outcome;
}

/* Would the program's first `count` words end within a recording? */
static bool ends_recording(const struct program *p, size_t count)
{
    size_t until = 0;

    for (size_t i = 0; i < count; i++)
        if (i >= until && p->words[i] >> 24 == 0x04 && p->words[i] & 1)
            until = i + 1 + (p->words[i] >> 4 & 0x3F);
    return until > count;
}

/* Prints the shortest beginning of the program that shows a difference. */
static void report(const struct sfp_machine *start, struct program *p)
{
    size_t count = 1;

    while (count < p->count && (ends_recording(p, count) || compare_prefix(start, p, count) != DIFFERENT))
        count++;
    p->count = count;
    print_macros(p, &start->s);
    print_program(p);
    fail_msg("the pipeline and the slow interpreter differ");
}

/* True if the program was compared; fails with a report at the first difference. */
static bool compare(struct program *p, bool macros)
{
    struct sfp_machine *start = machine(p, macros);
    enum outcome outcome = compare_prefix(start, p, p->count);

    if (outcome == DIFFERENT)
        report(start, p);
    sfp_machine_free(start);
    return outcome == SAME;
}

static void compare_programs(enum sfp_arch arch, bool macros)
{
    size_t compared = 0, wanted = programs() / 4;
    uint64_t seed = (uint64_t)arch << 40 | (uint64_t)macros << 36;
    struct program p;

    while (compared < wanted) {
        generate(&p, arch, seed++, macros);
        compared += compare(&p, macros);
    }
    print_message("%zu programs compared, %llu left out\n", compared,
                  (unsigned long long)((seed & 0xFFFFFFFFF) - compared));
}

static void test_wh_macros(void **state)
{
    (void)state;
    compare_programs(SFP_WH, true);
}

static void test_bh_macros(void **state)
{
    (void)state;
    compare_programs(SFP_BH, true);
}

static void test_wh_regular(void **state)
{
    (void)state;
    compare_programs(SFP_WH, false);
}

static void test_bh_regular(void **state)
{
    (void)state;
    compare_programs(SFP_BH, false);
}

/* ---- The matrix unit beside the vector unit ---- */

/* Makes a program of mostly words of the matrix unit, with waits for either unit and changes of the width of Dst. Half
 * of the programs run in several passes; a pass then begins while work of the previous pass is under way. */
static void generate_matrix(struct program *p, enum sfp_arch arch, uint64_t seed)
{
    memset(p, 0, sizeof *p);
    p->arch = arch;
    p->seed = p->random = seed;
    p->repeat = chance(p, 50) ? 1 : 2 + below(p, 20);
    p->has_gaps = chance(p, 10);
    for (size_t length = 2 + below(p, 30); p->count < length;) {
        if (chance(p, 55))
            add(p, random_skipped(p));
        else if (chance(p, 20))
            add(p, 0xB6200001 | below(p, 2) << 13); /* RMWCIB3: Fp32_enabled */
        else if (chance(p, 30))
            add(p, random_other(p));
        else
            add_instruction(p, chance(p, 20));
    }
    for (size_t i = 0; i < p->count; i++)
        p->gaps[i] = p->later_gaps[i] = chance(p, 15) ? 1 + below(p, 4) : 0;
    add_delays(p);
}

static void compare_matrix(enum sfp_arch arch)
{
    size_t wanted = programs() / 4, reused = 0;
    struct program p;

    held_by_block = held_by_move = 0;
    for (uint64_t seed = (uint64_t)arch << 40 | (uint64_t)1 << 38, compared = 0; compared < wanted; seed++) {
        generate_matrix(&p, arch, seed);
        compared += compare(&p, true);
        reused += p.reused > 0;
    }
    print_message("%zu programs compared, %zu with passes run from tape; %zu cycles held by blocks of Dst, %zu by moves\n",
                  wanted, reused, held_by_block, held_by_move);
    assert_true(reused > wanted / 10 && held_by_block > wanted && held_by_move > wanted);
}

static void test_wh_matrix(void **state)
{
    (void)state;
    compare_matrix(SFP_WH);
}

static void test_bh_matrix(void **state)
{
    (void)state;
    compare_matrix(SFP_BH);
}

/* ---- Schedules that are used again ---- */

/* A sequence or Misc that depends on how many passes there were: another one in each of them, or in some. */
static void add_count(struct program *p)
{
    enum { L5 = COUNTING_LREG << 4, L0_FROM_L5 = COUNTING_LREG << 8 };

    add(p, 0x79000005 | 1 << 12 | L5 | L5 << 4);           /* SFPIADD L5 = L5 + 1 */
    add(p, 0x7C000000 | L0_FROM_L5);                       /* SFPMOV */
    if (chance(p, 70))
        add(p, 0x7A000001 | (0x1000 - below(p, 6)) << 12); /* SFPSHFT, right */
    if (chance(p, 50))
        add(p, random_of(p, 1 << SFP_UNIT_MAD));
    add(p, config(0, 4 + below(p, 5), 0));
}

/*
 * Few instructions and many passes: work of one pass is under way in the next, or the one after that, and what repeats
 * may take several passes. What sets macros up would only keep passes from being alike.
 */
static void generate_loop(struct program *p, enum sfp_arch arch, uint64_t seed)
{
    memset(p, 0, sizeof *p);
    p->arch = arch;
    p->seed = p->random = seed;
    p->repeat = 3 + below(p, 30);
    p->has_gaps = chance(p, 10);
    for (size_t length = 1 + below(p, 8); p->count < length;) {
        if (chance(p, 45))
            add(p, load_macro(p));
        else if (chance(p, 10))
            add_replay(p, true);
        else if (chance(p, 10))
            add_count(p);
        else
            add_instruction(p, true);
    }
    for (size_t i = 0; i < p->count; i++)
        p->gaps[i] = p->later_gaps[i] = chance(p, 15) ? 1 + below(p, 4) : 0;
    add_delays(p);
}

static void compare_loops(enum sfp_arch arch)
{
    size_t compared = 0, reused = 0, wanted = programs() / 4;
    struct program p;

    for (uint64_t seed = (uint64_t)arch << 40 | (uint64_t)1 << 37; compared < wanted; seed++) {
        generate_loop(&p, arch, seed);
        if (!compare(&p, true))
            continue;
        compared++;
        reused += p.reused > 0;
    }
    print_message("%zu loops compared, %zu of them with passes run from tape\n", compared, reused);
    assert_true(reused > wanted / 2);
}

static void test_wh_loops(void **state)
{
    (void)state;
    compare_loops(SFP_WH);
}

static void test_bh_loops(void **state)
{
    (void)state;
    compare_loops(SFP_BH);
}

/* ---- Timed against untimed ---- */

/* SFPCONFIG of LaneConfig: the backdoor follows a cycle later. */
static bool shuts_backdoor(uint32_t word)
{
    return word >> 24 == OPCODE_SFPCONFIG && (word >> 4 & 15) == 15;
}

/* Cycles until what the word leaves can be read. */
static unsigned latency_of(const struct program *p, uint32_t word)
{
    const struct sfp_insn *insn = index_of[p->arch].by_opcode[word >> 24];

    return shuts_backdoor(word) ? 2 : sfp_latency(insn, p->arch, sfp_mode(insn, word));
}

/* Without macros, and with SFPNOPs behind what takes more than a cycle, time changes nothing. */
static void generate_without_hazards(struct program *p, enum sfp_arch arch, uint64_t seed)
{
    memset(p, 0, sizeof *p);
    p->arch = arch;
    p->seed = p->random = seed;
    p->repeat = 1 + below(p, 3);
    for (size_t length = 30 + below(p, 31); p->count < length;) {
        size_t last = p->count;

        add_instruction(p, false);
        for (unsigned n = p->words[last] >> 24 >= 0x70 ? latency_of(p, p->words[last]) : 0; n > 1; n--)
            add(p, SFPNOP);
    }
}

static void compare_untimed(struct program *p)
{
    struct sfp_machine *start = machine(p, false), *timed = copy_of(start), *untimed = copy_of(start);
    struct sfp_run_options options = {.repeat = p->repeat};
    struct sfp_run_result result;

    run_engine(timed, p, NULL);
    sfp_run_untimed(untimed, p->words, p->count, &options, &result);
    assert_int_equal(result.status, SFP_RUN_DONE);
    if (states_differ(&timed->s, &untimed->s, "timed")) {
        print_program(p);
        fail_msg("timed and untimed runs differ");
    }
    sfp_machine_free(start);
    sfp_machine_free(timed);
    sfp_machine_free(untimed);
}

static void test_timed_equals_untimed(void **state)
{
    struct program p;

    (void)state;
    for (size_t i = 0; i < programs(); i++) {
        generate_without_hazards(&p, i % 2 ? SFP_BH : SFP_WH, i);
        compare_untimed(&p);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_wh_regular),
        cmocka_unit_test(test_bh_regular),
        cmocka_unit_test(test_wh_macros),
        cmocka_unit_test(test_bh_macros),
        cmocka_unit_test(test_wh_matrix),
        cmocka_unit_test(test_bh_matrix),
        cmocka_unit_test(test_wh_loops),
        cmocka_unit_test(test_bh_loops),
        cmocka_unit_test(test_timed_equals_untimed),
    };

    sfp_index_init(&index_of[SFP_WH], SFP_WH);
    sfp_index_init(&index_of[SFP_BH], SFP_BH);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
