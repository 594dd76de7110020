/*
 * The race detector of runs of several threads, by hand-made events. A script has a line for each event:
 *
 *   m INSTRUCTION         the math thread's word issues (p: the pack thread's), and has the line's number as its index
 *   m ! WAIT              the condition of that wait in the thread's latch is over
 *   m ~ INSTRUCTION       the word loses its sub-unit to an item
 *   m +DELAYi INSTRUCTION the last SFPLOADMACRO schedules it, and counts instructions (c: cycles)
 *   m = INSTRUCTION       that item executes
 *   m - INSTRUCTION       that item is forgotten
 *
 * Order follows sfpu-threads(7), Races and Scheduled work; the working stands beside each case.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "assembly/asm.h"
#include "observe/findings_log.h"
#include "observe/races.h"
#include "word_machine.h"

enum { MOST_LINES = 100 };

struct bench {
    struct sfp_machine *m;
    struct sfp_races *races;
    uint32_t line;
    uint32_t macro; /* line of the last SFPLOADMACRO, which is its id too */
    char told[1000]; /* what finish() reported */
};

/* ---- Events ---- */

static uint32_t word_of(enum sfp_arch arch, const char *instruction)
{
    char source[200];
    struct sfp_asm_source one = {.path = "k.s", .text = source};
    struct sfp_asm_options options = {.sink = diagnostic_print, .context = stderr};
    struct sfp_program program;
    uint32_t word;

    snprintf(source, sizeof source, ".arch %s\n%s\n", sfp_arch_name(arch), instruction);
    one.size = strlen(source);
    warnings_init(&options.warnings);
    assert_true(assembly_make(&options, &one, 1, &program));
    assert_int_equal(program.count, 1);
    word = program.words[0];
    sfp_program_free(&program);
    return word;
}

/* The transfer of a load or store without counters, modifiers and LaneConfig. */
static struct sfp_transfer transfer_of(const struct sfp_op *op)
{
    struct sfp_transfer transfer = {0};

    if (!sfp_operand_of(op->insn, SFP_F_ADDR))
        return transfer;
    transfer.reaches = true;
    transfer.address = (uint16_t)(op->imm & SFP_COUNTER_MASK);
    transfer.row = transfer.address & SFP_DST_ROW_GROUP;
    transfer.columns = transfer.address & SFP_DST_ODD_COLUMNS ? SFP_ODD_COLUMNS : SFP_EVEN_COLUMNS;
    return transfer;
}

static void send(struct bench *b, struct sfp_event event, const struct sfp_op *op)
{
    const struct sfp_observer *observer = sfp_races_observer(b->races);

    event.op = op;
    event.unit = (enum sfp_unit)op->insn->unit;
    event.machine = b->m;
    event.cycle = b->line;
    observer->event(observer->context, &event);
}

/* A ZEROACC also writes, after its event. */
static void issue(struct bench *b, struct sfp_event event, struct sfp_op *op)
{
    event.is_template = op->insn->unit != SFP_UNIT_NONE && sfp_names_template(op->insn, op->vd);
    event.id = b->line;
    if (event.is_template)
        op->exec = sfp_load_template;
    else
        event.transfer = transfer_of(op);
    if (op->insn->id == SFP_I_SFPLOADMACRO)
        b->macro = b->line;
    send(b, event, op);
    if (op->insn->id != SFP_I_ZEROACC)
        return;
    b->m->thread = event.thread;
    b->m->dst_written = sfp_races_hear_dst;
    b->m->dst_listener = b->races;
    op->exec(b->m, op);
}

static void tell_item(struct bench *b, struct sfp_event event, struct sfp_op *op)
{
    op->scheduled = event.scheduled = true;
    op->exec = op->inner;
    op->index = b->macro;
    event.macro_index = event.macro_id = b->macro;
    event.selector = SFP_SELECT_TEMPLATE + 3;
    if (event.kind == SFP_EVENT_EXEC)
        event.transfer = transfer_of(op);
    send(b, event, op);
}

/* Sends the event of one line. */
static void step(struct bench *b, const char *line)
{
    struct sfp_event event = {.thread = line[0] == 'm' ? SFP_THREAD_MATH
                                        : line[0] == 'p' ? SFP_THREAD_PACK : SFP_THREAD_UNPACK};
    const char kind = line[2];
    const char *text = line + 2 + (strchr("+!~=-", kind) ? strcspn(line + 2, " ") : 0);
    struct sfp_op op;

    sfp_decode(b->m, word_of(b->m->s.arch, text), b->line, &op);
    switch (kind) {
    case '!':
        event.kind = SFP_EVENT_WAIT_END;
        send(b, event, &op);
        break;
    case '~':
        event.kind = SFP_EVENT_DISCARD;
        issue(b, event, &op);
        break;
    case '+':
        event.kind = SFP_EVENT_SCHEDULE;
        event.delay = (uint8_t)(line[3] - '0');
        event.counts_insns = line[4] == 'i';
        tell_item(b, event, &op);
        break;
    case '=':
    case '-':
        event.kind = kind == '=' ? SFP_EVENT_EXEC : SFP_EVENT_FORGET;
        tell_item(b, event, &op);
        break;
    default:
        event.kind = SFP_EVENT_EXEC;
        issue(b, event, &op);
        break;
    }
}

