/* Writes the changes caused by gaps as text, by places of the source, each with the first word there. */
#include <stdlib.h>
#include <string.h>

#include "perturbation.h"

#include "dis/dis.h"
#include "base/terminal.h"

enum { PLACE = 4096 };

struct printer {
    const struct sfp_perturbed *result;
    const struct sfp_perturb_options *options;
    struct sfp_index index;
    struct sfp_where (*where)[2]; /* places of each change's words; file NULL: no source */
    bool *told;                   /* by change: already counted with another change at the same place */
    FILE *out;
};

static void find_places(const struct printer *p)
{
    const struct sfp_kernel *kernel = p->options->kernel;

    for (size_t i = 0; i < p->result->count; i++)
        for (unsigned w = 0; w < p->result->list[i].count; w++)
            if (!kernel->has_source
                || !sfp_program_where(&kernel->program, p->result->list[i].index[w], &p->where[i][w]))
                p->where[i][w].file = NULL;
}

static bool same_place(const struct sfp_where *x, const struct sfp_where *y)
{
    return x->file && y->file && x->line == y->line && x->column == y->column && strcmp(x->file, y->file) == 0;
}

/* Returns whether changes `i` and `j` are of words at the same places, with the same gaps. */
static bool are_changes_alike(const struct printer *p, size_t i, size_t j)
{
    const struct sfp_perturbation *x = &p->result->list[i], *y = &p->result->list[j];

    if (x->count != y->count || x->early != y->early || x->gaps != y->gaps
        || memcmp(x->cycles, y->cycles, sizeof x->cycles) != 0)
        return false;
    for (unsigned w = 0; w < x->count; w++)
        if (!same_place(&p->where[i][w], &p->where[j][w]))
            return false;
    return true;
}

/* Marks the later changes like change `i` as told. Returns how many there are, including `i`. */
static size_t gather_alike_changes(const struct printer *p, size_t i)
{
    size_t count = 1;

    for (size_t j = i + 1; j < p->result->count; j++)
        if (!p->told[j] && are_changes_alike(p, i, j)) {
            p->told[j] = true;
            count++;
        }
    return count;
}

static void print_change_place(const struct printer *p, size_t index)
{
    char place[PLACE];

    sfp_kernel_place(p->options->kernel, index, place, sizeof place);
    fputs(place, p->out);
}

/* Writes a set of gaps, for example "1 to 3, 5". */
static void print_gaps(const struct printer *p, uint64_t gaps)
{
    const char *before = "";
    unsigned last;

    for (unsigned gap = 1; gap <= SFP_MOST_GAP; gap = last + 1) {
        last = gap;
        if (!(gaps >> (gap - 1) & 1))
            continue;
        while (last < SFP_MOST_GAP && gaps >> last & 1)
            last++;
        fprintf(p->out, last > gap ? "%s%u to %u" : "%s%u", before, gap, last);
        before = ", ";
    }
}

static void print_changed_word(const struct printer *p, const char *before, size_t index)
{
    char text[SFP_DISASSEMBLY_SIZE];

    disassembly_of_word(&p->index, p->options->kernel->program.words[index], SFP_SYNTAX_GNU, text);
    fprintf(p->out, "    %s%s\n", before, text);
}

static void print_difference(const struct printer *p, const struct sfp_difference *d)
{
    fputs("    ", p->out);
    if (d->ends) {
        fputs("the run does not come to its end\n", p->out);
        return;
    }
    if (d->row >= 0)
        fprintf(p->out, "Dst row %d, column %d", d->row, d->column);
    else
        fputs(d->name, p->out);
    if (d->index >= 0)
        fprintf(p->out, strcmp(d->name, "L") == 0 ? "%d" : " %d", d->index);
    if (d->lane >= 0)
        fprintf(p->out, ", lane %d", d->lane);
    fprintf(p->out, ": %0*x instead of %0*x\n", d->digits, d->is, d->digits, d->was);
}

static void print_cause(const struct printer *p, const struct sfp_perturb_cause *c)
{
    if (!c->any)
        return;
    fprintf(p->out, "    %s at ", sfp_finding_info(c->finding)->name);
    print_change_place(p, c->index);
    fprintf(p->out, "%s: %llu %s instead of %llu\n", c->scheduled ? ", scheduled there" : "", (unsigned long long)c->is,
            c->is == 1 ? "time" : "times", (unsigned long long)c->was);
}

