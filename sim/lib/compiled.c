/* Compiled kernels: words pushed by a core. */
#include "lib.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/core_kernel.h"

static void write_core_place(const void *context, size_t index, char *text, size_t size)
{
    compiled_place(context, index, text, size);
}

static bool find_core_inlined(const void *context, size_t index, size_t level, struct sfp_inlined *found)
{
    return compiled_inlined(context, index, level, found);
}

/* Drops the kernel being loaded and reports the error. */
static int give_up_compiled(sfpu_machine *m, struct sfp_compiled *compiled, char *name, char *error)
{
    compiled_free(compiled);
    free(name);
    return lib_fail_with(m, SFPU_BAD_INPUT, error);
}

/* ---- Source lines ---- */

void lib_free_texts(char **texts)
{
    for (size_t i = 0; texts && texts[i]; i++)
        free(texts[i]);
    free(texts);
}

int sfpu_search_sources(sfpu_machine *m, const char *const *directories, size_t count)
{
    char **own;

    if (!m || (count && !directories))
        return lib_fail(m, SFPU_BAD_ARGUMENT, "the directories are NULL, but their count is not 0");
    if (!lib_may_change(m))
        return SFPU_BAD_ARGUMENT;
    own = calloc(count + 1, sizeof *own);
    for (size_t i = 0; own && i < count; i++)
        if (!(own[i] = strdup(directories[i]))) {
            lib_free_texts(own);
            own = NULL;
        }
    if (!own)
        return lib_no_memory(m);
    lib_free_texts(m->source_dirs);
    m->source_dirs = own;
    return SFPU_OK;
}

static struct source_search search_for(const sfpu_machine *m, const char *name)
{
    struct source_search search = {.elf = name, .directories = (const char *const *)m->source_dirs};

    while (m->source_dirs && m->source_dirs[search.directory_count])
        search.directory_count++;
    return search;
}

/* Reports a text about the file as a whole; NULL is ignored. */
static void tell_of_file(sfpu_machine *m, const char *name, bool note, const char *text)
{
    struct lib_voice voice = lib_voice_of(m);

    if (text)
        lib_say(&voice, &(struct sfp_diagnostic){.note = note, .file = name, .text = text});
    lib_voice_end(&voice);
}

/* Reports a note if part of the debug information could not be read, and a warning if only the debug information
 * asked for some files. */
static void tell_of_lines(sfpu_machine *m, const struct sfp_compiled *compiled, const struct source_search *search)
{
    const char *trouble = compiled_lines_trouble(compiled);
    bool ok;
    char *text = source_search_warning(search, &ok);

    tell_of_file(m, search->elf, false, ok ? text : sfpu_code_text(SFPU_NO_MEMORY));
    free(text);
    if (!trouble)
        return;
    if (asprintf(&text, "some source lines are not known: the debug information is malformed: %s", trouble) < 0)
        text = NULL;
    tell_of_file(m, search->elf, true, text ? text : sfpu_code_text(SFPU_NO_MEMORY));
    free(text);
}

/* ---- Runs ---- */

static bool has_core_macros(const sfpu_machine *m)
{
    for (unsigned i = 0; i < SFP_THREADS; i++)
        if (m->threads[i].compiled && compiled_has_macros(m->threads[i].compiled))
            return true;
    return false;
}

/* Keeps the state at the run's start, for the cycles of the words alone. */
static bool keep_core_state(sfpu_machine *m)
{
    if (!m->core_before)
        m->core_before = aligned_alloc(_Alignof(struct sfp_state), sizeof *m->core_before);
    if (m->core_before)
        *m->core_before = m->m->s;
    return m->core_before != NULL;
}

/* Frees what the cores of the last run shared, and their tiles. */
static void part_cores(sfpu_machine *m)
{
    for (unsigned i = 0; i < SFP_THREADS; i++)
        if (m->threads[i].compiled)
            compiled_forget_tile(m->threads[i].compiled);
    tile_mates_free(m->mates);
    m->mates = NULL;
}