static void tell(void *context, enum sfp_finding finding, const struct sfp_op *op,
                 const struct sfp_finding_detail *detail)
{
    struct bench *b = context;

    snprintf(b->told + strlen(b->told), sizeof b->told - strlen(b->told), "%s%s %u", *b->told ? ", " : "",
             sfp_finding_info(finding)->name, op->index);
    if (detail->other != SFP_NO_INDEX)
        snprintf(b->told + strlen(b->told), sizeof b->told - strlen(b->told), "/%zu", detail->other);
    if (detail->text)
        snprintf(b->told + strlen(b->told), sizeof b->told - strlen(b->told), ": %s", detail->text);
}

/* Runs a script. Semaphore 0 begins with `value` of `max`. */
static void run_script(struct bench *b, enum sfp_arch arch, const char *script, struct sfp_semaphore semaphore)
{
    char lines[4000];
    char *left = lines;

    memset(b, 0, sizeof *b);
    b->m = machine(arch);
    b->m->s.semaphore[0] = semaphore;
    b->races = sfp_races_new(b->m);
    assert_non_null(b->races);
    assert_true(strlen(script) < sizeof lines);
    strcpy(lines, script);
    for (char *line; (line = strtok_r(left, "\n", &left)); b->line++)
        step(b, line);
}

static void finish_run(struct bench *b, bool ended)
{
    const struct sfp_reporter reporter = {.report = tell, .context = b};

    sfp_races_finish(b->races, &reporter, ended);
}

static void close_bench(struct bench *b)
{
    sfp_races_free(b->races);
    sfp_machine_free(b->m);
}

/* Writes the names of the state that raced, each once, in the order in which the run showed them. */
static void list_items(const struct bench *b, char text[400])
{
    text[0] = '\0';
    for (size_t i = 0; i < sfp_races_count(b->races); i++) {
        const char *item = sfp_races_get(b->races, i)->item;

        if (!strstr(text, item))
            snprintf(text + strlen(text), 400 - strlen(text), "%s%s", *text ? ", " : "", item);
    }
}

/* ---- Cases ---- */

struct raced {
    const char *script, *items; /* items: names of the state that races */
    struct sfp_semaphore semaphore;
};

static void check_cases(enum sfp_arch arch, const struct raced *cases, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct bench b;
        char items[400];

        run_script(&b, arch, cases[i].script, cases[i].semaphore);
        list_items(&b, items);
        if (strcmp(items, cases[i].items) != 0)
            fail_msg("%s\nraces on: %s\nand not: %s", cases[i].script, items, cases[i].items);
        close_bench(&b);
    }
}

#define CHECK_CASES(arch, cases) check_cases(arch, cases, sizeof(cases) / sizeof(cases)[0])

/* Without any order, each kind of state races if one of the threads writes it. */
static void test_items(void **state)
{
    static const struct raced cases[] = {
        {"m sfploadi L3, 0, 2\np sfploadi L3, 0, 2", "L3"},
        {"m sfploadi L3, 0, 2\np sfpmov L4, L3, 0", "L3"},
        {"m sfpmov L4, L3, 0\np sfploadi L3, 0, 2", "L3"},
        {"m sfpmov L4, L3, 0\np sfpmov L5, L3, 0", ""},
        {"m sfploadi L3, 0, 2\np sfploadi L4, 0, 2", ""},
        {"m sfploadi L3, 0, 2\nm sfploadi L3, 0, 2", ""},
        {"m sfpconfig 12, 0, 9\np sfpadd L5, L10, L4, L12, 0", "L12"}, /* immediate: L0 is not read */
        {"m sfpconfig 12, 0, 0\np sfploadi L0, 0, 2", "L0"},
        {"m sfpconfig 12, 0, 1\np sfpconfig 13, 0, 1", ""},
        {"m sfpsetcc L0, 0, 0\np sfpmov L5, L4, 0", "flags"},
        {"m sfpencc 3, 10\np sfpencc 3, 10", "flags"},
        {"m sfpsetcc L0, 0, 0\np sfpnop", ""}, /* SFPNOP has no lanes */
        {"m sfppushc 0\np sfppushc 0", "flag stack"},
        {"m sfpconfig 15, 0, 1\np sfpmov L5, L4, 0", "LaneConfig"},
        {"m sfpmul T0, L0, L0, 0\np sfpmad T0, L12, L0, L13, 0", "template 0"},
        {"m sfpmul T0, L0, L0, 0\np sfpmul T1, L0, L0, 0", ""},
        {"m sfpconfig 0, 0, 0\np sfpmul T0, L0, L0, 0", "template 0"},
        {"m sfpconfig 4, 0, 1\np sfpconfig 4, 0, 1", "sequence 0"},
        {"m sfpconfig 4, 0, 1\np sfpconfig 5, 0, 1", ""},
        {"m sfpconfig 7, 0, 1\np sfploadmacro 3, L1, 0, 3, 7", "sequence 3"},
        {"m sfpconfig 8, 0, 1\np sfploadmacro 3, L1, 0, 3, 7", "Misc"},
        {"m sfpmov L3, L9, 8\np sfpmov L4, L9, 8", "random numbers"}, /* VC 9: random bits */
        {"m sfpmov L3, L8, 8\np sfpconfig 8, 0, 1", "Misc"},          /* VC 8: Misc */
        {"m sfpmov L3, L8, 8\np sfpmov L4, L8, 8", ""},
        {"m sfpmov L3, L15, 8\np sfpconfig 15, 0, 1", "LaneConfig"},
        {"m sfpshft2 L0, L1, 0, 3\np sfpshft2 L4, L5, 0, 3", ""}, /* Blackhole has no latch */
    };
    static const struct raced wormhole[] = {
        {"m sfpshft2 L0, L1, 0, 3\np sfpshft2 L4, L5, 0, 4", "SFPSHFT2's latch"},
    };

    (void)state;
    CHECK_CASES(SFP_BH, cases);
    CHECK_CASES(SFP_WH, wormhole);
}

