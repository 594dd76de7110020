/* sfpdis: options and main program. */
#include "cli/echo.h"
#include "cli/interrupt.h"

#include "cli/option_rows.h"
#include "cli/options.h"
#include "cli/run_files.h"
#include "dis/dis.h"
#include "dis/macro_words.h"
#include "header/header.h"
#include "program/sfp_program.h"
#include "sfpu.h"
#include "base/fileio.h"
#include "base/terminal.h"

#include <argp.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *argp_program_version = "sfpdis " SFP_VERSION;

enum { EXIT_CANNOT = 2 /* exit status for "could not run" in every program of this project */ };

struct settings {
    struct sfpu_disassembly how;
    const char *input;
    const char **source_dirs; /* directories of --source-dir, with room for every argument */
    bool header;              /* prints a C++ header instead of a listing */
    const char *sweep;        /* options of sfpsim sweep for the header's error, or NULL */
    bool macro_words;         /* prints the configuration of SFPLOADMACRO instead of a listing */
};

/* Takes an address: decimal, hexadecimal with 0x, or octal with 0. */
static void set_address(struct argp_state *state, char *argument, void *address)
{
    char *end;

    errno = 0;
    *(uint64_t *)address = strtoumax(argument, &end, 0);
    if (errno || *end || *argument < '0' || *argument > '9')
        argp_error(state, "--%s takes an address, not '%s'", option_row(state)->name, argument);
}

static void set_syntax(struct argp_state *state, char *argument, void *syntax)
{
    *(int *)syntax = sfpu_syntax_named(argument);
    if (*(int *)syntax < 0)
        argp_error(state, "unknown syntax '%s': it is gnu, macro or gas", argument);
}

static void set_format(struct argp_state *state, char *argument, void *header)
{
    *(bool *)header = strcmp(argument, "header") == 0;
    if (!*(bool *)header && strcmp(argument, "listing") != 0)
        argp_error(state, "unknown format '%s': it is listing or header", argument);
}

static void set_input(struct argp_state *state, char *argument, void *input)
{
    if (*(const char **)input)
        argp_error(state, "more than one input file");
    *(const char **)input = argument;
}

#define OPTIONS struct settings
static const struct option_row rows[] = {
    {"arch", 'a', "ARCH", arch_help, AS(option_set_arch, how.arch)},
    {"format", 'f', "FORMAT", "listing (default), or header: C++ in the shape of tt-llk, as sfpasm -f header makes it",
     AS(set_format, header)},
    {"sweep", 0, "OPTIONS", "with -f header: measure the kernel's error by 'sfpsim sweep OPTIONS', for the header's "
                            "comment", AS_TEXT(sweep)},
    {"macro-words", 0, NULL, "print only the templates, sequences and Misc words that the program sets, as a table",
     AS_FLAG(macro_words)},
    {"syntax", 0, "SYNTAX", "gnu (default), macro, or gas: only what the vendor's GNU as takes",
     AS(set_syntax, how.syntax)},
    {"hex", 0, NULL, "print immediates and addresses in hexadecimal", AS_FLAG(how.hex)},
    {"raw", 0, NULL, "print instructions alone, for sfpasm to read", AS_FLAG(how.raw)},
    {"annotate", 0, NULL, "describe in words the effect of each instruction on its operands", AS_FLAG(how.annotate)},
    {"source", 0, NULL, "add source lines, from an ELF file's DWARF or the table of sfpasm -g, FILE.dbg",
     AS_FLAG(how.source)},
    {"source-dir", 0, "DIR", "read the source files that an ELF file's DWARF names in DIR alone; repeatable",
     AS_LIST(source_dirs, how.source_dir_count)},
    {"symbol", 0, "NAME", "only the function NAME of an ELF file, or the words from the label NAME of plain words with "
                          "a table of sfpasm -g", AS_TEXT(how.symbol)},
    {"start", 0, "ADDRESS", "begin at this address, or offset in a file of plain words", AS(set_address, how.start)},
    {"stop", 0, "ADDRESS", "end before this address", AS(set_address, how.stop)},
    {"all", 0, NULL, "print the RISC-V instructions of an ELF file too; with --raw, as comments", AS_FLAG(how.all)},
    {NULL, 0, "FILE", NULL, AS(set_input, input), .needed = "no input file"},
    {0},
};
#undef OPTIONS

/* Prints a diagnostic of the disassembler, which has no place. */
static void print_sfpdis_diagnostic(void *context, const struct sfpu_diagnostic *diagnostic)
{
    (void)context;
    fputs("sfpdis: ", stderr);
    echo_put(stderr, diagnostic->printed);
}

static void print_sfpdis_error(const char *text)
{
    echo_print(stderr, "sfpdis: error: %s", text ? text : "out of memory");
}

/* ---- Words as a program ---- */

static void print_input_warning(void *unused, const struct sfp_diagnostic *warning)
{
    (void)unused;
    echo_print(stderr, "sfpdis: warning: %s", warning->text);
}

/* Writes the input's words as a source. Returns false with a message in *error, or NULL if memory ran out. */
static bool disassemble_to_source(const struct settings *s, struct text *source, char **error)
{
    const struct dis_settings settings = {.arch = (enum sfp_arch)s->how.arch, .sink = print_input_warning,
                                          .range = {s->how.symbol, s->how.start, s->how.stop}};
    const struct dis_origin origin = {.path = s->input, .name = strcmp(s->input, "-") == 0 ? "<stdin>" : s->input};

    return dis_source(&settings, &origin, source, error);
}

/* Reads the input's words: disassembles them, and assembles the text again, which gives the same words. Returns the
 * program, for the caller to free, or NULL after a message. */
