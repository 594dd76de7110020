/* What is said of a run with gaps beside the one without: where their states differ, and which finding that is. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "model/model.h"
#include "observe/perturbation.h"
#include "observe/perturbation_parts.h"

/* ---- Where states differ ---- */

/* A byte of the state, and what is said if it is 1 instead of 0. */
struct member {
    size_t offset;
    const char *name;
    int index, lane, row, column, digits;
};

#define AT(member) offsetof(struct sfp_state, member)
#define ONE(member, name, digits) {AT(member), name, -1, -1, -1, -1, digits}
#define SOME(member, name, index, digits) {AT(member), name, index, -1, -1, -1, digits}
#define LANE(member, name, index, lane) {AT(member), name, index, lane, -1, -1, 8}

/* In the order in which they are looked at: a digit is four bits of the member's type. */
static const struct member members[] = {
    {AT(dst[700][9]), "dst", -1, -1, 700, 9, 4},
    LANE(lreg[3][5], "L", 3, 5), LANE(lreg[16][31], "L", 16, 31),
    {AT(flags), "flags", -1, 0, -1, -1, 1}, {AT(use_flags), "use flags", -1, 0, -1, -1, 1},
    {AT(stack.flags[1]), "stack", 1, 0, -1, -1, 1}, {AT(stack.use_flags[1]), "stack use", 1, 0, -1, -1, 1},
    ONE(own.rwc.dst, "rwc.dst", 4), ONE(own.rwc.dst_cr, "rwc.dst_cr", 4), ONE(own.rwc.sp, "rwc.sp", 4),
    ONE(own.rwc.srca, "rwc.srca", 2), ONE(own.rwc.srca_cr, "rwc.srca_cr", 2), ONE(own.rwc.srcb, "rwc.srcb", 2),
    ONE(own.rwc.srcb_cr, "rwc.srcb_cr", 2), ONE(own.rwc.fidelity, "rwc.fidelity", 2),
    ONE(own.rwc.extra_addr_mod, "rwc.extra_addr_mod", 2), SOME(shft2_latch[2], "latch", 2, 8),
    LANE(lane_config[7], "laneconfig", -1, 7), LANE(macro_template[3][4], "template", 3, 4),
    LANE(macro_sequence[1][30], "sequence", 1, 30), LANE(macro_misc[9], "misc", -1, 9),
    SOME(own.gpr[60], "gpr", 60, 8), SOME(own.thread_config[33], "threadconfig", 33, 4),
    SOME(config[1][2], "config", SFP_CONFIG_WORDS + 2, 8), SOME(semaphore[5], "semaphore", 5, 4),
    ONE(own.mutexes, "mutexes", 8), SOME(expanders.replay[31], "replay", 31, 8),
    SOME(expanders.mop_cfg[8], "mop_cfg", 8, 8),
    ONE(expanders.mop_mask_hi, "mop_mask_hi", 8), SOME(dst_valid[1023], "dst valid", 1023, 2),
};

enum { MEMBERS = sizeof members / sizeof members[0] };

static void start(struct sfp_state *was, struct sfp_state *is)
{
    memset(was, 0, sizeof *was);
    was->stack_size = 2;
    *is = *was;
}

static void assert_member(const struct sfp_state *was, const struct sfp_state *is, const struct member *m)
{
    const struct sfp_difference d = sfp_state_difference(was, is);

    assert_true(d.any && !d.ends);
    assert_string_equal(d.name, m->name);
    assert_int_equal(d.index, m->index);
    assert_int_equal(d.lane, m->lane);
    assert_int_equal(d.row, m->row);
    assert_int_equal(d.column, m->column);
    assert_int_equal(d.digits, m->digits);
    assert_int_equal(d.was, 0);
    assert_int_equal(d.is, 1);
}

/* Each member alone; and with the one that comes behind it, which is not the first then. */
static void test_members(void **state)
{
    static struct sfp_state was, is;

    (void)state;
    start(&was, &is);
    assert_false(sfp_state_difference(&was, &is).any);
    for (size_t i = 0; i < MEMBERS; i++) {
        start(&was, &is);
        ((uint8_t *)&is)[members[i].offset] = 1;
        assert_member(&was, &is, &members[i]);
        if (i + 1 < MEMBERS)
            ((uint8_t *)&is)[members[i + 1].offset] = 1;
        assert_member(&was, &is, &members[i]);
    }
}

/* The first lane that differs is not the first that has its flag: 1100 and 1000 are 1 and 0 in lane 2. */
static void test_flags(void **state)
{
    static struct sfp_state was, is;
    struct sfp_difference d;

    (void)state;
    start(&was, &is);
    was.flags = 0xC;
    is.flags = 0x8;
    d = sfp_state_difference(&was, &is);
    assert_int_equal(d.lane, 2);
    assert_int_equal(d.was, 1);
    assert_int_equal(d.is, 0);
}

