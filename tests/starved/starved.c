/*
 * The main of a program that is done again and again, each time with less memory, before it is done as ever. The
 * Makefile wraps the functions that allocate (tests/unit/scarce_memory.h), and main.
 *
 * The first allocation of each kind that the command asks for fails in its turn, in a process of its own; of a kind are
 * those that are asked for at the same place, which was called from the same places. The lack is said in one line of error,
 * with exit status 2, and each file is as it was before or as it is afterwards; or all is as ever, but that diagnostics
 * may lack their places; or the loss of a convenience, or a check that could not be made, is said. Nothing is left:
 * blocks, descriptors, files. Else that is said, and the exit status is 99.
 *
 * Commands that share the file that STARVED_TRIED names try each kind once. With STARVED=last in the environment each
 * command tries the last allocation of each kind too, and tries again what others have tried, unless it ended a command
 * at once. With STARVED=all each single allocation fails, and each with all after it; with STARVED=off none does.
 */
#include "files.h"
#include "kinds.h"
#include "unit/scarce_memory.h"

#include <dirent.h>
#include <err.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    FOUND_WRONG = 99, /* exit statuses */
    CANNOT = 125,
    FAILED = 1,
    CANNOT_RUN = 2,    /* of every program of this project */
    MOST = 1 << 20,    /* allocations that are told apart */
    CALLERS = 24,      /* that make a kind of allocation */
    MOST_SECONDS = 60, /* of one run */
};

extern const char __executable_start[], etext[]; /* of the linker */

int __real_main(int argc, char **argv);
int __wrap_main(int argc, char **argv);

/* What a run tells of itself. */
struct told {
    bool ended, returned; /* at all, and from main */
    size_t allocations, blocks;
    int descriptors;
    uint64_t kinds[MOST];   /* of allocations, where none fails */
    void *callers[CALLERS]; /* of that which fails */
    int caller_count;
};

struct command {
    int argc;
    char **argv;
    int out, err; /* where a run's streams go: files without a name */
    struct told *told;
    struct files before;
};

/* What is seen of a run. */
struct run {
    int status; /* as waitpid has it */
    char *out, *err;
    size_t out_size, err_size;
    struct files files;
};

/* ---- One run ---- */

static struct told *told; /* of the run that this process is */
static size_t first_blocks;
static int first_descriptors;

/* Of the places in the program, wherever it is loaded; other libraries' may be anywhere. Never 0. */
static uint64_t kind_of(void *const *callers, int count)
{
    uint64_t kind = 0;

    for (int i = 0; i < count; i++) {
        const uintptr_t at = (uintptr_t)callers[i] - (uintptr_t)__executable_start;

        if (at < (uintptr_t)etext - (uintptr_t)__executable_start)
            kind = (kind ^ at) * 0x9E3779B97F4A7C15u;
    }
    return kind | 1;
}

static void note_kind(size_t number)
{
    void *callers[CALLERS];

    if (number <= MOST)
        told->kinds[number - 1] = kind_of(callers, backtrace(callers, CALLERS));
}

static void note_failure(size_t number)
{
    if (number == memory.number)
        told->caller_count = backtrace(told->callers, CALLERS);
}

static int open_descriptors(void)
{
    DIR *directory = opendir("/proc/self/fd");
    int count = 0;

    while (directory && readdir(directory))
        count++;
    if (directory)
        closedir(directory);
    return count;
}

/* At the program's end, after what it has for that itself. */
static void tell(int status, void *context)
{
    (void)context;
    memory.lack = NO_LACK;
    fflush(NULL);
    told->allocations = memory.count;
    told->blocks = scarce_memory_blocks() - first_blocks;
    told->descriptors = open_descriptors() - first_descriptors;
    told->ended = true;
    _exit(status);
}

static _Noreturn void be_run(const struct command *c, enum lack lack, size_t number)
{
    const struct rlimit seconds = {MOST_SECONDS, MOST_SECONDS};
    int status;

    setrlimit(RLIMIT_CPU, &seconds);
    told = c->told;
    first_blocks = scarce_memory_blocks();
    first_descriptors = open_descriptors();
    if (dup2(c->out, STDOUT_FILENO) < 0 || dup2(c->err, STDERR_FILENO) < 0 || on_exit(tell, NULL) != 0)
        err(CANNOT, "a run");
    memory = (struct scarce_memory){
        .lack = lack, .number = number, .asked = lack == NO_LACK ? note_kind : note_failure};
    status = __real_main(c->argc, c->argv);
    told->returned = true;
    exit(status);
}

