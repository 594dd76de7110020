/*
 * libsfpu by its public header alone: what is seen of a machine where a run stands. Cycles are worked by hand by
 * sfpu-timing(7).
 */
#include "sfpu_test.h"

#include <math.h>

static int run_to(sfpu_machine *m, struct sfpu_limits limits)
{
    limits.size = sizeof limits;
    return sfpu_run_until(m, &limits);
}

/* ---- Where runs stop ---- */

/* L1 = 2 * 2 + 0 takes cycles 1 and 2. Blackhole holds the sfpmov that reads it for cycle 2; it issues in 3. */
static const char held[] = "sfploadi L0, 0x4000, 0\n"
                           "sfpmul L1, L0, L0, L9, 0\n"
                           "sfpmov L2, L1, 0\n";

static void test_at_issue(void **state)
{
    static const size_t third[] = {2};
    sfpu_machine *m = machine_with(SFPU_BLACKHOLE, held);

    (void)state;
    assert_int_equal(run_to(m, (struct sfpu_limits){.breakpoints = third, .breakpoint_count = 1}), SFPU_STOPPED);
    assert_int_equal(result_of(m).cycles, 2);
    assert_int_equal(result_of(m).reasons, SFPU_STOP_BREAKPOINT);
    assert_lreg(m, 1, 0); /* not there yet */
    /* It still stands there, and stops where it issues, though it stood there before. */
    assert_int_equal(run_to(m, (struct sfpu_limits){.breakpoints = third, .breakpoint_count = 1, .at_issue = 1}),
                     SFPU_STOPPED);
    assert_int_equal(result_of(m).cycles, 3);
    assert_int_equal(result_of(m).next, 2);
    assert_lreg(m, 1, 0x40800000);
    /* Once. */
    assert_int_equal(run_to(m, (struct sfpu_limits){.breakpoints = third, .breakpoint_count = 1, .at_issue = 1}),
                     SFPU_OK);
    assert_int_equal(result_of(m).cycles, 4);
    assert_int_equal(result_of(m).reasons, 0);
    assert_lreg(m, 2, 0x40800000);
    sfpu_close(m);
}

/* sfpmov issues from the vector unit's input in cycle 3, and INCRWC beside it: each stops there, and is next. A step that
 * one of them takes is both's. */
static void test_two_at_issue(void **state)
{
    static const size_t last[] = {2, 3};
    const struct sfpu_limits limits = {.breakpoints = last, .breakpoint_count = 2, .at_issue = 1};
    char source[sizeof held + sizeof "ttincrwc 0, 2, 0, 0\nsfpnop\n"];
    sfpu_machine *m;

    (void)state;
    snprintf(source, sizeof source, "%sttincrwc 0, 2, 0, 0\nsfpnop\n", held);
    m = machine_with(SFPU_BLACKHOLE, source);
    for (size_t i = 0; i < 2; i++) {
        assert_int_equal(run_to(m, limits), SFPU_STOPPED);
        assert_int_equal(result_of(m).cycles, 3);
        assert_int_equal(result_of(m).instructions, 2);
        assert_int_equal(result_of(m).next, last[i]);
    }
    assert_int_equal(sfpu_step(m), SFPU_STOPPED);
    assert_int_equal(result_of(m).cycles, 4);
    assert_int_equal(result_of(m).instructions, 4);
    assert_int_equal(result_of(m).next, 4);
    assert_int_equal(run_to(m, limits), SFPU_OK);
    assert_int_equal(result_of(m).cycles, 5);
    sfpu_close(m);
}

/* All that applies is told. sfpmov is next in cycle 2, with 2 instructions issued. */
static void test_reasons(void **state)
{
    static const size_t third[] = {2};
    const struct sfpu_limits all = {.cycles = 2, .instructions = 2, .breakpoints = third, .breakpoint_count = 1};
    sfpu_machine *m = machine_with(SFPU_BLACKHOLE, held);

    (void)state;
    assert_int_equal(run_to(m, all), SFPU_STOPPED);
    assert_int_equal(result_of(m).reasons, SFPU_STOP_CYCLES | SFPU_STOP_INSTRUCTIONS | SFPU_STOP_BREAKPOINT);
    assert_int_equal(run_to(m, (struct sfpu_limits){.cycles = 1}), SFPU_STOPPED);
    assert_int_equal(result_of(m).reasons, SFPU_STOP_CYCLES);
    sfpu_close(m);
}

