/* Checks of a run's end: expected images of Dst and expected values of the state. */
#include "expectations.h"

#include <stdlib.h>
#include <string.h>

#include "action/voice.h"
#include "base/array.h"
#include "base/fileio.h"
#include "base/terminal.h"

/* A value of the state that differs from the expected value. */
struct state_difference {
    char *path, *got, *expected;
};

struct expectations {
    const struct expect_options *o;
    const struct images *inputs;
    struct images expected;
    sfpu_comparison **comparisons; /* comparison for each expected file; NULL before the run */
    struct sfp_buffer state;       /* content of the file of --expect-state */
    struct state_difference *differences;
    size_t difference_count;
    bool state_compared, failed;
};

bool expect_given(const struct expect_options *o)
{
    return o->files.count || o->state;
}

/* ---- Before the run ---- */

/* Returns the format of an expected file that states no format. A plain file has the inputs' format, unless an
 * option sets another. */
static int choose_expected_format(const struct expectations *e, const struct file_option *file, int format)
{
    if (format == SFPU_ANY_FORMAT && sfpu_container_of(file->path) == SFPU_PLAIN)
        return images_format(e->inputs);
    return format;
}

static int read_expected_image(struct expectations *e, sfpu_machine *m, const struct file_option *file, int format,
                               int layout)
{
    sfpu_image **image = &e->expected.list[e->expected.count++];
    char *lost;
    int status, code;

    if ((status = image_read(m, file, choose_expected_format(e, file, format), layout, image)))
        return status;
    code = sfpu_image_normalise(m, *image, &lost);
    image_warn(file->path, lost);
    if (code == SFPU_OK)
        code = sfpu_check_tolerance(m, *image, &e->o->tolerance);
    return code == SFPU_OK ? 0 : complain_for(m, file->path);
}

static int read_expected_state(struct expectations *e, sfpu_machine *m)
{
    char *error = NULL;

    if (!e->o->state)
        return 0;
    if (!file_read(e->o->state, &e->state, &error))
        return complain_of(error);
    return sfpu_check_state(m, e->state.data, e->state.size) == SFPU_OK ? 0 : complain_for(m, e->o->state);
}

int expectations_read(const struct expect_options *options, sfpu_machine *m, int format, int layout,
                      const struct images *inputs, struct expectations **made)
{
    struct expectations *e = *made = calloc(1, sizeof *e);
    int status = 0;

    if (!e)
        return complain_no_memory();
    *e = (struct expectations){.o = options, .inputs = inputs};
    e->expected.list = calloc(options->files.count + 1, sizeof *e->expected.list);
    e->comparisons = calloc(options->files.count + 1, sizeof *e->comparisons);
    if (!e->expected.list || !e->comparisons)
        return complain_no_memory();
    for (size_t i = 0; i < options->files.count && !status; i++)
        status = read_expected_image(e, m, &options->files.files[i], format, layout);
    return status ? status : read_expected_state(e, m);
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
    buffer_free(&e->state);
    free(e);
}

/* ---- After the run ---- */

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

