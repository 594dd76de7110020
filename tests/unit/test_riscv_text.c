/* Instructions of the RISC-V cores: the table holds together, words are taken apart, and text is as objdump's. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "dis/riscv.h"

/* ---- The table ---- */

/* Each row's own bits are that row, whatever the bits are that it leaves open. */
static void test_rows_decode_to_themselves(void **state)
{
    static const uint32_t patterns[] = {0, UINT32_MAX, 0x55555555, 0xAAAAAAAA, 0x12345678};

    (void)state;
    for (unsigned id = 0; id < RV_IDS; id++) {
        for (size_t i = 0; id != RV_TTINSN && i < sizeof patterns / sizeof *patterns; i++) {
            const uint32_t word = rv_insns[id].match | (patterns[i] & ~rv_insns[id].mask);

            assert_int_equal(rv_decode(word).id, id);
        }
    }
}

/* Two rows that had a word in common would agree in all bits that both fix. */
static void test_rows_do_not_overlap(void **state)
{
    (void)state;
    for (unsigned a = 0; a < RV_IDS; a++) {
        assert_int_equal(rv_insns[a].match & ~rv_insns[a].mask, 0);
        for (unsigned b = 0; b < a && a != RV_TTINSN; b++) {
            const uint32_t both = rv_insns[a].mask & rv_insns[b].mask;

            if (((rv_insns[a].match ^ rv_insns[b].match) & both) == 0 && b != RV_TTINSN)
                fail_msg("%s and %s overlap", rv_insns[a].name, rv_insns[b].name);
        }
    }
}

/* Counts of the manual: RV32I has 37 without fences, ecall and ebreak; and "M" 8, Zaamo 9, Zba 3, Zbb 18, Zicsr 6. */
static void test_extensions_are_whole(void **state)
{
    static const unsigned expected[RV_EXTENSIONS] = {
        [RV_EXT_I] = 40, [RV_EXT_M] = 8, [RV_EXT_ZIFENCEI] = 1, [RV_EXT_ZICSR] = 6, [RV_EXT_ZAAMO] = 9,
        [RV_EXT_ZBA] = 3, [RV_EXT_ZBB] = 18, [RV_EXT_ZALRSC] = 2, [RV_EXT_PRIVILEGED] = 3, [RV_EXT_TENSIX] = 1,
    };
    unsigned counts[RV_EXTENSIONS] = {0};

    (void)state;
    for (unsigned id = 0; id < RV_IDS; id++)
        counts[rv_insns[id].extension]++;
    for (unsigned i = 0; i < RV_EXTENSIONS; i++)
        assert_int_equal(counts[i], expected[i]);
}

static void test_arches(void **state)
{
    (void)state;
    assert_true(rv_has(SFP_WH, RV_ADDI) && rv_has(SFP_WH, RV_REMU) && rv_has(SFP_WH, RV_TTINSN));
    assert_true(rv_has(SFP_WH, RV_FENCE_I) && rv_has(SFP_BH, RV_FENCE_I));
    assert_false(rv_has(SFP_WH, RV_CSRRW) || rv_has(SFP_WH, RV_AMOADD) || rv_has(SFP_WH, RV_SH1ADD) ||
                 rv_has(SFP_WH, RV_CLZ));
    assert_true(rv_has(SFP_BH, RV_CSRRW) && rv_has(SFP_BH, RV_AMOADD) && rv_has(SFP_BH, RV_SH1ADD) &&
                rv_has(SFP_BH, RV_CLZ));
    assert_false(rv_has(SFP_BH, RV_LR) || rv_has(SFP_BH, RV_MRET));
    assert_true(rv_has_csr(SFP_BH, RV_CSR_CFG0) && rv_has_csr(SFP_BH, RV_CSR_MHARTID));
    assert_false(rv_has_csr(SFP_WH, RV_CSR_CFG0) || rv_has_csr(SFP_BH, RV_CSR_FRM) || rv_has_csr(SFP_BH, 0x7C7));
}

/* ---- Fields ---- */

