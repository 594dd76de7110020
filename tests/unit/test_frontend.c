/* MOP and REPLAY expansion, and the untimed runner on top (sfpu-frontend(7), REPLAY, MOP and Semaphores). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "time/pipeline.h"

static unsigned found[SFP_FINDINGS];
static size_t found_at[SFP_FINDINGS];

static void count_finding(void *context, enum sfp_finding finding, const struct sfp_op *op,
                          const struct sfp_finding_detail *detail)
{
    (void)context;
    (void)detail;
    found[finding]++;
    found_at[finding] = op->index;
}

static struct sfp_machine *machine(enum sfp_arch arch)
{
    struct sfp_machine *m = sfp_machine_new(arch, sfp_semantics_best());

    assert_non_null(m);
    m->reporter.report = count_finding;
    memset(found, 0, sizeof found);
    return m;
}

/* ---- Words ---- */

enum {
    NOP = 0x02000000,
    DMANOP = 0x60000000,
    SFPNOP = 0x8F000000,
    ELWADD = 0x28000000, /* refused */
};

/* Tags: SFPLOADI L0, n; SFPLOADI L1, n. */
static uint32_t t(unsigned n) { return 0x71000000 | n; }
static uint32_t u(unsigned n) { return 0x71100000 | n; }

static uint32_t replay(unsigned index, unsigned count, unsigned exec, unsigned load)
{
    return 0x04000000 | index << 14 | count << 4 | exec << 1 | load;
}

static uint32_t mop(unsigned template, unsigned count, unsigned mask)
{
    return 0x01000000 | template << 23 | count << 16 | mask;
}

static uint32_t mop_cfg(unsigned mask) { return 0x03000000 | mask; }

/* BlockMask 23:15, SemMask 9:2, Cond 1:0. */
static uint32_t semwait(unsigned block, unsigned mask, unsigned cond)
{
    return 0xA6000000 | block << 15 | mask << 2 | cond;
}

static void set_mop(struct sfp_machine *m, const uint32_t cfg[SFP_MOP_CFGS])
{
    memcpy(m->s.expanders.mop_cfg, cfg, sizeof m->s.expanders.mop_cfg);
    m->s.expanders.mop_cfg_set = 0x1FF;
}

/* ---- What a front end is expected to yield, step by step ---- */

#define COUNT(a) (sizeof(a) / sizeof(a)[0])
#define BUBBLE {SFP_FETCH_BUBBLE, 0, 0}
#define OP(w, i) {SFP_FETCH_OP, w, i}
#define ERROR(w, i) {SFP_FETCH_ERROR, w, i}

struct expected {
    enum sfp_fetch fetch;
    uint32_t word, index;
};

static void expect_steps(struct sfp_frontend *f, const struct expected *e, size_t count)
{
    const struct sfp_op *op = NULL;

    for (size_t i = 0; i < count; i++) {
        const enum sfp_fetch got = sfp_frontend_next(f, &op);

        if (got != e[i].fetch)
            fail_msg("step %zu: %d instead of %d", i, got, e[i].fetch);
        if (got == SFP_FETCH_BUBBLE)
            continue;
        if (op->word != e[i].word || op->index != e[i].index)
            fail_msg("step %zu: %08X of word %u, not %08X of word %u", i, op->word, op->index, e[i].word, e[i].index);
    }
}

static void expect_end(struct sfp_frontend *f)
{
    const struct sfp_op *op;

    assert_int_equal(sfp_frontend_next(f, &op), SFP_FETCH_END);
    assert_int_equal(sfp_frontend_next(f, &op), SFP_FETCH_END);
}

#define CHECK(m, program, steps)                                                    \
    do {                                                                            \
        struct sfp_frontend *f_ = sfp_frontend_new(m, program, COUNT(program));     \
        assert_non_null(f_);                                                        \
        expect_steps(f_, steps, COUNT(steps));                                      \
        expect_end(f_);                                                             \
        sfp_frontend_free(f_);                                                      \
    } while (0)

/* ---- REPLAY ---- */

static void test_straight_line(void **state)
{
    struct sfp_machine *m = machine(SFP_WH);
    const uint32_t program[] = {t(1), NOP, t(2)};
    const struct expected steps[] = {OP(t(1), 0), OP(NOP, 1), OP(t(2), 2)};

    (void)state;
    CHECK(m, program, steps);
    sfp_machine_free(m);
}

static void test_empty_program(void **state)
{
    struct sfp_machine *m = machine(SFP_WH);
    struct sfp_frontend *f = sfp_frontend_new(m, NULL, 0);
    struct sfp_stretch stretch;

    (void)state;
    assert_false(sfp_frontend_stretch(f, &stretch));
    expect_end(f);
    sfp_frontend_free(f);
    sfp_machine_free(m);
}

static void test_record_then_play(void **state)
{
    struct sfp_machine *m = machine(SFP_WH);
    const uint32_t program[] = {replay(4, 2, 0, 1), t(1), t(2), t(3), replay(4, 2, 0, 0), t(4), replay(5, 1, 0, 0)};
    const struct expected steps[] = {
        BUBBLE, BUBBLE, BUBBLE,     /* the REPLAY, and two words that are only recorded */
        OP(t(3), 3),
        OP(t(1), 1), OP(t(2), 2),   /* from the step on in which the REPLAY is taken */
        OP(t(4), 5), OP(t(2), 2),
    };

    (void)state;
    CHECK(m, program, steps);
    assert_int_equal(m->s.expanders.replay_recorded, 3 << 4);
    assert_int_equal(m->s.expanders.replay[4], t(1));
    assert_int_equal(m->s.expanders.replay[5], t(2));
    sfp_machine_free(m);
}

