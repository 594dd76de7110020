/* Copies sfpu-silicon(7) from its text, and inserts the measurements and the harnesses from their tables. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "insert.h"
#include "table_rows.h"

static const struct kind {
    const char *id, *text;
} kinds[] = {
#define KIND(id, text) {#id, text},
#include "silicon.def"
#undef KIND
};

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

static void print_figure(const struct figure_row *f)
{
    const double ours = figure_ours(f), published = figure_published(f);

    printf(".It %s\n", f->sequence);
    printf("%s, %u rows: published %.2f, sfpsim %.2f", sfp_arch_facts(f->arch)->title, f->rows, published, ours);
    if (figure_harness(f) > 0)
        printf(" with the harness, %u without", f->ours);
    printf("; %+.2f cycles, %.1f %%.\n", ours - published, 100 * fabs(ours - published) / published);
    if (strcmp(f->pushed, "ideal") != 0)
        printf("Words are pushed by\n.Fl -pushed-by Ns = Ns Cm %s .\n", f->pushed);
    if (f->kernel)
        printf(".Pa tests/silicon/%s.s .\n", f->kernel);
    else
        puts("The source is the vendor's; this project has no test of it.");
    if (f->reason)
        printf("Why they differ: %s.\n", f->reason);
    printf(".Pq %s\n", f->source);
}

static void print_figures(void)
{
    for (size_t k = 0; k < COUNT(kinds); k++) {
        const char *before = "";

        for (size_t i = 0; i < figure_row_count; i++) {
            if (strcmp(figure_rows[i].kind, kinds[k].id) != 0)
                continue;
            if (!*before)
                printf(".Ss %c%s\n.Bl -tag -width Ds\n", kinds[k].text[0] & ~0x20, kinds[k].text + 1);
            before = ".El\n";
            print_figure(&figure_rows[i]);
        }
        fputs(before, stdout);
    }
}

static void print_harness(const struct harness_row *h)
{
    printf(".It %s , Cm %s\n%.2f cycles: %s.\n", sfp_arch_facts(h->arch)->title, h->name, h->cycles, h->text);
    if (h->between > 0)
        printf("The core spends %.2f cycles between two kernels.\n", h->between);
    if (strcmp(h->gathering, "NONE") != 0)
        printf("Measured with gathering %s.\n", strcmp(h->gathering, "ON") == 0 ? "on" : "off");
    printf(".Pq %s\n", h->source);
}

static void print_harnesses(void)
{
    puts(".Bl -tag -width Ds");
    for (size_t i = 0; i < harness_row_count; i++)
        print_harness(&harness_rows[i]);
    puts(".El");
}

int main(void)
{
    static const struct insertion insertions[] = {{"@figures@", print_figures}, {"@harnesses@", print_harnesses}};

    return insert_at_marks(insertions, COUNT(insertions));
}
