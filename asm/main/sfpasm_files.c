/* Writes sfpasm's output files, including make dependencies. */
#include "cli/interrupt.h"
#include "program/object.h"
#include "sfpasm.h"
#include "base/array.h"
#include "base/fail.h"
#include "base/fileio.h"
#include "base/paths.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* ---- Make dependencies, as gcc's -MD writes them ---- */

enum { WIDTH = 76 };

bool depend_files_add(struct depend_files *files, const char *name, bool system)
{
    struct depend_file *more = array_resized(files->items, files->count + 1, sizeof *more);
    char *copy = strdup(name);

    if (more)
        files->items = more;
    if (!more || !copy) {
        free(copy);
        return false;
    }
    more[files->count++] = (struct depend_file){.name = copy, .system = system};
    return true;
}

void depend_files_free(struct depend_files *files)
{
    for (size_t i = 0; i < files->count; i++)
        free(files->items[i].name);
    free(files->items);
}

/* Writes a file name quoted for make. Returns the width written. */
static size_t put_make_name(FILE *stream, const char *name)
{
    size_t width = 0;

    for (const char *p = name; *p; p++, width++) {
        if (*p == ' ' || *p == '\t') {
            /* Backslashes before a blank would count as quoting: doubles them. */
            for (const char *q = p; q > name && q[-1] == '\\'; q--, width++)
                fputc('\\', stream);
            fputc('\\', stream);
            width++;
        } else if (*p == '$' || *p == '#') {
            fputc(*p == '$' ? '$' : '\\', stream);
            width++;
        }
        /* make cannot express a newline; a question mark matches any character in make's patterns. */
        fputc((unsigned char)*p < ' ' && *p != '\t' ? '?' : *p, stream);
    }
    return width;
}

/* Writes a target, after a blank unless it is the first. Returns the width written. */
static size_t put_make_target(FILE *stream, const struct depend_target *target, bool first)
{
    if (!first)
        fputc(' ', stream);
    if (!target->verbatim)
        return !first + put_make_name(stream, target->name);
    fputs(target->name, stream);
    return !first + strlen(target->name);
}

static bool is_wanted_prerequisite(const struct depend_options *options, const struct depend_file *file)
{
    return !(options->user_only && file->system);
}

/* Writes a rule without prerequisites for each file except the first. */
static void put_phony_rules(const struct depend_options *options, const struct depend_files *files, FILE *stream)
{
    for (size_t i = 1; i < files->count; i++) {
        if (!is_wanted_prerequisite(options, &files->items[i]))
            continue;
        fputc('\n', stream);
        put_make_name(stream, files->items[i].name);
        fputs(":\n", stream);
    }
}

void depend_write(const struct depend_options *options, const struct depend_files *files, const char *output,
                  FILE *stream)
{
    size_t column = 0;

    for (size_t i = 0; i < options->target_count; i++)
        column += put_make_target(stream, &options->targets[i], i == 0);
    if (options->target_count == 0)
        column = put_make_name(stream, output);
    fputc(':', stream);
    for (size_t i = 0; i < files->count; i++) {
        const char *name = files->items[i].name;

        if (!is_wanted_prerequisite(options, &files->items[i]))
            continue;
        if (column + strlen(name) > WIDTH) {
            fputs(" \\\n", stream);
            column = 0;
        }
        fputc(' ', stream);
        column += 1 + put_make_name(stream, name);
    }
    fputc('\n', stream);
    if (options->phony)
        put_phony_rules(options, files, stream);
}

char *depend_path(const struct depend_options *options, const char *output)
{
    const char *slash = strrchr(output, '/');
    const char *dot = strrchr(output, '.');
    const size_t length = dot && dot > (slash ? slash + 1 : output) ? (size_t)(dot - output) : strlen(output);
    char *path;

    if (options->file)
        return strdup(options->file);
    return asprintf(&path, "%.*s.d", (int)length, output) < 0 ? NULL : path;
}

/* ---- Files ---- */

/* Returns kernel.bin for kernel.s, and "-" for standard input, for the caller to free. */
static char *make_default_output(const char *input, const char *suffix)
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

char *sfpasm_output_path(const struct settings *s)
{
    if (s->output)
        return strdup(s->output);
    return make_default_output(s->sources[0], s->format == HEADER_FORMAT ? ".h" : sfpu_output_suffix(s->format));
}

/* An output file of this run. */
struct product {
    char *path; /* path of the product; NULL if not wanted */
    struct sfp_writer writer;
};

/* The order of putting outputs in place: words last, as their presence means success. */
enum { LISTING, TABLE, DEPENDENCIES, WORDS, PRODUCTS };

static const char *const product_roles[PRODUCTS] = {
    [LISTING] = "--listing", [TABLE] = "the table of -g", [DEPENDENCIES] = "-MD", [WORDS] = "--output"};

static bool is_standard_output(const struct product *product)
{
    return strcmp(product->path, "-") == 0;
}

