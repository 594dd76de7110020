/*
 * Time of the matrix unit (sfpu-matrix(7), Time): each rule in a program of a few words, and kernels in the form of the
 * vendor's, whose cycles follow by hand. The values of include/matrix_time.def are checked in test_isa.c.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "reference/slow_pipeline.h"

static void check_log(enum sfp_arch arch, const char *source, const char *log, uint64_t cycles)
{
    struct watched w;

    watched_start(&w, arch);
    w.m->s.skips = true;
    watched_run(&w, source);
    assert_string_equal(w.log, log);
    assert_int_equal(w.result.cycles, cycles);
    watched_end(&w);
}

/* ---- Blocks of Dst ---- */

/* A product reads what another has written 5 cycles later on Wormhole, 6 on Blackhole. */
static void test_same_block(void **state)
{
    const char *products = "ttmvmul 0,0,0,0\n ttmvmul 0,0,0,4";

    (void)state;
    check_log(SFP_WH, products,
              "0:other 0 | 1:stall 1 dst-block | 2:stall 1 dst-block | 3:stall 1 dst-block | 4:stall 1 dst-block | "
              "5:other 1", 6);
    check_log(SFP_BH, products,
              "0:other 0 | 1:stall 1 dst-block | 2:stall 1 dst-block | 3:stall 1 dst-block | 4:stall 1 dst-block | "
              "5:stall 1 dst-block | 6:other 1", 7);
}

/* Another block is free at once; and with five blocks in turn Wormhole's first is free again, Blackhole's with six. */
static void test_other_blocks(void **state)
{
    (void)state;
    check_log(SFP_WH, "ttmvmul 0,0,0,0\n ttmvmul 0,0,0,8\n ttmvmul 0,0,0,16\n ttmvmul 0,0,0,24\n ttmvmul 0,0,0,32\n"
                      " ttmvmul 0,0,0,0",
              "0:other 0 | 1:other 1 | 2:other 2 | 3:other 3 | 4:other 4 | 5:other 5", 6);
    check_log(SFP_BH, "ttmvmul 0,0,0,0\n ttmvmul 0,0,0,8\n ttmvmul 0,0,0,16\n ttmvmul 0,0,0,24\n ttmvmul 0,0,0,32\n"
                      " ttmvmul 0,0,0,0",
              "0:other 0 | 1:other 1 | 2:other 2 | 3:other 3 | 4:other 4 | 5:stall 5 dst-block | 6:other 5", 7);
}

/* The block is that of the operand, the counter and the offset together: 8 + 8 here. */
static void test_block_of_counters(void **state)
{
    (void)state;
    check_log(SFP_WH, "ttsetc16 1,8\n ttsetrwc 0,0,8,0,0,4\n ttelwmul 0,0,0,0,0\n ttsetrwc 0,0,0,0,0,4\n"
                      " ttelwmul 0,0,0,0,0\n ttelwmul 0,0,0,0,8",
              "0:other 0 | 1:other 1 | 2:other 2 | 3:other 3 | 4:other 4 | 5:stall 5 dst-block | 6:stall 5 dst-block | "
              "7:other 5", 8);
}

/* ELWADD reads Dst with dest_accum_en. Without it Wormhole lets it pass, and Blackhole was measured to hold it too. */
static void test_sums_of_sources(void **state)
{
    (void)state;
    check_log(SFP_WH, "ttelwadd 0,1,0,0,0\n ttelwadd 0,1,0,0,0",
              "0:other 0 | 1:stall 1 dst-block | 2:stall 1 dst-block | 3:stall 1 dst-block | 4:stall 1 dst-block | "
              "5:other 1", 6);
    check_log(SFP_WH, "ttelwsub 0,0,0,0,0\n ttelwsub 0,0,0,0,0", "0:other 0 | 1:other 1", 2);
    check_log(SFP_BH, "ttelwsub 0,0,0,0,0\n ttelwsub 0,0,0,0,0",
              "0:other 0 | 1:stall 1 dst-block | 2:stall 1 dst-block | 3:stall 1 dst-block | 4:stall 1 dst-block | "
              "5:stall 1 dst-block | 6:other 1", 7);
}

/* Rows of 32 bits fill two blocks of 16-bit rows: 8 to 15 lie in the physical rows 16 to 31, which are the 16-bit rows
 * of these numbers. The writes of Config (words 1 bit 29) set and clear Fp32_enabled between the products. */