static void assert_op(uint32_t word, struct rv_op expected)
{
    const struct rv_op op = rv_decode(word);

    assert_int_equal(op.id, expected.id);
    assert_int_equal(op.rd, expected.rd);
    assert_int_equal(op.rs1, expected.rs1);
    assert_int_equal(op.rs2, expected.rs2);
    assert_int_equal(op.imm, expected.imm);
}

/* Words put together by the manual's pictures of the formats, with a bit of each piece of the immediate set. */
static void test_immediates(void **state)
{
    (void)state;
    /* I: 31:20 */
    assert_op(0x80000013 | 31 << 7 | 17 << 15, (struct rv_op){RV_ADDI, 31, 17, 0, -2048});
    assert_op(0x7FF00013, (struct rv_op){RV_ADDI, 0, 0, 0, 2047});
    /* S: imm[11:5] in 31:25, imm[4:0] in 11:7 */
    assert_op(0x02000023 | 3 << 15 | 30 << 20, (struct rv_op){RV_SB, 0, 3, 30, 32});
    assert_op(0x80002023 | 1 << 7, (struct rv_op){RV_SW, 0, 0, 0, -2047});
    /* B: imm[12] in 31, imm[10:5] in 30:25, imm[4:1] in 11:8, imm[11] in 7 */
    assert_op(0x80000063, (struct rv_op){RV_BEQ, 0, 0, 0, -4096});
    assert_op(0x02000063, (struct rv_op){RV_BEQ, 0, 0, 0, 32});
    assert_op(0x00000063 | 1 << 8, (struct rv_op){RV_BEQ, 0, 0, 0, 2});
    assert_op(0x00000063 | 1 << 7, (struct rv_op){RV_BEQ, 0, 0, 0, 2048});
    /* U: 31:12 stay where they are */
    assert_op(0xFFE40037 | 15 << 7, (struct rv_op){RV_LUI, 15, 0, 0, (int32_t)0xFFE40000});
    /* J: imm[20] in 31, imm[10:1] in 30:21, imm[11] in 20, imm[19:12] in 19:12 */
    assert_op(0x8000006F, (struct rv_op){RV_JAL, 0, 0, 0, -0x100000});
    assert_op(0x0020006F, (struct rv_op){RV_JAL, 0, 0, 0, 2});
    assert_op(0x0010006F, (struct rv_op){RV_JAL, 0, 0, 0, 2048});
    assert_op(0x0000106F, (struct rv_op){RV_JAL, 0, 0, 0, 4096});
    assert_op(0x0008006F, (struct rv_op){RV_JAL, 0, 0, 0, 0x80000});
    /* CSR: the number is not signed; an immediate stands in the place of rs1 */
    assert_op(0xBC00D073 | 5 << 7, (struct rv_op){RV_CSRRWI, 5, 1, 0, 0xBC0});
    /* aq is bit 26, rl bit 25 */
    assert_op(0x0400202F, (struct rv_op){RV_AMOADD, 0, 0, 0, 2});
    /* a shift by 32 and more is none of RV32 */
    assert_op(0x02001013, (struct rv_op){RV_NONE, 0, 0, 0, 0});
}

/* SFPNOP, 0x8F000000, lies rotated left by two bits: 0x3C000002. A word below 0xC0000000 cannot end in 11 there. */
static void test_tensix(void **state)
{
    (void)state;
    assert_op(0x3C000002, (struct rv_op){RV_TTINSN, 0, 0, 0, (int32_t)0x8F000000});
    assert_op(0x00000000, (struct rv_op){RV_TTINSN, 0, 0, 0, 0});
    assert_op(0xFFFFFFFE, (struct rv_op){RV_TTINSN, 0, 0, 0, (int32_t)0xBFFFFFFF});
    assert_int_equal(rv_decode(0xFFFFFFFF).id, RV_NONE);
}

