/*
 * Machines in threads of their own, and programs that are assembled, written and disassembled there: each gives what it
 * gives alone, and a third thread may ask how far machines are. Built with ThreadSanitizer by make check-tsan.
 */
#include "sfpu_test.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>

enum { THREADS = 2, PASSES = 12 };

/* What a machine runs: a source of the examples, or one with findings. */
struct job {
    const char *path, *text;
    int arch;
};

static const struct job jobs[] = {
    {"examples/exp/exp.S", NULL, SFPU_WORMHOLE},
    {"examples/where/where.S", NULL, SFPU_BLACKHOLE},
    {"examples/relu6/relu6.s", NULL, SFPU_WORMHOLE},
    {NULL, "sfpmul L1, L0, L0, L9, 0\nsfpmov L2, L1, 0\nsfpstochrnd L0, L2, L2, 0, 1, 0\n", SFPU_WORMHOLE},
};
enum { JOBS = sizeof jobs / sizeof jobs[0] };

/* A job on a machine, and all that comes of it in one text. */
struct work {
    const struct job *job;
    sfpu_machine *m;
    struct text text;
    unsigned long events;
    int code;
    atomic_bool done;
};

static void count(void *context, const struct sfpu_event *event)
{
    struct work *w = context;

    w->events += event->kind != SFPU_EVENT_PASS;
}

static int prepare(struct work *w)
{
    const struct job *job = w->job;
    int code = job->path ? sfpu_load_file(w->m, job->path) : sfpu_load_text(w->m, "k.s", job->text, strlen(job->text));

    sfpu_on_event(w->m, count, w);
    if (code == SFPU_OK)
        code = sfpu_set(w->m, "init", "llk");
    if (code == SFPU_OK)
        code = sfpu_set(w->m, "prng-seed", "7");
    if (code == SFPU_OK)
        code = sfpu_want(w->m, SFPU_STATS, NULL, NULL);
    return code == SFPU_OK ? sfpu_want(w->m, SFPU_KANATA, text_add, &w->text) : code;
}

static int finish(struct work *w)
{
    char *state;
    int code = sfpu_report(w->m, SFPU_STATS, text_add, &w->text);

    if (code == SFPU_OK)
        code = sfpu_print_findings(w->m, 0, text_add, &w->text);
    if (code == SFPU_OK)
        code = sfpu_get_state(w->m, &state, NULL);
    if (code != SFPU_OK)
        return code;
    text_add(&w->text, state, strlen(state));
    sfpu_free(state);
    return SFPU_OK;
}

static void *do_work(void *context)
{
    struct work *w = context;

    w->code = prepare(w);
    if (w->code == SFPU_OK)
        w->code = sfpu_run(w->m, PASSES);
    if (w->code == SFPU_OK)
        w->code = finish(w);
    atomic_store(&w->done, true);
    return NULL;
}

static void begin(struct work *w, const struct job *job)
{
    *w = (struct work){.job = job, .m = machine_of(job->arch)};
}

static void end(struct work *w)
{
    assert_int_equal(w->code, SFPU_OK);
    text_free(&w->text);
    sfpu_close(w->m);
}

/* Asks how far the runs are until they are over: passes only grow, to all of them. */
static void watch(struct work *work)
{
    for (unsigned i = 0; i < THREADS; i++) {
        struct sfpu_progress p = {.size = sizeof p};
        uint64_t passes = 0;
        bool done;

        do {
            done = atomic_load(&work[i].done);
            assert_int_equal(sfpu_get_progress(work[i].m, &p), SFPU_OK);
            assert_true(p.passes >= passes && p.passes <= PASSES);
            passes = p.passes;
            sched_yield();
        } while (!done);
        assert_int_equal(passes, PASSES);
    }
}

