/* Recordings of vector code as nodes: what builtins mean, where they come from, and what is malformed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "record/nodes_read.h"

static const char wormhole[] = "sfpu-nodes 1\narch wormhole\nheaders 7.38\nbools 0x1 0x2 0x3\n";
static const char blackhole[] = "sfpu-nodes 1\narch blackhole\nheaders newest\nbools 0x1 0x0 0x2\n";

/* Address 16n is line n of kernel.h, others are of nobody's code. */
static const char *find(void *context, const uint64_t *addresses, size_t count, uint32_t *line)
{
    (void)context;
    for (size_t i = 0; i < count; i++) {
        *line = (uint32_t)addresses[i] / 16;
        if (addresses[i] % 16 == 0)
            return "kernel.h";
    }
    return NULL;
}

static bool read(const char *head, const char *text, struct read_nodes *nodes, char **error)
{
    struct nodes_request request = {.finder.find = find};
    char *whole;
    bool done;

    assert_true(asprintf(&whole, "%s%s", head, text) >= 0);
    request.text = whole;
    request.size = strlen(whole);
    done = nodes_read(&request, nodes, error);
    free(whole);
    return done;
}

/* A node's fields that are there, as text. */
static void describe(const struct node *n, char *text, size_t size)
{
    static const char *const kinds[] = {
        [NODE_WORD] = "word", [NODE_INSN] = "insn", [NODE_CONSTANT] = "constant", [NODE_READ] = "read",
        [NODE_WRITE] = "write", [NODE_ASSIGN] = "assign", [NODE_COMPARE] = "compare", [NODE_NOT] = "not",
        [NODE_AND] = "and", [NODE_OR] = "or", [NODE_WHERE] = "where", [NODE_TRUTH] = "truth", [NODE_PUSHC] = "pushc",
        [NODE_POPC] = "popc", [NODE_COMPC] = "compc", [NODE_ENCC] = "encc", [NODE_CONFIG] = "config",
        [NODE_CALL] = "call", [NODE_BARRIER] = "barrier",
    };
    static const char *const operands[] = {"A", "B", "C", "D", "L0", "L1", "L2", "L3", "L4", "L5", "L6", "L7"};
    size_t at = (size_t)snprintf(text, size, "%s", n->kind == NODE_INSN ? n->insn->gnu : kinds[n->kind]);

    for (unsigned o = 0; o < NODE_OPERANDS; o++)
        if (n->uses[o] != NODE_NONE)
            at += (size_t)snprintf(text + at, size - at, " %s%d", operands[o], n->uses[o]);
    for (unsigned i = 0; i < 2; i++)
        if (n->conditions[i] != NODE_NONE)
            at += (size_t)snprintf(text + at, size - at, " ?%d", n->conditions[i]);
    if (n->imm)
        at += (size_t)snprintf(text + at, size - at, " imm %x", n->imm);
    if (n->mod || n->option)
        at += (size_t)snprintf(text + at, size - at, " mod %u,%u", n->mod, n->option);
    if (n->relation)
        at += (size_t)snprintf(text + at, size - at, " by %u,%u", n->relation, n->type);
    for (unsigned o = 0; o < NODE_OPERANDS; o++)
        if (n->makes[o] != NODE_NONE)
            at += (size_t)snprintf(text + at, size - at, " >%s%d", operands[o], n->makes[o]);
    if (n->condition != NODE_NONE)
        snprintf(text + at, size - at, " >?%d", n->condition);
}

static void assert_nodes(const char *head, const char *text, const char *expected)
{
    struct read_nodes nodes;
    char found[4096] = "", line[256], *error;

    if (!read(head, text, &nodes, &error))
        fail_msg("%s: %s", text, error);
    for (size_t i = 0; i < nodes.list.count; i++) {
        describe(&nodes.list.nodes[i], line, sizeof line);
        strcat(strcat(found, line), "\n");
    }
    assert_string_equal(found, expected);
    read_nodes_free(&nodes);
}