/* Makes the tile of a thread's core for a run. Returns NULL without memory. */
static struct sfp_tile *begin_core(sfpu_machine *m, enum sfp_thread_id thread, unsigned long passes)
{
    struct sfp_program *program = &m->kernel.program;
    const struct compiled_seat seat = {.thread = thread, .mates = m->mates, .offset = m->kernel.code[thread].first};
    const bool in_time = m->timed || m->as_threads || has_core_macros(m);
    struct sfp_tile *tile =
        compiled_begin(m->threads[thread].compiled, m->m, &seat, program->words + seat.offset, passes, in_time);

    if (!tile)
        return NULL;
    tile->partner = !m->running.no_partners && !m->mates;
    tile->logs = m->running.keeps_words || (m->timed && !m->running.quiet);
    tile->log_most = m->running.keeps_words ? SIZE_MAX : LIB_CLOSE_WORDS;
    return tile;
}

/* Makes what cores share, unless the program is of one thread. Returns false without memory. */
static bool begin_mates(sfpu_machine *m)
{
    part_cores(m);
    if (!sfp_has_several_threads(&m->kernel.program))
        return true;
    m->mates = tile_mates_new(m->arch);
    return m->mates != NULL;
}

static int begin_core_run(sfpu_machine *m, unsigned long passes, const struct sfp_feed *feeds[SFP_THREADS])
{
    bool made = begin_mates(m) && keep_core_state(m);

    for (unsigned i = 0; made && i < SFP_THREADS; i++) {
        struct sfp_tile *tile;

        if (!m->threads[i].compiled)
            continue;
        tile = begin_core(m, (enum sfp_thread_id)i, passes);
        made = tile != NULL;
        feeds[i] = made ? &tile->feed : NULL;
    }
    if (made)
        return SFPU_OK;
    lib_views_free(m);
    sfp_progress_end(&m->progress);
    lib_hush(m);
    return lib_no_memory(m);
}

static void write_core_wait(sfpu_machine *m, enum sfp_thread_id thread, FILE *stream)
{
    struct sfp_tile *tile = compiled_tile(m->threads[thread].compiled);
    struct tile_polled polled;
    uint32_t address;

    if (!tile_awaits(tile, &address)) {
        fputs("loops for ever", stream);
        return;
    }
    polled = tile_polled(tile, address);
    if (tile->kept)
        fprintf(stream, "waits for room in a mailbox, to store to 0x%08X", address);
    else
        fprintf(stream, "%s %s (%s)%s", tile->blocked ? "waits for" : "reads", polled.device, polled.state,
                tile->blocked ? "" : " again and again");
    lib_show_selected(m); /* the wait may have been read in the state of another thread */
}

static enum sfp_thread_id find_overlap(const sfpu_machine *m, const struct sfp_compiled *compiled, uint32_t *address)
{
    for (unsigned i = 0; i < SFP_THREADS; i++)
        if (i != m->selected && m->threads[i].compiled && compiled_overlap(m->threads[i].compiled, compiled, address))
            return (enum sfp_thread_id)i;
    return SFP_THREADS;
}

static void add_message_part(struct text *text, const char *part)
{
    text_add(text, part, strlen(part));
}

/* Returns the core's end and its place as a message, or NULL without memory. The caller frees the text. */
static char *what_ended(const sfpu_machine *m, const struct sfp_tile *tile)
{
    const size_t own = tile_index(tile, tile->core.pc), index = tile->devices.offset + own;
    const bool outside = own >= tile->core.code.size / RV_BYTES; /* an index that is another's, or nobody's */
    char part[SFP_INLINED_SIZE];
    struct text text = {0};
    struct sfp_inlined within;
    bool inside = false;

    sfp_kernel_core_place(&m->kernel, tile->devices.owner, own, part, sizeof part);
    add_message_part(&text, part);
    add_message_part(&text, ": ");
    add_message_part(&text, tile->message);
    for (size_t level = 0; !outside && sfp_kernel_inlined(&m->kernel, index, level, &within); level++) {
        sfp_inlined_text(&within, part);
        add_message_part(&text, level ? "; in " : " (in ");
        add_message_part(&text, part);
        inside = true;
    }
    if (inside)
        add_message_part(&text, ")");
    text_add_char(&text, '\0');
    if (!text.failed)
        return text.data;
    text_free(&text);
    return NULL;
}