static void test_wide_blocks(void **state)
{
    (void)state;
    check_log(SFP_WH, "ttrmwcib3 0x20,0x20,1\n ttmvmul 0,0,0,8\n ttrmwcib3 0x20,0,1\n ttmvmul 0,0,0,8\n"
                      " ttmvmul 0,0,0,24",
              "0:other 0 | 1:other 1 | 2:other 2 | 3:other 3 | 4:stall 4 dst-block | 5:stall 4 dst-block | 6:other 4",
              7);
}

/* A stalled word holds its thread in order: the vector instruction after it waits too. Vector instructions before it
 * and after it issue in cycles of their own, and do not wait for the matrix unit. */
static void test_order(void **state)
{
    (void)state;
    check_log(SFP_WH, "ttmvmul 0,0,0,0\n sfpmov L0,L1,0\n ttmvmul 0,0,0,0\n sfpmov L2,L3,0",
              "0:other 0 | 1:simple 1 | 2:stall 2 dst-block | 3:stall 2 dst-block | 4:stall 2 dst-block | 5:other 2 | "
              "6:simple 3", 7);
}

/* ---- Moves ---- */

static void test_moves(void **state)
{
    (void)state;
    /* After MOVD2B only MOVD2B in the next three cycles. */
    check_log(SFP_BH, "ttmovd2b 0,16,0,0,0\n ttmovd2b 0,17,0,0,1\n ttsetrwc 0,0,0,0,0,4",
              "0:other 0 | 1:other 1 | 2:stall 2 matrix-move | 3:stall 2 matrix-move | 4:stall 2 matrix-move | "
              "5:other 2", 6);
    /* After MOVD2A, and MOVB2A, only these two in the next cycle. */
    check_log(SFP_WH, "ttmovd2a 0,0,0,0,0\n ttmovb2a 0,0,0,0\n ttmovd2a 0,0,0,0,0\n ttmvmul 0,0,0,0",
              "0:other 0 | 1:other 1 | 2:other 2 | 3:stall 3 matrix-move | 4:other 3", 5);
    /* After MOVA2D and MOVB2D readers of Dst wait for three cycles, of whatever block; ELWADD and others do not. */
    check_log(SFP_BH, "ttmovb2d 0,16,0,0,0\n ttelwadd 0,1,0,0,0\n ttmovd2b 0,16,0,0,64",
              "0:other 0 | 1:other 1 | 2:stall 2 matrix-move | 3:stall 2 matrix-move | 4:other 2", 5);
    check_log(SFP_WH, "ttmova2d 0,0,0,2,0\n ttgmpool 0,1,0,0,64",
              "0:other 0 | 1:stall 1 matrix-move | 2:stall 1 matrix-move | 3:stall 1 matrix-move | 4:other 1", 5);
    /* After SHIFTXB nothing in the next cycle; another unit's words go on. */
    check_log(SFP_WH, "ttshiftxb 0,0,0\n sfpnop\n ttincrwc 0,0,0,0\n ttshiftxb 0,0,0\n ttincrwc 0,0,0,0",
              "0:other 0 | 1:load 1 | 2:other 2 | 3:other 3 | 4:stall 4 matrix-move | 5:other 4", 6);
    /* MOVD2A reads the block of a product. */
    check_log(SFP_BH, "ttelwmul 0,0,0,0,8\n ttmovd2a 0,0,0,0,9",
              "0:other 0 | 1:stall 1 dst-block | 2:stall 1 dst-block | 3:stall 1 dst-block | 4:stall 1 dst-block | "
              "5:stall 1 dst-block | 6:other 1", 7);
}

/* ---- FPU idle ---- */

/* The product works in cycles 0 to 5, so that STALLWAIT's condition is over at the end of cycle 6 and the vector unit
 * goes on in cycle 7: after 5 held ones. On Wormhole all is a cycle earlier. */
static void test_idle(void **state)
{
    (void)state;
    check_log(SFP_BH, "ttmvmul 0,0,0,0\n ttstallwait 0x100,0x10\n sfpload L0,0,4,0",
              "0:other 0 | 1:other 1 | 2:stall 2 wait | 3:stall 2 wait | 4:stall 2 wait | 5:stall 2 wait | "
              "6:stall 2 wait | 7:load 2", 8);
    check_log(SFP_WH, "ttmvmul 0,0,0,0\n ttstallwait 0x100,0x80\n sfpload L0,0,4,0",
              "0:other 0 | 1:other 1 | 2:stall 2 wait | 3:stall 2 wait | 4:stall 2 wait | 5:stall 2 wait | 6:load 2",
              7);
}

