/* Copies sfpu-silicon(7) from its text with the measurements in it, and what harnesses contain, from their tables. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "insert.h"

enum { HUNDREDTHS = 100 };

static const struct harness {
    const char *id, *arch, *name;
    unsigned hundredths;
    const char *text, *source;
} harnesses[] = {
#define HARNESS(id_, arch_, name_, hundredths_, text_, source_) \
    {.id = #id_, .arch = #arch_, .name = name_, .hundredths = hundredths_, .text = text_, .source = source_},
#include "harness.def"
#undef HARNESS
};

static const struct kind {
    const char *id, *text;
} kinds[] = {
#define KIND(id, text) {#id, text},
#include "silicon.def"
#undef KIND
};

static const struct figure {
    const char *kernel, *arch, *pushed, *harness;
    unsigned rows, published, ours;
    const char *kind, *sequence, *source, *reason;
} figures[] = {
#define FIGURE(kernel_, arch_, pushed_, harness_, rows_, published_, ours_, kind_, sequence_, source_, reason_) \
    {.kernel = kernel_, .arch = #arch_, .pushed = pushed_, .harness = #harness_, .rows = rows_, \
     .published = published_, .ours = ours_, .kind = #kind_, .sequence = sequence_, .source = source_, .reason = reason_},
#include "silicon.def"
#undef FIGURE
};

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

static const char *arch_name(const char *arch)
{
    return strcmp(arch, "WORMHOLE") == 0 ? "Wormhole" : "Blackhole";
}

/* Hundredths of a cycle that are the harness's. */
static unsigned own_of(const struct figure *f)
{
    for (size_t i = 0; i < COUNT(harnesses); i++)
        if (strcmp(harnesses[i].id, f->harness) == 0)
            return harnesses[i].hundredths;
    return 0;
}

static void print_figure(const struct figure *f)
{
    const double ours = f->ours + (double)own_of(f) / HUNDREDTHS, published = (double)f->published / HUNDREDTHS;

    printf(".It %s\n", f->sequence);
    printf("%s, %u rows: published %.2f, ours %.2f", arch_name(f->arch), f->rows, published, ours);
    if (own_of(f))
        printf(" with the harness, %u without", f->ours);
    printf("; %+.2f cycles, %.1f %%.\n", ours - published, 100 * fabs(ours - published) / published);
    if (strcmp(f->pushed, "ideal") != 0)
        printf("Words are pushed by\n.Fl -pushed-by Ns = Ns Cm %s .\n", f->pushed);
    if (f->kernel)
        printf(".Pa tests/silicon/%s.s .\n", f->kernel);
    else
        puts("The source is the vendor's, and no test of ours.");
    if (f->reason)
        printf("Off: %s.\n", f->reason);
    printf(".Pq %s\n", f->source);
}

static void print_figures(void)
{
    for (size_t k = 0; k < COUNT(kinds); k++) {
        const char *before = "";

        for (size_t i = 0; i < COUNT(figures); i++) {
            if (strcmp(figures[i].kind, kinds[k].id) != 0)
                continue;
            if (!*before)
                printf(".Ss %c%s\n.Bl -tag -width Ds\n", kinds[k].text[0] & ~0x20, kinds[k].text + 1);
            before = ".El\n";
            print_figure(&figures[i]);
        }
        fputs(before, stdout);
    }
}

static void print_harnesses(void)
{
    puts(".Bl -tag -width Ds");
    for (size_t i = 0; i < COUNT(harnesses); i++)
        printf(".It %s , Cm %s\n%.2f cycles: %s.\n.Pq %s\n", arch_name(harnesses[i].arch), harnesses[i].name,
               (double)harnesses[i].hundredths / HUNDREDTHS, harnesses[i].text, harnesses[i].source);
    puts(".El");
}

int main(void)
{
    static const struct insertion insertions[] = {{"@figures@", print_figures}, {"@harnesses@", print_harnesses}};

    return insert_at_marks(insertions, COUNT(insertions));
}