/* Entries count that both stacks have; of others the depth is what differs. A stack that has overflowed has eight. */
static void test_stack(void **state)
{
    static struct sfp_state was, is;

    (void)state;
    for (unsigned swapped = 0; swapped < 2; swapped++) {
        start(&was, &is);
        (swapped ? &was : &is)->stack_size = 1;
        is.stack.flags[1] = 1;
        assert_string_equal(sfp_state_difference(&was, &is).name, "stack depth");
        assert_int_equal(sfp_state_difference(&was, &is).digits, 2);
        assert_int_equal(sfp_state_difference(&was, &is).was, swapped ? 1 : 2);
    }
    start(&was, &is);
    is.stack.flags[2] = is.stack.use_flags[2] = 1;
    assert_false(sfp_state_difference(&was, &is).any);
    was.stack_size = is.stack_size = 15;
    is.stack.use_flags[2] = 0;
    is.stack.flags[2] = 0;
    is.stack.flags[SFP_STACK_DEPTH - 1] = 1;
    assert_int_equal(sfp_state_difference(&was, &is).index, SFP_STACK_DEPTH - 1);
    is.stack.flags[SFP_STACK_DEPTH - 1] = 0;
    assert_false(sfp_state_difference(&was, &is).any);
    /* the depth is told before counters */
    is.stack_size = 14;
    is.own.rwc.dst = 2;
    assert_string_equal(sfp_state_difference(&was, &is).name, "stack depth");
}

/* ---- What was found ---- */

enum { MOST = 3 };

struct said {
    int finding; /* enum sfp_finding */
    uint32_t index;
    bool scheduled;
    unsigned times; /* 0: no more */
};

static struct sfp_findings_log *log_of(const struct said said[MOST])
{
    struct sfp_findings_log *log = sfp_findings_log_new();
    const struct sfp_reporter reporter = sfp_findings_log_reporter(log);
    struct sfp_index index;

    assert_non_null(log);
    sfp_index_init(&index, SFP_WH);
    for (unsigned i = 0; i < MOST; i++) {
        const struct sfp_op op = {
            .insn = sfp_insn_by_gnu(&index, "sfpabs", 6), .index = said[i].index, .scheduled = said[i].scheduled};

        for (unsigned k = 0; k < said[i].times; k++)
            reporter.report(reporter.context, (enum sfp_finding)said[i].finding, &op, NULL);
    }
    return log;
}

/* The gravest comes first; of those the new ones, then those that are more, then those that are fewer; of these the
 * first of the program. */
static void test_causes(void **state)
{
    enum {
        NOTE = SFP_FIND_NO_EFFECT, WARNING = SFP_FIND_MACRO_FORGOTTEN, OTHER = SFP_FIND_MACRO_PENDING,
        ERROR = SFP_FIND_MACRO_DISCARD,
    };
    static const struct {
        struct said was[MOST], is[MOST];
        struct said found; /* times: in the second run */
        unsigned times_before;
    } runs[] = {
        {{{WARNING, 1, false, 2}}, {{WARNING, 1, false, 2}}, {0}, 0},
        {{{WARNING, 1, false, 2}}, {{NOTE, 0, false, 1}, {WARNING, 1, false, 1}}, {WARNING, 1, false, 1}, 2},
        {{{WARNING, 0, false, 2}}, {{WARNING, 0, false, 1}, {ERROR, 1, false, 1}}, {ERROR, 1, false, 1}, 0},
        {{{WARNING, 0, false, 2}, {WARNING, 1, false, 1}}, {{WARNING, 0, false, 1}, {WARNING, 1, false, 2}},
         {WARNING, 1, false, 2}, 1},
        {{{WARNING, 1, false, 1}}, {{WARNING, 0, false, 1}, {WARNING, 1, false, 2}}, {WARNING, 0, false, 1}, 0},
        {{{WARNING, 0, false, 1}}, {{WARNING, 0, false, 2}, {WARNING, 1, false, 1}}, {WARNING, 1, false, 1}, 0},
        {{{0}}, {{WARNING, 2, false, 1}, {WARNING, 1, false, 1}}, {WARNING, 1, false, 1}, 0},
        /* issued and scheduled are two; so are two findings of a word, of which one is no more */
        {{{WARNING, 1, false, 1}}, {{WARNING, 1, true, 1}}, {WARNING, 1, true, 1}, 0},
        {{{WARNING, 1, false, 1}, {OTHER, 1, false, 1}}, {{OTHER, 1, false, 1}}, {WARNING, 1, false, 0}, 1},
        {{{WARNING, 1, false, 1}, {OTHER, 1, false, 1}}, {{WARNING, 1, false, 1}}, {OTHER, 1, false, 0}, 1},
    };

    (void)state;
    for (size_t i = 0; i < sizeof runs / sizeof runs[0]; i++) {
        struct sfp_findings_log *before = log_of(runs[i].was), *now = log_of(runs[i].is);
        struct sfp_causes *was = sfp_causes_of(before), *is = sfp_causes_of(now);
        struct sfp_perturb_cause cause;

        assert_non_null(was);
        assert_non_null(is);
        cause = sfp_causes_compare(was, is);
        assert_int_equal(cause.any, runs[i].times_before != 0 || runs[i].found.times != 0);
        assert_int_equal(cause.finding, runs[i].found.finding);
        assert_int_equal(cause.index, runs[i].found.index);
        assert_int_equal(cause.scheduled, runs[i].found.scheduled);
        assert_int_equal(cause.was, runs[i].times_before);
        assert_int_equal(cause.is, runs[i].found.times);
        sfp_causes_free(is);
        sfp_causes_free(was);
        sfp_findings_log_free(before);
        sfp_findings_log_free(now);
    }
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_members),
        cmocka_unit_test(test_flags),
        cmocka_unit_test(test_stack),
        cmocka_unit_test(test_causes),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
