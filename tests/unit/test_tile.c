/*
 * A core and its Tensix thread (sfpu-riscv(7)): hand-worked programs. Cycles are those of the thread, in which a word
 * that leaves the store queue is at the wait gate; the core's first instruction issues in cycle 0.
 */
#include "tile_program.h"

/* Words leave in 1, 2 and 3; the return issues in 3, and the feed is over when the last word has left. */
static void test_words(void **state)
{
    (void)state;
    EACH_ARCH(arch) {
        struct ran r;

        BEGIN(&r, (enum sfp_arch)arch, rotated(SFPNOP), rotated(SFPNOP), rotated(SFPNOP), ret());
        go(&r, true);
        assert_int_equal(r.tile->end, TILE_DONE);
        assert_int_equal(r.result.run.executed, 3);
        assert_int_equal(r.result.cycles, 4);
        assert_int_equal(r.result.stalls[SFP_STALL_GAP], 1); /* cycle 0 */
        assert_int_equal(r.words[2], SFPNOP);
        assert_int_equal(r.tile->core.retired, 4);
        assert_int_equal(r.tile->clock.issued, 3);
        end(&r);
    }
}

/* The same word by a store: lui 0, lui 1, addi 2 (reads x6), sw 3; the word leaves in 4. */
static void test_store_pushes(void **state)
{
    (void)state;
    EACH_ARCH(arch) {
        struct ran r;

        BEGIN(&r, (enum sfp_arch)arch, lui(X5, PUSH_WINDOW), lui(X6, (int)SFPNOP), sw(X6, 0, X5), ret());
        go(&r, true);
        assert_int_equal(r.result.run.executed, 1);
        assert_int_equal(r.result.cycles, 4); /* sw issues in 2, its word in 3 */
        assert_int_equal(r.words[2], SFPNOP);
        end(&r);
    }
}

/*
 * sfpswap L0,L1,1 holds the next one for a cycle at the vector unit's input: word k issues in 1 + 2 k, the last in 159,
 * with a cycle for its result. Wormhole's queues have room for 16 + 8 + 2 words. Word k passes the gate in 2 k, so that
 * word k + 2 gets there in 1 + 2 k, word k + 10 to the queue before in 2 + 2 k, and word k + 26 leaves the store queue in
 * 3 + 2 k. That has four places: word 79 issues in the cycle after word 75 = 49 + 26 has left, 102, and the return,
 * which waits for room too, behind word 76, in 104, 24 later than alone.
 */
static void test_back_pressure(void **state)
{
    enum { WORDS = 80 };
    uint32_t code[WORDS + 1];
    struct ran r;

    (void)state;
    for (unsigned i = 0; i < WORDS; i++)
        code[i] = rotated(SFPSWAP);
    code[WORDS] = ret();
    begin(&r, SFP_WH, code, WORDS + 1);
    go(&r, true);
    assert_int_equal(r.result.run.executed, WORDS);
    assert_int_equal(r.result.cycles, 161);
    assert_int_equal(sfp_tile_alone(r.tile)->issued, WORDS);
    assert_int_equal(r.tile->clock.issued, 104);
    assert_int_equal(r.tile->clock.stalls[TILE_STALL_FULL], 24);
    end(&r);
}

/* What MOPs emit, and what is recorded in all slots. */
static void set_up_expanders(struct ran *r, uint32_t mop_word)
{
    r->m->s.expanders.mop_cfg[3] = mop_word;
    r->m->s.expanders.mop_cfg_set = 0x1FF;
    for (unsigned i = 0; i < SFP_REPLAY_SLOTS; i++)
        r->m->s.expanders.replay[i] = SFPNOP;
    r->m->s.expanders.replay_recorded = UINT32_MAX;
}

/* One word `head` so many times, then SFPNOP or SFPSWAP up to `count` words, and a return. */
struct expansion {
    uint32_t mop_word, head, rest;
    unsigned heads, count;
    uint64_t issued[2]; /* the return, on Wormhole and Blackhole */
};

static void check_expansion(const struct expansion *x)
{
    uint32_t code[MOST];

    for (unsigned i = 0; i < x->count; i++)
        code[i] = rotated(i < x->heads ? x->head : x->rest);
    code[x->count] = ret();
    for (unsigned a = 0; a < 2; a++) {
        struct ran r;

        begin(&r, arches[a], code, x->count + 1);
        set_up_expanders(&r, x->mop_word);
        go(&r, true);
        assert_int_equal(r.tile->end, TILE_DONE);
        if (r.tile->clock.issued != x->issued[a])
            fail_msg("%s: %llu", sfp_arch_name(arches[a]), (unsigned long long)r.tile->clock.issued);
        assert_int_equal(r.tile->clock.stalls[TILE_STALL_FULL], x->issued[a] - x->count);
        end(&r);
    }
}

/*
 * The first queue while an expansion goes on. Word 0 leaves the store queue in 1; word k could in k + 1. Where word k
 * leaves later, word k + 4 issues in the cycle after that; on Wormhole so does the return, as if it were a word.
 */
static void test_room_beside_expansions(void **state)
{
    enum { MOP_128 = 0x017F0000, MOP_6 = 0x01050000, PLAY_32 = 0x04000000 };
    const struct expansion expansions[] = {
        /*
         * A MOP emits SFPNOP in 1 to 128, turns round in 129, and word 1 is taken in 130. Wormhole: words 1 to 16 fill
         * the queue; word 17 leaves in 131, word k in 114 + k, the return issues in 37 + 115 = 152. Blackhole: the MOP
         * counts until 128, words 1 to 28 with it; word 29 leaves in 129; word 1 passes the gate in 130, so word 30
         * leaves in 131, word k in 101 + k, and word 40 issues in 36 + 102 = 138.
         */
        {SFPNOP, MOP_128, SFPNOP, 1, 41, {152, 139}},
        /*
         * A MOP emits six SFPSWAP in 1 to 6, as there is room for ten. It turns round in 7, and word k is taken in 7 +
         * k. Instruction j, which is word j - 5, passes the gate in 2 j, gets to its queue in 2 j - 3, so that
         * instruction j + 8 is taken in 2 j - 2 at the earliest: j in 2 j - 18, which is later than j + 2 from j = 21
         * on. Wormhole: word k + 16 leaves in the cycle after word k was taken, word k in 2 (k - 16 + 5) - 17 = 2 k -
         * 39 from k = 41 on; the return issues behind word 57, in 76. Blackhole: word k passes the gate in 2 k + 10,
         * and word k + 29 leaves in 2 k + 11, word k in 2 k - 47; word 56 in 65, and word 60 issues in 66.
         */
        {SFPSWAP, MOP_6, SFPSWAP, 1, 61, {76, 67}},
        /*
         * Two REPLAYs play in 1 to 32 and 33 to 64. Wormhole: words 1 to 8 are in the second queue, words 9 to 24 in
         * the first. Word 1 leaves the second in 33, word 9 is taken in 34, word 25 leaves in 35; word 2 leaves the
         * second in 65, word 10 is taken in 66, word 26 leaves in 67, word k in 41 + k; the return issues in 36 + 42 =
         * 78. Blackhole: word 0 counts until 32, so word 29 leaves in 33; word 1 until 64, so word 30 leaves in 65,
         * word k in 35 + k; word 39 issues in 35 + 36 = 71.
         */
        {SFPNOP, PLAY_32, SFPNOP, 2, 40, {78, 72}},
    };

    (void)state;
    for (size_t i = 0; i < sizeof expansions / sizeof expansions[0]; i++)
        check_expansion(&expansions[i]);
}

