/*
 * The views of a timed run: timelines, traces, commit log, Kanata, Perfetto.
 * Schedules are worked out by hand from sfpu-timing(7); the working stands beside them.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>

#include "time/pipeline.h"
#include "model/setup.h"
#include "views/timeline_parts.h"
#include "views/trace.h"
#include "observe/optext.h"

/* ---- Programs and runs ---- */

static void kernel_of(struct sfp_kernel *kernel, const char *source)
{
    const struct sfp_asm_source text = {.path = "k.s", .text = source, .size = strlen(source)};
    struct sfp_asm_options options = {.sink = diagnostic_print, .context = stderr};

    memset(kernel, 0, sizeof *kernel);
    kernel->path = "k.s";
    kernel->has_source = true;
    warnings_init(&options.warnings);
    assert_true(assembly_make(&options, &text, 1, &kernel->program));
}

/* Runs the kernel as an LLK kernel starts, and returns the cycles it took. */
static uint64_t run(const struct sfp_kernel *kernel, unsigned long repeat, struct sfp_observer *observers,
                    enum sfp_run_status expected)
{
    struct sfp_machine *m = sfp_machine_new(kernel->program.arch, sfp_semantics_best());
    struct sfp_timing_options options = {.run.repeat = repeat, .observers = observers};
    struct sfp_timing_result result;

    assert_non_null(m);
    sfp_setup_init(m, SFP_INIT_LLK);
    sfp_run_timed(m, kernel->program.words, kernel->program.count, &options, &result);
    assert_int_equal(result.run.status, expected);
    sfp_machine_free(m);
    return result.cycles;
}

/* Text that a view writes. */
struct page {
    FILE *stream;
    char *text;
    size_t size;
};

static void page_open(struct page *page)
{
    page->stream = open_memstream(&page->text, &page->size);
    assert_non_null(page->stream);
}

static char *page_close(struct page *page)
{
    assert_int_equal(ferror(page->stream), 0);
    fclose(page->stream);
    return page->text;
}

static char *printed(struct sfp_timeline *t, uint64_t cycles)
{
    struct page page;

    page_open(&page);
    assert_true(sfp_timeline_print(t, cycles, page.stream));
    sfp_timeline_free(t);
    return page_close(&page);
}

static char *timeline_of(const struct sfp_timeline_class *class, const char *source, unsigned long repeat)
{
    struct sfp_kernel kernel;
    struct sfp_timeline *t;
    uint64_t cycles;
    char *text;

    kernel_of(&kernel, source);
    t = sfp_timeline_new(class, &kernel, SFP_WARNING);
    assert_non_null(t);
    cycles = run(&kernel, repeat, sfp_timeline_observer(t), SFP_RUN_DONE);
    text = printed(t, cycles);
    sfp_kernel_free(&kernel);
    return text;
}

static char *trace_of_run(const struct sfp_trace_class *class, const char *source, unsigned long repeat,
                          enum sfp_run_status expected)
{
    struct sfp_kernel kernel;
    struct sfp_trace *t;
    struct page page;

    kernel_of(&kernel, source);
    page_open(&page);
    t = sfp_trace_new(class, &kernel, SFP_WARNING, page.stream);
    assert_non_null(t);
    run(&kernel, repeat, sfp_trace_observer(t), expected);
    sfp_trace_finish(t);
    sfp_kernel_free(&kernel);
    return page_close(&page);
}

static char *trace_of(const struct sfp_trace_class *class, const char *source)
{
    return trace_of_run(class, source, 1, SFP_RUN_DONE);
}

static void expect(char *text, const char *expected)
{
    assert_string_equal(text, expected);
    free(text);
}

/*
 * Wormhole, issued instructions only:
 *   0  SFPLOADI
 *   1  SFPMAD, lands at the end of 2
 *   2  SFPSTORE reads L1 while it lands, and nothing holds it (sfpu-timing(7), Wormhole hazards)
 *   3  another unit's instruction
 *   4  SFPSWAP, which takes 5 as well
 *   5  so SFPABS waits (sfpu-timing(7), SFPSWAP and SFPSHFT2)
 *   6  SFPABS
 *   7  SFPMUL, one a cycle
 *   8  SFPMUL, lands at the end of 9
 *   9  SFPNOP
 */
static const char issued[] =
    ".arch wormhole\n"
    "sfploadi L0, 0x3f80, 0\n"
    "sfpmad L1, L0, L0, L0, 0\n"
    "sfpstore L1, 0, 0, 0\n"
    "ttincrwc 0, 2, 0, 0\n"
    "sfpswap L1, L0, 0\n"
    "sfpabs L2, L1, 0\n"
    "sfpmul L3, L1, L2, 0\n"
    "sfpmul L4, L1, L2, 0\n"
    "sfpnop\n";

/*
 * Blackhole, the smallest macro of sfpu-timing(7), Examples: a macro issued at T loads at T, takes the reciprocal at T
 * + 1 and stores at T + 2. Three of them, issued at 5, 6 and 7, after template 0, sequence 0 and Misc are set up.
 */
static const char reciprocal[] =
    ".arch blackhole\n"
    "sfparecip T0, L0, 0\n"
    "sfploadi L0, 0x0044, 10\n"
    "sfploadi L0, 0x4b00, 8\n"
    "sfpconfig 4, 0, 0\n"
    "sfpconfig 8, 0x110, 1\n"
    ".rept 3\n"
    "sfploadmacro 0, L3, 0, 0, 6\n"
    ".endr\n";

/*
 * Wormhole. Sequence 0: template 0 on simple with delay 0 into L16; template 1 on MAD with delay 2 into L16 (byte 55:
 * VC = loaded); L16 stored with delay 3 (5B). Macros are issued at 6 and 8.
 *   7   SFPABS [0]; the issued SFPABS loses its slot
 *   9   SFPABS [1]; SFPMAD [0] (6 + 1 + 2); the issued SFPMAD loses its slot
 *   10  SFPSTORE [0] (6 + 1 + 3); the next issued SFPMAD, as MAD is free
 *   11  SFPMAD [1]; the issued SFPSTORE reads L4 while it lands
 *   12  SFPSTORE [1]
 */
static const char scheduled[] =
    ".arch wormhole\n"
    "sfpabs T0, L0, 0\n"
    "sfpmad T1, L0, L0, L9, 0\n"
    "sfploadi L0, 0x5544, 10\n"
    "sfploadi L0, 0x5b00, 8\n"
    "sfpconfig 4, 0, 0\n"
    "sfpconfig 8, 0, 1\n"
    "sfploadmacro 0, L0, 0, 0, 3\n"
    "sfpabs L2, L1, 0\n"
    "sfploadmacro 0, L1, 0, 0, 3\n"
    "sfpmad L3, L1, L2, L9, 0\n"
    "sfpmad L4, L1, L2, L9, 0\n"
    "sfpstore L4, 0, 0, 0\n";

/*
 * Wormhole. Sequence 0 stores L16 with delay 1, sequence 1 with delay 0. The first macro's item, issued at 6, counts
 * down to 0 in 7, where the second macro's item takes the same slot (sfpu-timing(7), Delays); that one executes in 8.
 */