/* Dst: format 2 has cells of 16 bits, 3 of 32. Row r of 32-bit cells lies in the physical rows 2 (r & ~7) + (r & 7) and
 * 8 more (sfpu-dst(7), Storage): rows 0 to 3 in 0 to 3 and 8 to 11, rows 8 to 11 in 16 to 19 and 24 to 27. */
static void test_dst(void **state)
{
    static const struct raced cases[] = {
        {"m sfpstore L0, 0, 2, 7\np sfpload L4, 0, 2, 7", "Dst"},
        {"m sfpload L0, 0, 2, 7\np sfpload L4, 0, 2, 7", ""},
        {"m sfpstore L0, 0, 2, 7\np sfpload L4, 0, 11, 7", ""}, /* format 11 loads zeros */
        {"m sfpload L0, 0, 2, 7\np sfpstore L4, 0, 2, 7", "Dst"},
        {"m sfpstore L0, 0, 2, 7\np sfpload L4, 4, 2, 7", ""},  /* the next four rows */
        {"m sfpstore L0, 0, 2, 7\np sfpload L4, 2, 2, 7", ""},  /* the odd columns */
        {"m sfpstore L0, 0, 3, 7\np sfpload L4, 8, 2, 7", "Dst"}, /* the low halves of row 0 */
        {"m sfpstore L0, 0, 3, 7\np sfpload L4, 4, 2, 7", ""},
        {"m sfpstore L0, 0, 3, 7\np sfpload L4, 8, 3, 7", ""},
        {"m sfpstore L0, 24, 2, 7\np sfpload L4, 8, 3, 7", "Dst"},
        {"m ttzeroacc 1, 0, 0, 0, 0\np sfpload L4, 12, 2, 7", "Dst"}, /* block 0: rows 0 to 15 */
        {"m ttzeroacc 1, 0, 0, 0, 0\np sfpload L4, 16, 2, 7", ""},
        {"m ttzeroacc 3, 0, 0, 0, 0\np sfpload L4, 1022, 2, 7", "Dst"},
    };

    (void)state;
    CHECK_CASES(SFP_BH, cases);
}

/* A thread that takes a mutex comes after the thread that released it last. */
static void test_mutexes(void **state)
{
    static const struct raced cases[] = {
        {"m ttatgetm 4\nm sfploadi L0, 0, 2\nm ttatrelm 4\np ttatgetm 4\np sfploadi L0, 0, 2\np ttatrelm 4", ""},
        {"m ttatgetm 4\nm sfploadi L0, 0, 2\nm ttatrelm 4\np sfploadi L0, 0, 2", "L0"},
        {"m ttatgetm 4\nm sfploadi L0, 0, 2\nm ttatrelm 4\np ttatgetm 0\np sfploadi L0, 0, 2", "L0"},
        {"m ttatgetm 4\nm ttatrelm 4\nm sfploadi L0, 0, 2\np ttatgetm 4\np sfploadi L0, 0, 2", "L0"},
        {"m sfploadi L0, 0, 2\nm ttatrelm 4\np ttatgetm 4\np sfploadi L0, 0, 2", "L0"}, /* it did not hold the mutex */
        {"m ttatgetm 4\nm sfploadi L0, 0, 2\nm ttatrelm 4\nu ttatgetm 4\nu ttatrelm 4\n"
         "p ttatgetm 4\np sfploadi L0, 0, 2", ""}, /* through the third thread */
    };

    (void)state;
    CHECK_CASES(SFP_BH, cases);
}

#define POSTS_5 "m ttsempost 1\nm ttsempost 1\nm ttsempost 1\nm ttsempost 1\nm ttsempost 1\n"
#define GETS_5 "p ttsemget 1\np ttsemget 1\np ttsemget 1\np ttsemget 1\np ttsemget 1\n"

/* Semaphore 0 is the set 1 of SEMPOST and the like. SEMWAIT's operands: block mask (0x102 holds the vector unit and the
 * sync unit, 0x040 the matrix unit), set, condition (1 while 0, 2 while at the maximum). */