static int end_core_run(sfpu_machine *m)
{
    if (m->result.status == SFP_RUN_REFUSED || m->result.status == SFP_RUN_NO_MEMORY)
        return SFPU_OK;
    for (unsigned i = 0; i < SFP_THREADS; i++) {
        const struct sfp_tile *tile = m->threads[i].compiled ? compiled_tile(m->threads[i].compiled) : NULL;

        if (!tile || tile->end == TILE_DONE || tile->end == TILE_UNDER_WAY)
            continue;
        lib_note_core_failure(m, tile);
        return lib_fail_with(m, tile->end == TILE_DEADLOCK ? SFPU_DEADLOCK : SFPU_REFUSED, what_ended(m, tile));
    }
    return SFPU_OK;
}

static const struct lib_core tile_core = {
    .begin = begin_core_run, .end = end_core_run, .write_wait = write_core_wait, .find_overlap = find_overlap,
    .part = part_cores, .has_macros = has_core_macros, .free = compiled_free};

/* ---- Loading ---- */

int lib_load_compiled(sfpu_machine *m, char *name, struct sfp_buffer *file, const char *symbol)
{
    struct sfp_kernel kernel = {.path = name};
    struct source_search search = search_for(m, name);
    struct sfp_compiled *compiled;
    char *error = NULL;
    int code;

    if (!file->data) {
        free(name);
        return lib_no_memory(m);
    }
    compiled = compiled_new(file, name, m->arch, &error);
    if (!compiled || (symbol && !compiled_call(compiled, symbol, NULL, 0, &error))
        || !compiled_program(compiled, &search, &kernel.program)) {
        source_search_end(&search);
        return give_up_compiled(m, compiled, name, error);
    }
    kernel.code[m->selected] = (struct sfp_core_code){
        .place = write_core_place, .inlined = find_core_inlined, .context = compiled};
    kernel.has_source = kernel.program.source_count > 0;
    tell_of_lines(m, compiled, &search);
    source_search_end(&search);
    m->core = &tile_core;
    code = lib_take_kernel(m, &kernel, name, compiled);
    if (code != SFPU_OK)
        compiled_free(compiled);
    return code;
}

/* Reads the header of an ordinary file. *size is 0 for any other file. Returns false with the reason in errno. */
static bool read_elf_header(const char *path, Elf32_Ehdr *header, ssize_t *size)
{
    struct stat status;
    const int descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    int why;

    *size = 0;
    if (descriptor < 0)
        return false;
    if (fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode))
        *size = read(descriptor, header, sizeof *header);
    why = errno;
    close(descriptor);
    errno = why;
    return *size >= 0;
}

int lib_is_compiled(sfpu_machine *m, const char *path, bool *is)
{
    Elf32_Ehdr header;
    ssize_t size;

    if (strcmp(path, "-") == 0) {
        *is = false;
        return SFPU_OK;
    }
    if (!read_elf_header(path, &header, &size))
        return lib_fail(m, SFPU_BAD_INPUT, "cannot read '%s': %s", path, strerror(errno));
    *is = size == sizeof header
          && compiled_can_run(&(struct sfp_buffer){.data = (char *)&header, .size = sizeof header});
    return SFPU_OK;
}

static int need_compiled(sfpu_machine *m)
{
    if (!m)
        return SFPU_BAD_ARGUMENT;
    return m->compiled ? SFPU_OK : lib_fail(m, SFPU_NO_PROGRAM, "no compiled kernel is loaded");
}

static int need_to_change_compiled(sfpu_machine *m)
{
    return lib_may_change(m) ? need_compiled(m) : SFPU_BAD_ARGUMENT;
}

/* Like need_to_change_compiled(), and fails during a stopped run. */
static int need_no_run(sfpu_machine *m)
{
    const int code = need_to_change_compiled(m);

    if (code == SFPU_OK && m->stepping)
        return lib_fail(m, SFPU_BAD_ARGUMENT, "a run is under way");
    return code;
}

int sfpu_is_compiled(const sfpu_machine *m)
{
    return m && m->compiled;
}

