/*
 * The model of sfpsched is complete: each table that the assembler accepts satisfies it. The tables of examples/
 * satisfy that of their plain twins.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>


#include "sched_table.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* ---- Examples ---- */

enum { OF_ALL = 0, BY_TURN = 1, SHADOWS = 2, NO_TABLE = SCHED_OPENNESS };

static const struct {
    const char *path;
    int arches;
    const char *rewrite; /* which the table wants, or NULL */
    size_t openness;     /* of the first model that it satisfies */
} examples[] = {
    {"examples/exp-shift-add/exp-in-range.S", SFP_BOTH, NULL, OF_ALL},
    {"examples/exp-shift-add/exp.S", SFP_BOTH, NULL, OF_ALL},
    {"examples/exp/exp-macros.S", SFP_WH, NULL, SHADOWS},
    {"examples/mul-int32/in-place.S", SFP_BH, NULL, OF_ALL},
    {"examples/mul-int32/mul.S", SFP_BH, NULL, BY_TURN},
    {"examples/mul-uint16/in-place.S", SFP_BH, NULL, OF_ALL},
    {"examples/mul-uint16/mul.S", SFP_BH, NULL, OF_ALL},
    {"examples/mul-uint16/square.S", SFP_BH, NULL, OF_ALL},
    {"examples/recip-bh/recip-16.S", SFP_BH, NULL, BY_TURN},
    {"examples/recip-bh/recip-24.S", SFP_BH, NULL, OF_ALL},
    {"examples/recip-bh/recip-8.S", SFP_BH, NULL, OF_ALL},
    {"examples/recip-bh/recip-bf16.S", SFP_BH, NULL, BY_TURN},
    {"examples/typecast/fp32-to-bf16.S", SFP_BOTH, NULL, OF_ALL},
    {"examples/typecast/fp32-to-uint16.S", SFP_BOTH, NULL, OF_ALL},
    {"examples/typecast/int32-to-bf16-wormhole.S", SFP_WH, "int32-sm", OF_ALL},
    {"examples/typecast/int32-to-bf16.S", SFP_BOTH, NULL, OF_ALL},
    {"examples/typecast/int32-to-fp32.S", SFP_BOTH, NULL, OF_ALL},
    {"examples/typecast/int32-to-uint16.S", SFP_BOTH, NULL, OF_ALL},
    {"examples/typecast/uint16-to-bf16.S", SFP_BOTH, NULL, OF_ALL},
    {"examples/typecast/uint16-to-fp32.S", SFP_BOTH, NULL, OF_ALL},
    {"examples/typecast/uint16-to-uint32.S", SFP_BOTH, NULL, OF_ALL},
    {"examples/typecast/uint32-to-bf16.S", SFP_BOTH, NULL, OF_ALL},
    {"examples/typecast/uint32-to-fp32.S", SFP_BOTH, NULL, OF_ALL},
    {"examples/typecast/uint32-to-uint16.S", SFP_BOTH, NULL, OF_ALL},
    {"examples/where/where.S", SFP_BOTH, NULL, OF_ALL},
};

static void check_example(size_t i, enum sfp_arch arch)
{
    static const char *const plain[] = {"PLAIN"};
    struct sfp_asm_options how = {.arch = arch, .sink = sched_say};
    const struct sfp_asm_source source = {.path = examples[i].path};
    struct graph g = {0};
    struct sfp_program program;
    sfpu_machine *m;
    const char *why = "";
    size_t k = 0;

    warnings_init(&how.warnings);
    assert_true(assembly_make(&how, &source, 1, &program));
    assert_int_equal(program.schedule_count, 1);
    how.defines = plain;
    how.define_count = 1;
    m = sched_graph_of(&how, examples[i].path, examples[i].rewrite, &g);
    while (k < SCHED_OPENNESS && sched_satisfies(&g, &program.schedules[0], sched_openness[k], &why) != SAT_YES)
        k++;
    if (k != examples[i].openness)
        fail_msg("%s, arch %d: %zu, %s", examples[i].path, arch, k, why);
    graph_free(&g);
    sfpu_close(m);
    sfp_program_free(&program);
}

static void test_examples(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(examples); i++)
        for (enum sfp_arch arch = SFP_WH; arch <= SFP_BH; arch++)
            if (examples[i].arches & (int)arch)
                check_example(i, arch);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_examples),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
