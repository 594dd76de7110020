/* The state as JSON: what is written, what is read, and that each takes the other's. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "model/image.h"
#include "model/config.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

enum {
    FIRST_CONSTANT = 8, /* L8..L10 and L15 are constants */
    LAST_CONSTANT = 10,
    LANE_ID = 15,
};

static struct sfp_state *new_state(enum sfp_arch arch)
{
    struct sfp_state *s = aligned_alloc(_Alignof(struct sfp_state), sizeof *s);

    assert_non_null(s);
    sfp_state_reset(s, arch);
    return s;
}

static uint32_t next_random(uint32_t *seed)
{
    *seed ^= *seed << 13;
    *seed ^= *seed >> 17;
    *seed ^= *seed << 5;
    return *seed;
}

static void fill(uint32_t *words, unsigned count, uint32_t mask, uint32_t *seed)
{
    for (unsigned i = 0; i < count; i++)
        words[i] = next_random(seed) & mask;
}

/* A state in which no two places hold the same by chance. */
static struct sfp_state *random_state(enum sfp_arch arch, unsigned stack_size, uint32_t seed)
{
    struct sfp_state *s = new_state(arch);

    for (unsigned r = 0; r < SFP_LREGS; r++) {
        if (r != LANE_ID && (r < FIRST_CONSTANT || r > LAST_CONSTANT))
            fill(s->lreg[r], SFP_LANES, UINT32_MAX, &seed);
    }
    s->flags = next_random(&seed);
    s->use_flags = next_random(&seed);
    fill(s->prng, SFP_LANES, UINT32_MAX, &seed);
    s->dst_16bit_view = next_random(&seed) & 1;
    fill(s->lane_config, SFP_LANES, SFP_LC_BITS, &seed);
    fill(s->macro_template[0], SFP_TEMPLATES * SFP_LANES, UINT32_MAX, &seed);
    fill(s->macro_sequence[0], SFP_SEQUENCES * SFP_LANES, UINT32_MAX, &seed);
    fill(s->macro_misc, SFP_LANES, SFP_MISC_BITS, &seed);
    fill(s->shft2_latch, SFP_ROWS, UINT32_MAX, &seed);
    fill(s->expanders.replay, SFP_REPLAY_SLOTS, UINT32_MAX, &seed);
    fill(s->expanders.mop_cfg, SFP_MOP_CFGS, UINT32_MAX, &seed);
    for (unsigned i = 0; i < stack_size && i < SFP_STACK_DEPTH; i++) {
        s->stack.flags[i] = next_random(&seed);
        s->stack.use_flags[i] = next_random(&seed);
    }
    s->stack_size = (uint8_t)stack_size;
    s->own.rwc = (struct sfp_rwc){
        .dst = 1001, .dst_cr = 1002, .sp = 1003, .srca = 61, .srca_cr = 62, .srcb = 59, .srcb_cr = 58,
        .fidelity = 3, .extra_addr_mod = 1,
    };
    for (unsigned i = 0; i < SFP_ADDR_MODS; i++)
        sfp_config_set(s, SFP_CFG_ADDR_MOD_DST, i, next_random(&seed) & 0x1FFF);
    sfp_config_set(s, SFP_CFG_SFPU_FP32, 0, 1);
    sfp_config_set(s, SFP_CFG_SRCB, 0, 5);
    sfp_config_set(s, SFP_CFG_MATH_OFFSET, 0, 0xABC);
    sfp_config_set(s, SFP_CFG_DEST_REGW_BASE, 0, 0xFEDC);
    sfp_config_set(s, SFP_CFG_ADDR_MOD_BASE, 0, 1);
    s->expanders.replay_recorded = UINT32_MAX;
    s->expanders.mop_cfg_set = (1u << SFP_MOP_CFGS) - 1;
    sfp_state_refresh(s);
    return s;
}

static void read_text(struct sfp_state *s, const char *text)
{
    char *error = NULL;

    if (!sfp_statefile_read(text, strlen(text), s, &error))
        fail_msg("%s: %s", text, error ? error : "no memory");
}