static void test_record_and_execute(void **state)
{
    struct sfp_machine *m = machine(SFP_BH);
    const uint32_t program[] = {replay(0, 2, 1, 1), t(1), t(2), replay(0, 2, 0, 0)};
    const struct expected steps[] = {BUBBLE, OP(t(1), 1), OP(t(2), 2), OP(t(1), 1), OP(t(2), 2)};

    (void)state;
    CHECK(m, program, steps);
    sfp_machine_free(m);
}

static void test_buffer_wraps(void **state)
{
    struct sfp_machine *m = machine(SFP_WH);
    const uint32_t program[] = {replay(30, 4, 0, 1), t(1), t(2), t(3), t(4), replay(30, 4, 0, 0), replay(0, 1, 0, 0)};
    const struct expected steps[] = {BUBBLE, BUBBLE, BUBBLE, BUBBLE, BUBBLE,
                                     OP(t(1), 1), OP(t(2), 2), OP(t(3), 3), OP(t(4), 4), OP(t(3), 3)};

    (void)state;
    CHECK(m, program, steps);
    assert_int_equal(m->s.expanders.replay[0], t(3));
    assert_int_equal(m->s.expanders.replay_recorded, 0xC0000003);
    sfp_machine_free(m);
}

/* A count of 0 means 32; of what is above 32 five bits count. */
static void test_replay_counts(void **state)
{
    struct sfp_machine *m = machine(SFP_WH);
    uint32_t program[34];
    struct expected steps[65];
    const uint32_t one[] = {replay(7, 33, 0, 0), replay(7, 34, 0, 0)};
    struct expected after[3] = {OP(t(7), 0), OP(t(7), 1), OP(t(8), 1)};

    (void)state;
    program[0] = replay(0, 0, 0, 1);
    program[33] = replay(0, 0, 0, 0);
    for (unsigned i = 0; i < 32; i++) {
        program[1 + i] = t(i);
        steps[1 + i] = (struct expected)BUBBLE;
        steps[33 + i] = (struct expected)OP(t(i), 1 + i);
    }
    steps[0] = (struct expected)BUBBLE;
    CHECK(m, program, steps);
    assert_int_equal(found[SFP_FIND_REPLAY_COUNT], 2);
    CHECK(m, one, after); /* slots of an earlier program are reported as the REPLAY's word */
    assert_int_equal(found[SFP_FIND_REPLAY_COUNT], 4);
    program[0] = replay(0, 32, 0, 1); /* 32 said as it is */
    program[33] = replay(0, 32, 0, 0);
    CHECK(m, program, steps);
    assert_int_equal(found[SFP_FIND_REPLAY_COUNT], 4);
    sfp_machine_free(m);
}

static void test_replay_nested(void **state)
{
    struct sfp_machine *m = machine(SFP_WH);
    const uint32_t program[] = {replay(0, 2, 1, 1), replay(0, 1, 0, 0), t(1), replay(0, 2, 0, 0)};
    const struct expected steps[] = {BUBBLE, BUBBLE, OP(t(1), 2), BUBBLE, OP(t(1), 2)};

    (void)state;
    CHECK(m, program, steps);
    assert_int_equal(found[SFP_FIND_REPLAY_NESTED], 2);
    assert_int_equal(found_at[SFP_FIND_REPLAY_NESTED], 1);
    sfp_machine_free(m);
}

static void test_replay_doubtful(void **state)
{
    struct sfp_machine *m = machine(SFP_WH);
    const uint32_t program[] = {
        replay(0, 1, 0, 1), t(1),
        replay(0, 3, 1, 0),          /* execute flag on a playback; slots 1 and 2 were never recorded */
        replay(32, 1, 0, 0),         /* index: five bits */
        replay(0, 1, 0, 0) | 1 << 2, /* reserved bit */
    };
    const struct expected steps[] = {BUBBLE, BUBBLE, OP(t(1), 1), BUBBLE, BUBBLE, OP(t(1), 1), OP(t(1), 1)};

    (void)state;
    CHECK(m, program, steps);
    assert_int_equal(found[SFP_FIND_REPLAY_EXEC], 1);
    assert_int_equal(found[SFP_FIND_REPLAY_EMPTY], 1);
    assert_int_equal(found_at[SFP_FIND_REPLAY_EMPTY], 2);
    assert_int_equal(found[SFP_FIND_RESERVED_BITS], 2);
    sfp_machine_free(m);
}

/* What an earlier program recorded is this one's REPLAY; what this one records is its own. */
static void test_earlier_recording(void **state)
{
    struct sfp_machine *m = machine(SFP_WH);
    const uint32_t earlier[] = {replay(31, 2, 0, 1), t(1), t(2)};
    const struct expected silent[] = {BUBBLE, BUBBLE, BUBBLE};
    const uint32_t program[] = {NOP, replay(31, 1, 0, 1), t(3), replay(31, 2, 0, 0), replay(31, 3, 0, 0)};
    const struct expected steps[] = {
        OP(NOP, 0), BUBBLE, BUBBLE, OP(t(3), 2), OP(t(2), 3), OP(t(3), 2), OP(t(2), 4), BUBBLE,
    };

    (void)state;
    CHECK(m, earlier, silent);
    CHECK(m, program, steps);
    assert_int_equal(found[SFP_FIND_REPLAY_EMPTY], 1); /* slot 1, behind the wrap */
    assert_int_equal(found_at[SFP_FIND_REPLAY_EMPTY], 4);
    sfp_machine_free(m);
}

/* Only executing a refused word is an error. */
static void test_refused_words(void **state)
{
    struct sfp_machine *m = machine(SFP_WH);
    const uint32_t recorded[] = {replay(0, 1, 0, 1), ELWADD, t(1)};
    const struct expected fine[] = {BUBBLE, BUBBLE, OP(t(1), 2)};
    const uint32_t played[] = {t(2), replay(0, 1, 0, 0)};
    const struct expected wrong[] = {OP(t(2), 0), ERROR(ELWADD, 1)};
    struct sfp_frontend *f;

    (void)state;
    CHECK(m, recorded, fine);
    f = sfp_frontend_new(m, played, COUNT(played));
    expect_steps(f, wrong, COUNT(wrong));
    sfp_frontend_free(f);
    sfp_machine_free(m);
}

