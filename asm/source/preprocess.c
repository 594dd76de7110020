/* *.S sources: runs the C compiler's preprocessor, as gcc does for assembly. */
#include "preprocess.h"

#include "assembly/assembler.h"
#include "base/fail.h"
#include "base/text_buffer.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- Stored runs ---- */

/* A command line, and the result of its run. */
struct entry {
    struct text command; /* the words, each with its NUL */
    struct preprocessor_run run;
    enum { RUNS, DONE, FAILED } state;
    struct entry *next;
};

struct sfp_preprocessed {
    pthread_mutex_t lock; /* protects the entries and their states */
    pthread_cond_t changed;
    struct entry *entries;
};

struct sfp_preprocessed *preprocessed_new(void)
{
    struct sfp_preprocessed *kept = calloc(1, sizeof *kept);

    if (!kept)
        return NULL;
    pthread_mutex_init(&kept->lock, NULL);
    pthread_cond_init(&kept->changed, NULL);
    return kept;
}

static void free_entry(struct entry *entry)
{
    text_free(&entry->command);
    buffer_free(&entry->run.text);
    buffer_free(&entry->run.messages);
    free(entry);
}

void preprocessed_free(struct sfp_preprocessed *kept)
{
    if (!kept)
        return;
    while (kept->entries) {
        struct entry *entry = kept->entries;

        kept->entries = entry->next;
        free_entry(entry);
    }
    pthread_cond_destroy(&kept->changed);
    pthread_mutex_destroy(&kept->lock);
    free(kept);
}

/* Makes an entry for a command line. Returns NULL without memory. */
static struct entry *entry_for(char *const *argv)
{
    struct entry *entry = calloc(1, sizeof *entry);

    for (; entry && *argv; argv++)
        text_add(&entry->command, *argv, strlen(*argv) + 1);
    if (entry && entry->command.failed) {
        free_entry(entry);
        return NULL;
    }
    return entry;
}

static bool copy_buffer(const struct sfp_buffer *from, struct sfp_buffer *to)
{
    *to = (struct sfp_buffer){.data = malloc(from->size + 2), .size = from->size};
    if (!to->data)
        return false;
    if (from->size > 0) /* an empty buffer may be NULL */
        memcpy(to->data, from->data, from->size);
    memset(to->data + from->size, 0, 2);
    return true;
}

static bool copy_run(const struct preprocessor_run *from, struct preprocessor_run *to, char **error)
{
    *error = NULL;
    *to = (struct preprocessor_run){0};
    if (copy_buffer(&from->text, &to->text) && copy_buffer(&from->messages, &to->messages))
        return true;
    buffer_free(&to->text);
    *to = (struct preprocessor_run){0};
    return false;
}

/* Returns the stored entry of the same command, after waiting for its run. If no entry is stored, stores and returns
 * `own`; the caller then does its run. */
static struct entry *find_stored_run(struct sfp_preprocessed *kept, struct entry *own)
{
    struct entry *entry;

    pthread_mutex_lock(&kept->lock);
    for (entry = kept->entries; entry; entry = entry->next)
        if (entry->command.size == own->command.size &&
            memcmp(entry->command.data, own->command.data, own->command.size) == 0)
            break;
    if (!entry) {
        entry = own;
        entry->next = kept->entries;
        kept->entries = entry;
    }
    while (entry != own && entry->state == RUNS)
        pthread_cond_wait(&kept->changed, &kept->lock);
    pthread_mutex_unlock(&kept->lock);
    return entry;
}

/* Runs a new entry's command, and stores a copy of the result. */
static bool run_first(struct sfp_preprocessed *kept, run_preprocessor *run, char *const *argv, const char *path,
                      struct entry *entry, struct preprocessor_run *result, char **error)
{
    const bool done = run(argv, path, result, error);
    char *lack;
    const bool copied = done && copy_run(result, &entry->run, &lack);

    pthread_mutex_lock(&kept->lock);
    entry->state = copied ? DONE : FAILED;
    pthread_cond_broadcast(&kept->changed);
    pthread_mutex_unlock(&kept->lock);
    return done;
}

bool preprocessed_get(struct sfp_preprocessed *kept, run_preprocessor *run, char *const *argv, const char *path,
                      struct preprocessor_run *result, char **error)
{
    struct entry *own = kept ? entry_for(argv) : NULL, *entry;

    if (!own)
        return run(argv, path, result, error);
    entry = find_stored_run(kept, own);
    if (entry == own)
        return run_first(kept, run, argv, path, entry, result, error);
    free_entry(own);
    return entry->state == DONE ? copy_run(&entry->run, result, error) : run(argv, path, result, error);
}

/* ---- The preprocessor ---- */