static void test_semaphores(void **state)
{
    static const struct raced cases[] = {
        {"m sfploadi L0, 0, 2\nm ttsempost 1\np ttsemwait 0x102, 1, 1\np ! ttsemwait 0x102, 1, 1\np ttsemget 1\n"
         "p sfploadi L0, 0, 2", "", {0, 1}},
        {"m sfploadi L0, 0, 2\nm ttsempost 1\np ttsemwait 0x102, 2, 1\np ! ttsemwait 0x102, 2, 1\n"
         "p sfploadi L0, 0, 2", "L0", {0, 1}}, /* another semaphore */
        /* no wait: SEMGET alone may have come first */
        {"m sfploadi L0, 0, 2\nm ttsempost 1\np ttsemget 1\np sfploadi L0, 0, 2", "L0", {0, 1}},
        /* the wait does not hold SFPLOADI */
        {"m sfploadi L0, 0, 2\nm ttsempost 1\np ttsemwait 0x040, 1, 1\np ! ttsemwait 0x040, 1, 1\n"
         "p sfploadi L0, 0, 2", "L0", {0, 1}},
        /* it holds INCRWC, which comes before SFPLOADI */
        {"m sfploadi L0, 0, 2\nm ttsempost 1\np ttsemwait 0x040, 1, 1\np ! ttsemwait 0x040, 1, 1\n"
         "p ttincrwc 0, 0, 0, 0\np sfploadi L0, 0, 2", "", {0, 1}},
        /* every wait holds STALLWAIT, on Blackhole SEMWAIT too, and 0x1FF alone NOP */
        {"m sfploadi L0, 0, 2\nm ttsempost 1\np ttsemwait 0x040, 1, 1\np ! ttsemwait 0x040, 1, 1\n"
         "p ttstallwait 0x020, 0x10\np sfploadi L0, 0, 2", "", {0, 1}},
        {"m sfploadi L0, 0, 2\nm ttsempost 1\np ttsemwait 0x040, 1, 1\np ! ttsemwait 0x040, 1, 1\n"
         "p ttsemwait 0x020, 2, 1\np sfploadi L0, 0, 2", "", {0, 1}},
        {"m sfploadi L0, 0, 2\nm ttsempost 1\np ttsemwait 0x040, 1, 1\np ! ttsemwait 0x040, 1, 1\n"
         "p ttnop\np sfploadi L0, 0, 2", "L0", {0, 1}},
        /* an empty mask means the matrix unit */
        {"m sfploadi L0, 0, 2\nm ttsempost 1\np ttsemwait 0, 1, 1\np ! ttsemwait 0, 1, 1\n"
         "p ttincrwc 0, 0, 0, 0\np sfploadi L0, 0, 2", "", {0, 1}},
        /* the wait has not ended yet */
        {"m sfploadi L0, 0, 2\nm ttsempost 1\np ttsemwait 0x002, 1, 1\np sfploadi L0, 0, 2\n"
         "p ! ttsemwait 0x002, 1, 1", "L0", {0, 1}},
        /* the value may be 1 by the first post, which comes before the write */
        {"m ttsempost 1\nm sfploadi L0, 0, 2\nm ttsempost 1\np ttsemwait 0x102, 1, 1\np ! ttsemwait 0x102, 1, 1\n"
         "p sfploadi L0, 0, 2", "L0", {0, 2}},
        /* the second value is by the second post */
        {"m ttsempost 1\nm sfploadi L0, 0, 2\nm ttsempost 1\np ttsemwait 0x102, 1, 1\np ! ttsemwait 0x102, 1, 1\n"
         "p ttsemget 1\np ttsemwait 0x102, 1, 1\np ! ttsemwait 0x102, 1, 1\np sfploadi L0, 0, 2", "", {0, 2}},
        /* the value was there from the start */
        {"m sfploadi L0, 0, 2\nm ttsempost 1\np ttsemwait 0x102, 1, 1\np ! ttsemwait 0x102, 1, 1\n"
         "p sfploadi L0, 0, 2", "L0", {1, 2}},
        /* a full semaphore lets the writer on when the reader has taken one */
        {"p sfpmov L5, L0, 0\np ttsemget 1\nm ttsemwait 0x102, 1, 2\nm ! ttsemwait 0x102, 1, 2\n"
         "m sfploadi L0, 0, 2", "", {1, 1}},
        /* there was room from the start */
        {"p sfpmov L5, L0, 0\np ttsemget 1\nm ttsemwait 0x102, 1, 2\nm ! ttsemwait 0x102, 1, 2\n"
         "m sfploadi L0, 0, 2", "L0", {1, 2}},
        /* the writer's own post has filled the room from the start */
        {"m ttsempost 1\np sfpmov L5, L0, 0\np ttsemget 1\nm ttsemwait 0x102, 1, 2\nm ! ttsemwait 0x102, 1, 2\n"
         "m sfploadi L0, 0, 2", "", {1, 2}},
        /* posted beyond the maximum: the first SEMGET makes no room, the second does */
        {"m ttsempost 1\np ttsemget 1\np sfpmov L5, L0, 0\np ttsemget 1\nm ttsemwait 0x102, 1, 2\n"
         "m ! ttsemwait 0x102, 1, 2\nm sfploadi L0, 0, 2", "", {1, 1}},
        /* operands: maximum, value, set */
        {"m sfploadi L0, 0, 2\nm ttseminit 1, 1, 1\np ttsemwait 0x102, 1, 1\np ! ttsemwait 0x102, 1, 1\n"
         "p sfploadi L0, 0, 2", ""},
        {"m ttsempost 1\nm sfploadi L0, 0, 2\nm ttseminit 1, 1, 1\np ttsemwait 0x102, 1, 1\n"
         "p ! ttsemwait 0x102, 1, 1\np sfploadi L0, 0, 2", "", {0, 1}}, /* the post counts no more */
        {"m sfploadi L0, 0, 2\nm ttseminit 1, 0, 1\np ttsemwait 0x102, 1, 2\np ! ttsemwait 0x102, 1, 2\n"
         "p sfploadi L0, 0, 2", ""},
    };
    static const struct raced wormhole[] = {
        /* Wormhole lets a SEMWAIT pass a wait that does not hold the sync unit */
        {"m sfploadi L0, 0, 2\nm ttsempost 1\np ttsemwait 0x040, 1, 1\np ! ttsemwait 0x040, 1, 1\n"
         "p ttsemwait 0x020, 2, 1\np sfploadi L0, 0, 2", "L0", {0, 1}},
        {"m sfploadi L0, 0, 2\nm ttsempost 1\np ttsemwait 0x042, 1, 1\np ! ttsemwait 0x042, 1, 1\n"
         "p ttsemwait 0x020, 2, 1\np sfploadi L0, 0, 2", "", {0, 1}},
        /* two waits that hold INCRWC: the second may have replaced the first, so that only the second counts */
        {"m sfploadi L0, 0, 2\nm ttsempost 1\np ttsemwait 0x040, 1, 1\np ! ttsemwait 0x040, 1, 1\n"
         "p ttsemwait 0x040, 2, 1\np ! ttsemwait 0x040, 2, 1\np ttincrwc 0, 0, 0, 0\np sfploadi L0, 0, 2", "L0", {0, 1}},
    };
    /* the value stays at 15: the last post adds nothing, so that 15 SEMGETs leave nothing to wait for */
    static const char saturated[] = POSTS_5 POSTS_5 POSTS_5 "m sfploadi L0, 0, 2\nm ttsempost 1\n" GETS_5 GETS_5 GETS_5
                                    "p ttsemwait 0x102, 1, 1\np ! ttsemwait 0x102, 1, 1\np sfploadi L0, 0, 2";
    static const struct raced capped[] = {{saturated, "L0", {0, 15}}};

    (void)state;
    CHECK_CASES(SFP_BH, cases);
    CHECK_CASES(SFP_WH, wormhole);
    CHECK_CASES(SFP_BH, capped);
}

