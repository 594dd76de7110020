/* Commands done again and again, each time with less memory, their output caught in a file without a name. */
#include "starved.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/complain.h"

static void write_before(const struct starved *s)
{
    FILE *stream;

    if (!s->output)
        return;
    unlink(s->output);
    if (!s->before)
        return;
    stream = fopen(s->output, "w");
    assert_non_null(stream);
    assert_true(fputs(s->before, stream) >= 0);
    assert_int_equal(fclose(stream), 0);
}

static void read_all(int file, char *text, size_t size)
{
    ssize_t length = 0, more;

    while ((more = read(file, text + length, size - 1 - (size_t)length)) > 0)
        length += more;
    assert_int_equal(more, 0);
    assert_true((size_t)length < size - 1);
    text[length] = '\0';
}

static void read_written(const struct starved *s, struct starved_end *end)
{
    const int file = s->output ? open(s->output, O_RDONLY) : -1;

    end->written[0] = '\0';
    if (file < 0)
        return;
    read_all(file, end->written, sizeof end->written);
    close(file);
}

static int command(const struct starved *s)
{
    char *arguments[sizeof s->words / sizeof s->words[0] + 1] = {NULL};
    int count = 0;

    while (s->words[count]) {
        arguments[count] = (char *)(uintptr_t)s->words[count];
        count++;
    }
    return s->command(count, arguments);
}

void starved_run(const struct starved *s, enum lack lack, size_t number, struct starved_end *end)
{
    FILE *caught = tmpfile();
    const int out = dup(STDOUT_FILENO), err = dup(STDERR_FILENO), file = caught ? fileno(caught) : -1;

    assert_true(out >= 0 && err >= 0 && file >= 0);
    write_before(s);
    fflush(stdout);
    assert_int_equal(fcntl(file, F_SETFL, O_APPEND), 0);
    dup2(file, STDOUT_FILENO);
    dup2(file, STDERR_FILENO);
    memory = (struct scarce_memory){.lack = lack, .number = number};
    end->status = command(s);
    memory.lack = NO_LACK;
    fflush(stdout);
    dup2(out, STDOUT_FILENO);
    dup2(err, STDERR_FILENO);
    close(out);
    close(err);
    lseek(file, 0, SEEK_SET);
    read_all(file, end->text, sizeof end->text);
    fclose(caught);
    read_written(s, end);
}

static bool says_so(const char *text)
{
    return strstr(text, "not enough memory") || strstr(text, "Cannot allocate memory");
}

static bool ends_alike(const char *a, const char *b)
{
    enum { END = 64 };
    const size_t a_length = strlen(a), b_length = strlen(b), end = b_length < END ? b_length : END;

    return a_length >= end && strcmp(a + a_length - end, b + b_length - end) == 0;
}

void starved_check_each(const struct starved *s, enum lack lack, int status, struct starved_end *whole)
{
    enum { SOME = 300 };
    static struct starved_end part;
    const char *before = s->before ? s->before : "";
    size_t allocations, step, kept, refused = 0;

    kept = scarce_memory_blocks();
    starved_run(s, NO_LACK, 0, whole);
    kept = scarce_memory_blocks() - kept; /* until the program ends */
    allocations = memory.count;
    assert_true(kept <= 1);
    if (whole->status != status)
        fail_msg("status %d:\n%s", whole->status, whole->text);
    step = getenv("SFP_LONG") ? 1 : 1 + allocations / SOME;
    for (size_t number = 1; number <= allocations; number += step) {
        const size_t blocks = scarce_memory_blocks();
        bool as_whole;

        starved_run(s, lack, number, &part);
        if (scarce_memory_blocks() > blocks + kept)
            fail_msg("allocation %zu fails, and %zu blocks are left", number, scarce_memory_blocks() - blocks);
        as_whole = part.status == status && strcmp(part.written, whole->written) == 0
                   && (says_so(part.text) ? ends_alike(part.text, whole->text)
                                             : strcmp(part.text, whole->text) == 0);
        if (!as_whole
            && (part.status != SFP_CANNOT_RUN || !says_so(part.text)
                || (strcmp(part.written, before) != 0 && strcmp(part.written, whole->written) != 0)))
            fail_msg("allocation %zu of %zu fails: status %d\n%s\nwritten: %.1000s", number, allocations, part.status,
                     part.text, part.written);
        refused += !as_whole;
    }
    assert_true(refused > 0);
}