/* Three passes of a cycle each: L0 += 1. A run that stops is the run that does not. */
static void test_passes(void **state)
{
    static const size_t first[] = {0};
    sfpu_machine *m = machine_with(SFPU_WORMHOLE, "sfpiadd L0, L0, 1, 5\n");
    struct sfpu_progress progress = {.size = sizeof progress};

    (void)state;
    for (uint64_t pass = 0; pass < 3; pass++) {
        assert_int_equal(run_to(m, (struct sfpu_limits){.breakpoints = first, .breakpoint_count = 1, .at_issue = 1,
                                                        .passes = 3}), SFPU_STOPPED);
        assert_int_equal(result_of(m).cycles, pass);
        assert_lreg(m, 0, (uint32_t)pass);
        assert_int_equal(sfpu_get_progress(m, &progress), SFPU_OK);
        assert_int_equal(progress.passes, pass);
        assert_int_equal(progress.wanted, 3);
    }
    assert_int_equal(run_to(m, (struct sfpu_limits){.passes = 7}), SFPU_OK); /* it has begun already */
    assert_int_equal(result_of(m).cycles, 3);
    assert_int_equal(result_of(m).instructions, 3);
    assert_lreg(m, 0, 3);
    sfpu_close(m);
}

/* What a REPLAY plays comes from the word that plays it. Cycles 0 to 2 record; word 1 issues in 3. */
static void test_position(void **state)
{
    sfpu_machine *m = machine_with(SFPU_WORMHOLE, "ttreplay 0, 2, 0, 1\nsfpiadd L0, L0, 1, 5\nsfpnop\n"
                                                  "ttreplay 0, 2, 0, 0\nsfpnop\n");

    (void)state;
    assert_int_equal(run_to(m, (struct sfpu_limits){.cycles = 3}), SFPU_STOPPED);
    assert_int_equal(result_of(m).next, 1);
    assert_int_equal(result_of(m).position, 3);
    assert_int_equal(run_to(m, (struct sfpu_limits){.instructions = 2}), SFPU_STOPPED);
    assert_int_equal(result_of(m).next, 4);
    assert_int_equal(result_of(m).position, 4);
    assert_int_equal(sfpu_run(m, 1), SFPU_OK);
    assert_true(result_of(m).position == SIZE_MAX);
    sfpu_close(m);
}

/* The multiply-add under way is dropped; reports and state are those of where the run stood. */
static void test_end_run(void **state)
{
    sfpu_machine *m = machine_with(SFPU_WORMHOLE, held);
    struct text summary = {0};

    (void)state;
    assert_int_equal(sfpu_end_run(NULL), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_end_run(m), SFPU_OK);
    assert_int_equal(sfpu_want(m, SFPU_SUMMARY, NULL, NULL), SFPU_OK);
    assert_int_equal(run_to(m, (struct sfpu_limits){.instructions = 2}), SFPU_STOPPED);
    assert_int_equal(sfpu_report(m, SFPU_SUMMARY, text_add, &summary), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_end_run(m), SFPU_OK);
    assert_int_equal(sfpu_report(m, SFPU_SUMMARY, text_add, &summary), SFPU_OK);
    assert_string_equal(summary.bytes, "k.s: wormhole, 3 words, 1 pass\n"
                                       "  2 instructions executed, 2 by the vector unit\n"
                                       "  2 cycles\n  Dst: unchanged\n  LRegs changed: L0\n");
    assert_int_equal(result_of(m).cycles, 2);
    assert_lreg(m, 1, 0);
    assert_int_equal(sfpu_run(m, 1), SFPU_OK); /* anew */
    assert_int_equal(result_of(m).instructions, 3);
    text_free(&summary);
    sfpu_close(m);
}

/* ---- Where words come from ---- */

