/* What the tests of libsfpu share; nothing but its public header is known here. */
#ifndef SFPU_TEST_H
#define SFPU_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sfpu.h"

/* The code, and the text that goes with it. */
#define assert_fails(m, call, code, text) \
    do { \
        assert_int_equal(call, code); \
        assert_string_equal(sfpu_error(m), text); \
    } while (0)

static inline sfpu_machine *machine_of(int arch)
{
    const struct sfpu_options options = {.size = sizeof options, .arch = arch};
    sfpu_machine *m;

    assert_int_equal(sfpu_open(&options, &m), SFPU_OK);
    return m;
}

static inline void load(sfpu_machine *m, const char *source)
{
    if (sfpu_load_text(m, "k.s", source, strlen(source)) != SFPU_OK)
        fail_msg("%s", sfpu_error(m));
}

/* A machine as an LLK kernel finds it, with a program. */
static inline sfpu_machine *machine_with(int arch, const char *source)
{
    sfpu_machine *m = machine_of(arch);

    load(m, source);
    assert_int_equal(sfpu_set(m, "init", "llk"), SFPU_OK);
    return m;
}

static inline void assert_lreg(sfpu_machine *m, unsigned reg, uint32_t expected)
{
    uint32_t lanes[SFPU_LANES];

    assert_int_equal(sfpu_get_lreg(m, reg, lanes), SFPU_OK);
    for (unsigned lane = 0; lane < SFPU_LANES; lane++)
        assert_int_equal(lanes[lane], expected);
}

static inline struct sfpu_result result_of(sfpu_machine *m)
{
    struct sfpu_result result = {.size = sizeof result};

    assert_int_equal(sfpu_get_result(m, &result), SFPU_OK);
    return result;
}

/* Text that is written piece by piece. */
struct text {
    char *bytes;
    size_t size;
};

static inline int text_add(void *context, const char *bytes, size_t size)
{
    struct text *t = context;

    t->bytes = realloc(t->bytes, t->size + size + 1);
    assert_non_null(t->bytes);
    memcpy(t->bytes + t->size, bytes, size);
    t->size += size;
    t->bytes[t->size] = '\0';
    return 0;
}

static inline void text_free(struct text *t)
{
    free(t->bytes);
    *t = (struct text){0};
}

/* What diagnostics there were, one a line. */
static inline void note(void *context, const struct sfpu_diagnostic *d)
{
    char line[256];
    const int size = snprintf(line, sizeof line, "%s %s %s:%lu:%lu %s\n", d->severity, d->warning ? d->warning : "-",
                              d->file ? d->file : "-", d->line, d->column, d->text);

    assert_int_equal(d->size, sizeof *d);
    text_add(context, line, (size_t)size);
}

#endif