/* The buffer, and a recording under way, outlive the program's end. */
static void test_rewind(void **state)
{
    struct sfp_machine *m = machine(SFP_WH);
    const uint32_t program[] = {t(1), replay(0, 2, 0, 1), t(2)};
    const struct expected first[] = {OP(t(1), 0), BUBBLE, BUBBLE};
    const struct expected second[] = {BUBBLE, BUBBLE, BUBBLE}; /* t(1) ends the recording, then another one starts */
    struct sfp_frontend *f = sfp_frontend_new(m, program, COUNT(program));

    (void)state;
    expect_steps(f, first, COUNT(first));
    expect_end(f);
    sfp_frontend_rewind(f);
    expect_steps(f, second, COUNT(second));
    expect_end(f);
    assert_int_equal(m->s.expanders.replay[0], t(2));
    assert_int_equal(m->s.expanders.replay[1], t(1));
    sfp_frontend_free(f);
    sfp_machine_free(m);
}

/* ---- MOP, template 0: A = t, B = 20, skipped passes = 30 and 31 ---- */

static const uint32_t masked[SFP_MOP_CFGS] = {
    0, 3, 0x71000020, 0x71000010, 0x71000011, 0x71000012, 0x71000013, 0x71000030, 0x71000031,
};

static void test_mop_masked(void **state)
{
    struct sfp_machine *m = machine(SFP_WH);
    const uint32_t program[] = {mop(0, 2, 2), t(1)}; /* three passes, the middle one skipped */
    const struct expected steps[] = {
        OP(t(0x10), 0), OP(t(0x11), 0), OP(t(0x12), 0), OP(t(0x13), 0), OP(t(0x20), 0),
        OP(t(0x30), 0), OP(t(0x31), 0),
        OP(t(0x10), 0), OP(t(0x11), 0), OP(t(0x12), 0), OP(t(0x13), 0), OP(t(0x20), 0),
        OP(t(1), 1), /* that the expander turns round before it is a matter of time: test_arrivals.c */
    };

    (void)state;
    set_mop(m, masked);
    CHECK(m, program, steps);
    sfp_machine_free(m);
}

/* Flags 0: single instructions. Two MOPs follow each other without a gap. */
static void test_mop_masked_plain(void **state)
{
    struct sfp_machine *m = machine(SFP_WH);
    const uint32_t program[] = {mop(0, 1, 1), mop(0, 0, 0)};
    const struct expected steps[] = {OP(t(0x30), 0), OP(t(0x10), 0), OP(t(0x10), 1)};

    (void)state;
    set_mop(m, masked);
    m->s.expanders.mop_cfg[1] = 0;
    CHECK(m, program, steps);
    sfp_machine_free(m);
}

/* The mask's upper half comes from MOP_CFG and stays; passes beyond bit 31 are not skipped. */
static void test_mop_mask_high(void **state)
{
    struct sfp_machine *m = machine(SFP_BH);
    const uint32_t program[] = {mop_cfg(0x8001), mop(0, 33, 1), mop(0, 16, 0)};
    struct expected steps[1 + 34 + 17];
    size_t n = 0;

    (void)state;
    set_mop(m, masked);
    m->s.expanders.mop_cfg[1] = 0;
    steps[n++] = (struct expected)BUBBLE; /* MOP_CFG itself */
    for (unsigned i = 0; i < 34; i++)
        steps[n++] = (struct expected)OP(i == 0 || i == 16 || i == 31 ? t(0x30) : t(0x10), 1);
    for (unsigned i = 0; i < 17; i++)
        steps[n++] = (struct expected)OP(i == 16 ? t(0x30) : t(0x10), 2);
    CHECK(m, program, steps);
    sfp_machine_free(m);
}

/* ---- MOP, template 1 ---- */

enum { START = 0x71000020, END0 = 0x71000030, END1 = 0x71000040, LOOP0 = 0x71000050, LOOP1 = 0x71000060,
       LAST_OF_ALL = 0x71000070, LAST_OF_PASS = 0x71000080 };

static const uint32_t loop[SFP_MOP_CFGS] = {2, 3, START, END0, END1, LOOP0, NOP, LAST_OF_ALL, LAST_OF_PASS};

static void test_mop_loop(void **state)
{
    struct sfp_machine *m = machine(SFP_WH);
    const uint32_t program[] = {mop(1, 0, 0)};
    const struct expected steps[] = {
        OP(START, 0), OP(LOOP0, 0), OP(LOOP0, 0), OP(LAST_OF_PASS, 0), OP(END0, 0), OP(END1, 0),
        OP(START, 0), OP(LOOP0, 0), OP(LOOP0, 0), OP(LAST_OF_ALL, 0), OP(END0, 0), OP(END1, 0),
    };

    (void)state;
    set_mop(m, loop);
    CHECK(m, program, steps);
    sfp_machine_free(m);
}

/* A second loop instruction doubles the inner count: 0 1 0 1 .. with the last one replaced. Seven bits count. */
static void test_mop_alternates(void **state)
{
    struct sfp_machine *m = machine(SFP_WH);
    const uint32_t program[] = {mop(1, 0, 0)};
    const struct expected steps[] = {
        OP(LOOP0, 0), OP(LOOP1, 0), OP(LOOP0, 0), OP(LAST_OF_PASS, 0), OP(END0, 0),
        OP(LOOP0, 0), OP(LOOP1, 0), OP(LOOP0, 0), OP(LAST_OF_ALL, 0), OP(END0, 0),
    };

    (void)state;
    set_mop(m, loop);
    m->s.expanders.mop_cfg[0] = 0x80 | 2;
    m->s.expanders.mop_cfg[1] = 0x100 | 2;
    m->s.expanders.mop_cfg[2] = NOP | 5; /* the opcode alone makes a NOP */
    m->s.expanders.mop_cfg[4] = NOP;
    m->s.expanders.mop_cfg[6] = LOOP1;
    CHECK(m, program, steps);
    sfp_machine_free(m);
}