static const char forgetful[] =
    ".arch wormhole\n"
    "sfploadi L0, 0x4b00, 8\n"
    "sfpconfig 4, 0, 0\n"
    "sfploadi L0, 0x4300, 8\n"
    "sfpconfig 5, 0, 0\n"
    "sfpconfig 8, 0, 1\n"
    "sfpnop\n"
    "sfploadmacro 0, L1, 0, 0, 3\n"
    "sfploadmacro 1, L2, 0, 0, 3\n"
    "sfpnop\n";

/* The same store, which counts instructions (Misc bit 11): none comes, so it is dropped once nothing else moves. */
static const char pending[] =
    ".arch wormhole\n"
    "sfploadi L0, 0x4b00, 8\n"
    "sfpconfig 4, 0, 0\n"
    "sfpconfig 8, 0x800, 1\n"
    "sfpnop\n"
    "sfploadmacro 0, L1, 0, 0, 3\n";

/* ---- The table ---- */

static void table_of_issued(void **state)
{
    (void)state;
    expect(timeline_of(&sfp_timeline_table, issued, 1),
        "t | Load                | Simple          | MAD                  | Round | Store             | Front end\n"
        "- | ------------------- | --------------- | -------------------- | ----- | ----------------- |"
        " --------------------------\n"
        "0 | sfploadi L0,16256,0 |                 |                      |       |\n"
        "1 |                     |                 | sfpmad L1,L0,L0,L0,0 |       |\n"
        "2 |                     |                 | ...                  |       | sfpstore L1,0,0,0 | ! mad-raw\n"
        "3 |                     |                 |                      |       |                   |"
        " ttincrwc 0,2,0,0\n"
        "4 |                     | sfpswap L1,L0,0 |                      |       |\n"
        "5 |                     | ...             |                      |       |                   |"
        " stall swap: sfpabs L2,L1,0\n"
        "6 |                     | sfpabs L2,L1,0  |                      |       |\n"
        "7 |                     |                 | sfpmul L3,L1,L2,0    |       |\n"
        "8 |                     |                 | sfpmul L4,L1,L2,0    |       |\n"
        "9 | sfpnop              |                 | ...                  |       |\n");
}

static void table_of_macros(void **state)
{
    (void)state;
    expect(timeline_of(&sfp_timeline_table, reciprocal, 1),
        "t | Load                        | Simple                 | MAD | Round | Store\n"
        "- | --------------------------- | ---------------------- | --- | ----- | ----------------------\n"
        "0 | sfparecip T0,L0,0           |                        |     |       |\n"
        "1 | sfploadi L0,68,10           |                        |     |       |\n"
        "2 | sfploadi L0,19200,8         |                        |     |       |\n"
        "3 |                             | sfpconfig 4,0,0        |     |       |\n"
        "4 |                             | sfpconfig 8,272,1      |     |       |\n"
        "5 | [3] sfploadmacro 0,L3,0,0,6 |                        |     |       |\n"
        "6 | [3] sfploadmacro 0,L3,0,0,6 | [3] sfparecip L16,L3,0 |     |       |\n"
        "7 | [3] sfploadmacro 0,L3,0,0,6 | [3] sfparecip L16,L3,0 |     |       | [3] sfpstore L16,0,0,0\n"
        "8 |                             | [3] sfparecip L16,L3,0 |     |       | [3] sfpstore L16,0,0,0\n"
        "9 |                             |                        |     |       | [3] sfpstore L16,0,0,0\n");
}

/* The lines of `text` from the first that starts with `start`. */
static const char *from_line(const char *text, const char *start)
{
    for (const char *line = text; line && *line; line = strchr(line, '\n') ? strchr(line, '\n') + 1 : NULL)
        if (strncmp(line, start, strlen(start)) == 0)
            return line;
    return "";
}

static void table_of_discards(void **state)
{
    char *text = timeline_of(&sfp_timeline_table, scheduled, 1);

    (void)state;
    assert_string_equal(from_line(text, " 6"),
        " 6 | [0] sfploadmacro 0,L0,0,0,3 |                     |                           |       |\n"
        " 7 |                             | [0] sfpabs L16,L0,0 |                           |       |"
        "                        | discarded: sfpabs L2,L1,0 ! macro-discard\n"
        " 8 | [1] sfploadmacro 0,L1,0,0,3 |                     |                           |       |\n"
        " 9 |                             | [1] sfpabs L16,L1,0 | [0] sfpmad L16,L0,L0,L0,0 |       |"
        "                        | discarded: sfpmad L3,L1,L2,L9,0 ! macro-discard\n"
        "10 |                             |                     | sfpmad L4,L1,L2,L9,0      |       |"
        " [0] sfpstore L16,0,0,0\n"
        "11 |                             |                     | [1] sfpmad L16,L0,L0,L1,0 |       |"
        " sfpstore L4,0,0,0      | ! mad-raw\n"
        "12 |                             |                     | ...                       |       |"
        " [1] sfpstore L16,0,0,0\n");
    free(text);
}

static void table_of_forgotten(void **state)
{
    char *text = timeline_of(&sfp_timeline_table, forgetful, 1);

    (void)state;
    assert_string_equal(from_line(text, "6"),
        "6 | [1] sfploadmacro 0,L1,0,0,3 |                 |     |       |\n"
        "7 | [2] sfploadmacro 1,L2,0,0,3 |                 |     |       |                        |"
        " forgotten: [1] sfpstore L16,0,0,0 ! macro-forgotten\n"
        "8 | sfpnop                      |                 |     |       | [2] sfpstore L16,0,0,0\n");
    free(text);
    text = timeline_of(&sfp_timeline_table, pending, 1);
    assert_string_equal(from_line(text, "4"),
        "4 | [1] sfploadmacro 0,L1,0,0,3 |                    |     |       |\n"
        "5 |                             |                    |     |       |       |"
        " forgotten: [1] sfpstore L16,0,0,0 ! macro-pending\n");
    free(text);
}

static void table_elides(void **state)
{
    (void)state;
    expect(timeline_of(&sfp_timeline_table, "sfpabs L1, L0, 0\nsfpswap L1, L0, 0\n", 5),
        " t | Load | Simple          | MAD | Round | Store | Front end\n"
        "-- | ---- | --------------- | --- | ----- | ----- | --------------------------\n"
        " 0 |      | sfpabs L1,L0,0  |     |       |\n"
        " 1 |      | sfpswap L1,L0,0 |     |       |\n"
        " 2 |      | ...             |     |       |       | stall swap: sfpabs L1,L0,0\n"
        " 3 |      | sfpabs L1,L0,0  |     |       |\n"
        " 4 |      | sfpswap L1,L0,0 |     |       |\n"
        " 5 |      | ...             |     |       |       | stall swap: sfpabs L1,L0,0\n"
        "... 6 cycles in 2 repeats of the last 3 rows ...\n"
        "12 |      | sfpabs L1,L0,0  |     |       |\n"
        "13 |      | sfpswap L1,L0,0 |     |       |\n"
        "14 |      | ...             |     |       |\n");
    /* One row on end; the run of a program of one instruction. */
    expect(timeline_of(&sfp_timeline_table, ".rept 9\nsfpnop\n.endr\nsfptransp\n", 1),
        "t | Load   | Simple    | MAD | Round | Store\n"
        "- | ------ | --------- | --- | ----- | -----\n"
        "0 | sfpnop |           |     |       |\n"
        "1 | sfpnop |           |     |       |\n"
        "... 7 cycles in 7 repeats of the last row ...\n"
        "9 |        | sfptransp |     |       |\n");
}