/* Fails unless reading fails with `part` and leaves the state alone. */
static void expect_error(enum sfp_arch arch, const char *text, const char *part)
{
    struct sfp_state *s = new_state(arch), *before = new_state(arch);
    char *error = NULL;

    if (sfp_statefile_read(text, strlen(text), s, &error))
        fail_msg("%s: was read", text);
    if (!error || !strstr(error, part) || strchr(error, '\n'))
        fail_msg("%s: error is \"%s\", expected one with \"%s\"", text, error ? error : "", part);
    assert_memory_equal(s, before, sizeof *s);
    free(error);
    free(before);
    free(s);
}

static void round_trip(enum sfp_arch arch, unsigned stack_size, uint32_t seed)
{
    struct sfp_state *s = random_state(arch, stack_size, seed), *back = new_state(arch);
    size_t size, again_size;
    char *text = sfp_statefile_write(s, NULL, &size), *again;

    assert_non_null(text);
    assert_int_equal(strlen(text), size);
    read_text(back, text);
    assert_memory_equal(back, s, sizeof *s);
    again = sfp_statefile_write(back, NULL, &again_size);
    assert_non_null(again);
    assert_string_equal(again, text);
    free(again);
    free(text);
    free(back);
    free(s);
}

static void round_trips(void **unused)
{
    (void)unused;
    for (unsigned stack_size = 0; stack_size < SFP_STACK_COUNTER; stack_size++) {
        round_trip(SFP_WH, stack_size, 0x12345678 + stack_size);
        round_trip(SFP_BH, stack_size, 0x87654321 + stack_size);
    }
}

/*
 * A state at reset, written and read, is at reset; that includes what no member says, such as slots never recorded.
 * But which address modifiers were never set is not said, and all that a file states count as set.
 */
static void reset_round_trip(void **unused)
{
    struct sfp_state *s = new_state(SFP_BH), *back = new_state(SFP_BH);
    size_t size;
    char *text = sfp_statefile_write(s, NULL, &size);

    (void)unused;
    read_text(back, text);
    assert_int_equal(s->own.addr_mods_known, 0);
    s->own.addr_mods_known = UINT8_MAX;
    sfp_state_refresh(s);
    assert_memory_equal(back, s, sizeof *s);
    free(text);
    free(back);
    free(s);
}

/* The members as sfpsim-files(5), State, lists them, in its order. */
static void written_members(void **unused)
{
    static const char *const names[] = {
        "arch", "lreg", "lane_flags", "use_lane_flags", "flag_stack", "prng", "lane_config", "load_macro",
        "shft2_latch", "rwc", "replay", "mop_cfg", "addr_mod", "config", "cycles", "hazards",
    };
    const struct sfp_statefile_hazard hazard = {.cycle = 12, .index = 4, .kind = "read-early", .text = "L0 \"early\""};
    const struct sfp_statefile_run run = {.cycles = 99, .hazards = &hazard, .hazard_count = 1};
    struct sfp_state *s = random_state(SFP_WH, 2, 1);
    size_t size, count = 0;
    char *text = sfp_statefile_write(s, &run, &size);
    json_t *tree, *member;
    const char *name;

    (void)unused;
    assert_non_null(text);
    assert_int_equal(text[size - 1], '\n');
    tree = json_loads(text, 0, NULL);
    assert_non_null(tree);
    json_object_foreach(tree, name, member) {
        assert_true(count < COUNT(names));
        assert_string_equal(name, names[count++]);
    }
    assert_int_equal(count, COUNT(names));
    assert_int_equal(json_integer_value(json_object_get(tree, "cycles")), 99);
    member = json_array_get(json_object_get(tree, "hazards"), 0);
    assert_int_equal(json_integer_value(json_object_get(member, "cycle")), 12);
    assert_int_equal(json_integer_value(json_object_get(member, "index")), 4);
    assert_string_equal(json_string_value(json_object_get(member, "kind")), "read-early");
    assert_string_equal(json_string_value(json_object_get(member, "text")), "L0 \"early\"");
    json_decref(tree);
    read_text(s, text); /* an output file can be read back */
    free(text);
    free(s);
}

