/* Runs sfpsim sweep on a header, and puts its figures into words. */
#include "kernel_error.h"

#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <limits.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/array.h"
#include "base/fail.h"
#include "cli/interrupt.h"

extern char **environ;

/* ---- The command ---- */

struct arguments {
    char **list; /* `count` words and a NULL; owned, as the words are */
    size_t count, room;
    bool failed; /* memory ran out */
};

static void add_argument(struct arguments *a, const char *text, size_t length)
{
    char *copy = strndup(text, length);

    a->failed |= !copy || !array_room(&a->list, a->count + 1, &a->room, sizeof *a->list);
    if (a->failed) {
        free(copy);
        return;
    }
    a->list[a->count++] = copy;
    a->list[a->count] = NULL;
}

__attribute__((format(printf, 2, 3))) static void print_argument(struct arguments *a, const char *format, ...)
{
    va_list values;
    char *made;

    va_start(values, format);
    made = format_text(format, values);
    va_end(values);
    a->failed |= !made;
    if (made)
        add_argument(a, made, strlen(made));
    free(made);
}

static void free_arguments(struct arguments *a)
{
    for (size_t i = 0; i < a->count; i++)
        free(a->list[i]);
    free(a->list);
}

/* Adds the words of the options as a shell would read them, so that the comment can have the same text. Refuses what a
 * shell would replace, and what ends a C++ comment's line. */
static bool split_options(const char *options, struct arguments *a, char **error)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./,:@%^";
    struct text word = {0};
    bool inside = false, begun = false;

    for (const char *c = options; *c; c++) {
        if (*c == '\'')
            inside = !inside;
        else if (*c == '\\' || *c == '\n' || (!inside && *c != ' ' && !strchr(plain, *c)))
            break;
        begun |= inside || *c != ' ';
        if (*c != '\'' && (inside || *c != ' '))
            text_add_char(&word, *c);
        if (begun && !inside && (c[1] == ' ' || c[1] == '\0')) {
            add_argument(a, word.data ? word.data : "", word.size);
            word.size = 0;
            begun = false;
        }
        if (c[1] == '\0' && !inside) {
            a->failed |= word.failed;
            text_free(&word);
            return true;
        }
    }
    text_free(&word);
    return fail_with(error, "--sweep takes options of 'sfpsim sweep' as in a shell, with '...' around other characters "
                     "than letters, digits and _-+=./,:@%%^: not \"%s\"", options);
}

/* Writes the path of the sfpsim beside this program, or the name alone, for PATH. */
static void find_sfpsim(char path[static PATH_MAX])
{
    static const char name[] = "sfpsim";
    const ssize_t length = readlink("/proc/self/exe", path, PATH_MAX - sizeof name);
    char *slash = NULL;

    if (length > 0) {
        path[length] = '\0';
        slash = strrchr(path, '/');
    }
    if (slash)
        memcpy(slash + 1, name, sizeof name);
    if (!slash || access(path, X_OK) != 0)
        memcpy(path, name, sizeof name);
}

static bool make_command(const struct header_kernel *k, const char *path, struct arguments *a, char **error)
{
    char program[PATH_MAX];
    bool good;

    find_sfpsim(program);
    print_argument(a, "%s", program);
    print_argument(a, "sweep");
    print_argument(a, "--arch=%s", sfp_arch_name(k->index.arch));
    print_argument(a, "--init=%s", k->figures.init);
    good = split_options(k->request->sweep, a, error);
    print_argument(a, "%s", path);
    for (size_t i = 0; i < k->calls.count; i++)
        print_argument(a, "--call=%s", k->calls.list[i]);
    print_argument(a, "--json");
    if (good && a->failed)
        *error = NULL;
    return good && !a->failed;
}

/* ---- The process ---- */

/* Starts the command in its own process group, with the descriptor as its standard output. A signal that ends this
 * program ends the group too. Returns 0, or an error number. */
static int start_command(const struct arguments *a, int output, pid_t *child)
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t all, before, normal;
    int why;

    sigfillset(&all);
    sigemptyset(&normal);
    sigaddset(&normal, SIGPIPE);
    sigaddset(&normal, SIGXFSZ);
    if ((why = posix_spawn_file_actions_init(&actions)) != 0)
        return why;
    if ((why = posix_spawnattr_init(&attributes)) != 0) {
        posix_spawn_file_actions_destroy(&actions);
        return why;
    }
    sigprocmask(SIG_SETMASK, &all, &before);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
    posix_spawnattr_setsigdefault(&attributes, &normal);
    posix_spawnattr_setsigmask(&attributes, &before);
    why = posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
    if (why == 0)
        why = posix_spawnp(child, a->list[0], &actions, &attributes, a->list, environ);
    if (why == 0)
        end_with_child(*child);
    sigprocmask(SIG_SETMASK, &before, NULL);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return why;
}

/* Reads the command's output to its end. A signal that this program only notes (note_signals()) meanwhile ends the
 * command, whose process group does not receive the terminal's signals. */
static void read_output(int input, pid_t child, struct text *output)
{
    char block[1 << 12];
    ssize_t got;

    while ((got = read(input, block, sizeof block)) > 0 || (got < 0 && errno == EINTR))
        if (got > 0)
            text_add(output, block, (size_t)got);
        else if (told_to_stop())
            kill(-child, SIGTERM);
}