/*
 * Blackhole with fusion, which is off at the start: cfg0 is cleared in 0, and three instructions, up to the next line
 * of 16 bytes, issue in 5 to 7. Group g, of four words, issues in 8 + g and leaves in 9 + g, where the first queue
 * holds 28 words or fewer; the thread takes one a cycle from 9 on. When group 10 could leave, in 19, 40 - 10 are there;
 * in 21 they are 28. From then on a group leaves every four cycles: g in 21 + 4 (g - 10). Group 17 issues behind group
 * 13, in 34, and the return in 35; with fusion off, in 76 behind as many words as instructions, which the thread takes
 * as fast as they come.
 */
static void test_fusion(void **state)
{
    enum { GROUPS = 18, WORDS = 4 * GROUPS, BEFORE = 4 };
    uint32_t code[BEFORE + WORDS + 1];

    (void)state;
    for (unsigned fused = 0; fused < 2; fused++) {
        struct ran r;

        code[0] = fused ? set_cfg0(0) : nop();
        for (unsigned i = 1; i < BEFORE; i++)
            code[i] = nop();
        for (unsigned i = 0; i < WORDS; i++)
            code[BEFORE + i] = rotated(SFPNOP);
        code[BEFORE + WORDS] = ret();
        begin(&r, SFP_BH, code, BEFORE + WORDS + 1);
        go(&r, true);
        assert_int_equal(r.tile->end, TILE_DONE);
        assert_int_equal(r.result.run.executed, WORDS);
        assert_int_equal(r.result.cycles, fused ? 9 + WORDS : 5 + WORDS);
        assert_int_equal(r.tile->clock.issued, fused ? 35 : 76);
        assert_int_equal(sfp_tile_alone(r.tile)->issued, fused ? 8 + GROUPS : 76);
        end(&r);
    }
}

/*
 * Blackhole's data cache, which is off at the start. On: cfg0 is cleared in 0; the first load, in 5, misses, and what
 * uses it issues in 13; the next, of the same 16 bytes, hits in 14: 16. The store in 17 drops the line: the load in 18
 * misses: 26. So does the load behind the fence, which issues in 27: 32, 40; and not the last: 41, 43, and the return
 * in 44. Off: loads issue in 1, 10, 20 and 34, as the fence has issued in 29, and in 43; the return in 52.
 */
static void test_data_cache(void **state)
{
    (void)state;
    for (unsigned on = 0; on < 2; on++) {
        struct ran r;

        BEGIN(&r, SFP_BH, on ? set_cfg0(0) : nop(), lw(X6, 0x400, 0), addi(X6, X6, 0), lw(X6, 0x40C, 0),
              addi(X6, X6, 0), sw(10, 0x408, 0), lw(X6, 0x400, 0), addi(X6, X6, 0), riscv_word(RV_FENCE, 0, 0, 0, 0),
              lw(X6, 0x400, 0), addi(X6, X6, 0), lw(X6, 0x400, 0), addi(X6, X6, 0), ret());
        go(&r, true);
        assert_int_equal(r.tile->end, TILE_DONE);
        assert_int_equal(r.tile->clock.issued, on ? 44 : 52);
        end(&r);
    }
}

/*
 * A line that is on its way is not there: loads in 5 and 6, the second one's reader in 14, the return in 15. Nor is
 * what was there before the cache was switched off, by bit 3: addi 0, csrrw 1, a load in 6, its reader in 14, csrrw 15
 * and 20, a load in 25, its reader in 33, and the return in 34.
 */
static void test_data_cache_misses(void **state)
{
    struct ran r;

    (void)state;
    BEGIN(&r, SFP_BH, set_cfg0(0), lw(X6, 0x400, 0), lw(X7, 0x404, 0), addi(X7, X7, 0), ret());
    go(&r, true);
    assert_int_equal(r.tile->clock.issued, 15);
    end(&r);

    BEGIN(&r, SFP_BH, addi(X5, 0, 1 << 3), set_cfg0(0), lw(X6, 0x400, 0), addi(X6, X6, 0), set_cfg0(X5), set_cfg0(0),
          lw(X6, 0x400, 0), addi(X6, X6, 0), ret());
    go(&r, true);
    assert_int_equal(r.tile->clock.issued, 34);
    end(&r);
}

/*
 * Without prediction, bit 1 of cfg0, a branch that is taken is not foreseen: addi 0, csrrw 1, addi 6, bne 7, addi 12,
 * bne 13, and the return in 14. With it the first one is, and the second is not: nop 1, addi 2, bne 3, addi 4, bne 5,
 * and 10.
 */
static void test_no_prediction(void **state)
{
    (void)state;
    for (unsigned without = 0; without < 2; without++) {
        struct ran r;

        BEGIN(&r, SFP_BH, addi(X5, 0, 2), without ? set_cfg0(X5) : nop(), addi(X5, X5, -1),
              riscv_word(RV_BNE, 0, X5, 0, -4), ret());
        go(&r, true);
        assert_int_equal(r.tile->clock.issued, without ? 14 : 10);
        end(&r);
    }
}

/*
 * A MOP of four SFPSWAP, pushed in 1, leaves in 2 and emits in 2 to 5, though the last one issues in 8 only. From 6 on
 * no MOP is queued or expanded: what the load, issued in 3, gives can be used in 9, and the return issues in 10. Of two
 * MOPs the second emits in 6 to 9: all is four cycles later, beside the cycle that pushes it.
 */
static void test_mop_check(void **state)
{
    enum { MOP_4 = 0x01030000 };

    (void)state;
    EACH_ARCH(arch)
        for (unsigned more = 0; more < 2; more++) {
            struct ran r;

            BEGIN(&r, (enum sfp_arch)arch, lui(X5, SYNC), rotated(MOP_4), more ? rotated(MOP_4) : sw(0, 8, X5),
                  more ? sw(0, 8, X5) : lw(X6, 8, X5), more ? lw(X6, 8, X5) : addi(X6, X6, 0),
                  more ? addi(X6, X6, 0) : ret(), ret());
            set_up_expanders(&r, SFPSWAP);
            go(&r, true);
            assert_int_equal(r.tile->end, TILE_DONE);
            assert_int_equal(r.tile->clock.issued, more ? 14 : 10);
            end(&r);
        }
}

/*
 * A read of the completion check is held while SFPMUL, pushed before, is under way: lui 0, SFPMUL 1, store 2, load 3,
 * its reader. The word leaves in 2, issues then, and its result lands at the end of 3; the store leaves in 3. In 4
 * nothing is in flight: what the load gives can be used three cycles later, in 7, and the return issues in 8.
 */
static void test_completion_check(void **state)
{
    (void)state;
    EACH_ARCH(arch) {
        struct ran r;

        BEGIN(&r, (enum sfp_arch)arch, lui(X5, SYNC), rotated(SFPMUL), sw(0, 4, X5), lw(X6, 4, X5), addi(X6, X6, 0),
              ret());
        go(&r, true);
        assert_int_equal(r.tile->end, TILE_DONE);
        assert_int_equal(r.tile->clock.issued, 8);
        assert_int_equal(r.tile->clock.stalls[TILE_STALL_SYNC], 3); /* 4, 5, 6 */
        assert_int_equal(sfp_tile_alone(r.tile)->issued, 7);                  /* 0, 1, 2, 3, 6, 7 */
        end(&r);
    }
}

/*
 * Without time what was pushed is done before the core sees it: a GPR that SETDMAREG sets, and one that it stores to.
 */