static void run(const struct command *c, enum lack lack, size_t number, struct run *r)
{
    pid_t child;

    c->told->ended = c->told->returned = false;
    lseek(STDIN_FILENO, 0, SEEK_SET);
    if (ftruncate(c->out, 0) != 0 || ftruncate(c->err, 0) != 0)
        err(CANNOT, "ftruncate");
    fflush(NULL);
    child = fork();
    if (child == 0)
        be_run(c, lack, number);
    if (child < 0 || waitpid(child, &r->status, 0) != child)
        err(CANNOT, "fork");
    r->out = files_read(c->out, &r->out_size);
    r->err = files_read(c->err, &r->err_size);
    files_keep(&r->files, &c->before);
    files_restore(&c->before, &r->files);
}

static void run_free(struct run *r)
{
    free(r->out);
    free(r->err);
    files_free(&r->files);
}

/* ---- Is it right? ---- */

static bool says_so(const char *line, size_t length)
{
    static const char *const sayings[] = {"not enough memory", "out of memory", "Cannot allocate memory", "no memory"};

    for (size_t i = 0; i < sizeof sayings / sizeof sayings[0]; i++)
        if (memmem(line, length, sayings[i], strlen(sayings[i])))
            return true;
    return false;
}

static size_t line_length(const char *text)
{
    const size_t length = strcspn(text, "\n");

    return length + (text[length] == '\n');
}

/* Removes the lines that say that memory is lacking, and returns their number. After one of these, also removes the line
 * that names the line of a budget which could not run for that reason. */
static unsigned take_sayings(char *text)
{
    static const char reason[] = "could not run, for the reason above\n";
    unsigned count = 0;
    char *to = text;

    for (size_t length; *text; text += length) {
        length = line_length(text);
        if (says_so(text, length)) {
            count++;
        } else if (count == 0 || !memmem(text, length, reason, sizeof reason - 1)) {
            memmove(to, text, length);
            to += length;
        }
    }
    *to = '\0';
    return count;
}

static bool is_diagnostic(const char *line, size_t length)
{
    static const char *const kinds[] = {"error", "warning", "note"};

    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        if (memmem(line, length, kinds[i], strlen(kinds[i])))
            return true;
    return false;
}

static size_t diagnostics_of(const char *text)
{
    size_t count = 0;

    for (size_t length; *text; text += length) {
        length = line_length(text);
        count += is_diagnostic(text, length);
    }
    return count;
}

/* Is each diagnostic of `part` in `whole`, in that order? Lines of a source may be echoed between them. */
static bool has_each_diagnostic(const char *whole, const char *part)
{
    for (size_t length; *part; part += length) {
        const char *at;

        length = line_length(part);
        if (!is_diagnostic(part, length))
            continue;
        at = memmem(whole, strlen(whole), part, length);
        if (!at)
            return false;
        whole = at + length;
    }
    return true;
}

/* A report may say what is lacking. */
static bool file_says_so(const struct kept_file *file)
{
    return file->bytes && says_so(file->bytes, file->size);
}

static bool files_are(const struct files *are, const struct files *as)
{
    for (size_t i = 0; i < are->count; i++)
        if (!files_same(&are->list[i], files_find(as, are->list[i].path)) && !file_says_so(&are->list[i]))
            return false;
    return are->count == as->count;
}

/* Those that are there, and those that were. */
static const char *wrong_file(const struct files *files, const struct files *before, const struct files *whole)
{
    for (size_t i = 0; i < files->count; i++) {
        const char *path = files->list[i].path;

        if (!files_same(&files->list[i], files_find(before, path))
            && !files_same(&files->list[i], files_find(whole, path)) && !file_says_so(&files->list[i]))
            return path;
    }
    for (size_t i = 0; i < before->count; i++)
        if (!files_find(files, before->list[i].path) && files_find(whole, before->list[i].path))
            return before->list[i].path;
    return NULL;
}