/* Spelling: hexadecimal of eight digits, plain numbers for counters, one line an LReg. */
static void written_text(void **unused)
{
    static const char *const parts[] = {
        "{\n  \"arch\": \"wormhole\",\n  \"lreg\": [\n    [\"0x00000000\", \"0x0000abcd\", \"0x00000000\", ",
        "\"0x3f56594b\", \"0x3f56594b\"],\n    [\"0x00000000\"", /* L8 ends, L9 begins */
        "\n  \"lane_flags\": \"0x80000001\",\n  \"use_lane_flags\": \"0xffffffff\",\n  \"flag_stack\": [\n"
        "    {\"lane_flags\": \"0x00000007\", \"use_lane_flags\": \"0x00000000\"}\n  ],\n  \"prng\": [\"0x00000000\", ",
        "\n  \"rwc\": {\"dst\": 5, \"dst_cr\": 0, \"srca\": 0, \"srca_cr\": 0, \"srcb\": 0, \"srcb_cr\": 0, "
        "\"fidelity\": 0, \"extra_addr_mod\": 0, \"sp\": 0},\n",
        "\n    {\"dst_incr\": 1022, \"dst_clear\": true, \"dst_cr\": false, \"dst_c_to_cr\": true},\n",
        "\n  \"config\": {\"fp32_enabled\": true, \"srcb_format\": 9, \"math_offset\": 64, \"dst_base\": 0, "
        "\"addr_mod_base\": true, \"dst_16bit_view\": false}\n}\n",
    };
    struct sfp_state *s = new_state(SFP_WH);
    size_t size;
    char *text;

    (void)unused;
    s->lreg[0][1] = 0xABCD;
    s->flags = 0x80000001;
    s->use_flags = UINT32_MAX;
    s->stack_size = 1;
    s->stack.flags[0] = 7;
    s->own.rwc.dst = 5;
    /* -2 in ten bits is 1022; bit 10 carriage return, 11 clear, 12 C to CR; the fidelity bits above stay out of it. */
    sfp_config_set(s, SFP_CFG_ADDR_MOD_DST, 3, 0xE000 | 1 << 12 | 1 << 11 | 1022);
    sfp_config_set(s, SFP_CFG_SFPU_FP32, 0, 1);
    sfp_config_set(s, SFP_CFG_SRCB, 0, 9);
    sfp_config_set(s, SFP_CFG_MATH_OFFSET, 0, 64);
    sfp_config_set(s, SFP_CFG_ADDR_MOD_BASE, 0, 1);
    text = sfp_statefile_write(s, NULL, &size);
    assert_non_null(text);
    for (size_t i = 0; i < COUNT(parts); i++) {
        if (!strstr(text, parts[i]))
            fail_msg("not written: %s\nbut: %s", parts[i], text);
    }
    assert_null(strstr(text, "cycles"));
    free(text);
    free(s);
}

static void single_values_and_numbers(void **unused)
{
    struct sfp_state *s = new_state(SFP_WH);

    (void)unused;
    read_text(s, "{\"prng\": \"0xDEADBEEF\", \"lane_config\": 260, \"lane_flags\": 4294967295, \"use_lane_flags\": 2,"
                 " \"load_macro\": {\"template\": [\"0x1\", 2, 3, 4], \"misc\": 4095},"
                 " \"lreg\": [1, 2, 3, 4, 5, 6, 7, 8, \"0x3F56594B\", 0, \"0x3F800000\", 11, 12, 13, 14,"
                 " [0,2,4,6,8,10,12,14,16,18,20,22,24,26,28,30,32,34,36,38,40,42,44,46,48,50,52,54,56,58,60,62], 16],"
                 " \"rwc\": {\"dst\": \"0x3FF\"}}");
    assert_int_equal(s->flags, UINT32_MAX);
    assert_int_equal(s->use_flags, 2);
    for (unsigned l = 0; l < SFP_LANES; l++) {
        assert_int_equal(s->prng[l], 0xDEADBEEF);
        assert_int_equal(s->lane_config[l], 0x104);
        assert_int_equal(s->macro_template[0][l], 1);
        assert_int_equal(s->macro_template[3][l], 4);
        assert_int_equal(s->macro_sequence[0][l], 0);
        assert_int_equal(s->macro_misc[l], 0xFFF);
        assert_int_equal(s->lreg[7][l], 8);
        assert_int_equal(s->lreg[16][l], 16);
    }
    assert_int_equal(s->own.rwc.dst, 0x3FF);
    assert_int_equal(s->derived.all_lane_config, 0x104); /* it was refreshed */
    free(s);
}

