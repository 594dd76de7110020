/*
 * Cores of two threads (sfpu-riscv(7), Several cores): hand-worked programs. T1 and T2 push words of the threads math
 * and pack. A core's first instruction issues in cycle 0. In a cycle T1 acts before T2.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "time/pipeline.h"
#include "riscv_words.h"
#include "core/tile.h"

enum { BASE = 0x1000, APART = 0x1000, MOST = 64, X5 = 5, X6 = 6, X7 = 7, SYNC = (int)0xFFE80000, SEMAPHORE_0 = 0x20,
       FROM_T1 = (int)0xFFEC2000, FROM_T2 = (int)0xFFEC3000, /* mailboxes, by the core that writes or that reads */
       CONFIG = (int)0xFFEF0000, DEBUG = (int)0xFFB12000, DST = (int)0xFFBD8000, GPRS = (int)0xFFE00000,
       TO_T1 = FROM_T1, TO_T2 = FROM_T2, SHARED = 0x400 };

static const uint32_t SFPNOP = 0x8F000000;
static const uint32_t SEMWAIT_ON_0 = 0xA6FF8005; /* ttsemwait 0x1ff,1,1: all wait while semaphore 0 is 0 */
static const uint32_t SEMPOST_1 = 0xA4000008;    /* ttsempost 2: semaphore 1 */

static uint32_t rotated(uint32_t word) { return word << 2 | word >> 30; }
static uint32_t lui(unsigned rd, int value) { return riscv_word(RV_LUI, rd, 0, 0, value); }
static uint32_t addi(unsigned rd, unsigned rs, int value) { return riscv_word(RV_ADDI, rd, rs, 0, value); }
static uint32_t sw(unsigned value, int offset, unsigned base) { return riscv_word(RV_SW, 0, base, value, offset); }
static uint32_t lw(unsigned rd, int offset, unsigned base) { return riscv_word(RV_LW, rd, base, 0, offset); }
static uint32_t beq(unsigned a, unsigned b, int offset) { return riscv_word(RV_BEQ, 0, a, b, offset); }
static uint32_t ret(void) { return riscv_word(RV_JALR, 0, RV_RA, 0, 0); }

static const enum sfp_thread_id threads[] = {SFP_THREAD_MATH, SFP_THREAD_PACK};

/* Two cores, and what their run came to. Indices of T2's code follow those of T1's. */
struct pair {
    struct sfp_machine *m;
    struct tile_mates *mates;
    struct sfp_tile *tile[2];
    uint32_t words[2 * MOST];
    size_t count;
    struct sfp_timing_result result;
};

static void add_core(struct pair *p, unsigned i, const uint32_t *code, size_t count)
{
    const uint32_t base = BASE + i * APART;

    assert_true(count <= MOST);
    p->tile[i] = tile_new_thread(p->m, threads[i], p->mates);
    p->tile[i]->devices.offset = p->count;
    memcpy(p->mates->l1 + base, code, count * sizeof *code);
    assert_true(rv_core_add_code(&p->tile[i]->core, base, (uint32_t)(count * sizeof *code)));
    assert_true(tile_code(p->tile[i], p->words + p->count));
    p->count += count;
}

static void begin(struct pair *p, enum sfp_arch arch)
{
    memset(p, 0, sizeof *p);
    p->m = sfp_machine_new(arch, sfp_semantics_best());
    p->mates = tile_mates_new(arch);
}

static void go(struct pair *p)
{
    const struct tile_call calls[] = {{.address = BASE}, {.address = BASE + APART}};
    struct sfp_threads how = {.arbiter = SFP_ARBITER_RR};
    const struct sfp_timing_options options = {.run.repeat = 1, .threads = &how};

    for (unsigned i = 0; i < 2; i++) {
        tile_start(p->tile[i], &calls[i], 1, true);
        p->tile[i]->miss = 0;
        how.feeds[threads[i]] = &p->tile[i]->feed;
    }
    sfp_run_timed(p->m, p->words, p->count, &options, &p->result);
}