/* Runs the command, and takes its standard output. Sets *told if the command failed, and said why. */
static bool run_command(const struct arguments *a, struct text *output, bool *told, char **error)
{
    const bool told_before = told_to_stop();
    int ends[2], status = 0, why;
    pid_t child;

    if (pipe2(ends, O_CLOEXEC) != 0)
        return fail_with(error, "--sweep: cannot make a pipe: %s", strerror(errno));
    why = start_command(a, ends[1], &child);
    close(ends[1]);
    if (why == 0) {
        if (!told_before && told_to_stop())
            kill(-child, SIGTERM);
        read_output(ends[0], child, output);
        while (waitpid(child, &status, 0) < 0 && errno == EINTR)
            continue;
        end_with_child(0);
    }
    close(ends[0]);
    if (why != 0)
        return fail_with(error, "--sweep: cannot run sfpsim, which belongs beside this program: %s", strerror(why));
    if (output->failed) {
        *error = NULL;
        return false;
    }
    if (WIFSIGNALED(status))
        return fail_with(error, "--sweep: signal %d ended sfpsim sweep", WTERMSIG(status));
    *told = WEXITSTATUS(status) != 0;
    return !*told;
}

/* ---- The report ---- */

static const char *get_member_text(const json_t *report, const char *member)
{
    const char *text = json_string_value(json_object_get(report, member));

    return text ? text : "?";
}

/* Appends "NAME 1, " in as many digits as the report of `sfpsim sweep` has; nothing without a number. */
static void put_number(const json_t *report, const char *member, const char *name, int digits, struct text *out)
{
    const json_t *number = json_object_get(report, member);

    if (json_is_number(number))
        text_print(out, "%s %.*g, ", name, digits, json_number_value(number));
}

/* Says that the command did not write the report that --json asks for. */
static bool fail_without_report(const struct text *output, const json_t *report, char **error)
{
    const char *found = report ? "a report that is not complete" : output->size > 0 ? "other text" : "nothing";

    return fail_with(error, "--sweep: sfpsim sweep wrote %s, expected its whole report as JSON: take out options that "
                     "replace or suppress the report, such as --help, --version and -q", found);
}

static bool describe_error(const struct text *output, struct text *out, char **error)
{
    enum { DIGITS = 9, REAL_DIGITS = 4 };
    json_t *report = json_loadb(output->data ? output->data : "", output->size, 0, NULL);
    const bool whole = json_is_true(json_object_get(report, "complete"));

    if (whole) {
        put_number(report, "max_ulp", "max ulp", DIGITS, out);
        put_number(report, "max_real_ulp", "real ulp", REAL_DIGITS, out);
        text_print(out, "of %s on %s%lld %s %s (%s), in Dst %s, out %s; %s", get_member_text(report, "op"),
                   json_is_true(json_object_get(report, "sampled")) ? "a sample of " : "",
                   (long long)json_integer_value(json_object_get(report, "n_inputs")), get_member_text(report, "in"),
                   json_integer_value(json_object_get(report, "operands")) == 2 ? "pairs" : "values",
                   get_member_text(report, "domain"), get_member_text(report, "dst_format"),
                   get_member_text(report, "dtype"), get_member_text(report, "verdict"));
        text_add_char(out, '\0');
    } else {
        fail_without_report(output, report, error);
    }
    json_decref(report);
    if (whole && out->failed)
        *error = NULL;
    return whole && !out->failed;
}

/* ---- All of it ---- */

/* Writes the header to the file. */
static bool write_header(const char *path, const struct text *header, char **error)
{
    FILE *file = fopen(path, "w");
    const bool written = file && fwrite(header->data, 1, header->size, file) == header->size;

    if ((file && fclose(file) != 0) || !written)
        return fail_with(error, "--sweep: cannot write '%s': %s", path, strerror(errno));
    return true;
}

/* Runs the sweep of the header in the scratch directory. */
static bool sweep_file(struct header_kernel *k, const char *path, const struct text *header, bool *told,
                       char **error)
{
    struct arguments command = {0};
    struct text output = {0};
    const bool done = make_command(k, path, &command, error) && write_header(path, header, error) &&
                      run_command(&command, &output, told, error) && describe_error(&output, &k->figures.error, error);

    text_free(&output);
    free_arguments(&command);
    return done;
}

bool kernel_error_measure(struct header_kernel *k, const struct text *header, bool *told, char **error)
{
    char name[NAME_MAX + 1], path[PATH_MAX];
    const char *const names[] = {name, NULL};
    const char *directory;
    bool done = false;

    *error = NULL;
    if ((size_t)snprintf(name, sizeof name, "%s.h", k->request->name) >= sizeof name)
        return fail_with(error, "--sweep: the name '%s' is too long for a file", k->request->name);
    directory = scratch_open(names, error);
    if (directory && (size_t)snprintf(path, sizeof path, "%s/%s", directory, name) >= sizeof path)
        fail_with(error, "--sweep: the path of the scratch directory is too long");
    else if (directory)
        done = sweep_file(k, path, header, told, error);
    scratch_close();
    return done;
}
