/* What a run is expected to leave. */
#include "expectations.h"

#include <stdlib.h>
#include <string.h>

#include "base/complain.h"
#include "base/said.h"
#include "json_value.h"
#include "util/fileio.h"
#include "util/terminal.h"

static const char no_memory[] = "not enough memory";

/* A value of the state that is not as expected. */
struct state_difference {
    char *path, *got, *expected;
};

struct expectations {
    const struct expect_options *o;
    const struct images *inputs;
    struct images expected;
    sfpu_comparison **comparisons; /* of each; NULL: not yet */
    struct sfp_buffer state;       /* what its file says */
    struct state_difference *differences;
    size_t difference_count;
    bool state_compared, failed;
};

bool expect_given(const struct expect_options *o)
{
    return o->files.count || o->state;
}

/* ---- Before the run ---- */

/* The format of a file that does not say it. */
static int format_of(const struct expectations *e, const struct file_option *file, int format)
{
    if (format == SFPU_ANY_FORMAT && sfpu_container_of(file->path) == SFPU_PLAIN)
        return images_format(e->inputs);
    return format;
}

static int read_image(struct expectations *e, sfpu_machine *m, const struct file_option *file, int format, int layout)
{
    sfpu_image **image = &e->expected.list[e->expected.count++];
    char *lost;
    int status, code;

    if ((status = image_read(m, file, format_of(e, file, format), layout, image)))
        return status;
    code = sfpu_image_normalise(m, *image, &lost);
    image_warn(file->path, lost);
    if (code == SFPU_OK)
        code = sfpu_check_tolerance(m, *image, &e->o->tolerance);
    return code == SFPU_OK ? 0 : complain_for(m, file->path);
}

static int read_state(struct expectations *e, sfpu_machine *m)
{
    char *error = NULL;

    if (!e->o->state)
        return 0;
    if (!sfp_read_file(e->o->state, &e->state, &error))
        return complain_of(error);
    return sfpu_check_state(m, e->state.data, e->state.size) == SFPU_OK ? 0 : complain_for(m, e->o->state);
}

int expectations_read(const struct expect_options *options, sfpu_machine *m, int format, int layout,
                      const struct images *inputs, struct expectations **made)
{
    struct expectations *e = *made = calloc(1, sizeof *e);
    int status = 0;

    if (!e)
        return complain("%s", no_memory);
    *e = (struct expectations){.o = options, .inputs = inputs};
    e->expected.list = calloc(options->files.count + 1, sizeof *e->expected.list);
    e->comparisons = calloc(options->files.count + 1, sizeof *e->comparisons);
    if (!e->expected.list || !e->comparisons)
        return complain("%s", no_memory);
    for (size_t i = 0; i < options->files.count && !status; i++)
        status = read_image(e, m, &options->files.files[i], format, layout);
    return status ? status : read_state(e, m);
}

void expectations_free(struct expectations *e)
{
    if (!e)
        return;
    for (size_t i = 0; e->comparisons && i < e->o->files.count; i++)
        sfpu_comparison_free(e->comparisons[i]);
    for (size_t i = 0; i < e->difference_count; i++) {
        free(e->differences[i].path);
        free(e->differences[i].got);
        free(e->differences[i].expected);
    }
    free(e->differences);
    free(e->comparisons);
    images_free(&e->expected);
    sfp_buffer_free(&e->state);
    free(e);
}

/* ---- After it ---- */

static int compare_image(struct expectations *e, sfpu_machine *m, size_t i, int layout, bool *differs)
{
    const sfpu_image *expected = e->expected.list[i];
    sfpu_image *got;
    int code = sfpu_image_from_dst(m, sfpu_image_format(expected), layout, expected, &got, NULL);

    if (code == SFPU_OK) {
        code = sfpu_compare(m, got, expected, &e->o->tolerance, (const sfpu_image *const *)e->inputs->list,
                            e->inputs->count, &e->comparisons[i]);
        sfpu_image_free(got);
    }
    if (code < 0)
        return complain_for(m, e->o->files.files[i].path);
    *differs |= code == SFPU_DIFFERENT;
    return 0;
}

static void note_difference(void *context, const char *path, const char *got, const char *expected)
{
    struct expectations *e = context;
    struct state_difference *more = reallocarray(e->differences, e->difference_count + 1, sizeof *more), *d;

    if (!more) {
        e->failed = true;
        return;
    }
    e->differences = more;
    d = &more[e->difference_count++];
    *d = (struct state_difference){strdup(path), strdup(got), strdup(expected)};
    e->failed |= !d->path || !d->got || !d->expected;
}

static int compare_state(struct expectations *e, sfpu_machine *m, bool *differs)
{
    int code;

    if (!e->o->state)
        return 0;
    code = sfpu_compare_state(m, e->state.data, e->state.size, note_difference, e);
    if (e->failed)
        return complain("%s", no_memory);
    if (code < 0)
        return complain_for(m, e->o->state);
    e->state_compared = true;
    *differs |= code == SFPU_DIFFERENT;
    return 0;
}

int expectations_compare(struct expectations *e, sfpu_machine *m, int layout, bool *differs)
{
    int status = 0;

    *differs = false;
    for (size_t i = 0; i < e->expected.count && !status; i++)
        status = compare_image(e, m, i, layout, differs);
    return status ? status : compare_state(e, m, differs);
}

/* ---- As text ---- */

static size_t different(const sfpu_comparison *c)
{
    struct sfpu_compared compared = {.size = sizeof compared};

    sfpu_get_compared(c, &compared);
    return compared.different;
}

