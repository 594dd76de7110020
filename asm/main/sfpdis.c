/* sfpdis: options and main. */
#include "cli/echo.h"
#include "cli/interrupt.h"

#include "cli/options.h"
#include "cli/run_files.h"
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

enum {
    EXIT_CANNOT = 2, /* of every program of this project: could not run */
    KEY_SYNTAX = 256,
    KEY_RAW,
    KEY_ALL,
    KEY_ANNOTATE,
    KEY_SOURCE,
    KEY_SOURCE_DIR,
    KEY_SYMBOL,
    KEY_START,
    KEY_STOP,
    KEY_HEX,
};

struct settings {
    struct sfpu_disassembly how;
    const char *input;
    const char **source_dirs; /* with room for as many as there are arguments */
};

static const struct argp_option option_table[] = {
    {"arch", 'a', "ARCH", 0, arch_help, 0},
    {"syntax", KEY_SYNTAX, "SYNTAX", 0, "gnu (default), macro, or gas: only what the vendor's GNU as takes", 0},
    {"hex", KEY_HEX, NULL, 0, "print immediates and addresses in hexadecimal", 0},
    {"raw", KEY_RAW, NULL, 0, "print instructions alone, for sfpasm to read", 0},
    {"annotate", KEY_ANNOTATE, NULL, 0, "add in words what each instruction does with its operands", 0},
    {"source", KEY_SOURCE, NULL, 0,
     "add source lines, from an ELF file's DWARF or the table of sfpasm -g, FILE.dbg", 0},
    {"source-dir", KEY_SOURCE_DIR, "DIR", 0,
     "read the files that an ELF file's DWARF names in DIR, and nowhere else; repeatable", 0},
    {"symbol", KEY_SYMBOL, "NAME", 0, "only the function NAME of an ELF file, or what follows the label NAME in "
                                       "plain words that have a table of sfpasm -g", 0},
    {"start", KEY_START, "ADDRESS", 0, "begin at this address, or offset in a file of plain words", 0},
    {"stop", KEY_STOP, "ADDRESS", 0, "end before this one", 0},
    {"all", KEY_ALL, NULL, 0, "of an ELF file, the RISC-V instructions too, as comments", 0},
    {0},
};

/* Reads an address: decimal, hexadecimal with 0x, octal with 0. */
static uint64_t address_of(struct argp_state *state, const char *option, const char *argument)
{
    char *end;
    uintmax_t value;

    errno = 0;
    value = strtoumax(argument, &end, 0);
    if (errno || *end || *argument < '0' || *argument > '9')
        argp_error(state, "%s takes an address, not '%s'", option, argument);
    return value;
}

static error_t parse_option(int key, char *argument, struct argp_state *state)
{
    struct settings *s = state->input;

    switch (key) {
    case 'a':
        s->how.arch = arch_option(argument, state);
        return 0;
    case KEY_SYNTAX:
        s->how.syntax = sfpu_syntax_named(argument);
        if (s->how.syntax < 0)
            argp_error(state, "unknown syntax '%s': it is gnu, macro or gas", argument);
        return 0;
    case KEY_HEX:
        s->how.hex = true;
        return 0;
    case KEY_RAW:
        s->how.raw = true;
        return 0;
    case KEY_ALL:
        s->how.all = true;
        return 0;
    case KEY_ANNOTATE:
        s->how.annotate = true;
        return 0;
    case KEY_SOURCE:
        s->how.source = true;
        return 0;
    case KEY_SOURCE_DIR:
        s->source_dirs[s->how.source_dir_count++] = argument;
        return 0;
    case KEY_SYMBOL:
        s->how.symbol = argument;
        return 0;
    case KEY_START:
        s->how.start = address_of(state, "--start", argument);
        return 0;
    case KEY_STOP:
        s->how.stop = address_of(state, "--stop", argument);
        return 0;
    case ARGP_KEY_ARG:
        if (s->input)
            argp_error(state, "more than one input file");
        s->input = argument;
        return 0;
    case ARGP_KEY_NO_ARGS:
        argp_error(state, "no input file");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

/* What disassembling says, which has no place. */
static void print(void *context, const struct sfpu_diagnostic *diagnostic)
{
    (void)context;
    fputs("sfpdis: ", stderr);
    echo_put(stderr, diagnostic->printed);
}

static void complain(const char *text)
{
    echo_print(stderr, "sfpdis: error: %s", text ? text : "out of memory");
}

static int write_text(void *writer, const char *bytes, size_t size)
{
    return !writer_put(writer, bytes, size);
}

static int disassemble(const struct settings *s)
{
    struct sfp_writer writer;
    char *error = NULL;
    int code = SFPU_OK;
    bool done;

    if (s->how.start >= s->how.stop) {
        complain("--stop is not after --start");
        return EXIT_CANNOT;
    }
    run_file_read(s->input, "the input");
    done = writer_open(&writer, &(const struct sfp_target){"-", "standard output", NULL}, &interruptible, &error) &&
           (code = sfpu_disassemble_file(&s->how, s->input, write_text, &writer)) == SFPU_OK &&
           writer_commit(&writer, &error);
    if (!done && code != SFPU_BAD_INPUT)
        complain(error);
    free(error);
    return done ? EXIT_SUCCESS : EXIT_CANNOT;
}

int main(int argc, char **argv)
{
    const struct argp argp = {
        .options = option_table,
        .parser = parse_option,
        .args_doc = "FILE",
        .doc = "Disassembles Tensix words: a file of 32-bit little-endian words, one of 0x........ lines, or the "
               "executable sections of a 32-bit RISC-V ELF file; - for standard input."
               "\vWhat --raw prints, sfpasm turns back into the same words.\n"
               "\nExit status: 0 done, 2 on any error.",
    };
    struct settings s = {.how = {.size = sizeof s.how, .stop = UINT64_MAX, .diagnose = print},
                         .source_dirs = calloc((size_t)argc, sizeof *s.source_dirs)};
    int status = EXIT_CANNOT;

    keep_standard_files();
    ignore_write_signals();
    end_on_signals(NULL);
    argp_err_exit_status = EXIT_CANNOT;
    s.how.source_dirs = s.source_dirs;
    if (!s.source_dirs)
        complain(NULL);
    else if (options_parse(&argp, argc, argv, &s) == 0)
        status = disassemble(&s);
    free(s.source_dirs);
    return status;
}