static void print_change(const struct printer *p, size_t i, size_t words)
{
    const struct sfp_perturbation *x = &p->result->list[i];

    print_change_place(p, x->index[0]);
    fputs(x->early ? ": early by " : ": late by ", p->out);
    print_gaps(p, x->count == 1 ? x->gaps : UINT64_C(1) << (x->cycles[0] - 1));
    if (x->count == 2) {
        fputs(", and ", p->out);
        print_change_place(p, x->index[1]);
        fprintf(p->out, " by %u", x->cycles[1]);
    }
    if (words > 1)
        fprintf(p->out, " (%zu %s)", words, x->count == 1 ? "words" : "pairs");
    fputc('\n', p->out);
    print_changed_word(p, "", x->index[0]);
    if (x->count == 2)
        print_changed_word(p, "and ", x->index[1]);
    print_difference(p, &x->difference);
    print_cause(p, &x->cause);
}

static size_t count_singles(const struct sfp_perturbed *r)
{
    size_t singles = 0;

    while (singles < r->count && r->list[singles].count == 1)
        singles++;
    return singles;
}

/* Counts the words among the first `singles` changes, which are sorted by word. A word may cause one change if late
 * and one if early. */
static size_t count_changing_words(const struct sfp_perturbed *r, size_t singles)
{
    size_t words = 0;

    for (size_t i = 0; i < singles; i++)
        words += i == 0 || r->list[i].index[0] != r->list[i - 1].index[0];
    return words;
}

/* Writes how many gaps were hidden: tried in vain, since the run's timing did not change. */
static void print_hidden_gaps(const struct printer *p)
{
    const struct sfp_perturbed *r = p->result;
    const size_t singles = r->hidden_singles, pairs = r->hidden_pairs;

    if (singles || pairs)
        fprintf(p->out, "; hidden, without effect on the timing: %zu %s and %zu %s", singles,
                singles == 1 ? "gap" : "gaps", pairs, pairs == 1 ? "pair" : "pairs");
}

/* Writes a warning about the data, unless data were given. */
static void print_data_warning(const struct printer *p)
{
    static const char *const texts[] = {
        [SFP_DATA_GIVEN] = "", [SFP_DATA_DRAWN] = "; Dst was drawn, as no data were given (--dst)",
        [SFP_DATA_ZEROS] = "; all of Dst is 0, so late results may not show"};

    fprintf(p->out, "%s\n", texts[p->options->data]);
}

static void print_perturbation_head(const struct printer *p)
{
    const struct sfp_perturbed *r = p->result;
    const struct sfp_program *program = &p->options->kernel->program;
    const size_t words = program->count, singles = count_singles(r);
    const size_t changing = count_changing_words(r, singles);
    char selected[SELECTED_TEXT];

    fprintf(p->out, "%s: each of %zu %s%s late by ", p->options->kernel->path, words, words == 1 ? "word" : "words",
            selected_text(selected, " ", program->chosen.profile));
    fprintf(p->out, p->options->most > 1 ? "1 to %u cycles" : "%u cycle", p->options->most);
    if (r->earlier)
        fprintf(p->out, ", and early within their gaps, %zu %s", r->earlier, r->earlier == 1 ? "run" : "runs");
    fprintf(p->out, ", and %zu pairs: ", r->pairs);
    if (r->count)
        fprintf(p->out, "%zu %s and %zu %s change what the run leaves", changing, changing == 1 ? "word" : "words",
                r->count - singles, r->count - singles == 1 ? "pair" : "pairs");
    else if (r->singles && !r->earlier && r->hidden_singles == r->singles && r->hidden_pairs == r->pairs)
        fputs("nothing was tried", p->out);
    else
        fputs("nothing changes", p->out);
    print_hidden_gaps(p);
    print_data_warning(p);
}

bool sfp_perturbed_print(const struct sfp_perturbed *result, const struct sfp_perturb_options *options, size_t most,
                         FILE *stream)
{
    struct printer p = {.result = result, .options = options, .out = stream,
                        .where = calloc(result->count + 1, sizeof *p.where),
                        .told = calloc(result->count + 1, sizeof *p.told)};
    const bool can = p.where && p.told;
    size_t printed = 0, left_out = 0;

    sfp_index_init(&p.index, options->kernel->program.arch);
    print_perturbation_head(&p);
    if (can)
        find_places(&p);
    for (size_t i = 0; can && i < result->count; i++) {
        size_t words;

        if (p.told[i])
            continue;
        words = gather_alike_changes(&p, i);
        if (most && printed == most) {
            left_out++;
        } else {
            print_change(&p, i, words);
            printed++;
        }
    }
    if (left_out)
        fprintf(stream, "%s: %zu more not printed (--max-findings=0 prints all)\n", options->kernel->path, left_out);
    free(p.where);
    free(p.told);
    return can;
}
