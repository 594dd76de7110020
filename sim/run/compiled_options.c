/* Options for compiled kernels: parsing, applying to the machine, and the files and summary of a compiled run. */
#include "compiled_options.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "action/voice.h"
#include "base/array.h"
#include "base/fail.h"
#include "base/paths.h"

enum { WORD = 4 };

/* Returns the thread that options are for, or ALL_THREADS. */
static int current_thread(const struct compiled_options *o)
{
    return o->machine->threads.current;
}

static void keep_device(struct argp_state *state, char *arg, void *options)
{
    struct compiled_options *o = options;

    if (!strchr(arg, '='))
        option_error(state, "--device: '%s' is not NAME=N,...", arg);
    if (!array_room(&o->devices, o->device_count, &o->device_capacity, sizeof *o->devices))
        option_error(state, NO_MEMORY);
    else
        o->devices[o->device_count++] = (struct compiled_device){current_thread(o), arg};
}

/* Returns the text after the colon that ends the address, or NULL without a colon. A pair of colons belongs to a C++
 * name. */
static const char *skip_address(const char *text)
{
    while ((text = strchr(text, ':')) && text[1] == ':')
        text += 2;
    return text ? text + 1 : NULL;
}

static void keep_poke(struct argp_state *state, char *arg, void *options)
{
    struct compiled_options *o = options;
    const char *name = option_row(state)->name;
    const bool when_idle = strcmp(name, "when-idle") == 0;
    const struct compiled_poke poke = {current_thread(o), arg, skip_address(arg), when_idle};

    if (!poke.what && !(when_idle && strcmp(arg, "end") == 0))
        option_error(state, "--%s: '%s' is not ADDRESS:WORD or ADDRESS:FILE%s", name, arg,
                     when_idle ? ", nor end" : "");
    if (!array_room(&o->pokes, o->poke_count, &o->poke_capacity, sizeof *o->pokes))
        option_error(state, NO_MEMORY);
    else
        o->pokes[o->poke_count++] = poke;
}

/* Parses a number from -2^31 to 2^32 - 1. Returns false for other text. */
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
    return after != copy && !*after && !errno && value >= INT32_MIN && value <= UINT32_MAX;
}

static void add_compiled_call(struct argp_state *state, char *text, void *options)
{
    struct compiled_options *o = options;

    if (!array_room(&o->calls, o->call_count, &o->call_capacity, sizeof *o->calls))
        option_error(state, NO_MEMORY);
    else
        o->calls[o->call_count++] = (struct compiled_call){.thread = current_thread(o), .text = text};
    if (text)
        machine_add_call(o->machine, text);
}

/* Returns the length of the symbol before the arguments, which stand in the last parentheses, at the text's end. */
static size_t measure_symbol(const char *text)
{
    const char *arguments = strrchr(text, '('), *end = arguments ? strchr(arguments, ')') : NULL;

    return arguments && (!end || !end[1]) ? (size_t)(arguments - text) : strlen(text);
}

/* Adds an argument to the last call. Without a call, the argument goes to a call of the file's entry. */
static void add_argument(struct argp_state *state, char *text, void *options)
{
    struct compiled_options *o = options;
    struct compiled_call *call;

    if (o->call_count == 0 || o->calls[o->call_count - 1].thread != current_thread(o))
        add_compiled_call(state, NULL, o);
    if (o->call_count == 0)
        return; /* add_compiled_call() printed the error */
    call = &o->calls[o->call_count - 1];
    if (call->count == COMPILED_ARGUMENTS)
        option_error(state, "--arg=%s: there are %d registers for arguments", text, COMPILED_ARGUMENTS);
    else if (call->text && call->text[measure_symbol(call->text)])
        option_error(state, "--arg=%s: --call=%s has arguments already", text, call->text);
    else if (!parse_word(text, strlen(text), &call->arguments[call->count++]))
        option_error(state, "--arg=%s: expected a number of 32 bits", text);
}