/* The front end records three words, of which each takes a cycle, and plays them back at once. */
static void table_of_bubbles(void **state)
{
    (void)state;
    expect(timeline_of(&sfp_timeline_table, ".arch wormhole\nttreplay 0, 2, 0, 1\nsfpnop\nsfpabs L1, L0, 0\n"
                       "ttreplay 0, 2, 0, 0\n", 1),
        "t | Load   | Simple         | MAD | Round | Store | Front end\n"
        "- | ------ | -------------- | --- | ----- | ----- | -------------\n"
        "0 |        |                |     |       |       | bubble replay\n"
        "1 |        |                |     |       |       | bubble replay\n"
        "2 |        |                |     |       |       | bubble replay\n"
        "3 | sfpnop |                |     |       |\n"
        "4 |        | sfpabs L1,L0,0 |     |       |\n");
}

/* ---- The llvm-mca form ---- */

#define LEGEND                                                                                             \
    "[pass,index]  D fetched, held   = held, by what   s waits in a macro's queue   e E executes, last cycle\n" \
    "              x discarded   f forgotten   [x] scheduled by a macro with VD = x   ! finding   ~ hides a stall\n"

static void mca_of_issued(void **state)
{
    (void)state;
    expect(timeline_of(&sfp_timeline_mca, issued, 1),
        LEGEND
        "\n"
        "Cycles 0 to 9\n"
        "Index  0123456789\n"
        "[0,0]  E    .       sfploadi L0,16256,0\n"
        "[0,1]  .eE  .       sfpmad L1,L0,L0,L0,0\n"
        "[0,2]  . E  .       sfpstore L1,0,0,0  ! mad-raw\n"
        "[0,3]  .  E .       ttincrwc 0,2,0,0\n"
        "[0,4]  .   eE       sfpswap L1,L0,0\n"
        "[0,5]  .    DE      sfpabs L2,L1,0  = swap\n"
        "[0,6]  .    . eE    sfpmul L3,L1,L2,0\n"
        "[0,7]  .    .  eE   sfpmul L4,L1,L2,0\n"
        "[0,8]  .    .   E   sfpnop\n");
}

static void mca_of_scheduled(void **state)
{
    char *text = timeline_of(&sfp_timeline_mca, scheduled, 1);

    (void)state;
    assert_string_equal(from_line(text, "Cycles"),
        "Cycles 0 to 12\n"
        "                  012\n"
        "Index   0123456789\n"
        "[0,0]   E    .    .     sfpabs T0,L0,0\n"
        "[0,1]   .E   .    .     sfpmad T1,L0,L0,L9,0\n"
        "[0,2]   . E  .    .     sfploadi L0,21828,10\n"
        "[0,3]   .  E .    .     sfploadi L0,23296,8\n"
        "[0,4]   .   E.    .     sfpconfig 4,0,0\n"
        "[0,5]   .    E    .     sfpconfig 8,0,1\n"
        "[0,6]   .    .E   .     sfploadmacro 0,L0,0,0,3\n"
        "[0,6]   .    .sE  .     [0] sfpabs L16,L0,0\n"
        "[0,6]   .    .ssseE     [0] sfpmad L16,L0,L0,L0,0\n"
        "[0,6]   .    .ssssE     [0] sfpstore L16,0,0,0\n"
        "[0,7]   .    . x  .     sfpabs L2,L1,0  ! macro-discard\n"
        "[0,8]   .    .  E .     sfploadmacro 0,L1,0,0,3\n"
        "[0,8]   .    .  sE.     [1] sfpabs L16,L1,0\n"
        "[0,8]   .    .  ssseE   [1] sfpmad L16,L0,L0,L1,0\n"
        "[0,8]   .    .  ssssE   [1] sfpstore L16,0,0,0\n"
        "[0,9]   .    .   x.     sfpmad L3,L1,L2,L9,0  ! macro-discard\n"
        "[0,10]  .    .    eE    sfpmad L4,L1,L2,L9,0\n"
        "[0,11]  .    .    .E    sfpstore L4,0,0,0  ! mad-raw\n");
    free(text);
}

static void mca_of_forgotten(void **state)
{
    char *text = timeline_of(&sfp_timeline_mca, forgetful, 1);

    (void)state;
    assert_string_equal(from_line(text, "[0,6]"),
        "[0,6]  .    .E     sfploadmacro 0,L1,0,0,3\n"
        "[0,6]  .    .sf    [1] sfpstore L16,0,0,0  ! macro-forgotten\n"
        "[0,7]  .    . E    sfploadmacro 1,L2,0,0,3\n"
        "[0,7]  .    . sE   [2] sfpstore L16,0,0,0\n"
        "[0,8]  .    .  E   sfpnop\n");
    free(text);
}

/* 79 different instructions, then a multiply-add across the edge of the first chunk of 80 cycles. */
static void mca_chunks(void **state)
{
    char *text = timeline_of(&sfp_timeline_mca, "i = 0\n.rept 79\nsfploadi L0, i, 2\ni = i + 1\n.endr\n"
                             "sfpmad L1, L0, L0, L9, 0\nsfpnop\nsfpabs L1, L1, 0\n", 1);

    (void)state;
    assert_non_null(strstr(text, "\nCycles 0 to 79\n                  0123456789          0123456789"));
    assert_non_null(strstr(text, "   sfploadi L0,78,2\n"));
    assert_string_equal(from_line(text, "Cycles 80"),
        "Cycles 80 to 81\n"
        "Index   01\n"
        "[0,79]  E    sfpmad L1,L0,L0,L9,0\n"
        "[0,80]  E    sfpnop\n"
        "[0,81]  .E   sfpabs L1,L1,0\n");
    free(text);
}

static void mca_elides(void **state)
{
    (void)state;
    expect(timeline_of(&sfp_timeline_mca, "sfpabs L1, L0, 0\nsfpswap L1, L0, 0\n", 5),
        LEGEND
        "\n"
        "Cycles 0 to 8\n"
        "Index  012345678\n"
        "[0,0]  E    .      sfpabs L1,L0,0\n"
        "[0,1]  .eE  .      sfpswap L1,L0,0\n"
        "[1,0]  . DE .      sfpabs L1,L0,0  = swap\n"
        "[1,1]  .   eE      sfpswap L1,L0,0\n"
        "[2,0]  .    DE     sfpabs L1,L0,0  = swap\n"
        "[2,1]  .    . eE   sfpswap L1,L0,0\n"
        "\n"
        "... 6 cycles in 2 repeats of the last 2 instructions ...\n");
}

/* ---- Events made by hand ---- */

/* Feeds a view; `op` is decoded once, as Wormhole's. */
struct feed {
    struct sfp_machine *m;
    struct sfp_kernel kernel;
    struct sfp_op op;
    struct sfp_observer *observer;
};

