/* libsfpu: programs of several threads, loaded thread by thread or from one source; worked by hand. */
#include "sfpu_test.h"

static const char math_text[] = "sfpnop\n.region r\nsfpmov L1, L0, 0\n.endregion\n";
static const char pack_text[] = "sfpmov L2, L0, 0\n";

static void load_for(sfpu_machine *m, int thread, const char *name, const char *text)
{
    assert_int_equal(sfpu_select_thread(m, thread), SFPU_OK);
    if (sfpu_load_text(m, name, text, strlen(text)) != SFPU_OK)
        fail_msg("%s", sfpu_error(m));
}

static sfpu_machine *machine_of_two(void)
{
    sfpu_machine *m = machine_of(SFPU_WORMHOLE);

    load_for(m, SFPU_THREAD_MATH, "a.s", math_text);
    load_for(m, SFPU_THREAD_PACK, "b.s", pack_text);
    return m;
}

static void assert_word(sfpu_machine *m, size_t index, uint32_t word, int thread, const char *place)
{
    char text[100];

    assert_int_equal(sfpu_words(m)[index], word);
    assert_int_equal(sfpu_word_thread(m, index), thread);
    assert_int_equal(sfpu_place(m, index, text, sizeof text), SFPU_OK);
    assert_string_equal(text, place);
}

static void test_names(void **state)
{
    (void)state;
    assert_int_equal(sfpu_thread_named("unpack"), SFPU_THREAD_UNPACK);
    assert_int_equal(sfpu_thread_named("math"), SFPU_THREAD_MATH);
    assert_int_equal(sfpu_thread_named("pack"), SFPU_THREAD_PACK);
    assert_int_equal(sfpu_thread_named("T1"), -1);
    assert_int_equal(sfpu_thread_named(NULL), -1);
    assert_string_equal(sfpu_thread_name(SFPU_THREAD_PACK), "pack");
    assert_string_equal(sfpu_thread_name(3), "no thread");
}

/* Each load replaces the words of its thread: the last load of math comes after pack's word. */
static void test_loads(void **state)
{
    sfpu_machine *m = machine_of_two();
    size_t first, end;

    (void)state;
    assert_int_equal(sfpu_word_count(m), 3);
    assert_word(m, 0, 0x8F000000, SFPU_THREAD_MATH, "a.s:1:1");
    assert_word(m, 1, 0x7C000010, SFPU_THREAD_MATH, "a.s:3:1");
    assert_word(m, 2, 0x7C000020, SFPU_THREAD_PACK, "b.s:1:1");
    assert_int_equal(sfpu_word_thread(m, 3), -1);
    assert_string_equal(sfpu_thread_kernel(m, SFPU_THREAD_MATH), "a.s");
    assert_string_equal(sfpu_thread_kernel(m, SFPU_THREAD_PACK), "b.s");
    assert_null(sfpu_thread_kernel(m, SFPU_THREAD_UNPACK));

    load_for(m, SFPU_THREAD_MATH, "c.s", math_text);
    assert_int_equal(sfpu_word_count(m), 3);
    assert_word(m, 0, 0x7C000020, SFPU_THREAD_PACK, "b.s:1:1");
    assert_word(m, 2, 0x7C000010, SFPU_THREAD_MATH, "c.s:3:1");
    assert_string_equal(sfpu_region(m, 0, &first, &end), "r");
    assert_int_equal(first, 2);
    assert_int_equal(end, 3);
    assert_null(sfpu_region(m, 1, NULL, NULL));
    sfpu_close(m);
}

/* A source with .thread replaces everything, and is replaced as a whole. A source whose words are all the selected
 * thread's is like any other source of that thread. */
static void test_sources_of_threads(void **state)
{
    sfpu_machine *m = machine_of_two();

    (void)state;
    load_for(m, SFPU_THREAD_MATH, "all.s", "sfpnop\n.thread unpack\nsfpnop\n");
    assert_int_equal(sfpu_word_count(m), 2);
    assert_word(m, 1, 0x8F000000, SFPU_THREAD_UNPACK, "all.s:3:1");
    assert_string_equal(sfpu_thread_kernel(m, SFPU_THREAD_UNPACK), "all.s");
    assert_null(sfpu_thread_kernel(m, SFPU_THREAD_PACK));

    load_for(m, SFPU_THREAD_PACK, "b.s", pack_text);
    assert_int_equal(sfpu_word_count(m), 1);
    assert_int_equal(sfpu_word_thread(m, 0), SFPU_THREAD_PACK);

    load_for(m, SFPU_THREAD_UNPACK, "u.s", ".thread unpack\nsfpnop\n");
    assert_int_equal(sfpu_word_count(m), 2);
    assert_int_equal(sfpu_word_thread(m, 1), SFPU_THREAD_UNPACK);
    sfpu_close(m);
}