static void set_record(struct argp_state *state, char *path, void *options)
{
    struct compiled_options *o = options;

    free(o->record_table);
    o->record = path;
    o->record_table = NULL;
    if (!path_is_stdout(path) && asprintf(&o->record_table, "%s%s", path, sfpu_output_suffix(SFPU_TABLE)) < 0) {
        o->record_table = NULL;
        option_error(state, NO_MEMORY);
    }
}

static void set_partners(struct argp_state *state, char *arg, void *no_partners)
{
    *(bool *)no_partners = strcmp(arg, "none") == 0;
    if (!*(bool *)no_partners && strcmp(arg, "ideal") != 0)
        option_error(state, "--partners: '%s' is neither ideal nor none", arg);
}

static void add_source_dir(struct argp_state *state, char *arg, void *options)
{
    const struct compiled_options *o = options;

    (void)state;
    o->machine->source_dirs[o->machine->source_dir_count++] = arg;
}

#define OPTIONS struct compiled_options
static const struct option_row rows[] = {
    {"call", 0, "FUNCTION[(N,...)]", "call this function, after earlier ones, instead of the file's entry; of a C++ "
                                 "header: compile and run this call, and take the words that it issues",
     BY(add_compiled_call)},
    {"arg", 0, "N", "the next argument of the last --call, or of the entry", BY(add_argument)},
    {"poke", 0, "ADDRESS:WORD|FILE", "write this to memory at the start; ADDRESS may be a symbol", BY(keep_poke)},
    {"when-idle", 0, "ADDRESS:WORD|FILE|end", "write this once the core waits for ever; or end the run", BY(keep_poke)},
    {"device", 0, "NAME=N,...", "values that a device has for the kernel: sfpu-riscv(7), OTHER THREADS",
     BY(keep_device)},
    {"partners", 0, "ideal|none", "other threads respond at once (default), or never",
     AS(set_partners, no_partners)},
    {"record", 0, "FILE", "write the words that were pushed", BY(set_record)},
    {"gaps-out", 0, "FILE", "write for --gaps when words were pushed", AS_TEXT(gaps)},
    {"source-dir", 0, "DIR", "look for the kernel's sources in DIR, and nowhere else; repeatable",
     BY(add_source_dir)},
    {0},
};
#undef OPTIONS

const struct option_table compiled_table = {.rows = rows};

void compiled_options_free(struct compiled_options *o)
{
    free(o->calls);
    free(o->pokes);
    free(o->devices);
    free(o->record_table);
}

/* ---- Before the run ---- */

/* Parses "N,..." up to the closing parenthesis, which must end the text. Returns false on other text. */
static bool parse_call_arguments(const char *text, struct compiled_call *call)
{
    const char *end = text + strlen(text) - 1;

    if (*end != ')')
        return false;
    if (text + strspn(text, " ") == end)
        return true;
    while (call->count < COMPILED_ARGUMENTS) {
        const size_t length = strcspn(text, ",)");

        if (!parse_word(text, length, &call->arguments[call->count++]))
            return false;
        text += length;
        if (text++ == end)
            return true;
    }
    return false;
}

static int apply_call(sfpu_machine *m, const void *given)
{
    struct compiled_call c = *(const struct compiled_call *)given;
    const size_t length = c.text ? measure_symbol(c.text) : 0;
    char *symbol = NULL;
    int code;

    if (c.text && !sfpu_is_compiled(m) && cpp_kernel_loaded(m, c.thread))
        return 0;
    if (!sfpu_is_compiled(m))
        return complain("%s is for compiled kernels (ELF files)%s", c.text ? "--call" : "--arg",
                        c.text ? " and kernels in C++" : "");
    if (c.text && c.text[length] && !parse_call_arguments(c.text + length + 1, &c))
        return complain("--call: '%s': expected up to %d numbers in parentheses", c.text, COMPILED_ARGUMENTS);
    if (c.text && !(symbol = strndup(c.text, length)))
        return complain_no_memory();
    code = sfpu_add_call(m, symbol, c.arguments, c.count);
    free(symbol);
    return code == SFPU_OK ? 0 : complain("%s: %s", c.text ? "--call" : "--arg", sfpu_error(m));
}