static void instructions(void **state)
{
    (void)state;
    assert_nodes(wormhole,
                 "v0 = sfpload 0x2 0x3 0x3\nv1 = sfpmad v0 v0 v0 0x0\nv2 = sfplutfp32_6r v0 v0 v0 v0 v0 v0 v1 0x4\n"
                 "v3 v4 = sfpswap v1 v2 0x1\nsfpstore v4 0xfffffffe 0x0 0x2\nv5 = sfpshft_i v3 0xffffffff 0x0\n"
                 "v6 = sfpstochrnd_i v5 0x3 0x5 0x1\n",
                 "sfpload imm 2 mod 3,3 >D0\nsfpmad A0 B0 C0 >D1\nsfplutfp32 L00 L10 L20 L31 L40 L50 L60 mod 4,0 >D2\n"
                 "sfpswap C2 D1 mod 1,0 >C4 >D3\nsfpstore D4 imm 3ffe mod 0,2\nsfpshft D3 imm fff mod 1,0 >D5\n"
                 "sfpstochrnd C5 imm 3 mod 13,1 >D6\n");
    assert_nodes(blackhole,
                 "v0 = sfpreadlreg 0x8\nv1 = sfpshft_i v0 0x2 0x2\nv2 = sfpreadconfig 0x9\nv3 = sfparecip v2 0x1\n",
                 "read imm 8 >D0\nsfpshft C0 imm 2 mod 7,0 >D1\nsfpmov imm 9 mod 8,0 >D2\nsfparecip C2 mod 1,0 >D3\n");
}

/* Of 16 bits as SFPLOADI has them: bf16, fp16, without and with a sign. 0x3c01 is 1 + 2^-10. 7.38 has its modes for
 * other constants too, and 16 to 18 for those of 32 bits; later headers have 31, and -32. */
static void constants(void **state)
{
    (void)state;
    assert_nodes(wormhole,
                 "v0 = sfploadi 0x3f80 0x0\nv1 = sfploadi 0x3c01 0x1\nv2 = sfploadi 0xffff 0x2\n"
                 "v3 = sfploadi 0xffff 0x4\nv4 = sfpxloadi 0x12345678 0x1f\nv5 = sfpxloadi 0x3d37 0x0\n"
                 "v6 = sfpxloadi 0xfffb 0x4\nv7 = sfpxloadi 0x80000000 0xffffffe0\n",
                 "constant imm 3f800000 >D0\nconstant imm 3f802000 >D1\nconstant imm ffff >D2\n"
                 "constant imm ffffffff >D3\nconstant imm 12345678 >D4\nconstant imm 3d370000 >D5\n"
                 "constant imm fffffffb >D6\nconstant imm 80000000 >D7\n");
}

static void registers(void **state)
{
    (void)state;
    assert_nodes(wormhole,
                 "v0 = sfpreadlreg 0x1\nsfpwritelreg v0 0x7\nsfpwriteconfig_v v0 0xc\nsfpwriteconfig_v v0 0x0 0xd\n"
                 "v1 = sfpassign_lv v0 v0\nword 0x02000000\n",
                 "read imm 1 >D0\nwrite C0 imm 7\nconfig L00 imm c\nconfig L00 imm d\nassign C0 D0 >D1\n"
                 "word imm 2000000\n");
}

/* What has no room in 12 bits is a value. The first less the second number of 7.38: mode 16, or a negated number. */
static void sums(void **state)
{
    (void)state;
    assert_nodes(wormhole,
                 "v0 = sfpreadlreg 0x1\nv1 = sfpxiadd_i v0 0x5 0x18\nv2 = sfpxiadd_v v0 v1 0x18\n"
                 "v3 = sfpxiadd_v v0 v1 0x8\nv4 = sfpxiadd_i v0 0x800 0x10\nv5 = sfpiadd_i v0 0x800 0x4\nv6 = sfpiadd_v v0 v5 0x6\n",
                 "read imm 1 >D0\nsfpiadd C0 imm ffb mod 5,0 >D1\nsfpiadd C1 D0 mod 6,0 >D2\n"
                 "sfpiadd C1 D0 mod 4,0 >D3\nsfpiadd C0 imm 800 mod 5,0 >D4\nconstant imm 800 >D5\n"
                 "sfpiadd C0 D5 mod 4,0 >D6\nsfpiadd C6 D0 mod 6,0 >D7\n");
}