static void test_gprs(void **state)
{
    enum { SETDMAREG_0_7 = 0x45000000 | 7 << 8 | 0 }; /* the low half of GPR 0 = 7 */
    (void)state;
    EACH_ARCH(arch)
        for (unsigned timed = 0; timed < 2; timed++) {
            struct ran r;

            BEGIN(&r, (enum sfp_arch)arch, lui(X5, GPRS), sw(10, 4, X5), rotated(SETDMAREG_0_7), lui(X7, SYNC),
                  sw(0, 4, X7), lw(X6, 4, X7), addi(X6, X6, 0), lw(X6, 0, X5), addi(X6, X6, 1), ret());
            go(&r, timed);
            assert_int_equal(r.tile->end, TILE_DONE);
            assert_int_equal(r.m->s.own.gpr[1], 7); /* a0 */
            assert_int_equal(r.tile->core.x[X6], r.m->s.own.gpr[0] + 1);
            assert_int_not_equal(r.m->s.own.gpr[0], 0);
            end(&r);
        }
}

/*
 * A word waits for a semaphore that nobody here posts: a partner does. Then the core reads it: it is 1, until it polls.
 */
static void test_partner(void **state)
{
    (void)state;
    for (unsigned timed = 0; timed < 2; timed++) {
        struct ran r;

        BEGIN(&r, SFP_WH, rotated(SEMWAIT_ON_0), rotated(SFPNOP), ret());
        r.tile->partner = true;
        go(&r, timed);
        assert_int_equal(r.tile->end, TILE_DONE);
        assert_int_equal(r.tile->relieved, 1);
        assert_int_equal(r.m->s.semaphore[0].value, 1);
        end(&r);

        BEGIN(&r, SFP_WH, rotated(SEMWAIT_ON_0), rotated(SFPNOP), ret());
        go(&r, timed);
        assert_int_equal(r.result.run.status, SFP_RUN_DEADLOCK);
        end(&r);

        /* loop: lw x6, 0x20(x5); beqz x6, loop */
        BEGIN(&r, SFP_WH, lui(X5, SYNC), lw(X6, 0x20, X5), riscv_word(RV_BEQ, 0, X6, 0, -4), ret());
        r.tile->partner = true;
        go(&r, timed);
        assert_int_equal(r.tile->end, TILE_DONE);
        assert_int_equal(r.tile->relieved, 1);
        end(&r);

        BEGIN(&r, SFP_WH, lui(X5, SYNC), lw(X6, 0x20, X5), riscv_word(RV_BEQ, 0, X6, 0, -4), ret());
        go(&r, timed);
        assert_int_equal(r.tile->end, TILE_DEADLOCK);
        assert_string_equal(r.tile->message, "it loops for ever, and reads 0xFFE80020, which does not change");
        end(&r);
    }
}

/* Each deed of others has a place, up to 256 of them; further ones are done too. SEMGET takes what was posted. */
static void test_many_deeds(void **state)
{
    enum { WAITS = 257 };
    static const uint32_t SEMGET_0 = 0xA5000004;
    uint32_t code[2 * WAITS + 1];

    (void)state;
    for (unsigned i = 0; i < WAITS; i++) {
        code[2 * i] = rotated(SEMWAIT_ON_0);
        code[2 * i + 1] = rotated(SEMGET_0);
    }
    code[2 * WAITS] = ret();
    for (unsigned timed = 0; timed < 2; timed++) {
        struct ran r;

        begin(&r, SFP_WH, code, 2 * WAITS + 1);
        r.tile->partner = true;
        go(&r, timed);
        assert_int_equal(r.tile->end, TILE_DONE);
        assert_int_equal(r.tile->relieved, WAITS);
        assert_int_equal(r.tile->help_count, TILE_HELPS);
        assert_int_equal(r.tile->help[TILE_HELPS - 1].index, 2 * (TILE_HELPS - 1));
        assert_int_equal(r.tile->help[TILE_HELPS - 1].times, 1);
        end(&r);
    }
}

/* Who reads again in the same place without having done anything polls, whatever was done before; others do not. */
static void test_polls(void **state)
{
    (void)state;
    for (unsigned timed = 0; timed < 2; timed++) {
        struct ran r;

        /* a word; loop: lw x6, 0x20(x5); beqz x6, loop */
        BEGIN(&r, SFP_WH, rotated(SFPNOP), lui(X5, SYNC), lw(X6, 0x20, X5), riscv_word(RV_BEQ, 0, X6, 0, -4), ret());
        r.tile->partner = true;
        go(&r, timed);
        assert_int_equal(r.tile->end, TILE_DONE);
        assert_int_equal(r.tile->relieved, 1);
        end(&r);

        /* loop: lw x6, 0x20(x5); addi x10, x10, -1; sw x10, 0x400(x0); bnez x10, loop: 7 times */
        BEGIN(&r, SFP_WH, lui(X5, SYNC), lw(X6, 0x20, X5), addi(10, 10, -1), sw(10, 0x400, 0),
              riscv_word(RV_BNE, 0, 10, 0, -12), ret());
        r.tile->partner = true;
        go(&r, timed);
        assert_int_equal(r.tile->end, TILE_DONE);
        assert_int_equal(r.tile->relieved, 0);
        assert_int_equal(r.tile->core.x[X6], 0);
        end(&r);

        /* Twice, in two places. */
        BEGIN(&r, SFP_WH, lui(X5, SYNC), lw(X6, 0x20, X5), lw(X6, 0x20, X5), ret());
        r.tile->partner = true;
        go(&r, timed);
        assert_int_equal(r.tile->relieved, 0);
        end(&r);
    }
}

/* What the core stores is what the thread has; what it may not store is dropped, and said. */
static void test_configuration(void **state)
{
    (void)state;
    for (unsigned timed = 0; timed < 2; timed++) {
        struct ran r;

        /* word 5 of bank 1, ThreadConfig entry 0 of thread 0, half a word */
        BEGIN(&r, SFP_WH, lui(X5, CONFIG), sw(10, 0x2F0 + 4 * 5, X5), sw(10, 0x5E0, X5),
              riscv_word(RV_SH, 0, X5, 10, 0), lw(X6, 0x2F0 + 4 * 5, X5), ret());
        go(&r, timed);
        assert_int_equal(r.m->s.config[1][5], 7);
        assert_int_equal(r.m->s.config[0][5], 0);
        assert_int_equal(r.tile->core.x[X6], 7);
        assert_string_equal(r.found, "riscv-thread-config@2 riscv-config-size@3 ");
        end(&r);

        /* both banks, which is Blackhole's */
        BEGIN(&r, SFP_BH, lui(X5, CONFIG), sw(10, 0x700 + 4 * 5, X5), ret());
        go(&r, timed);
        assert_int_equal(r.m->s.config[0][5], 7);
        assert_int_equal(r.m->s.config[1][5], 7);
        end(&r);

        /* bit 11: 0x800 */
        BEGIN(&r, SFP_BH, lui(X5, DEBUG), lui(X6, 0x1000), riscv_word(RV_SRLI, X6, X6, 0, 1), sw(X6, 0x68, X5), ret());
        go(&r, timed);
        assert_true(r.m->s.dst_16bit_view);
        end(&r);

        BEGIN(&r, SFP_WH, lui(X5, MOP_WINDOW), sw(10, 12, X5), ret());
        go(&r, timed);
        assert_int_equal(r.m->s.expanders.mop_cfg[3], 7);
        assert_int_equal(r.m->s.expanders.mop_cfg_set, 1 << 3);
        end(&r);
    }
}

/*
 * Blackhole's core stores 7 to Dst and loads it again, elements being 32 bits as long as nothing says otherwise: row 1,
 * column 0. In time lui is in 0, the store in 1, which leaves in 2, the load then, its reader in 6 and the return in 7.
 * A store of another size is an error.
 */