/* Other do-nothing instructions are emitted. Without EndOp0 there is no EndOp1 either. */
static void test_mop_nops(void **state)
{
    struct sfp_machine *m = machine(SFP_WH);
    const uint32_t program[] = {mop(1, 0, 0)};
    const struct expected steps[] = {OP(DMANOP, 0), OP(LAST_OF_ALL, 0), OP(SFPNOP, 0)};
    const struct expected ends[] = {OP(LAST_OF_ALL, 0)};

    (void)state;
    set_mop(m, (const uint32_t[]){1, 1, DMANOP, SFPNOP, NOP, LOOP0, NOP, LAST_OF_ALL, LAST_OF_PASS});
    CHECK(m, program, steps);
    set_mop(m, (const uint32_t[]){1, 1, NOP, NOP, END1, LOOP0, NOP, LAST_OF_ALL, LAST_OF_PASS});
    CHECK(m, program, ends);
    sfp_machine_free(m);
}

static void test_mop_129(void **state)
{
    struct sfp_machine *m = machine(SFP_WH);
    const uint32_t program[] = {mop(1, 0, 0)};
    struct expected steps[2 * 129];

    (void)state;
    for (unsigned i = 0; i < 129; i++) {
        steps[2 * i] = (struct expected)OP(END0, 0);
        steps[2 * i + 1] = (struct expected)OP(END1, 0);
    }
    set_mop(m, (const uint32_t[]){1, 0, NOP, END0, END1, LOOP0, NOP, LAST_OF_ALL, LAST_OF_PASS});
    CHECK(m, program, steps);
    assert_int_equal(found[SFP_FIND_MOP_BUG], 1);
    sfp_machine_free(m);
}

/* The comparison is missing only with one pass, an end instruction, and neither a start nor a loop. */
static void test_mop_not_129(void **state)
{
    struct sfp_machine *m = machine(SFP_WH);
    const uint32_t program[] = {mop(1, 0, 0)};
    const struct expected started[] = {OP(START, 0), OP(END0, 0)}, looped[] = {OP(LAST_OF_ALL, 0), OP(END0, 0)};
    const struct expected twice[] = {OP(END0, 0), OP(END0, 0)}, nothing[] = {BUBBLE};

    (void)state;
    set_mop(m, (const uint32_t[]){1, 0, START, END0, NOP, LOOP0, NOP, LAST_OF_ALL, LAST_OF_PASS});
    CHECK(m, program, started);
    set_mop(m, (const uint32_t[]){1, 1, NOP, END0, NOP, LOOP0, NOP, LAST_OF_ALL, LAST_OF_PASS});
    CHECK(m, program, looped);
    set_mop(m, (const uint32_t[]){2, 0, NOP, END0, NOP, LOOP0, NOP, LAST_OF_ALL, LAST_OF_PASS});
    CHECK(m, program, twice);
    set_mop(m, (const uint32_t[]){1, 0, NOP, NOP, NOP, LOOP0, NOP, LAST_OF_ALL, LAST_OF_PASS});
    CHECK(m, program, nothing);
    assert_int_equal(found[SFP_FIND_MOP_BUG], 0);
    sfp_machine_free(m);
}

/* Counts in the instruction: inner 9:0, outer {19:16, 15:10}. Wormhole ignores them. */
static void test_mop_counts(void **state)
{
    const uint32_t program[] = {mop(1, 0, 3 << 10 | 2)};
    const struct expected blackhole[] = {
        OP(LOOP0, 0), OP(LAST_OF_PASS, 0), OP(LOOP0, 0), OP(LAST_OF_PASS, 0), OP(LOOP0, 0), OP(LAST_OF_ALL, 0),
    };
    const struct expected wormhole[] = {OP(LAST_OF_ALL, 0)};
    const uint32_t cfg[SFP_MOP_CFGS] = {1, 1, NOP, NOP, NOP, LOOP0, NOP, LAST_OF_ALL, LAST_OF_PASS};
    const uint32_t many[] = {mop(1, 1, 0)}; /* outer = 64, inner from the configuration */
    const uint32_t most[] = {mop(1, 8, 0)}; /* 8 << 6 = 512 */
    const uint32_t high[] = {mop(1, 0x10, 0)};
    struct expected sixty_four[64], half_thousand[512];
    struct sfp_machine *m = machine(SFP_BH);

    (void)state;
    set_mop(m, cfg);
    CHECK(m, program, blackhole);
    assert_int_equal(found[SFP_FIND_MOP_COUNTS], 1);
    for (unsigned i = 0; i < 64; i++)
        sixty_four[i] = (struct expected)OP(i == 63 ? LAST_OF_ALL : LAST_OF_PASS, 0);
    CHECK(m, many, sixty_four);
    assert_int_equal(found[SFP_FIND_MOP_COUNTS], 2);
    for (unsigned i = 0; i < 512; i++)
        half_thousand[i] = (struct expected)OP(i == 511 ? LAST_OF_ALL : LAST_OF_PASS, 0);
    CHECK(m, most, half_thousand);
    assert_int_equal(found[SFP_FIND_MOP_COUNTS], 3);
    assert_int_equal(found[SFP_FIND_RESERVED_BITS], 0);
    CHECK(m, high, wormhole); /* bits 22:20 are no part of the counts, which the configuration then gives */
    assert_int_equal(found[SFP_FIND_MOP_COUNTS], 3);
    assert_int_equal(found[SFP_FIND_RESERVED_BITS], 1);
    sfp_machine_free(m);

    m = machine(SFP_WH);
    set_mop(m, cfg);
    CHECK(m, program, wormhole);
    assert_int_equal(found[SFP_FIND_MOP_COUNTS], 0);
    assert_int_equal(found[SFP_FIND_RESERVED_BITS], 1);
    CHECK(m, many, wormhole);
    assert_int_equal(found[SFP_FIND_RESERVED_BITS], 2);
    sfp_machine_free(m);
}