/* Plain words are known by their index among those of their thread. */
static void test_plain_words(void **state)
{
    const uint32_t words[] = {0x8F000000, 0x8F000000};
    sfpu_machine *m = machine_of_two();

    (void)state;
    assert_int_equal(sfpu_select_thread(m, SFPU_THREAD_UNPACK), SFPU_OK);
    assert_int_equal(sfpu_load_words(m, words, 2), SFPU_OK);
    assert_word(m, 4, 0x8F000000, SFPU_THREAD_UNPACK, "words: word 1");
    sfpu_close(m);
}

/* The value of a field's entry in the selected thread's configuration. */
static uint32_t config_of(sfpu_machine *m, int thread, const char *name, unsigned entry)
{
    struct sfpu_config config = {.size = sizeof config};

    assert_int_equal(sfpu_select_thread(m, thread), SFPU_OK);
    for (size_t i = 0; sfpu_get_config(m, i, &config) == SFPU_OK; i++)
        if (strcmp(config.name, name) == 0)
            return config.values[entry];
    fail_msg("no field %s", name);
    return 0;
}

/* .init llk sets modifier 6 to 2 in every thread; another setting is the selected thread's. */
static void test_settings(void **state)
{
    static const char step[] = "ADDR_MOD_DST_SEC";
    sfpu_machine *m = machine_of_two();

    (void)state;
    assert_int_equal(sfpu_set(m, "init", "llk"), SFPU_OK);
    for (int thread = 0; thread < SFPU_THREADS; thread++)
        assert_int_equal(config_of(m, thread, step, 6) & 0x3FF, 2);
    assert_int_equal(sfpu_select_thread(m, SFPU_THREAD_PACK), SFPU_OK);
    assert_int_equal(sfpu_set(m, "addr-mod", "6:4"), SFPU_OK);
    assert_int_equal(config_of(m, SFPU_THREAD_PACK, step, 6) & 0x3FF, 4);
    assert_int_equal(config_of(m, SFPU_THREAD_MATH, step, 6) & 0x3FF, 2);

    assert_int_equal(sfpu_select_thread(m, SFPU_THREAD_PACK), SFPU_OK);
    assert_int_equal(sfpu_reset(m), SFPU_OK);
    for (int thread = 0; thread < SFPU_THREADS; thread++)
        assert_int_equal(config_of(m, thread, step, 6) & 0x3FF, 0);
    sfpu_close(m);
}

static void test_refusals(void **state)
{
    struct sfpu_threads threads = {.size = sizeof threads};
    sfpu_machine *m = machine_of_two();
    const char *other = ".init reset\nsfpnop\n", *init = ".init llk\nsfpnop\n";

    (void)state;
    assert_fails(m, sfpu_select_thread(m, 3), SFPU_BAD_ARGUMENT, "3 is not a thread");
    assert_fails(m, sfpu_select_thread(m, -1), SFPU_BAD_ARGUMENT, "-1 is not a thread");
    load_for(m, SFPU_THREAD_PACK, "b.s", init);
    assert_string_equal(sfpu_stated_init(m), "llk");
    assert_int_equal(sfpu_select_thread(m, SFPU_THREAD_UNPACK), SFPU_OK);
    assert_fails(m, sfpu_load_text(m, "u.s", other, strlen(other)), SFPU_BAD_INPUT,
                 "u.s: its .init contradicts that of another thread's kernel");
    assert_fails(m, sfpu_set_gaps(m, "0 1", 3), SFPU_NO_PROGRAM, "gaps need words, and unpack has none");
    assert_int_equal(sfpu_select_thread(m, SFPU_THREAD_PACK), SFPU_OK);
    assert_int_equal(sfpu_set_gaps(m, "0 1", 3), SFPU_OK);
    assert_fails(m, sfpu_set_gaps(m, "1 1", 3), SFPU_BAD_INPUT,
                 "line 1: expected '*' or the index of a word below 1");

    threads.arbiter = SFPU_ARBITER_RANDOM + 1;
    assert_fails(m, sfpu_configure_threads(m, &threads), SFPU_BAD_ARGUMENT, "4 is not an arbiter");
    threads.arbiter = SFPU_ARBITER_HIGH;
    threads.start[SFPU_THREAD_UNPACK] = SFPU_MOST_START + 1;
    assert_fails(m, sfpu_configure_threads(m, &threads), SFPU_BAD_ARGUMENT,
                 "a thread starts at most 1048576 cycles late, not 1048577");
    threads.start[SFPU_THREAD_UNPACK] = 1;
    assert_int_equal(sfpu_configure_threads(m, &threads), SFPU_OK);
    assert_fails(m, sfpu_run(m, 1), SFPU_BAD_ARGUMENT, "a start of unpack is set, which has no words");
    sfpu_close(m);
}

