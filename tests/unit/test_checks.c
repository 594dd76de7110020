/*
 * What a word relies on, whatever the state: modes, bits that must be 0, destinations that cannot be written, operands
 * of SFPADD and SFPMUL. Words are opcode, then VA 19:16, VB 15:12, VC 11:8, VD 7:4 and
 * Mod1 3:0, or Imm12 23:12; of loads and stores VD 23:20 and Mod0 19:16.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "model/model.h"

enum { BOTH = SFP_BOTH };

static char findings[256];

/* Appends "name index". */
static void tell(void *context, enum sfp_finding finding, const struct sfp_op *op,
                 const struct sfp_finding_detail *detail)
{
    const size_t length = strlen(findings);

    (void)context;
    (void)detail;
    snprintf(findings + length, sizeof findings - length, "%s%s %u", length ? " | " : "",
             sfp_finding_info(finding)->name, op->index);
}

struct checked {
    int arch; /* mask of enum sfp_arch */
    uint32_t word;
    const char *findings;
};

static void check_word(const struct checked *c, enum sfp_arch arch)
{
    struct sfp_machine *m = sfp_machine_new(arch, sfp_semantics_best());
    const uint32_t words[] = {0x8F000000, c->word};

    assert_non_null(m);
    m->reporter.report = tell;
    findings[0] = '\0';
    sfp_check_words(m, words, 2);
    if (strcmp(findings, c->findings) != 0)
        fail_msg("%s: %08X: \"%s\", not \"%s\"", sfp_arch_name(arch), c->word, findings, c->findings);
    sfp_machine_free(m);
}

static void check_all(const struct checked *table, size_t count)
{
    for (size_t i = 0; i < count; i++)
        for (unsigned arch = SFP_WH; arch <= SFP_BH; arch++)
            if (table[i].arch & (int)arch)
                check_word(&table[i], (enum sfp_arch)arch);
}

#define CHECK_ALL(table) check_all(table, sizeof table / sizeof table[0])

/* L8..L11: a load there only steps addresses, what writes L0..L7 only does nothing; 12 and up are templates. */
static void test_destinations(void **state)
{
    static const struct checked table[] = {
        {BOTH, 0x70730000, ""}, {BOTH, 0x70830000, "address-step 1"}, {BOTH, 0x70B30000, "address-step 1"},
        {BOTH, 0x70C30000, ""}, {BOTH, 0x70F30000, ""},
        {BOTH, 0x71720001, ""}, {BOTH, 0x71820001, "no-register-write 1"}, {BOTH, 0x71B20001, "no-register-write 1"},
        {BOTH, 0x71C20001, ""},
        /* SFPNOT writes L0..L7, SFPMOV up to L11 */
        {BOTH, 0x80000170, ""}, {BOTH, 0x80000180, "no-register-write 1"}, {BOTH, 0x800001B0, "no-register-write 1"},
        {BOTH, 0x800001C0, ""},
        {BOTH, 0x7C000180, ""}, {BOTH, 0x7C0001B0, ""},
        /* a store reads its VD */
        {BOTH, 0x72830000, ""},
    };

    (void)state;
    CHECK_ALL(table);
}

/* SFPADD is a sum where one factor is L10 = 1.0, SFPMUL a product where the addend is L9 = 0. */
static void test_constant_operands(void **state)
{
    static const struct checked table[] = {
        {BOTH, 0x850A2300, ""}, {BOTH, 0x8502A300, ""}, {BOTH, 0x85022300, "add-operand 1"},
        {BOTH, 0x85022A00, "add-operand 1"}, {BOTH, 0x85099300, "add-operand 1"},
        {BOTH, 0x86022900, ""}, {BOTH, 0x86022300, "add-operand 1"}, {BOTH, 0x86022A00, "add-operand 1"},
        {BOTH, 0x86099200, "add-operand 1"},
        {BOTH, 0x84022300, ""},
    };

    (void)state;
    CHECK_ALL(table);
}

/* Modes beyond the table: undefined for SFPSHFT2, SFPLOADI and SFPPUSHC, reserved for the others. */
static void test_modes(void **state)
{
    static const struct checked table[] = {
        {BOTH, 0x94000006, ""}, {BOTH, 0x94000007, "undefined-mode 1"}, {BOTH, 0x9400000F, "undefined-mode 1"},
        {BOTH, 0x71040000, ""}, {BOTH, 0x71030000, "undefined-mode 1"}, {BOTH, 0x710F0000, "undefined-mode 1"},
        {SFP_WH, 0x87000000, ""}, {SFP_WH, 0x87000001, "undefined-mode 1"}, {SFP_BH, 0x8700000F, ""},
        {BOTH, 0x7C000002, ""}, {BOTH, 0x7C000003, "reserved-mode 1"},
        {BOTH, 0x73040000, ""}, {BOTH, 0x73010000, "reserved-mode 1"},
    };

    (void)state;
    CHECK_ALL(table);
}

/* Each bit that must be 0: SFPMOV 23:12, SFPMAD 23:20, and the immediate of SFPGT and SFPLE. */
static void test_zero_bits(void **state)
{
    static const struct {
        int arch;
        uint32_t word;
        unsigned first;
    } rows[] = {{BOTH, 0x7C000100, 12}, {BOTH, 0x84012300, 20}, {SFP_BH, 0x96000100, 12}, {SFP_BH, 0x97000100, 12}};

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        for (unsigned bit = rows[i].first; bit < 24; bit++) {
            const struct checked set = {rows[i].arch, rows[i].word | 1u << bit, "reserved-bits 1"};

            check_all(&set, 1);
        }
        check_all(&(struct checked){rows[i].arch, rows[i].word, ""}, 1);
    }
}

/* What a template's operands are, its schedule decides: nothing is said of L9 and L10 there. */
static void test_scheduled(void **state)
{
    struct sfp_machine *m = sfp_machine_new(SFP_WH, sfp_semantics_best());
    struct sfp_op op;

    (void)state;
    assert_non_null(m);
    m->reporter.report = tell;
    sfp_decode(m, 0x85022303, 7, &op); /* an SFPADD with a reserved mode */
    for (unsigned scheduled = 0; scheduled < 2; scheduled++) {
        op.scheduled = scheduled;
        findings[0] = '\0';
        sfp_check_op(m, &op);
        assert_string_equal(findings, scheduled ? "reserved-mode 7" : "reserved-mode 7 | add-operand 7");
    }
    sfp_machine_free(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_destinations),
        cmocka_unit_test(test_constant_operands),
        cmocka_unit_test(test_modes),
        cmocka_unit_test(test_zero_bits),
        cmocka_unit_test(test_scheduled),
    };

    return cmocka_run_group_tests_name("checks", tests, NULL, NULL);
}