/* Is all as ever, but that diagnostics may be without their places, or the loss of a convenience is said? */
static bool is_as_ever(const struct run *r, const struct run *whole)
{
    char *out = files_text(r->out), *err = files_text(r->err);
    const bool same = strcmp(out, whole->out) == 0
                      && (strcmp(err, whole->err) == 0
                          || (diagnostics_of(err) && diagnostics_of(err) == diagnostics_of(whole->err)));
    const unsigned voice_err = take_sayings(err), voice_out = take_sayings(out);
    const bool said = voice_err == 1 || (voice_err == 0 && voice_out > 0);

    free(out);
    free(err);
    return r->status == whole->status && files_are(&r->files, &whole->files) && (same || said);
}

/* A report says that a check could not be made, which has then failed. */
static bool is_failed_check(const struct run *r)
{
    char *out = files_text(r->out);
    const bool said = take_sayings(out) > 0;

    free(out);
    return WEXITSTATUS(r->status) == FAILED && said;
}

/* What is refused as it lacks memory. Where all is refused as ever there is an error at least, maybe a shorter one. */
static const char *judge_refused(const struct run *r, const struct run *whole)
{
    char *out = files_text(r->out), *err = files_text(r->err);
    const unsigned sayings = take_sayings(err);
    const bool said = sayings == 1 || (sayings == 0 && take_sayings(out) > 0); /* there: in TAP */
    const bool known = has_each_diagnostic(whole->err, err);

    free(out);
    free(err);
    if (r->status == whole->status)
        return strstr(r->err, "error: ") ? NULL : "the error is lost";
    return !said ? "not one line of error says it" : known ? NULL : "other errors";
}

/* NULL if it is right. What a run gives back where argp ends it is of no interest. */
static const char *judge(const struct command *c, const struct run *r, const struct run *whole)
{
    if (!WIFEXITED(r->status) || !c->told->ended)
        return "it does not end";
    if (c->told->returned && c->told->blocks)
        return "blocks are left";
    if (c->told->returned && c->told->descriptors)
        return "descriptors are left";
    if (is_as_ever(r, whole))
        return NULL;
    if (wrong_file(&r->files, &c->before, &whole->files))
        return "a file is neither as before nor as ever";
    if (is_failed_check(r))
        return NULL;
    if (WEXITSTATUS(r->status) != CANNOT_RUN)
        return "another exit status than 2, and not all is as ever";
    return judge_refused(r, whole);
}

static bool complain(const struct command *c, const char *why, const char *how, const struct run *r)
{
    fprintf(stderr, "starved:");
    for (int i = 0; i < c->argc; i++)
        fprintf(stderr, " %s", c->argv[i]);
    fprintf(stderr, "\nstarved: %s: %s (status %#x, %zu blocks and %d descriptors left)\n", how, why,
            (unsigned)r->status, c->told->blocks, c->told->descriptors);
    fprintf(stderr, "stdout:\n%.2000s\nstderr:\n%.2000s\n", r->out, r->err);
    fflush(stderr);
    backtrace_symbols_fd(c->told->callers, c->told->caller_count, STDERR_FILENO);
    return false;
}

/* ---- All of them ---- */

/* Was the run that it failed in refused without asking for much more? Then it will be in any command. */
static bool ended_at_once(const struct command *c, const struct run *r, size_t number)
{
    enum { FEW = 16 };

    return WIFEXITED(r->status) && WEXITSTATUS(r->status) == CANNOT_RUN && c->told->allocations <= number + FEW;
}

static bool try(const struct command *c, enum lack lack, size_t number, const struct run *whole, bool *at_once)
{
    struct run r;
    const char *why;
    char how[80];
    bool right;

    run(c, lack, number, &r);
    why = judge(c, &r, whole);
    snprintf(how, sizeof how, "allocation %zu fails%s", number, lack == ONE_FAILS ? "" : ", and all behind it");
    right = !why || complain(c, why, how, &r);
    *at_once = ended_at_once(c, &r, number);
    run_free(&r);
    return right;
}

/* Of the environment's STARVED. */
static bool is_said(const char *word)
{
    const char *said = getenv("STARVED");

    return said && strcmp(said, word) == 0;
}