static void note_state_difference(void *context, const char *path, const char *got, const char *expected)
{
    struct expectations *e = context;
    struct state_difference *more = array_resized(e->differences, e->difference_count + 1, sizeof *more), *d;

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
    code = sfpu_compare_state(m, e->state.data, e->state.size, note_state_difference, e);
    if (e->failed)
        return complain_no_memory();
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

static size_t count_differences(const sfpu_comparison *c)
{
    struct sfpu_compared compared = {.size = sizeof compared};

    sfpu_get_compared(c, &compared);
    return compared.different;
}

/* Prints the comparison of file `i`, below the file's name if there are several files. Returns 0 or an exit status. */
static int print_image(const struct expectations *e, size_t i, bool quiet)
{
    const struct file_option *file = &e->o->files.files[i];

    if (quiet && !count_differences(e->comparisons[i]))
        return 0;
    if (e->expected.count > 1 && file->row)
        shown_print(voice_out(), "%s@%u:", file->path, file->row);
    else if (e->expected.count > 1)
        shown_print(voice_out(), "%s:", file->path);
    return sfpu_comparison_report(e->comparisons[i], voice_write, voice_out()) == SFPU_OK
        ? 0 : complain_no_memory();
}

static void print_state(const struct expectations *e, bool quiet)
{
    enum { SHOWN = 20 };
    FILE *out = voice_out();

    if (!e->state_compared || (quiet && !e->difference_count))
        return;
    fprintf(out, "%zu %s of the state %s\n", e->difference_count, e->difference_count == 1 ? "value" : "values",
            e->difference_count == 1 ? "differs" : "differ");
    for (size_t i = 0; i < e->difference_count && i < SHOWN; i++)
        fprintf(out, "  %s: %s, expected %s\n", e->differences[i].path, e->differences[i].got,
                e->differences[i].expected);
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

/* ---- As JSON ---- */

/* Writes the members of a value: bits and number. */
static void put_mismatch_value(struct sfp_json *j, int format, uint32_t value)
{
    json_hex(j, "bits", value, 2 * (unsigned)sfpu_format_bytes(format));
    json_double(j, "number", sfpu_value(format, value));
}

static void put_value_object(struct sfp_json *j, const char *name, int format, uint32_t value)
{
    json_begin(j, name);
    put_mismatch_value(j, format, value);
    json_end(j);
}

static void put_mismatch_input(struct sfp_json *j, const struct sfpu_mismatch *m)
{
    if (!m->input_format) {
        json_nothing(j, "input");
        return;
    }
    json_begin(j, "input");
    json_text(j, "format", sfpu_format_name(m->input_format));
    put_mismatch_value(j, m->input_format, m->input);
    json_end(j);
}

static void put_mismatch(struct sfp_json *j, int format, int kind, const struct sfpu_mismatch *m)
{
    json_begin(j, NULL);
    json_count(j, "index", m->index);
    json_count(j, "row", m->row);
    json_count(j, "column", m->column);
    json_count(j, "lane", m->lane);
    put_value_object(j, "got", format, m->got);
    put_value_object(j, "expected", format, m->expected);
    json_count_if(j, kind != SFPU_NAN, "ulp", m->ulp);
    if (kind == SFPU_NAN)
        json_nothing(j, "error");
    else
        json_double(j, "error", m->error);
    put_mismatch_input(j, m);
    json_end(j);
}

static void put_mismatches(struct sfp_json *j, const char *name, const sfpu_comparison *c, int format, int kind)
{
    struct sfpu_mismatch m = {.size = sizeof m};

    json_list(j, name);
    for (size_t i = 0; sfpu_get_mismatch(c, kind, i, &m) == SFPU_OK; i++)
        put_mismatch(j, format, kind, &m);
    json_list_end(j);
}

static void put_compared(struct sfp_json *j, const struct sfpu_compared *r)
{
    json_text(j, "format", sfpu_format_name(r->format));
    json_count(j, "compared", r->compared);
    json_count(j, "different", r->different);
    json_count(j, "exact", r->exact);
    json_double(j, "exact_fraction", (double)r->exact / (double)r->compared);
    json_count(j, "measured", r->measured);
    json_count(j, "max_ulp", r->max_ulp);
    json_double(j, "mean_ulp", r->mean_ulp);
    json_count(j, "p50_ulp", r->p50);
    json_count(j, "p95_ulp", r->p95);
    json_count(j, "p99_ulp", r->p99);
    json_double(j, "max_abs", r->max_abs);
    json_double(j, "max_rel", r->max_rel);
    json_count(j, "different_finite", r->kinds[SFPU_FINITE]);
    json_count(j, "different_infinite", r->kinds[SFPU_INFINITE]);
    json_count(j, "different_nan", r->kinds[SFPU_NAN]);
}

static void put_comparison_json(struct sfp_json *j, const struct file_option *file, const sfpu_comparison *c)
{
    struct sfpu_compared r = {.size = sizeof r};

    sfpu_get_compared(c, &r);
    json_begin(j, NULL);
    json_text(j, "file", file->path);
    json_count(j, "row", file->row);
    put_compared(j, &r);
    put_mismatches(j, "finite", c, r.format, SFPU_FINITE);
    put_mismatches(j, "infinite", c, r.format, SFPU_INFINITE);
    put_mismatches(j, "nan", c, r.format, SFPU_NAN);
    json_end(j);
}

static void put_comparisons_json(struct sfp_json *j, const struct expectations *e)
{
    if (!e || !e->expected.count) {
        json_nothing(j, "comparison");
        return;
    }
    json_list(j, "comparison");
    for (size_t i = 0; i < e->expected.count; i++)
        put_comparison_json(j, &e->o->files.files[i], e->comparisons[i]);
    json_list_end(j);
}

static void put_state_differences(struct sfp_json *j, const struct expectations *e)
{
    if (!e || !e->state_compared) {
        json_nothing(j, "state_differences");
        return;
    }
    json_list(j, "state_differences");
    for (size_t i = 0; i < e->difference_count; i++) {
        json_begin(j, NULL);
        json_text(j, "path", e->differences[i].path);
        json_text(j, "got", e->differences[i].got);
        json_text(j, "expected", e->differences[i].expected);
        json_end(j);
    }
    json_list_end(j);
}

void expectations_json(struct sfp_json *j, const struct expectations *e)
{
    put_comparisons_json(j, e);
    put_state_differences(j, e);
}
