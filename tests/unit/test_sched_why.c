/* Why there is no shorter table: in words, of examples. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "sched_table.h"
#include "sched/why.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

enum { TEXT = 8000, MOST_RULES = 6, CONFLICTS = 200000 };

/* Lines of rules, whose text is that of their table. */
static const char *const lines[MODEL_RULES] = {
#define RULE(id, name, severity, says, ...) "  " name ": " says,
#include "schedule_rules.def"
#undef RULE
};

#define ALONE (-1) /* behind a rule: without it there is a table */

static const struct {
    const char *path;
    enum sfp_arch arch;
    unsigned period;
    bool slow;
    const char *head;
    int rules[MOST_RULES * 2]; /* `rule_count` of them, and of ALONE */
    size_t rule_count;
    const char *operations; /* the lines behind */
    const char *operands[MODEL_RULES]; /* the lines behind a rule */
} whys[] = {
    {"examples/typecast/fp32-to-bf16.S", SFP_WH, 2, false,
     "2 cycles are impossible: sfpand, sfpiadd and sfpiadd take Simple for 3 cycles\n",
     {0}, 0,
     "  examples/typecast/fp32-to-bf16.S:51:5: sfpand\n"
     "  examples/typecast/fp32-to-bf16.S:52:5: sfpiadd\n"
     "  examples/typecast/fp32-to-bf16.S:53:5: sfpiadd\n"},
    {"examples/exp-shift-add/exp.S", SFP_WH, 1, false,
     "1 cycle is impossible, by these rules together:\n",
     {MODEL_UNIT_TAKEN}, 1,
     "for these operations:\n"
     "  examples/exp-shift-add/exp.S:48:5: sfpstochrnd\n"
     "  examples/exp-shift-add/exp.S:49:5: sfpshft\n"
     "  examples/exp-shift-add/exp.S:50:5: sfpxor\n"},
    {"examples/recip-bh/recip-bf16.S", SFP_BH, 2, false,
     "2 cycles are impossible, by these rules together:\n",
     {MODEL_ISSUE_TAKEN, MODEL_CAPACITY}, 2,
     "for these operations:\n"
     "  examples/recip-bh/recip-bf16.S:24:5: sfparecip\n"
     "  examples/recip-bh/recip-bf16.S:25:5: sfploadi\n"
     "  examples/recip-bh/recip-bf16.S:29:5: sfpiadd\n"},
    {"examples/typecast/int32-to-fp32.S", SFP_WH, 2, false,
     "2 cycles are impossible, by these rules together:\n",
     {MODEL_ISSUE_TAKEN, ALONE, MODEL_OPERANDS, ALONE, MODEL_CAPACITY, ALONE}, 6,
     "for these operations:\n"
     "  examples/typecast/int32-to-fp32.S:53:5: sfpshft\n"
     "  examples/typecast/int32-to-fp32.S:54:5: sfpxor\n"
     "  examples/typecast/int32-to-fp32.S:55:5: sfpsetman\n"
     "  examples/typecast/int32-to-fp32.S:56:5: sfpmad\n"
     "  examples/typecast/int32-to-fp32.S:58:5: sfpmad\n",
     {[MODEL_OPERANDS] = "    examples/typecast/int32-to-fp32.S:56:5: VB and VC of sfpmad\n"
                         "    examples/typecast/int32-to-fp32.S:58:5: VB of sfpmad\n",
      [MODEL_CAPACITY] = "    examples/typecast/int32-to-fp32.S:56:5: no override reaches VA of sfpmad\n"
                         "    examples/typecast/int32-to-fp32.S:58:5: no override reaches VA of sfpmad\n"}},
    {"examples/typecast/int32-to-bf16.S", SFP_WH, 3, false,
     "3 cycles are impossible, by these rules together:\n",
     {MODEL_ISSUE_TAKEN, ALONE, MODEL_OPERANDS, ALONE, MODEL_CAPACITY, ALONE}, 6,
     "for these operations:\n"
     "  examples/typecast/int32-to-bf16.S:54:5: sfpshft\n"
     "  examples/typecast/int32-to-bf16.S:55:5: sfpxor\n"
     "  examples/typecast/int32-to-bf16.S:56:5: sfpsetman\n"
     "  examples/typecast/int32-to-bf16.S:57:5: sfpmad\n"
     "  examples/typecast/int32-to-bf16.S:59:5: sfpmad\n"
     "  examples/typecast/int32-to-bf16.S:61:5: sfpstochrnd\n",
     {[MODEL_OPERANDS] = "    examples/typecast/int32-to-bf16.S:57:5: VB and VC of sfpmad\n"
                         "    examples/typecast/int32-to-bf16.S:59:5: VB of sfpmad\n",
      [MODEL_CAPACITY] = "    examples/typecast/int32-to-bf16.S:57:5: no override reaches VA of sfpmad\n"
                         "    examples/typecast/int32-to-bf16.S:59:5: no override reaches VA of sfpmad\n"}},
    {"examples/mul-uint16/mul.S", SFP_BH, 2, false,
     "2 cycles are impossible, by these rules together:\n",
     {MODEL_ISSUE_TAKEN, ALONE, MODEL_ADDRESS, ALONE}, 4,
     "for these operations:\n"
     "  examples/mul-uint16/mul.S:30:5: sfpstore\n"},
    {"examples/mul-uint16/mul.S", SFP_BH, 3, false,
     "3 cycles are possible\n",
     {0}, 0,
     ""},
    {"examples/typecast/uint32-to-fp32.S", SFP_BH, 2, false,
     "2 cycles are impossible, by these rules together:\n",
     {MODEL_UNIT_TAKEN, MODEL_OPERANDS, ALONE, MODEL_STAGING_PAIR}, 4,
     "for these operations:\n"
     "  examples/typecast/uint32-to-fp32.S:75:5: sfpshft\n"
     "  examples/typecast/uint32-to-fp32.S:76:5: sfpsetman\n"
     "  examples/typecast/uint32-to-fp32.S:77:5: sfpsetman\n"
     "  examples/typecast/uint32-to-fp32.S:78:5: sfpmad\n"
     "  examples/typecast/uint32-to-fp32.S:80:5: sfpmad\n",
     {[MODEL_OPERANDS] = "    examples/typecast/uint32-to-fp32.S:76:5: VB of sfpsetman\n"
                         "    examples/typecast/uint32-to-fp32.S:78:5: VB of sfpmad\n"
                         "    examples/typecast/uint32-to-fp32.S:80:5: VB of sfpmad\n"}},
    {"examples/recip-bh/recip-24.S", SFP_BH, 4, true,
     "4 cycles are impossible, by these rules together:\n",
     {MODEL_ISSUE_TAKEN, ALONE, MODEL_OPERANDS, ALONE, MODEL_CAPACITY, ALONE, MODEL_OVERWRITTEN, ALONE, MODEL_SHADOW,
      ALONE}, 10,
     "for these operations:\n"
     "  examples/recip-bh/recip-24.S:54:5: sfparecip\n"
     "  examples/recip-bh/recip-24.S:55:5: sfpmad\n"
     "  examples/recip-bh/recip-24.S:57:5: sfpand\n"
     "  examples/recip-bh/recip-24.S:58:5: sfpmad\n"
     "  examples/recip-bh/recip-24.S:60:5: sfpmad\n"
     "  examples/recip-bh/recip-24.S:62:5: sfpmad\n",
     {[MODEL_OPERANDS] = "    examples/recip-bh/recip-24.S:54:5: VC and the result of sfparecip\n"
                         "    examples/recip-bh/recip-24.S:55:5: VA, VB and VC of sfpmad\n"
                         "    examples/recip-bh/recip-24.S:57:5: VB and VC of sfpand\n"
                         "    examples/recip-bh/recip-24.S:58:5: VB, VC and the result of sfpmad\n"
                         "    examples/recip-bh/recip-24.S:60:5: VB, VC and the result of sfpmad\n"
                         "    examples/recip-bh/recip-24.S:62:5: VA and VC of sfpmad\n",
      [MODEL_CAPACITY] = "    examples/recip-bh/recip-24.S:54:5: VC of sfparecip\n"
                         "    examples/recip-bh/recip-24.S:55:5: no override reaches VA of sfpmad\n"
                         "    examples/recip-bh/recip-24.S:60:5: no override reaches VA of sfpmad\n"
                         "    examples/recip-bh/recip-24.S:62:5: no override reaches VA of sfpmad\n"}},
};