int sfpu_add_call(sfpu_machine *m, const char *symbol, const uint32_t *arguments, size_t count)
{
    char *error;
    int code = need_to_change_compiled(m);

    if (code != SFPU_OK)
        return code;
    if (count && !arguments)
        return lib_fail(m, SFPU_BAD_ARGUMENT, "the arguments are NULL, but their count is not 0");
    lib_snapshots_expire(m);
    return compiled_call(m->compiled, symbol, arguments, count, &error) ? SFPU_OK
                                                                          : lib_fail_with(m, SFPU_BAD_INPUT, error);
}

typedef bool add_poke(struct sfp_compiled *compiled, const struct tile_poke *poke, char **error);

/* Adds a poke. A size beyond 32 bits becomes UINT32_MAX, which no memory holds, so that `add` reports the error. */
static int take_poke(sfpu_machine *m, add_poke *add, uint32_t address, const void *bytes, size_t size)
{
    const struct tile_poke poke = {.address = address, .size = (uint32_t)(size < UINT32_MAX ? size : UINT32_MAX),
                                   .bytes = (void *)(uintptr_t)bytes};
    char *error;

    return add(m->compiled, &poke, &error) ? SFPU_OK : lib_fail_with(m, SFPU_BAD_INPUT, error);
}

int sfpu_poke(sfpu_machine *m, uint32_t address, const void *bytes, size_t size)
{
    int code = need_to_change_compiled(m);

    if (code != SFPU_OK)
        return code;
    if (!bytes)
        return size ? lib_fail(m, SFPU_BAD_ARGUMENT, "no bytes") : SFPU_OK;
    return take_poke(m, compiled_poke, address, bytes, size);
}

int sfpu_when_idle(sfpu_machine *m, uint32_t address, const void *bytes, size_t size)
{
    int code = need_no_run(m);

    if (code == SFPU_OK)
        code = lib_need_no_cores_beside(m, "what others do when the core is idle");

    if (code != SFPU_OK)
        return code;
    lib_snapshots_expire(m);
    return take_poke(m, compiled_when_idle, address, bytes, size);
}

int sfpu_give(sfpu_machine *m, const char *device, const uint64_t *values, size_t count)
{
    char *error;
    int code = need_no_run(m);

    if (code != SFPU_OK)
        return code;
    if (!device || (count && !values))
        return lib_fail(m, SFPU_BAD_ARGUMENT, "the device is NULL, or the values are NULL and their count is not 0");
    lib_snapshots_expire(m);
    return compiled_give(m->compiled, device, values, count, &error) ? SFPU_OK
                                                                       : lib_fail_with(m, SFPU_BAD_INPUT, error);
}

int sfpu_find_symbol(sfpu_machine *m, const char *name, uint32_t *address)
{
    const struct rv_symbol *symbol;
    char *error;
    int code = need_compiled(m);

    if (code != SFPU_OK)
        return code;
    if (!name || !address)
        return lib_fail(m, SFPU_BAD_ARGUMENT, "no symbol, or no room for its address");
    symbol = compiled_symbol(m->compiled, name, &error);
    if (!symbol)
        return lib_fail_with(m, SFPU_BAD_INPUT, error);
    *address = symbol->address;
    return SFPU_OK;
}

int sfpu_peek(sfpu_machine *m, uint32_t address, void *bytes, size_t size)
{
    const struct sfp_tile *tile;
    int code = need_compiled(m);

    if (code != SFPU_OK)
        return code;
    if (!bytes)
        return lib_fail(m, SFPU_BAD_ARGUMENT, "no room for bytes");
    tile = compiled_tile(m->compiled);
    if (!tile || !tile_peek(tile, address, bytes, size))
        return lib_fail(m, SFPU_BAD_ARGUMENT, tile ? "the address is outside of memory" : "nothing has run");
    return SFPU_OK;
}

/* ---- Results ---- */

const struct sfp_tile *lib_tile(sfpu_machine *m, int *code)
{
    const struct sfp_tile *tile;

    *code = need_compiled(m);
    if (*code != SFPU_OK)
        return NULL;
    tile = compiled_tile(m->compiled);
    if (!tile)
        *code = lib_fail(m, SFPU_BAD_ARGUMENT, "nothing has run");
    return tile;
}