static void test_targets(void **state)
{
    const struct rv_op branch = rv_decode(0xFEA58EE3); /* beq a1,a0,.-4 */
    const struct rv_op jump = rv_decode(0x0080006F), indirect = rv_decode(0x00008067), none = rv_decode(UINT32_MAX);
    uint32_t target;

    (void)state;
    assert_true(rv_target(&branch, 0x1000, &target));
    assert_int_equal(target, 0xFFC);
    assert_true(rv_target(&jump, 0x1000, &target));
    assert_int_equal(target, 0x1008);
    assert_false(rv_target(&indirect, 0x1000, &target));
    assert_false(rv_target(&none, 0x1000, &target));
}

/* From 0x1000: by branches, and jumps that keep no return address, if they go back. */
static void test_ends_of_loops(void **state)
{
    static const struct {
        uint32_t word, next;
        bool ends;
    } cases[] = {
        {0xFEB51CE3, 0xFF8, true},   /* bne a0,a1,.-8 */
        {0xFEB51CE3, 0x1004, false}, /* which goes on */
        {0x00B51463, 0x1008, false}, /* bne a0,a1,.+8 */
        {0x00B51063, 0x1000, false}, /* bne a0,a1,. */
        {0xFF9FF06F, 0xFF8, true},   /* j .-8 */
        {0xFF9FF0EF, 0xFF8, false},  /* jal ra,.-8 */
        {0x0000006F, 0x1000, false}, /* j . */
        {0xFF850067, 0xFF8, false},  /* jr -8(a0) */
        {UINT32_MAX, 0xFF8, false},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct rv_op op = rv_decode(cases[i].word);

        if (rv_ends_loop(&op, 0x1000, cases[i].next) != cases[i].ends)
            fail_msg("0x%08X to 0x%X", cases[i].word, cases[i].next);
    }
}

static void test_names(void **state)
{
    (void)state;
    assert_string_equal(rv_register_name(0), "zero");
    assert_string_equal(rv_register_name(8), "s0");
    assert_string_equal(rv_register_name(31), "t6");
    assert_string_equal(rv_extension_name(RV_EXT_ZAAMO), "zaamo");
    assert_string_equal(rv_class_name(rv_insns[RV_DIVU].timing), "div");
    assert_string_equal(rv_csr_name(0xBC0), "tt_cfg_qstatus");
    assert_null(rv_csr_name(0x7FF));
}

/* ---- Text ---- */

