/*
 * Cycles that were measured on hardware (sfpu-silicon(7)): each kernel of the table is run, takes what the table says, and
 * is as near to the figure as it has to be, unless the table has a reason why not.
 */
#include "sfpu_test.h"

#include <math.h>
#include <stdbool.h>

enum { HUNDREDTHS = 100 };

#define HARNESS(id, arch, name, gathering, hundredths, between, text, source) \
    static const double id = (double)(hundredths) / HUNDREDTHS;
#include "harness.def"
#undef HARNESS

struct figure {
    const char *kernel;
    int arch;
    const char *pushed;
    const double *harness;
    unsigned rows, hundredths, ours;
    const char *reason;
};

static const struct figure figures[] = {
#define FIGURE(kernel_, arch_, pushed_, harness_, rows_, published_, ours_, kind_, sequence_, source_, reason_) \
    {.kernel = kernel_, .arch = SFPU_##arch_, .pushed = pushed_, .harness = &harness_, .rows = rows_, .hundredths = published_, \
     .ours = ours_, .reason = reason_},
#include "silicon.def"
#undef FIGURE
};

/* Within 1 %, or a cycle in ten rows. */
static bool is_near(const struct figure *f)
{
    const double published = (double)f->hundredths / HUNDREDTHS, off = fabs(f->ours + *f->harness - published);

    return off <= published / 100 || off <= f->rows / 10.;
}

static void check(const struct figure *f)
{
    sfpu_machine *m = machine_of(f->arch);
    char path[100];

    snprintf(path, sizeof path, "tests/silicon/%s.s", f->kernel);
    if (sfpu_load_file(m, path) != SFPU_OK || sfpu_set(m, "init", "llk") != SFPU_OK
        || sfpu_set(m, "pushed-by", f->pushed) != SFPU_OK || sfpu_run(m, 1) != SFPU_OK)
        fail_msg("%s", sfpu_error(m));
    if (result_of(m).cycles != f->ours)
        fail_msg("%s takes %llu cycles, and the table has %u", path, (unsigned long long)result_of(m).cycles, f->ours);
    sfpu_close(m);
}

static void test_figures(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof figures / sizeof figures[0]; i++) {
        if (figures[i].kernel)
            check(&figures[i]);
        if (is_near(&figures[i]) == (figures[i].reason != NULL))
            fail_msg("figure %zu: %s", i, figures[i].reason ? "near, and has a reason why not" : "off, without a reason");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_figures)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