static size_t add(char *text, size_t length, const char *more)
{
    return length + (size_t)snprintf(text + length, TEXT - length, "%s", more ? more : "");
}

static void expect(size_t i, char text[static TEXT])
{
    size_t length = add(text, 0, whys[i].head);

    for (size_t k = 0; k < whys[i].rule_count; k++) {
        const bool alone = k + 1 < whys[i].rule_count && whys[i].rules[k + 1] == ALONE;

        if (whys[i].rules[k] == ALONE)
            continue;
        length = add(text, length, lines[whys[i].rules[k]]);
        length = add(text, length, !alone                  ? "\n"
                                   : whys[i].period == 1 ? " (Without this rule it is possible.)\n"
                                                         : " (Without this rule they are possible.)\n");
        length = add(text, length, whys[i].operands[whys[i].rules[k]]);
    }
    add(text, length, whys[i].operations);
}

static void check(size_t i)
{
    static const char *const plain[] = {"PLAIN"};
    const struct sfpu_assembly assembly = {.size = sizeof assembly, .defines = plain, .define_count = 1};
    const struct sfpu_options options = {.size = sizeof options,
                                         .arch = whys[i].arch == SFP_WH ? SFPU_WORMHOLE : SFPU_BLACKHOLE};
    const struct search_wants search = {.quick = SEARCH_QUICK, .conflicts = CONFLICTS};
    const struct why_wants wants = {.period = whys[i].period, .search = &search};
    char expected[TEXT], got[TEXT], *error = NULL;
    struct graph g = {0};
    struct loop_body body;
    struct text text = {0};
    struct why why;
    sfpu_machine *m;

    assert_int_equal(sfpu_open(&options, &m), SFPU_OK);
    assert_int_equal(sfpu_configure_assembly(m, &assembly), SFPU_OK);
    assert_int_equal(sfpu_load_file(m, whys[i].path), SFPU_OK);
    assert_int_equal(sfpu_set(m, "init", "llk"), SFPU_OK);
    assert_true(loop_body_read(m, NULL, &body, &error) && graph_of_body(&body, &g, &error) &&
                graph_rewrite(&g, NULL, 0, &error));
    why_find(&g, &wants, &why);
    why_print(&g, &body, &why, &text);
    why_free(&why);
    snprintf(got, sizeof got, "%.*s", (int)text.size, text.data);
    expect(i, expected);
    assert_string_equal(got, expected);
    text_free(&text);
    graph_free(&g);
    loop_body_free(&body);
    sfpu_close(m);
}

static void test_why(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(whys); i++)
        if (!whys[i].slow || getenv("SFP_LONG"))
            check(i);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_why),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