static int poke_bytes(sfpu_machine *m, const struct compiled_poke *p, uint32_t address, const void *bytes, size_t size)
{
    const int code = p->when_idle ? sfpu_when_idle(m, address, bytes, size) : sfpu_poke(m, address, bytes, size);

    return code == SFPU_OK ? 0 : complain("%s: %s", p->when_idle ? "--when-idle" : "--poke", sfpu_error(m));
}

static int poke_file(sfpu_machine *m, const struct compiled_poke *p, uint32_t address)
{
    enum { MOST = 4 << 20 }; /* bytes: more than any memory of the core */
    struct sfp_buffer file;
    char *error;
    int status;

    if (!file_read_small(p->what, MOST, &file, &error))
        return complain_of(error);
    status = poke_bytes(m, p, address, file.data, file.size);
    buffer_free(&file);
    return status;
}

/* Sets *address to the address of the symbol before the colon. Returns 0 or an exit status. */
static int find_poke_address(sfpu_machine *m, const struct compiled_poke *p, size_t length, uint32_t *address)
{
    char *name = strndup(p->text, length);
    int code;

    if (!name)
        return complain_no_memory();
    code = sfpu_find_symbol(m, name, address);
    free(name);
    return code == SFPU_OK ? 0 : complain("%s: '%s': neither an address before the colon, nor a symbol: %s",
                                          p->when_idle ? "--when-idle" : "--poke", p->text, sfpu_error(m));
}

static int apply_poke(sfpu_machine *m, const void *poke)
{
    const struct compiled_poke *p = poke;
    const size_t length = p->what ? (size_t)(p->what - 1 - p->text) : 0;
    uint32_t address, word;
    uint8_t bytes[WORD];
    int status;

    if (!p->what)
        return poke_bytes(m, p, 0, NULL, 0);
    if (!parse_word(p->text, length, &address) && (status = find_poke_address(m, p, length, &address)))
        return status;
    if (!parse_word(p->what, strlen(p->what), &word))
        return poke_file(m, p, address);
    for (unsigned i = 0; i < WORD; i++)
        bytes[i] = (uint8_t)(word >> 8 * i);
    return poke_bytes(m, p, address, bytes, WORD);
}

static size_t count_device_values(const char *list)
{
    size_t count = 1;

    for (; (list = strchr(list, ',')); list++)
        count++;
    return count;
}

/* Returns whether the value is "icache=off": without an instruction cache, a miss takes no cycles. */
static bool is_off(const char *device)
{
    return strcmp(device, "icache=off") == 0;
}

/* Parses "N,...", exactly `count` numbers. Returns false if a number is wrong or longer than 64 bits. */
static bool parse_values(const char *list, uint64_t *values, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        char *after;

        errno = 0;
        values[i] = strtoull(list, &after, 0);
        if (after == list || strchr(list, '-') || errno || *after != (i + 1 < count ? ',' : '\0'))
            return false;
        list = after + 1;
    }
    return true;
}

static int give_device_values(sfpu_machine *m, const char *text, const char *name, uint64_t *values, size_t count)
{
    if (!is_off(text) && !parse_values(strchr(text, '=') + 1, values, count))
        return complain("--device: '%s': expected numbers from 0 up, with commas between them, after the name", text);
    return sfpu_give(m, name, values, count) == SFPU_OK ? 0 : complain("--device: %s", sfpu_error(m));
}

static int apply_device(sfpu_machine *m, const void *device)
{
    const char *text = ((const struct compiled_device *)device)->text;
    const size_t count = count_device_values(text);
    char *name = strndup(text, strcspn(text, "="));
    uint64_t *values = calloc(count, sizeof *values);
    int status;

    status = name && values ? give_device_values(m, text, name, values, count) : complain_no_memory();
    free(name);
    free(values);
    return status;
}

typedef int apply_option(sfpu_machine *m, const void *option);