#define MACRO "m sfploadmacro 0, L1, 0, 3, 7\n"
#define GUARDED(words) "m ttatgetm 4\n" MACRO words "m ttatrelm 4\np ttatgetm 4\np sfpmov L5, L2, 0\n"

/* An item of delay d is over after d + 1 words of its thread; counting instructions, after d + 1 vector words. */
static void test_tasks(void **state)
{
    static const struct raced cases[] = {
        /* no other vector word is harmless beside pending items */
        {MACRO "m +2c sfpmov L2, L3, 0\np sfpmov L5, L4, 0", "schedule"},
        {MACRO "m +2c sfpmov L2, L3, 0\np sfpnop", "schedule"},
        {MACRO "m +2c sfpmov L2, L3, 0\np ~ sfpmov L5, L4, 0", "schedule"},
        {MACRO "m +2c sfpmov L2, L3, 0\np ttnop", ""},
        {MACRO "p sfpmov L5, L4, 0", ""}, /* nothing was scheduled */
        /* over in time, but without order */
        {MACRO "m +0c sfpmov L2, L3, 0\nm sfpnop\np sfpnop", "schedule"},
        {"p sfpnop\n" MACRO "m +0c sfpmov L2, L3, 0", "schedule"},
        /* ATRELM is the word that ends it */
        {GUARDED("m +0c sfpmov L2, L3, 0\n"), ""},
        {GUARDED("m +1c sfpmov L2, L3, 0\n"), "L2, schedule"},
        {GUARDED("m +1c sfpmov L2, L3, 0\nm ttnop\n"), ""},
        /* ATRELM is no vector instruction */
        {GUARDED("m +0i sfpmov L2, L3, 0\n"), "L2, schedule"},
        {GUARDED("m +0i sfpmov L2, L3, 0\nm ttnop\n"), "L2, schedule"},
        {GUARDED("m +0i sfpmov L2, L3, 0\nm sfpnop\n"), ""},
        {GUARDED("m +0i sfpmov L2, L3, 0\nm ~ sfpmov L6, L7, 0\n"), ""}, /* a discarded one counts */
        {GUARDED("m +2i sfpmov L2, L3, 0\nm sfpnop\nm sfpnop\n"), "L2, schedule"},
        {GUARDED("m +2i sfpmov L2, L3, 0\nm sfpnop\nm sfpnop\nm sfpnop\n"), ""},
        /* one item that counts instructions makes the other count them too, as long as it is not over */
        {GUARDED("m +1c sfpmov L2, L3, 0\nm +1i sfpmad L6, L3, L3, L3, 0\nm ttnop\n"), "L2, schedule"},
        {GUARDED("m +1c sfpmov L2, L3, 0\nm +0i sfpmad L6, L3, L3, L3, 0\nm sfpnop\n"), ""},
        /* an item that is forgotten never uses anything */
        {GUARDED("m +7i sfpmov L2, L3, 0\nm - sfpmov L2, L3, 0\n"), ""},
        {MACRO "m +7i sfpmov L2, L3, 0\nm - sfpmov L2, L3, 0\np sfpmov L5, L2, 0", ""},
        /* groups of lanes: the later one counts, and both have to be forgotten */
        {GUARDED("m +0c sfpmov L2, L3, 0\nm +1c sfpmov L2, L3, 0\n"), "L2, schedule"},
        {GUARDED("m +1c sfpmov L2, L3, 0\nm +0c sfpmov L2, L3, 0\n"), "L2, schedule"},
        {GUARDED("m +0c sfpmov L2, L3, 0\nm +1c sfpmov L2, L3, 0\nm - sfpmov L2, L3, 0\n"), "L2, schedule"},
        /* what the item reads */
        {MACRO "m +2c sfpmov L2, L3, 0\np sfploadi L3, 0, 2", "schedule, L3"},
        /* over after the post, so that the wait does not order it: the access is kept as one of word 3 */
        {MACRO "m +1c sfpmov L2, L3, 0\nm ttsempost 1\nm sfpnop\np ttsemwait 0x102, 1, 1\n"
         "p ! ttsemwait 0x102, 1, 1\np sfpmov L5, L2, 0", "L2, schedule", {0, 1}},
        {MACRO "m +1c sfpmov L2, L3, 0\nm sfpnop\nm ttsempost 1\np ttsemwait 0x102, 1, 1\n"
         "p ! ttsemwait 0x102, 1, 1\np sfpmov L5, L2, 0", "", {0, 1}},
        {"p sfploadi L2, 0, 2\n" MACRO "m +1c sfpmov L2, L3, 0", "L2, schedule"},
        /* what comes before the item is what came before its SFPLOADMACRO, not what the thread waited for later */
        {"p sfpload L4, 72, 2, 7\np ttsempost 1\n" MACRO "m +7i sfpstore L2, 72, 2, 7\nm ttsemwait 0x102, 1, 1\n"
         "m ! ttsemwait 0x102, 1, 1\nm sfpnop\nm = sfpstore L2, 72, 2, 7", "schedule, Dst", {0, 1}},
        {"p sfpload L4, 72, 2, 7\np ttsempost 1\nm ttsemwait 0x102, 1, 1\nm ! ttsemwait 0x102, 1, 1\nm sfpnop\n"
         MACRO "m +7i sfpstore L2, 72, 2, 7\nm = sfpstore L2, 72, 2, 7", "", {0, 1}},
        /* the template, which every SFPLOADMACRO with a template's item reads */
        {"p sfpmul T3, L0, L0, 0\n" MACRO "m +1c sfpmov L2, L3, 0", "schedule, template 3"},
        /* Dst: known when the store executes, before the end of the task, or in the cycle of its last word */
        {MACRO "m +1c sfpstore L2, 64, 3, 7\nm = sfpstore L2, 64, 3, 7\np sfpload L4, 64, 3, 7", "schedule, Dst"},
        {MACRO "m +1c sfpstore L2, 64, 3, 7\nm = sfpstore L2, 64, 3, 7\np sfpload L4, 68, 3, 7", "schedule"},
        {MACRO "m +0c sfpstore L2, 64, 3, 7\nm sfpnop\nm = sfpstore L2, 64, 3, 7\np sfpload L4, 64, 3, 7",
         "schedule, Dst"},
        {MACRO "m +0c sfpstore L2, 64, 3, 7\nm = sfpstore L2, 64, 3, 7\nm ttsempost 1\np ttsemwait 0x102, 1, 1\n"
         "p ! ttsemwait 0x102, 1, 1\np sfpload L4, 64, 3, 7", "", {0, 1}},
        {"p sfpload L4, 72, 2, 7\n" MACRO "m +1c sfpstore L2, 64, 2, 7\nm = sfpstore L2, 72, 2, 7",
         "schedule, Dst"},
    };

    (void)state;
    CHECK_CASES(SFP_BH, cases);
}