static void end(struct pair *p)
{
    for (unsigned i = 0; i < 2; i++)
        tile_free(p->tile[i]);
    tile_mates_free(p->mates);
    sfp_machine_free(p->m);
}

#define CODE(p, i, ...) \
    add_core(p, i, (const uint32_t[]){__VA_ARGS__}, sizeof((const uint32_t[]){__VA_ARGS__}) / sizeof(uint32_t))

static const enum sfp_arch arches[] = {SFP_WH, SFP_BH};
#define EACH_ARCH(arch) for (unsigned a_ = 0, arch = SFP_WH; a_ < 2 && (arch = arches[a_], true); a_++)

static void check_done(const struct pair *p)
{
    assert_int_equal(p->result.run.status, SFP_RUN_DONE);
    assert_int_equal(p->tile[0]->end, TILE_DONE);
    assert_int_equal(p->tile[1]->end, TILE_DONE);
}

/*
 * T1's SEMWAIT leaves the store queue in 1, and SFPNOP in 2. T2: lui in 0, the store in 1, which leaves in 2 and posts.
 * Nobody but T2 posts, and the value stays 1.
 */
static void test_core_posts(void **state)
{
    (void)state;
    EACH_ARCH(arch) {
        struct pair p;

        begin(&p, (enum sfp_arch)arch);
        CODE(&p, 0, rotated(SEMWAIT_ON_0), rotated(SFPNOP), ret());
        CODE(&p, 1, lui(X5, SYNC), sw(0, SEMAPHORE_0, X5), ret());
        go(&p);
        check_done(&p);
        assert_int_equal(p.result.run.executed, 2);
        assert_int_equal(p.m->s.semaphore[0].value, 1);
        assert_int_equal(p.result.thread[SFP_THREAD_MATH].executed, 2);
        assert_false(p.tile[0]->relieved);
        end(&p);
    }
}

/*
 * T1's SEMPOST leaves the store queue in 2, behind lui and in the cycle in which T2's post of semaphore 0 does, which
 * takes the sync unit: SEMPOST issues in 3.
 */
static void test_core_takes_sync_unit(void **state)
{
    (void)state;
    EACH_ARCH(arch) {
        struct pair p;

        begin(&p, (enum sfp_arch)arch);
        CODE(&p, 0, lui(X5, 0), rotated(SEMPOST_1), ret());
        CODE(&p, 1, lui(X5, SYNC), sw(0, SEMAPHORE_0, X5), ret());
        go(&p);
        check_done(&p);
        assert_int_equal(p.m->s.semaphore[0].value, 1);
        assert_int_equal(p.m->s.semaphore[1].value, 1);
        assert_int_equal(p.result.thread[SFP_THREAD_MATH].cycles, 4);
        assert_int_equal(p.result.thread[SFP_THREAD_MATH].stalls[SFP_STALL_TAKEN], 1);
        end(&p);
    }
}

/*
 * Two cores post in the same cycle: T1's store leaves in 2, and T2's, which finds the unit taken, in 3.
 */
static void test_cores_share_sync_unit(void **state)
{
    (void)state;
    EACH_ARCH(arch) {
        struct pair p;

        begin(&p, (enum sfp_arch)arch);
        CODE(&p, 0, lui(X5, SYNC), sw(0, SEMAPHORE_0, X5), ret());
        CODE(&p, 1, lui(X5, SYNC), sw(0, SEMAPHORE_0, X5), ret());
        go(&p);
        check_done(&p);
        assert_int_equal(p.m->s.semaphore[0].value, 2);
        assert_false(p.tile[0]->held_up);
        assert_true(p.tile[1]->held_up);
        end(&p);
    }
}

