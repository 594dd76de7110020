/* The files that sfpasm writes. */
#include "products.h"

#include "debug_table.h"
#include "fileio.h"
#include "listing.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

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

static bool is_same_file(const struct stat *a, const struct stat *b)
{
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

/* Is it a file that was read, by whatever name? Writing over a source would destroy it. */
static bool is_input(const struct settings *s, const struct sfp_program *program, const char *path)
{
    struct stat output;
    struct stat input;

    if (strcmp(path, "-") == 0 || stat(path, &output) != 0 || !S_ISREG(output.st_mode))
        return false;
    for (size_t i = 0; i < program->file_count; i++)
        if (stat(program->files[i].name, &input) == 0 && is_same_file(&input, &output))
            return true;
    for (size_t i = 0; i < s->source_count; i++)
        if (strcmp(s->sources[i].path, "-") == 0 && fstat(STDIN_FILENO, &input) == 0 && is_same_file(&input, &output))
            return true;
    return false;
}

/* A file of this run. */
struct product {
    char *path;     /* NULL if it is not wanted */
    char *resolved; /* without links and detours: what `path` may be one of several names for */
    struct sfp_writer writer;
};

/* The words come last: until they are there, nothing that matters is. */
enum { LISTING, TABLE, DEPENDENCIES, WORDS, PRODUCTS };

static bool is_standard_output(const struct product *product)
{
    return strcmp(product->path, "-") == 0;
}

/* The length of a path's directory, with the slash. */
static size_t directory_length(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash ? (size_t)(slash - path) + 1 : 0;
}

/* What a symbolic link says. The caller frees it. NULL if it is none. */
static char *link_target(const char *path)
{
    char target[PATH_MAX];
    const ssize_t length = readlink(path, target, sizeof target);
    char *whole;

    if (length <= 0 || (size_t)length == sizeof target ||
        asprintf(&whole, "%.*s%.*s", target[0] == '/' ? 0 : (int)directory_length(path), path, (int)length, target) < 0)
        return NULL;
    return whole;
}

/* The name without detours of a file that is not there and may get written in its directory. */
static char *resolve_new(const char *path)
{
    const size_t length = directory_length(path);
    char *directory = length ? strndup(path, length) : strdup(".");
    char *place = directory ? realpath(directory, NULL) : NULL;
    char *whole;

    if (!directory || asprintf(&whole, "%s/%s", place ? place : "", place ? path + length : path) < 0)
        whole = NULL;
    free(directory);
    free(place);
    return whole;
}

/* The name without links and detours, of a file that need not be there. The caller frees it. NULL without memory. */
static char *resolve(const char *path)
{
    char *whole = realpath(path, NULL);
    /* A link that leads to no file yet leads to no loop either. */
    char *next = !whole && errno == ENOENT ? link_target(path) : NULL;

    if (whole)
        return whole;
    whole = next ? resolve(next) : resolve_new(path);
    free(next);
    return whole;
}

/* Do two products go to one place? */
static bool is_shared(const struct product *products, size_t index)
{
    for (size_t i = 0; i < index; i++)
        if (products[i].path && strcmp(products[i].resolved, products[index].resolved) == 0)
            return true;
    return false;
}

/* May the product be written where it is to go? */
static bool check_product(const struct settings *s, const struct sfp_program *program, struct product *products,
                          size_t index, char **error)
{
    struct product *product = &products[index];
    const char *complaint;

    product->resolved = is_standard_output(product) ? strdup(product->path) : resolve(product->path);
    if (!product->resolved)
        return false;
    complaint = is_input(s, program, product->path) ? "'%s' is both input and output"
              : is_shared(products, index) ? "'%s' is the output of two" : NULL;
    if (complaint && asprintf(error, complaint, product->path) < 0)
        *error = NULL;
    return !complaint;
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

/* Writes the words. False without memory. */
static bool write_words(const struct settings *s, const struct sfp_program *program, FILE *stream)
{
    char *name = output_identifier(s->output && strcmp(s->output, "-") != 0 ? s->output : s->sources[0].path);
    const bool written = name && s->format->write(program, name, stream);

    free(name);
    return written;
}

/* Fills an open product. False if memory ran out; errors of its stream show when it is finished. */
static bool fill_product(const struct settings *s, const struct sfp_program *program, const struct product *products,
                         size_t index)
{
    FILE *stream = products[index].writer.stream;

    switch (index) {
    case LISTING:
        return listing_write(program, stream);
    case TABLE:
        return sfp_debug_write(program, stream);
    case DEPENDENCIES:
        depend_write(&s->depend, program, products[WORDS].path, stream);
        return true;
    default:
        return write_words(s, program, stream);
    }
}

/* Fills the products that are files, or the one that is standard output. They are finished at once, so that a full disk
 * is met before the first of them is in its place. */
static bool fill_products(const struct settings *s, const struct sfp_program *program, struct product *products,
                          bool standard_output, char **error)
{
    for (size_t i = 0; i < PRODUCTS; i++)
        if (products[i].path && is_standard_output(&products[i]) == standard_output &&
            !(fill_product(s, program, products, i) && sfp_writer_finish(&products[i].writer, error)))
            return false;
    return true;
}

/* What went to standard output cannot be taken back, so that it is written when the others are known to be whole. */
static bool write_products(const struct settings *s, const struct sfp_program *program, struct product *products,
                           char **error)
{
    for (size_t i = 0; i < PRODUCTS; i++)
        if (products[i].path && !check_product(s, program, products, i, error))
            return false;
    for (size_t i = 0; i < PRODUCTS; i++)
        if (products[i].path && !sfp_writer_open(&products[i].writer, products[i].path, error))
            return false;
    if (!fill_products(s, program, products, false, error) || !fill_products(s, program, products, true, error))
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
        free(products[i].resolved);
    }
    return written;
}