/* ---- Passes ---- */

/* A loop over two blocks, counters back where they were: passes from tape are like passes in full. A loop that steps
 * on finds its period only after the counter has come round, and is like passes in full, too. */
static void check_passes(enum sfp_arch arch, const char *source, unsigned long passes, bool reuses)
{
    struct watched watched, alone;

    watched_start(&watched, arch);
    watched_start(&alone, arch);
    watched.m->s.skips = alone.m->s.skips = true;
    watched.options.run.repeat = alone.options.run.repeat = passes;
    watched_run(&watched, source);
    watched_run_unwatched(&alone, source);
    assert_int_equal(watched.result.cycles, alone.result.cycles);
    assert_memory_equal(watched.result.stalls, alone.result.stalls, sizeof alone.result.stalls);
    assert_memory_equal(&watched.m->s.own.rwc, &alone.m->s.own.rwc, sizeof alone.m->s.own.rwc);
    if (reuses)
        assert_true(alone.result.reused > 0);
    watched_end(&watched);
    watched_end(&alone);
}

static void test_passes(void **state)
{
    (void)state;
    check_passes(SFP_BH, "ttelwmul 0,0,0,0,0\n ttelwmul 0,0,0,0,8\n sfpnop", 50, true);
    check_passes(SFP_WH, "ttmvmul 0,0,0,0\n ttmovb2d 0,0,0,0,0", 9, true);
    check_passes(SFP_WH, "ttmvmul 0,0,0,0\n ttincrwc 0,2,0,0", 200, false);
    /* The first word of a pass reads the block that the last pass wrote: cycles 0, 6, 12: 13 of 3 passes. */
    check_passes(SFP_BH, "ttmvmul 0,0,0,0", 3, false);
}

/* ---- Kernels: the words of a tile, without the SETC16 that prepare them ---- */

/* ZEROACC, whose operands differ between the arches. */
#define ZEROACC_WH ".macro zeroacc mode, modifier, row\n ttzeroacc \\mode,\\modifier,\\row\n.endm\n"
#define ZEROACC_BH ".macro zeroacc mode, modifier, row\n ttzeroacc \\mode,0,0,\\modifier,\\row\n.endm\n"
/* Address modifiers as the kernels below take them: 1 steps SrcB by 1, Dst by 1; 2 Dst by 8; 3 FidelityPhase. */
#define REDUCE_WH ZEROACC_WH \
    "ttsetc16 23,0x8000\n ttsetc16 8,0x0100\n ttsetc16 24,1\n ttsetc16 9,0x0800\n ttsetc16 25,8\n" \
                  " ttsetc16 26,0x2000\n"
#define REDUCE_BH ZEROACC_BH \
    "ttsetc16 28,0x8000\n ttsetc16 13,0x0100\n ttsetc16 29,1\n ttsetc16 14,0x0800\n ttsetc16 30,8\n" \
                  " ttsetc16 31,0x2000\n"
/* 0 steps Dst by 8; 2 goes back to the first block and on to the next phase; 3 on to the next block, and phase 0. */
#define ELTWISE_WH ZEROACC_WH "ttsetc16 7,0x0808\n ttsetc16 23,8\n ttsetc16 9,0x8080\n ttsetc16 25,0x2400\n" \
                   " ttsetc16 10,0x8080\n ttsetc16 26,0x9008\n"
#define ELTWISE_BH ZEROACC_BH "ttsetc16 12,0x0808\n ttsetc16 28,8\n ttsetc16 14,0x8080\n ttsetc16 30,0x2400\n" \
                   " ttsetc16 15,0x8080\n ttsetc16 31,0x9008\n"
#define SET_COUNTERS "ttsetrwc 0,0,0,0,0,15\n"
#define NEXT_FACE "ttsetrwc 0,4,8,0,0,4\n"

/* The second half of a reduction to rows: the row of maxima or sums to SrcB, transposed there, and added to Dst. */
#define ROW_TO_COLUMN "ttsetrwc 0,4,0,0,0,3\n ttmovd2b 0,16,0,0,0\n tttrnspsrcb\n ttmovd2b 0,16,0,0,0\n" \
                      " ttsetrwc 0,2,0,8,0,2\n ttsetrwc 0,2,0,8,0,2\n ttzerosrc 0,1,0,1\n" \
                      " .rept 2\n ttelwadd 0,0,0,2,0\n .endr\n"