/* A condition has nodes where it is used, each time; integers of 7.38 are the second's less the first's. */
static void conditions(void **state)
{
    (void)state;
    assert_nodes(wormhole,
                 "v0 = sfpreadlreg 0x1\nv1 = sfpreadlreg 0x2\nc0 = sfpxfcmps v0 0x3f800000 0x21\n"
                 "c1 = sfpxicmpv v0 v1 0xe\nc2 = sfpxbool 0x1 c0 c1\nc3 = sfpxbool 0x3 c2 c2\nsfppushc 0x0\nsfpxcondb c3\nsfpcompc\nsfppopc 0x0\n"
                 "v2 = sfpxcondi c0\n",
                 "read imm 1 >D0\nread imm 2 >D1\npushc\ncompare C0 imm 3f800000 by 1,0 >?0\ncompare B0 C1 by 6,1 >?1\n"
                 "or ?0 ?1 >?2\nnot ?2 >?3\nwhere ?3\ncompc\npopc\ncompare C0 imm 3f800000 by 1,0 >?4\n"
                 "truth ?4 >D2\n");
    assert_nodes(blackhole,
                 "v0 = sfpreadlreg 0x1\nc0 = sfpxcmps v0 0x5 0x15\nc1 = sfpxcmpv v0 v0 0x30\nc2 = sfpxbool 0x0 c0 c1\n"
                 "sfpxcondb c2\n",
                 "read imm 1 >D0\ncompare C0 imm 5 by 5,1 >?0\ncompare B0 C0 by 1,0 >?1\nand ?0 ?1 >?2\nwhere ?2\n");
}

/* The innermost line that is the user's, or that of the call. */
static void places(void **state)
{
    struct read_nodes nodes;
    char *error;

    (void)state;
    assert_true(read(wormhole,
                     "file \"a.h\"\nfile \"b.h\"\nword 0x0 #1:7\ncall 3 \"f(\\\"x\\\")\\n\"\n"
                     "v0 = sfpreadlreg 0x1 @1,30,50\nv1 = sfpreadlreg 0x2 @1,3\nword 0x0 @40\n",
                     &nodes, &error));
    assert_int_equal(nodes.list.count, 5);
    assert_int_equal(nodes.list.files.count, 4);
    assert_string_equal(nodes.list.files.names[nodes.list.nodes[0].place.file], "b.h");
    assert_int_equal(nodes.list.nodes[0].place.line, 7);
    assert_string_equal(nodes.list.files.names[nodes.list.nodes[2].place.file], "kernel.h");
    assert_int_equal(nodes.list.nodes[2].place.line, 3);
    assert_string_equal(nodes.list.files.names[nodes.list.nodes[3].place.file], CALLS_FILE);
    assert_int_equal(nodes.list.nodes[3].place.line, 3);
    assert_int_equal(nodes.list.nodes[4].place.line, 4);
    assert_int_equal(nodes.call_count, 1);
    assert_string_equal(nodes.calls[0].name, "f(\"x\")\n");
    assert_string_equal(nodes.list.calls.names[nodes.list.nodes[1].imm], "f(\"x\") ");
    assert_string_equal(nodes.list.profile->name, "7.38");
    read_nodes_free(&nodes);
}