/* What a file does not mention stays, down to the other bits of a configuration word. */
static void absent_members_stay(void **unused)
{
    struct sfp_state *s = random_state(SFP_WH, 3, 77), *before = random_state(SFP_WH, 3, 77);

    (void)unused;
    read_text(s, "{}");
    assert_memory_equal(s, before, sizeof *s);

    sfp_config_set(s, SFP_CFG_ADDR_MOD_DST, 2, 0xFFFF);
    read_text(s, "{\"addr_mod\": [{}, {}, {\"dst_incr\": 3, \"dst_clear\": false}, {}, {}, {}, {}, {}],"
                 " \"config\": {\"srcb_format\": 1}, \"rwc\": {\"sp\": 4}}");
    assert_int_equal(sfp_config_get(s, SFP_CFG_ADDR_MOD_DST, 2), 0xF403); /* ten bits and bit 11 */
    assert_int_equal(sfp_config_get(s, SFP_CFG_ADDR_MOD_DST, 3), sfp_config_get(before, SFP_CFG_ADDR_MOD_DST, 3));
    assert_int_equal(s->derived.own.addr_mod[2].dst_incr, 3);
    assert_int_equal(sfp_config_get(s, SFP_CFG_SRCB, 0), 1);
    assert_int_equal(sfp_config_get(s, SFP_CFG_SFPU_FP32, 0), 1);
    assert_int_equal(s->own.rwc.sp, 4);
    assert_int_equal(s->own.rwc.dst, before->own.rwc.dst);
    free(before);
    free(s);
}

/* Words that are there count as recorded and as set; the source format as written by the program if it changes. */
static void marks(void **unused)
{
    struct sfp_state *s = new_state(SFP_BH);

    (void)unused;
    read_text(s, "{\"mop_cfg\": [1, 0, 0, 0, 0, 0, 0, 0, \"0x8F000000\"],"
                 " \"replay\": [0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,"
                 " 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, \"0x8F000000\"], \"config\": {\"srcb_format\": 0}}");
    assert_int_equal(s->expanders.mop_cfg_set, 0x101);
    assert_int_equal(s->expanders.replay_recorded, 0x80000010);
    assert_false(s->srcb_written);
    read_text(s, "{\"config\": {\"srcb_format\": 5}}");
    assert_true(s->srcb_written);
    free(s);
}

static void stacks(void **unused)
{
    struct sfp_state *s = random_state(SFP_WH, 8, 5);

    (void)unused;
    read_text(s, "{\"flag_stack\": [{\"lane_flags\": 1, \"use_lane_flags\": 2}, {\"lane_flags\": \"0x3\"}]}");
    assert_int_equal(s->stack_size, 2);
    assert_int_equal(s->stack.flags[0], 1);
    assert_int_equal(s->stack.use_flags[0], 2);
    assert_int_equal(s->stack.flags[1], 3);
    assert_int_equal(s->stack.use_flags[1], 0);
    assert_int_equal(s->stack.flags[7], 0);
    /* The ninth entry goes over the first (sfpu-semantics(7), Flag stack). */
    read_text(s, "{\"flag_stack\": [{\"lane_flags\": 1}, {}, {}, {}, {}, {}, {}, {\"lane_flags\": 8},"
                 " {\"lane_flags\": 9}]}");
    assert_int_equal(s->stack_size, 9);
    assert_int_equal(s->stack.flags[0], 9);
    assert_int_equal(s->stack.flags[7], 8);
    read_text(s, "{\"flag_stack\": []}");
    assert_int_equal(s->stack_size, 0);
    free(s);
}

/* The second bank's configuration is written and read while it is the current one. */
static void current_bank(void **unused)
{
    struct sfp_state *s = new_state(SFP_WH);

    (void)unused;
    sfp_config_set(s, SFP_CFG_STATE_ID, 0, 1);
    sfp_state_refresh(s);
    read_text(s, "{\"config\": {\"dst_base\": 7}}");
    assert_int_equal(sfp_config_get(s, SFP_CFG_DEST_REGW_BASE, 0), 7);
    sfp_config_set(s, SFP_CFG_STATE_ID, 0, 0);
    assert_int_equal(sfp_config_get(s, SFP_CFG_DEST_REGW_BASE, 0), 0);
    free(s);
}