static struct sfpu_thread_result thread_of(sfpu_machine *m, int thread)
{
    struct sfpu_thread_result result = {.size = sizeof result};

    assert_int_equal(sfpu_get_thread_result(m, thread, &result), SFPU_OK);
    return result;
}

static uint64_t lost_by(sfpu_machine *m, int thread, const char *cause)
{
    uint64_t lost = 0;
    const char *name;

    for (size_t i = 0; (name = sfpu_thread_stall(m, thread, i, &lost)); i++)
        if (strcmp(name, cause) == 0)
            return lost;
    fail_msg("no cause %s", cause);
    return 0;
}

/*
 * Three SFPNOPs each, of which one issues in a cycle. The thread with the highest number goes first: pack issues in
 * cycles 0 to 2, and math in 3 to 5. With a gap of 4 before pack's second word, pack issues in 0, 5 and 6, and math in
 * 1 to 3. Without time the same instructions run, and nothing is said of cycles' causes.
 */
static void test_runs(void **state)
{
    static const char nops[] = "sfpnop\nsfpnop\nsfpnop\n";
    struct sfpu_threads threads = {.size = sizeof threads, .arbiter = SFPU_ARBITER_HIGH};
    const struct sfpu_running untimed = {.size = sizeof untimed, .untimed = 1};
    sfpu_machine *m = machine_of(SFPU_WORMHOLE);

    (void)state;
    load_for(m, SFPU_THREAD_MATH, "a.s", nops);
    load_for(m, SFPU_THREAD_PACK, "b.s", nops);
    assert_int_equal(sfpu_configure_threads(m, &threads), SFPU_OK);
    assert_int_equal(sfpu_run(m, 1), SFPU_OK);
    assert_int_equal(result_of(m).cycles, 6);
    assert_int_equal(result_of(m).instructions, 6);
    assert_false(thread_of(m, SFPU_THREAD_UNPACK).ran);
    assert_true(thread_of(m, SFPU_THREAD_PACK).ran);
    assert_int_equal(thread_of(m, SFPU_THREAD_PACK).cycles, 3);
    assert_int_equal(thread_of(m, SFPU_THREAD_MATH).cycles, 6);
    assert_int_equal(thread_of(m, SFPU_THREAD_MATH).instructions, 3);
    assert_int_equal(thread_of(m, SFPU_THREAD_MATH).vector, 3);
    assert_int_equal(lost_by(m, SFPU_THREAD_MATH, "taken"), 3);
    assert_int_equal(lost_by(m, SFPU_THREAD_PACK, "taken"), 0);

    assert_int_equal(sfpu_set_gaps(m, "1 4", 3), SFPU_OK);
    assert_int_equal(sfpu_run(m, 1), SFPU_OK);
    assert_int_equal(thread_of(m, SFPU_THREAD_PACK).cycles, 7);
    assert_int_equal(thread_of(m, SFPU_THREAD_MATH).cycles, 4);
    assert_int_equal(lost_by(m, SFPU_THREAD_PACK, "gap"), 4);

    assert_int_equal(sfpu_configure_runs(m, &untimed), SFPU_OK);
    load_for(m, SFPU_THREAD_PACK, "c.s", "sfploadi L0, 0x4000, 0\n");
    assert_int_equal(sfpu_run(m, 1), SFPU_OK);
    assert_int_equal(result_of(m).instructions, 4);
    assert_lreg(m, 0, 0x40000000);
    sfpu_close(m);
}