/* Lines at 0x10000 that GNU as made into these words, in the spelling of objdump. */
static const struct {
    uint32_t word;
    const char *text;
} lines[] = {
    {0xFFE407B7, "lui\ta5,0xffe40"},
    {0x00001297, "auipc\tt0,0x1"},
    {0x010000EF, "jal\t10010"},
    {0xFF9FF2EF, "jal\tt0,fff8"},
    {0xFFDFF06F, "j\tfffc"},
    {0x008500E7, "jalr\t8(a0)"},
    {0x000500E7, "jalr\ta0"},
    {0x004502E7, "jalr\tt0,4(a0)"},
    {0x00060367, "jalr\tt1,a2"},
    {0x00078067, "jr\ta5"},
    {0xFFC78067, "jr\t-4(a5)"},
    {0x00008067, "ret"},
    {0x00B50463, "beq\ta0,a1,10008"},
    {0x81B41063, "bne\ts0,s11,f000"},
    {0x7EB54FE3, "blt\ta0,a1,10ffe"},
    {0x00B55063, "bge\ta0,a1,10000"},
    {0x01EFE463, "bltu\tt6,t5,10008"},
    {0x01EFF463, "bgeu\tt6,t5,10008"},
    {0x00050463, "beqz\ta0,10008"},
    {0x00051463, "bnez\ta0,10008"},
    {0x00054463, "bltz\ta0,10008"},
    {0x00A04463, "bgtz\ta0,10008"},
    {0x00A05463, "blez\ta0,10008"},
    {0x00055463, "bgez\ta0,10008"},
    {0x80010503, "lb\ta0,-2048(sp)"},
    {0x7FF19503, "lh\ta0,2047(gp)"},
    {0x00002203, "lw\ttp,0(zero)"},
    {0x00194483, "lbu\ts1,1(s2)"},
    {0x002A5983, "lhu\ts3,2(s4)"},
    {0xFEA58FA3, "sb\ta0,-1(a1)"},
    {0x80C69023, "sh\ta2,-2048(a3)"},
    {0x7EE7AFA3, "sw\ta4,2047(a5)"},
    {0xFF010113, "addi\tsp,sp,-16"},
    {0xFFF00513, "li\ta0,-1"},
    {0x00058513, "mv\ta0,a1"},
    {0x00000013, "nop"},
    {0x0055A513, "slti\ta0,a1,5"},
    {0x0055B513, "sltiu\ta0,a1,5"},
    {0x0015B513, "seqz\ta0,a1"},
    {0x0055C513, "xori\ta0,a1,5"},
    {0xFFF5C513, "not\ta0,a1"},
    {0xFFB5E513, "ori\ta0,a1,-5"},
    {0x0FE5F513, "andi\ta0,a1,254"},
    {0x0FF5F513, "zext.b\ta0,a1"},
    {0x00159513, "slli\ta0,a1,0x1"},
    {0x01F5D513, "srli\ta0,a1,0x1f"},
    {0x4105D513, "srai\ta0,a1,0x10"},
    {0x00C58533, "add\ta0,a1,a2"},
    {0x40C58533, "sub\ta0,a1,a2"},
    {0x40C00533, "neg\ta0,a2"},
    {0x00C59533, "sll\ta0,a1,a2"},
    {0x00C5A533, "slt\ta0,a1,a2"},
    {0x0005A533, "sltz\ta0,a1"},
    {0x00C02533, "sgtz\ta0,a2"},
    {0x00C5B533, "sltu\ta0,a1,a2"},
    {0x00C03533, "snez\ta0,a2"},
    {0x00C5C533, "xor\ta0,a1,a2"},
    {0x00C5D533, "srl\ta0,a1,a2"},
    {0x40C5D533, "sra\ta0,a1,a2"},
    {0x00C5E533, "or\ta0,a1,a2"},
    {0x00C5F533, "and\ta0,a1,a2"},
    {0x0FF0000F, "fence"},
    {0x0310000F, "fence\trw,w"},
    {0x0100000F, "fence\tw,unknown"},
    {0x8330000F, "fence.tso"},
    {0x0000100F, "fence.i"},
    {0x00000073, "ecall"},
    {0x00100073, "ebreak"},
    {0x30200073, "mret"},
    {0x10200073, "sret"},
    {0x10500073, "wfi"},
    {0xC0001073, "unimp"},
    {0xB0059573, "csrrw\ta0,mcycle,a1"},
    {0x3005A573, "csrrs\ta0,mstatus,a1"},
    {0x7C05B573, "csrrc\ta0,0x7c0,a1"},
    {0x7C0FD573, "csrrwi\ta0,0x7c0,31"},
    {0x0030E573, "csrrsi\ta0,fcsr,1"},
    {0x00317573, "csrrci\ta0,fcsr,2"},
    {0xF1402573, "csrr\ta0,mhartid"},
    {0x7C059073, "csrw\t0x7c0,a1"},
    {0xBC05A073, "csrs\t0xbc0,a1"},
    {0x7C05B073, "csrc\t0x7c0,a1"},
    {0x7C045073, "csrwi\t0x7c0,8"},
    {0x7C046073, "csrsi\t0x7c0,8"},
    {0x7C047073, "csrci\t0x7c0,8"},
    {0xC0002573, "rdcycle\ta0"},
    {0xC8002573, "rdcycleh\ta0"},
    {0xC0202573, "rdinstret\ta0"},
    {0x02C58533, "mul\ta0,a1,a2"},
    {0x02C59533, "mulh\ta0,a1,a2"},
    {0x02C5A533, "mulhsu\ta0,a1,a2"},
    {0x02C5B533, "mulhu\ta0,a1,a2"},
    {0x02C5C533, "div\ta0,a1,a2"},
    {0x02C5D533, "divu\ta0,a1,a2"},
    {0x02C5E533, "rem\ta0,a1,a2"},
    {0x02C5F533, "remu\ta0,a1,a2"},
    {0x00B6252F, "amoadd.w\ta0,a1,(a2)"},
    {0x0CB6252F, "amoswap.w.aq\ta0,a1,(a2)"},
    {0x22B6252F, "amoxor.w.rl\ta0,a1,(a2)"},
    {0x46B6252F, "amoor.w.aqrl\ta0,a1,(a2)"},
    {0x60B6252F, "amoand.w\ta0,a1,(a2)"},
    {0x80B6252F, "amomin.w\ta0,a1,(a2)"},
    {0xA0B6252F, "amomax.w\ta0,a1,(a2)"},
    {0xC0B6252F, "amominu.w\ta0,a1,(a2)"},
    {0xE0B6202F, "amomaxu.w\tzero,a1,(a2)"},
    {0x1005A52F, "lr.w\ta0,(a1)"},
    {0x18B6252F, "sc.w\ta0,a1,(a2)"},
    {0x20C5A533, "sh1add\ta0,a1,a2"},
    {0x20C5C533, "sh2add\ta0,a1,a2"},
    {0x20C5E533, "sh3add\ta0,a1,a2"},
    {0x40C5F533, "andn\ta0,a1,a2"},
    {0x40C5E533, "orn\ta0,a1,a2"},
    {0x40C5C533, "xnor\ta0,a1,a2"},
    {0x60059513, "clz\ta0,a1"},
    {0x60159513, "ctz\ta0,a1"},
    {0x60259513, "cpop\ta0,a1"},
    {0x60459513, "sext.b\ta0,a1"},
    {0x60559513, "sext.h\ta0,a1"},
    {0x0805C533, "zext.h\ta0,a1"},
    {0x0AC5C533, "min\ta0,a1,a2"},
    {0x0AC5D533, "minu\ta0,a1,a2"},
    {0x0AC5E533, "max\ta0,a1,a2"},
    {0x0AC5F533, "maxu\ta0,a1,a2"},
    {0x60C59533, "rol\ta0,a1,a2"},
    {0x60C5D533, "ror\ta0,a1,a2"},
    {0x6075D513, "rori\ta0,a1,0x7"},
    {0x2875D513, "orc.b\ta0,a1"},
    {0x6985D513, "rev8\ta0,a1"},
    {0x3C000002, ".ttinsn\t0x8f000000"},
    {0x02001013, ".insn 4, 0x02001013"}, /* slli by 32 */
    {0x0FF0008F, ".insn 4, 0x0ff0008f"}, /* a fence with rd: executed as one, but not spelt */
    {0x0010100F, ".insn 4, 0x0010100f"},
    {0xFFFFFFFF, ".insn 4, 0xffffffff"},
};

static void test_text(void **state)
{
    char text[RV_TEXT_SIZE];

    (void)state;
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        assert_int_equal(rv_text(lines[i].word, 0x10000, text), strlen(lines[i].text));
        assert_string_equal(text, lines[i].text);
    }
}

/* The longest there is fits. */
static void test_text_fits(void **state)
{
    char text[RV_TEXT_SIZE];

    (void)state;
    for (uint64_t word = 0; word <= UINT32_MAX; word += 0x0FFFFF3)
        assert_in_range(rv_text((uint32_t)word, UINT32_MAX - 3, text), 1, RV_TEXT_SIZE - 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rows_decode_to_themselves),
        cmocka_unit_test(test_rows_do_not_overlap),
        cmocka_unit_test(test_extensions_are_whole),
        cmocka_unit_test(test_arches),
        cmocka_unit_test(test_immediates),
        cmocka_unit_test(test_tensix),
        cmocka_unit_test(test_targets),
        cmocka_unit_test(test_ends_of_loops),
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_text),
        cmocka_unit_test(test_text_fits),
    };

    return cmocka_run_group_tests_name("riscv_text", tests, NULL, NULL);
}
