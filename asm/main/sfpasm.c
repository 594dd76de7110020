/* sfpasm: main. */
#include "cli/interrupt.h"
#include "cli/options.h"
#include "sfpasm_files.h"
#include "record/record.h"
#include "sfpasm_options.h"
#include "util/terminal.h"

#include <argp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *argp_program_version = "sfpasm " SFP_VERSION;

enum { EXIT_CANNOT = 2 }; /* of every program of this project: could not run */

/* A diagnostic without a file is the program's. */
static void print(void *context, const struct sfp_diagnostic *diagnostic)
{
    const struct settings *s = context;

    if (!diagnostic->file)
        fputs("sfpasm: ", stderr);
    sfp_diagnostic_write(stderr, diagnostic, s->color);
}

static void complain(const char *text)
{
    sfp_print_shown(stderr, "sfpasm: error: %s", text ? text : "out of memory");
}

static bool write_program(const struct settings *s, const struct sfp_program *program)
{
    char *error;
    const bool written = products_write(s, program, &error);

    if (!written)
        complain(error);
    free(error);
    return written;
}

/* Prints what the compiler and the calls said, a line a line. */
static void print_messages(const struct text *messages)
{
    for (size_t i = 0, length; i < messages->size; i += length + 1) {
        const char *line = messages->data + i;
        const char *end = memchr(line, '\n', messages->size - i);

        length = end ? (size_t)(end - line) : messages->size - i;
        sfp_put_shown(stderr, line, length);
        fputc('\n', stderr);
    }
}

static bool record_headers(const struct settings *s, const char *const *headers, struct sfp_program *program)
{
    struct sfp_recording recording = {
        .arch = s->options.arch,
        .calls = s->calls,
        .call_count = s->call_count,
        .headers = headers,
        .header_count = s->source_count,
        .include_dirs = s->include_dirs,
        .include_dir_count = s->options.include_dir_count,
        .defines = s->defines,
        .define_count = s->options.define_count,
        .max_errors = s->options.max_errors,
        .no_warnings = s->no_warnings,
        .dependencies = s->depend.wanted,
        .child = sfp_end_with_child,
    };
    struct text messages = {0};
    char *error;
    bool done;

    recording.directory = sfp_scratch_open(sfp_record_files, &error);
    done = recording.directory && sfp_record(&recording, program, &messages, &error);
    sfp_scratch_close();
    print_messages(&messages);
    if (!done && (error || messages.size == 0))
        complain(error);
    text_free(&messages);
    free(error);
    return done;
}

static bool record(const struct settings *s, struct sfp_program *program)
{
    const char **headers = calloc(s->source_count, sizeof *headers);
    bool done = headers;

    for (size_t i = 0; done && i < s->source_count; i++)
        headers[i] = s->sources[i].path;
    if (done)
        done = record_headers(s, headers, program);
    else
        complain(NULL);
    free(headers);
    return done;
}

static bool make_program(struct settings *s, struct sfp_program *program)
{
    if (s->call_count > 0)
        return record(s, program);
    s->options.sink = print;
    s->options.context = s;
    return sfp_assemble(&s->options, s->sources, s->source_count, program);
}

static int write_record_headers(const struct settings *s)
{
    char *error = NULL;
    const bool written = sfp_record_write_headers(s->header_directory, &error);

    if (!written)
        complain(error);
    free(error);
    return written ? EXIT_SUCCESS : EXIT_CANNOT;
}

static int run(struct settings *s)
{
    struct sfp_program program;
    bool done;

    if (s->header_directory)
        return write_record_headers(s);
    done = make_program(s, &program);
    fflush(stderr); /* before what goes to standard output */
    if (!done)
        return EXIT_CANNOT;
    done = write_program(s, &program);
    sfp_program_free(&program);
    return done ? EXIT_SUCCESS : EXIT_CANNOT;
}

int main(int argc, char **argv)
{
    struct settings s;
    int status = EXIT_CANNOT;

    sfp_keep_standard_files();
    sfp_ignore_write_signals();
    sfp_end_on_signals(NULL);
    sfp_diagnostic_buffer(stderr);
    argp_err_exit_status = EXIT_CANNOT;
    if (!settings_init(&s, (size_t)argc + 1))
        complain(NULL);
    else if (settings_parse(&s, argc, argv))
        status = run(&s);
    settings_free(&s);
    return status;
}
