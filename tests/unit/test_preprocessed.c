/* What the preprocessor made of sources, kept: each command is run once, whoever asks for it and when. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "source/preprocess.h"

enum { THREADS = 8 };

static atomic_uint runs;

static struct sfp_buffer buffer_of(const char *text)
{
    struct sfp_buffer buffer = {.data = calloc(strlen(text) + 2, 1), .size = strlen(text)};

    assert_non_null(buffer.data);
    memcpy(buffer.data, text, buffer.size);
    return buffer;
}

/* A run_preprocessor that takes its time: the text is the last word of the command, and "fails" fails. */
static bool run(char *const *argv, const char *path, struct preprocessor_run *result, char **error)
{
    runs++;
    usleep(20000);
    while (argv[1])
        argv++;
    *result = (struct preprocessor_run){.messages = buffer_of(path)};
    if (strcmp(*argv, "fails") == 0) {
        *error = strdup("no");
        return false;
    }
    result->text = buffer_of(*argv);
    return true;
}

static void check(struct sfp_preprocessed *kept, const char *first, const char *last)
{
    char *const argv[] = {(char *)(uintptr_t)first, (char *)(uintptr_t)last, NULL};
    struct preprocessor_run result;
    char *error;

    assert_true(preprocessed_get(kept, run, argv, "said", &result, &error));
    assert_string_equal(result.text.data, last);
    assert_int_equal(result.text.data[result.text.size + 1], '\0');
    assert_string_equal(result.messages.data, "said");
    buffer_free(&result.text);
    buffer_free(&result.messages);
}

static void *ask(void *kept)
{
    check(kept, "a", "b");
    return NULL;
}

static void test_once(void **state)
{
    struct sfp_preprocessed *kept = preprocessed_new();
    pthread_t threads[THREADS];

    (void)state;
    assert_non_null(kept);
    runs = 0;
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, ask, kept), 0);
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_join(threads[i], NULL), 0);
    assert_int_equal(runs, 1);
    check(kept, "a", "");  /* other words are another command, */
    check(kept, "ab", ""); /* however they are divided */
    check(kept, "", "ab");
    assert_int_equal(runs, 4);
    check(kept, "ab", "");
    check(NULL, "ab", ""); /* where nothing is kept */
    assert_int_equal(runs, 5);
    preprocessed_free(kept);
}

static void test_failed(void **state)
{
    struct sfp_preprocessed *kept = preprocessed_new();
    char *const argv[] = {(char *)(uintptr_t)"fails", NULL};
    struct preprocessor_run result;
    char *error;

    (void)state;
    runs = 0;
    for (unsigned i = 1; i <= 2; i++) {
        error = NULL;
        assert_false(preprocessed_get(kept, run, argv, "said", &result, &error));
        assert_string_equal(error, "no");
        assert_string_equal(result.messages.data, "said");
        assert_int_equal(runs, i);
        free(error);
        buffer_free(&result.messages);
    }
    preprocessed_free(kept);
    preprocessed_free(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_once), cmocka_unit_test(test_failed)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