/* Math has mutex 4 and waits for semaphore 0, which pack would post once it has the mutex. */
static void test_deadlock(void **state)
{
    sfpu_machine *m = machine_of(SFPU_BLACKHOLE);

    (void)state;
    load_for(m, SFPU_THREAD_MATH, "a.s", "ttatgetm 4\nttsemwait 0x102, 1, 1\nsfpnop\n");
    load_for(m, SFPU_THREAD_PACK, "b.s", "sfpnop\nttatgetm 4\nttsempost 1\n");
    assert_fails(m, sfpu_run(m, 1), SFPU_DEADLOCK,
                 "math: a.s:2:1 waits for semaphore 0; pack: b.s:2:1 waits for mutex 4, which math has");
    sfpu_close(m);
}

static void test_arbiters(void **state)
{
    struct sfpu_threads threads = {.size = sizeof threads, .start = {1, 2, 3}};

    (void)state;
    assert_int_equal(sfpu_parse_arbiter("high", &threads), SFPU_OK);
    assert_int_equal(threads.arbiter, SFPU_ARBITER_HIGH);
    assert_int_equal(sfpu_parse_arbiter("random:0x10", &threads), SFPU_OK);
    assert_int_equal(threads.arbiter, SFPU_ARBITER_RANDOM);
    assert_int_equal(threads.seed, 16);
    assert_int_equal(threads.start[1], 2);
    assert_int_equal(sfpu_parse_arbiter("rr", &threads), SFPU_OK);
    assert_int_equal(threads.seed, 0);
    assert_int_equal(sfpu_parse_arbiter("random", &threads), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_parse_arbiter("random:", &threads), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_parse_arbiter("random:-1", &threads), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_parse_arbiter("fair", &threads), SFPU_BAD_ARGUMENT);
}

/* ---- What a run tells ---- */

struct heard {
    unsigned count[SFPU_THREADS][SFPU_EVENT_WAIT_END + 1]; /* by thread and kind */
    unsigned passes;
    size_t waited; /* index of the wait that ended */
};

static void hear(void *context, const struct sfpu_event *event)
{
    struct heard *h = context;

    if (event->kind == SFPU_EVENT_PASS) {
        assert_int_equal(event->thread, -1);
        h->passes++;
        return;
    }
    h->count[event->thread][event->kind]++;
    if (event->kind == SFPU_EVENT_WAIT_END)
        h->waited = event->index;
}

/* With arbiter low, math's SFPMOV issues in cycle 0, and pack's waits for it there and issues in cycle 1. */
static sfpu_machine *machine_of_race(const char *math, const char *pack)
{
    struct sfpu_threads threads = {.size = sizeof threads, .arbiter = SFPU_ARBITER_LOW};
    sfpu_machine *m = machine_of(SFPU_WORMHOLE);

    load_for(m, SFPU_THREAD_MATH, "a.s", math);
    load_for(m, SFPU_THREAD_PACK, "b.s", pack);
    assert_int_equal(sfpu_configure_threads(m, &threads), SFPU_OK);
    return m;
}

static void test_events(void **state)
{
    sfpu_machine *m = machine_of_race("sfpmov L1, L0, 0\n", "sfpmov L2, L0, 0\n");
    struct heard h = {.passes = 0};

    (void)state;
    sfpu_on_event(m, hear, &h);
    assert_int_equal(sfpu_run(m, 1), SFPU_OK);
    assert_int_equal(h.passes, 1);
    assert_int_equal(h.count[SFPU_THREAD_MATH][SFPU_EVENT_EXEC], 1);
    assert_int_equal(h.count[SFPU_THREAD_MATH][SFPU_EVENT_STALL], 0);
    assert_int_equal(h.count[SFPU_THREAD_PACK][SFPU_EVENT_EXEC], 1);
    assert_int_equal(h.count[SFPU_THREAD_PACK][SFPU_EVENT_STALL], 1);
    assert_int_equal(h.count[SFPU_THREAD_PACK][SFPU_EVENT_COMPLETE], 1);
    sfpu_close(m);
}

