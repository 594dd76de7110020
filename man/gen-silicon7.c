/* Copies sfpu-silicon(7) from its text, and inserts the measurements, their tally, what gathering changes in the model,
 * the harnesses and the figures that are left out, from their tables. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "insert.h"
#include "table_rows.h"

struct named {
    const char *id, *name, *text;
};

static const struct named kinds[] = {
#define KIND(id, name, text) {#id, name, text},
#include "silicon.def"
#undef KIND
};

static const struct named known[] = {
#define KNOWN(id_, text_) {.id = #id_, .text = text_},
#include "silicon.def"
#undef KNOWN
};

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

static const struct named *find_named(const struct named *names, const char *id)
{
    while (strcmp(names->id, id) != 0)
        names++;
    return names;
}

static const char *setting_of(const struct harness_row *h)
{
    return strcmp(h->gathering, "ON") == 0 ? "on" : strcmp(h->gathering, "OFF") == 0 ? "off" : "none";
}

/* ---- Figures ---- */

/* Calls `print` for each figure, kind after kind. `number` counts the figures of the page from 1. */
static void print_kinds(void (*print)(const struct figure_row *, unsigned number))
{
    unsigned number = 0;

    for (size_t k = 0; k < COUNT(kinds); k++)
        for (size_t i = 0; i < figure_row_count; i++)
            if (strcmp(figure_rows[i].kind, kinds[k].id) == 0)
                print(&figure_rows[i], ++number);
}

/* Returns the difference; 0 instead of a negative difference that would be printed as -0. */
static double difference_of(const struct figure_row *f)
{
    const double difference = figure_ours(f) - figure_published(f);

    return fabs(difference) < 0.005 ? 0 : difference;
}

static void print_line(const struct figure_row *f, unsigned number)
{
    const char *note = figure_defines_harness(f) ? "harness" : figure_is_near(f) ? "" : "miss";

    printf(".It %u Ta %s Ta %.2f Ta %.2f Ta %+.2f Ta %.1f Ta %s Ta %s Ta %s\n", number,
           f->arch == SFP_BH ? "BH" : "WH", figure_published(f), figure_ours(f), difference_of(f),
           100 * fabs(difference_of(f)) / figure_published(f), setting_of(figure_harness(f)),
           find_named(kinds, f->kind)->name, note);
}

static void print_table(void)
{
    puts(".Bl -column \"99\" \"BH\" \"published\" \"1015.51\" \"-10.10\" \"10.0\" \"gath.\" \"no stall\" \"harness\"");
    puts(".It Sy # Ta Sy \\& Ta Sy published Ta Sy sfpsim Ta Sy diff. Ta Sy % Ta Sy gath. Ta Sy kind Ta Sy \\&");
    print_kinds(print_line);
    puts(".El\n.Pp\nThe kinds:\n.Bl -tag -width \"no stall\" -compact");
    for (size_t i = 0; i < COUNT(kinds); i++)
        printf(".It %s\n%s\n", kinds[i].name, kinds[i].text);
    puts(".El");
}

static void print_parts(const struct figure_row *f)
{
    const struct harness_row *h = figure_harness(f);

    if (f->core)
        printf("In sfpsim the words take %.2f cycles with the harness, and the core %.2f.\n", f->words + h->cycles,
               f->core + h->between);
    if (f->core && *f->pushed)
        printf("The loop begins %u words after the start of a line.\n", f->offset);
    else if (f->core)
        printf("The core's cache has to hold the words and %.0f other instructions of each tile.\n", h->between);
    else
        printf("In sfpsim the words take %u cycles, and the harness %.2f.\n", f->words, h->cycles);
    if (strcmp(f->unit, "KERNEL") == 0)
        printf("Published as KERNEL %u.\n", f->published);
    if (!f->core && strcmp(f->pushed, "ideal") != 0)
        printf("Words are pushed by\n.Fl -pushed-by Ns = Ns Cm %s .\n", f->pushed);
}

static void print_figure(const struct figure_row *f, unsigned number)
{
    printf(".It %u: %s\n", number, f->sequence);
    printf("%s, %u rows; harness %s, gathering %s.\n", sfp_arch_facts(f->arch)->title, f->rows, figure_harness(f)->name,
           setting_of(figure_harness(f)));
    print_parts(f);
    printf("How the sequence is known: %s.\n", find_named(known, f->known)->text);
    printf(".Pa tests/silicon/%s.s .\n", f->kernel);
    if (figure_defines_harness(f))
        puts("It gives the harness's cycles.");
    if (f->reason)
        printf("Why they differ: %s.\n", f->reason);
    printf(".Pq %s\n", f->source);
}

static void print_figures(void)
{
    puts(".Bl -tag -width Ds");
    print_kinds(print_figure);
    puts(".El");
}

static void print_tally(void)
{
    unsigned compared = 0, near = 0, far = 0;

    for (size_t i = 0; i < figure_row_count; i++) {
        const struct figure_row *f = &figure_rows[i];

        if (figure_defines_harness(f))
            continue;
        compared++;
        near += figure_is_near(f);
        far += 100 * fabs(difference_of(f)) > MARK_FAR * figure_published(f);
    }
    printf("Of the %zu figures below, %zu give the cycles of a harness.\n", figure_row_count,
           figure_row_count - compared);
    printf("Of the other %u, %u are within the marks, which is %u %%; %u are beyond %u %%.\n", compared, near,
           100 * near / compared, far, (unsigned)MARK_FAR);
    printf("%zu further figures or groups of figures cannot be compared\n.Pq Sx WHAT IS LEFT OUT .\n",
           left_out_row_count);
}

