/* Options for compiled kernels, and what only they give. */
#include "compiled.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/complain.h"
#include "base/machine.h"
#include "base/said.h"
#include "util/array.h"

enum { KEY_CALL = 6144, KEY_POKE, KEY_RECORD, KEY_GAPS_OUT, KEY_PARTNERS }; /* beyond those of who has this as a child */

enum { ARGUMENTS = 8, WORD = 4 };

static const struct argp_option option_table[] = {
    {"call", KEY_CALL, "FUNCTION[(N,...)]", 0, "call it, behind those before, and not the file's entry", 0},
    {"poke", KEY_POKE, "ADDRESS:WORD|FILE", 0, "put it into memory at the start", 0},
    {"partners", KEY_PARTNERS, "ideal|none", 0, "what other threads do is done at once (default), or never", 0},
    {"record", KEY_RECORD, "FILE", 0, "write the words that were pushed", 0},
    {"gaps-out", KEY_GAPS_OUT, "FILE", 0, "write when, as --gaps takes it", 0},
    {0, 0, 0, 0, 0, 0},
};

static void keep(struct argp_state *state, const char ***list, size_t *count, size_t *capacity, const char *arg)
{
    if (!array_room(list, *count, capacity, sizeof **list))
        option_error(state, "not enough memory");
    (*list)[(*count)++] = arg;
}