/* Pack waits until its vector instructions are over (C14), and holds vector instructions (B6) until then. */
static void test_wait_end(void **state)
{
    sfpu_machine *m = machine_of_race("sfpnop\n", "sfpmov L2, L0, 0\nttstallwait 0x40, 0x4000\nsfpnop\n");
    struct heard h = {.passes = 0};

    (void)state;
    sfpu_on_event(m, hear, &h);
    assert_int_equal(sfpu_run(m, 1), SFPU_OK);
    assert_int_equal(h.count[SFPU_THREAD_PACK][SFPU_EVENT_WAIT_END], 1);
    assert_int_equal(h.count[SFPU_THREAD_MATH][SFPU_EVENT_WAIT_END], 0);
    assert_int_equal(h.waited, 2);
    sfpu_close(m);
}

/* Keeps the bytes of an output. */
struct bytes {
    char text[200];
    size_t size;
};

static int keep_bytes(void *context, const char *data, size_t size)
{
    struct bytes *b = context;

    if (size >= sizeof b->text - b->size)
        return -1;
    memcpy(b->text + b->size, data, size);
    b->size += size;
    return 0;
}

static int drop_bytes(void *context, const char *data, size_t size)
{
    (void)context, (void)data, (void)size;
    return 0;
}

/* The words of both kernels in the order of their loads; only outputs with threads are possible. */
static void test_outputs(void **state)
{
    sfpu_machine *m = machine_of(SFPU_WORMHOLE);
    struct bytes hex = {.size = 0}, refused = {.size = 0};

    (void)state;
    assert_fails(m, sfpu_write_loaded(m, SFPU_HEX, NULL, keep_bytes, &hex), SFPU_NO_PROGRAM,
                 sfpu_code_text(SFPU_NO_PROGRAM));
    load_for(m, SFPU_THREAD_MATH, "a.s", "sfpnop\nsfpmov L1, L0, 0\n");
    assert_int_equal(sfpu_write_loaded(m, SFPU_HEX, NULL, keep_bytes, &hex), SFPU_OK);
    assert_string_equal(hex.text, "0x8f000000\n0x7c000010\n");
    load_for(m, SFPU_THREAD_PACK, "b.s", pack_text);
    assert_fails(m, sfpu_write_loaded(m, SFPU_HEX, NULL, keep_bytes, &refused), SFPU_BAD_INPUT,
                 "the program has no such output");
    assert_fails(m, sfpu_write_loaded(m, 99, NULL, keep_bytes, &refused), SFPU_BAD_ARGUMENT, "no such output");
    assert_int_equal(sfpu_write_loaded(m, SFPU_ELF_DEBUG, NULL, drop_bytes, NULL), SFPU_OK);
    sfpu_close(m);
}

/* In cycle 0 both threads have a word; after it math has none left. Selecting another thread on the way changes
 * nothing of the run, and shows that thread's counters: pack's TTINCRWC adds 4 to its own. */
static void test_stopped(void **state)
{
    sfpu_machine *m = machine_of_race("sfpnop\n", "ttincrwc 0, 4, 0, 0\nsfpmov L2, L0, 0\nsfpnop\n");
    struct sfpu_limits limits = {.size = sizeof limits, .cycles = 1};
    struct sfpu_thread_result r = {.size = sizeof r};
    uint32_t counter;

    (void)state;
    assert_int_equal(sfpu_run_until(m, &limits), SFPU_STOPPED);
    assert_int_equal(sfpu_get_thread_result(m, SFPU_THREAD_MATH, &r), SFPU_OK);
    assert_int_equal(r.next, SIZE_MAX);
    assert_int_equal(sfpu_get_thread_result(m, SFPU_THREAD_PACK, &r), SFPU_OK);
    assert_int_equal(r.next, 2);
    assert_int_equal(r.instructions, 1);
    assert_int_equal(sfpu_get_counter(m, SFPU_COUNTER_DST, &counter), SFPU_OK);
    assert_int_equal(counter, 4);
    assert_int_equal(sfpu_select_thread(m, SFPU_THREAD_MATH), SFPU_OK);
    assert_int_equal(sfpu_get_counter(m, SFPU_COUNTER_DST, &counter), SFPU_OK);
    assert_int_equal(counter, 0);
    assert_int_equal(sfpu_run_until(m, &limits), SFPU_STOPPED);
    assert_int_equal(sfpu_get_thread_result(m, SFPU_THREAD_PACK, &r), SFPU_OK);
    assert_int_equal(r.next, 3);
    assert_int_equal(sfpu_run_until(m, NULL), SFPU_OK);
    assert_int_equal(sfpu_get_thread_result(m, SFPU_THREAD_PACK, &r), SFPU_OK);
    assert_int_equal(r.next, SIZE_MAX);
    assert_int_equal(r.instructions, 3);
    sfpu_close(m);
}

