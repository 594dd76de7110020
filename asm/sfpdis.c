/* sfpdis: options and main. */
#include "dis.h"
#include "fileio.h"

#include <argp.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

const char *argp_program_version = "sfpdis " SFP_VERSION;

enum {
    EXIT_CANNOT = 2, /* of every program of this project: could not run */
    KEY_SYNTAX = 256,
    KEY_RAW,
};

struct settings {
    enum sfp_arch arch;
    enum sfp_syntax syntax;
    bool raw;
    const char *input;
};

static const struct argp_option option_table[] = {
    {"arch", 'a', "ARCH", 0, "wormhole (wh, default) or blackhole (bh)", 0},
    {"syntax", KEY_SYNTAX, "SYNTAX", 0, "gnu (default) or macro", 0},
    {"raw", KEY_RAW, NULL, 0, "print instructions alone, for sfpasm to read", 0},
    {0},
};

static error_t parse_option(int key, char *argument, struct argp_state *state)
{
    struct settings *s = state->input;

    switch (key) {
    case 'a':
        if (!sfp_arch_parse(argument, &s->arch))
            argp_error(state, "unknown arch '%s': it is wormhole (wh) or blackhole (bh)", argument);
        return 0;
    case KEY_SYNTAX:
        if (strcmp(argument, "gnu") == 0)
            s->syntax = SFP_SYNTAX_GNU;
        else if (strcmp(argument, "macro") == 0)
            s->syntax = SFP_SYNTAX_MACRO;
        else
            argp_error(state, "unknown syntax '%s': it is gnu or macro", argument);
        return 0;
    case KEY_RAW:
        s->raw = true;
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

static uint32_t word_at(const char *bytes)
{
    const unsigned char *b = (const unsigned char *)bytes;

    return (uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

static void print_all(const struct settings *s, const struct sfp_buffer *words, FILE *stream)
{
    struct sfp_index index;
    char text[SFP_DISASSEMBLY_SIZE];

    sfp_index_init(&index, s->arch);
    for (size_t offset = 0; offset < words->size && !ferror(stream); offset += 4) {
        const uint32_t word = word_at(words->data + offset);
        const size_t length = sfp_disassemble(&index, word, s->syntax, text);

        if (!s->raw)
            fprintf(stream, "%8zx:\t%08x\t", offset, word);
        text[length] = '\n';
        fwrite(text, length + 1, 1, stream);
    }
}

static void complain(const char *text)
{
    fprintf(stderr, "sfpdis: error: %s\n", text ? text : "out of memory");
}

/* Reads the words of the input, or says why not. */
static bool read_words(const struct settings *s, struct sfp_buffer *words)
{
    char *error = NULL;
    const bool found = sfp_read_file(s->input, words, &error);

    if (!found) {
        complain(error);
        free(error);
        return false;
    }
    if (words->size != 0 && words->size % 4 == 0)
        return true;
    if (words->size == 0)
        fprintf(stderr, "sfpdis: error: '%s' is empty\n", s->input);
    else
        fprintf(stderr, "sfpdis: error: '%s' has %zu bytes, which is no whole number of 4-byte words\n", s->input,
                words->size);
    sfp_buffer_free(words);
    return false;
}

static int run(const struct settings *s)
{
    struct sfp_buffer words;
    struct sfp_writer writer;
    char *error = NULL;
    bool done;

    if (!read_words(s, &words))
        return EXIT_CANNOT;
    done = sfp_writer_open(&writer, "-", &error);
    if (done) {
        print_all(s, &words, writer.stream);
        done = sfp_writer_commit(&writer, &error);
    }
    if (!done)
        complain(error);
    free(error);
    sfp_buffer_free(&words);
    return done ? EXIT_SUCCESS : EXIT_CANNOT;
}

int main(int argc, char **argv)
{
    const struct argp argp = {
        .options = option_table,
        .parser = parse_option,
        .args_doc = "FILE",
        .doc = "Disassembles Tensix words: a file of 32-bit little-endian words, - for standard input."
               "\vWhat --raw prints, sfpasm turns back into the same words.\n"
               "\nExit status: 0 done, 2 on any error.",
    };
    struct settings s = {.arch = SFP_WH};

    signal(SIGPIPE, SIG_IGN);
    argp_err_exit_status = EXIT_CANNOT;
    return argp_parse(&argp, argc, argv, 0, NULL, &s) == 0 ? run(&s) : EXIT_CANNOT;
}