static error_t parse_option(int key, char *arg, struct argp_state *state)
{
    struct compiled_options *o = state->input;

    switch (key) {
    case KEY_CALL:
        keep(state, &o->calls, &o->call_count, &o->call_capacity, arg);
        return 0;
    case KEY_POKE:
        if (!strchr(arg, ':'))
            option_error(state, "--poke: '%s' is not ADDRESS:WORD or ADDRESS:FILE", arg);
        keep(state, &o->pokes, &o->poke_count, &o->poke_capacity, arg);
        return 0;
    case KEY_PARTNERS:
        o->no_partners = strcmp(arg, "none") == 0;
        if (!o->no_partners && strcmp(arg, "ideal") != 0)
            option_error(state, "--partners: '%s' is neither ideal nor none", arg);
        return 0;
    case KEY_RECORD:
        o->record = arg;
        return 0;
    case KEY_GAPS_OUT:
        o->gaps = arg;
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

const struct argp compiled_argp = {.options = option_table, .parser = parse_option};

void compiled_options_free(struct compiled_options *o)
{
    free(o->calls);
    free(o->pokes);
}

/* ---- Before a run ---- */

/* A number of 32 bits, signed or not. False: the text is none. */
static bool parse_word(const char *text, size_t length, uint32_t *word)
{
    char copy[32], *after;
    long long value;

    if (length == 0 || length >= sizeof copy)
        return false;
    memcpy(copy, text, length);
    copy[length] = '\0';
    errno = 0;
    value = strtoll(copy, &after, 0);
    while (isspace((unsigned char)*after))
        after++;
    *word = (uint32_t)value;
    return !*after && !errno && value >= INT32_MIN && value <= UINT32_MAX;
}

/* "N,..." up to the closing parenthesis, which ends the text. */
static bool parse_arguments(const char *text, uint32_t arguments[ARGUMENTS], size_t *count)
{
    const char *end = text + strlen(text) - 1;

    *count = 0;
    if (*end != ')')
        return false;
    if (text + strspn(text, " ") == end)
        return true;
    while (*count < ARGUMENTS) {
        const size_t length = strcspn(text, ",)");

        if (!parse_word(text, length, &arguments[(*count)++]))
            return false;
        text += length;
        if (text++ == end)
            return true;
    }
    return false;
}

static int call(sfpu_machine *m, const char *text)
{
    const size_t length = strcspn(text, "(");
    uint32_t arguments[ARGUMENTS];
    size_t count = 0;
    char *symbol;
    int code;

    if (text[length] && !parse_arguments(text + length + 1, arguments, &count))
        return complain("--call: '%s': expected up to %d numbers in parentheses", text, ARGUMENTS);
    symbol = strndup(text, length);
    if (!symbol)
        return complain("not enough memory");
    code = sfpu_add_call(m, symbol, arguments, count);
    free(symbol);
    return code == SFPU_OK ? 0 : complain("--call: %s", sfpu_error(m));
}

static int poke_file(sfpu_machine *m, uint32_t address, const char *path)
{
    enum { MOST = 4 << 20 }; /* more than any memory there */
    struct sfp_buffer file;
    char *error;
    int code;

    if (!sfp_read_small_file(path, MOST, &file, &error))
        return complain_of(error);
    code = sfpu_poke(m, address, file.data, file.size);
    sfp_buffer_free(&file);
    return code == SFPU_OK ? 0 : complain("--poke: %s", sfpu_error(m));
}

static int poke(sfpu_machine *m, const char *text)
{
    const char *what = strchr(text, ':') + 1;
    uint32_t address, word;
    uint8_t bytes[WORD];

    if (!parse_word(text, (size_t)(what - 1 - text), &address))
        return complain("--poke: '%s': expected an address before the colon", text);
    if (!parse_word(what, strlen(what), &word))
        return poke_file(m, address, what);
    for (unsigned i = 0; i < WORD; i++)
        bytes[i] = (uint8_t)(word >> 8 * i);
    return sfpu_poke(m, address, bytes, WORD) == SFPU_OK ? 0 : complain("--poke: %s", sfpu_error(m));
}

int compiled_prepare(const struct compiled_options *o, sfpu_machine *m)
{
    int status = 0;

    for (size_t i = 0; i < o->call_count && !status; i++)
        status = call(m, o->calls[i]);
    for (size_t i = 0; i < o->poke_count && !status; i++)
        status = poke(m, o->pokes[i]);
    if (!status && (o->record || o->gaps || o->no_partners) && !sfpu_is_compiled(m))
        status = complain("--record, --gaps-out and --partners are for compiled kernels");
    return status;
}

/* ---- After it ---- */

bool compiled_open(const struct compiled_options *o, const struct sfp_temporary_files *files,
                   struct compiled_recording *r, char **error)
{
    return (!o->record || sfp_writer_open(&r->words, o->record, files, error))
           && (!o->gaps || sfp_writer_open(&r->gaps, o->gaps, files, error));
}

static void write_word(FILE *stream, uint32_t word)
{
    for (unsigned i = 0; i < WORD; i++)
        putc((int)(word >> 8 * i & 0xFF), stream);
}

/* How much later than at once the word can be pushed. */
static void write_gap(FILE *stream, size_t i, uint64_t cycle, uint64_t next)
{
    if (cycle > next)
        fprintf(stream, "%zu %" PRIu64 "\n", i, cycle - next);
}

static int write_pushed(const struct compiled_options *o, sfpu_machine *m, struct compiled_recording *r)
{
    struct sfpu_pushed p = {.size = sizeof p};
    uint64_t next = 0;
    int code;

    for (size_t i = 0; (code = sfpu_get_pushed(m, i, &p)) == SFPU_OK; i++) {
        if (o->record)
            write_word(r->words.stream, p.word);
        if (o->gaps)
            write_gap(r->gaps.stream, i, p.cycle, next);
        next = p.cycle + 1;
    }
    return code == SFPU_NO_MEMORY ? complain_for(m, NULL) : 0;
}

int compiled_write(const struct compiled_options *o, sfpu_machine *m, struct compiled_recording *r)
{
    char *error;

    if (!o->record && !o->gaps)
        return 0;
    if (write_pushed(o, m, r))
        return SFP_CANNOT_RUN;
    if ((o->record && !sfp_writer_finish(&r->words, &error)) || (o->gaps && !sfp_writer_finish(&r->gaps, &error)))
        return complain_of(error);
    return 0;
}

bool compiled_commit(const struct compiled_options *o, struct compiled_recording *r, char **error)
{
    return (!o->record || sfp_writer_commit(&r->words, error)) && (!o->gaps || sfp_writer_commit(&r->gaps, error));
}

void compiled_abort(struct compiled_recording *r)
{
    sfp_writer_abort(&r->words);
    sfp_writer_abort(&r->gaps);
}

static void print_stalls(sfpu_machine *m)
{
    const char *name, *before = "  core held by";
    uint64_t cycles;

    for (size_t i = 0; (name = sfpu_core_stall(m, i, &cycles)); i++) {
        if (!cycles)
            continue;
        fprintf(said_out(), "%s %s %" PRIu64, before, name, cycles);
        before = ",";
    }
    if (*before == ',')
        putc('\n', said_out());
}

static const char *plural(uint64_t count)
{
    return count == 1 ? "" : "s";
}

int compiled_summarise(sfpu_machine *m)
{
    struct sfpu_core core = {.size = sizeof core};

    if (!sfpu_is_compiled(m))
        return 0;
    if (sfpu_get_core(m, &core) != SFPU_OK)
        return complain_for(m, NULL);
    fprintf(said_out(), "  core: %" PRIu64 " instruction%s pushed %" PRIu64 " word%s\n", core.instructions,
            plural(core.instructions), core.words, plural(core.words));
    if (core.cycles) {
        fprintf(said_out(), "  cycles: %" PRIu64 " for the core alone, %" PRIu64 " for the words alone, %" PRIu64
                " for both\n", core.core_cycles, core.words_cycles, core.cycles);
        print_stalls(m);
    }
    if (core.helped)
        fprintf(said_out(), "  waited for other threads %" PRIu64 " time%s: done at once (--partners)\n", core.helped,
                plural(core.helped));
    return 0;
}