static void test_where(void **state)
{
    static const uint32_t words[] = {0x8F000000};
    struct sfpu_where where = {.size = sizeof where};
    sfpu_machine *m = machine_with(SFPU_WORMHOLE, "\n  sfpnop\n.fill 2, 4, 0x8f000000\n");

    (void)state;
    assert_int_equal(sfpu_get_where(m, 0, &where), SFPU_OK);
    assert_string_equal(where.file, "k.s");
    assert_int_equal(where.line, 2);
    assert_int_equal(where.column, 3);
    assert_int_equal(where.further, 0);
    assert_int_equal(sfpu_get_where(m, 2, &where), SFPU_OK);
    assert_int_equal(where.line, 3);
    assert_int_equal(where.further, 1);
    assert_fails(m, sfpu_get_where(m, 3, &where), SFPU_BAD_ARGUMENT, "there is no word 3: the program has 3");
    assert_int_equal(sfpu_get_where(m, 0, NULL), SFPU_BAD_ARGUMENT);
    where.size = 0;
    assert_int_equal(sfpu_get_where(m, 0, &where), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_load_words(m, words, 1), SFPU_OK);
    where.size = sizeof where;
    assert_fails(m, sfpu_get_where(m, 0, &where), SFPU_BAD_INPUT, "words: its source is unknown");
    sfpu_close(m);
}

/* The line of a macro's body has the argument in place of its name; a symbol with two values is no constant. */
static void test_constants(void **state)
{
    struct sfpu_where where = {.size = sizeof where};
    sfpu_machine *m = machine_with(SFPU_WORMHOLE, ".equ twice, 1\nKEPT = -2\n.macro load bits\n"
                                                  "    sfploadi L0, \\bits + 1, 0\n.endm\nload KEPT\nhere:\n"
                                                  ".set twice, 2\n.set AGAIN, 3\n.set AGAIN, 3\n");
    int64_t value = 0;

    (void)state;
    assert_string_equal(sfpu_constant(m, 0, &value), "KEPT");
    assert_int_equal(value, -2);
    assert_string_equal(sfpu_constant(m, 1, NULL), "AGAIN");
    assert_null(sfpu_constant(m, 2, &value));
    assert_null(sfpu_constant(NULL, 0, &value));
    assert_int_equal(sfpu_get_where(m, 0, &where), SFPU_OK);
    assert_int_equal(where.length, strlen("    sfploadi L0, KEPT + 1, 0"));
    assert_memory_equal(where.text, "    sfploadi L0, KEPT + 1, 0", where.length);
    assert_int_equal(where.column, 5);
    assert_int_equal(sfpu_get_call(m, 0, &where), SFPU_OK);
    assert_int_equal(where.line, 6);
    assert_memory_equal(where.text, "load KEPT", where.length);
    assert_int_equal(sfpu_load_text(m, "k.s", "sfpnop\n", strlen("sfpnop\n")), SFPU_OK);
    assert_fails(m, sfpu_get_call(m, 0, &where), SFPU_BAD_INPUT, "k.s: word 0 comes from no macro");
    assert_fails(m, sfpu_get_call(m, 1, &where), SFPU_BAD_ARGUMENT, "there is no word 1: the program has 1");
    assert_int_equal(sfpu_get_call(m, 0, NULL), SFPU_BAD_ARGUMENT);
    sfpu_close(m);
}

static void test_regions(void **state)
{
    sfpu_machine *m = machine_with(SFPU_WORMHOLE, "sfpnop\n.region a\nsfpnop\nsfpnop\n.endregion\n.region b\nsfpnop\n"
                                                  ".endregion\n");
    size_t first, end;

    (void)state;
    assert_string_equal(sfpu_region(m, 0, &first, &end), "a");
    assert_int_equal(first, 1);
    assert_int_equal(end, 3);
    assert_string_equal(sfpu_region(m, 1, &first, NULL), "b");
    assert_int_equal(first, 3);
    assert_null(sfpu_region(m, 2, &first, &end));
    assert_null(sfpu_region(NULL, 0, NULL, NULL));
    sfpu_close(m);
}

/* ---- Parts of the state ---- */