static void test_dst(void **state)
{
    enum { DST = (int)0xFFBD8000 };

    (void)state;
    for (unsigned timed = 0; timed < 2; timed++) {
        struct ran r;

        BEGIN(&r, SFP_BH, lui(X5, DST), sw(10, 0x40, X5), lw(X6, 0x40, X5), addi(X6, X6, 1), ret());
        go(&r, timed);
        assert_int_equal(r.tile->end, TILE_DONE);
        assert_int_equal(r.tile->core.x[X6], 8);
        assert_int_equal(r.m->s.dst[1][0], 0);
        assert_int_equal(r.m->s.dst[9][0], 7);
        if (timed)
            assert_int_equal(r.tile->clock.issued, 7);
        end(&r);

        BEGIN(&r, SFP_BH, lui(X5, DST), riscv_word(RV_SH, 0, X5, 10, 0x40), ret());
        go(&r, timed);
        assert_int_equal(r.tile->end, TILE_FAILED);
        assert_string_equal(r.tile->message, "a store to 0xFFBD8040 does not have the size of Dst's elements in the "
                                             "configured format");
        end(&r);
    }
}

/* What the core puts into its mailbox to itself comes out in order, and is waited for; there is room for four. */
static void test_own_mail(void **state)
{
    (void)state;
    for (unsigned timed = 0; timed < 2; timed++) {
        struct ran r;

        BEGIN(&r, SFP_WH, lui(X5, OWN_MAIL), addi(X6, 10, 1), sw(10, 0, X5), sw(X6, 0, X5), lw(X6, 0, X5),
              lw(X7, 0, X5), lw(10, 4, X5), ret());
        go(&r, timed);
        assert_int_equal(r.tile->end, TILE_DONE);
        assert_int_equal(r.tile->core.x[X6], 7); /* a0 was 7 */
        assert_int_equal(r.tile->core.x[X7], 8);
        assert_int_equal(r.tile->core.x[10], 0); /* nothing more is there */
        end(&r);

        BEGIN(&r, SFP_WH, lui(X5, OWN_MAIL), lw(X6, 0, X5), ret());
        go(&r, timed);
        assert_int_equal(r.tile->end, TILE_DEADLOCK);
        end(&r);

        BEGIN(&r, SFP_WH, lui(X5, OWN_MAIL), sw(X6, 0, X5), sw(X6, 0, X5), sw(X6, 0, X5), sw(X6, 0, X5),
              lw(X7, 4, X5), addi(X7, X7, 0), sw(X6, 0, X5), ret());
        go(&r, timed);
        assert_int_equal(r.tile->end, TILE_FAILED);
        assert_int_equal(r.tile->core.x[X7], 1);
        assert_string_equal(r.tile->message,
                            "a store to 0xFFEC2000 finds the core's mailbox to itself full, which only the core can empty");
        end(&r);
    }
}

/*
 * A load behind a store of another width: lui in 0; stores to L1 in 1 and 2, which leave in 2 and 7; a byte to the top
 * of GPR 0 in 3, which leaves in 8; all of that GPR is loaded in 8, and the return issues in 9. A load of the GPR
 * beside it waits for none: it issues in 4.
 */
static void test_load_behind_store(void **state)
{
    (void)state;
    EACH_ARCH(arch)
        for (unsigned beside = 0; beside < 2; beside++) {
            struct ran r;

            BEGIN(&r, (enum sfp_arch)arch, lui(X5, GPRS), sw(10, 0x400, 0), sw(10, 0x600, 0),
                  riscv_word(RV_SB, 0, X5, 10, 3), lw(X6, beside ? 4 : 0, X5), ret());
            go(&r, true);
            assert_int_equal(r.tile->end, TILE_DONE);
            assert_int_equal(r.tile->core.x[X6], beside ? 0 : 0x07000000);
            assert_int_equal(r.tile->clock.issued, beside ? 5 : 9);
            assert_int_equal(sfp_tile_alone(r.tile)->issued, beside ? 5 : 9);
            assert_int_equal(r.tile->clock.stalls[TILE_STALL_STORE], beside ? 0 : 4); /* 4 to 7 */
            end(&r);
        }
}

/* A store and a load within a word of local memory: 1, 2 or 4 bytes each, so many from its beginning. */
struct pair_of_accesses {
    unsigned wide, to, read, from;
};

static bool is_aligned(const struct pair_of_accesses *p)
{
    return p->to % p->wide == 0 && p->from % p->read == 0;
}

static bool is_partial(const struct pair_of_accesses *p)
{
    return p->to < p->from + p->read && p->from < p->to + p->wide && p->to != p->from;
}

static uint32_t bytes_of(unsigned count)
{
    return count == 4 ? UINT32_MAX : (UINT32_C(1) << 8 * count) - 1;
}

/* Where 7 lay, ones are stored to `to`, and `from` is loaded. */
static void check_accesses(enum sfp_arch arch, const struct pair_of_accesses *p, bool apart)
{
    static const enum rv_id stores[] = {[1] = RV_SB, [2] = RV_SH, [4] = RV_SW};
    static const enum rv_id loads[] = {[1] = RV_LBU, [2] = RV_LHU, [4] = RV_LW};
    const uint32_t store = riscv_word(stores[p->wide], 0, X5, X6, (int)p->to);
    const uint32_t load = riscv_word(loads[p->read], X7, X5, 0, (int)p->from);
    const bool said = arch == SFP_WH && is_partial(p) && !apart;
    struct ran r;

    if (apart)
        BEGIN(&r, arch, lui(X5, LOCAL), sw(10, 0, X5), addi(X6, 0, -1), store, nop(), load, ret());
    else
        BEGIN(&r, arch, lui(X5, LOCAL), sw(10, 0, X5), addi(X6, 0, -1), store, load, ret());
    go(&r, true);
    assert_int_equal(r.tile->end, TILE_DONE);
    assert_int_equal(r.tile->core.x[X7], (7 | bytes_of(p->wide) << 8 * p->to) >> 8 * p->from & bytes_of(p->read));
    assert_string_equal(r.found, said ? "riscv-subword@4 " : "");
    end(&r);
}

/*
 * lui is in 0, the word of 7 in 1, addi in 2, the store in 3, which leaves in 4, and the load in 4, or 5. It reads the
 * new bytes (chosen). Wormhole's page promises that only where both begin at one address (BabyRISCV/MemoryOrdering.md;
 * tt-metal issue 55505): of the 12 pairs that overlap otherwise, the load in 4 could go first.
 */
static void test_load_within_store(void **state)
{
    unsigned partial = 0;

    (void)state;
    for (unsigned i = 0; i < 3 * 3 * 4 * 4; i++) {
        const struct pair_of_accesses p = {1u << i % 3, i / 9 % 4, 1u << i / 3 % 3, i / 36};

        if (!is_aligned(&p))
            continue;
        partial += is_partial(&p);
        EACH_ARCH(arch) {
            check_accesses((enum sfp_arch)arch, &p, false);
            check_accesses((enum sfp_arch)arch, &p, true);
        }
    }
    assert_int_equal(partial, 12);
}

/*
 * Only the youngest store that overlaps counts: behind one that begins where the load does, an older one has left. A byte
 * to 1, the word, and a load of the word; then the word, the byte, and the load.
 */
static void test_load_behind_two_stores(void **state)
{
    struct ran r;

    (void)state;
    BEGIN(&r, SFP_WH, lui(X5, LOCAL), riscv_word(RV_SB, 0, X5, 10, 1), sw(10, 0, X5), lw(X6, 0, X5), ret());
    go(&r, true);
    assert_int_equal(r.tile->core.x[X6], 7);
    assert_string_equal(r.found, "");
    end(&r);
    BEGIN(&r, SFP_WH, lui(X5, LOCAL), sw(10, 0, X5), riscv_word(RV_SB, 0, X5, 10, 1), lw(X6, 0, X5), ret());
    go(&r, true);
    assert_int_equal(r.tile->core.x[X6], 0x0707);
    assert_string_equal(r.found, "riscv-subword@3 ");
    end(&r);
}

