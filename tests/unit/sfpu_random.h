/* Programs that chance makes, of a few registers, in which REPLAY, MOP and SFPLOADMACRO are under way. */
#ifndef SFPU_RANDOM_H
#define SFPU_RANDOM_H

#include "sfpu_test.h"

#include <stdarg.h>

static inline uint32_t below(uint32_t *random, uint32_t n)
{
    *random = *random * 1664525u + 1013904223u;
    return (uint32_t)((uint64_t)*random * n >> 32);
}

static inline void add_line(struct text *source, const char *format, ...)
{
    char line[160];
    va_list arguments;
    int size;

    va_start(arguments, format);
    size = vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    text_add(source, line, (size_t)size);
}

/* A line of a few registers, so that they meet. */
static inline void add_random(struct text *source, uint32_t *random)
{
    const unsigned a = below(random, 4), b = below(random, 4), c = below(random, 4), row = 4 * below(random, 4);

    switch (below(random, 16)) {
    case 0: add_line(source, "sfpload L%u, %u, 3, 3\n", a, row); break;
    case 1: add_line(source, "sfpstore L%u, %u, 3, 3\n", a, row); break;
    case 2: add_line(source, "sfpmad L%u, L%u, L%u, L%u, 0\n", a, b, c, a); break;
    case 3: add_line(source, "sfpswap L%u, L%u, 1\nsfpnop\n", a, (a + 1) % 4); break;
    case 4: add_line(source, "sfpsetcc L%u, 0, 0\n", a); break;
    case 5: add_line(source, "sfppushc 0\nsfpsetcc L%u, 0, 4\nsfpmov L%u, L%u, 0\nsfppopc 0\n", a, b, c); break;
    case 6: add_line(source, "sfpencc 3, 10\n"); break;
    case 7: add_line(source, "ttreplay 0, 16, 0, 0\n"); break;
    case 8: add_line(source, "ttmop 1, 0, 0\n"); break;
    case 9: add_line(source, "sfploadmacro 0, L%u, %u, 3, 3\n", a, row); break;
    case 10: add_line(source, "sfpiadd L%u, L%u, %u, 5\n", a, b, row); break;
    case 11: add_line(source, "sfpmul L%u, L%u, L%u, L9, 0\n", a, b, c); break;
    case 12: add_line(source, "ttincrwc 0, 2, 0, 0\n"); break;
    case 13: add_line(source, "sfpmov L%u, L%u, 0\n", a, b); break;
    case 14: add_line(source, "ttstallwait 8, 0x4000\n"); break;
    case 15: add_line(source, "sfpnop\n"); break;
    }
}

/* Sequence 0: template 0 on the simple sub-unit, and its store behind it; sixteen words in the replay buffer. */
static const char random_begin[] = "sfpmov T0, L0, 0\nsfploadi L0, 0x1b64, 0\nsfploadi L0, 0, 10\nsfpconfig 4, 0, 0\n"
                                   "ttreplay 0, 16, 1, 1\n";

static inline sfpu_machine *random_machine(int arch, uint32_t seed)
{
    sfpu_machine *m = machine_of(arch);
    struct text source = {0};
    uint32_t random = seed;

    text_add(&source, random_begin, strlen(random_begin));
    for (unsigned i = 0; i < 300; i++)
        add_random(&source, &random);
    load(m, source.bytes);
    text_free(&source);
    assert_int_equal(sfpu_set(m, "init", "llk"), SFPU_OK);
    assert_int_equal(sfpu_set(m, "mop-cfg", "0:2"), SFPU_OK);
    assert_int_equal(sfpu_set(m, "mop-cfg", "1:3"), SFPU_OK);
    for (unsigned i = 2; i < 9; i++) {
        char text[40];

        snprintf(text, sizeof text, "%u:%s", i, i % 2 ? "0x8f000000" : "0x02000000");
        assert_int_equal(sfpu_set(m, "mop-cfg", text), SFPU_OK);
    }
    return m;
}

#endif