/* L15 is twice the lane's number: lane 0 alone is zero. One entry is on the stack, with all lanes enabled. */
static void test_lanes(void **state)
{
    sfpu_machine *m = machine_with(SFPU_WORMHOLE, "sfppushc 0\nsfpsetcc L15, 0, 6\n");
    struct sfpu_stack stack = {.size = sizeof stack};
    uint32_t enabled;

    (void)state;
    assert_int_equal(sfpu_get_enabled(m, &enabled), SFPU_OK);
    assert_int_equal(enabled, 0xFFFFFFFF);
    assert_int_equal(sfpu_get_stack(m, &stack), SFPU_OK);
    assert_int_equal(stack.depth, 0);
    assert_int_equal(sfpu_run(m, 1), SFPU_OK);
    assert_int_equal(sfpu_get_enabled(m, &enabled), SFPU_OK);
    assert_int_equal(enabled, 1);
    assert_int_equal(sfpu_get_stack(m, &stack), SFPU_OK);
    assert_int_equal(stack.depth, 1);
    assert_int_equal(stack.flags[0], 0xFFFFFFFF);
    assert_int_equal(stack.use_flags[0], 0xFFFFFFFF);
    assert_int_equal(sfpu_get_enabled(m, NULL), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_get_stack(m, NULL), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_get_macros(m, NULL), SFPU_BAD_ARGUMENT);
    sfpu_close(m);
}

/* Lanes of events: as sfpsetcc (word 0) leaves them to what starts behind it, 0 alone. */
static void note_lanes(void *context, const struct sfpu_event *event)
{
    uint32_t *lanes = context;

    if (event->kind == SFPU_EVENT_EXEC)
        lanes[event->index] = event->lanes;
    if (event->kind == SFPU_EVENT_COMPLETE)
        assert_int_equal(lanes[event->index], event->lanes);
}

static void test_event_lanes(void **state)
{
    sfpu_machine *m = machine_with(SFPU_WORMHOLE, "sfpsetcc L15, 0, 6\nsfpmul L1, L10, L10, L9, 0\nsfpencc 3, 10\n"
                                                  "sfpnop\n");
    uint32_t lanes[4] = {0};

    (void)state;
    sfpu_on_event(m, note_lanes, lanes);
    assert_int_equal(sfpu_run(m, 1), SFPU_OK);
    assert_int_equal(lanes[0], 0xFFFFFFFF);
    assert_int_equal(lanes[1], 1);
    assert_int_equal(lanes[2], 1);
    assert_int_equal(lanes[3], 0xFFFFFFFF);
    sfpu_close(m);
}

/* sfpmov L0 goes to template 0 with opcode 0x7C and VD 12; sequence 0 is 0x13000000 and Misc 0x110. */
static void test_macros(void **state)
{
    static struct sfpu_macros macros = {.size = sizeof macros};
    sfpu_machine *m = machine_with(SFPU_WORMHOLE, "sfpmov T0, L0, 0\nsfploadi L0, 0x1300, 8\nsfpconfig 4, 0, 0\n"
                                                  "sfpconfig 8, 0x110, 1\n");

    (void)state;
    assert_int_equal(sfpu_run(m, 1), SFPU_OK);
    assert_int_equal(sfpu_get_macros(m, &macros), SFPU_OK);
    for (unsigned lane = 0; lane < SFPU_LANES; lane++) {
        assert_int_equal(macros.templates[0][lane], 0x7C0000C0);
        assert_int_equal(macros.templates[1][lane], 0);
        assert_int_equal(macros.sequences[0][lane], 0x13000000);
        assert_int_equal(macros.misc[lane], 0x110);
    }
    sfpu_close(m);
}

/* ---- Configuration ---- */

/* The value of a field; -1: the arch lacks it. */
static int64_t config_of(sfpu_machine *m, const char *name, unsigned entry)
{
    struct sfpu_config config = {.size = sizeof config};

    for (size_t i = 0; sfpu_get_config(m, i, &config) == SFPU_OK; i++) {
        if (strcmp(config.name, name) != 0)
            continue;
        assert_true(entry < config.count);
        return config.values[entry];
    }
    return -1;
}

static void check_fields(int arch, int64_t base, int64_t sp)
{
    sfpu_machine *m = machine_with(arch, "ttsetc16 1, 64\n");
    struct sfpu_config config = {.size = sizeof config};

    assert_int_equal(sfpu_set(m, "init", "llk"), SFPU_OK);
    assert_int_equal(sfpu_set(m, "dst-16bit-view", ""), SFPU_OK);
    assert_int_equal(sfpu_run(m, 1), SFPU_OK);
    assert_int_equal(config_of(m, "DEST_TARGET_REG_CFG_MATH_Offset", 0), 64);
    assert_int_equal(config_of(m, "ADDR_MOD_DST_SEC", 6), 2);
    assert_int_equal(config_of(m, "dst_16bit_view", 0), 1);
    assert_int_equal(config_of(m, "ADDR_MOD_SET_Base", 0), base);
    assert_int_equal(config_of(m, "DEST_SP_BASE_Base", 0), sp);
    assert_int_equal(sfpu_get_config(m, 0, NULL), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_get_config(m, 1000, &config), SFPU_BAD_ARGUMENT);
    assert_string_equal(sfpu_error(m), "there is no field 1000");
    sfpu_close(m);
}