/* One that emits nothing still takes a step. */
static void test_mop_empty(void **state)
{
    struct sfp_machine *m = machine(SFP_WH);
    const uint32_t program[] = {mop(1, 0, 0), mop(1, 0, 0), t(1)};
    const struct expected steps[] = {BUBBLE, BUBBLE, OP(t(1), 2)};

    (void)state;
    set_mop(m, loop);
    m->s.expanders.mop_cfg[0] = 0;
    CHECK(m, program, steps);
    set_mop(m, (const uint32_t[]){2, 0, NOP, NOP, END1, LOOP0, LOOP1, LAST_OF_ALL, LAST_OF_PASS});
    CHECK(m, program, steps);
    sfp_machine_free(m);
}

static void test_mop_unset(void **state)
{
    struct sfp_machine *m = machine(SFP_WH);
    const uint32_t program[] = {NOP, mop(0, 0, 0)};
    const struct expected steps[] = {OP(NOP, 0), ERROR(0, 1)}; /* a zero word is no instruction */
    struct sfp_frontend *f = sfp_frontend_new(m, program, COUNT(program));

    (void)state;
    expect_steps(f, steps, COUNT(steps));
    assert_int_equal(found[SFP_FIND_MOP_UNSET], 2); /* the flags and A0 */
    assert_int_equal(found_at[SFP_FIND_MOP_UNSET], 1);
    sfp_frontend_free(f);
    sfp_machine_free(m);
}

/* Expansions are not expanded again, nor is MOP_CFG obeyed in them. */
static void test_mop_in_mop(void **state)
{
    struct sfp_machine *m = machine(SFP_WH);
    const uint32_t program[] = {mop(0, 0, 0)}, words[] = {mop(0, 0, 0), mop_cfg(1)};
    struct sfp_frontend *f;

    (void)state;
    for (size_t i = 0; i < COUNT(words); i++) {
        const struct expected steps[] = {ERROR(words[i], 0)};

        set_mop(m, masked);
        m->s.expanders.mop_cfg[3] = words[i];
        f = sfp_frontend_new(m, program, COUNT(program));
        expect_steps(f, steps, COUNT(steps));
        sfp_frontend_free(f);
    }
    sfp_machine_free(m);
}

/* An expansion can be recorded, and can play back; its instructions are the MOP's. */
static void test_mop_and_replay(void **state)
{
    struct sfp_machine *m = machine(SFP_WH);
    const uint32_t program[] = {replay(0, 2, 0, 1), mop(0, 1, 0), replay(0, 2, 0, 0)};
    const struct expected steps[] = {BUBBLE, BUBBLE, BUBBLE, OP(t(0x10), 1), OP(t(0x10), 1)};
    const uint32_t player[] = {mop(0, 1, 0), t(1), mop(0, 0, 0), t(2)};
    const struct expected played[] = {
        OP(t(0x10), 0), OP(t(0x10), 0), OP(t(0x10), 0), OP(t(0x10), 0),
        OP(t(1), 1), OP(t(0x10), 2), OP(t(0x10), 2), OP(t(2), 3),
    };
    const uint32_t short_player[] = {mop(0, 0, 0), t(1)};
    const struct expected played_short[] = {OP(t(0x10), 0), OP(t(1), 1)};
    const uint32_t twice[] = {replay(0, 2, 0, 0), mop(0, 0, 0), t(1), mop(0, 0, 0), t(2)};
    const struct expected each_time[] = {
        OP(t(0x10), 0), OP(t(0x10), 0), OP(t(5), 1), OP(t(1), 2), OP(t(5), 3), OP(t(2), 4),
    };

    (void)state;
    set_mop(m, masked);
    m->s.expanders.mop_cfg[1] = 0;
    CHECK(m, program, steps);
    m->s.expanders.mop_cfg[3] = replay(0, 2, 0, 0);
    CHECK(m, player, played);
    m->s.expanders.mop_cfg[3] = replay(0, 1, 0, 0);
    CHECK(m, short_player, played_short);
    m->s.expanders.mop_cfg[3] = t(5);
    CHECK(m, twice, each_time);
    sfp_machine_free(m);
}

/* The configuration may change between two expansions. */
static void test_mop_reconfigured(void **state)
{
    struct sfp_machine *m = machine(SFP_WH);
    const uint32_t program[] = {mop(0, 0, 0), mop(0, 0, 0)};
    const struct expected first[] = {OP(t(0x10), 0)}, second[] = {OP(t(9), 1)};
    struct sfp_frontend *f = sfp_frontend_new(m, program, COUNT(program));

    (void)state;
    set_mop(m, masked);
    m->s.expanders.mop_cfg[1] = 0;
    expect_steps(f, first, COUNT(first));
    m->s.expanders.mop_cfg[3] = t(9);
    expect_steps(f, second, COUNT(second));
    expect_end(f);
    sfp_frontend_free(f);
    sfp_machine_free(m);
}

/* ---- Stretches: the same instructions as step by step ---- */

enum { PROGRAM_WORDS = 60, MAX_STEPS = 20000 };

static uint32_t next_random(uint32_t *x)
{
    *x ^= *x << 13;
    *x ^= *x >> 17;
    *x ^= *x << 5;
    return *x;
}