enum { SETC16_TTSYNC = (int)0xB2380000, /* SETC16 of ThreadConfig 56 */
       TRACK_ALL = 0x1D, SETDMAREG_LOW_0_7 = 0x45000000 | 7 << 8 /* the low half of GPR 0 = 7 */ };

/*
 * Auto TTSync: lui 0, SETC16 1, then four SFPSWAP, which leave in 3 to 6 and issue in 3, 5, 7 and 9; SETDMAREG, which
 * writes to GPR 0, is pushed in 6, leaves in 7 and passes the gate beside the last of them, in 9. The store to the GPR, in
 * 7, leaves in 10; the load then; its reader issues in 14 and the return in 15. Off, it leaves in 8, the return is in 13, and what SETDMAREG
 * writes is there in the end.
 */
static void test_store_behind_words(void **state)
{
    (void)state;
    for (unsigned on = 0; on < 2; on++) {
        struct ran r;

        BEGIN(&r, SFP_BH, lui(X5, GPRS), rotated((uint32_t)SETC16_TTSYNC | (on ? TRACK_ALL : 0)), rotated(SFPSWAP),
              rotated(SFPSWAP), rotated(SFPSWAP), rotated(SFPSWAP), rotated(SETDMAREG_LOW_0_7), sw(X5, 0, X5),
              lw(X6, 0, X5), addi(X6, X6, 0), ret());
        go(&r, true);
        assert_int_equal(r.tile->end, TILE_DONE);
        assert_int_equal(r.tile->clock.issued, on ? 15 : 13);
        assert_int_equal(sfp_tile_alone(r.tile)->issued, 13);
        assert_int_equal(r.m->s.own.gpr[0], on ? (uint32_t)GPRS : (uint32_t)GPRS | 7);
        assert_string_equal(r.found, on ? "riscv-auto-ttsync@7 " : "riscv-config-race@7 ");
        end(&r);
    }
}

/*
 * The same with a load of the GPR in 7, when SETDMAREG has left the store queue: it issues in 10, and gets what that
 * wrote. Off, in 7, and gets 0. A load of the configuration, to which no word writes, does not wait.
 */
static void test_load_behind_words(void **state)
{
    static const struct {
        int from;
        bool on;
        uint32_t value;
        uint64_t issued;
    } loads[] = {{GPRS, true, 7, 15}, {GPRS, false, 0, 12}, {CONFIG, true, 0, 12}};

    (void)state;
    for (unsigned i = 0; i < sizeof loads / sizeof loads[0]; i++) {
        struct ran r;

        BEGIN(&r, SFP_BH, lui(X5, loads[i].from), rotated((uint32_t)SETC16_TTSYNC | (loads[i].on ? TRACK_ALL : 0)),
              rotated(SFPSWAP), rotated(SFPSWAP), rotated(SFPSWAP), rotated(SFPSWAP), rotated(SETDMAREG_LOW_0_7),
              lw(X6, 0, X5), addi(X6, X6, 0), ret());
        go(&r, true);
        assert_int_equal(r.tile->core.x[X6], loads[i].value);
        assert_int_equal(r.tile->clock.issued, loads[i].issued);
        assert_int_equal(r.tile->clock.stalls[TILE_STALL_SYNC], loads[i].issued - 12);
        end(&r);
    }
}

/*
 * Words of the vector unit read the configuration alone. The last of four SFPSWAP passes the gate in 8: a store to the
 * configuration in 6 leaves in 9, one to a GPR in 7; the load issues then, its reader in four cycles, then the return.
 */
static void test_stores_behind_the_vector_unit(void **state)
{
    static const struct {
        int to;
        uint32_t tracked;
        uint64_t issued;
    } stores[] = {
        {GPRS, TRACK_ALL, 12}, {CONFIG, TRACK_ALL, 14}, {CONFIG, TRACK_ALL & ~1, 12}, {CONFIG, TRACK_ALL & ~0x10, 12},
    };

    (void)state;
    for (unsigned i = 0; i < sizeof stores / sizeof stores[0]; i++) {
        struct ran r;

        BEGIN(&r, SFP_BH, lui(X5, stores[i].to), rotated((uint32_t)SETC16_TTSYNC | stores[i].tracked), rotated(SFPSWAP),
              rotated(SFPSWAP), rotated(SFPSWAP), rotated(SFPSWAP), sw(10, 20, X5), lw(X6, 20, X5), addi(X6, X6, 0),
              ret());
        go(&r, true);
        assert_int_equal(r.tile->core.x[X6], 7);
        assert_int_equal(r.tile->clock.issued, stores[i].issued);
        end(&r);
    }
}

/*
 * Blackhole's tt_cfg_qstatus: SFPSWAP in 0 to 3, SETDMAREG in 4. csrrs reads in 5, when two SFPSWAP have passed the
 * gate, in 1 and 3: bits 9, of the vector unit, 2, of the scalar unit, and 8, of several; the same 13 higher; and 11
 * and 24, as lanes are enabled. In 10 all has passed: SETDMAREG did in 8. tt_cfg_bstatus has no lanes, and in 15
 * nothing else.
 */
static void test_status(void **state)
{
    enum { QSTATUS = 0xBC0, BSTATUS = 0xBC1, CFG1 = 0x7C3, X10 = 10 };
    struct ran r;

    (void)state;
    BEGIN(&r, SFP_BH, rotated(SFPSWAP), rotated(SFPSWAP), rotated(SFPSWAP), rotated(SFPSWAP),
          rotated(SETDMAREG_LOW_0_7), riscv_word(RV_CSRRS, X5, 0, 0, QSTATUS), riscv_word(RV_CSRRS, X6, 0, 0, QSTATUS),
          riscv_word(RV_CSRRS, X7, 0, 0, BSTATUS), riscv_word(RV_CSRRW, 0, X10, 0, CFG1),
          riscv_word(RV_CSRRS, X10, 0, 0, CFG1), ret());
    go(&r, true);
    assert_int_equal(r.tile->end, TILE_DONE);
    assert_int_equal(r.tile->core.x[X5], 0x304 | 0x304 << 13 | 1 << 11 | 1 << 24);
    assert_int_equal(r.tile->core.x[X6], 1 << 11 | 1 << 24);
    assert_int_equal(r.tile->core.x[X7], 0);
    assert_int_equal(r.tile->core.x[X10], 7); /* as it was */
    end(&r);
}

/*
 * The queue before the REPLAY expander, in INSTRN_BUF_STATUS: empty in 1; a MOP of SFPSWAPs, pushed in 2, emits from 3
 * on. The first leaves the gate in 3, and each further one in an even cycle, to be held at the vector unit's input; its
 * place is taken in the next odd one, and that one's place is filled in the next: full in 33, and not in 34.
 */
static void test_queue_status(void **state)
{
    enum { MOP_128 = 0x017F0000, NOPS = 30, X28 = 28 };
    uint32_t code[NOPS + 6];

    (void)state;
    code[0] = lui(X5, DEBUG);
    code[1] = lw(X6, 0xA8, X5);
    code[2] = rotated(MOP_128);
    for (unsigned i = 0; i < NOPS; i++)
        code[3 + i] = nop();
    code[3 + NOPS] = lw(X7, 0xA8, X5);
    code[4 + NOPS] = lw(X28, 0xA8, X5);
    code[5 + NOPS] = ret();
    EACH_ARCH(arch) {
        struct ran r;

        begin(&r, (enum sfp_arch)arch, code, NOPS + 6);
        set_up_expanders(&r, SFPSWAP);
        go(&r, true);
        assert_int_equal(r.tile->end, TILE_DONE);
        assert_int_equal(r.tile->core.x[X6], 0x77);
        assert_int_equal(r.tile->core.x[X7], 0x55);
        assert_int_equal(r.tile->core.x[X28], 0x57);
        end(&r);
    }
}