static void test_fields(void **state)
{
    (void)state;
    check_fields(SFPU_WORMHOLE, 1, -1);
    check_fields(SFPU_BLACKHOLE, -1, 0);
}

/* SFPCONFIG sets LaneConfig of all columns to 5. */
static void test_lane_config(void **state)
{
    sfpu_machine *m = machine_with(SFPU_WORMHOLE, "sfpconfig 15, 5, 1\n");
    uint32_t lanes[SFPU_LANES];

    (void)state;
    assert_int_equal(sfpu_run(m, 1), SFPU_OK);
    assert_int_equal(sfpu_get_lane_config(m, lanes), SFPU_OK);
    for (unsigned lane = 0; lane < SFPU_LANES; lane++)
        assert_int_equal(lanes[lane], 5);
    assert_int_equal(sfpu_get_lane_config(m, NULL), SFPU_BAD_ARGUMENT);
    sfpu_close(m);
}

static void test_counters(void **state)
{
    sfpu_machine *m = machine_with(SFPU_WORMHOLE, "ttsetrwc 0, 0, 5, 0, 0, 4\nttincrwc 0, 3, 0, 0\n");
    uint32_t value;

    (void)state;
    assert_int_equal(sfpu_run(m, 1), SFPU_OK);
    assert_int_equal(sfpu_get_counter(m, SFPU_COUNTER_DST, &value), SFPU_OK);
    assert_int_equal(value, 8);
    assert_int_equal(sfpu_get_counter(m, SFPU_COUNTER_DST_CR, &value), SFPU_OK);
    assert_int_equal(value, 5);
    assert_string_equal(sfpu_counter_name(SFPU_COUNTER_EXTRA_ADDR_MOD), "extra_addr_mod");
    assert_string_equal(sfpu_counter_name(SFPU_COUNTER_SP), "sp");
    assert_null(sfpu_counter_name(SFPU_COUNTER_SP + 1));
    assert_int_equal(sfpu_get_counter(m, SFPU_COUNTER_SP + 1, &value), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_get_counter(m, SFPU_COUNTER_SP, NULL), SFPU_BAD_ARGUMENT);
    sfpu_close(m);
}

/* Completions by whether they write flags, 1, and the stack, 2, word by word. */
static void note_writes(void *context, const struct sfpu_event *event)
{
    int *writes = context;

    if (event->kind == SFPU_EVENT_COMPLETE)
        writes[event->index] = event->flags + 2 * event->stack;
}

static void test_event_stack(void **state)
{
    sfpu_machine *m = machine_with(SFPU_WORMHOLE, "sfppushc 0\nsfpsetcc L15, 0, 6\nsfpcompc\nsfppopc 0\nsfpmov L1, L0, 0\n");
    int writes[5] = {-1, -1, -1, -1, -1};

    (void)state;
    sfpu_on_event(m, note_writes, writes);
    assert_int_equal(sfpu_run(m, 1), SFPU_OK);
    assert_int_equal(writes[0] & 2, 2);
    assert_int_equal(writes[1], 1);
    assert_int_equal(writes[2], 1);
    assert_int_equal(writes[3], 3);
    assert_int_equal(writes[4], 0);
    sfpu_close(m);
}

static void assert_words(int code, const char *text, const char *expected)
{
    assert_int_equal(code, SFPU_OK);
    assert_string_equal(text, expected);
}