static void feed_open(struct feed *f, const char *source)
{
    kernel_of(&f->kernel, source);
    f->m = sfp_machine_new(f->kernel.program.arch, sfp_semantics_best());
    assert_non_null(f->m);
    sfp_decode(f->m, f->kernel.program.words[0], 0, &f->op);
}

static void feed_close(struct feed *f)
{
    sfp_machine_free(f->m);
    sfp_kernel_free(&f->kernel);
}

static void feed(const struct feed *f, struct sfp_event event)
{
    event.machine = f->m;
    if (event.kind != SFP_EVENT_BUBBLE && event.kind != SFP_EVENT_PASS)
        event.op = &f->op;
    f->observer->event(f->observer->context, &event);
}

/* An instruction fetched at 3, held, and never seen again; one that another took the place of at once. */
static void feed_broken_off(const struct feed *f)
{
    feed(f, (struct sfp_event){.cycle = 0, .kind = SFP_EVENT_PASS});
    feed(f, (struct sfp_event){.cycle = 3, .kind = SFP_EVENT_FETCH, .unit = SFP_UNIT_SIMPLE, .id = 0});
    feed(f, (struct sfp_event){.cycle = 3, .kind = SFP_EVENT_STALL, .unit = SFP_UNIT_SIMPLE, .stall = SFP_STALL_MAD});
    feed(f, (struct sfp_event){.cycle = 4, .kind = SFP_EVENT_STALL, .unit = SFP_UNIT_SIMPLE, .stall = SFP_STALL_WAIT});
    feed(f, (struct sfp_event){.cycle = 5, .kind = SFP_EVENT_STALL, .unit = SFP_UNIT_SIMPLE, .stall = SFP_STALL_WAIT});
    feed(f, (struct sfp_event){.cycle = 5, .kind = SFP_EVENT_HAZARD, .unit = SFP_UNIT_SIMPLE, .id = SFP_NO_ID,
                               .finding = SFP_FIND_MAD_WAW});
    feed(f, (struct sfp_event){.cycle = 5, .kind = SFP_EVENT_HAZARD, .unit = SFP_UNIT_SIMPLE, .id = 0,
                               .finding = SFP_FIND_NO_EFFECT}); /* of too little weight to be shown */
}

static void broken_off(void **state)
{
    struct feed f;
    struct sfp_timeline *t;

    (void)state;
    feed_open(&f, "sfpabs L1, L0, 0\n");
    t = sfp_timeline_new(&sfp_timeline_mca, &f.kernel, SFP_WARNING);
    f.observer = sfp_timeline_observer(t);
    feed_broken_off(&f);
    expect(printed(t, 6),
        LEGEND
        "\n"
        "Cycles 3 to 5\n"
        "Index  345\n"
        "[0,0]  D==   sfpabs L1,L0,0  = mad = wait ! mad-waw\n");
    t = sfp_timeline_new(&sfp_timeline_table, &f.kernel, SFP_WARNING);
    f.observer = sfp_timeline_observer(t);
    feed_broken_off(&f);
    expect(printed(t, 6),
        "t | Load | Simple | MAD | Round | Store | Front end\n"
        "- | ---- | ------ | --- | ----- | ----- | ------------------------------------\n"
        "0 |      |        |     |       |\n"
        "1 |      |        |     |       |\n"
        "2 |      |        |     |       |\n"
        "3 |      |        |     |       |       | stall mad: sfpabs L1,L0,0\n"
        "4 |      |        |     |       |       | stall wait: sfpabs L1,L0,0\n"
        "5 |      |        |     |       |       | stall wait: sfpabs L1,L0,0 ! mad-waw\n");
    feed_close(&f);
}

/* An item that waits for thousands of instructions of other units: its row is drawn before it is over. */
static void endless_wait(void **state)
{
    struct feed f;
    struct sfp_timeline *t;
    char *text;

    (void)state;
    feed_open(&f, "ttnop\n");
    t = sfp_timeline_new(&sfp_timeline_mca, &f.kernel, SFP_WARNING);
    f.observer = sfp_timeline_observer(t);
    feed(&f, (struct sfp_event){.cycle = 0, .kind = SFP_EVENT_SCHEDULE, .unit = SFP_UNIT_STORE, .id = 0,
                                .scheduled = true, .loaded = 5});
    for (uint64_t i = 1; i < 3000; i++) {
        feed(&f, (struct sfp_event){.cycle = i, .kind = SFP_EVENT_FETCH, .id = i});
        feed(&f, (struct sfp_event){.cycle = i, .kind = SFP_EVENT_EXEC, .id = i});
        feed(&f, (struct sfp_event){.cycle = i, .kind = SFP_EVENT_COMPLETE, .id = i});
    }
    text = printed(t, 3000);
    assert_non_null(strstr(text, "[0,0]  sssss"));
    assert_non_null(strstr(text, " repeats of the last instruction ...\n"));
    assert_true(strlen(text) < 4000);
    free(text);
    feed_close(&f);
}

/* ---- Repetition ---- */

static void log_row(void *context, const struct sfp_row *row)
{
    fprintf(context, "%s ", row->text);
}

static void log_skip(void *context, uint64_t cycles, uint64_t repeats, unsigned rows)
{
    fprintf(context, "(%u %u %u) ", (unsigned)cycles, (unsigned)repeats, rows);
}

/* Rows of one letter each, a cycle apart. */
static void repeats(const char *rows, const char *expected)
{
    struct page page;
    struct sfp_repeats *r;

    page_open(&page);
    r = sfp_repeats_new(&(struct sfp_row_sink){log_row, log_skip, page.stream});
    assert_non_null(r);
    for (size_t i = 0; rows[i]; i++)
        assert_true(sfp_repeats_add(r, &(struct sfp_row){.cycle = i, .text = (char[]){rows[i], '\0'}}));
    sfp_repeats_end(r);
    sfp_repeats_free(r);
    expect(page_close(&page), expected);
}

static void repeats_by_rows(void **state)
{
    (void)state;
    repeats("", "");
    repeats("aaaa", "a a a a ");            /* two left out would not be worth a line */
    repeats("aaaaa", "a a (3 3 1) ");
    repeats("abababab", "a b a b (4 2 2) ");
    repeats("ababababa", "a b a b (4 2 2) a "); /* what is over is shown */
    repeats("abababx", "a b a b a b x ");   /* one repetition of two rows is not worth a line */
    repeats("abcabcabcd", "a b c a b c (3 1 3) d ");
    repeats("aabaabaabaab", "a a b a a b (6 2 3) ");
    repeats("xaaaaayaaaaay", "x a a (3 3 1) y a a (3 3 1) y ");
}

/* `count` rows that repeat after `period` rows; returns how many lines come out. */
static unsigned lines_with_period(unsigned period, unsigned count)
{
    struct page page;
    struct sfp_repeats *r;
    unsigned lines = 0;
    char *text, name[16];

    page_open(&page);
    r = sfp_repeats_new(&(struct sfp_row_sink){log_row, log_skip, page.stream});
    assert_non_null(r);
    for (unsigned i = 0; i < count; i++) {
        snprintf(name, sizeof name, "r%u", i % period);
        assert_true(sfp_repeats_add(r, &(struct sfp_row){.cycle = i, .text = name}));
    }
    sfp_repeats_end(r);
    sfp_repeats_free(r);
    text = page_close(&page);
    for (const char *c = text; *c; c++)
        lines += *c == 'r' || *c == '(';
    free(text);
    return lines;
}