static void arches(void **unused)
{
    struct sfp_state *s = new_state(SFP_BH);

    (void)unused;
    read_text(s, "{\"arch\": \"blackhole\", \"config\": {\"addr_mod_base\": false}}");
    read_text(s, "{\"arch\": \"bh\"}");
    free(s);
    expect_error(SFP_BH, "{\"arch\": \"wormhole\"}", "arch: state of wormhole, but the machine is blackhole");
    expect_error(SFP_BH, "{\"config\": {\"addr_mod_base\": true}}", "config.addr_mod_base: blackhole has no such field");
}

static void malformed(void **unused)
{
    static const struct {
        const char *text, *part;
    } cases[] = {
        {"", "line 1"},
        {"{", "line 1"},
        {"{\"prng\": 1, \"prng\": 1}", "duplicate"},
        {"{} {}", "line 1"},
        {"[]", "found an array of 0, expected an object"},
        {"3", "found 3, expected an object"},
        {"{\"lregs\": []}", "lregs: unknown member"},
        {"{\"a\\nb\": []}", "a?b: unknown member"},
        {"{\"rwc\": {\"dest\": 1}}", "rwc.dest: unknown member"},
        {"{\"addr_mod\": [{}, {\"incr\": 1}, {}, {}, {}, {}, {}, {}]}", "addr_mod[1].incr: unknown member"},
        {"{\"flag_stack\": [{\"cc\": 1}]}", "flag_stack[0].cc: unknown member"},
        {"{\"load_macro\": {\"templates\": 0}}", "load_macro.templates: unknown member"},
        {"{\"arch\": \"grayskull\"}", "arch: found \"grayskull\", expected \"wormhole\" or \"blackhole\""},
        {"{\"arch\": 1}", "arch: found 1"},
        {"{\"lreg\": 0}", "lreg: found 0, expected an array of 17"},
        {"{\"lreg\": [0, 0]}", "lreg: found an array of 2, expected an array of 17"},
        {"{\"prng\": [1, 2]}", "prng: found an array of 2, expected an array of 32"},
        {"{\"prng\": {}}", "prng: found an object, expected a number"},
        {"{\"prng\": null}", "prng: found null"},
        {"{\"prng\": -1}", "prng: found -1, expected a number from 0 to 4294967295"},
        {"{\"prng\": 4294967296}", "prng: found 4294967296"},
        {"{\"prng\": 1.0}", "prng: found 1.0"},
        {"{\"prng\": \"12\"}", "prng: found \"12\""},
        {"{\"prng\": \"0x\"}", "prng: found \"0x\""},
        {"{\"prng\": \"0x123456789\"}", "prng: found \"0x123456789\""},
        {"{\"prng\": \"0x12g\"}", "prng: found \"0x12g\""},
        {"{\"prng\": \"0x-1\"}", "prng: found \"0x-1\""},
        {"{\"prng\": \" 0x1\"}", "prng: found \" 0x1\""},
        {"{\"prng\": \"01234567890123456789012345678901234567890123456789\"}", "...,"},
        {"{\"lane_config\": \"0x40000\"}", "lane_config: found \"0x40000\", expected a number from 0 to 262143"},
        {"{\"lane_flags\": [0]}", "lane_flags: found an array of 1"},
        {"{\"load_macro\": []}", "load_macro: found an array of 0, expected an object"},
        {"{\"load_macro\": {\"misc\": 4096}}", "load_macro.misc: found 4096, expected a number from 0 to 4095"},
        {"{\"load_macro\": {\"sequence\": [0, 0, [0], 0]}}", "load_macro.sequence[2]: found an array of 1"},
        {"{\"load_macro\": {\"template\": 0}}", "load_macro.template: found 0, expected an array of 4"},
        {"{\"shft2_latch\": [0, 0, 0]}", "shft2_latch: found an array of 3, expected an array of 4"},
        {"{\"replay\": 0}", "replay: found 0, expected an array of 32"}, /* replay slots are not lanes */
        {"{\"mop_cfg\": [0, 0, 0, 0, 0, 0, 0, 0, \"x\"]}", "mop_cfg[8]: found \"x\""},
        {"{\"rwc\": {\"dst\": 1024}}", "rwc.dst: found 1024, expected a number from 0 to 1023"},
        {"{\"rwc\": {\"srca\": 64}}", "rwc.srca: found 64"},
        {"{\"rwc\": {\"fidelity\": 4}}", "rwc.fidelity: found 4"},
        {"{\"rwc\": {\"extra_addr_mod\": true}}", "rwc.extra_addr_mod: found true"},
        {"{\"addr_mod\": []}", "addr_mod: found an array of 0, expected an array of 8"},
        {"{\"addr_mod\": [0, 0, 0, 0, 0, 0, 0, 0]}", "addr_mod[0]: found 0, expected an object"},
        {"{\"addr_mod\": [{\"dst_clear\": 1}, {}, {}, {}, {}, {}, {}, {}]}",
         "addr_mod[0].dst_clear: found 1, expected true or false"},
        {"{\"config\": {\"srcb_format\": 16}}", "config.srcb_format: found 16"},
        {"{\"config\": {\"fp32_enabled\": \"yes\"}}", "config.fp32_enabled: found \"yes\""},
        {"{\"flag_stack\": [{}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}]}",
         "flag_stack: found an array of 16, expected an array of 0 to 15"},
        {"{\"flag_stack\": 1}", "flag_stack: found 1"},
        {"{\"lreg\": [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]}",
         "lreg[8][0]: found 0x00000000, but L8 always holds 0x3f56594b"},
        {"{\"lreg\": [0, 0, 0, 0, 0, 0, 0, 0, \"0x3F56594B\", 0, \"0x3F800000\", 0, 0, 0, 0, 0, 0]}",
         "lreg[15][1]: found 0x00000000, but L15 always holds 0x00000002"},
        /* Members before the bad one must not have taken effect. */
        {"{\"prng\": 5, \"config\": {\"math_offset\": 12}, \"rwc\": {\"dst\": -1}}", "rwc.dst: found -1"},
    };

    (void)unused;
    for (size_t i = 0; i < COUNT(cases); i++)
        expect_error(SFP_WH, cases[i].text, cases[i].part);
}