/* Returns whether the products may be written to their paths: no product may overwrite a source or another product. */
static bool check_products(const struct settings *s, const struct made *made, const struct product *products,
                           char **error)
{
    const size_t count = made->files.count + s->source_count;
    struct sfp_input *reads = calloc(count, sizeof *reads);
    struct sfp_target writes[PRODUCTS];
    bool apart;

    if (!reads)
        return false;
    for (size_t i = 0; i < made->files.count; i++)
        reads[i] = (struct sfp_input){made->files.items[i].name, "a source"};
    for (size_t i = 0; i < s->source_count; i++)
        reads[made->files.count + i] = (struct sfp_input){s->sources[i], "a source"};
    for (size_t i = 0; i < PRODUCTS; i++)
        writes[i] = (struct sfp_target){.path = products[i].path, .role = product_roles[i]};
    apart = paths_apart(reads, count, writes, PRODUCTS, error);
    free(reads);
    return apart;
}

/* Can other files lie beside the path? Not beside standard output, a device or a pipe. A directory is refused later. */
static bool has_neighbours(const char *path)
{
    struct stat status;

    return strcmp(path, "-") != 0 && (stat(path, &status) != 0 || S_ISREG(status.st_mode) || S_ISDIR(status.st_mode));
}

/* Sets the products' paths. Returns false with *error set, or NULL if memory ran out. */
static bool name_products(const struct settings *s, struct product *products, char **error)
{
    char *words = sfpasm_output_path(s);

    products[WORDS].path = words;
    if (!words)
        return false;
    if (s->listing && !(products[LISTING].path = strdup(s->listing)))
        return false;
    if (s->depend.wanted && !s->depend.file && !has_neighbours(words)) {
        *error = strdup("-MD needs -MF FILE if the output is standard output or not an ordinary file");
        return false;
    }
    if (s->depend.wanted && !(products[DEPENDENCIES].path = depend_path(&s->depend, words)))
        return false;
    if (!s->debug || s->format == SFPU_ELF)
        return true;
    if (!has_neighbours(words)) {
        *error = strdup("-g keeps its table beside the output, which must be a file: name one with -o");
        return false;
    }
    if (asprintf(&products[TABLE].path, "%s%s", words, sfpu_output_suffix(SFPU_TABLE)) < 0)
        products[TABLE].path = NULL;
    return products[TABLE].path;
}

static int put_product_bytes(void *writer, const char *bytes, size_t size)
{
    return !writer_put(writer, bytes, size);
}

/* Explains why the program cannot be an ELF file. Returns false. */
static bool refuse_elf(const sfpu_program *program, char **error)
{
    const size_t count = sfpu_program_word_count(program);
    const uint32_t *words = sfpu_program_words(program);

    for (size_t i = 0; i < count; i++)
        if (!object_holds(words[i]))
            return fail_with(error, "word %zu, 0x%08x, cannot be in an ELF file: its two highest bits are set, as in a "
                                    "RISC-V instruction", i, words[i]);
    return fail_with(error, "an ELF file of more than 2 GiB");
}

/* Explains why the program cannot have an output of this format. Returns false. */
static bool refuse_output(const struct settings *s, const sfpu_program *program, char **error)
{
    if (s->format == SFPU_ELF)
        return refuse_elf(program, error);
    return fail_with(error, "the source has words of several threads ('.thread'), which only -f elf keeps apart");
}

/* Writes the content of an open product. Returns false with *error set, or NULL if memory ran out; stream errors
 * show when the product is finished. */
static bool fill_product(const struct settings *s, const struct made *made, struct product *products, size_t index,
                         char **error)
{
    const int elf = s->debug ? SFPU_ELF_DEBUG : SFPU_ELF;
    const int outputs[PRODUCTS] = {
        [LISTING] = SFPU_LISTING, [TABLE] = SFPU_TABLE, [WORDS] = s->format == SFPU_ELF ? elf : s->format};
    const char *name = s->output && strcmp(s->output, "-") != 0 ? s->output : s->sources[0];
    struct sfp_writer *writer = &products[index].writer;
    int code;

    if (index == DEPENDENCIES) {
        depend_write(&s->depend, &made->files, products[WORDS].path, writer->stream);
        return true;
    }
    if (index == WORDS && s->format == HEADER_FORMAT)
        return writer_put(writer, made->header.data, made->header.size);
    code = sfpu_program_write(made->program, outputs[index], name, put_product_bytes, writer);
    return code == SFPU_BAD_INPUT ? refuse_output(s, made->program, error) : code == SFPU_OK;
}

/* Fills the products that are files, or the product on standard output, and finishes each at once: a full disk then
 * shows before any product is put in its place. */
static bool fill_products(const struct settings *s, const struct made *made, struct product *products,
                          bool standard_output, char **error)
{
    for (size_t i = 0; i < PRODUCTS; i++)
        if (products[i].path && is_standard_output(&products[i]) == standard_output &&
            !(fill_product(s, made, products, i, error) && writer_finish(&products[i].writer, error)))
            return false;
    return true;
}

/* Writes the products. Standard output cannot be taken back, so it is written after the files are known to be whole. */
static bool write_products(const struct settings *s, const struct made *made, struct product *products,
                           char **error)
{
    if (!check_products(s, made, products, error))
        return false;
    for (size_t i = 0; i < PRODUCTS; i++)
        if (products[i].path
            && !writer_open(&products[i].writer, &(const struct sfp_target){products[i].path, product_roles[i], NULL},
                            &interruptible, error))
            return false;
    if (!fill_products(s, made, products, false, error) || !fill_products(s, made, products, true, error))
        return false;
    for (size_t i = 0; i < PRODUCTS; i++)
        if (products[i].path && !writer_commit(&products[i].writer, error))
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
        writer_abort(&products[i].writer);
        free(products[i].path);
    }
    return written;
}
