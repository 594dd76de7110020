/* Comparisons of images. */
#include "model/image.h"

#include <stdlib.h>
#include <string.h>

#include "lib.h"

/* The kinds of the public header equal those of model/image.h. */
_Static_assert((int)SFPU_FINITE == (int)SFP_PAIR_FINITE && (int)SFPU_INFINITE == (int)SFP_PAIR_INFINITE
                   && (int)SFPU_NAN == (int)SFP_PAIR_NAN,
               "kinds");

struct sfpu_comparison {
    struct sfp_comparison result;
    struct sfp_inputs inputs; /* copies, owned */
};

static bool take_tolerance(const struct sfpu_tolerance *callers, struct sfp_tolerance *tolerance)
{
    struct sfpu_tolerance own = {0};

    if (callers && !lib_take(&own, sizeof own, callers))
        return false;
    *tolerance = (struct sfp_tolerance){.has_ulp = own.has_ulp, .has_rtol = own.has_rtol, .has_atol = own.has_atol,
                                        .ulp = own.ulp, .rtol = own.rtol, .atol = own.atol};
    return true;
}

int sfpu_check_tolerance(sfpu_machine *m, const sfpu_image *image, const struct sfpu_tolerance *tolerance)
{
    struct sfp_tolerance own;
    char *error;

    if (!image)
        return lib_fail(m, SFPU_BAD_ARGUMENT, "no image");
    if (!take_tolerance(tolerance, &own))
        return lib_given(m, false);
    return sfp_tolerance_check(&own, image->image.format, &error) ? SFPU_OK
                                                                  : lib_fail_with(m, SFPU_BAD_ARGUMENT, error);
}

/* ---- Comparing ---- */

void sfpu_comparison_free(sfpu_comparison *c)
{
    if (!c)
        return;
    for (size_t i = 0; i < c->inputs.count; i++)
        free((void *)(uintptr_t)c->inputs.images[i]);
    free((void *)(uintptr_t)c->inputs.images);
    free(c);
}

/* Copies the inputs. Returns false without memory. */
static bool keep_inputs(sfpu_comparison *c, const sfpu_image *const *inputs, size_t count)
{
    const struct sfp_image **images = calloc(count + 1, sizeof *images);

    c->inputs.images = images;
    for (size_t i = 0; images && i < count; i++) {
        struct sfp_image *copy = malloc(sizeof *copy);

        if (!copy)
            return false;
        *copy = inputs[i]->image;
        images[c->inputs.count++] = copy;
    }
    return images != NULL;
}

int sfpu_compare(sfpu_machine *m, const sfpu_image *got, const sfpu_image *expected,
                 const struct sfpu_tolerance *tolerance, const sfpu_image *const *inputs, size_t input_count,
                 sfpu_comparison **comparison)
{
    struct sfp_tolerance own;
    sfpu_comparison *c;
    char *error;

    if (!got || !expected || !comparison || (input_count && !inputs))
        return lib_fail(m, SFPU_BAD_ARGUMENT, "an image, an input or the place for the result is missing");
    if (!take_tolerance(tolerance, &own))
        return lib_given(m, false);
    c = malloc(sizeof *c);
    if (c)
        c->inputs = (struct sfp_inputs){0};
    if (!c || !keep_inputs(c, inputs, input_count)) {
        sfpu_comparison_free(c);
        return lib_no_memory(m);
    }
    if (!sfp_compare(&got->image, &expected->image, &own, SFP_WORST_DEFAULT, &c->result, &error)) {
        sfpu_comparison_free(c);
        return lib_fail_with(m, SFPU_BAD_ARGUMENT, error);
    }
    *comparison = c;
    return c->result.mismatching ? SFPU_DIFFERENT : SFPU_OK;
}

int sfpu_get_compared(const sfpu_comparison *c, struct sfpu_compared *compared)
{
    const struct sfp_comparison *r;
    struct sfpu_compared own;

    if (!c || !compared)
        return SFPU_BAD_ARGUMENT;
    r = &c->result;
    own = (struct sfpu_compared){.format = (int)r->format, .compared = r->compared, .different = r->mismatching,
                                 .exact = r->exact, .measured = r->measured, .max_ulp = r->max_ulp, .p50 = r->p50,
                                 .p95 = r->p95, .p99 = r->p99, .mean_ulp = r->mean_ulp, .max_abs = r->max_abs,
                                 .max_rel = r->max_rel};
    for (unsigned kind = 0; kind < SFP_PAIRS; kind++)
        own.kinds[kind] = r->kinds[kind].count;
    return lib_give(compared, &own, sizeof own) ? SFPU_OK : SFPU_BAD_ARGUMENT;
}

static void add_input(const sfpu_comparison *c, struct sfp_dst_place cell, struct sfpu_mismatch *m)
{
    size_t index;
    const struct sfp_image *input = sfp_input_at(&c->inputs, c->result.format, cell, &index);

    if (!input)
        return;
    m->input_format = (int)input->format;
    m->input = input->value[index];
}

int sfpu_get_mismatch(const sfpu_comparison *c, int kind, size_t i, struct sfpu_mismatch *mismatch)
{
    const struct sfp_mismatch *m;
    struct sfp_dst_place cell;
    struct sfpu_mismatch own;

    if (!c || !mismatch || kind < 0 || kind >= SFP_PAIRS || i >= c->result.kinds[kind].listed)
        return SFPU_BAD_ARGUMENT;
    m = &c->result.kinds[kind].worst[i];
    cell = sfp_mismatch_cell(&c->result, m);
    own = (struct sfpu_mismatch){.index = m->index, .row = cell.row, .column = cell.column, .lane = sfp_cell_lane(cell),
                                 .got = m->got, .expected = m->expected, .ulp = m->ulp, .error = m->error};
    add_input(c, cell, &own);
    return lib_give(mismatch, &own, sizeof own) ? SFPU_OK : SFPU_BAD_ARGUMENT;
}

int sfpu_comparison_report(const sfpu_comparison *c, sfpu_write *write, void *context)
{
    FILE *stream;

    if (!c || !write)
        return SFPU_BAD_ARGUMENT;
    stream = lib_stream(NULL, write, context);
    if (!stream)
        return SFPU_NO_MEMORY;
    sfp_compare_print(stream, &c->result, &c->inputs);
    fclose(stream);
    return SFPU_OK;
}

/* ---- In one call ---- */

/* Returns the comparison as sfpsim prints it, or NULL without memory. The caller frees the text. */
static char *comparison_text(const sfpu_comparison *c)
{
    char *text = NULL;
    size_t size;
    FILE *stream = open_memstream(&text, &size);

    if (!stream)
        return NULL;
    sfp_compare_print(stream, &c->result, &c->inputs);
    if (fclose(stream) == 0)
        return text;
    free(text);
    return NULL;
}

int sfpu_image_compare(sfpu_machine *m, const sfpu_image *got, const sfpu_image *expected,
                       const struct sfpu_tolerance *tolerance, char **report)
{
    sfpu_comparison *c = NULL;
    int code;

    if (report)
        *report = NULL;
    if (!got || !expected)
        return lib_fail(m, SFPU_BAD_ARGUMENT, "an image is missing");
    code = sfpu_compare(m, got, expected, tolerance, NULL, 0, &c);
    if (code >= 0 && report && !(*report = comparison_text(c)))
        code = lib_no_memory(m);
    sfpu_comparison_free(c);
    return code;
}