/* A byte of a sequence: bits 2:0 select, 5:3 delay, 6 to or from L16, 7 the loaded register to VB. */
static void test_explained(void **state)
{
    char text[512], cut[8];

    (void)state;
    assert_words(sfpu_explain_sequence(0, text, sizeof text), text, "nothing");
    /* Simple: template 0 (4), VC. MAD: 0xDD = 1 1 011 101. Round: sfpnop. Store: 0x53 = 0 1 010 011. */
    assert_words(sfpu_explain_sequence(0x5302DD04, text, sizeof text), text,
                 "simple: template 0, delay 0, VC loaded; mad: template 1, delay 3, VB loaded, to L16; "
                 "round: sfpnop, delay 0, VC loaded; store: sfpstore, delay 2, of L16");
    assert_words(sfpu_explain_sequence(0x93000001, text, sizeof text), text,
                 "simple: undefined selector 1, delay 0, VC loaded; store: sfpstore, delay 2, of its own VD");
    assert_words(sfpu_explain_misc(3, text, sizeof text), text, "stores in format 3");
    assert_words(sfpu_explain_misc(0x932, text, sizeof text), text,
                 "stores in format 2, as the load of macro 0 1; delays in instructions on simple store");
    assert_words(sfpu_explain_misc(3, cut, sizeof cut), cut, "stores ");
    assert_int_equal(sfpu_explain_misc(3, NULL, 8), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_explain_sequence(3, text, 0), SFPU_BAD_ARGUMENT);
    assert_words(sfpu_explain_lane_config(0, text, sizeof text), text, "nothing");
    assert_words(sfpu_explain_lane_config(0x3F1FF, text, sizeof text), text,
                 "ENABLE_FP16A_INF, DISABLE_BACKDOOR_LOAD, ENABLE_DEST_INDEX, CAPTURE_DEFAULT_DEST_INDEX, "
                 "BLOCK_DEST_WR_FROM_SFPU, BLOCK_SFPU_RD_FROM_DEST, DEST_RD_COL_EXCHANGE, DEST_WR_COL_EXCHANGE, "
                 "EXCHANGE_SRCB_SRCC, ROW_MASK 15, bit 16, bit 17");
    assert_words(sfpu_explain_lane_config(0x600, text, sizeof text), text, "BLOCK_DEST_MOV 3");
    assert_words(sfpu_explain_lane_config(5, cut, sizeof cut), cut, "ENABLE_");
    assert_int_equal(sfpu_explain_lane_config(5, NULL, 8), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_explain_lane_config(5, text, 0), SFPU_BAD_ARGUMENT);
}

static void assert_text(int format, uint32_t bits, const char *expected)
{
    char text[64];

    assert_words(sfpu_value_text(format, bits, text, sizeof text), text, expected);
}

/* Short, and they read back as themselves: 0.1 has no shorter one, its neighbours need nine digits. */
static void test_value_texts(void **state)
{
    char text[4];

    (void)state;
    assert_text(SFPU_FP32, 0x3FC00000, "1.5");
    assert_text(SFPU_FP32, 0x3DCCCCCD, "0.1");
    assert_text(SFPU_FP32, 0x3DCCCCCE, "0.10000001");
    assert_text(SFPU_FP32, 0x3EAAAAAB, "0.33333334");
    assert_text(SFPU_FP32, 0x7F7FFFFF, "3.4028235e+38");
    assert_text(SFPU_FP32, 0x00000001, "1e-45");
    assert_text(SFPU_FP32, 0x80000000, "-0");
    assert_text(SFPU_FP32, 0xFF800000, "-inf");
    assert_text(SFPU_FP32, 0x7FC00000, "nan");
    assert_text(SFPU_FP32, 0xFFC00001, "nan(ffc00001)");
    assert_text(SFPU_BF16, 0x3DCD, "0.100097656");
    assert_text(SFPU_BF16, 0x7FC0, "nan");
    assert_text(SFPU_BF16, 0x7F81, "nan(7f81)");
    assert_text(SFPU_FP16, 0x3C00, "1");
    assert_text(SFPU_FP16, 0x7E00, "nan");
    assert_text(SFPU_INT32, 0xFFFFFFFF, "-1");
    assert_text(SFPU_UINT32, 0xFFFFFFFF, "4294967295");
    assert_text(SFPU_INT8, 0x80, "-128");
    assert_text(SFPU_RAW, 0x7F, "0x007f");
    assert_int_equal(sfpu_value_text(SFPU_FP32, 0x3DCCCCCE, text, sizeof text), SFPU_OK);
    assert_string_equal(text, "0.1");
    assert_int_equal(sfpu_value_text(SFPU_ANY_FORMAT, 0, text, sizeof text), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_value_text(SFPU_FP32, 0, NULL, 1), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_value_text(SFPU_FP32, 0, text, 0), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_value_text(SFPU_INT8 + 1, 0, text, sizeof text), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_value_text(SFPU_INT8, 0xFF, text, sizeof text), SFPU_OK);
    assert_true(sfpu_value(SFPU_BF16, 0x3FC0) == 1.5);
    assert_true(isnan(sfpu_value(SFPU_FP32, 0x7FC00000)));
    assert_true(sfpu_value(SFPU_ANY_FORMAT, 7) == 7);
}