static void repeats_by_period(void **state)
{
    (void)state;
    for (unsigned period = 2; period <= SFP_MAX_PERIOD; period++)
        assert_int_equal(lines_with_period(period, 10 * period), 2 * period + 1);
    assert_int_equal(lines_with_period(SFP_MAX_PERIOD + 1, 3000), 3000);
}

/* ---- JSON Lines ---- */

static void trace_lines(void **state)
{
    char *text = trace_of(&sfp_trace_events, scheduled);

    (void)state;
    assert_string_equal(from_line(text, "{\"cycle\": 9"),
        "{\"cycle\": 9, \"unit\": \"mad\", \"event\": \"discard\", \"index\": 9, \"word\": \"0x84012930\","
        " \"text\": \"sfpmad L3,L1,L2,L9,0\", \"by\": \"issue\"}\n"
        "{\"cycle\": 9, \"unit\": \"mad\", \"event\": \"hazard\", \"index\": 9, \"word\": \"0x84012930\","
        " \"text\": \"sfpmad L3,L1,L2,L9,0\", \"by\": \"issue\", \"kind\": \"macro-discard\"}\n"
        "{\"cycle\": 9, \"unit\": \"simple\", \"event\": \"exec\", \"index\": 8, \"word\": \"0x7d0000c0\","
        " \"text\": \"sfpabs L16,L1,0\", \"by\": \"macro\", \"macro\": 0, \"macro_cycle\": 8, \"delay\": 0}\n"
        "{\"cycle\": 9, \"unit\": \"mad\", \"event\": \"exec\", \"index\": 6, \"word\": \"0x840009d0\","
        " \"text\": \"sfpmad L16,L0,L0,L0,0\", \"by\": \"macro\", \"macro\": 0, \"macro_cycle\": 6,"
        " \"delay\": 2}\n"
        "{\"cycle\": 10, \"unit\": \"mad\", \"event\": \"exec\", \"index\": 10, \"word\": \"0x84012940\","
        " \"text\": \"sfpmad L4,L1,L2,L9,0\", \"by\": \"issue\"}\n"
        "{\"cycle\": 10, \"unit\": \"store\", \"event\": \"exec\", \"index\": 6, \"word\": \"0x72000000\","
        " \"text\": \"sfpstore L16,0,0,0\", \"by\": \"macro\", \"macro\": 0, \"macro_cycle\": 6, \"delay\": 3,"
        " \"address\": 0, \"row\": 0, \"columns\": \"even\"}\n"
        "{\"cycle\": 11, \"unit\": \"store\", \"event\": \"hazard\", \"index\": 11, \"word\": \"0x72400000\","
        " \"text\": \"sfpstore L4,0,0,0\", \"by\": \"issue\", \"kind\": \"wh-mad-raw\"}\n"
        "{\"cycle\": 11, \"unit\": \"mad\", \"event\": \"exec\", \"index\": 8, \"word\": \"0x840009d0\","
        " \"text\": \"sfpmad L16,L0,L0,L1,0\", \"by\": \"macro\", \"macro\": 0, \"macro_cycle\": 8,"
        " \"delay\": 2}\n"
        "{\"cycle\": 11, \"unit\": \"store\", \"event\": \"exec\", \"index\": 11, \"word\": \"0x72400000\","
        " \"text\": \"sfpstore L4,0,0,0\", \"by\": \"issue\", \"address\": 0, \"row\": 0, \"columns\": \"even\","
        " \"step\": 0}\n"
        "{\"cycle\": 12, \"unit\": \"store\", \"event\": \"exec\", \"index\": 8, \"word\": \"0x72000000\","
        " \"text\": \"sfpstore L16,0,0,0\", \"by\": \"macro\", \"macro\": 0, \"macro_cycle\": 8, \"delay\": 3,"
        " \"address\": 0, \"row\": 0, \"columns\": \"even\"}\n");
    free(text);
}

static void trace_front(void **state)
{
    (void)state;
    expect(trace_of(&sfp_trace_events, ".arch wormhole\nttreplay 0, 1, 1, 1\nttincrwc 0, 2, 0, 0\n"
                    "sfpswap L1, L0, 0\nsfpabs L2, L1, 0\n"),
        "{\"cycle\": 0, \"unit\": \"front\", \"event\": \"stall\", \"index\": null, \"word\": null,"
        " \"text\": null, \"by\": \"issue\", \"reason\": \"replay\"}\n"
        "{\"cycle\": 1, \"unit\": \"front\", \"event\": \"exec\", \"index\": 1, \"word\": \"0x38008000\","
        " \"text\": \"ttincrwc 0,2,0,0\", \"by\": \"issue\"}\n"
        "{\"cycle\": 2, \"unit\": \"simple\", \"event\": \"exec\", \"index\": 2, \"word\": \"0x92000010\","
        " \"text\": \"sfpswap L1,L0,0\", \"by\": \"issue\"}\n"
        "{\"cycle\": 3, \"unit\": \"front\", \"event\": \"stall\", \"index\": 3, \"word\": \"0x7d000120\","
        " \"text\": \"sfpabs L2,L1,0\", \"by\": \"issue\", \"reason\": \"swap\"}\n"
        "{\"cycle\": 4, \"unit\": \"simple\", \"event\": \"exec\", \"index\": 3, \"word\": \"0x7d000120\","
        " \"text\": \"sfpabs L2,L1,0\", \"by\": \"issue\"}\n");
}

/* Every line is an object of its own that a JSON reader takes. */
static void trace_is_json(void **state)
{
    char *text = trace_of(&sfp_trace_events, scheduled), *rest = text;
    unsigned lines = 0;

    (void)state;
    for (const char *line; (line = strsep(&rest, "\n")) && *line; lines++) {
        json_t *object = json_loads(line, JSON_REJECT_DUPLICATES, NULL);

        assert_true(json_is_object(object));
        assert_true(json_is_string(json_object_get(object, "by")));
        json_decref(object);
    }
    assert_true(lines > 10);
    free(text);
}

/* ---- The commit log ---- */