/* Which allocations of a command fail in their turn. */
struct tries {
    const struct command *c;
    const struct run *whole;
    const uint64_t *kind; /* of allocation i + 1 */
    bool *done;           /* has allocation i + 1 failed? */
    bool again;           /* do other commands try the kind again? */
};

static bool try_kind(const struct tries *t, struct kinds *tried, size_t i)
{
    bool at_once, right;

    if (!kinds_add(tried, t->kind[i]) || t->done[i])
        return true;
    t->done[i] = true;
    right = try(t->c, ONE_FAILS, i + 1, t->whole, &at_once);
    if (at_once || !t->again)
        kinds_tell(tried, t->kind[i]);
    return right;
}

/*
 * The first of each kind, and the last if that is wanted: what is begun and what is nearly done are given back in
 * different ways.
 */
static bool try_kinds(const struct command *c, const struct run *whole, const uint64_t *kind, size_t count)
{
    struct tries t = {c, whole, kind, calloc(count + 1, sizeof *t.done), is_said("last")};
    struct kinds first, last;
    bool right = true;

    if (!t.done)
        err(CANNOT, "no memory for the test");
    kinds_open(&first, getenv("STARVED_TRIED"));
    for (size_t i = 0; i < count; i++)
        right = try_kind(&t, &first, i) && right;
    kinds_close(&first);
    kinds_open(&last, getenv("STARVED_TRIED"));
    for (size_t i = count; t.again && i-- > 0;)
        right = try_kind(&t, &last, i) && right;
    kinds_close(&last);
    free(t.done);
    return right;
}

static bool try_all(const struct command *c, const struct run *whole, size_t count)
{
    bool right = true, at_once;

    for (size_t i = 0; i < count; i++) {
        right = try(c, ONE_FAILS, i + 1, whole, &at_once) && right;
        right = try(c, ALL_FAIL_FROM, i + 1, whole, &at_once) && right;
    }
    return right;
}

static bool try_each(const struct command *c, const struct run *whole)
{
    const size_t count = c->told->allocations;

    return is_said("all") ? try_all(c, whole, count) : try_kinds(c, whole, c->told->kinds, count < MOST ? count : MOST);
}

static bool check(const struct command *c)
{
    struct run whole;
    bool right;

    run(c, NO_LACK, 0, &whole);
    if (!WIFEXITED(whole.status) || !c->told->ended
        || (c->told->returned && (c->told->blocks || c->told->descriptors)))
        right = complain(c, "it leaves something, or does not end", "memory is not lacking", &whole);
    else
        right = try_each(c, &whole);
    run_free(&whole);
    return right;
}

/* ---- main ---- */

/* Standard input as a file that can be read again. */
static void keep_input(void)
{
    const int file = memfd_create("stdin", MFD_CLOEXEC);
    char bytes[4096];
    ssize_t length;

    if (lseek(STDIN_FILENO, 0, SEEK_CUR) >= 0)
        return;
    while ((length = read(STDIN_FILENO, bytes, sizeof bytes)) > 0)
        if (write(file, bytes, (size_t)length) != length)
            err(CANNOT, "standard input");
    if (dup2(file, STDIN_FILENO) < 0)
        err(CANNOT, "standard input");
    close(file);
}

int __wrap_main(int argc, char **argv)
{
    struct command c = {argc, argv, memfd_create("stdout", MFD_CLOEXEC), memfd_create("stderr", MFD_CLOEXEC)};
    void *warm[1];

    if (is_said("off"))
        return __real_main(argc, argv);
    backtrace(warm, 1); /* which loads what it needs the first time */
    scarce_memory_json();
    keep_input();
    c.told = mmap(NULL, sizeof *c.told, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (c.out < 0 || c.err < 0 || c.told == MAP_FAILED || fcntl(c.out, F_SETFL, O_APPEND) != 0
        || fcntl(c.err, F_SETFL, O_APPEND) != 0)
        err(CANNOT, "memory of the test");
    files_keep(&c.before, NULL);
    if (!check(&c))
        return FOUND_WRONG;
    files_free(&c.before);
    lseek(STDIN_FILENO, 0, SEEK_SET);
    return __real_main(argc, argv);
}
