/* The library's entry: reads the sources, and parses them one after another. */
#include "assemble.h"

#include "assembly/texts.h"
#include "directive.h"
#include "grammar.h"
#include "preprocess.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

bool assembly_is_meant(const char *path)
{
    const char *dot = strrchr(path, '.');

    return dot && (strcmp(dot, ".s") == 0 || strcmp(dot, ".S") == 0);
}

static bool is_preprocessed(const char *path)
{
    const char *dot = strrchr(path, '.');

    return dot && strcmp(dot, ".S") == 0;
}

/* Returns a source's name for messages. */
static const char *name_for_messages(const struct sfp_asm_source *from)
{
    return !from->text && strcmp(from->path, "-") == 0 ? "<stdin>" : from->path;
}

/* Runs the C preprocessor on a source. The preprocessor has to know the arch before the source is read, so the file
 * is searched for its .arch first. */
static bool read_preprocessed(struct assembler *as, const char *path, struct sfp_buffer *text, char **error)
{
    const struct sfp_program *program = as->program;

    as->preprocessed = program->arch_stated ? program->arch : preprocess_arch(path, program->arch);
    return preprocess(as, path, text, error);
}

/* Reports an .arch that differs from the arch that the C preprocessor was told, as happens if a macro made it. */
static void check_preprocessed(struct assembler *as, const char *name)
{
    char *text;

    if (as->errors > 0 || !as->preprocessed || as->preprocessed == as->program->arch)
        return;
    if (asprintf(&text, "the C preprocessor read this with %s, but an .arch that it did not see says %s: "
                 "give --arch=%s", sfp_arch_facts(as->preprocessed)->macro, sfp_arch_name(as->program->arch),
                 sfp_arch_name(as->program->arch)) < 0) {
        report_no_memory(as);
        return;
    }
    report_failure(as, name, text);
    free(text);
}

/* Copies the source's text, and appends two NULs. */
bool read_text(struct assembler *as, const struct sfp_asm_source *from, struct sfp_buffer *text, char **error)
{
    (void)as;
    *error = NULL;
    *text = (struct sfp_buffer){.data = malloc(from->size + 2), .size = from->size};
    if (!text->data)
        return false;
    memcpy(text->data, from->text, from->size);
    memset(text->data + from->size, 0, 2);
    return true;
}

bool read_any(struct assembler *as, const struct sfp_asm_source *from, struct sfp_buffer *text, char **error)
{
    if (from->text)
        return read_text(as, from, text, error);
    if (is_preprocessed(from->path))
        return read_preprocessed(as, from->path, text, error);
    return file_map_text(from->path, text, error);
}

/* Reads the text of `from`, and makes it a source of the program. Returns NULL after an error. */
static struct source *load_source(struct assembler *as, const struct sfp_asm_source *from, read_source *read)
{
    const char *name = name_for_messages(from);
    struct sfp_buffer text = {0};
    struct source *source;
    char *error = NULL;

    if (!read(as, from, &text, &error) && error)
        report_failure(as, NULL, error);
    else if (!text.data)
        report_no_memory(as);
    free(error);
    if (!text.data)
        return NULL;
    source = sfp_source_new(name, text, true);
    if (!source) {
        buffer_free(&text);
        report_no_memory(as);
        return NULL;
    }
    if (!assembly_add_source(as, source))
        return NULL;
    if (!from->text && strcmp(from->path, "-") != 0) {
        source->preprocessed = is_preprocessed(from->path);
        include_note(as, from->path, strlen(from->path), false);
    }
    return source;
}

static void parse_source(struct assembler *as, void *scanner, struct source *source)
{
    const struct place nowhere = {0};

    if (!source_is_text(as, source) || !input_open(as, scanner, source, nowhere, nowhere))
        return;
    if (as->regions->depth == 0) /* a region's words belong to one thread */
        as->threads.thread = SFP_THREAD_MATH;
    hazards_begin(as, as->options->fix_hazards);
    sfp_yyparse(scanner, as);
    statement_end(as);
    input_close(as);
}

static bool is_symbol_name(const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (!isalpha((unsigned char)text[i]) && text[i] != '_' && (i == 0 || !isdigit((unsigned char)text[i])))
            return false;
    return length > 0;
}

/* Translates C's truth values, for which the GNU form has no names. */
static const char *translate_truth_value(const char *expression)
{
    return strcmp(expression, "true") == 0 ? "1" : strcmp(expression, "false") == 0 ? "0" : expression;
}

