/* The files that sfpasm writes. */
#include "sfpasm_files.h"

#include "cli/interrupt.h"
#include "util/fileio.h"
#include "util/paths.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* kernel.s to kernel.bin; standard input goes to standard output. The caller frees it. */
static char *default_output(const char *input, const char *suffix)
{
    const char *slash = strrchr(input, '/');
    const char *dot = strrchr(input, '.');
    size_t length = strlen(input);
    char *name;

    if (strcmp(input, "-") == 0)
        return strdup("-");
    if (dot && dot > (slash ? slash + 1 : input))
        length = (size_t)(dot - input);
    return asprintf(&name, "%.*s%s", (int)length, input, suffix) < 0 ? NULL : name;
}

/* A file of this run. */
struct product {
    char *path; /* NULL if it is not wanted */
    struct sfp_writer writer;
};

/* The words come last: until they are there, nothing that matters is. */
enum { LISTING, TABLE, DEPENDENCIES, WORDS, PRODUCTS };

static bool is_standard_output(const struct product *product)
{
    return strcmp(product->path, "-") == 0;
}

/* May the products be written where they are to go? A source that is written over would be lost. */
static bool check_products(const struct settings *s, const struct made *made, const struct product *products,
                           char **error)
{
    const size_t count = made->files.count + s->source_count;
    const char **reads = calloc(count, sizeof *reads);
    struct sfp_target writes[PRODUCTS];
    bool apart;

    if (!reads)
        return false;
    for (size_t i = 0; i < made->files.count; i++)
        reads[i] = made->files.items[i].name;
    for (size_t i = 0; i < s->source_count; i++)
        reads[made->files.count + i] = s->sources[i];
    for (size_t i = 0; i < PRODUCTS; i++)
        writes[i] = (struct sfp_target){.path = products[i].path};
    apart = sfp_paths_apart(reads, count, writes, PRODUCTS, error);
    free(reads);
    return apart;
}

/* May files lie beside this one? Not beside standard output, a device or a pipe; a directory is refused later. */
static bool has_neighbours(const char *path)
{
    struct stat status;

    return strcmp(path, "-") != 0 && (stat(path, &status) != 0 || S_ISREG(status.st_mode) || S_ISDIR(status.st_mode));
}

/* Names the products. False with *error set, or without memory. */
static bool name_products(const struct settings *s, struct product *products, char **error)
{
    char *words = s->output ? strdup(s->output) : default_output(s->sources[0], sfpu_output_suffix(s->format));

    products[WORDS].path = words;
    if (!words)
        return false;
    if (s->listing && !(products[LISTING].path = strdup(s->listing)))
        return false;
    if (s->depend.wanted && !s->depend.file && !has_neighbours(words)) {
        *error = strdup("-MD needs -MF FILE where the output is standard output or no ordinary file");
        return false;
    }
    if (s->depend.wanted && !(products[DEPENDENCIES].path = depend_path(&s->depend, words)))
        return false;
    if (!s->debug)
        return true;
    if (!has_neighbours(words)) {
        *error = strdup("-g keeps its table beside the output, which must be a file: name one with -o");
        return false;
    }
    if (asprintf(&products[TABLE].path, "%s%s", words, sfpu_output_suffix(SFPU_TABLE)) < 0)
        products[TABLE].path = NULL;
    return products[TABLE].path;
}

static int put(void *writer, const char *bytes, size_t size)
{
    return !sfp_writer_put(writer, bytes, size);
}

/* Fills an open product. False if memory ran out; errors of its stream show when it is finished. */
static bool fill_product(const struct settings *s, const struct made *made, struct product *products, size_t index)
{
    const int outputs[PRODUCTS] = {[LISTING] = SFPU_LISTING, [TABLE] = SFPU_TABLE, [WORDS] = s->format};
    const char *name = s->output && strcmp(s->output, "-") != 0 ? s->output : s->sources[0];
    struct sfp_writer *writer = &products[index].writer;

    if (index == DEPENDENCIES) {
        depend_write(&s->depend, &made->files, products[WORDS].path, writer->stream);
        return true;
    }
    return sfpu_program_write(made->program, outputs[index], name, put, writer) == SFPU_OK;
}

/* Fills the products that are files, or the one that is standard output. They are finished at once, so that a full disk
 * is met before the first of them is in its place. */
static bool fill_products(const struct settings *s, const struct made *made, struct product *products,
                          bool standard_output, char **error)
{
    for (size_t i = 0; i < PRODUCTS; i++)
        if (products[i].path && is_standard_output(&products[i]) == standard_output &&
            !(fill_product(s, made, products, i) && sfp_writer_finish(&products[i].writer, error)))
            return false;
    return true;
}

/* What went to standard output cannot be taken back, so that it is written when the others are known to be whole. */
static bool write_products(const struct settings *s, const struct made *made, struct product *products,
                           char **error)
{
    if (!check_products(s, made, products, error))
        return false;
    for (size_t i = 0; i < PRODUCTS; i++)
        if (products[i].path && !sfp_writer_open(&products[i].writer, products[i].path, &sfp_interruptible, error))
            return false;
    if (!fill_products(s, made, products, false, error) || !fill_products(s, made, products, true, error))
        return false;
    for (size_t i = 0; i < PRODUCTS; i++)
        if (products[i].path && !sfp_writer_commit(&products[i].writer, error))
            return false;
    return true;
}

bool products_write(const struct settings *s, const struct made *made, char **error)
{
    struct product products[PRODUCTS] = {0};
    bool written;

    *error = NULL;
    written = name_products(s, products, error) && write_products(s, made, products, error);
    for (size_t i = 0; i < PRODUCTS; i++) {
        sfp_writer_abort(&products[i].writer);
        free(products[i].path);
    }
    return written;
}
