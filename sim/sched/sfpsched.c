/* sfpsched: what a kernel's loop comes to. */
#include <argp.h>
#include <stdlib.h>

#include "base/machine_options.h"
#include "base/voice.h"
#include "cli/options.h"
#include "graph.h"
#include "loop_body.h"

struct options {
    struct sfp_machine_options machine;
    const char *kernel, *region;
};

static error_t parse_option(int key, char *arg, struct argp_state *state)
{
    struct options *o = state->input;

    if (key == ARGP_KEY_INIT)
        state->child_inputs[0] = &o->machine;
    else if (key == 'r')
        o->region = arg;
    else if (key == ARGP_KEY_ARG && state->arg_num == 0)
        o->kernel = arg;
    else if (key == ARGP_KEY_END && state->arg_num != 1)
        argp_usage(state);
    else
        return ARGP_ERR_UNKNOWN;
    return 0;
}

static int print_graph(sfpu_machine *m, const struct options *o)
{
    struct graph g = {0};
    struct loop_body body;
    char *error = NULL;
    const bool built = loop_body_read(m, o->region, &body, &error) && graph_of_body(&body, &g, &error) &&
                       graph_rewrite(&g, NULL, 0, &error);

    if (built)
        graph_print(&g, stdout);
    else
        complain("%s", error ? error : "not enough memory");
    free(error);
    graph_free(&g);
    loop_body_free(&body);
    return built ? 0 : 1;
}

int main(int argc, char **argv)
{
    static const struct argp_option table[] = {{"region", 'r', "NAME", 0, "of the kernel only this .region", 0}, {0}};
    static const struct argp_child children[] = {{&machine_argp, 0, 0, 0}, {0}};
    const struct argp argp = {table, parse_option, "KERNEL", 0, children, 0, 0};
    struct options o = {0};
    sfpu_machine *m = NULL;
    int status = 2;

    if (machine_options_init(&o.machine, (size_t)argc) && argp_parse(&argp, argc, argv, 0, NULL, &o) == 0 &&
        machine_load(&o.machine, o.kernel, &m) == 0) {
        sfpu_set(m, "init", "llk");
        if (machine_initialise(&o.machine, m) == 0 && machine_apply(&o.machine, m) == 0)
            status = print_graph(m, &o);
    }
    sfpu_close(m);
    machine_options_free(&o.machine);
    return status;
}