/* Defines a symbol by -D NAME[=EXPRESSION]: assembles `.set NAME, EXPRESSION` as a source of its own. */
static void define_from_option(struct assembler *as, void *scanner, const char *definition)
{
    const char *equals = strchr(definition, '=');
    const size_t length = equals ? (size_t)(equals - definition) : strlen(definition);
    const char *expression = equals ? translate_truth_value(equals + 1) : "1";
    struct sfp_asm_source from = {.path = "<command line>"};
    struct source *source;
    char *text;

    if (!is_symbol_name(definition, length) || strpbrk(expression, ";\n")) {
        if (asprintf(&text, "-D takes NAME or NAME=EXPRESSION, not '%s'", definition) < 0) {
            report_no_memory(as);
            return;
        }
        report_failure(as, NULL, text);
        free(text);
        return;
    }
    if (asprintf(&text, ".set %.*s, %s\n", (int)length, definition, expression) < 0) {
        report_no_memory(as);
        return;
    }
    from.text = text;
    from.size = strlen(text);
    source = load_source(as, &from, read_text);
    free(text);
    if (source)
        parse_source(as, scanner, source);
}

void assembly_run(struct assembler *as, const struct sfp_asm_source *sources, size_t count, read_source *read)
{
    void *scanner = scanner_new(as);

    if (!scanner) {
        report_no_memory(as);
        return;
    }
    for (size_t i = 0; i < as->options->define_count && !as->stopped; i++)
        define_from_option(as, scanner, as->options->defines[i]);
    as->symbols.given = as->symbols.count;
    for (size_t i = 0; i < count && !as->stopped; i++) {
        struct source *source = load_source(as, &sources[i], read);

        if (source)
            parse_source(as, scanner, source);
        check_preprocessed(as, sources[i].path);
    }
    region_check_closed(as);
    schedule_check_closed(as);
    if (as->errors == 0)
        unused_check(as);
    if (as->errors == 0 && as->program->count == 0 && as->program->schedule_count == 0)
        report_failure(as, count > 0 ? name_for_messages(&sources[count - 1]) : NULL, "no instructions");
    scanner_free(scanner);
}

void assembly_release(struct assembler *as)
{
    free(as->symbols.items);
    names_free(&as->symbols.names);
    names_free(&as->vendor.read);
    free(as->vendor.read_places);
    names_free(&as->inclusion->files);
    names_free(&as->inclusion->names);
    names_free(&as->lines->numbers);
    free(as->inclusion->sources);
    free(as->shipped.directory);
    free(as->lines->names);
    free(as->conditions->items);
    macros_free(as->macros);
    schedules_free(as->schedules);
    sections_free(as);
    sfp_constants_free(&as->vendor.table);
    unused_free(&as->symbols.unused);
    free(as->terms.items);
    free(as->statement->operands);
}

void assembly_init(struct assembly *assembly, const struct sfp_asm_options *options, struct sfp_program *program)
{
    *assembly = (struct assembly){
        .as = {
            .options = options,
            .program = program,
            .macros = &assembly->macros,
            .facts = assembly->facts,
            .statement = &assembly->statement,
            .schedules = &assembly->schedules,
            .schedule_request = &assembly->schedule_request,
            .conditions = &assembly->conditions,
            .sections = &assembly->sections,
            .regions = &assembly->regions,
            .inclusion = &assembly->inclusion,
            .lines = &assembly->lines,
        },
    };
    sfp_index_init(&assembly->as.index, program->arch);
}

static bool assemble_program(const struct sfp_asm_options *options, const struct sfp_asm_source *sources, size_t count,
                             struct sfp_program *program, read_source *read)
{
    struct assembly assembly;
    struct assembler *as = &assembly.as;

    *program = (struct sfp_program){
        .arch = options->arch ? options->arch : SFP_WH,
        .arch_stated = options->arch != 0,
    };
    assembly_init(&assembly, options, program);
    assembly_run(as, sources, count, read);
    if (as->errors == 0)
        emit_symbols(as);
    assembly_release(as);
    if (as->errors > 0)
        sfp_program_free(program);
    return as->errors == 0;
}

bool assembly_make(const struct sfp_asm_options *options, const struct sfp_asm_source *sources, size_t count,
                   struct sfp_program *program)
{
    return assemble_program(options, sources, count, program, read_any);
}

bool assembly_make_texts(const struct sfp_asm_options *options, const struct sfp_asm_source *sources, size_t count,
                         struct sfp_program *program)
{
    return assemble_program(options, sources, count, program, read_text);
}