/*
 * T1 pops T2's mail: lui issues in 0, and the load would issue in 1. T2's lui and four further instructions issue in 0
 * to 4, and its store in 5. The store leaves in 6, after T1 has acted in this cycle. T1's load issues in 7, and has a
 * latency of 3: addi issues in 10, T1's store in 11, the return in 12.
 */
static void test_mail(void **state)
{
    (void)state;
    EACH_ARCH(arch) {
        struct pair p;
        uint32_t value;

        begin(&p, (enum sfp_arch)arch);
        CODE(&p, 0, lui(X5, FROM_T2), lw(X6, 0, X5), addi(X6, X6, 1), sw(X6, SHARED, 0), ret());
        CODE(&p, 1, lui(X5, TO_T1), addi(X6, 0, 41), addi(0, 0, 0), addi(0, 0, 0), addi(0, 0, 0), sw(X6, 0, X5), ret());
        go(&p);
        check_done(&p);
        memcpy(&value, p.mates->l1 + SHARED, sizeof value);
        assert_int_equal(value, 42);
        assert_int_equal(p.tile[0]->clock.issued, 12);
        assert_int_equal(sfp_tile_alone(p.tile[0])->issued, 6);
        assert_int_equal(p.tile[0]->clock.stalls[TILE_STALL_SYNC], 6); /* cycles 1 to 6 */
        assert_int_equal(p.mates->mail[TILE_T2][TILE_T1].count, 0);
        end(&p);
    }
}

/* T1 queries until a mail is there, and then pops it. */
static void test_mail_query(void **state)
{
    (void)state;
    EACH_ARCH(arch) {
        struct pair p;

        begin(&p, (enum sfp_arch)arch);
        CODE(&p, 0, lui(X5, FROM_T2), lw(X6, 4, X5), beq(X6, 0, -4), lw(X7, 0, X5), sw(X7, SHARED, 0), ret());
        CODE(&p, 1, lui(X5, TO_T1), addi(X6, 0, 41), sw(X6, 0, X5), ret());
        go(&p);
        check_done(&p);
        assert_int_equal(p.tile[0]->core.x[X7], 41);
        assert_int_equal(p.tile[0]->core.x[X6], 1);
        end(&p);
    }
}

/* Mail in both directions is apart: T1 sends 5 and T2 sends 6, and each pops what the other one sent. */
static void test_mail_both_ways(void **state)
{
    (void)state;
    EACH_ARCH(arch) {
        struct pair p;

        begin(&p, (enum sfp_arch)arch);
        CODE(&p, 0, lui(X5, TO_T2), addi(X6, 0, 5), sw(X6, 0, X5), lw(X7, 0, X5), ret());
        CODE(&p, 1, lui(X5, TO_T1), addi(X6, 0, 6), sw(X6, 0, X5), lw(X7, 0, X5), ret());
        go(&p);
        check_done(&p);
        assert_int_equal(p.tile[0]->core.x[X7], 6);
        assert_int_equal(p.tile[1]->core.x[X7], 5);
        end(&p);
    }
}

/*
 * L1: T2 stores in 1, and the store leaves in 2: T1, which reads the word in a loop, ends it. Local data RAM is each
 * core's own.
 */
static void test_l1(void **state)
{
    (void)state;
    EACH_ARCH(arch) {
        struct pair p;

        begin(&p, (enum sfp_arch)arch);
        CODE(&p, 0, lw(X6, SHARED, 0), beq(X6, 0, -4), lui(X5, (int)0xFFB00000), lw(X7, 0, X5), ret());
        CODE(&p, 1, lui(X5, (int)0xFFB00000), addi(X6, 0, 7), sw(X6, 0, X5), sw(X6, SHARED, 0), ret());
        go(&p);
        check_done(&p);
        assert_int_equal(p.tile[0]->core.x[X6], 7);
        assert_int_equal(p.tile[0]->core.x[X7], 0);
        end(&p);
    }
}