/* 0x04000021 records two words: builtins among these need the barriers of load_replay_buf. */
static void replays(void **state)
{
    (void)state;
    assert_nodes(wormhole, "word 0x04000021\nbarrier\nv0 = sfpreadlreg 0x8\nsfpstore v0 0x0 0x0 0x3\nbarrier\n",
                 "word imm 4000021\nbarrier\nread imm 8 >D0\nsfpstore D0 mod 0,3\nbarrier\n");
    assert_nodes(wormhole, "word 0x04000021\nword 0x8f000000\nword 0x8f000000\nv0 = sfpreadlreg 0x8\n",
                 "word imm 4000021\nword imm 8f000000\nword imm 8f000000\nread imm 8 >D0\n");
    /* 0x04000020 plays them: builtins directly behind it are not recorded. */
    assert_nodes(wormhole, "word 0x04000020\nv0 = sfpreadlreg 0x8\n", "word imm 4000020\nread imm 8 >D0\n");
    assert_nodes(wormhole, "word 0x04000021\nword 0x04000020\nword 0x8f000000\nv0 = sfpreadlreg 0x8\n",
                 "word imm 4000021\nword imm 4000020\nword imm 8f000000\nread imm 8 >D0\n");
}

static const struct {
    const char *text, *error;
} refused[] = {
    {"call 1 \"f()\"\nv0 = sfpreadlreg 0x1 @30\nv1 = sfpadd v0 - 0x0 @40\n",
     "kernel.h:4: in 'f()': a vector is read before a value is assigned to it"},
    {"v0 = sfpreadlreg 0x10\n", "in '': no register 16"},
    {"v0 = sfpreadlreg 0x1\nsfpwritelreg v0 0x8\n", "in '': no register 8"},
    {"v0 = sfpload 0x4000 0x0 0x3\n", "in '': 16384 does not fit SFPLOAD"},
    {"v0 = sfpload 0x0 0x0 0x4\n", "in '': SFPLOAD has no address modifier 4"},
    {"v0 = sfpload 0x0 0x10 0x0\n", "in '': SFPLOAD has no mode 16"},
    {"v0 = sfpreadlreg 0x1\nv1 = sfpstochrnd_i v0 0x0 0x0 0x2\n", "in '': SFP_STOCH_RND has no rounding mode 2"},
    {"v0 = sfpreadlreg 0x1\nv1 = sfplz v0 0x2\n", "in '': SFPLZ in mode 2 sets flags by itself"},
    {"v0 = sfpreadlreg 0x1\nv1 = sfpiadd_i v0 0x1 0x0\n", "in '': SFPIADD in mode 0 sets flags by itself"},
    {"v0 = sfploadi 0x0 0x8\n", "in '': SFPLOADI in mode 8 does not set a whole value"},
    {"v0 = sfpreadlreg 0x1\nsfpwriteconfig_v v0 0x1 0xc\n", "in '': SFPCONFIG in mode 1 does not take a value"},
    {"v0 = sfpreadlreg 0x1\nc0 = sfpxfcmps v0 0x1 0x9\n", "in '': a comparison with a 16-bit number is not supported"},
    {"v0 = sfpreadlreg 0x1\nc0 = sfpxfcmpv v0 v0 0x0\n", "in '': unknown comparison mode 0"},
    {"v0 = sfpreadlreg 0x1\nc0 = sfpxfcmpv v0 v0 0x1\nc1 = sfpxbool 0x4 c0 c0\n", "in '': unknown logic mode 4"},
    {"sfppushc 0x1\n", "in '': sfppushc in mode 1"},
    {"word 0x04000021\nword 0x04000020\nv0 = sfpreadlreg 0x8\n",
     "in '': sfpi code among words that REPLAY records: give it to load_replay_buf()"},
    {"word 0x04000021\nv0 = sfpreadlreg 0x8\n",
     "in '': sfpi code among words that REPLAY records: give it to load_replay_buf()"},
};