static void commits(void **state)
{
    (void)state;
    /* INCRWC's own counter shows; the store's address is the one before its address modifier (6: by 2) moves on. */
    expect(trace_of(&sfp_trace_commits, ".arch blackhole\nsfploadi L0, 0x3f80, 0\nsfpmad L1, L0, L0, L0, 0\nsfpnop\n"
                    "ttincrwc 0, 4, 0, 0\nsfpstore L1, 16, 2, 6\nsfpstore L1, 16, 3, 7\n"),
        "0\t0\tsfploadi L0,16256,0\tL0=3f800000\n"
        "2\t1\tsfpmad L1,L0,L0,L0,0\tL1=40000000\n"
        "2\t2\tsfpnop\n"
        "3\t3\tttincrwc 0,4,0,0\trwc.dst=4\n"
        "4\t4\tsfpstore L1,16,2,6\tdst.BF16[20,even]=2\trwc.dst=6\n"
        "5\t5\tsfpstore L1,16,3,7\tdst.FP32[20,odd]=2\n");
    /* Lanes that differ; flags (lane 0 holds 0); the stack; configuration. */
    expect(trace_of(&sfp_trace_commits, "sfpmov L0, L15, 0\nsfppushc 0\nsfpsetcc L0, 0, 6\nsfpcompc\nsfppopc 0\n"
                    "sfpconfig 11, 0, 1\nsfpconfig 15, 0x100, 1\nsfpabs T3, L0, 0\nsfpmuli T2, 0, 0\n"),
        "0\t0\tsfpmov L0,L15,0\tL0=00000000,00000002,00000004,00000006,00000008,0000000a,0000000c,0000000e,"
        "00000010,00000012,00000014,00000016,00000018,0000001a,0000001c,0000001e,"
        "00000020,00000022,00000024,00000026,00000028,0000002a,0000002c,0000002e,"
        "00000030,00000032,00000034,00000036,00000038,0000003a,0000003c,0000003e\n"
        "1\t1\tsfppushc 0\tstack=1:ffffffff/ffffffff\n"
        "2\t2\tsfpsetcc L0,0,6\tflags=00000001/ffffffff\n"
        "3\t3\tsfpcompc\tlanes=00000001\tflags=fffffffe/ffffffff\n"
        "4\t4\tsfppopc 0\tlanes=fffffffe\tflags=ffffffff/ffffffff\tstack=0:00000000/00000000\n"
        "5\t5\tsfpconfig 11,0,1\tL11=bf800000\n"
        "6\t6\tsfpconfig 15,256,1\tlaneconfig=00000100\n"
        "7\t7\tsfpabs T3,L0,0\ttemplate3=7d0000f0\n"
        "8\t8\tsfpmuli T2,0,0\ttemplate2=740000e0\n");
}

static void commits_of_macros(void **state)
{
    char *text = trace_of(&sfp_trace_commits, reciprocal);

    (void)state;
    assert_string_equal(from_line(text, "3\t"),
        "3\t3\tsfpconfig 4,0,0\tsequence0=4b000044\n"
        "4\t4\tsfpconfig 8,272,1\tmisc=00000110\n"
        "5\t5\tsfploadmacro 0,L3,0,0,6\tfrom=0\tL3=00000000\trwc.dst=2\n"
        "6\t5\t[3] sfparecip L16,L3,0\tL16=7f800000\n"
        "6\t6\tsfploadmacro 0,L3,0,0,6\tfrom=2\tL3=00000000\trwc.dst=4\n"
        "7\t6\t[3] sfparecip L16,L3,0\tL16=7f800000\n"
        "7\t7\tsfploadmacro 0,L3,0,0,6\tfrom=4\tL3=00000000\trwc.dst=6\n"
        "7\t5\t[3] sfpstore L16,0,0,0\tdst.BF16[0,even]=inf\n"
        "8\t7\t[3] sfparecip L16,L3,0\tL16=7f800000\n"
        "8\t6\t[3] sfpstore L16,0,0,0\tdst.BF16[0,odd]=inf\n"
        "9\t7\t[3] sfpstore L16,0,0,0\tdst.BF16[4,even]=inf\n");
    free(text);
}

/* What a store of L0 or L1 in each mode shows: 0x40490fdb, which is pi in fp32, and -5 (sfpu-dst(7), Stores). */
static void commits_of_stores(void **state)
{
    static const struct {
        unsigned mode;
        const char *pi, *minus; /* NULL: not looked at */
        const char *blackhole;  /* of -5 there, where it is another */
    } stores[] = {
        {1, "FP16[0,even]=3.140625"}, {2, "BF16[0,even]=3.140625"}, {3, "FP32[0,even]=3.1415927"},
        {4, "INT32[0,even]=1078530011", "INT32[0,even]=-5"},
        {5, "INT8[0,even]=987", "INT8[0,even]=-1019"}, /* ten bits: 0x3db, and 0x3fb */
        {6, "UINT16[0,even]=4059", "UINT16[0,even]=65531"},
        {7, "HI16[0,even]=0x40490fdb"}, {8, "INT16[0,even]=4059", "INT16[0,even]=-32763"},
        {9, "LO16[0,even]=0x0fdb4049"}, {10, "INT32_ALL[0,even]=1078530011"}, {11, "ZERO[0,even]=0"},
        {12, "INT32_SM[0,even]=1078530011", "INT32_SM[0,even]=-5"},
        {13, "INT8_COMP[0,even]=987", "INT8_COMP[0,even]=-5", "INT8_COMP[0,even]=-1019"},
        {14, "LO16_ONLY[0,even]=4059"}, {15, "HI16_ONLY[0,even]=16457"},
    };
    static const char *const archs[] = {"wormhole", "blackhole"};

    (void)state;
    for (size_t i = 0; i < 2 * sizeof stores / sizeof stores[0]; i++) {
        const unsigned mode = stores[i / 2].mode;
        const char *minus = i % 2 && stores[i / 2].blackhole ? stores[i / 2].blackhole : stores[i / 2].minus;
        char source[256], line[64], *text;

        snprintf(source, sizeof source, ".arch %s\nsfploadi L0, 0x4049, 8\nsfploadi L0, 0x0fdb, 10\nsfploadi L1, -5, 4\n"
                 "sfpstore L0, 0, %u, 3\nsfpstore L1, 0, %u, 3\n", archs[i % 2], mode, mode);
        text = trace_of(&sfp_trace_commits, source);
        snprintf(line, sizeof line, "\tdst.%s\n", stores[i / 2].pi);
        if (!strstr(text, line) || (minus && !strstr(strstr(text, line) + 1, minus)))
            fail_msg("mode %u on %s: %s", mode, archs[i % 2], text);
        free(text);
    }
}

/* Lanes show where not all are enabled: those of an instruction's start, of a product too that lands when they are others.
 * L15 is twice the lane's number. */
static void commits_of_lanes(void **state)
{
    char *text = trace_of(&sfp_trace_commits, "sfpsetcc L15, 0, 6\nsfpmul L1, L10, L10, L9, 0\nsfpencc 3, 10\n"
                                             "sfpmov L2, L10, 0\n");

    (void)state;
    assert_string_equal(text, "0\t0\tsfpsetcc L15,0,6\tflags=00000001/ffffffff\n"
                              "2\t1\tsfpmul L1,L10,L10,0\tlanes=00000001\tL1=3f800000"
                              ",00000000,00000000,00000000,00000000,00000000,00000000,00000000"
                              ",00000000,00000000,00000000,00000000,00000000,00000000,00000000,00000000"
                              ",00000000,00000000,00000000,00000000,00000000,00000000,00000000,00000000"
                              ",00000000,00000000,00000000,00000000,00000000,00000000,00000000,00000000\n"
                              "2\t2\tsfpencc 3,10\tlanes=00000001\tflags=ffffffff/ffffffff\n"
                              "3\t3\tsfpmov L2,L10,0\tL2=3f800000\n");
    free(text);
}

/* ---- Kanata ---- */

enum { MAX_INSTRUCTIONS = 4096, RUNNING = 1, RETIRED = 2 };

