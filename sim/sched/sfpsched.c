/* sfpsched: the shortest table of a kernel's loop. */
#include <argp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/machine_options.h"
#include "base/voice.h"
#include "cli/options.h"
#include "dis/dis.h"
#include "graph.h"
#include "loop_body.h"
#include "pin_file.h"
#include "search.h"
#include "why.h"

struct options {
    struct sfp_machine_options machine;
    const char *kernel, *region;
    bool graph, verbose;
    unsigned period, why;
    const char *pin;
};

enum { KEY_GRAPH = 256, KEY_PIN, KEY_WHY };

static error_t parse_option(int key, char *arg, struct argp_state *state)
{
    struct options *o = state->input;

    if (key == ARGP_KEY_INIT)
        state->child_inputs[0] = &o->machine;
    else if (key == 'r')
        o->region = arg;
    else if (key == 'p')
        o->period = (unsigned)atoi(arg);
    else if (key == 'v')
        o->verbose = true;
    else if (key == KEY_PIN)
        o->pin = arg;
    else if (key == KEY_WHY)
        o->why = (unsigned)atoi(arg);
    else if (key == KEY_GRAPH)
        o->graph = true;
    else if (key == ARGP_KEY_ARG && state->arg_num == 0)
        o->kernel = arg;
    else if (key == ARGP_KEY_END && state->arg_num != 1)
        argp_usage(state);
    else
        return ARGP_ERR_UNKNOWN;
    return 0;
}

static void tell(void *context, const struct search_step *step)
{
    const struct options *o = context;

    if (o->verbose)
        fprintf(stderr, "period %u, %u turns%s%s: %zu variables, %zu clauses, %s, %.2f s\n", step->period, step->turns,
                step->by_turn ? ", by turn" : "", step->shadows ? ", shadows" : "", step->variables, step->clauses,
                step->result == SAT_YES ? "yes" : step->result == SAT_NO ? "no" : "unknown", step->seconds);
}

static void print_words(const struct loop_body *body, const struct loop_word *words, size_t count)
{
    struct sfp_index index;
    char text[SFP_DISASSEMBLY_SIZE];

    sfp_index_init(&index, body->arch);
    for (size_t i = 0; i < count; i++) {
        disassembly_of_word(&index, words[i].word, SFP_SYNTAX_GNU, text);
        printf("    %s\n", text);
    }
}

static void print_found(const struct loop_body *body, const struct graph *g, const struct search *found, const char *form)
{
    struct text text = {0};

    answer_print(&found->answer, &(struct table_form){.name = "found"}, &text);
    printf("# period %u, floor %u%s\n    .arch %s\n    .include \"sfpu.inc\"\n%.*s    .schedule_setup found\n",
           found->answer.wants.period, found->floor, found->answer.gap_safe ? "" : ", not gap-safe",
           sfpu_arch_name(body->arch), (int)text.size, text.data);
    for (unsigned i = 0; i < g->made_count; i++)
        printf("    set_constant %u, 0x%08x\n", g->made[i].lreg, g->made[i].bits);
    print_words(body, body->before, body->before_count);
    printf("    .schedule_loop found, %zu, %s\n", body->iterations, form ? form : found->answer.gap_safe ? "replay=0" : "solid=0");
    print_words(body, body->after, body->after_count);
    text_free(&text);
}

static int print_why(const struct graph *g, const struct loop_body *body, unsigned period)
{
    struct text text = {0};
    const enum why_answer answer = why_not(g, body, &(struct why_wants){period, SEARCH_CONFLICTS, NULL, NULL}, &text);

    printf("%.*s", (int)text.size, text.data);
    text_free(&text);
    return answer == WHY_IMPOSSIBLE || answer == WHY_POSSIBLE ? 0 : 1;
}

static int schedule(sfpu_machine *m, struct options *o)
{
    struct sfp_program pinned = {0};
    struct graph g = {0};
    struct loop_body body;
    struct search found = {0};
    char *error = NULL;
    const bool built = loop_body_read(m, o->region, &body, &error) && graph_of_body(&body, &g, &error) &&
                       graph_rewrite(&g, NULL, 0, &error) &&
                       (!o->pin || (pin_file_read(&o->machine, g.arch, o->pin, &pinned, &error) &&
                                    pin_file_check(&g, &pinned, &error)));

    if (!built) {
        complain("%s", error ? error : "not enough memory");
    } else if (o->graph) {
        graph_print(&g, stdout);
    } else if (o->why) {
        print_why(&g, &body, o->why);
    } else {
        if (o->pin)
            o->period = pinned.schedules[0].period;
        search_tables(&g, &(struct search_wants){.first = o->period, .last = o->period, .pinned = o->pin ? pinned.schedules : NULL, .quick = SEARCH_QUICK, .conflicts = SEARCH_CONFLICTS, .workers = 2, .tell = tell, .context = o}, &found);
        if (found.found)
            print_found(&body, &g, &found, NULL);
        else
            printf("# none found\n");
        answer_free(&found.answer);
    }
    free(error);
    sfp_program_free(&pinned);
    graph_free(&g);
    loop_body_free(&body);
    return built ? 0 : 1;
}

int main(int argc, char **argv)
{
    static const struct argp_option table[] = {
        {"region", 'r', "NAME", 0, "of the kernel only this .region", 0},
        {"period", 'p', "CYCLES", 0, "this period alone", 0},
        {"verbose", 'v', NULL, 0, "tell of each model", 0},
        {"pin", KEY_PIN, "FILE", 0, "only tables that have the cells of this one's schedule", 0},
        {"why", KEY_WHY, "CYCLES", 0, "say why no table has so short a period", 0},
        {"print-graph", KEY_GRAPH, NULL, 0, "print values and operations", 0},
        {0},
    };
    static const struct argp_child children[] = {{&machine_argp, 0, 0, 0}, {0}};
    const struct argp argp = {table, parse_option, "KERNEL", 0, children, 0, 0};
    struct options o = {0};
    sfpu_machine *m = NULL;
    int status = 2;

    if (machine_options_init(&o.machine, (size_t)argc) && argp_parse(&argp, argc, argv, 0, NULL, &o) == 0 &&
        machine_load(&o.machine, o.kernel, &m) == 0) {
        sfpu_set(m, "init", "llk");
        if (machine_initialise(&o.machine, m) == 0 && machine_apply(&o.machine, m) == 0)
            status = schedule(m, &o);
    }
    sfpu_close(m);
    machine_options_free(&o.machine);
    return status;
}
