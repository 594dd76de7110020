/* Runs a kernel, and makes its loop's graph. */
#include "scheduling.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "action/voice.h"
#include "base/fail.h"

/* Returns an identifier from the text before its first dot, or NULL if memory ran out: other characters become _,
 * and a _ precedes a digit. The caller frees it. */
static char *make_identifier(const char *text)
{
    const size_t length = strcspn(text, ".");
    char *name;

    if (asprintf(&name, "%s%.*s", isdigit((unsigned char)*text) || length == 0 ? "_" : "", (int)length, text) < 0)
        return NULL;
    for (char *c = name; *c; c++)
        if (!isalnum((unsigned char)*c))
            *c = '_';
    return name;
}

char *scheduling_name(const struct sched_options *options)
{
    const char *slash = strrchr(options->kernel, '/');

    if (options->name)
        return strdup(options->name);
    if (!options->region && strcmp(options->kernel, "-") == 0)
        return strdup("found");
    return make_identifier(options->region ? options->region : slash ? slash + 1 : options->kernel);
}

/* Runs the kernel. A compiled kernel's words are the words that it pushes. */
static int run_kernel(struct scheduling *s)
{
    struct sfpu_running running = machine_running(&s->options->machine);
    const int format = s->options->machine.dst_format;
    int status;

    running.keeps_words = sfpu_is_compiled(s->machine);
    sfpu_configure_runs(s->machine, &running);
    if ((status = machine_initialise(&s->options->machine, s->machine, s->machine)))
        return status;
    if (format != SFPU_ANY_FORMAT && sfpu_configure_format(s->machine, format) != SFPU_OK)
        return complain_for(s->machine, NULL);
    return machine_apply(&s->options->machine, s->machine);
}

/* Returns whether a rewrite added the operation as a copy of a load. An answer need not have the copy. */
static bool repeats_load(const struct graph *g, size_t i)
{
    bool repeats = false;

    for (size_t k = 0; k < g->count && g->operations[i].is_added; k++)
        repeats |= graph_is_load(&g->operations[k]) && !g->operations[k].is_added &&
                   g->operations[k].address == g->operations[i].address;
    return repeats;
}

bool scheduling_can_step(const struct scheduling *s, const struct graph *g)
{
    const unsigned steps = counter_steps_needed(g), still = counter_modifier(g, 0);
    unsigned can = 0;

    for (size_t i = 0; i < g->count; i++)
        can += (graph_is_load(&g->operations[i]) && !repeats_load(g, i)) ||
               (s->options->no_macros && graph_is_store(&g->operations[i]));
    return g->addrmods[still].known && g->addrmods[still].rows == 0 && (g->rows == 0 || (steps > 0 && steps <= can));
}

bool scheduling_fits(const struct graph *g)
{
    return g->count <= MODEL_OPERATIONS;
}

/* Makes a graph of the loop with the named rewrites. `splits`: SFPCOMPC is replaced where it can be. `keeps_own`: as in
 * struct graph. */
static bool make_graph(const struct scheduling *s, bool splits, bool keeps_own, const char *const *names, size_t count,
                       struct graph *g, char **error)
{
    if (!(splits ? graph_of_split_body : graph_of_body)(&s->body, g, error))
        return false;
    g->in_order = sched_wants_order(s->options);
    g->keeps_own = keeps_own;
    return graph_rewrite(g, names, count, error);
}

/* Adds a graph with the named rewrites to graphs->others. */
static bool add_other_graph(const struct scheduling *s, bool splits, bool keeps_own, const char *const *names,
                            size_t count, const char *suffix, struct loop_graphs *graphs, char **error)
{
    struct other_graph *other = &graphs->others[graphs->other_count++];

    other->suffix = suffix;
    return make_graph(s, splits, keeps_own, names, count, &other->graph, error);
}

/* Adds the graphs in which the kernel's own operations stand where rewrites have replaced them. */
static bool add_own_graphs(const struct scheduling *s, bool splits, struct loop_graphs *graphs, char **error)
{
    const struct sched_options *options = s->options;
    const char **kept = calloc(options->rewrite_count + 1, sizeof *kept);
    size_t count;
    bool done = kept;

    *error = NULL;
    if (!kept)
        return false;
    count = graph_list_adding(&graphs->graph, options->rewrites, options->rewrite_count, kept);
    if (count < options->rewrite_count || graph_has_instead(&graphs->graph))
        done = add_other_graph(s, splits, true, kept, count, "-own", graphs, error) &&
               (!graphs->graph.splits || add_other_graph(s, false, true, kept, count, "-compc-own", graphs, error));
    free(kept);
    return done;
}

static bool make_all_graphs(const struct scheduling *s, struct loop_graphs *graphs, char **error)
{
    const struct sched_options *options = s->options;
    const bool splits = !sched_wants_order(options);

    return make_graph(s, splits, false, options->rewrites, options->rewrite_count, &graphs->graph, error) &&
           (!graphs->graph.splits || add_other_graph(s, false, false, options->rewrites, options->rewrite_count,
                                                     "-compc", graphs, error)) &&
           add_own_graphs(s, splits, graphs, error);
}

bool scheduling_make_graphs(struct scheduling *s, unsigned rows, struct loop_graphs *graphs, char **error)
{
    bool done;

    if (!make_all_graphs(s, graphs, error))
        return false;
    *error = NULL;
    done = graph_repeat(&graphs->graph, rows);
    for (size_t i = 0; i < graphs->other_count; i++)
        done = done && graph_repeat(&graphs->others[i].graph, rows);
    return done;
}

/* Makes the graphs of --rows-per-iteration. Refuses a remainder of iterations, which has no place in a table. */
static bool make_first_graphs(struct scheduling *s, char **error)
{
    const unsigned rows = s->options->rows ? s->options->rows : 1;

    s->used = &s->one;
    return scheduling_make_graphs(s, rows, &s->one, error) && loop_body_is_sound(&s->body, error) &&
           (s->body.iterations % rows == 0 ||
            fail_with(error, "the loop has %zu iterations, not a multiple of %u", s->body.iterations, rows));
}

static int read_graph(struct scheduling *s)
{
    const struct sched_options *options = s->options;
    const struct graph *g = &s->one.graph;
    char *error = NULL;

    if (!loop_body_read(s->machine, options->region, &s->body, &error) || !make_first_graphs(s, &error) ||
        !graph_find_offered(&s->body, sched_wants_order(options), options->rewrites, options->rewrite_count,
                            &s->offered) ||
        (options->pin && !(pin_file_read(&options->machine, g->arch, options->pin, &s->pinned, &error) &&
                           pin_file_check(g, &s->pinned, &error)))) {
        return complain_of(error);
    }
    if (sfpu_is_compiled(s->machine) && sfpu_get_recorded(s->machine, &s->recorded) != SFPU_OK)
        return complain_for(s->machine, NULL);
    if (!scheduling_can_step(s, g))
        return complain("an iteration adds %" PRId32
                        " rows to addresses, but its loads cannot add them by the known address "
                        "modifiers, one of which must add 0",
                        g->rows);
    if (!scheduling_fits(g))
        return complain("an iteration has %zu operations, including those of rewrites: at most %d can be scheduled",
                        g->count, MODEL_OPERATIONS);
    return 0;
}

int scheduling_read(struct scheduling *s)
{
    const int status = run_kernel(s);

    return status ? status : read_graph(s);
}