static void test_configured_format(void **state)
{
    static const int formats[] = {SFPU_FP32, SFPU_BF16, SFPU_FP16};
    sfpu_machine *m = machine_of(SFPU_WORMHOLE);

    (void)state;
    for (size_t i = 0; i < sizeof formats / sizeof formats[0]; i++) {
        assert_int_equal(sfpu_configure_format(m, formats[i]), SFPU_OK);
        assert_int_equal(sfpu_configured_format(m), formats[i]);
    }
    assert_int_equal(sfpu_configured_format(NULL), SFPU_BAD_ARGUMENT);
    sfpu_close(m);
}

/* What differs is told by path; what the text does not name does not count. */
static void hear(void *context, const char *path, const char *got, const char *expected)
{
    char line[128];

    text_add(context, line, (size_t)snprintf(line, sizeof line, "%s %s %s\n", path, got, expected));
}

static void test_compare_state(void **state)
{
    static const char same[] = "{\"lane_flags\": \"0xffffffff\", \"cycles\": 7}";
    static const char other[] = "{\"rwc\": {\"dst\": 2}, \"lreg\": 1, \"lane_flags\": 3}";
    static const char another[] = "{\"rwc\": {\"dst\": 2, \"sp\": 0}, \"lane_flags\": 3, \"flag_stack\": [{}]}";
    sfpu_machine *m = machine_with(SFPU_WORMHOLE, "sfpnop\n");
    struct text told = {0};

    (void)state;
    assert_int_equal(sfpu_compare_state(m, same, sizeof same - 1, hear, &told), SFPU_OK);
    assert_null(told.bytes);
    assert_int_equal(sfpu_check_state(m, same, sizeof same - 1), SFPU_OK);
    assert_fails(m, sfpu_check_state(m, other, sizeof other - 1), SFPU_BAD_INPUT, "lreg: found 1, expected an array of 17");
    assert_int_equal(sfpu_compare_state(m, another, sizeof another - 1, hear, &told), SFPU_DIFFERENT);
    assert_string_equal(told.bytes, "lane_flags 0xffffffff 0x00000003\nflag_stack 0 entries 1 entry\nrwc.dst 0 2\n");
    assert_int_equal(sfpu_compare_state(m, another, sizeof another - 1, NULL, NULL), SFPU_DIFFERENT);
    assert_int_equal(sfpu_compare_state(m, NULL, 0, hear, &told), SFPU_BAD_ARGUMENT);
    text_free(&told);
    sfpu_close(m);
}

static void test_finding_names(void **state)
{
    (void)state;
    assert_string_equal(sfpu_finding_named("mad-raw"), "mad-raw");
    assert_null(sfpu_finding_named("no-mad-raw"));
    assert_null(sfpu_finding_named(NULL));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_at_issue),
        cmocka_unit_test(test_two_at_issue),
        cmocka_unit_test(test_reasons),
        cmocka_unit_test(test_passes),
        cmocka_unit_test(test_position),
        cmocka_unit_test(test_end_run),
        cmocka_unit_test(test_where),
        cmocka_unit_test(test_constants),
        cmocka_unit_test(test_regions),
        cmocka_unit_test(test_lanes),
        cmocka_unit_test(test_event_lanes),
        cmocka_unit_test(test_macros),
        cmocka_unit_test(test_fields), cmocka_unit_test(test_lane_config), cmocka_unit_test(test_counters),
        cmocka_unit_test(test_event_stack),
        cmocka_unit_test(test_explained),
        cmocka_unit_test(test_value_texts),
        cmocka_unit_test(test_configured_format),
        cmocka_unit_test(test_compare_state),
        cmocka_unit_test(test_finding_names),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
