/*
 * A batch in threads: it prints what it prints in one, and its reports are the same. Threads are those of POSIX here, in
 * place of OpenMP's, of which ThreadSanitizer knows nothing (make check-tsan).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "action/parallel.h"
#include "run/batch_parts.h"
#include "measure/equiv.h"
#include "run/session.h"
#include "measure/sweep.h"

enum { MOST_THREADS = 4, CASES = 40 };

static unsigned threads;

/* ---- What sim/action/parallel.c has otherwise ---- */

struct work {
    atomic_size_t next;
    size_t count;
    sfpu_job *job;
    void *jobs;
};

/* Jobs of jobs are done by the thread that has them. */
static _Thread_local bool busy;

static void *do_work(void *context)
{
    struct work *w = context;

    busy = true;
    for (size_t i; (i = w->next++) < w->count;)
        w->job(w->jobs, i, 0);
    return NULL;
}

unsigned parallel_workers(void)
{
    return threads;
}

void parallel_each(void *context, size_t count, sfpu_job *job, void *jobs)
{
    struct work w = {.count = count, .job = job, .jobs = jobs};
    pthread_t others[MOST_THREADS];
    const bool nested = busy;

    (void)context;
    for (unsigned i = 1; i < threads && !nested; i++)
        assert_int_equal(pthread_create(&others[i], NULL, do_work, &w), 0);
    do_work(&w);
    busy = nested;
    for (unsigned i = 1; i < threads && !nested; i++)
        assert_int_equal(pthread_join(others[i], NULL), 0);
}

void parallel_in_order(size_t count, unsigned workers, sfpu_job *job, parallel_finish *finish, void *jobs)
{
    bool further = true;

    (void)workers;
    for (size_t i = 0; further && i < count; i++) {
        job(jobs, i, 0);
        further = finish(jobs, i, 0);
    }
}

void parallel_end(unsigned workers, void (*end)(void))
{
    (void)workers;
    end();
}

/* ---- Batches ---- */

static char directory[] = "/tmp/test-batch-threads-XXXXXX";

static const char *path_of(const char *name)
{
    static char path[128];

    snprintf(path, sizeof path, "%s/%s", directory, name);
    return path;
}

/* Sources, one of them preprocessed, with findings, reports, gaps that are tried, outputs; some fail, some are none. */
static void write_batch(void)
{
    static const char *const lines[] = {
        "%s/k.s --init=llk --hazards=error",
        "%s/k.S --init=llk --stats --timeline --max-cycles-per-vector=2",
        "examples/relu6/relu6.s --init=llk --layout=tile --dst examples/relu6/in.npy --expect examples/relu6/expected.npy",
        "%s/k.s --perturb=2 --trace=/dev/null --json",
        "%s/none.s",
        "%s/k.s --timing=off --repeat=100 --max-findings=1 -v --state-out=/dev/null",
        "sweep %s/k.s --in=bf16 --fn=exp --init=llk --sample=100",
        "equiv examples/relu6/relu6.s %s/k.s --in=bf16 --init=llk --sample=100",
    };
    FILE *stream = fopen(path_of("k.s"), "w");

    assert_non_null(stream);
    fputs("sfpload L0, 0, 3, 3\nsfpmad L0, L0, L1, L10, 0\nsfpstore L0, 0, 3, 3\n", stream);
    assert_int_equal(fclose(stream), 0);
    stream = fopen(path_of("k.S"), "w");
    assert_non_null(stream);
    fputs("#define N 0, 2, 4, 6\n.irp a, N\nsfpnop\nsfpstore L0, \\a, 3, 3\n.endr\n", stream);
    assert_int_equal(fclose(stream), 0);
    stream = fopen(path_of("batch"), "w");
    assert_non_null(stream);
    for (unsigned i = 0; i < CASES; i++) {
        fprintf(stream, lines[i % (sizeof lines / sizeof lines[0])], directory); /* which need not be used */
        fprintf(stream, " --name=%u\n", i);
    }
    for (unsigned i = 0; i < CASES; i++)
        fprintf(stream, "%s/k.s --dst-out=%s/dst.%u\n", directory, directory, i);
    assert_int_equal(fclose(stream), 0);
}

/* Runs it with its output in a file. */
static void run(unsigned count, const char *output, const char *sarif)
{
    char batch[128], report[128];
    const struct action actions[] = {run_action, sweep_action, equiv_action, {0}};
    const struct batch_options options = {
        .file = batch, .action = {.verbose = true, .reports.sarif = report, .actions = actions}};
    const int out = dup(STDOUT_FILENO), file = open(path_of(output), O_RDWR | O_CREAT | O_TRUNC, 0600);
    int status;

    strcpy(batch, path_of("batch"));
    strcpy(report, path_of(sarif));
    assert_true(out >= 0 && file >= 0);
    fflush(stdout);
    dup2(file, STDOUT_FILENO);
    threads = count;
    status = batch_run(&options);
    fflush(stdout);
    dup2(out, STDOUT_FILENO);
    close(out);
    close(file);
    assert_int_equal(status, 1);
}

static char *text_of(const char *name)
{
    FILE *stream = fopen(path_of(name), "r");
    char *text = NULL;
    size_t size = 0;

    assert_non_null(stream);
    assert_true(getdelim(&text, &size, '\0', stream) > 0);
    fclose(stream);
    return text;
}

static void same(const char *name, const char *other)
{
    char *const one = text_of(name), *const two = text_of(other);

    assert_string_equal(one, two);
    free(one);
    free(two);
}

static void test_threads(void **state)
{
    char *text;

    (void)state;
    write_batch();
    run(1, "out.1", "sarif.1");
    run(MOST_THREADS, "out.4", "sarif.4");
    same("out.1", "out.4");
    same("sarif.1", "sarif.4");
    /* Of 40, five are of each kind: the first fails, two kernels differ, one is not there. */
    text = text_of("out.4");
    assert_non_null(strstr(text, "80 cases: 65 passed, 10 failed, 5 not run\n"));
    free(text);
}

static int set_up(void **state)
{
    (void)state;
    return mkdtemp(directory) ? 0 : -1;
}

static int tear_down(void **state)
{
    static const char *const names[] = {"k.s", "k.S", "batch", "out.1", "out.4", "sarif.1", "sarif.4"};
    char name[32];

    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        unlink(path_of(names[i]));
    for (unsigned i = 0; i < CASES; i++) {
        snprintf(name, sizeof name, "dst.%u", i);
        unlink(path_of(name));
    }
    return rmdir(directory);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_threads)};

    return cmocka_run_group_tests(tests, set_up, tear_down);
}
