/*
 * Loops of plain kernels, for which a table is searched with little patience: if there is one, it is assembled, and
 * what it leaves in Dst is what the loop leaves.
 *
 * Input: options; a seed for the data, and for a loop made at random; or words of an iteration, which stand between a
 * load and a store of L0, with L1 to L7 set before it.
 */
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

#include "isa/modes.h"
#include "sched/sched_source.h"
#include "sched/period_search.h"
#include "unit/sched_random.h"

enum {
    MOST_WORDS = 5, /* of an iteration, without those around them */
    ITERATIONS = 4,
    MOST_OPERATIONS = 3,
    MOST_COUNTED = 24, /* operations with those that rewrites add */
    PATIENCE = 100,    /* conflicts */
    TEXT = 4000,
    CELLS = 1 << 13,   /* of 32 bits in Dst */
};

/* Bits of the options. */
enum { OPTION_BLACKHOLE = 1, OPTION_WORDS = 2, OPTION_NO_MACROS = 4, OPTION_OVERLAP = 8, OPTION_TWICE = 16,
       OPTION_CARRIES = 32 };

/* With the source, in the state that the vendor's runtime leaves. NULL: it is refused. */
static sfpu_machine *machine_of(unsigned options, const char *text, size_t size)
{
    const struct sfpu_options how = {.size = sizeof how,
                                     .arch = options & OPTION_BLACKHOLE ? SFPU_BLACKHOLE : SFPU_WORMHOLE};
    sfpu_machine *m;

    if (sfpu_open(&how, &m) != SFPU_OK)
        fuzz_memory(NULL);
    if (sfpu_load_text(m, "k.s", text, size) == SFPU_OK && sfpu_set(m, "init", "llk") == SFPU_OK)
        return m;
    sfpu_close(m);
    return NULL;
}

/* ---- Loops ---- */

static void put_words(char text[static TEXT], unsigned options, struct fuzz_input *in)
{
    const bool blackhole = options & OPTION_BLACKHOLE;
    struct sfp_index index;
    size_t length = (size_t)snprintf(text, TEXT, ".hazards auto\n");

    sfp_index_init(&index, blackhole ? SFP_BH : SFP_WH);
    for (unsigned lreg = 1; lreg < GRAPH_LREGS; lreg++)
        length += (size_t)snprintf(text + length, TEXT - length, "sfploadi L%u, %u, 0\n", lreg, 0x3F80 + 9 * lreg);
    length += (size_t)snprintf(text + length, TEXT - length, ".rept %d\nsfpload L0, 0, 4, %d\n", ITERATIONS,
                               blackhole ? 7 : 3);
    for (unsigned i = 0; i < MOST_WORDS && in->size; i++)
        length += (size_t)snprintf(text + length, TEXT - length, ".ttinsn 0x%08x\n",
                                   fuzz_valid_word(&index, fuzz_word(in)));
    snprintf(text + length, TEXT - length, "sfpstore L0, 0, 4, %d\n.endr\n", blackhole ? 6 : 2);
}

static void put_random(char text[static TEXT], unsigned options, uint64_t seed)
{
    struct random_kernel random = {.state = seed, .blackhole = options & OPTION_BLACKHOLE};

    if (options & OPTION_CARRIES)
        random_choose_carried(&random);
    random_body(&random, 1, MOST_OPERATIONS);
    snprintf(text, TEXT, "%s.rept %d\n%s.endr\n%s", random.before, ITERATIONS, random.text, random.after);
}

/* ---- Answers ---- */

static void run(sfpu_machine *m, const uint32_t *in, uint32_t *out)
{
    if (sfpu_write_dst(m, SFPU_INT32, SFPU_ROWS, in, CELLS * sizeof *in) != SFPU_OK || sfpu_run(m, 1) != SFPU_OK ||
        sfpu_read_dst(m, SFPU_INT32, SFPU_ROWS, out, CELLS * sizeof *out) != SFPU_OK)
        fuzz_fail("%s", sfpu_error(m));
}

