/*
 * Cycles that were measured on hardware (sfpu-silicon(7)): each kernel of the table is run, takes what the table says,
 * and is as near to the figure as it has to be, unless the table has a reason why not. README.md has their number. Of
 * the table of what gathering changes, each kernel is run as a loop of the core, under both settings.
 */
#include "sfpu_test.h"

#include <math.h>
#include <stdbool.h>

#include "loop_elf.h"

enum { HUNDREDTHS = 100 };

enum mark {
#define MARK(id, value) id = (value),
#include "silicon.def"
#undef MARK
};

struct harness {
    double words, between;
    const char *from, *between_from; /* the kernels whose figures give them, or NULL */
    bool gathers;
};

enum { OFF, ON, NONE };

#define UNKNOWN 0
#define HARNESS(id, arch, name, gathering, hundredths, from_, between_, between_from_, text, source) \
    static const struct harness id = {.words = (double)(hundredths) / HUNDREDTHS, .from = from_, \
                                      .between = (double)(between_) / HUNDREDTHS, .between_from = between_from_, \
                                      .gathers = (gathering) == ON};
#include "harness.def"
#undef HARNESS

enum unit { TILE, FACE, KERNEL };

struct figure {
    const char *kernel;
    int arch;
    const char *pushed; /* of a loop its letters */
    const struct harness *harness;
    unsigned rows;
    enum unit unit;
    unsigned published, words;
    unsigned iterations, offset, before, core; /* of a loop */
    const char *reason;
};

static const struct figure figures[] = {
#define FIGURE(kernel_, arch_, pushed_, harness_, rows_, unit_, published_, ours_, kind_, known_, sequence_, source_, \
               reason_) \
    {.kernel = kernel_, .arch = SFPU_##arch_, .pushed = pushed_, .harness = &harness_, .rows = rows_, .unit = unit_, \
     .published = published_, .words = ours_, .reason = reason_},
#define LOOP(kernel_, arch_, pushes_, iterations_, offset_, before_, harness_, rows_, unit_, published_, core_, \
             words_, kind_, known_, sequence_, source_, reason_) \
    {.kernel = kernel_, .arch = SFPU_##arch_, .pushed = pushes_, .harness = &harness_, .rows = rows_, .unit = unit_, \
     .published = published_, .words = words_, .iterations = iterations_, .offset = offset_, .before = before_, \
     .core = core_, .reason = reason_},
#define STRAIGHT(kernel_, arch_, harness_, rows_, unit_, published_, core_, words_, kind_, known_, sequence_, source_, \
                 reason_) \
    {.kernel = kernel_, .arch = SFPU_##arch_, .harness = &harness_, .rows = rows_, .unit = unit_, \
     .published = published_, .words = words_, .core = core_, .reason = reason_},
#include "silicon.def"
#undef FIGURE
#undef LOOP
#undef STRAIGHT
};

enum { FIGURES = sizeof figures / sizeof figures[0] };

static double published_of(const struct figure *f)
{
    const double published = f->published;

    return f->unit == KERNEL ? (published - KERNEL_BESIDE) / KERNEL_TILES : published / HUNDREDTHS;
}

/* How far the model is from the figure: the larger of the words with the harness and the core with what it does between
 * two kernels. */
static double distance_of(const struct figure *f)
{
    const double words = f->words + f->harness->words, core = f->core ? f->core + f->harness->between : 0;

    return fabs((core > words ? core : words) - published_of(f));
}

static bool is_near(const struct figure *f)
{
    return distance_of(f) <= published_of(f) * PERCENT / 100 || distance_of(f) <= (double)f->rows / ROWS;
}

/* ---- Runs ---- */

static void path_of(const char *kernel, char path[100])
{
    snprintf(path, 100, "tests/silicon/%s.s", kernel);
}

static void check_words(const struct figure *f)
{
    sfpu_machine *m = machine_of(f->arch);
    char path[100];

    path_of(f->kernel, path);
    if (sfpu_load_file(m, path) != SFPU_OK || sfpu_set(m, "init", "llk") != SFPU_OK
        || sfpu_set(m, "pushed-by", f->pushed) != SFPU_OK || sfpu_run(m, 1) != SFPU_OK)
        fail_msg("%s", sfpu_error(m));
    if (result_of(m).cycles != f->words)
        fail_msg("%s takes %llu cycles, and the table has %u", path, (unsigned long long)result_of(m).cycles, f->words);
    sfpu_close(m);
}