static void print_marks(void)
{
    printf("The marks: a kernel's cycles are within %u %% of the published figure, or within one cycle for every %u"
           " rows.\n", (unsigned)MARK_PERCENT, (unsigned)MARK_ROWS);
    printf("%u %% of the figures have to be within the marks, and none may be beyond %u %% without a reason.\n",
           (unsigned)MARK_SHARE, (unsigned)MARK_FAR);
}

/* ---- What gathering changes ---- */

enum { ALL_ROWS = 32, LINE_WORDS = 4, LOOP_REST = 2 /* addi, bne */ };

static unsigned larger_of(unsigned a, unsigned b)
{
    return a > b ? a : b;
}

/* Returns the words' own cycles for all rows. */
static unsigned words_of(const char *kernel)
{
    const struct figure_row *f = figure_rows;

    while (strcmp(f->kernel, kernel) != 0)
        f++;
    return f->words * ALL_ROWS / f->rows;
}

/* Returns the cycles of all rows in a loop with `rows` of them in an iteration, whose words the core pushes in `pushes`
 * cycles. tests/unit/test_sfpu_silicon.c runs these loops. */
static unsigned loop_cycles(const struct gathered_row *g, unsigned rows, unsigned pushes)
{
    return larger_of(ALL_ROWS / rows * (pushes + LOOP_REST), words_of(g->kernel));
}

static unsigned gathered_cycles(const struct gathered_row *g, unsigned rows, unsigned offset)
{
    return loop_cycles(g, rows, (offset + rows * g->words + LINE_WORDS - 1) / LINE_WORDS);
}

static void print_gathered_row(const struct gathered_row *g)
{
    enum { EIGHT = 8 };
    unsigned most = 0, most_of_eight = 0;

    for (unsigned offset = 0; offset < LINE_WORDS; offset++) {
        most = larger_of(most, gathered_cycles(g, 1, offset));
        most_of_eight = larger_of(most_of_eight, gathered_cycles(g, EIGHT, offset));
    }
    printf(".It %s Ta %u Ta %u Ta %u Ta %u Ta %u Ta %u Ta %u\n", g->kernel, g->words, words_of(g->kernel),
           loop_cycles(g, 1, g->words), gathered_cycles(g, 1, 0), most, loop_cycles(g, EIGHT, EIGHT * g->words),
           most_of_eight);
}

static void print_gathered(void)
{
    puts(".Bl -column \"hardsigmoid-tested\" \"words\" \"alone\" \"1, off\" \"1, on\" \"most\" \"8, off\" \"8, on\"");
    puts(".It Sy Kernel Ta Sy words Ta Sy alone Ta Sy 1, off Ta Sy 1, on Ta Sy most Ta Sy 8, off Ta Sy 8, on");
    for (size_t i = 0; i < gathered_row_count; i++)
        print_gathered_row(&gathered_rows[i]);
    puts(".El");
}

/* Prints the cycles that a loop of Blackhole's core, with its harness, would take if the core did not gather: a cycle for
 * each word and for each instruction of the loop itself. The words of these loops do not stall. */
static void print_apart(const struct figure_row *f, unsigned number)
{
    const struct harness_row *h = figure_harness(f);
    const double core = f->words + f->iterations * LOOP_REST + h->between;

    if (f->arch == SFP_BH && f->iterations > 0 && f->before == 0)
        printf(".It %u Ta %.2f Ta %.2f Ta %.2f Ta %s\n", number, figure_published(f), figure_ours(f),
               fmax(core, f->words + h->cycles), f->kernel);
}

static void print_loops_apart(void)
{
    puts(".Bl -column \"99\" \"published\" \"sfpsim, on\" \"192.99\" \"loop-abs-eight\"");
    puts(".It Sy # Ta Sy published Ta Sy sfpsim, on Ta Sy off Ta Sy kernel");
    print_kinds(print_apart);
    puts(".El");
}

/* ---- Harnesses, and figures that are left out ---- */

static void print_harness(const struct harness_row *h)
{
    printf(".It %s , Cm %s\n%.2f cycles: %s.\n", sfp_arch_facts(h->arch)->title, h->name, h->cycles, h->text);
    if (h->between > 0)
        printf("The core spends %.2f cycles between two kernels.\n", h->between);
    if (strcmp(h->gathering, "NONE") != 0)
        printf("Measured with gathering %s.\n", setting_of(h));
    printf(".Pq %s\n", h->source);
}

static void print_harnesses(void)
{
    puts(".Bl -tag -width Ds");
    for (size_t i = 0; i < harness_row_count; i++)
        print_harness(&harness_rows[i]);
    puts(".El");
}

static void print_left_out(void)
{
    puts(".Bl -tag -width Ds");
    for (size_t i = 0; i < left_out_row_count; i++) {
        const struct left_out_row *r = &left_out_rows[i];

        printf(".It %s\n%s, gathering %s: %s.\n", r->kernel, sfp_arch_facts(r->arch)->title, r->gathering,
               r->published);
        printf("Not compared, because: %s.\n.Pq %s\n", r->reason, r->source);
    }
    puts(".El");
}

int main(void)
{
    static const struct insertion insertions[] = {
        {"@marks@", print_marks},     {"@tally@", print_tally},         {"@table@", print_table},
        {"@figures@", print_figures}, {"@harnesses@", print_harnesses}, {"@gathered@", print_gathered},
        {"@loops-apart@", print_loops_apart}, {"@left-out@", print_left_out}};

    return insert_at_marks(insertions, COUNT(insertions));
}