/* Nine SFPLOADMACROs in a row: each counts for those before it, so that no more than eight have items pending, and the
 * places of tasks are taken anew. Seven SFPNOPs after the last one end all but its item of delay 7. */
static void test_many_macros(void **state)
{
    static const char nine[] = MACRO "m +7i sfpmov L2, L3, 0\n" MACRO "m +7i sfpmov L2, L3, 0\n"
                               MACRO "m +7i sfpmov L2, L3, 0\n" MACRO "m +7i sfpmov L2, L3, 0\n"
                               MACRO "m +7i sfpmov L2, L3, 0\n" MACRO "m +7i sfpmov L2, L3, 0\n"
                               MACRO "m +7i sfpmov L2, L3, 0\n" MACRO "m +7i sfpmov L2, L3, 0\n"
                               MACRO "m +7i sfpmov L2, L3, 0\n"
                               "m sfpnop\nm sfpnop\nm sfpnop\nm sfpnop\nm sfpnop\nm sfpnop\nm sfpnop\n";
    char script[1000];
    struct bench b;

    (void)state;
    snprintf(script, sizeof script, "%sm ttsempost 1\np ttnop", nine);
    run_script(&b, SFP_BH, script, (struct sfp_semaphore){0, 1});
    finish_run(&b, true);
    /* the last SFPLOADMACRO is line 16, the SEMPOST 25: 8 are needed, and there were 7 */
    assert_string_equal(b.told, "thread-drain 25/16: needs 1 more vector instruction before it");
    close_bench(&b);
    snprintf(script, sizeof script, "%sm sfpnop\nm ttsempost 1\np ttsemwait 0x102, 1, 1\np ! ttsemwait 0x102, 1, 1\n"
             "p sfploadi L2, 0, 2", nine);
    run_script(&b, SFP_BH, script, (struct sfp_semaphore){0, 1});
    finish_run(&b, true);
    /* no race; but this script, unlike the unit, leaves the items in the queue: sfploadi is line 29 */
    assert_string_equal(b.told, "thread-schedule 29/16: 1 vector instruction of its thread issued while work of the "
                                "math thread was pending");
    close_bench(&b);
}

struct told {
    const char *script, *told;
    bool stopped;
};