/*
 * Blackhole's local data RAM is there twice more, more slowly: lui 0, sw 1, lui 2, loads 3 and 4, the readers in 11 and
 * 12.
 */
static void test_slow_local(void **state)
{
    struct ran r;

    (void)state;
    BEGIN(&r, SFP_BH, lui(X5, (int)0xFFB00000), sw(10, 16, X5), lui(X5, (int)0xFFB1A000), lw(X6, 16, X5),
          lui(X5, (int)0xFFB1B000), lw(X7, 16, X5), addi(X6, X6, 1), addi(X7, X7, 2), ret());
    go(&r, true);
    assert_int_equal(r.tile->end, TILE_DONE);
    assert_int_equal(r.tile->core.x[X6], 8);
    assert_int_equal(r.tile->core.x[X7], 9);
    assert_int_equal(r.tile->clock.issued, 14);
    end(&r);
}

/*
 * Two loads of completion checks, of which the first is not done when the second comes, a bug of hardware: it is held
 * for two SFPSWAP, or, behind SFPMUL, answered in 5, and done in 8. Where its value is used first, it is done.
 */
static void test_load_behind_held(void **state)
{
    (void)state;
    EACH_ARCH(arch)
        for (unsigned slowly = 0; slowly < 2; slowly++)
            for (unsigned used = 0; used < 2; used++) {
                struct ran r;

                BEGIN(&r, (enum sfp_arch)arch, lui(X5, SYNC), rotated(slowly ? SFPSWAP : SFPNOP),
                      rotated(slowly ? SFPSWAP : SFPMUL), sw(0, 4, X5), lw(X6, 4, X5), addi(X7, used ? X6 : X5, 0),
                      lw(X6, 8, X5), ret());
                go(&r, true);
                assert_int_equal(r.tile->end, TILE_DONE);
                assert_string_equal(r.found, used ? "" : "riscv-sync-load@6 ");
                end(&r);
            }
}

/* A store to the MOP configuration while a MOP is queued, behind one that is expanded. */
static void test_mop_race(void **state)
{
    enum { MOP_128 = 0x017F0000 };

    (void)state;
    EACH_ARCH(arch) {
        struct ran r;

        BEGIN(&r, (enum sfp_arch)arch, rotated(MOP_128), rotated(MOP_128), lui(X5, MOP_WINDOW), sw(10, 0x18, X5),
              ret());
        set_up_expanders(&r, SFPNOP);
        go(&r, true);
        assert_string_equal(r.found, "riscv-mop-race@3 ");
        end(&r);
    }
}

/*
 * Without others, a SEMWAIT that nothing can end is an error, whatever the core waits for: room behind 60 words, a
 * completion check, or another semaphore, which it reads again and again. What the core may
 * still do is waited for: behind a check for MOPs, of which the first two are through, it posts.
 */
static void test_deadlocks(void **state)
{
    enum { MOP_4 = 0x01030000 };
    uint32_t code[64];

    (void)state;
    for (unsigned i = 0; i < 62; i++)
        code[i] = rotated(i ? SFPNOP : SEMWAIT_ON_0);
    code[62] = ret();
    EACH_ARCH(arch) {
        struct ran r;

        begin(&r, (enum sfp_arch)arch, code, 63);
        go(&r, true);
        assert_int_equal(r.result.run.status, SFP_RUN_DEADLOCK);
        assert_int_equal(r.result.run.semaphore, 0);
        end(&r);

        BEGIN(&r, (enum sfp_arch)arch, rotated(SEMWAIT_ON_0), rotated(SFPNOP), lui(X5, SYNC), sw(0, 4, X5),
              lw(X6, 4, X5), addi(X6, X6, 0), sw(0, 0x20, X5), ret());
        go(&r, true);
        assert_int_equal(r.result.run.status, SFP_RUN_DEADLOCK);
        end(&r);

        BEGIN(&r, (enum sfp_arch)arch, rotated(SEMWAIT_ON_0), rotated(SFPNOP), lui(X5, SYNC), lw(X6, 0x24, X5),
              riscv_word(RV_BEQ, 0, X6, 0, -4), ret());
        go(&r, true);
        assert_int_equal(r.result.run.status, SFP_RUN_DEADLOCK);
        end(&r);

        BEGIN(&r, (enum sfp_arch)arch, rotated(SEMWAIT_ON_0), rotated(MOP_4), rotated(MOP_4), lui(X5, SYNC),
              sw(0, 8, X5), lw(X6, 8, X5), addi(X6, X6, 0), sw(0, 0x20, X5), ret());
        set_up_expanders(&r, SFPNOP);
        go(&r, true);
        assert_int_equal(r.result.run.status, SFP_RUN_DONE);
        assert_int_equal(r.result.run.executed, 9);
        end(&r);
    }
}

/* The same for a store that Auto TTSync keeps, to a GPR behind SETDMAREG. */
static void test_synced_deadlock(void **state)
{
    struct ran r;

    (void)state;
    BEGIN(&r, SFP_BH, rotated((uint32_t)SETC16_TTSYNC | TRACK_ALL), rotated(SEMWAIT_ON_0), rotated(SETDMAREG_LOW_0_7),
          lui(X5, GPRS), nop(), sw(10, 0, X5), ret());
    go(&r, true);
    assert_int_equal(r.result.run.status, SFP_RUN_DEADLOCK);
    end(&r);
}

/*
 * Stores while words that were pushed before are in the front end: to a GPR behind SETDMAREG, or behind words of the
 * vector unit, which use none; of a value that is there; to bit 30 of word 1 of the configuration, SFPU_Fp32_enabled,
 * and to word 5, which nothing here reads; and behind a completion check. Words leave in 4 to 7 and pass the gate in 4,
 * 6, 8, and 9 or 10; the store leaves in 8.
 */
static void test_config_race(void **state)
{
    static const struct {
        int to, offset;
        bool zero, uses_gprs, waits;
        const char *found;
    } stores[] = {
        {GPRS, 4, false, true, false, "riscv-config-race@7 "}, {GPRS, 4, false, false, false, ""},
        {GPRS, 4, true, true, false, ""},                      {CONFIG, 4, false, false, false, "riscv-config-race@7 "},
        {CONFIG, 20, false, false, false, ""},                 {CONFIG, 4, false, false, true, ""},
    };

    (void)state;
    EACH_ARCH(arch)
        for (unsigned i = 0; i < sizeof stores / sizeof stores[0]; i++) {
            struct ran r;

            const uint32_t store = sw(stores[i].zero ? 0 : X6, stores[i].offset, X5);

            BEGIN(&r, (enum sfp_arch)arch, lui(X5, stores[i].to), lui(X7, SYNC), lui(X6, 1 << 30), rotated(SFPSWAP),
                  rotated(SFPSWAP), rotated(SFPSWAP), rotated(stores[i].uses_gprs ? SETDMAREG_LOW_0_7 : SFPSWAP),
                  stores[i].waits ? lw(X7, 4, X7) : store, stores[i].waits ? addi(X7, X7, 0) : nop(),
                  stores[i].waits ? store : nop(), ret());
            go(&r, true);
            assert_int_equal(r.tile->end, TILE_DONE);
            assert_string_equal(r.found, stores[i].found);
            end(&r);
        }
}