/* Text need not end in NUL, and one with a NUL inside is refused. */
static void text_is_counted(void **unused)
{
    static const char text[] = {'{', '}', 'x'};
    static const char with_nul[] = {'{', '\0', '}'};
    struct sfp_state *s = new_state(SFP_WH);
    char *error = NULL;

    (void)unused;
    assert_true(sfp_statefile_read(text, 2, s, &error));
    assert_false(sfp_statefile_read(text, 3, s, &error));
    free(error);
    assert_false(sfp_statefile_read(with_nul, 3, s, &error));
    free(error);
    free(s);
}

static void hazard_that_is_not_utf8(void **unused)
{
    const struct sfp_statefile_hazard hazard = {.kind = "kind", .text = "\xFF"};
    const struct sfp_statefile_run run = {.hazards = &hazard, .hazard_count = 1};
    struct sfp_state *s = new_state(SFP_WH);
    size_t size;
    char *text = sfp_statefile_write(s, &run, &size);

    (void)unused;
    assert_non_null(text);
    assert_non_null(strstr(text, "\"kind\": \"kind\", \"text\": \"?\"}"));
    free(text);
    free(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(round_trips),
        cmocka_unit_test(reset_round_trip),
        cmocka_unit_test(written_members),
        cmocka_unit_test(written_text),
        cmocka_unit_test(single_values_and_numbers),
        cmocka_unit_test(absent_members_stay),
        cmocka_unit_test(marks),
        cmocka_unit_test(stacks),
        cmocka_unit_test(current_bank),
        cmocka_unit_test(arches),
        cmocka_unit_test(malformed),
        cmocka_unit_test(text_is_counted),
        cmocka_unit_test(hazard_that_is_not_utf8),
    };

    return cmocka_run_group_tests_name("state files", tests, NULL, NULL);
}