static const char *const malformed[] = {
    "v1 = sfpreadlreg 0x1\n",                            /* not the next value */
    "c0 = sfpreadlreg 0x1\n",                            /* no condition */
    "v0 v1 = sfpreadlreg 0x1\n", "sfpreadlreg 0x1\n",    /* too many results, and too few */
    "v0 v2 = sfpswap v0 v0 0x1\n", "v0 c1 = sfpswap v0 v0 0x1\n", "v0 sfpreadlreg 0x1\n", "v0 =\n", "=\n",
    "v0 = sfpnonesuch 0x1\n", "v0 = sfparecip v0 0x0\n", /* none, and none of the arch */
    "v0 = sfpreadlreg\n", "v0 = sfpreadlreg 0x1 0x2\n",  /* too few arguments, and too many */
    "v0 = sfpreadlreg 0x\n", "v0 = sfpreadlreg 0x100000000\n", "v0 = sfpreadlreg 0xg\n", "v0 = sfpreadlreg v\n",
    "v0 = sfpmov v0 0x0\n", "v0 = sfpmov 0x1 0x0\n", "v0 = sfpreadlreg v0\n", "v0 = sfpxcondi c0\n",
    "v0 = sfpxcondi 0x0\n", "word\n", "word v0\n", "word 0x0 0x0\n", "v0 = word 0x0\n",
    "word 0x0 #0:1\n", "word 0x0 #0\n", "word 0x0 #:\n", "word 0x0 @\n", "word 0x0 @1,\n", "word 0x0 @x\n",
    "word 0x0 @1 0x1\n", "word 0x0 @10000000000000000\n",
    "word 0x0 @1,2,3,4,5,6,7,8,9,a,b,c,d,e,f,10,11\n",
    "word 0x0  @1\n", "word  0x0\n", " word 0x0\n", "\n", "word 0x0", "barrier\n", "word 0x04000020\nbarrier\n",
    "file a.h\n", "file \"a.h\n", "file\n", "call \"f()\"\n", "call 1 f()\n", "call 1\n",
    "sfpmad v0 v0 v0 v0 v0 v0 v0 v0 v0\n",
};

static void assert_refused(const char *head, const char *text, const char *expected)
{
    struct read_nodes nodes;
    char *error = NULL;

    if (read(head, text, &nodes, &error))
        fail_msg("'%s' was read", text);
    if (!error || strcmp(error, expected) != 0)
        fail_msg("'%s': '%s', and not '%s'", text, error ? error : "", expected);
    free(error);
}

static void refusals(void **state)
{
    static const char *const heads[] = {
        "", "sfpu-nodes 2\n", "sfpu-nodes 1\narch quasar\n", "sfpu-nodes 1\narch wormhole\nbools 1 2 3\n",
        "sfpu-nodes 1\narch wormhole\nheaders 7.38\nbools 0x1 0x2\n", "v0 = sfpu-nodes 1\n",
        "sfpu-nodes 1\narch a-name-that-is-too-long-for-one\n",
    };
    static const unsigned lines[] = {0, 1, 2, 3, 4, 1, 2};

    (void)state;
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++)
        assert_refused(wormhole, refused[i].text, refused[i].error);
    for (size_t i = 0; i < sizeof malformed / sizeof malformed[0]; i++) {
        const bool second = strncmp(malformed[i], "word 0x04000020", strlen("word 0x04000020")) == 0;
        const bool open = !strchr(malformed[i], '\n');

        assert_refused(wormhole, malformed[i], second ? "malformed nodes: line 6" : open ? "malformed nodes: line 4"
                                                                                      : "malformed nodes: line 5");
    }
    for (size_t i = 0; i < sizeof heads / sizeof heads[0]; i++) {
        char expected[64];

        snprintf(expected, sizeof expected, "malformed nodes: line %u", lines[i]);
        assert_refused(heads[i], "", expected);
    }
}

/* Each doubles what one takes. */
static void deep_conditions(void **state)
{
    char text[2048] = "v0 = sfpreadlreg 0x1\nc0 = sfpxfcmpv v0 v0 0x1\n";

    (void)state;
    for (unsigned i = 1; i < 12; i++)
        sprintf(text + strlen(text), "c%u = sfpxbool 0x1 c%u c%u\n", i, i - 1, i - 1);
    assert_refused(wormhole, text, "in '': a condition of more than 1024 comparisons");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(instructions), cmocka_unit_test(constants),  cmocka_unit_test(registers),
        cmocka_unit_test(sums),         cmocka_unit_test(conditions), cmocka_unit_test(places),
        cmocka_unit_test(replays),      cmocka_unit_test(refusals),   cmocka_unit_test(deep_conditions),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
