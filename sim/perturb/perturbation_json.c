/* What gaps change, as JSON. */
#include <inttypes.h>

#include "perturbation.h"
#include "views/optext.h"

struct printer {
    const struct sfp_perturb_options *options;
    struct sfp_index index;
    FILE *out;
};

static void put_place(const struct printer *p, size_t index)
{
    const struct sfp_kernel *kernel = p->options->kernel;
    char text[SFP_DISASSEMBLY_SIZE];
    struct sfp_where where;

    sfp_disassemble(&p->index, kernel->program.words[index], SFP_SYNTAX_GNU, text);
    for (char *c = text; *c; c++)
        *c = *c == '\t' ? ' ' : *c;
    fprintf(p->out, "\"index\": %zu, \"instruction\": ", index);
    sfp_put_json_string(p->out, text);
    if (!kernel->has_source || !sfp_program_where(&kernel->program, index, &where))
        return;
    fputs(", \"file\": ", p->out);
    sfp_put_json_string(p->out, where.file);
    fprintf(p->out, ", \"line\": %zu, \"column\": %zu", (size_t)where.line, (size_t)where.column);
}

/* With all gaps that a single word changes something with; of a pair, with the one of the two. */
static void put_late(const struct printer *p, const struct sfp_perturbation *x, unsigned w)
{
    const uint64_t gaps = x->count == 1 ? x->gaps : UINT64_C(1) << (x->cycles[w] - 1);
    const char *before = "";

    fputs(w ? ", {" : "{", p->out);
    put_place(p, x->index[w]);
    fputs(", \"cycles\": [", p->out);
    for (unsigned gap = 1; gap <= SFP_MOST_GAP; gap++) {
        if (!(gaps >> (gap - 1) & 1))
            continue;
        fprintf(p->out, "%s%u", before, gap);
        before = ", ";
    }
    fputs("]}", p->out);
}

static void put_number(const struct printer *p, const char *name, int value)
{
    if (value >= 0)
        fprintf(p->out, ", \"%s\": %d", name, value);
}

static void put_difference(const struct printer *p, const struct sfp_difference *d)
{
    fputs("{\"what\": ", p->out);
    sfp_put_json_string(p->out, d->name);
    put_number(p, "index", d->index);
    put_number(p, "lane", d->lane);
    put_number(p, "row", d->row);
    put_number(p, "column", d->column);
    if (!d->ends)
        fprintf(p->out, ", \"in_time\": \"0x%0*" PRIx32 "\", \"late\": \"0x%0*" PRIx32 "\"", d->digits, d->was,
                d->digits, d->is);
    putc('}', p->out);
}

static void put_cause(const struct printer *p, const struct sfp_perturb_cause *c)
{
    if (!c->any) {
        fputs("null", p->out);
        return;
    }
    fprintf(p->out, "{\"kind\": \"%s\", ", sfp_finding_kind(c->finding));
    put_place(p, c->index);
    fprintf(p->out, ", \"by\": \"%s\", \"times_in_time\": %" PRIu64 ", \"times_late\": %" PRIu64 "}",
            c->scheduled ? "macro" : "issue", c->was, c->is);
}

static void put_change(const struct printer *p, const struct sfp_perturbation *x)
{
    fputs("    {\"late\": [", p->out);
    for (unsigned w = 0; w < x->count; w++)
        put_late(p, x, w);
    fputs("],\n     \"difference\": ", p->out);
    put_difference(p, &x->difference);
    fputs(",\n     \"finding\": ", p->out);
    put_cause(p, &x->cause);
    putc('}', p->out);
}

void sfp_perturbed_print_json(const struct sfp_perturbed *result, const struct sfp_perturb_options *options,
                              FILE *stream)
{
    enum { VERSION = 1 };
    const struct sfp_program *program = &options->kernel->program;
    struct printer p = {.options = options, .out = stream};

    sfp_index_init(&p.index, program->arch);
    fprintf(stream, "{\n  \"schema\": \"sfpsim-perturb\",\n  \"version\": %d,\n  \"kernel\": ", VERSION);
    sfp_put_json_string(stream, options->kernel->path);
    fprintf(stream, ",\n  \"arch\": \"%s\",\n  \"words\": %zu,\n  \"most\": %u,\n", sfp_arch_name(program->arch),
            program->count, options->most);
    fprintf(stream, "  \"singles\": %zu,\n  \"pairs\": %zu,\n", result->singles, result->pairs);
    fprintf(stream, "  \"hidden_singles\": %zu,\n  \"hidden_pairs\": %zu,\n", result->hidden_singles,
            result->hidden_pairs);
    fputs("  \"changes\": [", stream);
    for (size_t i = 0; i < result->count; i++) {
        fputs(i ? ",\n" : "\n", stream);
        put_change(&p, &result->list[i]);
    }
    fputs(result->count ? "\n  ]\n}\n" : "]\n}\n", stream);
}
