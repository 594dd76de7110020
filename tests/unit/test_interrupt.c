/* Signals that tell a program to stop (asm/cli/interrupt.h): what becomes of a child that gets them. */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "cli/interrupt.h"

enum { NOT_ENDED = 3, WRONG = 4 };

static void say(const char *signal)
{
    (void)!write(STDOUT_FILENO, signal, strlen(signal));
}

/* Does this in a child, whose standard output is said[] in the end. Returns what waitpid(2) says of the child. */
static int in_child(void (*what)(void), char said[32])
{
    int ends[2], status;
    ssize_t size;
    pid_t child;

    assert_int_equal(pipe(ends), 0);
    child = fork();
    if (child == 0) {
        dup2(ends[1], STDOUT_FILENO);
        signal(SIGINT, SIG_DFL); /* a shell's background commands ignore it */
        signal(SIGTERM, SIG_DFL);
        signal(SIGHUP, SIG_IGN);
        end_on_signals(say);
        what();
        _exit(NOT_ENDED);
    }
    assert_true(child > 0);
    close(ends[1]);
    assert_int_equal(waitpid(child, &status, 0), child);
    size = read(ends[0], said, 31);
    assert_true(size >= 0);
    said[size] = '\0';
    close(ends[0]);
    return status;
}

static void assert_ended(void (*what)(void), int number, const char *words)
{
    char said[32];
    const int status = in_child(what, said);

    assert_true(WIFSIGNALED(status));
    assert_int_equal(WTERMSIG(status), number);
    assert_string_equal(said, words);
}

static void one(void)
{
    raise(SIGTERM);
}

static void noted(void)
{
    note_signals();
    if (told_to_stop())
        _exit(WRONG);
    raise(SIGINT);
    if (!told_to_stop())
        _exit(WRONG);
    end_as_told();
}

static void twice(void)
{
    note_signals();
    raise(SIGINT);
    raise(SIGTERM);
}

/* Also where others are noted between. */
static void noted_again(void)
{
    note_signals();
    raise(SIGINT);
    note_signals();
    raise(SIGINT);
}

static void ignored(void)
{
    raise(SIGHUP);
    note_signals();
    raise(SIGHUP);
    end_as_told();
    if (told_to_stop())
        _exit(WRONG);
}

/* What a compiler's linker does when it is told to end: its work takes longer than the compiler's. */
static void clean_up(int number)
{
    (void)number;
    nanosleep(&(const struct timespec){.tv_nsec = 200000000}, NULL);
    (void)!write(STDOUT_FILENO, "cleaned ", strlen("cleaned "));
    _exit(0);
}

/* The child of a child; the child itself ends as soon as it is told to. */
static void leave_behind(int ready)
{
    setpgid(0, 0);
    signal(SIGTERM, SIG_DFL);
    if (fork() == 0) {
        signal(SIGTERM, clean_up);
        (void)!write(ready, "", 1);
    }
    for (;;)
        pause();
}

static void with_group(void)
{
    int ready[2];
    char byte;
    pid_t child;

    if (pipe(ready) != 0)
        _exit(WRONG);
    child = fork();
    if (child == 0)
        leave_behind(ready[1]);
    end_with_child(child);
    if (read(ready[0], &byte, 1) != 1)
        _exit(WRONG);
    raise(SIGTERM);
}

/* All of the child's group has ended before anything else is done. */
static void test_group(void **state)
{
    (void)state;
    assert_ended(with_group, SIGTERM, "cleaned SIGTERM");
}

static void test_ends(void **state)
{
    (void)state;
    assert_ended(one, SIGTERM, "SIGTERM");
    assert_ended(noted, SIGINT, "");
    assert_ended(twice, SIGTERM, "SIGTERM");
    assert_ended(noted_again, SIGINT, "SIGINT");
}

/* As under nohup(1). */
static void test_ignored(void **state)
{
    char said[32];
    const int status = in_child(ignored, said);

    (void)state;
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), NOT_ENDED);
    assert_string_equal(said, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_ends), cmocka_unit_test(test_ignored),
                                       cmocka_unit_test(test_group)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