/* Starts `argv` with standard output to `output` and standard error to `messages`. Returns 0 or an error number. */
static int start_preprocessor(char *const *argv, int output, int messages, pid_t *child)
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t normal;
    int why = posix_spawn_file_actions_init(&actions);

    if (why)
        return why;
    why = posix_spawnattr_init(&attributes);
    if (why) {
        posix_spawn_file_actions_destroy(&actions);
        return why;
    }
    /* A child must not inherit ignored signals from the caller. */
    sigemptyset(&normal);
    sigaddset(&normal, SIGPIPE);
    sigaddset(&normal, SIGXFSZ);
    posix_spawnattr_setsigdefault(&attributes, &normal);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
    why = posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
    if (!why)
        why = posix_spawn_file_actions_adddup2(&actions, messages, STDERR_FILENO);
    if (!why)
        why = posix_spawnp(child, argv[0], &actions, &attributes, argv, environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return why;
}

/* Passes the preprocessor's messages, if any, to the caller's sink. */
static void pass_messages_on(const struct sfp_asm_options *options, const char *path, const struct sfp_buffer *said)
{
    if (options->sink && said->size > 0)
        options->sink(options->context, &(struct sfp_diagnostic){.note = true, .file = path, .text = said->data,
                                                                 .verbatim = said->data});
}

/* Reads the preprocessor's messages. Returns false with an error. */
static bool read_messages(const char *path, int messages, struct sfp_buffer *said, char **error)
{
    const struct sfp_reading reading = {path, SFP_MOST_INPUT, false};

    return (lseek(messages, 0, SEEK_SET) == 0 || fail_with(error, "cannot read the C preprocessor's messages")) &&
           file_read_descriptor(messages, &reading, said, error);
}

/* Runs `argv`, and reads its whole output; its standard error goes to `messages`. On failure *text holds the output
 * up to the failure. */
static bool read_preprocessor_output(char *const *argv, const char *path, int messages, struct sfp_buffer *text,
                                     char **error)
{
    /* Reads bytes, not text: reading text would stop at a NUL, and the preprocessor, unable to write on, would seem
     * to fail. */
    const struct sfp_reading reading = {path, SFP_MOST_INPUT, false};
    int ends[2];
    pid_t child;
    int status;
    int why;
    bool read_whole;

    *error = NULL;
    if (pipe2(ends, O_CLOEXEC) != 0) {
        if (asprintf(error, "cannot run the C preprocessor: %s", strerror(errno)) < 0)
            *error = NULL;
        return false;
    }
    why = start_preprocessor(argv, ends[1], messages, &child);
    close(ends[1]);
    if (why) {
        close(ends[0]);
        if (asprintf(error, "cannot run the C preprocessor '%s': %s", argv[0], strerror(why)) < 0)
            *error = NULL;
        return false;
    }
    read_whole = file_read_descriptor(ends[0], &reading, text, error);
    close(ends[0]);
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        continue;
    if (!read_whole)
        return false;
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
        return true;
    if (asprintf(error, "the C preprocessor failed on '%s'", path) < 0)
        *error = NULL;
    return false;
}

/* Runs the preprocessor (a run_preprocessor function). Its messages go to a file in memory, read after the end: in a
 * pipe, unread messages could block the preprocessor while its output is read. */
static bool run_c_preprocessor(char *const *argv, const char *path, struct preprocessor_run *result, char **error)
{
    const int messages = memfd_create("messages", MFD_CLOEXEC);
    char *unread = NULL;
    bool done;

    *result = (struct preprocessor_run){0};
    if (messages < 0)
        return fail_with(error, "cannot run the C preprocessor: %s", strerror(errno));
    done = read_preprocessor_output(argv, path, messages, &result->text, error);
    if (!read_messages(path, messages, &result->messages, &unread)) {
        if (done)
            *error = unread;
        else
            free(unread);
        done = false;
    }
    close(messages);
    return done;
}

/* Reports the files that the line markers of a failed run name (`# LINE "FILE" FLAGS`) to options->read. After a run
 * without failure, the assembly reports them. */
static void report_marker_files(const struct sfp_asm_options *options, const struct sfp_buffer *text)
{
    const char *const end = text->data + text->size;

    for (const char *line = text->data, *next; options->read && line && line < end; line = next) {
        const char *stop = memchr(line, '\n', (size_t)(end - line));
        const char *name = *line == '#' ? memchr(line, '"', (size_t)((stop ? stop : end) - line)) : NULL;
        const char *close = name ? memchr(name + 1, '"', (size_t)((stop ? stop : end) - name - 1)) : NULL;
        char *path = close ? strndup(name + 1, (size_t)(close - name - 1)) : NULL;

        if (path && *path && *path != '<')
            options->read(options->context, path);
        free(path);
        next = stop ? stop + 1 : end;
    }
}

static bool preprocess_with(char *const *argv, const struct sfp_asm_options *options, const char *path,
                            struct sfp_buffer *text, char **error)
{
    struct preprocessor_run result;
    const bool done = preprocessed_get(options->preprocessed, run_c_preprocessor, argv, path, &result, error);

