/* Dst, and images of Dst. */
#include "lib.h"

#include <stdlib.h>
#include <string.h>

#include "model/setup.h"

/* The formats and layouts of the public header equal those of image.h. */
_Static_assert((int)SFPU_ANY_FORMAT == (int)SFP_FORMAT_DEFAULT, "formats");
#define DST_FORMAT(name, id, ...) _Static_assert((int)SFPU_##id == (int)SFP_FORMAT_##id, #name);
#include "formats.def"
_Static_assert((int)SFPU_ROWS == (int)SFP_LAYOUT_ROWS && (int)SFPU_TILE == (int)SFP_LAYOUT_TILE, "layouts");
_Static_assert((int)SFPU_PLAIN == (int)SFP_PLAIN && (int)SFPU_NPY == (int)SFP_NPY, "containers");

bool lib_is_format(int format)
{
    return format > SFPU_ANY_FORMAT && format < (int)SFP_FORMATS;
}

/* Checks a format and a layout. Returns a code. */
static int check_format_and_layout(sfpu_machine *m, int format, int layout)
{
    if (format != SFPU_ANY_FORMAT && !lib_is_format(format))
        return lib_fail(m, SFPU_BAD_ARGUMENT, "%d is not a format", format);
    if (layout != SFPU_ROWS && layout != SFPU_TILE)
        return lib_fail(m, SFPU_BAD_ARGUMENT, "%d is not a layout", layout);
    return SFPU_OK;
}

int sfpu_format_named(const char *name)
{
    enum sfp_format format;

    return name && sfp_format_parse(name, &format) ? (int)format : -1;
}

const char *sfpu_format_name(int format)
{
    return lib_is_format(format) ? sfp_format_name((enum sfp_format)format) : "any format";
}

size_t sfpu_format_bytes(int format)
{
    return lib_is_format(format) ? sfp_format_bytes((enum sfp_format)format) : 0;
}

int sfpu_layout_named(const char *name)
{
    enum sfp_layout layout;

    return name && sfp_layout_parse(name, &layout) ? (int)layout : -1;
}

int sfpu_configure_format(sfpu_machine *m, int format)
{
    struct sfp_format_config config;
    struct sfp_setup setup = {.has_fp32 = true, .has_srcb = true};
    char *error;
    int code = check_format_and_layout(m, format, SFPU_ROWS);

    if (code == SFPU_OK)
        code = lib_to_change(m);
    if (code != SFPU_OK || format == SFPU_ANY_FORMAT || !sfp_format_config((enum sfp_format)format, &config))
        return code;
    setup.fp32 = config.fp32_enabled;
    setup.srcb = config.srcb_format;
    sfp_setup_apply(m->m, &setup, &error);
    return SFPU_OK;
}

/* ---- Images ---- */

int sfpu_container_of(const char *path)
{
    return path ? (int)sfp_container_of(path) : SFPU_PLAIN;
}

int sfpu_image_parse(sfpu_machine *m, const void *bytes, size_t size, int container, int format, int layout,
                     sfpu_image **image)
{
    sfpu_image *made;
    char *error;
    const int code = check_format_and_layout(m, format, layout);

    if (code != SFPU_OK)
        return code;
    if (!bytes || !image || (container != SFPU_PLAIN && container != SFPU_NPY))
        return lib_fail(m, SFPU_BAD_ARGUMENT, "no bytes, no place for the image, or no such container");
    made = malloc(sizeof *made);
    if (!made)
        return lib_no_memory(m);
    if (!sfp_image_read(bytes, size, (enum sfp_container)container, (enum sfp_format)format, (enum sfp_layout)layout,
                        &made->image, &error)) {
        free(made);
        return lib_fail_with(m, SFPU_BAD_INPUT, error);
    }
    *image = made;
    return SFPU_OK;
}

int sfpu_image_format(const sfpu_image *image)
{
    return image ? (int)image->image.format : SFPU_ANY_FORMAT;
}

void sfpu_image_free(sfpu_image *image)
{
    free(image);
}

/* *lost: "3 values: REASON", or NULL without losses. */
static void say_loss(const struct sfp_image_loss *loss, char **lost)
{
    char *text = NULL;

    if (loss->count &&
        asprintf(&text, "%u %s: %s", loss->count, loss->count == 1 ? "value" : "values", loss->what) < 0)
        text = NULL;
    lib_hand_out(lost, text);
}

static bool is_wide_format(int format)
{
    return sfpu_format_bytes(format) == sizeof(uint32_t);
}