/*
 * T1 loads in cycles 1 and 2 what T2 stores in 1. The store leaves in 2, and T1 acts before T2 in a cycle: T1 reads the
 * word as it was before in both, although the store had issued, and the new word in 3.
 */
static void test_l1_order(void **state)
{
    (void)state;
    EACH_ARCH(arch) {
        struct pair p;

        begin(&p, (enum sfp_arch)arch);
        CODE(&p, 0, addi(0, 0, 0), lw(X5, SHARED, 0), lw(X6, SHARED, 0), lw(X7, SHARED, 0), ret());
        CODE(&p, 1, addi(X6, 0, 7), sw(X6, SHARED, 0), ret());
        go(&p);
        check_done(&p);
        assert_int_equal(p.tile[0]->core.x[X5], 0);
        assert_int_equal(p.tile[0]->core.x[X6], 0);
        assert_int_equal(p.tile[0]->core.x[X7], 7);
        end(&p);
    }
}

static void check_core_end(const struct sfp_deadlock_end *end, enum sfp_thread_id thread, size_t index)
{
    assert_int_equal(end->thread, thread);
    assert_true(end->in_feed);
    assert_int_equal(end->index, index);
}

/* Each core pops a mail that the other core has not sent. Both wait at the load, whose index is 1 and 3 + 1. */
static void test_mail_deadlock(void **state)
{
    (void)state;
    EACH_ARCH(arch) {
        struct pair p;

        begin(&p, (enum sfp_arch)arch);
        CODE(&p, 0, lui(X5, FROM_T2), lw(X6, 0, X5), ret());
        CODE(&p, 1, lui(X5, FROM_T1), lw(X6, 0, X5), ret());
        go(&p);
        assert_int_equal(p.result.run.status, SFP_RUN_DEADLOCK);
        assert_int_equal(p.result.run.end_count, 2);
        check_core_end(&p.result.run.ends[0], SFP_THREAD_MATH, 1);
        check_core_end(&p.result.run.ends[1], SFP_THREAD_PACK, 4);
        end(&p);
    }
}

/* T1 has room for four mails; the fifth stays in the store queue for ever, since T2 has returned. */
static void test_full_mailbox(void **state)
{
    (void)state;
    EACH_ARCH(arch) {
        struct pair p;

        begin(&p, (enum sfp_arch)arch);
        CODE(&p, 0, lui(X5, TO_T2), sw(0, 0, X5), sw(0, 0, X5), sw(0, 0, X5), sw(0, 0, X5), sw(0, 0, X5), ret());
        CODE(&p, 1, ret());
        go(&p);
        assert_int_equal(p.result.run.status, SFP_RUN_DEADLOCK);
        assert_int_equal(p.result.run.end_count, 1);
        check_core_end(&p.result.run.ends[0], SFP_THREAD_MATH, 5);
        assert_int_equal(p.mates->mail[TILE_T1][TILE_T2].count, TILE_MAIL);
        end(&p);
    }
}

/* T1's word waits for semaphore 0, and T2 polls a word of L1 that T1 would store behind it: both ends. */
static void test_poll_deadlock(void **state)
{
    (void)state;
    EACH_ARCH(arch) {
        struct pair p;

        begin(&p, (enum sfp_arch)arch);
        CODE(&p, 0, rotated(SEMWAIT_ON_0), rotated(SFPNOP), ret());
        CODE(&p, 1, lw(X6, SHARED, 0), beq(X6, 0, -4), lui(X5, SYNC), sw(0, SEMAPHORE_0, X5), ret());
        go(&p);
        assert_int_equal(p.result.run.status, SFP_RUN_DEADLOCK);
        assert_int_equal(p.result.run.end_count, 2);
        assert_false(p.result.run.ends[0].in_feed);
        assert_int_equal(p.result.run.ends[0].number, 0);
        assert_int_equal(p.result.run.ends[0].index, 0);
        assert_int_equal(p.result.run.ends[1].thread, SFP_THREAD_PACK);
        assert_true(p.result.run.ends[1].in_feed);
        assert_in_range(p.result.run.ends[1].index, 3, 4);
        end(&p);
    }
}