/* Runs the loop. Returns what the core did and how long it took. Without a cache instructions are always there. */
static struct sfpu_core run_loop(int arch, const struct loop_body *body, unsigned iterations, bool gathers, bool cached)
{
    sfpu_machine *m = machine_of(arch);
    struct sfpu_core core = {.size = sizeof core};
    const struct sfpu_running keeping = {.size = sizeof keeping, .keeps_words = 1};
    const uint64_t off = 0;
    struct loop_elf f;

    loop_elf_make(&f, body, iterations);
    assert_true(f.count < LOOP_CODE_MOST);
    if (sfpu_load_elf(m, &f, sizeof f, NULL) != SFPU_OK || sfpu_set(m, "init", "llk") != SFPU_OK
        || (!cached && sfpu_give(m, "icache", &off, 1) != SFPU_OK)
        || (arch == SFPU_BLACKHOLE && sfpu_set(m, "gathering", gathers ? "on" : "off") != SFPU_OK)
        || sfpu_configure_runs(m, &keeping) != SFPU_OK || sfpu_run(m, 1) != SFPU_OK
        || sfpu_get_core(m, &core) != SFPU_OK)
        fail_msg("%s", sfpu_error(m));
    sfpu_close(m);
    return core;
}

/* Runs the loop twice. Returns the cycles that the second half of the iterations takes, without set-up and end. */
static struct sfpu_core run_iterations(int arch, const struct loop_body *body, unsigned iterations, bool gathers,
                                       bool cached)
{
    const struct sfpu_core once = run_loop(arch, body, iterations, gathers, cached);
    struct sfpu_core twice = run_loop(arch, body, 2 * iterations, gathers, cached);

    twice.cycles -= once.cycles;
    twice.core_cycles -= once.core_cycles;
    twice.words_cycles -= once.words_cycles;
    return twice;
}

/* Assembles the kernel. The caller frees the program. */
static sfpu_program *assemble_kernel(int arch, const char *kernel)
{
    const struct sfpu_assembly how = {.size = sizeof how, .arch = arch};
    sfpu_program *program;
    char path[100];
    const char *const paths[] = {path};

    path_of(kernel, path);
    assert_int_equal(sfpu_assemble_files(&how, paths, 1, &program), SFPU_OK);
    return program;
}

static void check_loop(const struct figure *f)
{
    sfpu_program *program = assemble_kernel(f->arch, f->kernel);
    const struct loop_body body = {.words = sfpu_program_words(program), .count = sfpu_program_word_count(program),
                                   .pushes = f->pushed, .offset = f->offset};
    enum { REST = 2 };
    const struct sfpu_core ran = run_iterations(f->arch, &body, f->iterations, f->harness->gathers, false);

    if (f->arch == SFPU_BLACKHOLE) /* without gathering a cycle for each word, the addi and the branch */
        assert_int_equal(run_iterations(f->arch, &body, f->iterations, false, false).core_cycles,
                         f->iterations * (body.count + REST));
    if (ran.core_cycles + f->before != f->core || ran.words_cycles != f->words)
        fail_msg("%s takes the core %llu cycles and %u before, and the words %llu, and the table has %u and %u",
                 f->kernel, (unsigned long long)ran.core_cycles, f->before, (unsigned long long)ran.words_cycles,
                 f->core, f->words);
    sfpu_program_free(program);
}

/* The addi and the branch are two of the instructions between two kernels. */
static void check_straight(const struct figure *f)
{
    enum { REST = 2, TILES = 10 };
    sfpu_program *program = assemble_kernel(f->arch, f->kernel);
    const unsigned between = (unsigned)lround(f->harness->between);
    const struct loop_body body = {.words = sfpu_program_words(program), .count = sfpu_program_word_count(program),
                                   .pushes = "T", .others = between - REST};
    const struct sfpu_core ran = run_iterations(f->arch, &body, TILES, false, true);

    if (ran.core_cycles != (uint64_t)TILES * (f->core + between) || ran.words_cycles != (uint64_t)TILES * f->words)
        fail_msg("ten tiles of %s take the core %llu cycles, and the words %llu, and the table has %u and %u a tile",
                 f->kernel, (unsigned long long)ran.core_cycles, (unsigned long long)ran.words_cycles,
                 f->core + between, f->words);
    sfpu_program_free(program);
}

/* ---- Tests ---- */