/*
 * Loads go first: stores to L1 in 0 and 1, the second of which could leave in 6; a load in 5, whose request goes out in
 * 6; it leaves in 7, in which a load of the same bytes issues, whose reader comes eight cycles later, and the return in
 * 16. A load in 5 and another in 6 do not keep it longer: it leaves in 7, the third load issues then, and the return in
 * 16.
 */
static void test_loads_go_first(void **state)
{
    (void)state;
    EACH_ARCH(arch)
        for (unsigned loads = 0; loads < 3; loads++) {
            struct ran r;

            BEGIN(&r, (enum sfp_arch)arch, sw(10, 0x400, 0), sw(10, 0x600, 0), nop(), nop(), nop(),
                  loads ? lw(X7, 0x700, 0) : nop(), loads > 1 ? lw(X7, 0x700, 0) : nop(), lw(X6, 0x600, 0),
                  addi(X6, X6, 0), ret());
            go(&r, true);
            assert_int_equal(r.tile->end, TILE_DONE);
            assert_int_equal(r.tile->core.x[X6], 7);
            assert_int_equal(r.tile->clock.issued, 16);
            end(&r);

            BEGIN(&r, (enum sfp_arch)arch, sw(10, 0x400, 0), sw(10, 0x600, 0), nop(), nop(), nop(),
                  loads ? lw(X7, 0x700, 0) : nop(), lw(X6, 0x600, 0), addi(X6, X6, 0), ret());
            go(&r, true);
            assert_int_equal(r.tile->clock.issued, loads ? 16 : 15);
            end(&r);
        }
}

/* A loop that waits for memory to change, which nobody changes: it says what it reads. */
static void test_polled_memory(void **state)
{
    (void)state;
    for (unsigned timed = 0; timed < 2; timed++) {
        struct ran r;

        /* loop: lbu x6, 0x402(x0); nop; beqz x6, loop */
        BEGIN(&r, SFP_WH, riscv_word(RV_LBU, X6, 0, 0, 0x402), addi(0, 0, 0), riscv_word(RV_BEQ, 0, X6, 0, -8), ret());
        go(&r, timed);
        assert_int_equal(r.tile->end, TILE_DEADLOCK);
        assert_string_equal(r.tile->message, "it loops for ever, and reads 0x00000402, which does not change");
        assert_in_range(r.tile->core.pc, BASE, BASE + 8);
        end(&r);

        /* loop: beqz x0, loop + 0, by way of a nop */
        BEGIN(&r, SFP_WH, addi(0, 0, 0), riscv_word(RV_BEQ, 0, 0, 0, -4), ret());
        go(&r, timed);
        assert_string_equal(r.tile->message, "it loops for ever");
        end(&r);
    }
}

/* The same of memory: the second store to L1 leaves in 7. */
static void test_load_behind_store_to_memory(void **state)
{
    (void)state;
    EACH_ARCH(arch) {
        struct ran r;

        BEGIN(&r, (enum sfp_arch)arch, lui(X5, GPRS), sw(10, 0x400, 0), sw(10, 0x600, 0),
              riscv_word(RV_LBU, X6, 0, 0, 0x600), ret());
        go(&r, true);
        assert_int_equal(r.tile->core.x[X6], 7);
        assert_int_equal(r.tile->clock.issued, 8);
        end(&r);
    }
}

/*
 * What holds the core up does not count for it alone: SFPSWAPs fill the queues, as in test_back_pressure(), and a store
 * and a load of the GPR behind it come then. Alone, all issue one a cycle: word k in k, lui in 80, sw in 81, lw in 82,
 * and the return in 83.
 */
static void test_alone(void **state)
{
    enum { WORDS = 80 };
    uint32_t code[WORDS + 4];
    struct ran r;

    (void)state;
    for (unsigned i = 0; i < WORDS; i++)
        code[i] = rotated(SFPSWAP);
    code[WORDS] = lui(X5, GPRS);
    code[WORDS + 1] = sw(10, 0, X5);
    code[WORDS + 2] = lw(X6, 0, X5);
    code[WORDS + 3] = ret();
    begin(&r, SFP_WH, code, WORDS + 4);
    go(&r, true);
    assert_int_equal(r.tile->core.x[X6], 7);
    assert_true(r.tile->held_up);
    assert_int_equal(sfp_tile_alone(r.tile)->issued, 83);
    assert_true(r.tile->clock.issued > 100);
    end(&r);
}

/*
 * Wormhole's T1 caches 128 instructions: addi, so many that do nothing, and bne are 128 where these are 126. Once a
 * loop is enough. Blackhole's caches 1024.
 */
static void test_long_loops(void **state)
{
    enum { FITS = 126 };

    (void)state;
    EACH_ARCH(arch)
        for (unsigned more = 0; more < 2; more++) {
            const unsigned nops = FITS + more;
            uint32_t code[FITS + 5];
            struct ran r;
            char found[32] = "";

            code[0] = addi(X5, 0, 3);
            code[1] = addi(X5, X5, -1);
            for (unsigned i = 0; i < nops; i++)
                code[2 + i] = addi(0, 0, 0);
            code[2 + nops] = riscv_word(RV_BNE, 0, X5, 0, -4 * (int)(nops + 1));
            code[3 + nops] = ret();
            begin(&r, (enum sfp_arch)arch, code, nops + 4);
            go(&r, true);
            assert_int_equal(r.tile->end, TILE_DONE);
            if (more && arch == SFP_WH)
                snprintf(found, sizeof found, "riscv-long-loop@%u ", 2 + nops);
            assert_string_equal(r.found, found);
            end(&r);
        }
}

/*
 * An instruction cache, whose misses take 10 cycles each. addi, then a loop of 131 instructions, three times, and the
 * return: 395 instructions, of which the last issues in 394 if nothing is lost, but for the branch that is not foreseen
 * at the end. Code begins at a line, so that addi and the loop are in lines 0 to 32, the return in 33: 34 misses. Wormhole
 * has 32 lines: lines 0 and 32 share a place, and are fetched in each further iteration. Blackhole's cache, which all of
 * it fits into, has it from the start.
 */
static void test_instruction_cache(void **state)
{
    enum { LOOP = 131, MISS = 10, LAST = 394 };
    static const uint64_t bubbles[] = {2, 4}, misses[] = {34 + 2 * 2, 0};
    uint32_t code[LOOP + 2];

    (void)state;
    code[0] = addi(X5, 0, 3);
    code[1] = addi(X5, X5, -1);
    for (unsigned i = 2; i < LOOP; i++)
        code[i] = nop();
    code[LOOP] = riscv_word(RV_BNE, 0, X5, 0, -4 * (LOOP - 1));
    code[LOOP + 1] = ret();
    for (unsigned a = 0; a < 2; a++)
        for (unsigned miss = 0; miss <= MISS; miss += MISS) {
            struct ran r;

            begin(&r, arches[a], code, LOOP + 2);
            r.miss = (uint16_t)miss;
            go(&r, true);
            assert_int_equal(r.tile->end, TILE_DONE);
            assert_int_equal(r.tile->clock.issued, LAST + bubbles[a] + miss * misses[a]);
            assert_int_equal(r.tile->clock.stalls[TILE_STALL_FETCH], miss * misses[a]);
            assert_int_equal(r.tile->clock.stalls[TILE_STALL_BRANCH], bubbles[a]);
            end(&r);
        }
}