static uint32_t random_word(uint32_t *x, unsigned i)
{
    switch (next_random(x) % 10) {
    case 0: return replay(next_random(x) % 32, 1 + next_random(x) % 6, 0, 0);
    case 1: return replay(next_random(x) % 32, 1 + next_random(x) % 6, next_random(x) % 2, 1);
    case 2: return mop(0, next_random(x) % 4, next_random(x) % 16);
    case 3: return mop(1, 0, 0);
    case 4: return semwait(0x40, 0, 1);
    case 5: return NOP;
    default: return t(i);
    }
}

struct trace {
    uint32_t words[MAX_STEPS];
    size_t count, vector;
};

static void trace_op(struct trace *trace, const struct sfp_op *op)
{
    assert_true(trace->count < MAX_STEPS);
    trace->words[trace->count++] = op->word;
    trace->vector += op->insn->unit != SFP_UNIT_NONE;
}

static void take_trace(struct sfp_frontend *f, bool stretches, struct trace *trace)
{
    struct sfp_stretch s;
    const struct sfp_op *op;
    enum sfp_fetch fetch;

    do {
        while (stretches && sfp_frontend_stretch(f, &s)) {
            const size_t vector = trace->vector;

            assert_true(s.count > 0);
            for (size_t i = 0; i < s.count; i++)
                trace_op(trace, &s.ops[i]);
            assert_int_equal(trace->vector, vector + s.vector);
        }
        fetch = sfp_frontend_next(f, &op);
        assert_int_not_equal(fetch, SFP_FETCH_ERROR);
        if (fetch == SFP_FETCH_OP)
            trace_op(trace, op);
    } while (fetch != SFP_FETCH_END);
}

static void test_stretches(void **state)
{
    static struct trace by_step, by_stretch;
    uint32_t program[PROGRAM_WORDS], x = 2463534242;

    (void)state;
    for (unsigned round = 0; round < 400; round++) {
        struct sfp_machine *a = machine(SFP_WH), *b = machine(SFP_WH);
        struct sfp_frontend *fa, *fb;

        for (unsigned i = 0; i < PROGRAM_WORDS; i++)
            program[i] = random_word(&x, i);
        set_mop(a, masked);
        set_mop(b, masked);
        for (unsigned i = 2; i < SFP_MOP_CFGS; i++)
            if (next_random(&x) % 3 == 0)
                a->s.expanders.mop_cfg[i] = b->s.expanders.mop_cfg[i] =
                    replay(next_random(&x) % 32, 1 + next_random(&x) % 9, 0, 0);
        fa = sfp_frontend_new(a, program, PROGRAM_WORDS);
        fb = sfp_frontend_new(b, program, PROGRAM_WORDS);
        by_step.count = by_step.vector = by_stretch.count = by_stretch.vector = 0;
        for (unsigned pass = 0; pass < 2; pass++) {
            take_trace(fa, false, &by_step);
            take_trace(fb, true, &by_stretch);
            sfp_frontend_rewind(fa);
            sfp_frontend_rewind(fb);
        }
        assert_int_equal(by_step.count, by_stretch.count);
        assert_int_equal(by_step.vector, by_stretch.vector);
        assert_memory_equal(by_step.words, by_stretch.words, by_step.count * sizeof by_step.words[0]);
        sfp_frontend_free(fa);
        sfp_frontend_free(fb);
        sfp_machine_free(a);
        sfp_machine_free(b);
    }
}

/* ---- The runner ---- */

static const struct sfp_run_options once = {.repeat = 1};

#define RUN(m, program, options, result) sfp_run_untimed(m, program, COUNT(program), options, result)

static void test_run(void **state)
{
    static const struct sfp_run_options thrice = {.repeat = 3};
    struct sfp_machine *m = machine(SFP_WH);
    const uint32_t program[] = {replay(0, 2, 0, 1), t(0x4000), u(0x3F80), NOP, replay(0, 2, 0, 0), 0x38008000};
    struct sfp_run_result r;

    (void)state;
    RUN(m, program, &once, &r);
    assert_int_equal(r.status, SFP_RUN_DONE);
    assert_int_equal(r.executed, 4);
    assert_int_equal(r.vector, 2);
    assert_int_equal(m->s.lreg[0][31], 0x40000000);
    assert_int_equal(m->s.lreg[1][0], 0x3F800000);
    assert_int_equal(m->s.own.rwc.dst, 2);
    RUN(m, program, &thrice, &r);
    assert_int_equal(r.executed, 12);
    assert_int_equal(r.vector, 6);
    assert_int_equal(m->s.own.rwc.dst, 8);
    sfp_machine_free(m);
}

/* `passes` passes, instruction by instruction; returns how many instructions that were. */
static size_t run_by_step(struct sfp_machine *m, const uint32_t *program, size_t count, unsigned long passes)
{
    struct sfp_frontend *f = sfp_frontend_new(m, program, count);
    const struct sfp_op *op;
    size_t executed = 0;
    enum sfp_fetch fetch;

    for (unsigned long pass = 0; pass < passes; pass++) {
        sfp_frontend_rewind(f);
        while ((fetch = sfp_frontend_next(f, &op)) != SFP_FETCH_END) {
            if (fetch != SFP_FETCH_OP)
                continue;
            op->exec(m, op);
            executed++;
        }
    }
    sfp_frontend_free(f);
    return executed;
}

/* Later passes execute what an earlier one did only where that is so: recordings may go on from pass to pass. */
static void test_run_passes(void **state)
{
    enum { SHORT = 12 };
    uint32_t program[SHORT], x = 88172645;

    (void)state;
    for (unsigned round = 0; round < 2000; round++) {
        struct sfp_machine *a = machine(SFP_WH), *b = machine(SFP_WH);
        const struct sfp_run_options options = {.repeat = 1 + next_random(&x) % 7};
        struct sfp_run_result r;

        for (unsigned i = 0; i < SHORT; i++)
            program[i] = random_word(&x, i);
        set_mop(a, masked);
        set_mop(b, masked);
        RUN(a, program, &options, &r);
        assert_int_equal(r.status, SFP_RUN_DONE);
        assert_int_equal(r.executed, run_by_step(b, program, SHORT, options.repeat));
        assert_memory_equal(&a->s, &b->s, sizeof a->s);
        sfp_machine_free(a);
        sfp_machine_free(b);
    }
}