int sfpu_get_core(sfpu_machine *m, struct sfpu_core *core)
{
    struct sfpu_core own;
    const struct sfp_tile *tile;
    int code;

    if (!core)
        return lib_fail(m, SFPU_BAD_ARGUMENT, "no place for the result");
    tile = lib_tile(m, &code);
    if (!tile)
        return code;
    own = (struct sfpu_core){.instructions = tile->core.retired, .words = tile->pushed, .helped = tile->relieved};
    if (m->timed) {
        const uint64_t words = m->as_threads ? m->timing.thread[tile->devices.owner].cycles : m->timing.cycles;

        own.cycles = words > tile->clock.issued + 1 ? words : tile->clock.issued + 1;
        own.core_cycles = sfp_tile_alone(tile)->issued + 1;
        if (m->begun.keeps_words && !m->as_threads && !lib_words_alone(m, tile, &own.words_cycles))
            return lib_no_memory(m);
    }
    return lib_given(m, lib_give(core, &own, sizeof own));
}

int sfpu_get_help(sfpu_machine *m, size_t i, struct sfpu_help *help)
{
    static const char *const deeds[] = {[TILE_POSTED] = "posted", [TILE_TAKEN] = "taken", [TILE_SET_UP] = "set up",
                                        [TILE_MAIL_READ] = "read"};
    const struct tile_help *h;
    struct sfpu_help own;
    int code;
    const struct sfp_tile *tile = lib_tile(m, &code);

    if (!tile)
        return code;
    if (!help || i >= tile->help_count)
        return lib_fail(m, SFPU_BAD_ARGUMENT, "there is no deed %zu: other threads did %u", i, tile->help_count);
    h = &tile->help[i];
    own = (struct sfpu_help){.deed = deeds[h->deed], .device = "semaphore", .number = h->number,
                             .index = tile->devices.offset + h->index,
                             .cycle = h->cycle, .times = h->times};
    if (h->deed == TILE_MAIL_READ) {
        own.device = tile_mailbox_name(h->number);
        own.number = 0;
    }
    return lib_given(m, lib_give(help, &own, sizeof own));
}

const char *sfpu_core_stall(sfpu_machine *m, size_t i, uint64_t *cycles)
{
    int code;
    const struct sfp_tile *tile = lib_tile(m, &code);
    const size_t cause = i + 1; /* TILE_STALL_NONE is skipped */

    if (!tile || !cycles || cause >= TILE_STALLS)
        return NULL;
    *cycles = tile->clock.stalls[cause];
    return tile_stall_names[cause];
}

int sfpu_get_pushed(sfpu_machine *m, size_t i, struct sfpu_pushed *pushed)
{
    struct sfpu_pushed own;
    int code;
    const struct sfp_tile *tile = lib_tile(m, &code);

    if (!tile)
        return code;
    if (tile->log_lost)
        return lib_no_memory(m);
    if (!pushed || i >= tile->logged)
        return lib_fail(m, SFPU_BAD_ARGUMENT, "there is no word %zu: %zu were pushed", i, tile->logged);
    own = (struct sfpu_pushed){.word = tile->log[i].word, .index = tile->devices.offset + tile->log[i].index,
                               .cycle = tile->log[i].at};
    return lib_given(m, lib_give(pushed, &own, sizeof own));
}

int sfpu_get_recorded(sfpu_machine *m, sfpu_program **program)
{
    const struct sfp_tile *tile;
    sfpu_program *own;
    int code;

    if (!program)
        return lib_fail(m, SFPU_BAD_ARGUMENT, "no place for the program");
    *program = NULL;
    tile = lib_tile(m, &code);
    if (!tile)
        return code;
    if ((code = lib_need_no_cores_beside(m, "recorded words")) != SFPU_OK)
        return code;
    if (!m->begun.keeps_words)
        return lib_fail(m, SFPU_BAD_ARGUMENT, "the last run did not keep its words");
    own = tile->log_lost ? NULL : calloc(1, sizeof *own);
    if (own && tile_log_program(tile, &m->kernel, &own->program)) {
        *program = own;
        return SFPU_OK;
    }
    free(own);
    return lib_no_memory(m);
}
