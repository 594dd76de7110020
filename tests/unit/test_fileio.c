/* Files read whole, within bounds. */
#include "base/fileio.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

/* Reads `size` bytes through a pipe, which has no size of its own. */
static bool read_pipe(const char *bytes, size_t size, const struct sfp_reading *reading, struct sfp_buffer *buffer,
                      char **error)
{
    int ends[2];
    bool done;

    assert_int_equal(pipe(ends), 0);
    assert_int_equal(write(ends[1], bytes, size), (ssize_t)size);
    close(ends[1]);
    done = file_read_descriptor(ends[0], reading, buffer, error);
    close(ends[0]);
    return done;
}

/* As many bytes as are allowed are read, with two NULs behind them; one more is an error, which names the number. */
static void test_bound(void **state)
{
    const struct sfp_reading reading = {.name = "pipe", .most = 4};
    struct sfp_buffer buffer;
    char *error = NULL;

    (void)state;
    assert_true(read_pipe("abcd", 4, &reading, &buffer, &error));
    assert_int_equal(buffer.size, 4);
    assert_memory_equal(buffer.data, "abcd\0\0", 6);
    buffer_free(&buffer);
    assert_false(read_pipe("abcde", 5, &reading, &buffer, &error));
    assert_string_equal(error, "cannot read 'pipe': it has more than 4 bytes");
    free(error);
}

/* Beyond the first buffer of 65536 bytes less the two NULs. */
static void test_long(void **state)
{
    enum { SIZE = 65535 };
    const struct sfp_reading enough = {.name = "pipe", .most = SIZE};
    const struct sfp_reading too_little = {.name = "pipe", .most = SIZE - 1};
    char *bytes = malloc(SIZE);
    struct sfp_buffer buffer;
    char *error = NULL;

    (void)state;
    assert_non_null(bytes);
    memset(bytes, 'x', SIZE);
    assert_true(read_pipe(bytes, SIZE, &enough, &buffer, &error));
    assert_int_equal(buffer.size, SIZE);
    assert_memory_equal(buffer.data + SIZE - 1, "x\0\0", 3);
    buffer_free(&buffer);
    assert_false(read_pipe(bytes, SIZE, &too_little, &buffer, &error));
    assert_string_equal(error, "cannot read 'pipe': it has more than 65534 bytes");
    free(error);
    free(bytes);
}

/* A NUL ends the reading of text, and nothing else: what has come with it is kept. */
static void test_nul(void **state)
{
    const struct sfp_reading text = {.name = "pipe", .most = 100, .text = true};
    const struct sfp_reading words = {.name = "pipe", .most = 100};
    struct sfp_buffer buffer;
    char *error = NULL;
    int ends[2];

    (void)state;
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(write(ends[1], "a\0b", 3), 3);
    /* The writing end is still open: only the NUL can end this. */
    assert_true(file_read_descriptor(ends[0], &text, &buffer, &error));
    assert_int_equal(buffer.size, 3);
    assert_memory_equal(buffer.data, "a\0b\0\0", 5);
    buffer_free(&buffer);
    close(ends[0]);
    close(ends[1]);
    assert_true(read_pipe("a\0b", 3, &words, &buffer, &error));
    assert_int_equal(buffer.size, 3);
    buffer_free(&buffer);
}

/* Why the device, which is full (full(4)), took nothing: not what has failed since. */
static void test_full(void **state)
{
    struct sfp_writer writer;
    char *error = NULL;

    (void)state;
    assert_true(writer_open(&writer, &(const struct sfp_target){.path = "/dev/full"}, NULL, &error));
    setvbuf(writer.stream, NULL, _IONBF, 0); /* nothing is left to be written at the end */
    assert_int_equal(putc('x', writer.stream), EOF);
    assert_int_equal(access("/nonexistent", F_OK), -1);
    assert_false(writer_commit(&writer, &error));
    assert_string_equal(error, "cannot write '/dev/full': No space left on device");
    free(error);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bound),
        cmocka_unit_test(test_long),
        cmocka_unit_test(test_nul),
        cmocka_unit_test(test_full),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