/* What is reported: name, word, the other word, text. */
static void test_reports(void **state)
{
    static const struct told cases[] = {
        {"m sfploadi L3, 0, 2\np sfpmov L4, L3, 0", "thread-race 1/0: reads L3, which the math thread writes"},
        {"m sfpmov L4, L3, 0\np sfploadi L3, 0, 2", "thread-race 1/0: writes L3, which the math thread reads"},
        /* pairs: 0 and 1, 0 and 2, the first of them twice */
        {"m sfpstore L0, 64, 2, 7\np sfpload L4, 64, 2, 7\np sfpload L5, 64, 2, 7",
         "thread-race 1/0: reads Dst rows 64 to 67, which the math thread writes; 1 more pair of places"},
        /* two kinds of state at one word: two reports */
        {"m sfploadi L3, 0, 2\nm sfpsetcc L0, 0, 0\np sfpmov L4, L3, 0",
         "thread-race 2/0: reads L3, which the math thread writes, "
         "thread-race 2/1: reads flags, which the math thread writes"},
        /* two SFPNOPs issue while the item waits, and a discarded one; none after it has executed */
        {MACRO "m +2c sfpmov L2, L3, 0\np sfpnop\np sfpnop\np ~ sfpnop\nm = sfpmov L2, L3, 0\np sfpnop",
         "thread-race 2/0: issues while work that the math thread scheduled may be pending; 3 more pairs of places, "
         "thread-schedule 2/0: 3 vector instructions of its thread issued while work of the math thread was pending"},
        {MACRO "m +2c sfpmov L2, L3, 0\nm - sfpmov L2, L3, 0\np sfpnop", ""},
        {MACRO "m +2c sfpmov L2, L3, 0\nm sfpnop\np ttnop", ""}, /* neither its own, nor another unit's */
        {"p sfpnop\n" MACRO "m +2c sfpmov L2, L3, 0",
         "thread-race 1/0: schedules work beside vector instructions of the pack thread"},
        /* delay 3 needs 4 vector words, of which one came */
        {MACRO "m +3i sfpmov L2, L3, 0\nm sfpnop\nm ttsempost 1\np ttnop",
         "thread-drain 3/0: needs 3 more vector instructions before it"},
        {"m ttatgetm 4\n" MACRO "m +3i sfpmov L2, L3, 0\nm sfpnop\nm sfpnop\nm sfpnop\nm ttatrelm 4\np ttnop",
         "thread-drain 6/1: needs 1 more vector instruction before it"},
        /* delay 3 needs 4 vector words */
        {MACRO "m +3i sfpmov L2, L3, 0\nm ttsempost 1\nm sfpnop\nm ttsempost 1\np ttnop",
         "thread-drain 2/0: needs 4 more vector instructions before it, "
         "thread-drain 4/0: needs 3 more vector instructions before it"},
        /* delay 3 needs 4 words, of which SEMPOST is the first */
        {MACRO "m +3c sfpmov L2, L3, 0\nm ttsempost 1\np ttnop",
         "thread-drain 2/0: needs 3 more instructions before it"},
        {MACRO "m +3c sfpmov L2, L3, 0\nm ttnop\nm ttnop\nm ttnop\nm ttsempost 1\np ttnop", ""},
        /* releases nothing */
        {MACRO "m +3i sfpmov L2, L3, 0\nm ttatrelm 4\np ttnop", ""},
        /* condition bit 11 is the vector unit on Blackhole */
        {"m ttatgetm 4\nm ttstallwait 0x080, 0x810\nm ttatrelm 4\np ttnop", "wait-class 1/2"},
        {"m ttatgetm 4\nm ttstallwait 0x002, 0x810\nm ttatrelm 4\np ttnop", ""},
        {"m ttatgetm 4\nm ttstallwait 0x080, 0x010\nm ttatrelm 4\np ttnop", ""}, /* not for the vector unit */
        {"m ttstallwait 0x080, 0x800\nm ttsempost 1\np ttnop", "wait-class 0/1"},
        {"m ttstallwait 0x080, 0x800\nm sfpnop\nm ttsempost 1\np ttnop", ""},
        {"m ttstallwait 0x040, 0x800\nm ttincrwc 0, 0, 0, 0\nm ttsempost 1\np ttnop", ""}, /* it held INCRWC */
        {"m ttstallwait 0x080, 0x800\nm ttincrwc 0, 0, 0, 0\nm ttsempost 1\np ttnop", "wait-class 0/2"},
        {"m ttstallwait 0x080, 0x800\np ttsempost 1", ""}, /* another thread's */
        {"m ttatgetm 4\np ttnop", "mutex-kept 0"},
        {"m ttatgetm 4\np ttnop", "", .stopped = true},
        {"m ttatgetm 4\nm ttatrelm 4\np ttnop", ""},
        /* one thread */
        {"m ttatgetm 4\n" MACRO "m +3i sfpmov L2, L3, 0\nm ttsempost 1\nm ttstallwait 0x080, 0x800\nm ttsempost 1", ""},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct bench b;

        run_script(&b, SFP_BH, cases[i].script, (struct sfp_semaphore){0, 1});
        finish_run(&b, !cases[i].stopped);
        if (strcmp(b.told, cases[i].told) != 0)
            fail_msg("%s\nreports: %s\nand not: %s", cases[i].script, b.told, cases[i].told);
        close_bench(&b);
    }
}