/* Applies an option to the compiled kernel of a thread, or to those of all threads. The kernel shown stays selected. */
static int apply_to_threads(sfpu_machine *m, int thread, apply_option *apply, const void *option)
{
    const int shown = machine_shown_thread(m);
    bool applied = false;
    int status = 0;

    for (int t = 0; t < SFPU_THREADS && !status; t++) {
        if ((thread != ALL_THREADS && t != thread) || !sfpu_thread_kernel(m, t))
            continue;
        sfpu_select_thread(m, t);
        if (thread == ALL_THREADS && !sfpu_is_compiled(m))
            continue;
        applied = true;
        status = apply(m, option);
    }
    sfpu_select_thread(m, shown);
    return applied || status ? status : apply(m, option);
}

int compiled_prepare(const struct compiled_options *o, sfpu_machine *m)
{
    int status = 0;

    for (size_t i = 0; i < o->call_count && !status; i++)
        status = apply_to_threads(m, o->calls[i].thread, apply_call, &o->calls[i]);
    for (size_t i = 0; i < o->poke_count && !status; i++)
        status = apply_to_threads(m, o->pokes[i].thread, apply_poke, &o->pokes[i]);
    for (size_t i = 0; i < o->device_count && !status; i++)
        status = apply_to_threads(m, o->devices[i].thread, apply_device, &o->devices[i]);
    if (!status && (o->record || o->gaps || o->no_partners) && !sfpu_is_compiled(m))
        status = complain("--record, --gaps-out and --partners are for compiled kernels");
    if (!status && (o->record || o->gaps) && sfpu_is_compiled(m))
        status = machine_need_math(m, "--record, --gaps-out");
    return status;
}

/* ---- After the run ---- */

bool compiled_open(const struct compiled_options *o, const struct sfp_temporary_files *files,
                   struct compiled_recording *r, char **error)
{
    const struct sfp_target words = {o->record, "--record", NULL}, gaps = {o->gaps, "--gaps-out", NULL};
    const struct sfp_target table = {o->record_table, "the table of --record", NULL};

    if ((o->record && !writer_open(&r->words, &words, files, error))
        || (o->gaps && !writer_open(&r->gaps, &gaps, files, error)))
        return false;
    r->has_table = o->record_table && r->words.temporary;
    return !r->has_table || writer_open(&r->table, &table, files, error);
}

/* Writes the number of cycles between `next`, the first cycle in which word `i` could come, and its push; nothing
 * for 0. */
static void write_gap(FILE *stream, size_t i, uint64_t cycle, uint64_t next)
{
    if (cycle > next)
        fprintf(stream, "%zu %" PRIu64 "\n", i, cycle - next);
}

static int write_gaps(sfpu_machine *m, struct compiled_recording *r)
{
    struct sfpu_pushed p = {.size = sizeof p};
    uint64_t next = 0;
    int code;

    for (size_t i = 0; (code = sfpu_get_pushed(m, i, &p)) == SFPU_OK; i++) {
        write_gap(r->gaps.stream, i, p.cycle, next);
        next = p.cycle + 1;
    }
    return code == SFPU_NO_MEMORY ? complain_for(m, NULL) : 0;
}

static int put_bytes(void *writer, const char *bytes, size_t size)
{
    return !writer_put(writer, bytes, size);
}

static int write_recorded_words(sfpu_machine *m, struct compiled_recording *r)
{
    sfpu_program *program;
    int code = sfpu_get_recorded(m, &program);

    if (code == SFPU_OK)
        code = sfpu_program_write(program, SFPU_BIN, NULL, put_bytes, &r->words);
    if (code == SFPU_OK && r->has_table)
        code = sfpu_program_write(program, SFPU_TABLE, NULL, put_bytes, &r->table);
    sfpu_program_free(program);
    return code == SFPU_OK ? 0 : complain("%s", sfpu_code_text(code));
}

int compiled_write(const struct compiled_options *o, sfpu_machine *m, struct compiled_recording *r)
{
    char *error;

    if ((o->record && write_recorded_words(m, r)) || (o->gaps && write_gaps(m, r)))
        return SFP_CANNOT_RUN;
    if ((o->record && !writer_finish(&r->words, &error)) || (o->gaps && !writer_finish(&r->gaps, &error))
        || (r->has_table && !writer_finish(&r->table, &error)))
        return complain_of(error);
    return 0;
}