/* Without time, a macro is not run that only the run shows: 0x93 << 24 is put together. */
static void test_macro_without_time(void **state)
{
    (void)state;
    EACH_ARCH(arch) {
        struct ran r;

        BEGIN(&r, (enum sfp_arch)arch, lui(X5, PUSH_WINDOW), addi(X6, 0, 0x93), riscv_word(RV_SLLI, X6, X6, 0, 24),
              rotated(SFPNOP), sw(X6, 0, X5), ret());
        go(&r, false);
        assert_int_equal(r.result.run.status, SFP_RUN_REFUSED);
        assert_int_equal(r.result.run.word, 0x93000000);
        assert_int_equal(r.result.run.index, 4);
        assert_int_equal(r.result.run.executed, 1);
        end(&r);
    }
}

/* exit(0) ends the run, exit(3) is an error; ecalls of other numbers end it whatever is in a0. */
static void test_exits(void **state)
{
    static const struct {
        int number, status;
        enum tile_end end;
    } exits[] = {{93, 0, TILE_DONE}, {93, 3, TILE_EXITED}, {92, 3, TILE_DONE}, {94, 3, TILE_DONE}};
    const uint32_t ecall = 0x00000073;

    (void)state;
    for (size_t i = 0; i < sizeof exits / sizeof *exits; i++) {
        for (unsigned timed = 0; timed < 2; timed++) {
            struct ran r;

            BEGIN(&r, SFP_BH, addi(RV_A7, 0, exits[i].number), addi(RV_A0, 0, exits[i].status), ecall,
                  rotated(SFPNOP), ret());
            go(&r, timed);
            assert_int_equal(r.tile->end, exits[i].end);
            assert_int_equal(r.result.run.executed, 0);
            if (exits[i].end == TILE_EXITED)
                assert_string_equal(r.tile->message, "exits with status 3");
            end(&r);
        }
    }
}

/*
 * Divisions of x6 by x7 issue in 4, behind two addi and two nops. A dividend of `bits` bits takes (9 * bits + 5) / 8
 * cycles, 6 to 33, and a division by 0 or 1 takes 2.
 */
static void test_divide(void **state)
{
    static const struct {
        enum rv_id id;
        int dividend, divisor;
        uint32_t result;
        unsigned cycles;
    } cases[] = {
        {RV_DIV, 1000, 7, 142, 11}, /* 10 bits: 95 / 8 */ {RV_DIV, 7, 1000, 0, 6}, {RV_DIV, 1000, 1, 1000, 2},
        {RV_DIV, -1000, 7, (uint32_t)-142, 11}, {RV_REM, -1000, 7, (uint32_t)-6, 11}, {RV_REMU, 1000, 7, 6, 11},
        {RV_DIVU, -1, 16, 0x0FFFFFFF, 33}, {RV_REMU, -1, 16, 15, 33}, {RV_DIVU, 1000, 0, UINT32_MAX, 2},
    };

    (void)state;
    for (size_t i = 0; i < 2 * sizeof cases / sizeof cases[0]; i++) {
        struct ran r;

        BEGIN(&r, arches[i % 2], addi(X6, 0, cases[i / 2].dividend), addi(X7, 0, cases[i / 2].divisor),
              nop(), nop(), riscv_word(cases[i / 2].id, X5, X6, X7, 0), addi(X5, X5, 0), ret());
        go(&r, true);
        assert_int_equal(r.tile->core.x[X5], cases[i / 2].result);
        assert_int_equal(r.tile->clock.issued, 4 + cases[i / 2].cycles + 1); /* addi, ret */
        end(&r);
    }
}

/* What the core itself finds, with the instruction: a load from 0x402 is one from 0x400. */
static void test_misaligned(void **state)
{
    (void)state;
    for (unsigned timed = 0; timed < 2; timed++) {
        struct ran r;

        BEGIN(&r, SFP_WH, sw(10, 0x400, 0), lw(X6, 0x402, 0), addi(X6, X6, 0), ret());
        go(&r, timed);
        assert_int_equal(r.tile->end, TILE_DONE);
        assert_int_equal(r.tile->core.x[X6], 7);
        assert_string_equal(r.found, "riscv-misaligned@1 ");
        end(&r);
    }
}

static void test_refusals(void **state)
{
    struct ran r;

    (void)state;
    BEGIN(&r, SFP_WH, lui(X5, (int)0xFF000000), sw(X6, 0, X5), ret());
    go(&r, false);
    assert_int_equal(r.tile->end, TILE_FAILED);
    assert_string_equal(r.tile->message, "a store to 0xFF000000, where nothing is");
    end(&r);

    BEGIN(&r, SFP_BH, lui(X5, DEBUG), sw(X6, 0xA0, X5), ret());
    go(&r, false);
    assert_int_equal(r.tile->end, TILE_FAILED);
    assert_string_equal(r.tile->message, "a store to 0xFFB120A0 takes the thread's instruction queue over, which is "
                        "not modelled");
    end(&r);

    BEGIN(&r, SFP_WH, lui(X5, (int)0xFF000000), lw(X6, 0, X5), ret());
    go(&r, true);
    assert_int_equal(r.tile->end, TILE_FAILED);
    assert_string_equal(r.tile->message, "a load from 0xFF000000, where nothing is");
    end(&r);

    BEGIN(&r, SFP_WH, lui(X5, SYNC), lw(X6, 0, X5), ret());
    go(&r, false);
    assert_int_equal(r.tile->end, TILE_DEADLOCK);
    assert_string_equal(r.tile->message, "a load from 0xFFE80000 waits for a value that nobody sends");
    end(&r);

    BEGIN(&r, SFP_WH, lui(X5, (int)0xFFE50000), sw(X6, 0, X5), ret());
    go(&r, true);
    assert_string_equal(r.tile->message, "a store to 0xFFE50000 pushes a word for another thread, which hangs this core");
    end(&r);

    BEGIN(&r, SFP_WH, lui(X5, PUSH_WINDOW), riscv_word(RV_SB, 0, X5, X6, 0), ret());
    go(&r, true);
    assert_string_equal(r.tile->message, "a store of 1 bytes to 0xFFE40000, where whole words are pushed");
    end(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_words), cmocka_unit_test(test_store_pushes), cmocka_unit_test(test_back_pressure),
        cmocka_unit_test(test_room_beside_expansions), cmocka_unit_test(test_mop_check),
        cmocka_unit_test(test_fusion), cmocka_unit_test(test_data_cache), cmocka_unit_test(test_data_cache_misses),
        cmocka_unit_test(test_no_prediction),
        cmocka_unit_test(test_completion_check), cmocka_unit_test(test_gprs), cmocka_unit_test(test_partner),
        cmocka_unit_test(test_many_deeds), cmocka_unit_test(test_polls), cmocka_unit_test(test_divide),
        cmocka_unit_test(test_misaligned),
        cmocka_unit_test(test_configuration), cmocka_unit_test(test_dst), cmocka_unit_test(test_store_behind_words),
        cmocka_unit_test(test_load_behind_words), cmocka_unit_test(test_stores_behind_the_vector_unit),
        cmocka_unit_test(test_status), cmocka_unit_test(test_queue_status), cmocka_unit_test(test_slow_local),
        cmocka_unit_test(test_load_behind_held), cmocka_unit_test(test_mop_race), cmocka_unit_test(test_deadlocks),
        cmocka_unit_test(test_synced_deadlock), cmocka_unit_test(test_config_race),
        cmocka_unit_test(test_loads_go_first), cmocka_unit_test(test_own_mail), cmocka_unit_test(test_exits),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_polled_memory), cmocka_unit_test(test_load_within_store),
        cmocka_unit_test(test_load_behind_two_stores),
        cmocka_unit_test(test_load_behind_store),
        cmocka_unit_test(test_load_behind_store_to_memory), cmocka_unit_test(test_alone),
        cmocka_unit_test(test_long_loops), cmocka_unit_test(test_instruction_cache),
        cmocka_unit_test(test_macro_without_time),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
