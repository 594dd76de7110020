/* sfpasm: the main program. */
#include "sfpasm.h"

#include "cli/echo.h"
#include "cli/interrupt.h"
#include "cli/options.h"
#include "cli/record_program.h"
#include "header/header.h"
#include "program/sfp_program.h"
#include "record/record.h"
#include "base/diag.h"
#include "base/fail.h"
#include "base/paths.h"
#include "base/terminal.h"

#include <argp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *argp_program_version = "sfpasm " SFP_VERSION;

enum { EXIT_CANNOT = 2 }; /* exit status for "could not run" in every program of this project */

static void print_sfpasm_error(const char *text)
{
    echo_print(stderr, "sfpasm: error: %s", text ? text : "out of memory");
}

/* Prints a diagnostic; a diagnostic without a file is about the program. */
static void print_sfpasm_diagnostic(void *context, const struct sfpu_diagnostic *diagnostic)
{
    const struct settings *s = context;

    if (!diagnostic->file)
        fputs("sfpasm: ", stderr);
    echo_put(stderr, s->color ? diagnostic->colored : diagnostic->printed);
}

/* ---- Assembly ---- */

static bool list_program_files(struct made *made)
{
    const char *name;
    int system;

    for (size_t i = 0; (name = sfpu_program_file(made->program, i, &system)); i++)
        if (!depend_files_add(&made->files, name, system))
            return false;
    return true;
}

/* Returns whether the library succeeded. The library reports its own errors, except lack of memory. */
static bool has_succeeded(int code)
{
    if (code == SFPU_NO_MEMORY)
        print_sfpasm_error(NULL);
    return code == SFPU_OK;
}

static bool assemble_sources(const struct settings *s, struct made *made)
{
    int code = sfpu_assemble_files(&s->how, s->sources, s->source_count, &made->program);

    if (code == SFPU_OK && !list_program_files(made))
        code = SFPU_NO_MEMORY;
    return has_succeeded(code);
}

/* ---- --call ---- */

/* Lists the files that were read. Returns false if memory ran out. */
static bool list_recorded_files(const struct recorded_program *recorded, struct made *made)
{
    for (size_t i = 0; i < recorded->file_count; i++)
        if (!depend_files_add(&made->files, recorded->files[i], false))
            return has_succeeded(SFPU_NO_MEMORY);
    return true;
}

/* Records the calls in the settings, and prints the nodes if the settings ask for them. */
static bool record_settings(const struct settings *s, struct made *made)
{
    const struct sfp_recording recording = {
        .arch = s->how.arch == SFPU_ANY_ARCH ? NULL : sfpu_arch_name(s->how.arch),
        .calls = s->calls,
        .call_count = s->call_count,
        .headers = s->sources,
        .header_count = s->source_count,
        .include_dirs = s->include_dirs,
        .include_dir_count = s->how.include_dir_count,
        .defines = s->defines,
        .define_count = s->how.define_count,
        .max_errors = s->how.max_errors,
        .no_warnings = s->no_warnings,
        .sfpi = s->sfpi,
        .show_nodes = s->print_nodes,
        .schedule = s->schedule,
    };
    struct recorded_program recorded;
    bool done = record_program(&recording, "sfpasm", stderr, &recorded) && list_recorded_files(&recorded, made);

    if (done)
        record_print_lines(stdout, &recorded.nodes);
    made->program = recorded.program;
    recorded.program = NULL;
    recorded_program_free(&recorded);
    return done && (!made->program || has_succeeded(sfpu_warn_words(&s->how, made->program)));
}

/* ---- -f header ---- */

/* Makes the C++ header of the program. Returns false after a message. */
static bool make_header(const struct settings *s, struct made *made)
{
    const char *named = s->output && strcmp(s->output, "-") != 0 ? s->output : s->sources[0];
    char *name = sfp_output_identifier(named), *output = sfpasm_output_path(s);
    const struct header_request request = {.name = name, .source = s->sources[0], .output = output, .tool = "sfpasm",
                                           .calls = s->calls, .call_count = s->call_count, .sweep = s->sweep};
    bool done = false;

    if (!name || !output)
        print_sfpasm_error(NULL);
    else
        done = header_make(&request, made->program, stderr, &made->header);
    free(name);
    free(output);
    return done;
}

/* ---- Everything ---- */

static bool write_output_files(const struct settings *s, const struct made *made)
{
    char *error;
    const bool written = products_write(s, made, &error);

    if (!written)
        print_sfpasm_error(error);
    free(error);
    return written;
}

/* Refuses to write the headers to a folder of -I, where they would replace the user's own headers. */
static bool check_header_directory(const struct settings *s, char **error)
{
    char *written = path_identity(s->header_directory);
    bool apart = written;

    *error = NULL;
    for (size_t i = 0; apart && i < s->how.include_dir_count; i++) {
        char *searched = path_identity(s->include_dirs[i]);

        apart = searched && strcmp(searched, written) != 0;
        if (searched && !apart)
            fail_with(error, "'%s' is both input and output: --include and --record-headers", s->header_directory);
        free(searched);
    }
    free(written);
    return apart;
}

static int write_record_headers(const struct settings *s)
{
    const struct sfp_recording recording = {
        .directory = s->header_directory,
        .include_dirs = s->include_dirs,
        .include_dir_count = s->how.include_dir_count,
    };
    char *error = NULL;
    bool sfpi;
    const bool written = check_header_directory(s, &error) && record_write_headers(&recording, &sfpi, &error);

    if (!written)
        print_sfpasm_error(error);
    free(error);
    return written ? EXIT_SUCCESS : EXIT_CANNOT;
}

static int run_sfpasm(struct settings *s)
{
    struct made made = {0};
    bool done;

    if (s->header_directory)
        return write_record_headers(s);
    s->how.diagnose = print_sfpasm_diagnostic;
    s->how.context = s;
    s->how.forms = s->color ? SFPU_COLORED : SFPU_PRINTED;
    done = s->call_count > 0 ? record_settings(s, &made) : assemble_sources(s, &made);
    fflush(stderr); /* before anything reaches standard output */
    done = done && (s->format != HEADER_FORMAT || s->print_nodes || make_header(s, &made));
    done = done && (s->print_nodes || write_output_files(s, &made));
    depend_files_free(&made.files);
    text_free(&made.header);
    sfpu_program_free(made.program);
    return done ? EXIT_SUCCESS : EXIT_CANNOT;
}

int main(int argc, char **argv)
{
    struct settings s;
    int status = EXIT_CANNOT;

    keep_standard_files();
    ignore_write_signals();
    end_on_signals(NULL);
    diagnostic_buffer(stderr);
    argp_err_exit_status = EXIT_CANNOT;
    if (!settings_init(&s, (size_t)argc + 1))
        print_sfpasm_error(NULL);
    else if (settings_parse(&s, argc, argv))
        status = run_sfpasm(&s);
    settings_free(&s);
    return status;
}