/* Each job beside each, itself too. */
static void test_threads(void **state)
{
    struct work alone[JOBS], work[THREADS];
    pthread_t threads[THREADS];

    (void)state;
    for (size_t j = 0; j < JOBS; j++) {
        begin(&alone[j], &jobs[j]);
        do_work(&alone[j]);
        assert_int_equal(alone[j].code, SFPU_OK);
        assert_true(alone[j].events > 0);
    }
    for (size_t pair = 0; pair < JOBS * JOBS; pair++) {
        const size_t number[THREADS] = {pair % JOBS, pair / JOBS};

        for (unsigned i = 0; i < THREADS; i++)
            begin(&work[i], &jobs[number[i]]);
        for (unsigned i = 0; i < THREADS; i++)
            assert_int_equal(pthread_create(&threads[i], NULL, do_work, &work[i]), 0);
        watch(work);
        for (unsigned i = 0; i < THREADS; i++) {
            pthread_join(threads[i], NULL);
            assert_int_equal(work[i].code, SFPU_OK);
            assert_int_equal(work[i].events, alone[number[i]].events);
            assert_string_equal(work[i].text.bytes, alone[number[i]].text.bytes);
            end(&work[i]);
        }
    }
    for (size_t j = 0; j < JOBS; j++)
        end(&alone[j]);
}

/* ---- Assembling and disassembling ---- */

/* A job without a machine: assembled, with all outputs, and its words disassembled. */
struct text_work {
    const struct job *job;
    struct text text;
    int code;
};

static void tell(void *context, const struct sfpu_diagnostic *diagnostic)
{
    text_add(context, diagnostic->colored, strlen(diagnostic->colored));
}

static int assemble(struct text_work *w, sfpu_program **program)
{
    static const char *const all[] = {"all"};
    const struct job *job = w->job;
    const struct sfpu_assembly how = {.size = sizeof how, .arch = job->arch, .warnings = all, .warning_count = 1,
                                      .diagnose = tell, .context = &w->text};

    return job->path ? sfpu_assemble_files(&how, &job->path, 1, program)
                     : sfpu_assemble_text(&how, "k.s", job->text, strlen(job->text), program);
}

static int write_all(struct text_work *w, sfpu_program *program)
{
    const struct sfpu_disassembly how = {.size = sizeof how, .arch = w->job->arch, .annotate = 1};
    int code = SFPU_OK;

    for (int output = SFPU_HEX; output <= SFPU_ELF_DEBUG && code == SFPU_OK; output++)
        code = sfpu_program_write(program, output, "k", text_add, &w->text);
    if (code != SFPU_OK)
        return code;
    return sfpu_disassemble_bytes(&how, "k", sfpu_program_words(program),
                                  sfpu_program_word_count(program) * sizeof(uint32_t), text_add, &w->text);
}

static void *do_text_work(void *context)
{
    struct text_work *w = context;
    sfpu_program *program;

    w->code = assemble(w, &program);
    if (w->code == SFPU_OK)
        w->code = write_all(w, program);
    sfpu_program_free(program);
    return NULL;
}

static void test_text_threads(void **state)
{
    struct text_work alone[JOBS], work[THREADS];
    pthread_t threads[THREADS];

    (void)state;
    for (size_t j = 0; j < JOBS; j++) {
        alone[j] = (struct text_work){.job = &jobs[j]};
        do_text_work(&alone[j]);
        assert_int_equal(alone[j].code, SFPU_OK);
    }
    for (size_t pair = 0; pair < JOBS * JOBS; pair++) {
        const size_t number[THREADS] = {pair % JOBS, pair / JOBS};

        for (unsigned i = 0; i < THREADS; i++)
            work[i] = (struct text_work){.job = &jobs[number[i]]};
        for (unsigned i = 0; i < THREADS; i++)
            assert_int_equal(pthread_create(&threads[i], NULL, do_text_work, &work[i]), 0);
        for (unsigned i = 0; i < THREADS; i++) {
            pthread_join(threads[i], NULL);
            assert_int_equal(work[i].code, SFPU_OK);
            assert_string_equal(work[i].text.bytes, alone[number[i]].text.bytes);
            text_free(&work[i].text);
        }
    }
    for (size_t j = 0; j < JOBS; j++)
        text_free(&alone[j].text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_threads), cmocka_unit_test(test_text_threads)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