int sfpu_image_to_dst(sfpu_machine *m, const sfpu_image *image, char **lost)
{
    struct sfp_image_loss loss = {0};
    char *error;
    int code;

    if (lost)
        *lost = NULL;
    if (!image)
        return lib_fail(m, SFPU_BAD_ARGUMENT, "no image");
    code = lib_to_change(m);
    if (code != SFPU_OK)
        return code;
    if (!sfp_image_fits(&image->image, &m->m->s, &error))
        return lib_fail_with(m, SFPU_BAD_INPUT, error);
    sfp_image_to_dst(&image->image, &m->m->s, &loss);
    if (image->image.format != SFP_FORMAT_RAW && !m->m->s.dst_16bit_view)
        sfp_widths_fill(m->m, image->image.first, image->image.rows, is_wide_format((int)image->image.format));
    say_loss(&loss, lost);
    return SFPU_OK;
}

/*
 * Reports a finding if the caller reads cells of Dst in another width than the last run stored, once a run. The finding
 * is about the store. Only the first tile counts, where results lie: beyond it, a kernel may store other numbers for
 * itself.
 */
static void tell_width(sfpu_machine *m, const struct sfp_image *image)
{
    enum { TILE_ROWS = 64 };
    const unsigned rows = image->first + image->rows < TILE_ROWS ? image->rows : TILE_ROWS - image->first;
    const struct sfp_finding_detail when = {.cycle = m->timing.cycles, .other = SFP_NO_INDEX, .lreg = -1};
    const struct sfp_program *program = &m->kernel.program;
    struct sfp_reporter reporter;
    uint32_t index;
    struct sfp_op op;

    if (!m->over || !m->timed || m->running.quiet || m->widths_told == m->run_number || m->m->s.dst_16bit_view
        || image->format == SFP_FORMAT_RAW)
        return;
    index = image->first < TILE_ROWS ? sfp_widths_mixed(m->m, image->first, rows, is_wide_format((int)image->format))
                                     : SFP_FROM_IMAGE;
    if (index >= program->count)
        return;
    m->widths_told = m->run_number;
    reporter = sfp_findings_log_reporter(m->log);
    sfp_decode(m->m, program->words[index], index, &op);
    reporter.report(reporter.context, SFP_FIND_DST_MIXED, &op, &when);
}

int sfpu_image_from_dst(sfpu_machine *m, int format, int layout, const sfpu_image *like, sfpu_image **image,
                        char **lost)
{
    struct sfp_image_loss loss = {0};
    sfpu_image *made;
    char *error;
    int code = check_format_and_layout(m, format, layout);

    if (lost)
        *lost = NULL;
    if (code != SFPU_OK)
        return code;
    if (!image)
        return lib_fail(m, SFPU_BAD_ARGUMENT, "no place for the image");
    code = lib_to_read(m);
    if (code != SFPU_OK)
        return code;
    made = malloc(sizeof *made);
    if (!made)
        return lib_no_memory(m);
    if (!sfp_image_plan(&made->image, (enum sfp_format)format, (enum sfp_layout)layout, like ? &like->image : NULL,
                        &m->m->s, &error)) {
        free(made);
        return lib_fail_with(m, SFPU_BAD_INPUT, error);
    }
    sfp_image_from_dst(&m->m->s, &made->image, &loss);
    if (!like)
        tell_width(m, &made->image);
    say_loss(&loss, lost);
    *image = made;
    return SFPU_OK;
}

int sfpu_image_normalise(sfpu_machine *m, sfpu_image *image, char **lost)
{
    struct sfp_image_loss loss = {0};
    char *error;
    int code;

    if (lost)
        *lost = NULL;
    if (!image)
        return lib_fail(m, SFPU_BAD_ARGUMENT, "no image");
    code = lib_to_read(m);
    if (code != SFPU_OK)
        return code;
    sfp_image_normalise(&image->image, &loss);
    say_loss(&loss, lost);
    return sfp_image_fits(&image->image, &m->m->s, &error) ? SFPU_OK : lib_fail_with(m, SFPU_BAD_INPUT, error);
}

int sfpu_image_bytes(const sfpu_image *image, int container, void **bytes, size_t *size)
{
    if (!image || !bytes || !size || (container != SFPU_PLAIN && container != SFPU_NPY))
        return SFPU_BAD_ARGUMENT;
    *bytes = sfp_image_write(&image->image, (enum sfp_container)container, size);
    return *bytes ? SFPU_OK : SFPU_NO_MEMORY;
}

/* ---- Images at other rows than row 0 ---- */