#define POOL_FACE "ttgapool 0,1,3,0,0\n ttgapool 0,1,3,0,0\n ttgapool 0,1,3,0,0\n ttgapool 0,1,0,0,0\n"
#define POOL_FACE_AT_4 "ttgapool 0,1,3,0,4\n ttgapool 0,1,3,0,4\n ttgapool 0,1,3,0,4\n ttgapool 0,1,0,0,4\n"
#define ROW_TO_SRCA "ttsetrwc 0,4,0,0,0,3\n ttmovd2b 0,16,0,0,4\n ttgatesrcrst 1,1\n tttrnspsrcb\n" \
                    " ttgatesrcrst 1,1\n ttmovb2a 0,0,2,16\n ttmovb2a 4,0,2,20\n ttmovb2a 8,0,2,24\n" \
                    " ttmovb2a 12,0,2,28\n ttgatesrcrst 1,1\n zeroacc 0,0,4\n"

#define TO_SRCB ".rept 4\n ttmovd2b 0,16,1,2,0\n .endr\n"
#define FROM_SRCB ".rept 4\n ttmovb2d 0,16,1,4,0\n .endr\n"

static const struct {
    const char *name;
    const char *setup_wh, *setup_bh; /* NULL: not for this arch */
    const char *words;
    unsigned words_count, cycles_wh, cycles_bh;
} kernels[] = {
    /*
     * Each face pair goes, with L = 6 on Blackhole: GMPOOL 1, GMPOOL 7 (the same block), SETRWC 8, MOVD2B 13 (the same
     * block), TRNSPSRCB 17 (three cycles shut), MOVD2B 18, SETRWC 22 and 23, ZEROSRC 24, ELWADD 25 and 26 (the next
     * block), four SETRWC 27 to 30; then GMPOOL 31, 37, SETRWC 38, MOVD2B 43, TRNSPSRCB 47, MOVD2B 48, SETRWC 52 and
     * 53, ZEROSRC 54, ELWADD 55 and 56, SETRWC 57: 58 cycles, as tt-metal pull request 55053 measured. L = 5 takes off
     * one at each GMPOOL and MOVD2B that waits for a block: 54.
     */
    {"REDUCE_ROW MAX", REDUCE_WH, REDUCE_BH,
     SET_COUNTERS "ttgmpool 3,1,0,0,0\n ttgmpool 0,1,0,0,0\n" ROW_TO_COLUMN
     NEXT_FACE NEXT_FACE NEXT_FACE "ttsetrwc 3,4,8,0,0,6\n"
     "ttgmpool 3,1,0,0,0\n ttgmpool 0,1,0,0,0\n" ROW_TO_COLUMN "ttsetrwc 3,0,0,0,0,6", 28, 54, 58},
    /* GMPOOL 1 (block 0), two SETRWC, GMPOOL 4 (block 2), SETRWC 5 back to block 0, GMPOOL 6, or 7 on Blackhole. */
    {"REDUCE_COL MAX", REDUCE_WH, REDUCE_BH,
     SET_COUNTERS "ttgmpool 0,1,0,0,0\n" NEXT_FACE "ttsetrwc 3,4,8,0,0,4\n ttgmpool 0,1,0,0,0\n"
     "ttsetrwc 3,0,0,0,0,5\n ttgmpool 0,1,0,0,0\n" NEXT_FACE "ttsetrwc 3,4,8,0,0,4\n ttgmpool 0,1,0,0,0\n"
     "ttsetrwc 3,0,0,0,0,5", 11, 11, 12},
    /* 3 x (L - 1) for four GMPOOL in one block, L - 2 to MOVD2B behind SETRWC, 3 to GATESRCRST, 1 after MOVB2A. The
     * last GMPOOL comes long after. 17 + 12 + 3 + 4 and 17 + 15 + 4 + 4. */
    {"REDUCE_SCALAR MAX", REDUCE_WH, REDUCE_BH,
     SET_COUNTERS ".rept 3\n ttgmpool 3,1,0,0,4\n .endr\n ttgmpool 0,1,0,0,4\n" ROW_TO_SRCA "ttgmpool 3,1,0,0,0",
     17, 36, 40},
    /* Four phases in one block, for each of four faces in blocks apart: 4 x 3 x (L - 1). */
    {"REDUCE_COL SUM", REDUCE_WH, REDUCE_BH,
     SET_COUNTERS POOL_FACE NEXT_FACE "ttsetrwc 3,4,8,0,0,4\n" POOL_FACE "ttsetrwc 3,0,0,0,0,5\n" POOL_FACE NEXT_FACE
     "ttsetrwc 3,4,8,0,0,4\n" POOL_FACE "ttsetrwc 3,0,0,0,0,5", 23, 71, 83},
    /* Twice: two faces into one block, 6 x (L - 1) and, after CLEARDVALID, L - 2; L - 2 to MOVD2B; 3 + 3 for moves:
     * 42 + 2 x (24 + 3 + 3 + 6), and 42 + 2 x (30 + 4 + 4 + 6). */
    {"REDUCE_ROW SUM", REDUCE_WH, REDUCE_BH,
     SET_COUNTERS POOL_FACE "ttcleardvalid 3,0\n" POOL_FACE ROW_TO_COLUMN NEXT_FACE NEXT_FACE NEXT_FACE
     "ttsetrwc 3,4,8,0,0,6\n" POOL_FACE "ttcleardvalid 3,0\n" POOL_FACE ROW_TO_COLUMN "ttsetrwc 3,0,0,0,0,6",
     42, 114, 130},
    /* Four faces into one block, 12 x (L - 1) + 3 x (L - 2); L - 2 to MOVD2B; 3 + 1 for moves; and four phases at the
     * end, 3 x (L - 1): 35 + 48 + 9 + 3 + 4 + 12, and 35 + 60 + 12 + 4 + 4 + 15. */
    {"REDUCE_SCALAR SUM", REDUCE_WH, REDUCE_BH,
     SET_COUNTERS ".rept 3\n" POOL_FACE_AT_4 "ttcleardvalid 3,0\n .endr\n" POOL_FACE_AT_4 ROW_TO_SRCA
     ".rept 3\n ttgapool 0,1,3,0,0\n .endr\n ttgapool 3,1,0,0,0", 35, 111, 130},
    /* Two blocks in turn for four phases, of each of four faces: 4 x 3 x (L - 2). */
    {"ELWMUL HiFi4", ELTWISE_WH, ELTWISE_BH,
     SET_COUNTERS ".rept 4\n .rept 3\n ttelwmul 0,0,0,0,0\n ttelwmul 0,0,0,2,0\n .endr\n ttelwmul 0,0,0,0,0\n"
     " ttelwmul 3,0,0,3,0\n .endr\n ttsetrwc 0,0,0,0,0,4", 34, 70, 82},
    /* Two phases: 4 x (L - 2). */
    {"ELWMUL HiFi2, one row", ELTWISE_WH, ELTWISE_BH,
     SET_COUNTERS ".rept 4\n ttelwmul 0,0,2,0,0\n ttelwmul 0,0,2,2,0\n ttelwmul 0,0,2,0,0\n ttelwmul 3,0,2,3,0\n"
     " .endr\n ttsetrwc 0,0,0,0,0,4", 18, 30, 34},
    /* Eight blocks, each once. */
    {"ELWADD", ELTWISE_WH, ELTWISE_BH,
     SET_COUNTERS ".rept 4\n ttelwadd 0,0,0,0,0\n ttelwadd 0,0,0,0,0\n ttsetrwc 3,3,0,0,0,3\n .endr\n"
     " ttsetrwc 0,0,0,0,0,4", 14, 14, 14},
    {"ELWSUB of a block of 16", ELTWISE_WH, ELTWISE_BH,
     SET_COUNTERS "ttsetrwc 0,0,0,0,0,3\n .rept 2\n .rept 8\n ttelwsub 0,0,1,0,0\n .endr\n ttsetrwc 1,0,0,0,0,3\n"
     " .endr\n ttsetrwc 2,0,0,0,0,3", 21, 21, 21},
    /* Eight blocks in turn, more than L: 16 for each phase, and SETRWC. */
    {"matrix product, LoFi", ELTWISE_WH, ELTWISE_BH,
     SET_COUNTERS ".rept 2\n .rept 7\n ttmvmul 0,0,0,0\n .endr\n ttmvmul 0,0,2,0\n .endr\n ttsetrwc 2,0,0,0,0,15",
     18, 18, 18},
    {"matrix product, HiFi4", ELTWISE_WH, ELTWISE_BH,
     SET_COUNTERS ".rept 8\n .rept 7\n ttmvmul 0,0,0,0\n .endr\n ttmvmul 0,0,2,0\n .endr\n ttsetrwc 1,0,0,0,0,15\n"
     " ttsetrwc 2,0,0,0,0,15", 67, 67, 67},
    /* For each face four MOVD2B, 3 to ZEROACC, and ELWMUL HiFi4 as above; and STALLWAIT holds MOVD2B for one cycle:
     * 58 + 4 x (3 + 1) + 12 x (L - 2). The moves read blocks that the face before wrote: not those of its last
     * words. */
    {"products with Dst as a source", ELTWISE_WH, ELTWISE_BH,
     SET_COUNTERS ".rept 4\n ttstallwait 0x40,0x100\n ttmovd2b 0,0,1,2,0\n ttmovd2b 0,4,1,2,4\n ttmovd2b 0,8,1,2,8\n"
     " ttmovd2b 0,12,1,2,12\n zeroacc 0,1,0\n .rept 3\n ttelwmul 0,0,0,0,0\n ttelwmul 0,0,0,2,0\n .endr\n"
     " ttelwmul 0,0,0,0,0\n ttelwmul 3,0,0,3,0\n .endr\n ttsetrwc 0,0,0,0,0,4", 58, 110, 122},
    /* No block is read so soon. MOVD2B to TRNSPSRCB 3, four times; MOVB2D to MOVD2B 3, twice; MOVB2A to MOVD2B 1; and
     * STALLWAIT holds MOVD2B for one cycle. */
    {"transposition in Dst", NULL, REDUCE_BH,
     SET_COUNTERS "ttstallwait 0x40,0x980\n" TO_SRCB "tttrnspsrcb\n" FROM_SRCB TO_SRCB "tttrnspsrcb\n"
     ".rept 4\n ttmovb2a 0,1,2,16\n .endr\n" TO_SRCB "tttrnspsrcb\n" FROM_SRCB TO_SRCB "tttrnspsrcb\n" FROM_SRCB
     ".rept 2\n ttmova2d 0,0,1,2,0\n .endr\n ttsetrwc 3,0,0,0,0,7", 41, 0, 61},
    /* Eight times two GMPOOL in one block, L - 1; then MOVD2B to TRNSPSRCB 3, twice, and MOVB2D to MOVD2B 3. */
    {"REDUCE_ROW MAX of a block of four tiles", NULL, REDUCE_BH,
     SET_COUNTERS ".rept 4\n ttgmpool 0,1,0,0,0\n ttgmpool 0,1,0,0,0\n" NEXT_FACE NEXT_FACE NEXT_FACE NEXT_FACE
     "ttgmpool 0,1,0,0,0\n ttgmpool 0,1,0,0,0\n ttsetrwc 1,0,0,0,0,7\n .endr\n"
     "ttmovd2b 0,16,0,0,0\n tttrnspsrcb\n" FROM_SRCB "ttmovd2b 0,16,0,0,0\n tttrnspsrcb\n" FROM_SRCB
     "ttsetrwc 2,0,0,0,0,7", 50, 0, 99},
};