static void test_figures(void **state)
{
    (void)state;
    for (size_t i = 0; i < FIGURES; i++) {
        if (figures[i].iterations)
            check_loop(&figures[i]);
        else if (figures[i].core)
            check_straight(&figures[i]);
        else
            check_words(&figures[i]);
        if (is_near(&figures[i]) == (figures[i].reason != NULL))
            fail_msg("figure %zu: %s", i,
                     figures[i].reason ? "near, and has a reason why not" : "off, without a reason");
    }
}

static bool is_kernel(const struct figure *f, const char *kernel)
{
    return kernel && strcmp(f->kernel, kernel) == 0;
}

/* README.md has these numbers, in this sentence. */
static void check_readme(size_t compared, size_t near)
{
    enum { MOST = 1 << 16 };
    static char text[MOST];
    char sentence[100];
    FILE *file = fopen("README.md", "r");

    assert_non_null(file);
    text[fread(text, 1, sizeof text - 1, file)] = 0;
    fclose(file);
    for (char *c = strchr(text, '\n'); c; c = strchr(c, '\n'))
        *c = ' ';
    snprintf(sentence, sizeof sentence, "Of %zu   figures that others measured and published, %zu agree within",
             compared, near);
    if (!strstr(text, sentence))
        fail_msg("README.md does not say: %s", sentence);
}

/* Checks that SHARE percent of the compared figures are near. A figure from which a harness's number was computed is not
 * compared: the difference is only rounding, at most half of a hundredth, or two hundredths for fill, where two figures
 * share the number of the core. */
static void test_share(void **state)
{
    size_t near = 0, compared = 0;

    (void)state;
    for (size_t i = 0; i < FIGURES; i++) {
        const struct figure *f = &figures[i];

        if (is_kernel(f, f->harness->from) || is_kernel(f, f->harness->between_from)) {
            assert_true(distance_of(f) < 0.025);
            continue;
        }
        compared++;
        near += is_near(f);
        assert_true(f->reason || distance_of(f) * 100 <= published_of(f) * FAR);
    }
    assert_true(near * 100 >= SHARE * compared);
    check_readme(compared, near);
}

/* ---- What gathering changes ---- */

/* Returns the cycles of the kernel's words alone, for 32 rows. */
static unsigned words_of(const char *kernel)
{
    size_t i = 0;

    while (strcmp(figures[i].kernel, kernel) != 0)
        i++;
    return figures[i].words * SFPU_LANES / figures[i].rows;
}

static uint64_t larger_of(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

/*
 * A row of n words as a loop's iteration. Without gathering the core needs n + 2 cycles for it. With gathering, at
 * offset k, it needs ceil((k + n) / 4) for the words, and 2. The loop takes as long as the longer of the core and the
 * words alone.
 */
static void check_gathered(const char *kernel, unsigned count, unsigned rows)
{
    enum { LINE = LOOP_LINE_WORDS, REST = 2, ALL = 32 };
    sfpu_program *program = assemble_kernel(SFPU_BLACKHOLE, kernel);
    const unsigned words = words_of(kernel), iterations = ALL / rows;

    assert_int_equal(sfpu_program_word_count(program), ALL * count);
    for (unsigned offset = 0; offset < LINE; offset++)
        for (unsigned gathers = 0; gathers < 2; gathers++) {
            const struct loop_body body = {.words = sfpu_program_words(program), .count = (size_t)rows * count,
                                           .pushes = "T", .offset = offset};
            const unsigned pushes = gathers ? (offset + rows * count + LINE - 1) / LINE : rows * count;
            const uint64_t want = larger_of((uint64_t)iterations * (pushes + REST), words);
            const uint64_t cycles = run_iterations(SFPU_BLACKHOLE, &body, iterations, gathers, false).cycles;

            if (cycles != want)
                fail_msg("%s, %u rows at %u, gathering %u: %llu cycles, not %llu", kernel, rows, offset, gathers,
                         (unsigned long long)cycles, (unsigned long long)want);
        }
    sfpu_program_free(program);
}

static void test_gathered(void **state)
{
    enum { EIGHT = 8 };
    static const struct {
        const char *kernel;
        unsigned words;
    } kernels[] = {
#define GATHERED(kernel, words) {kernel, words},
#include "silicon.def"
#undef GATHERED
    };

    (void)state;
    for (size_t i = 0; i < sizeof kernels / sizeof kernels[0]; i++) {
        check_gathered(kernels[i].kernel, kernels[i].words, 1);
        check_gathered(kernels[i].kernel, kernels[i].words, EIGHT);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_figures), cmocka_unit_test(test_share),
                                       cmocka_unit_test(test_gathered)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