/* In the first form that is taken, as sfpsched tries them. */
static sfpu_machine *load_answer(const char *plain, unsigned options, const struct source *source, struct text *text)
{
    sfpu_machine *m = NULL;

    for (size_t i = 0; i < SOURCE_FORMS && !m; i++) {
        text->size = 0;
        source_print(source, &source_forms[i], source_iterations(source), text);
        m = machine_of(options, text->data, text->size);
    }
    if (!m)
        fuzz_fail("no form of it is taken:\n%s\n%.*s", plain, (int)text->size, text->data);
    return m;
}

/* On random data. */
static void check_answer(const char *plain, unsigned options, const struct source *source, uint64_t seed)
{
    uint32_t *cells = fuzz_memory(calloc(3 * CELLS, sizeof *cells));
    struct text text = {0};
    sfpu_machine *m[] = {machine_of(options, plain, strlen(plain)), load_answer(plain, options, source, &text)};

    for (size_t i = 0; i < CELLS; i++)
        cells[i] = (uint32_t)fuzz_random(&seed);
    run(m[0], cells, cells + CELLS);
    run(m[1], cells, cells + 2 * CELLS);
    if (memcmp(cells + CELLS, cells + 2 * CELLS, CELLS * sizeof *cells) != 0)
        fuzz_fail("two kernels:\n%s\n%.*s", plain, (int)text.size, text.data);
    text_free(&text);
    free(cells);
    sfpu_close(m[0]);
    sfpu_close(m[1]);
}

/* Which register L7 names is then not known to who searches, who takes it that none is meant that the iteration
 * writes. */
static bool names_what_it_makes(const struct graph_operation *o)
{
    for (unsigned k = 0; k < o->source_count; k++)
        if (o->sources[k].slot == GRAPH_NAMED && o->sources[k].value != GRAPH_NONE)
            return true;
    return false;
}

/* Cells of 16 bits and of 32 are taken to be each other's where their addresses are the same, and nowhere else. */
static bool is_of_another_width(const struct graph_operation *o)
{
    const uint32_t wide = 1u << SFP_FMT_FP32 | 1u << SFP_FMT_INT32 | 1u << SFP_FMT_INT32_SM;

    return (graph_is_load(o) || graph_is_store(o)) && !(wide >> o->mode & 1);
}

/* Returns whether this test can judge an answer: it knows the effect of every operation, and a load or a store steps the
 * counter of Dst. */
static bool is_known(const struct graph *g)
{
    bool steps = false;

    for (size_t i = 0; i < g->count; i++) {
        if (names_what_it_makes(&g->operations[i]) || is_of_another_width(&g->operations[i]))
            return false;
        steps |= graph_reaches_dst(&g->operations[i]);
    }
    return steps;
}

static void search(const char *plain, unsigned options, const struct loop_body *body, const struct graph *g,
                   uint64_t seed)
{
    const bool no_macros = options & OPTION_NO_MACROS;
    struct search found = {0};
    const struct source source = {.name = "t", .body = body, .answer = &found.answer};

    search_tables(g, &(struct search_wants){.quick = PATIENCE, .conflicts = PATIENCE, .no_macros = no_macros,
                                            .in_order = no_macros && !(options & OPTION_OVERLAP)}, &found);
    if (found.found && is_known(g))
        check_answer(plain, options, &source, seed);
    answer_free(&found.answer);
}

int fuzz_sched(const uint8_t *data, size_t size)
{
    struct fuzz_input in = {data, size};
    const unsigned options = fuzz_byte(&in);
    const uint64_t seed = fuzz_seed(&in);
    struct loop_body body;
    struct graph g = {0};
    char text[TEXT], *error = NULL;
    sfpu_machine *m;

    if (options & OPTION_WORDS)
        put_words(text, options, &in);
    else
        put_random(text, options, seed);
    m = machine_of(options, text, strlen(text));
    if (!m) /* waits are put between no words of SFPLOADMACRO */
        return 0;
    if (!loop_body_read(m, NULL, &body, &error) || !graph_of_body(&body, &g, &error) ||
        !loop_body_is_sound(&body, &error) || !graph_rewrite(&g, NULL, 0, &error))
        fuzz_message(error);
    else if (g.count <= MOST_COUNTED && graph_repeat(&g, options & OPTION_TWICE ? 2 : 1))
        search(text, options, &body, &g, seed);
    graph_free(&g);
    loop_body_free(&body);
    sfpu_close(m);
    return 0;
}