/* Math records slots while pack is selected, and plays them after it: its buffer is its own whoever is selected. */
static void test_selected_while_recording(void **state)
{
    sfpu_machine *m = machine_of_race("ttreplay 0, 1, 0, 1\nsfpmov L1, L9, 0\nttreplay 0, 1, 0, 0\n"
                                      "sfploadi L1, 2, 2\nttreplay 0, 1, 0, 0\n", "sfpnop\n");
    const struct sfpu_limits limits = {.size = sizeof limits, .cycles = 1};
    struct sfpu_thread_result r = {.size = sizeof r};
    uint32_t lanes[SFPU_LANES];
    int thread = SFPU_THREAD_MATH, code;

    (void)state;
    do {
        assert_int_equal(sfpu_select_thread(m, thread), SFPU_OK);
        code = sfpu_run_until(m, &limits);
        thread = thread == SFPU_THREAD_MATH ? SFPU_THREAD_PACK : SFPU_THREAD_MATH;
    } while (code == SFPU_STOPPED);
    assert_int_equal(code, SFPU_OK);
    assert_int_equal(sfpu_get_thread_result(m, SFPU_THREAD_MATH, &r), SFPU_OK);
    assert_int_equal(r.instructions, 3);
    assert_int_equal(sfpu_get_lreg(m, 1, lanes), SFPU_OK);
    assert_int_equal(lanes[0], 0); /* L9 is 0 */
    sfpu_close(m);
}

/* Pack reads L1, which math writes: pack's access is the later one. */
static void test_races(void **state)
{
    sfpu_machine *m = machine_of_race("sfpmov L1, L0, 0\n", "sfpmov L2, L1, 0\n");
    struct sfpu_finding finding = {.size = sizeof finding};
    struct sfpu_race race = {.size = sizeof race};

    (void)state;
    assert_fails(m, sfpu_get_race(m, 0, &race), SFPU_BAD_ARGUMENT, "there are 0 races");
    assert_int_equal(sfpu_run(m, 1), SFPU_OK);
    assert_int_equal(sfpu_get_race(m, 0, &race), SFPU_OK);
    assert_string_equal(race.item, "L1");
    assert_int_equal(race.row, -1);
    assert_int_equal(race.thread[0], SFPU_THREAD_PACK);
    assert_int_equal(race.index[0], 1);
    assert_false(race.write[0]);
    assert_int_equal(race.thread[1], SFPU_THREAD_MATH);
    assert_int_equal(race.index[1], 0);
    assert_true(race.write[1]);
    assert_false(race.scheduled[0] || race.scheduled[1]);
    assert_int_equal(race.count, 1);
    assert_fails(m, sfpu_get_race(m, 1, &race), SFPU_BAD_ARGUMENT, "there are 1 races");
    assert_fails(m, sfpu_get_race(m, 0, NULL), SFPU_BAD_ARGUMENT, "no place for the race");
    assert_int_equal(sfpu_get_race(NULL, 0, &race), SFPU_BAD_ARGUMENT);

    for (size_t i = 0; sfpu_get_finding(m, i, &finding) == SFPU_OK; i++)
        if (strcmp(finding.name, "thread-race") == 0)
            break;
    assert_string_equal(finding.name, "thread-race");
    assert_int_equal(finding.thread, SFPU_THREAD_PACK);
    sfpu_close(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_names),    cmocka_unit_test(test_loads),    cmocka_unit_test(test_sources_of_threads),
        cmocka_unit_test(test_plain_words), cmocka_unit_test(test_settings), cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_runs),     cmocka_unit_test(test_deadlock), cmocka_unit_test(test_arbiters),
        cmocka_unit_test(test_events),   cmocka_unit_test(test_wait_end), cmocka_unit_test(test_races),
        cmocka_unit_test(test_outputs),  cmocka_unit_test(test_stopped),
        cmocka_unit_test(test_selected_while_recording),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
