/* Writes clauses to files, and runs cadical on them. */
#include "period_search.h"

#include "attempt.h"
#include "cli/interrupt.h"
#include "cli/run_files.h"
#include "base/fail.h"
#include "base/fileio.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static bool put_clause_bytes(void *writer, const char *bytes, size_t size)
{
    return writer_put(writer, bytes, size);
}

static bool write_clauses(const struct cnf *cnf, const char *path, char **error)
{
    struct sfp_writer writer;

    return writer_open(&writer, &(const struct sfp_target){path, "--proof", NULL}, &interruptible, error) &&
           (sat_write(cnf, put_clause_bytes, &writer), writer_commit(&writer, error));
}

/* Starts a program with its standard output discarded. Returns an errno, 0 for success. */
static int start_program(char *const arguments[], pid_t *child)
{
    posix_spawn_file_actions_t actions;
    int why = posix_spawn_file_actions_init(&actions);

    if (why)
        return why;
    why = posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    if (!why)
        why = posix_spawnp(child, arguments[0], &actions, NULL, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    return why;
}

/* Runs cadical on the clauses. Its exit status 20 means refuted, as for other solvers. */
static bool run_cadical(char *clauses, char *refutation, char **error)
{
    enum { REFUTED = 20 };
    char *const arguments[] = {"cadical", "-q", "-n", clauses, refutation, NULL};
    pid_t child;
    int status, why = start_program(arguments, &child);

    if (why)
        return fail_with(error, "cannot run %s, which --proof needs (package cadical): %s", arguments[0],
                         strerror(why));
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR)
            return fail_with(error, "%s: %s", arguments[0], strerror(errno));
    if (!WIFEXITED(status) || WEXITSTATUS(status) != REFUTED)
        return fail_with(error, "%s has not refuted %s", arguments[0], clauses);
    return true;
}

static bool write_model(struct attempt *a, const char *prefix, unsigned number, char **error)
{
    char *clauses = NULL, *refutation = NULL;
    bool good = false;

    *error = NULL;
    if (attempt_model(a) && asprintf(&clauses, "%s-%u-%u.cnf", prefix, a->step.period, number) >= 0 &&
        asprintf(&refutation, "%s-%u-%u.drat", prefix, a->step.period, number) >= 0)
        good = run_files_spare(&(const struct sfp_target){refutation, "--proof", NULL}, error)
               && write_clauses(&a->model.cnf, clauses, error) && run_cadical(clauses, refutation, error);
    attempt_end(a);
    free(clauses);
    free(refutation);
    return good;
}

bool refutations_write(const struct graph *g, const struct search_wants *wants, unsigned first, unsigned end,
                       const char *prefix, unsigned *count, char **error)
{
    *count = 0;
    for (unsigned period = first; period < end; period++) {
        struct search_step steps[SEARCH_MODELS];
        const unsigned models = search_models(wants, period, steps);

        for (unsigned i = 0; i < models; i++) {
            struct attempt a = {.graph = g, .wants = wants, .step = steps[i]};

            if (!write_model(&a, prefix, i + 1, error) && a.step.result != SAT_NO)
                return false;
            ++*count;
        }
    }
    return true;
}