static void check_kernel(size_t i, enum sfp_arch arch, const char *setup, unsigned cycles)
{
    enum { ROOM = 4096 };
    char source[ROOM];
    unsigned prepared = 0;
    struct watched w;

    if (!setup)
        return;
    for (const char *at = setup; (at = strstr(at, "ttsetc16")); at++)
        prepared++;
    assert_true(strlen(setup) + strlen(kernels[i].words) < sizeof source);
    strcpy(source, setup);
    strcat(source, kernels[i].words);
    watched_start(&w, arch);
    w.m->s.skips = true;
    watched_run_unwatched(&w, source);
    if (w.result.run.executed - prepared != kernels[i].words_count || w.result.cycles - prepared != cycles)
        fail_msg("%s on %s: %u words in %u cycles, not %u in %u", kernels[i].name, sfp_arch_facts(arch)->title,
                 (unsigned)w.result.run.executed - prepared, (unsigned)w.result.cycles - prepared,
                 kernels[i].words_count, cycles);
    watched_end(&w);
}

static void test_kernels(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof kernels / sizeof kernels[0]; i++) {
        check_kernel(i, SFP_WH, kernels[i].setup_wh, kernels[i].cycles_wh);
        check_kernel(i, SFP_BH, kernels[i].setup_bh, kernels[i].cycles_bh);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_same_block),        cmocka_unit_test(test_other_blocks),
        cmocka_unit_test(test_block_of_counters), cmocka_unit_test(test_sums_of_sources),
        cmocka_unit_test(test_wide_blocks),       cmocka_unit_test(test_order),
        cmocka_unit_test(test_moves),             cmocka_unit_test(test_idle),
        cmocka_unit_test(test_passes),            cmocka_unit_test(test_kernels),
    };

    return cmocka_run_group_tests_name("matrix unit: time", tests, NULL, NULL);
}