/* Of several files each has its name above what is said of it. */
static int print_image(const struct expectations *e, size_t i, bool quiet)
{
    const struct file_option *file = &e->o->files.files[i];

    if (quiet && !different(e->comparisons[i]))
        return 0;
    if (e->expected.count > 1 && file->row)
        sfp_print_shown(said_out(), "%s@%u:", file->path, file->row);
    else if (e->expected.count > 1)
        sfp_print_shown(said_out(), "%s:", file->path);
    return sfpu_comparison_report(e->comparisons[i], said_write, said_out()) == SFPU_OK ? 0 : complain("%s", no_memory);
}

static void print_state(const struct expectations *e, bool quiet)
{
    enum { SHOWN = 20 };
    FILE *out = said_out();

    if (!e->state_compared || (quiet && !e->difference_count))
        return;
    fprintf(out, "%zu %s of the state %s\n", e->difference_count, e->difference_count == 1 ? "value" : "values",
            e->difference_count == 1 ? "differs" : "differ");
    for (size_t i = 0; i < e->difference_count && i < SHOWN; i++)
        fprintf(out, "  %s: %s, expected %s\n", e->differences[i].path, e->differences[i].got, e->differences[i].expected);
    if (e->difference_count > SHOWN)
        fprintf(out, "  and %zu more\n", e->difference_count - SHOWN);
}

int expectations_print(const struct expectations *e, bool quiet)
{
    int status = 0;

    for (size_t i = 0; i < e->expected.count && !status; i++)
        status = print_image(e, i, quiet);
    print_state(e, quiet);
    return status;
}

/* ---- As JSON; what fails is NULL, and has all that it is put into fail ---- */

static json_t *bits(int format, uint32_t value)
{
    return json_sprintf("0x%0*x", 2 * (int)sfpu_format_bytes(format), (unsigned)value);
}

static json_t *value_json(int format, uint32_t value)
{
    return json_pack("{s:o, s:o}", "bits", bits(format, value), "number", json_number_of(format, value));
}

static json_t *mismatch_json(int format, int kind, const struct sfpu_mismatch *m)
{
    json_t *input = json_null();

    if (m->input_format)
        input = json_pack("{s:s, s:o, s:o}", "format", sfpu_format_name(m->input_format), "bits",
                          bits(m->input_format, m->input), "number", json_number_of(m->input_format, m->input));
    return json_pack("{s:I, s:I, s:I, s:I, s:o, s:o, s:o, s:o, s:o}", "index", (json_int_t)m->index, "row",
                     (json_int_t)m->row, "column", (json_int_t)m->column, "lane", (json_int_t)m->lane, "got",
                     value_json(format, m->got), "expected", value_json(format, m->expected), "ulp",
                     kind == SFPU_NAN ? json_null() : json_integer((json_int_t)m->ulp), "error",
                     kind == SFPU_NAN ? json_null() : tree_number(m->error), "input", input);
}

static json_t *mismatches_json(const sfpu_comparison *c, int format, int kind)
{
    struct sfpu_mismatch m = {.size = sizeof m};
    json_t *array = json_array();
    bool ok = true;

    for (size_t i = 0; ok && sfpu_get_mismatch(c, kind, i, &m) == SFPU_OK; i++)
        ok = !json_array_append_new(array, mismatch_json(format, kind, &m));
    return json_made(array, ok);
}

static json_t *comparison_json(const struct file_option *file, const sfpu_comparison *c)
{
    struct sfpu_compared r = {.size = sizeof r};

    sfpu_get_compared(c, &r);
    return json_pack("{s:o, s:i, s:s, s:I, s:I, s:I, s:f, s:I, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:I, s:I, s:I, s:o, s:o,"
                     " s:o}",
                     "file", tree_text(file->path), "row", (int)file->row, "format", sfpu_format_name(r.format),
                     "compared", (json_int_t)r.compared, "different", (json_int_t)r.different, "exact",
                     (json_int_t)r.exact, "exact_fraction", (double)r.exact / (double)r.compared, "measured",
                     (json_int_t)r.measured, "max_ulp", json_integer((json_int_t)r.max_ulp), "mean_ulp",
                     tree_number(r.mean_ulp), "p50_ulp", json_integer((json_int_t)r.p50), "p95_ulp",
                     json_integer((json_int_t)r.p95), "p99_ulp", json_integer((json_int_t)r.p99), "max_abs",
                     tree_number(r.max_abs), "max_rel", tree_number(r.max_rel), "different_finite",
                     (json_int_t)r.kinds[SFPU_FINITE], "different_infinite", (json_int_t)r.kinds[SFPU_INFINITE],
                     "different_nan", (json_int_t)r.kinds[SFPU_NAN], "finite", mismatches_json(c, r.format, SFPU_FINITE),
                     "infinite", mismatches_json(c, r.format, SFPU_INFINITE), "nan",
                     mismatches_json(c, r.format, SFPU_NAN));
}

static json_t *comparisons_json(const struct expectations *e)
{
    json_t *array;
    bool ok = true;

    if (!e || !e->expected.count)
        return json_null();
    array = json_array();
    for (size_t i = 0; ok && i < e->expected.count; i++)
        ok = !json_array_append_new(array, comparison_json(&e->o->files.files[i], e->comparisons[i]));
    return json_made(array, ok);
}

static json_t *state_json(const struct expectations *e)
{
    json_t *array;
    bool ok = true;

    if (!e || !e->state_compared)
        return json_null();
    array = json_array();
    for (size_t i = 0; ok && i < e->difference_count; i++)
        ok = !json_array_append_new(array, json_pack("{s:s, s:s, s:s}", "path", e->differences[i].path, "got",
                                                     e->differences[i].got, "expected", e->differences[i].expected));
    return json_made(array, ok);
}

bool expectations_json(const struct expectations *e, json_t *document)
{
    return !json_object_set_new(document, "comparison", comparisons_json(e))
        && !json_object_set_new(document, "state_differences", state_json(e));
}