bool compiled_commit(const struct compiled_options *o, struct compiled_recording *r, char **error)
{
    return (!o->record || writer_commit(&r->words, error)) && (!r->has_table || writer_commit(&r->table, error))
           && (!o->gaps || writer_commit(&r->gaps, error));
}

void compiled_abort(struct compiled_recording *r)
{
    writer_abort(&r->words);
    writer_abort(&r->table);
    writer_abort(&r->gaps);
}

static void print_stalls(sfpu_machine *m)
{
    const char *name, *before = "  core held by";
    uint64_t cycles;

    for (size_t i = 0; (name = sfpu_core_stall(m, i, &cycles)); i++) {
        if (!cycles)
            continue;
        fprintf(voice_out(), "%s %s %" PRIu64, before, name, cycles);
        before = ",";
    }
    if (*before == ',')
        putc('\n', voice_out());
}

/* Prints what other threads and devices contributed, a line for each, at most 20 lines. */
static void print_help(sfpu_machine *m, bool timed)
{
    enum { PLACE = 4096, SHOWN = 20 };
    struct sfpu_help h = {.size = sizeof h};
    char place[PLACE];
    size_t i;

    for (i = 0; sfpu_get_help(m, i, &h) == SFPU_OK; i++) {
        if (i >= SHOWN || sfpu_place(m, h.index, place, sizeof place) != SFPU_OK)
            continue;
        fprintf(voice_out(), "    %s", h.device);
        if (strcmp(h.device, "semaphore") == 0)
            fprintf(voice_out(), " %u", h.number);
        fprintf(voice_out(), timed ? " %s for %s, first in cycle %" PRIu64 : " %s for %s, first after %" PRIu64
                " instructions", h.deed, place, h.cycle);
        if (h.times > 1)
            fprintf(voice_out(), ", %" PRIu64 " times", h.times);
        putc('\n', voice_out());
    }
    if (i > SHOWN)
        fprintf(voice_out(), "    and for %zu more\n", i - SHOWN);
}

/* Prints how long the core took alone, and with the thread; `alone`: the kernel runs without others, and also how
 * long its words take alone. */
static void print_core_cycles(const struct sfpu_core *core, bool alone)
{
    fprintf(voice_out(), "  cycles: %" PRIu64 " for the core alone", core->core_cycles);
    if (alone)
        fprintf(voice_out(), ", %" PRIu64 " for the words alone", core->words_cycles);
    fprintf(voice_out(), ", %" PRIu64 " for both\n", core->cycles);
}

/* Prints the lines of the selected thread's core. `of` is " of THREAD" beside other threads, and otherwise empty.
 * Returns 0, or an exit status after a message. */
static int summarise_core(sfpu_machine *m, const char *of)
{
    struct sfpu_core core = {.size = sizeof core};

    if (!sfpu_is_compiled(m))
        return 0;
    if (sfpu_get_core(m, &core) != SFPU_OK)
        return complain_for(m, NULL);
    fprintf(voice_out(), "  core%s: %" PRIu64 " instruction%s pushed %" PRIu64 " word%s\n", of, core.instructions,
            compiled_plural(core.instructions), core.words, compiled_plural(core.words));
    if (core.cycles) {
        print_core_cycles(&core, !*of);
        print_stalls(m);
    }
    if (core.helped)
        fprintf(voice_out(), "  waited for other threads %" PRIu64 " time%s: done at once (--partners)\n", core.helped,
                compiled_plural(core.helped));
    print_help(m, core.cycles != 0);
    return 0;
}

int compiled_summarise(sfpu_machine *m)
{
    const int shown = machine_shown_thread(m);
    int status = 0;

    if (!sfpu_thread_kernel(m, SFPU_THREAD_UNPACK) && !sfpu_thread_kernel(m, SFPU_THREAD_PACK))
        return summarise_core(m, "");
    for (int t = 0; t < SFPU_THREADS && !status; t++) {
        char of[16];

        if (!sfpu_thread_kernel(m, t))
            continue;
        snprintf(of, sizeof of, " of %s", sfpu_thread_name(t));
        sfpu_select_thread(m, t);
        status = summarise_core(m, of);
    }
    sfpu_select_thread(m, shown);
    return status;
}