/* A recording of two words takes the REPLAY of the next pass, whose INCRWC is then executed: every other one is. */
static void test_run_recording_across_passes(void **state)
{
    static const struct sfp_run_options six = {.repeat = 6};
    struct sfp_machine *m = machine(SFP_BH);
    const uint32_t program[] = {replay(0, 2, 0, 1), 0x38008000};
    struct sfp_run_result r;

    (void)state;
    RUN(m, program, &six, &r);
    assert_int_equal(r.executed, 3);
    assert_int_equal(m->s.own.rwc.dst, 6);
    RUN(m, program, &six, &r); /* with a buffer that does not change any more */
    assert_int_equal(r.executed, 3);
    assert_int_equal(m->s.own.rwc.dst, 12);
    sfp_machine_free(m);
}

/*
 * Slot 16 is played before it is recorded, by a MOP of 17 passes whose last one is skipped from the second pass over
 * the program on, because of the MOP_CFG behind it: the second plays INCRWC, later ones NOP.
 */
static void test_run_buffer_of_the_pass_before(void **state)
{
    static const struct sfp_run_options six = {.repeat = 6};
    static const uint32_t cfg[SFP_MOP_CFGS] = {0, 0, NOP, 0x38008000, NOP, NOP, NOP, NOP, NOP};
    struct sfp_machine *m = machine(SFP_WH);
    const uint32_t program[] = {replay(16, 1, 0, 0), replay(0, 17, 0, 1), mop(0, 16, 0), mop_cfg(1)};
    struct sfp_run_result r;

    (void)state;
    set_mop(m, cfg);
    RUN(m, program, &six, &r);
    assert_int_equal(r.status, SFP_RUN_DONE);
    assert_int_equal(r.executed, 5);
    assert_int_equal(m->s.own.rwc.dst, 2);
    sfp_machine_free(m);
}

/* Each pass takes one from semaphore 0, and goes on if any are left: the fourth pass's INCRWC waits for ever. */
static void test_run_deadlock_in_a_later_pass(void **state)
{
    static const struct sfp_run_options six = {.repeat = 6};
    struct sfp_machine *m = machine(SFP_WH);
    const uint32_t program[] = {0xA5000004, semwait(0x140, 1, 1), 0x38008000};
    struct sfp_run_result r;

    (void)state;
    m->s.semaphore[0] = (struct sfp_semaphore){.value = 4, .max = 15};
    RUN(m, program, &six, &r);
    assert_int_equal(r.status, SFP_RUN_DEADLOCK);
    assert_int_equal(r.held, 2);
    assert_int_equal(r.executed, 11);
    assert_int_equal(m->s.own.rwc.dst, 6);
    sfp_machine_free(m);
}

static void test_run_refused(void **state)
{
    struct sfp_machine *m = machine(SFP_WH);
    const uint32_t program[] = {t(0x3F80), 0x38008000, ELWADD, 0x38008000};
    struct sfp_run_result r;

    (void)state;
    RUN(m, program, &once, &r);
    assert_int_equal(r.status, SFP_RUN_REFUSED);
    assert_int_equal(r.index, 2);
    assert_int_equal(r.word, ELWADD);
    assert_int_equal(r.executed, 2);
    assert_int_equal(m->s.own.rwc.dst, 2);
    sfp_machine_free(m);
}

/* Block bits: B1 semaphores, B6 INCRWC, B8 the vector unit; NOP needs all nine. */
static void test_deadlock(void **state)
{
    static const struct sfp_run_options ignoring = {.repeat = 1, .ignore_waits = true};
    struct sfp_machine *m = machine(SFP_WH);
    const uint32_t program[] = {NOP, semwait(0x100, 0x18, 1), NOP, 0x38008000, t(1), t(2)};
    struct sfp_run_result r;

    (void)state;
    m->s.semaphore[3].value = 1;
    RUN(m, program, &once, &r);
    assert_int_equal(r.status, SFP_RUN_DEADLOCK);
    assert_int_equal(r.index, 1);
    assert_int_equal(r.word, program[1]);
    assert_int_equal(r.semaphore, 4);
    assert_int_equal(r.held, 4);
    assert_int_equal(r.executed, 4);
    assert_int_equal(m->s.own.rwc.dst, 2);
    m->s.semaphore[4].value = 1; /* neither is 0 any more */
    RUN(m, program, &once, &r);
    assert_int_equal(r.status, SFP_RUN_DONE);
    m->s.semaphore[4].value = 0;
    RUN(m, program, &ignoring, &r);
    assert_int_equal(r.status, SFP_RUN_DONE);
    assert_int_equal(r.executed, 6);
    sfp_machine_free(m);
}