int sfpu_image_zeros(sfpu_machine *m, int format, int layout, unsigned rows, sfpu_image **image)
{
    int code = check_format_and_layout(m, format, layout);

    if (code != SFPU_OK)
        return code;
    if (!image || !lib_is_format(format) || rows == 0 || rows > sfp_format_max_rows((enum sfp_format)format)
        || (layout == SFPU_TILE && rows % SFP_TILE_ROWS))
        return lib_fail(m, SFPU_BAD_ARGUMENT, "no place for the image, or no such number of rows");
    *image = calloc(1, sizeof **image);
    if (!*image)
        return lib_no_memory(m);
    (*image)->image.format = (enum sfp_format)format;
    (*image)->image.layout = (enum sfp_layout)layout;
    (*image)->image.rows = rows;
    return SFPU_OK;
}

int sfpu_image_place(sfpu_machine *m, sfpu_image *image, unsigned row)
{
    unsigned most;

    if (!image)
        return lib_fail(m, SFPU_BAD_ARGUMENT, "no image");
    most = sfp_format_max_rows(image->image.format);
    if (row > most || image->image.rows > most - row)
        return lib_fail(m, SFPU_BAD_INPUT, "%u rows of %s from row %u on; Dst has %u", image->image.rows,
                        sfp_format_name(image->image.format), row, most);
    image->image.first = row;
    return SFPU_OK;
}

int sfpu_image_rows(const sfpu_image *image, unsigned *first, unsigned *count)
{
    if (!image || !first || !count)
        return SFPU_BAD_ARGUMENT;
    *first = image->image.first;
    *count = image->image.rows;
    return SFPU_OK;
}

/* ---- Cells ---- */

static bool check_dst_cell(sfpu_machine *m, unsigned row, unsigned column)
{
    if (row < SFP_DST_ROWS && column < SFP_DST_COLUMNS)
        return true;
    lib_fail(m, SFPU_BAD_ARGUMENT, "Dst has no column %u of row %u: it has %d columns in each of %d rows", column, row,
             SFP_DST_COLUMNS, SFP_DST_ROWS);
    return false;
}

int sfpu_get_dst_word(sfpu_machine *m, unsigned row, unsigned column, uint16_t *value)
{
    int code;

    if (!check_dst_cell(m, row, column))
        return SFPU_BAD_ARGUMENT;
    if (!value)
        return lib_fail(m, SFPU_BAD_ARGUMENT, "no place for the value");
    code = lib_to_read(m);
    if (code == SFPU_OK)
        *value = sfp_raw_cell(&m->m->s, row, column);
    return code;
}

int sfpu_set_dst_word(sfpu_machine *m, unsigned row, unsigned column, uint16_t value)
{
    int code;

    if (!check_dst_cell(m, row, column))
        return SFPU_BAD_ARGUMENT;
    code = lib_to_change(m);
    if (code == SFPU_OK)
        sfp_raw_cell_set(&m->m->s, row, column, value);
    return code;
}

/* ---- Values without a file ---- */

int sfpu_write_dst(sfpu_machine *m, int format, int layout, const void *values, size_t size)
{
    sfpu_image *image = NULL;
    int code;

    if (!lib_is_format(format))
        return lib_fail(m, SFPU_BAD_ARGUMENT, "%d is not a format", format);
    code = sfpu_image_parse(m, values, size, SFPU_PLAIN, format, layout, &image);
    if (code == SFPU_OK)
        code = sfpu_image_to_dst(m, image, NULL);
    sfpu_image_free(image);
    return code;
}

int sfpu_read_dst(sfpu_machine *m, int format, int layout, void *values, size_t size)
{
    sfpu_image *like = NULL, *image = NULL;
    void *bytes = NULL;
    size_t length;
    int code;

    if (!lib_is_format(format))
        return lib_fail(m, SFPU_BAD_ARGUMENT, "%d is not a format", format);
    code = sfpu_image_parse(m, values, size, SFPU_PLAIN, format, layout, &like);
    if (code == SFPU_OK)
        code = sfpu_image_from_dst(m, format, layout, like, &image, NULL);
    if (code == SFPU_OK)
        code = sfpu_image_bytes(image, SFPU_PLAIN, &bytes, &length);
    if (code == SFPU_OK && length != size)
        code = lib_fail(m, SFPU_BAD_ARGUMENT, "Dst gives %zu bytes for these values, not %zu", length, size);
    if (code == SFPU_OK)
        memcpy(values, bytes, size);
    sfpu_image_free(like);
    sfpu_image_free(image);
    free(bytes);
    return code;
}
