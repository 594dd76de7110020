/* The files that sfpasm writes. */
#include "products.h"

#include "debug_table.h"
#include "fileio.h"
#include "listing.h"

#include <errno.h>
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

/* Writing over a source would destroy it. */
static bool is_input(const struct settings *s, const char *path)
{
    struct stat output;
    struct stat input;

    if (stat(path, &output) != 0 || !S_ISREG(output.st_mode))
        return false;
    for (size_t i = 0; i < s->source_count; i++)
        if (stat(s->sources[i].path, &input) == 0 && input.st_dev == output.st_dev && input.st_ino == output.st_ino)
            return true;
    return false;
}

/* A file of this run. */
struct product {
    char *path; /* NULL if it is not wanted */
    struct sfp_writer writer;
};

/* The words come last: until they are there, nothing that matters is. */
enum { LISTING, TABLE, DEPENDENCIES, WORDS, PRODUCTS };

/* Do two products go to one place? */
static bool is_shared(const struct product *products, size_t index)
{
    for (size_t i = 0; i < index; i++)
        if (products[i].path && strcmp(products[i].path, products[index].path) == 0)
            return true;
    return false;
}

static bool open_product(const struct settings *s, struct product *products, size_t index, char **error)
{
    const char *path = products[index].path;
    const char *complaint = is_input(s, path) ? "'%s' is both input and output"
                          : is_shared(products, index) ? "'%s' is the output of two" : NULL;

    if (!complaint)
        return sfp_writer_open(&products[index].writer, path, error);
    if (asprintf(error, complaint, path) < 0)
        *error = NULL;
    return false;
}

/* Names the products. False with *error set, or without memory. */
static bool name_products(const struct settings *s, struct product *products, char **error)
{
    char *words = s->output ? strdup(s->output) : default_output(s->sources[0].path, s->format->suffix);

    products[WORDS].path = words;
    if (!words)
        return false;
    if (s->listing && !(products[LISTING].path = strdup(s->listing)))
        return false;
    if (s->depend.wanted && !(products[DEPENDENCIES].path = depend_path(&s->depend, words))) {
        if (strcmp(words, "-") == 0)
            *error = strdup("-MD needs -MF FILE where the output is standard output");
        return false;
    }
    if (!s->debug)
        return true;
    if (strcmp(words, "-") == 0) {
        *error = strdup("-g keeps its table beside the output, which must be a file: name one with -o");
        return false;
    }
    if (asprintf(&products[TABLE].path, "%s.dbg", words) < 0)
        products[TABLE].path = NULL;
    return products[TABLE].path;
}

/* Fills the open products. False if memory ran out; errors of their streams show when they are committed. */
static bool fill_products(const struct settings *s, const struct sfp_program *program, struct product *products)
{
    char *name = output_identifier(s->output && strcmp(s->output, "-") != 0 ? s->output : s->sources[0].path);
    bool filled = name;

    if (filled)
        s->format->write(program, name, products[WORDS].writer.stream);
    if (filled && products[LISTING].path)
        filled = listing_write(program, products[LISTING].writer.stream);
    if (filled && products[TABLE].path)
        filled = sfp_debug_write(program, products[TABLE].writer.stream);
    if (filled && products[DEPENDENCIES].path)
        depend_write(&s->depend, program, products[WORDS].path, products[DEPENDENCIES].writer.stream);
    free(name);
    return filled;
}

/* Has all that was written to a product arrived? A full disk is to be met before the first of them is in its place. */
static bool flush_product(const struct product *product, char **error)
{
    const char *path = product->writer.path ? product->writer.path : "<stdout>";

    if (fflush(product->writer.stream) == 0)
        return true;
    if (asprintf(error, "cannot write '%s': %s", path, strerror(errno)) < 0)
        *error = NULL;
    return false;
}

static bool write_products(const struct settings *s, const struct sfp_program *program, struct product *products,
                           char **error)
{
    for (size_t i = 0; i < PRODUCTS; i++)
        if (products[i].path && !open_product(s, products, i, error))
            return false;
    if (!fill_products(s, program, products))
        return false;
    for (size_t i = 0; i < PRODUCTS; i++)
        if (products[i].path && !flush_product(&products[i], error))
            return false;
    for (size_t i = 0; i < PRODUCTS; i++)
        if (products[i].path && !sfp_writer_commit(&products[i].writer, error))
            return false;
    return true;
}

bool products_write(const struct settings *s, const struct sfp_program *program, char **error)
{
    struct product products[PRODUCTS] = {0};
    bool written;

    *error = NULL;
    written = name_products(s, products, error) && write_products(s, program, products, error);
    for (size_t i = 0; i < PRODUCTS; i++) {
        sfp_writer_abort(&products[i].writer);
        free(products[i].path);
    }
    return written;
}