/* T2 polls a semaphore far more than 100000 times, until a word of T1's thread posts the semaphore. */
static void test_late_post(void **state)
{
    enum { LATE = 200 }; /* thousands of passes of a loop of two instructions */
    struct pair p;

    (void)state;
    begin(&p, SFP_WH);
    CODE(&p, 0, lui(X5, LATE << 12), addi(X5, X5, -1), riscv_word(RV_BNE, 0, X5, 0, -4), rotated(0xA4000004), ret());
    CODE(&p, 1, lui(X5, SYNC), lw(X6, SEMAPHORE_0, X5), beq(X6, 0, -4), ret());
    go(&p);
    check_done(&p);
    assert_int_equal(p.tile[1]->core.x[X6], 1);
    end(&p);
}

/* The model lacks these devices for cores other than T1: errors name them. */
static void test_refusals(void **state)
{
    static const struct {
        int address;
        const char *text;
    } refused[] = {
        {DST, "a load from 0xFFBD8000 reaches Dst from a core other than T1, by RISC_DEST_ACCESS_CTRL_SEC0 or SEC2, "
              "which is not modelled"},
        {(int)0xFFB1A000, "a load from 0xFFB1A000 reaches the local data RAM through a slow window, which is modelled "
                          "for T1 alone"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
        struct pair p;

        begin(&p, SFP_BH);
        CODE(&p, 0, ret());
        CODE(&p, 1, lui(X5, refused[i].address), lw(X6, 0, X5), ret());
        go(&p);
        assert_int_equal(p.tile[1]->end, TILE_FAILED);
        assert_string_equal(p.tile[1]->message, refused[i].text);
        end(&p);
    }
}

/* T2 changes T1's code, which T1 has executed. */
static void test_code_of_mate(void **state)
{
    struct pair p;

    (void)state;
    begin(&p, SFP_WH);
    CODE(&p, 0, ret());
    CODE(&p, 1, lui(X5, BASE), sw(0, 0, X5), ret());
    go(&p);
    assert_int_equal(p.tile[1]->end, TILE_FAILED);
    assert_string_equal(p.tile[1]->message, "a store to 0x00001000 changes code that another core has executed");
    end(&p);
}

/* Each core has its thread's GPRs, and reads the ThreadConfig of both. */
static void test_own_gprs(void **state)
{
    struct pair p;

    (void)state;
    begin(&p, SFP_WH);
    CODE(&p, 0, lui(X5, GPRS), addi(X6, 0, 1), sw(X6, 0, X5), lw(X7, 0, X5), ret());
    CODE(&p, 1, lui(X5, GPRS), addi(X6, 0, 2), sw(X6, 0, X5), lw(X7, 0, X5), ret());
    go(&p);
    check_done(&p);
    assert_int_equal(p.tile[0]->core.x[X7], 1);
    assert_int_equal(p.tile[1]->core.x[X7], 2);
    assert_int_equal(p.m->s.own.gpr[0], 1);
    assert_int_equal(p.m->parked[SFP_THREAD_PACK].own.gpr[0], 2);
    end(&p);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_core_posts),
        cmocka_unit_test(test_core_takes_sync_unit),
        cmocka_unit_test(test_cores_share_sync_unit),
        cmocka_unit_test(test_mail),
        cmocka_unit_test(test_mail_query),
        cmocka_unit_test(test_mail_both_ways),
        cmocka_unit_test(test_l1),
        cmocka_unit_test(test_l1_order),
        cmocka_unit_test(test_mail_deadlock),
        cmocka_unit_test(test_full_mailbox),
        cmocka_unit_test(test_poll_deadlock),
        cmocka_unit_test(test_late_post),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_code_of_mate),
        cmocka_unit_test(test_own_gprs),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