    pass_messages_on(options, path, &result.messages);
    buffer_free(&result.messages);
    if (!done)
        report_marker_files(options, &result.text);
    if (done)
        *text = result.text;
    else
        buffer_free(&result.text);
    return done;
}

/* Returns the arch that a line names with .arch, or 0. */
static enum sfp_arch arch_of_line(const char *line, const char *end)
{
    static const char directive[] = ".arch";
    char name[SFP_ARCH_NAMES_SIZE];
    enum sfp_arch arch;
    size_t length = 0;

    while (line < end && (*line == ' ' || *line == '\t'))
        line++;
    if ((size_t)(end - line) < sizeof directive || memcmp(line, directive, sizeof directive - 1) != 0)
        return 0;
    line += sizeof directive - 1;
    while (line < end && (*line == ' ' || *line == '\t'))
        line++;
    while (line < end && isalnum((unsigned char)*line) && length + 1 < sizeof name)
        name[length++] = *line++;
    name[length] = '\0';
    return sfp_arch_parse(name, &arch) ? arch : 0;
}

enum sfp_arch preprocess_arch(const char *path, enum sfp_arch otherwise)
{
    enum sfp_arch arch = 0;
    struct sfp_buffer text;
    struct stat status;
    char *error;

    /* Only a regular file is read here: other files may be readable only once, by the preprocessor. */
    if (stat(path, &status) != 0 || !S_ISREG(status.st_mode))
        return otherwise;
    if (!file_map_text(path, &text, &error)) {
        free(error);
        return otherwise;
    }
    for (const char *line = text.data, *end; !arch && line < text.data + text.size; line = end + 1) {
        end = memchr(line, '\n', (size_t)(text.data + text.size - line));
        end = end ? end : text.data + text.size;
        arch = arch_of_line(line, end);
    }
    buffer_free(&text);
    return arch ? arch : otherwise;
}

/* Does -D define the arch's macro itself? */
static bool defines_arch(const struct sfp_asm_options *options, enum sfp_arch arch)
{
    const char *name = sfp_arch_facts(arch)->macro;
    const size_t length = strlen(name);

    for (size_t i = 0; i < options->define_count; i++)
        if (strncmp(options->defines[i], name, length) == 0 && strchr("=", options->defines[i][length]))
            return true;
    return false;
}

/* A command line under construction. */
struct command {
    char **words;
    size_t count;
};

/* Appends one or two words. The words are not modified, despite their type. */
static void add_command_words(struct command *command, const char *first, const char *second)
{
    command->words[command->count++] = (char *)first;
    if (second)
        command->words[command->count++] = (char *)second;
}

/* Builds the compiler's command line for the preprocessor; adds the definition `define` of the arch unless -D has
 * it. Returns false without memory. */
static bool fill_command(struct command *command, struct assembler *as, const char *define, const char *input)
{
    static const char *const fixed[] = {"cc", "-E", "-x", "assembler-with-cpp"};
    const struct sfp_asm_options *options = as->options;
    const char *shipped = options->gnu_strict ? NULL : shipped_directory(as);

    if (!options->gnu_strict && !shipped && errno == ENOMEM)
        return false;
    for (size_t i = 0; i < sizeof fixed / sizeof fixed[0]; i++)
        add_command_words(command, fixed[i], NULL);
    for (size_t i = 0; i < options->include_dir_count; i++)
        add_command_words(command, "-I", options->include_dirs[i]);
    for (size_t i = 0; i < options->define_count; i++)
        add_command_words(command, "-D", options->defines[i]);
    if (!defines_arch(options, as->preprocessed))
        add_command_words(command, "-D", define);
    if (shipped)
        add_command_words(command, "-isystem", shipped);
    add_command_words(command, input, NULL);
    return true;
}

bool preprocess(struct assembler *as, const char *path, struct sfp_buffer *text, char **error)
{
    enum { FIXED_WORDS = 10 }; /* includes the arch's definition, the shipped directory, the input and the final NULL */
    const struct sfp_asm_options *options = as->options;
    struct command command = {
        .words = calloc(FIXED_WORDS + 2 * (options->include_dir_count + options->define_count), sizeof *command.words),
    };
    char *input = NULL;
    char *define = NULL;
    bool done = false;

    *error = NULL;
    /* Keeps a file name that starts with a dash from being read as an option. */
    if (asprintf(&input, "%s%s", path[0] == '-' ? "./" : "", path) < 0)
        input = NULL;
    if (asprintf(&define, "%s=1", sfp_arch_facts(as->preprocessed)->macro) < 0)
        define = NULL;
    if (command.words && input && define && fill_command(&command, as, define, input))
        done = preprocess_with(command.words, options, path, text, error);
    free(define);
    free(input);
    free(command.words);
    return done;
}