static sfpu_program *read_words(const struct settings *s)
{
    const struct sfpu_assembly again = {.size = sizeof again};
    struct text source = {0};
    sfpu_program *program = NULL;
    char *error = NULL;
    int code;

    if (disassemble_to_source(s, &source, &error)) {
        code = sfpu_assemble_text(&again, s->input, source.data, source.size, &program);
        if (code != SFPU_OK)
            print_sfpdis_error(code == SFPU_NO_MEMORY ? NULL : "the words do not assemble again");
    } else {
        print_sfpdis_error(error);
    }
    free(error);
    text_free(&source);
    if (program && sfpu_program_word_count(program) == 0) {
        print_sfpdis_error("no instructions");
        sfpu_program_free(program);
        program = NULL;
    }
    return program;
}

/* ---- -f header ---- */

/* Makes the header of the input's words. Returns false after a message. */
static bool make_header(const struct settings *s, struct text *header)
{
    char *name = sfp_output_identifier(s->input);
    sfpu_program *program = read_words(s);
    const struct header_request request = {.name = name, .source = s->input, .tool = "sfpdis",
                                           .sweep = s->sweep};
    bool done = false;

    if (program && !name)
        print_sfpdis_error(NULL);
    else if (program)
        done = header_make(&request, program, stderr, header);
    sfpu_program_free(program);
    free(name);
    return done;
}

static int print_header(const struct settings *s)
{
    struct sfp_writer writer;
    struct text header = {0};
    char *error = NULL;
    bool done = make_header(s, &header);

    if (done && !(writer_open(&writer, &(const struct sfp_target){"-", "standard output", NULL}, &interruptible, &error)
                  && writer_put(&writer, header.data, header.size) && writer_commit(&writer, &error))) {
        print_sfpdis_error(error);
        done = false;
    }
    text_free(&header);
    free(error);
    return done ? EXIT_SUCCESS : EXIT_CANNOT;
}

/* ---- --macro-words ---- */

static int print_macro_words(const struct settings *s)
{
    sfpu_program *program = read_words(s);
    struct sfp_index index;
    struct sfp_writer writer;
    char *error = NULL;
    bool done;

    if (!program)
        return EXIT_CANNOT;
    sfp_index_init(&index, (enum sfp_arch)sfpu_program_arch(program));
    done = writer_open(&writer, &(const struct sfp_target){"-", "standard output", NULL}, &interruptible, &error)
        && macro_words_print(writer.stream, &(const struct macro_program){&index, sfpu_program_words(program),
                                                                          sfpu_program_word_count(program)})
        && writer_commit(&writer, &error);
    if (!done)
        print_sfpdis_error(error);
    free(error);
    sfpu_program_free(program);
    return done ? EXIT_SUCCESS : EXIT_CANNOT;
}

/* ---- Listings ---- */

static int write_disassembly(void *writer, const char *bytes, size_t size)
{
    return !writer_put(writer, bytes, size);
}

/* Returns what is wrong with the options together, or NULL. */
static const char *find_contradiction(const struct settings *s)
{
    const struct sfpu_disassembly *how = &s->how;

    if (how->start >= how->stop)
        return "--stop is not after --start";
    if (s->sweep && !s->header)
        return "--sweep needs --format=header";
    if (s->header && s->macro_words)
        return "--macro-words prints a table: it does not go with --format=header";
    if ((s->header || s->macro_words) &&
        (how->all || how->annotate || how->hex || how->raw || how->source || how->syntax))
        return "--all, --annotate, --hex, --raw, --source and --syntax are for listings: they do not go with "
               "--format=header or --macro-words";
    return NULL;
}

static int disassemble_input(const struct settings *s)
{
    struct sfp_writer writer;
    char *error = NULL;
    int code = SFPU_OK;
    bool done;

    if (find_contradiction(s)) {
        print_sfpdis_error(find_contradiction(s));
        return EXIT_CANNOT;
    }
    run_file_read(s->input, "the input");
    if (s->header)
        return print_header(s);
    if (s->macro_words)
        return print_macro_words(s);
    done = writer_open(&writer, &(const struct sfp_target){"-", "standard output", NULL}, &interruptible, &error) &&
           (code = sfpu_disassemble_file(&s->how, s->input, write_disassembly, &writer)) == SFPU_OK &&
           writer_commit(&writer, &error);
    if (!done && code != SFPU_BAD_INPUT)
        print_sfpdis_error(error);
    free(error);
    return done ? EXIT_SUCCESS : EXIT_CANNOT;
}

int main(int argc, char **argv)
{
    const struct option_table table = {
        .rows = rows,
        .doc = "Disassembles Tensix words: a file of 32-bit little-endian words, one of 0x........ lines, or the "
               "executable sections of a 32-bit RISC-V ELF file; - for standard input."
               "\vsfpasm turns the output of --raw back into the same words.\n"
               "\nExit status: 0 done, 2 on any error.",
    };
    struct settings s = {.how = {.size = sizeof s.how, .stop = UINT64_MAX, .diagnose = print_sfpdis_diagnostic},
                         .source_dirs = calloc((size_t)argc, sizeof *s.source_dirs)};
    int status = EXIT_CANNOT;

    keep_standard_files();
    ignore_write_signals();
    end_on_signals(NULL);
    argp_err_exit_status = EXIT_CANNOT;
    s.how.source_dirs = s.source_dirs;
    if (!s.source_dirs)
        print_sfpdis_error(NULL);
    else if (options_take(&table, argc, argv, &s) == 0)
        status = disassemble_input(&s);
    free(s.source_dirs);
    return status;
}
