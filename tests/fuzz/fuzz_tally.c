/*
 * Tallies as JSON: any text is read or refused, with the tally as it was started; what was read, or gathered from random
 * results, survives being written and read. Input: options, then the text, or a seed for the results.
 */
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

#include "numerics/measure.h"
#include "sfpu.h"

enum { RESULTS = 200 };

static struct tally *new_tally(unsigned options)
{
    enum { PAIRS = 32 };
    static const int formats[] = {SFPU_BF16, SFPU_FP32, SFPU_UINT16, SFPU_INT32};
    struct tally *t = fuzz_memory(malloc(sizeof *t));

    tally_start(t, number_format(formats[options >> 1 & 3]), number_format(formats[options >> 3 & 3]),
                options & PAIRS ? 2 : 1);
    return t;
}

static char *text_of(const struct tally *t)
{
    struct sfp_json json = {.form = SFP_JSON_COMPACT};

    tally_write(&json, NULL, t);
    return fuzz_memory(json_take(&json, NULL));
}

static void write_and_read(const struct tally *t)
{
    struct tally *again = fuzz_memory(malloc(sizeof *again));
    char *text = text_of(t), *second, *error = NULL;
    json_t *parsed = fuzz_memory(json_loads(text, 0, NULL));

    tally_start(again, t->in, t->out, t->operands);
    if (!tally_from_json(again, parsed, &error))
        fuzz_fail("what was written cannot be read: %s", error);
    second = text_of(again);
    if (strcmp(text, second) != 0)
        fuzz_fail("a tally differs when written again");
    json_decref(parsed);
    free(second);
    free(text);
    free(again);
}

/* Sums up, whatever it is; parts of it may be such as no sweep has, but it is all in bounds. */
static void measure_and_merge(struct tally *t)
{
    struct tally *more = fuzz_memory(malloc(sizeof *more));
    struct measures m;

    tally_measures(t, &m);
    if (m.scored > m.inputs)
        fuzz_fail("more have an ULP than there are inputs");
    memcpy(more, t, sizeof *more);
    tally_merge(t, more);
    free(more);
}

/* Bits near to `bits`, or any. */
static uint32_t near(uint64_t *random, uint32_t bits, uint32_t all)
{
    return (uint32_t)(fuzz_below(random, 4) ? bits + fuzz_below(random, 5) - 2 : fuzz_random(random)) & all;
}

static void add_random(struct tally *t, uint64_t random)
{
    uint32_t x[RESULTS], y[RESULTS], got[RESULTS], expected[RESULTS];
    uint8_t expectation[RESULTS];
    const uint32_t in = UINT32_MAX >> (32 - t->in->bits), out = UINT32_MAX >> (32 - t->out->bits);

    for (uint32_t i = 0; i < RESULTS; i++) {
        const uint32_t bits = (uint32_t)fuzz_random(&random) & out;
        const double value = number_of(t->out, bits);
        const bool number = value - value == 0 && !number_is_denormal(t->out, value);

        x[i] = i & in;
        y[i] = (uint32_t)fuzz_random(&random) & in;
        expectation[i] = (uint8_t)(fuzz_below(&random, 8) ? (uint32_t)EXPECT_NUMBER : fuzz_below(&random, 6));
        if (expectation[i] == EXPECT_UNDERFLOW && !t->out->mantissa_bits)
            expectation[i] = EXPECT_NUMBER; /* integers do not */
        expected[i] = number && expectation[i] != EXPECT_UNDERFLOW ? bits : 0;
        got[i] = near(&random, expected[i], out);
    }
    tally_add(t, &(struct results){.x = x, .y = t->operands == 2 ? y : NULL, .got = got, .expected = expected,
                                   .expectation = expectation, .count = RESULTS, .stride = t->operands == 2 ? 0 : 1});
}

int fuzz_tally(const uint8_t *data, size_t size)
{
    enum { RANDOM = 1 };
    struct fuzz_input in = {data, size};
    const unsigned options = fuzz_byte(&in);
    struct tally *t = new_tally(options), *started = new_tally(options);
    json_t *json = options & RANDOM ? NULL : json_loadb((const char *)in.data, in.size, 0, NULL);
    bool has_any = options & RANDOM;
    char *error = NULL;

    if (has_any)
        add_random(t, fuzz_seed(&in));
    else if (!(has_any = tally_from_json(t, json, &error)))
        fuzz_message(error);
    if (has_any) {
        write_and_read(t);
        measure_and_merge(t);
    } else if (memcmp(t, started, sizeof *t) != 0) {
        fuzz_fail("a refused tally is not as it was started");
    }
    json_decref(json);
    free(t);
    free(started);
    return 0;
}
