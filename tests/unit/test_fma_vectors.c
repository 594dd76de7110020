/*
 * SFPMAD against multiply-adds computed elsewhere, 32 at a time, at every SIMD
 * level this processor has.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/model.h"

enum {
    MAX_LEVELS = 4,
    MAX_SHOWN = 20,
    RECORD_WORDS = 4, /* a, b, c and d = a * b + c */
    RESULT = 0,       /* the LRegs that mad_word names */
    FACTOR_A = 1,
    FACTOR_B = 2,
    ADDEND = 3,
};

static const uint32_t mad_word = 0x84012300; /* sfpmad L0, L1, L2, L3, 0 */

struct vectors {
    uint8_t *bytes; /* records of four little-endian words */
    size_t count;
};

static uint32_t word_of(const struct vectors *v, size_t record, unsigned word)
{
    const uint8_t *p = v->bytes + (record * RECORD_WORDS + word) * sizeof(uint32_t);

    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

/* The whole file. False if it is not a whole number of records, or none. */
static bool read_vectors(FILE *stream, struct vectors *v)
{
    const size_t record = RECORD_WORDS * sizeof(uint32_t);
    long size;

    v->bytes = NULL;
    if (fseek(stream, 0, SEEK_END) != 0 || (size = ftell(stream)) <= 0 || (size_t)size % record != 0 ||
        fseek(stream, 0, SEEK_SET) != 0)
        return false;
    v->bytes = malloc((size_t)size);
    v->count = (size_t)size / record;
    return v->bytes && fread(v->bytes, 1, (size_t)size, stream) == (size_t)size;
}

/* Runs lanes-full number `batch`, whose last lanes may repeat the last record, and counts the differences. */
static unsigned check_batch(struct sfp_machine *m, const struct sfp_op *op, const struct vectors *v, size_t batch,
                            unsigned shown)
{
    unsigned wrong = 0;
    unsigned lanes = v->count - batch < SFP_LANES ? (unsigned)(v->count - batch) : SFP_LANES;

    for (unsigned l = 0; l < SFP_LANES; l++) {
        size_t record = batch + (l < lanes ? l : lanes - 1);

        m->s.lreg[FACTOR_A][l] = word_of(v, record, 0);
        m->s.lreg[FACTOR_B][l] = word_of(v, record, 1);
        m->s.lreg[ADDEND][l] = word_of(v, record, 2);
        m->s.lreg[RESULT][l] = ~word_of(v, record, 3);
    }
    op->exec(m, op);
    for (unsigned l = 0; l < lanes; l++) {
        uint32_t want = word_of(v, batch + l, 3);

        if (m->s.lreg[RESULT][l] == want)
            continue;
        if (shown + ++wrong <= MAX_SHOWN)
            print_error("record %zu, %s: %08X * %08X + %08X: expected %08X, got %08X\n", batch + l,
                        m->semantics->level, (unsigned)word_of(v, batch + l, 0), (unsigned)word_of(v, batch + l, 1),
                        (unsigned)word_of(v, batch + l, 2), (unsigned)want, (unsigned)m->s.lreg[RESULT][l]);
    }
    return wrong;
}

/* All records at one level. False if the machine cannot do it at all. */
static bool check_level(const struct sfp_semantics *level, enum sfp_arch arch, const struct vectors *v,
                        unsigned *wrong)
{
    struct sfp_machine *m = sfp_machine_new(arch, level);
    struct sfp_op op;

    if (!m)
        return false;
    sfp_decode(m, mad_word, 0, &op);
    if (!op.exec) {
        print_error("%s: sfpmad is refused\n", level->level);
        sfp_machine_free(m);
        return false;
    }
    for (size_t i = 0; i < v->count; i += SFP_LANES)
        *wrong += check_batch(m, &op, v, i, *wrong);
    sfp_machine_free(m);
    return true;
}

/* What was allocated is freed before cmocka may jump away. */
static void check_stream(FILE *stream, const char *path, enum sfp_arch arch)
{
    const struct sfp_semantics *levels[MAX_LEVELS] = {NULL};
    struct vectors v;
    unsigned wrong = 0, ran = 0;
    bool ok = read_vectors(stream, &v);

    fclose(stream);
    if (!ok)
        print_error("%s: not a list of 16-byte records\n", path);
    sfp_semantics_list(levels);
    for (unsigned i = 0; ok && i < MAX_LEVELS && levels[i]; i++, ran++)
        ok = check_level(levels[i], arch, &v, &wrong);
    free(v.bytes);
    if (wrong)
        print_error("%s: %u of %zu results differ\n", path, wrong, v.count * ran);
    assert_true(ok);
    assert_int_equal(wrong, 0);
    assert_true(ran > 0);
}

static void own(enum sfp_arch arch, const char *path)
{
    FILE *stream = fopen(path, "rb");

    if (!stream)
        fail_msg("%s is missing (tests run from the project's root)", path);
    check_stream(stream, path, arch);
}

static void shared(enum sfp_arch arch, const char *path)
{
    FILE *stream = fopen(path, "rb");

    if (!stream) {
        print_message("%s is not here\n", path);
        skip();
    }
    check_stream(stream, path, arch);
}

static void own_fma_wh(void **state)
{
    (void)state;
    own(SFP_WH, "tests/vectors/fma_wh.bin");
}

static void own_fma_bh(void **state)
{
    (void)state;
    own(SFP_BH, "tests/vectors/fma_bh.bin");
}

static void shared_fma_wh(void **state)
{
    (void)state;
    shared(SFP_WH, "../shared/golden/fma_wh.bin");
}

static void shared_fma_bh(void **state)
{
    (void)state;
    shared(SFP_BH, "../shared/golden/fma_bh.bin");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(own_fma_wh),
        cmocka_unit_test(own_fma_bh),
        cmocka_unit_test(shared_fma_wh),
        cmocka_unit_test(shared_fma_bh),
    };

    sfp_host_float_enter();
    return cmocka_run_group_tests_name("multiply-add vectors", tests, NULL, NULL);
}