/* The thread can end its own wait with what the wait lets through. */
static void test_wait_ends(void **state)
{
    struct sfp_machine *m = machine(SFP_BH);
    const uint32_t post[] = {semwait(0x100, 1, 1), 0xA4000004, t(1)};
    const uint32_t blocked_post[] = {semwait(0x102, 1, 1), 0xA4000004, t(1)};
    const uint32_t by_maximum[] = {semwait(0x100, 1, 2), 0xA5000004, t(1)};
    const uint32_t over[] = {semwait(0x100, 1, 1), NOP, 0xA5000004, t(1)};
    struct sfp_run_result r;

    (void)state;
    RUN(m, blocked_post, &once, &r);
    assert_int_equal(r.status, SFP_RUN_DEADLOCK);
    assert_int_equal(r.held, 1);
    RUN(m, post, &once, &r);
    assert_int_equal(r.status, SFP_RUN_DONE);
    m->s.semaphore[0] = (struct sfp_semaphore){.value = 2, .max = 2};
    RUN(m, by_maximum, &once, &r);
    assert_int_equal(r.status, SFP_RUN_DONE);
    m->s.semaphore[0] = (struct sfp_semaphore){.value = 4, .max = 2};
    RUN(m, by_maximum, &once, &r);
    assert_int_equal(r.status, SFP_RUN_DEADLOCK);
    m->s.semaphore[0] = (struct sfp_semaphore){.value = 1, .max = 2};
    RUN(m, over, &once, &r); /* it was 1 when looked at: its fall to 0 comes too late to matter */
    assert_int_equal(r.status, SFP_RUN_DONE);
    sfp_machine_free(m);
}

/* A wait holds every later STALLWAIT. A SEMWAIT is held on Blackhole; on Wormhole by a mask with B1, otherwise it replaces
 * the wait before it. */
static void test_wait_replaced(void **state)
{
    const uint32_t waits[] = {semwait(0x100, 1, 1), semwait(0x040, 1, 1), 0x70008000};
    const uint32_t sync[] = {semwait(0x002, 1, 1), semwait(0x040, 1, 1)};
    const uint32_t empty[] = {semwait(0, 1, 1), semwait(0x100, 1, 1), 0x70008000};
    struct sfp_machine *wh = machine(SFP_WH), *bh = machine(SFP_BH);
    struct sfp_run_result r;

    (void)state;
    RUN(wh, waits, &once, &r); /* the second wait holds the matrix unit, and the load passes */
    assert_int_equal(r.status, SFP_RUN_DONE);
    RUN(wh, sync, &once, &r);
    assert_int_equal(r.status, SFP_RUN_DEADLOCK);
    assert_int_equal(r.held, 1);
    RUN(wh, empty, &once, &r); /* an empty mask is B6 */
    assert_int_equal(r.status, SFP_RUN_DEADLOCK);
    assert_int_equal(r.index, 1);
    assert_int_equal(r.held, 2);
    RUN(bh, waits, &once, &r);
    assert_int_equal(r.status, SFP_RUN_DEADLOCK);
    assert_int_equal(r.index, 0);
    assert_int_equal(r.held, 1);
    sfp_machine_free(wh);
    sfp_machine_free(bh);
}

/* A wait holds every later STALLWAIT; an empty block mask means B6; 1FF holds NOP too. */
static void test_wait_blocks(void **state)
{
    struct sfp_machine *m = machine(SFP_WH);
    const uint32_t stalls[] = {semwait(0x100, 1, 1), 0xA2800080};
    const uint32_t empty[] = {semwait(0, 1, 1), t(1), 0x38008000};
    const uint32_t all[] = {semwait(0x1FF, 1, 1), NOP};
    const uint32_t most[] = {semwait(0x1FE, 1, 1), NOP};
    const uint32_t front[] = {replay(0, 1, 0, 1), NOP, semwait(0x1FE, 1, 1), replay(0, 1, 0, 0)};
    struct sfp_run_result r;

    (void)state;
    RUN(m, stalls, &once, &r);
    assert_int_equal(r.status, SFP_RUN_DEADLOCK);
    RUN(m, empty, &once, &r);
    assert_int_equal(r.status, SFP_RUN_DEADLOCK);
    assert_int_equal(r.held, 2);
    RUN(m, all, &once, &r);
    assert_int_equal(r.status, SFP_RUN_DEADLOCK);
    RUN(m, most, &once, &r);
    assert_int_equal(r.status, SFP_RUN_DONE);
    RUN(m, front, &once, &r);
    assert_int_equal(r.status, SFP_RUN_DONE);
    assert_int_equal(r.executed, 2);
    sfp_machine_free(m);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_straight_line),
        cmocka_unit_test(test_empty_program),
        cmocka_unit_test(test_record_then_play),
        cmocka_unit_test(test_record_and_execute),
        cmocka_unit_test(test_buffer_wraps),
        cmocka_unit_test(test_replay_counts),
        cmocka_unit_test(test_replay_nested),
        cmocka_unit_test(test_replay_doubtful),
        cmocka_unit_test(test_earlier_recording),
        cmocka_unit_test(test_refused_words),
        cmocka_unit_test(test_rewind),
        cmocka_unit_test(test_mop_masked),
        cmocka_unit_test(test_mop_masked_plain),
        cmocka_unit_test(test_mop_mask_high),
        cmocka_unit_test(test_mop_loop),
        cmocka_unit_test(test_mop_alternates),
        cmocka_unit_test(test_mop_nops),
        cmocka_unit_test(test_mop_129),
        cmocka_unit_test(test_mop_not_129),
        cmocka_unit_test(test_mop_counts),
        cmocka_unit_test(test_mop_empty),
        cmocka_unit_test(test_mop_unset),
        cmocka_unit_test(test_mop_in_mop),
        cmocka_unit_test(test_mop_and_replay),
        cmocka_unit_test(test_mop_reconfigured),
        cmocka_unit_test(test_stretches),
        cmocka_unit_test(test_run),
        cmocka_unit_test(test_run_passes),
        cmocka_unit_test(test_run_recording_across_passes),
        cmocka_unit_test(test_run_buffer_of_the_pass_before),
        cmocka_unit_test(test_run_deadlock_in_a_later_pass),
        cmocka_unit_test(test_run_refused),
        cmocka_unit_test(test_deadlock),
        cmocka_unit_test(test_wait_ends),
        cmocka_unit_test(test_wait_replaced),
        cmocka_unit_test(test_wait_blocks),
    };

    return cmocka_run_group_tests_name("frontend", tests, NULL, NULL);
}