/* What a checker knows of a log. */
struct log_state {
    uint64_t next, retired, time;
    uint8_t status[MAX_INSTRUCTIONS];
};

static uint64_t field(char **rest)
{
    char *text = strsep(rest, "\t"), *end;
    uint64_t value;

    assert_non_null(text);
    value = strtoull(text, &end, 10);
    assert_true(end != text && *end == '\0');
    return value;
}

static uint64_t running(struct log_state *s, char **rest)
{
    uint64_t id = field(rest);

    assert_true(id < s->next && s->status[id] == RUNNING);
    return id;
}

static void check_command(struct log_state *s, char *line)
{
    char *rest = line, command = *strsep(&rest, "\t");
    uint64_t id;

    assert_non_null(rest);
    switch (command) {
    case 'C':
        id = field(&rest);
        assert_true(id > 0);
        s->time += id;
        break;
    case 'I':
        assert_int_equal(field(&rest), s->next);
        s->status[s->next++] = RUNNING;
        assert_true(s->next < MAX_INSTRUCTIONS);
        field(&rest);
        field(&rest);
        break;
    case 'R':
        s->status[running(s, &rest)] = RETIRED;
        assert_int_equal(field(&rest), s->retired++);
        assert_true(field(&rest) <= 1);
        break;
    case 'W':
        running(s, &rest);
        running(s, &rest);
        field(&rest);
        break;
    default:
        assert_non_null(strchr("LSE", command));
        running(s, &rest);
        assert_true(field(&rest) <= 1);
        assert_true(rest && *rest);
    }
}

/* Sequential ids, time that only goes on, commands for running instructions alone, and all of them retired. */
static void check_kanata(char *text, uint64_t instructions, uint64_t cycles)
{
    struct log_state s = {0};
    char *rest = text;

    assert_string_equal(strsep(&rest, "\n"), "Kanata\t0004");
    assert_string_equal(strsep(&rest, "\n"), "C=\t0");
    for (char *line; (line = strsep(&rest, "\n")) && *line;)
        check_command(&s, line);
    assert_int_equal(s.next, instructions);
    assert_int_equal(s.retired, instructions);
    assert_int_equal(s.time, cycles);
    free(text);
}

static void kanata(void **state)
{
    (void)state;
    expect(trace_of(&sfp_trace_kanata, ".arch wormhole\nsfpmad L1, L0, L0, L9, 0\nsfpswap L2, L3, 0\nttnop\n"
                    "sfpabs L4, L5, 0\nsfpswap L2, L3, 0\nsfpabs L4, L5, 0\n"),
        "Kanata\t0004\nC=\t0\n"
        "I\t0\t0\t0\nL\t0\t0\t0: sfpmad L1,L0,L0,L9,0\nL\t0\t1\tk.s:2:1 0x84000910\nS\t0\t0\tM1\n"
        "C\t1\nS\t0\t0\tM2\n"
        "I\t1\t1\t0\nL\t1\t0\t1: sfpswap L2,L3,0\nL\t1\t1\tk.s:3:1 0x92000320\nS\t1\t0\tSi\n"
        "C\t1\nR\t0\t0\t0\n"
        "I\t2\t2\t0\nL\t2\t0\t2: ttnop\nL\t2\t1\tk.s:4:1 0x02000000\nS\t2\t0\tOt\n"
        "C\t1\nR\t1\t1\t0\nR\t2\t2\t0\n"
        "I\t3\t3\t0\nL\t3\t0\t3: sfpabs L4,L5,0\nL\t3\t1\tk.s:5:1 0x7d000540\nS\t3\t0\tSi\n"
        "C\t1\nR\t3\t3\t0\n"
        "I\t4\t4\t0\nL\t4\t0\t4: sfpswap L2,L3,0\nL\t4\t1\tk.s:6:1 0x92000320\nS\t4\t0\tSi\n"
        "C\t1\n"
        "I\t5\t5\t0\nL\t5\t0\t5: sfpabs L4,L5,0\nL\t5\t1\tk.s:7:1 0x7d000540\n"
        "S\t5\t0\tIs\nS\t5\t1\tstall:swap\n"
        "C\t1\nR\t4\t4\t0\n"
        "E\t5\t1\tstall:swap\nS\t5\t0\tSi\n"
        "C\t1\nR\t5\t5\t0\n");
}

static void kanata_is_sound(void **state)
{
    char *text = trace_of(&sfp_trace_kanata, scheduled);

    (void)state;
    assert_non_null(strstr(text, "\nL\t8\t0\tmacro0.MAD [0] sfpmad L16,L0,L0,L0,0\n"));
    assert_non_null(strstr(text, "\nW\t8\t6\t0\n"));
    assert_non_null(strstr(text, "\nS\t10\t0\tXx\nL\t10\t0\t ! macro-discard\n"));
    assert_non_null(strstr(text, "\nR\t10\t8\t1\n"));
    check_kanata(text, 12 + 2 * 3, 13);
    check_kanata(trace_of(&sfp_trace_kanata, issued), 9, 10);
    check_kanata(trace_of(&sfp_trace_kanata, reciprocal), 8 + 3 * 2, 10);
    check_kanata(trace_of(&sfp_trace_kanata, forgetful), 9 + 2, 9);
    check_kanata(trace_of(&sfp_trace_kanata, pending), 5 + 1, 6);
    check_kanata(trace_of_run(&sfp_trace_kanata, issued, 100, SFP_RUN_DONE), 900, 1000);
    /* A semaphore that nobody posts: the run breaks off with the wait's victim held. */
    text = trace_of_run(&sfp_trace_kanata, "ttseminit 1, 0, 1\nttsemwait 0x1ff, 1, 1\nsfpnop\n", 1, SFP_RUN_DEADLOCK);
    assert_non_null(strstr(text, "\tstall:wait\n"));
    check_kanata(text, 3, 3);
}

/* ---- Perfetto ---- */

enum { TRACKS = 8, MAX_CYCLES = 2048, MAX_FLOWS = 4096 };

struct perfetto_state {
    uint8_t used[TRACKS][MAX_CYCLES]; /* slices */
    uint8_t flows[MAX_FLOWS];         /* 1 started, 2 over */
    unsigned slices, arrows, instants, names;
};

static unsigned number(const json_t *event, const char *key)
{
    const json_t *value = json_object_get(event, key);

    assert_true(json_is_integer(value));
    return (unsigned)json_integer_value(value);
}

static void check_slice(struct perfetto_state *s, const json_t *event)
{
    unsigned track = number(event, "tid"), cycle = number(event, "ts");

    assert_int_equal(number(event, "dur"), 1);
    assert_true(track < TRACKS && cycle < MAX_CYCLES);
    assert_int_equal(s->used[track][cycle]++, 0);
    s->slices++;
}

static void check_trace_event(struct perfetto_state *s, const json_t *event)
{
    const char *phase = json_string_value(json_object_get(event, "ph"));

    assert_non_null(phase);
    assert_true(json_is_string(json_object_get(event, "name")));
    assert_int_equal(number(event, "pid"), 1);
    switch (*phase) {
    case 'X':
        check_slice(s, event);
        break;
    case 's':
        assert_int_equal(s->flows[number(event, "id")]++, 0);
        break;
    case 'f':
        assert_int_equal(s->flows[number(event, "id")]++, 1);
        assert_true(s->used[number(event, "tid")][number(event, "ts")]);
        s->arrows++;
        break;
    case 'i':
        s->instants++;
        break;
    default:
        assert_string_equal(phase, "M");
        s->names++;
    }
}

