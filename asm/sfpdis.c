/* sfpdis: options and main. */
#include "debug_table.h"
#include "dis.h"
#include "elf_input.h"

#include <argp.h>
#include <errno.h>
#include <inttypes.h>
#include <signal.h>
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
    KEY_SYMBOL,
    KEY_START,
    KEY_STOP,
};

struct settings {
    enum sfp_arch arch; /* 0: not named */
    enum sfp_syntax syntax;
    bool raw;
    bool all;
    bool annotate;
    bool source;
    struct elf_range range;
    const char *input;
};

static const struct argp_option option_table[] = {
    {"arch", 'a', "ARCH", 0, "wormhole (wh, default) or blackhole (bh)", 0},
    {"syntax", KEY_SYNTAX, "SYNTAX", 0, "gnu (default) or macro", 0},
    {"raw", KEY_RAW, NULL, 0, "print instructions alone, for sfpasm to read", 0},
    {"annotate", KEY_ANNOTATE, NULL, 0, "add in words what each instruction does with its operands", 0},
    {"source", KEY_SOURCE, NULL, 0, "add source lines, from the table that sfpasm -g left in FILE.dbg", 0},
    {"symbol", KEY_SYMBOL, "NAME", 0, "of an ELF file, only the function NAME", 0},
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
    case KEY_ALL:
        s->all = true;
        return 0;
    case KEY_ANNOTATE:
        s->annotate = true;
        return 0;
    case KEY_SOURCE:
        s->source = true;
        return 0;
    case KEY_SYMBOL:
        s->range.symbol = argument;
        return 0;
    case KEY_START:
        s->range.start = address_of(state, "--start", argument);
        return 0;
    case KEY_STOP:
        s->range.stop = address_of(state, "--stop", argument);
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

static void complain(const char *text)
{
    fprintf(stderr, "sfpdis: error: %s\n", text ? text : "out of memory");
}

/* ---- Printing ---- */

/* What all lines need. */
struct printer {
    const struct settings *settings;
    struct sfp_index index;
    FILE *stream;
    struct sfp_program program; /* with the places of words, if there is a debug table */
    bool has_places;
    struct sfp_where last; /* the place last shown */
    size_t tensix;         /* words printed so far */
};

/* Text that comes from a file, inside a comment to the end of the line. */
static void put_foreign(FILE *stream, const char *text, size_t length)
{
    while (length > 0 && (*text == ' ' || *text == '\t')) {
        text++;
        length--;
    }
    /* A backslash at the end would draw the next line into the comment. */
    while (length > 0 && (text[length - 1] == '\\' || text[length - 1] == ' ' || text[length - 1] == '\t'))
        length--;
    for (size_t i = 0; i < length; i++)
        fputc((unsigned char)text[i] < ' ' && text[i] != '\t' ? '?' : text[i], stream);
}

/* A comment line with the source line of word `index`, unless the word before it had the same. */
static void print_source(struct printer *p, size_t index)
{
    struct sfp_where where;

    if (!p->has_places || !sfp_program_where(&p->program, index, &where))
        return;
    if (p->last.file == where.file && p->last.line == where.line)
        return;
    p->last = where;
    fprintf(p->stream, "%s ", sfp_comment(p->settings->syntax));
    put_foreign(p->stream, where.file, strlen(where.file));
    fprintf(p->stream, ":%lu: ", where.line);
    put_foreign(p->stream, where.text, where.length);
    fputc('\n', p->stream);
}

/* What is to be said about a word, after its instruction. */
static void print_comment(struct printer *p, uint32_t word)
{
    const struct settings *s = p->settings;
    char text[SFP_ANNOTATION_SIZE];
    bool begun = false;

    if ((!s->raw || s->annotate) && sfp_dis_remark(&p->index, word, s->syntax, text)) {
        fprintf(p->stream, "\t%s %s", sfp_comment(s->syntax), text);
        begun = true;
    }
    if (s->annotate && sfp_annotate(&p->index, word, text)) {
        if (begun)
            fprintf(p->stream, ": %s", text);
        else
            fprintf(p->stream, "\t%s %s", sfp_comment(s->syntax), text);
    }
}

static void print_instruction(struct printer *p, uint64_t address, uint32_t word)
{
    char text[SFP_DISASSEMBLY_SIZE];
    const size_t length = sfp_disassemble(&p->index, word, p->settings->syntax, text);

    if (!p->settings->raw)
        fprintf(p->stream, "%8" PRIx64 ":\t%08x\t", address, word);
    fwrite(text, length, 1, p->stream);
    print_comment(p, word);
    fputc('\n', p->stream);
    p->tensix++;
}

static void print_plain(struct printer *p, const struct sfp_buffer *words)
{
    const struct elf_range *range = &p->settings->range;
    size_t offset = range->start < words->size ? ((size_t)range->start + 3) / 4 * 4 : words->size;

    for (; offset < words->size && offset < range->stop && !ferror(p->stream); offset += 4) {
        print_source(p, offset / 4);
        print_instruction(p, offset, word_at(words->data + offset));
    }
}

static void print_name(struct printer *p, const char *before, const char *name, const char *after)
{
    fputs(before, p->stream);
    put_foreign(p->stream, name, strlen(name));
    fputs(after, p->stream);
}

static void print_code(struct printer *p, const struct elf_code *code)
{
    const struct settings *s = p->settings;

    for (size_t i = 0; i < code->count && !ferror(p->stream); i++) {
        const struct elf_word *word = &code->words[i];

        if (!s->raw && word->section)
            print_name(p, i ? "\nSection " : "Section ", word->section, ":\n");
        if (!s->raw && word->symbol)
            print_name(p, "<", word->symbol, ">:\n");
        if (word->tensix)
            print_instruction(p, word->address, word->word);
        else if (s->all && s->raw)
            fprintf(p->stream, "%s .insn 4, 0x%08x\n", sfp_comment(s->syntax), word->word);
        else if (s->all)
            fprintf(p->stream, "%8x:\t%08x\t%s .insn 4, 0x%08x\n", word->address, word->word,
                    sfp_comment(s->syntax), word->word);
    }
}

/* ---- Input ---- */

struct input {
    struct sfp_buffer file;
    struct elf_code code;
    bool elf;
};

/* Is the file whole words? If not says so. */
static bool check_words(const struct settings *s, const struct sfp_buffer *file)
{
    if (file->size == 0)
        fprintf(stderr, "sfpdis: error: '%s' is empty\n", s->input);
    else if (file->size % 4 != 0)
        fprintf(stderr, "sfpdis: error: '%s' has %zu bytes, which is no whole number of 4-byte words\n", s->input,
                file->size);
    else if (s->range.symbol)
        fprintf(stderr, "sfpdis: error: '%s' is plain words and has no symbols\n", s->input);
    else
        return true;
    return false;
}

static bool read_input(const struct settings *s, struct input *input)
{
    char *error = NULL;
    bool done;

    *input = (struct input){0};
    if (!sfp_read_file(s->input, &input->file, &error)) {
        complain(error);
        free(error);
        return false;
    }
    input->elf = elf_is(&input->file);
    done = input->elf ? elf_read(&input->file, s->input, &s->range, &input->code, &error)
                      : check_words(s, &input->file);
    if (!done && input->elf)
        complain(error);
    if (done && input->code.compressed)
        fprintf(stderr, "sfpdis: warning: '%s' may have compressed instructions, which look like Tensix words\n",
                s->input);
    free(error);
    if (!done)
        sfp_buffer_free(&input->file);
    return done;
}

static void input_free(struct input *input)
{
    if (input->elf)
        elf_free(&input->code);
    sfp_buffer_free(&input->file);
}

/* Takes over the words and their debug table. Without one there are no source lines, which gets a warning. */
static void read_places(struct printer *p, const struct input *input)
{
    enum sfp_debug_result result = SFP_DEBUG_ABSENT;
    enum sfp_arch arch;
    char *error = NULL;

    p->program.count = input->elf ? 0 : input->file.size / 4;
    p->program.words = calloc(p->program.count + 1, sizeof *p->program.words);
    for (size_t i = 0; p->program.words && i < p->program.count; i++)
        p->program.words[i] = word_at(input->file.data + 4 * i);
    if (p->program.words && !input->elf)
        result = sfp_debug_read(p->settings->input, &p->program, &arch, &error);
    p->has_places = result == SFP_DEBUG_READ;
    if (p->has_places && !p->settings->arch)
        sfp_index_init(&p->index, arch);
    if (result == SFP_DEBUG_ABSENT)
        fprintf(stderr, "sfpdis: warning: no source lines: '%s' has no table of sfpasm -g beside it\n",
                p->settings->input);
    else if (!p->has_places)
        fprintf(stderr, "sfpdis: warning: no source lines: %s\n", error ? error : "out of memory");
    free(error);
}

static bool print_all(const struct settings *s, const struct input *input, char **error)
{
    struct printer p = {.settings = s};
    struct sfp_writer writer;

    if (!sfp_writer_open(&writer, "-", error))
        return false;
    p.stream = writer.stream;
    sfp_index_init(&p.index, s->arch ? s->arch : SFP_WH);
    if (s->source)
        read_places(&p, input);
    if (input->elf)
        print_code(&p, &input->code);
    else
        print_plain(&p, &input->file);
    if (p.tensix == 0)
        fprintf(stderr, "sfpdis: warning: no Tensix words in '%s', or in the part of it that was asked for\n",
                s->input);
    sfp_program_free(&p.program);
    return sfp_writer_commit(&writer, error);
}

static int run(const struct settings *s)
{
    struct input input;
    char *error = NULL;
    bool done;

    if (s->range.start >= s->range.stop) {
        complain("--stop is not after --start");
        return EXIT_CANNOT;
    }
    if (!read_input(s, &input))
        return EXIT_CANNOT;
    done = print_all(s, &input, &error);
    if (!done)
        complain(error);
    free(error);
    input_free(&input);
    return done ? EXIT_SUCCESS : EXIT_CANNOT;
}

int main(int argc, char **argv)
{
    const struct argp argp = {
        .options = option_table,
        .parser = parse_option,
        .args_doc = "FILE",
        .doc = "Disassembles Tensix words: a file of 32-bit little-endian words, or the executable sections of a "
               "32-bit RISC-V ELF file; - for standard input."
               "\vWhat --raw prints, sfpasm turns back into the same words.\n"
               "\nExit status: 0 done, 2 on any error.",
    };
    struct settings s = {.range = {.stop = UINT64_MAX}};

    signal(SIGPIPE, SIG_IGN);
    argp_err_exit_status = EXIT_CANNOT;
    return argp_parse(&argp, argc, argv, 0, NULL, &s) == 0 ? run(&s) : EXIT_CANNOT;
}
