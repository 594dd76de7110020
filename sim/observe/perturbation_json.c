/* Writes the changes caused by gaps as JSON. */
#include "perturbation.h"
#include "base/json_writer.h"
#include "optext.h"

struct printer {
    const struct sfp_perturb_options *options;
    struct sfp_index index;
    struct sfp_json json;
};

/* Writes a word's index, instruction, and place in the source. */
static void put_word_place(struct printer *p, size_t index)
{
    const struct sfp_kernel *kernel = p->options->kernel;
    char text[SFP_DISASSEMBLY_SIZE];
    struct sfp_where where;

    disassembly_of_word(&p->index, kernel->program.words[index], SFP_SYNTAX_GNU, text);
    for (char *c = text; *c; c++)
        *c = *c == '\t' ? ' ' : *c;
    json_count(&p->json, "index", index);
    json_text(&p->json, "instruction", text);
    if (!kernel->has_source || !sfp_program_where(&kernel->program, index, &where))
        return;
    json_shown(&p->json, "file", where.file);
    json_count(&p->json, "line", where.line);
    json_count(&p->json, "column", where.column);
}

/* Writes word number `w` of a change. A single word lists all gaps that change the run's end; a word of a pair lists
 * its own gap. */
static void put_late_word(struct printer *p, const struct sfp_perturbation *change, unsigned w)
{
    const uint64_t gaps = change->count == 1 ? change->gaps : UINT64_C(1) << (change->cycles[w] - 1);

    json_begin(&p->json, NULL);
    put_word_place(p, change->index[w]);
    json_list(&p->json, "cycles");
    for (unsigned gap = 1; gap <= SFP_MOST_GAP; gap++)
        if (gaps >> (gap - 1) & 1)
            json_count(&p->json, NULL, gap);
    json_list_end(&p->json);
    json_end(&p->json);
}

static void put_count_if_known(struct sfp_json *j, const char *name, int value)
{
    if (value >= 0)
        json_count(j, name, (unsigned)value);
}

static void put_json_difference(struct sfp_json *j, const struct sfp_difference *d)
{
    json_begin(j, "difference");
    json_text(j, "what", d->name);
    put_count_if_known(j, "index", d->index);
    put_count_if_known(j, "lane", d->lane);
    put_count_if_known(j, "row", d->row);
    put_count_if_known(j, "column", d->column);
    if (!d->ends) {
        json_hex(j, "in_time", d->was, (unsigned)d->digits);
        json_hex(j, "late", d->is, (unsigned)d->digits);
    }
    json_end(j);
}

static void put_json_cause(struct printer *p, const struct sfp_perturb_cause *c)
{
    if (!c->any) {
        json_nothing(&p->json, "finding");
        return;
    }
    json_begin(&p->json, "finding");
    json_text(&p->json, "kind", sfp_finding_kind(c->finding));
    put_word_place(p, c->index);
    json_text(&p->json, "by", c->scheduled ? "macro" : "issue");
    json_count(&p->json, "times_in_time", c->was);
    json_count(&p->json, "times_late", c->is);
    json_end(&p->json);
}

/* Writes a change in three lines: the late words, the difference, and the finding that explains it. */
static void put_json_change(struct printer *p, const struct sfp_perturbation *change)
{
    enum { BLANKS = 5 };

    json_begin_on_line(&p->json, NULL);
    json_list(&p->json, change->early ? "early" : "late");
    for (unsigned w = 0; w < change->count; w++)
        put_late_word(p, change, w);
    json_list_end(&p->json);
    json_new_line(&p->json, BLANKS);
    put_json_difference(&p->json, &change->difference);
    json_new_line(&p->json, BLANKS);
    put_json_cause(p, &change->cause);
    json_end(&p->json);
}

bool sfp_perturbed_print_json(const struct sfp_perturbed *result, const struct sfp_perturb_options *options,
                              FILE *stream)
{
    enum { VERSION = 1 };
    static const char *const data[] = {
        [SFP_DATA_GIVEN] = "given", [SFP_DATA_DRAWN] = "drawn", [SFP_DATA_ZEROS] = "zeros"};
    const struct sfp_program *program = &options->kernel->program;
    struct printer p = {.options = options};
    struct sfp_json *j = &p.json;

    sfp_index_init(&p.index, program->arch);
    json_begin(j, NULL);
    json_text(j, "schema", "sfpsim-perturb");
    json_count(j, "version", VERSION);
    json_shown(j, "kernel", options->kernel->path);
    json_text(j, "arch", sfp_arch_name(program->arch));
    json_text_or_null(j, "selected", program->chosen.profile);
    json_count(j, "words", program->count);
    json_text(j, "dst", data[options->data]);
    json_count(j, "most", options->most);
    json_count(j, "singles", result->singles);
    json_count(j, "pairs", result->pairs);
    json_count(j, "earlier", result->earlier);
    json_count(j, "hidden_singles", result->hidden_singles);
    json_count(j, "hidden_pairs", result->hidden_pairs);
    json_list(j, "changes");
    for (size_t i = 0; i < result->count; i++)
        put_json_change(&p, &result->list[i]);
    json_list_end(j);
    json_end(j);
    return json_print(j, stream);
}