static void perfetto_of(const char *source, struct perfetto_state *s)
{
    char *text = trace_of(&sfp_trace_perfetto, source);
    json_t *root = json_loads(text, JSON_REJECT_DUPLICATES, NULL), *events = json_object_get(root, "traceEvents");
    const json_t *event;
    size_t i;

    memset(s, 0, sizeof *s);
    assert_true(json_is_array(events));
    json_array_foreach(events, i, event)
        check_trace_event(s, event);
    assert_int_equal(s->names, 1 + 2 * (TRACKS - 1));
    json_decref(root);
    free(text);
}

static void perfetto(void **state)
{
    struct perfetto_state s;

    (void)state;
    perfetto_of(issued, &s); /* 9 instructions, 4 with a second cycle, a stall; a hazard */
    assert_int_equal(s.slices, 14);
    assert_int_equal(s.instants, 1);
    perfetto_of(scheduled, &s); /* 12 words of which 2 are discarded, 6 items; 3 multiply-adds with a second cycle */
    assert_int_equal(s.slices, 12 + 6 + 3);
    assert_int_equal(s.arrows, 6);
    assert_int_equal(s.instants, 3);
    perfetto_of(forgetful, &s); /* the forgotten item is an instant, as is the finding */
    assert_int_equal(s.arrows, 1);
    assert_int_equal(s.instants, 2);
}

/* ---- Instructions as text ---- */

/* The text of `line` executed as a macro would have it, with these registers. */
static void scheduled_text(enum sfp_arch arch, const char *line, uint8_t vb, uint8_t vc, uint8_t vd,
                           const char *expected)
{
    char source[128], text[SFP_OP_TEXT_SIZE];
    struct feed f;

    snprintf(source, sizeof source, ".arch %s\n%s\n", sfp_arch_name(arch), line);
    feed_open(&f, source);
    f.op.scheduled = true;
    f.op.vb = f.op.b = vb;
    f.op.vc = vc;
    f.op.vd = vd;
    assert_int_equal(sfp_op_text(&f.m->index, &f.op, text), strlen(expected));
    assert_string_equal(text, expected);
    feed_close(&f);
}

static void op_text(void **state)
{
    (void)state;
    scheduled_text(SFP_WH, "sfpmad L0, L1, L2, L3, 0", 4, 5, 6, "sfpmad L6,L1,L4,L5,0");
    scheduled_text(SFP_WH, "sfpmad L0, L1, L2, L3, 0", 4, 5, 16, "sfpmad L16,L1,L4,L5,0");
    scheduled_text(SFP_WH, "sfpmul L0, L1, L2, 0", 2, 9, 16, "sfpmul L16,L1,L2,0");
    scheduled_text(SFP_WH, "sfpmul L0, L1, L2, 0", 2, 3, 16, "sfpmul L16,L1,L2,L3,0"); /* no longer a plain product */
    scheduled_text(SFP_WH, "sfpswap L0, L1, 1", 14, 2, 16, "sfpswap L14,L2,1");        /* VC and VB change places */
    /* VB stands for VD as source, which mode 5 does not read. */
    scheduled_text(SFP_WH, "sfpiadd L0, L1, 0, 4", 6, 2, 2, "sfpiadd L2,L2,0,4 b=L6");
    scheduled_text(SFP_WH, "sfpiadd L0, L1, 5, 5", 6, 2, 16, "sfpiadd L16,L2,5,5");
    scheduled_text(SFP_WH, "sfpaddi L0, 7, 0", 0, 3, 16, "sfpaddi L16,7,0 c=L3");
    scheduled_text(SFP_BH, "sfpand L0, L1, L2, 1", 3, 4, 5, "sfpand L5,L3,L4,1");
    scheduled_text(SFP_WH, "sfpsetcc L1, 0, 0", 2, 3, 16, "sfpsetcc L3,0,0"); /* writes no register */
    scheduled_text(SFP_WH, "sfpstore L1, 8, 0, 0", 0, 0, 16, "sfpstore L16,8,0,0");
    scheduled_text(SFP_WH, "sfpnop", 1, 2, 16, "sfpnop");
    scheduled_text(SFP_WH, "sfpshft2 L1, L2, 0, 5", 7, 3, 4, "sfpshft2 L4,L3,0,5 b=L7");
    scheduled_text(SFP_WH, ".word 0x7e00f13f", 1, 2, 3, "sfpand L3,L2 b=L1"); /* with bits that must be 0 */
}

/* Wherever a scheduled instruction writes or stores L16, the text says so. */
static void staging_is_named(void **state)
{
    static const enum sfp_arch archs[] = {SFP_WH, SFP_BH};

    (void)state;
    for (unsigned a = 0; a < 2; a++) {
        struct sfp_machine *m = sfp_machine_new(archs[a], sfp_semantics_best());

        assert_non_null(m);
        for (unsigned word = 0; word < 256 * 16; word++) {
            char text[SFP_OP_TEXT_SIZE];
            struct sfp_op op;

            sfp_decode(m, word >> 4 << 24 | (word & 15), 0, &op);
            if (!op.exec || op.insn->unit == SFP_UNIT_NONE || op.insn->unit == SFP_UNIT_LOAD
                || op.insn->id == SFP_I_SFPSWAP || op.insn->id == SFP_I_SFPCONFIG)
                continue;
            op.scheduled = true;
            op.vd = SFP_STAGING_LREG;
            sfp_op_text(&m->index, &op, text);
            if (op.insn->writes[0].resource == SFP_R_VD && op.insn->writes[0].mask == 0)
                assert_non_null(strstr(text, " L16,"));
        }
        sfp_machine_free(m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(table_of_issued),
        cmocka_unit_test(table_of_macros),
        cmocka_unit_test(table_of_discards),
        cmocka_unit_test(table_of_forgotten),
        cmocka_unit_test(table_elides),
        cmocka_unit_test(table_of_bubbles),
        cmocka_unit_test(mca_of_issued),
        cmocka_unit_test(mca_of_scheduled),
        cmocka_unit_test(mca_of_forgotten),
        cmocka_unit_test(mca_chunks),
        cmocka_unit_test(mca_elides),
        cmocka_unit_test(broken_off),
        cmocka_unit_test(endless_wait),
        cmocka_unit_test(repeats_by_rows),
        cmocka_unit_test(repeats_by_period),
        cmocka_unit_test(trace_lines),
        cmocka_unit_test(trace_front),
        cmocka_unit_test(trace_is_json),
        cmocka_unit_test(commits),
        cmocka_unit_test(commits_of_macros),
        cmocka_unit_test(commits_of_stores),
        cmocka_unit_test(commits_of_lanes),
        cmocka_unit_test(kanata),
        cmocka_unit_test(kanata_is_sound),
        cmocka_unit_test(perfetto),
        cmocka_unit_test(op_text),
        cmocka_unit_test(staging_is_named),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