/* A race as data: the later access first, pairs once with a count. */
static void test_data(void **state)
{
    static const char script[] = MACRO "m +7c sfpstore L2, 64, 2, 7\nm = sfpstore L2, 64, 2, 7\n"
                                 "p sfpload L4, 64, 2, 7\n";
    const struct sfp_race *race;
    struct bench b;

    (void)state;
    run_script(&b, SFP_BH, script, (struct sfp_semaphore){0});
    assert_int_equal(sfp_races_count(b.races), 2); /* schedule first, then Dst */
    race = sfp_races_get(b.races, 0);
    assert_string_equal(race->item, "schedule");
    assert_int_equal(race->row, -1);
    assert_false(race->place[1].scheduled);
    race = sfp_races_get(b.races, 1);
    assert_string_equal(race->item, "Dst");
    assert_int_equal(race->row, 64);
    assert_int_equal(race->place[0].thread, SFP_THREAD_PACK);
    assert_int_equal(race->place[0].index, 3);
    assert_false(race->place[0].write || race->place[0].scheduled);
    assert_int_equal(race->place[1].thread, SFP_THREAD_MATH);
    assert_int_equal(race->place[1].index, 0);
    assert_true(race->place[1].write && race->place[1].scheduled);
    assert_int_equal(race->count, 1);
    b.line = 3; /* the load again, as in a loop */
    step(&b, "p sfpload L4, 64, 2, 7");
    assert_int_equal(sfp_races_count(b.races), 2);
    assert_int_equal(race->count, 2);
    close_bench(&b);
    /* one that reads and writes L3 counts once */
    run_script(&b, SFP_BH, "m sfpiadd L3, L3, 1, 5\np sfpiadd L3, L3, 1, 5", (struct sfp_semaphore){0});
    assert_int_equal(sfp_races_count(b.races), 1);
    assert_int_equal(sfp_races_get(b.races, 0)->count, 1);
    assert_true(sfp_races_get(b.races, 0)->place[0].write && sfp_races_get(b.races, 0)->place[1].write);
    close_bench(&b);
}

/* A release in a loop is reported once, with the most that it ever lacked. Delay 3 needs 4 vector words. */
static void test_release_in_a_loop(void **state)
{
    struct bench b;

    (void)state;
    run_script(&b, SFP_BH, "p ttnop\n" MACRO "m +3i sfpmov L2, L3, 0\nm sfpnop\nm ttsempost 1",
               (struct sfp_semaphore){0, 1}); /* lacks 3 */
    step(&b, "m sfpnop");
    b.line = 4;
    step(&b, "m ttsempost 1"); /* lacks 2 */
    finish_run(&b, true);
    assert_string_equal(b.told, "thread-drain 4/1: needs 3 more vector instructions before it");
    close_bench(&b);
}

/* DISABLE_BACKDOOR_LOAD differs between lanes: the word both executes and loads template 0. */
static void test_half_open_backdoor(void **state)
{
    struct sfp_event event = {.kind = SFP_EVENT_EXEC, .thread = SFP_THREAD_MATH};
    struct sfp_op op;
    struct bench b;
    char items[400];

    (void)state;
    run_script(&b, SFP_BH, "p sfpmul T0, L0, L0, 0", (struct sfp_semaphore){0});
    sfp_decode(b.m, word_of(SFP_BH, "sfpmul T0, L4, L5, 0"), 1, &op);
    send(&b, event, &op);
    list_items(&b, items);
    assert_string_equal(items, "template 0");
    close_bench(&b);
}

/* Lets `words` words of each thread race in all pairs. The pack thread's indices begin with `words`. */
static void race_all(struct bench *b, uint32_t words)
{
    run_script(b, SFP_BH, "", (struct sfp_semaphore){0});
    for (uint32_t round = 0; round < words; round++) {
        for (uint32_t i = 0; i < words; i++) {
            b->line = i;
            step(b, "m sfploadi L3, 0, 2");
            b->line = words + (i + round) % words;
            step(b, "p sfploadi L3, 0, 2");
        }
    }
    finish_run(b, true);
}

/* The table of pairs has room for 1024, of which one is kept for each of the 43 kinds of state that has no race yet: pairs
 * of one kind have 981 places, and further ones are left out. */
static void test_room(void **state)
{
    struct bench b;

    (void)state;
    race_all(&b, 30); /* 900 pairs */
    assert_int_equal(sfp_races_count(b.races), 900);
    assert_string_equal(b.told, "thread-race 30/0: writes L3, which the math thread writes; 899 more pairs of places");
    close_bench(&b);
    race_all(&b, 40); /* 1600 pairs */
    assert_int_equal(sfp_races_count(b.races), 981);
    assert_string_equal(b.told, "thread-race 40/0: writes L3, which the math thread writes; 980 more pairs of places, "
                                "or more");
    close_bench(&b);
}

/* The log keeps the kinds of state at one word apart. */
static void test_log(void **state)
{
    struct sfp_findings_log *log = sfp_findings_log_new();
    struct sfp_reporter reporter;
    struct bench b;

    (void)state;
    assert_non_null(log);
    reporter = sfp_findings_log_reporter(log);
    run_script(&b, SFP_BH, "m sfploadi L3, 0, 2\nm sfpsetcc L0, 0, 0\np sfpmov L4, L3, 0", (struct sfp_semaphore){0});
    sfp_races_finish(b.races, &reporter, true);
    assert_int_equal(sfp_findings_log_entries(log), 2);
    sfp_findings_log_free(log);
    close_bench(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_items),  cmocka_unit_test(test_dst),         cmocka_unit_test(test_mutexes),
        cmocka_unit_test(test_semaphores), cmocka_unit_test(test_tasks),   cmocka_unit_test(test_many_macros),
        cmocka_unit_test(test_reports), cmocka_unit_test(test_data),       cmocka_unit_test(test_room),
        cmocka_unit_test(test_log),    cmocka_unit_test(test_half_open_backdoor),
        cmocka_unit_test(test_release_in_a_loop),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
