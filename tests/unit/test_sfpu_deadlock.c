/* libsfpu on a core that waits for ever: tests/elf/stack.elf, as tests/cases/sim-deadlock.case explains it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "sfpu.h"

enum { CODE = 0x6000, RA = 1, SP = 2, STACK_END = (int)0xFFB00800 };

static sfpu_machine *machine_for(const char *path, const char *symbol, uint32_t argument)
{
    const struct sfpu_running running = {.size = sizeof running, .no_partners = 1};
    sfpu_machine *m;

    assert_int_equal(sfpu_open(NULL, &m), SFPU_OK);
    assert_int_equal(sfpu_load_file(m, path), SFPU_OK);
    assert_int_equal(sfpu_add_call(m, symbol, &argument, 1), SFPU_OK);
    assert_int_equal(sfpu_configure_runs(m, &running), SFPU_OK);
    return m;
}

static void assert_frame(sfpu_machine *m, size_t level, uint32_t address, uint32_t sp)
{
    struct sfpu_frame frame = {.size = sizeof frame};

    assert_int_equal(sfpu_get_frame(m, level, &frame), SFPU_OK);
    assert_int_equal(frame.address, address);
    assert_int_equal(frame.index, (address - CODE) / 4);
    assert_int_equal(frame.sp, sp);
    assert_int_equal(frame.by_ra, sp == 0);
}

static void assert_wait(sfpu_machine *m, int by_word, uint32_t address, const char *device, const char *state)
{
    struct sfpu_wait wait = {.size = sizeof wait};

    assert_int_equal(sfpu_get_wait(m, &wait), SFPU_OK);
    assert_int_equal(wait.by_word, by_word);
    assert_int_equal(wait.address, address);
    assert_string_equal(wait.device, device);
    assert_string_equal(wait.state, state);
}

static void test_core_waits(void **state)
{
    struct sfpu_core_state core = {.size = sizeof core};
    struct sfpu_frame frame = {.size = sizeof frame};
    sfpu_machine *m = machine_for("tests/elf/stack.elf", "_start", 1);

    (void)state;
    assert_int_equal(sfpu_run(m, 1), SFPU_DEADLOCK);
    assert_int_equal(sfpu_get_core_state(m, &core), SFPU_OK);
    assert_int_equal(core.pc, 0x6058);
    assert_int_equal(core.x[0], 0);
    assert_int_equal(core.x[RA], 0x60D8);
    assert_int_equal(core.x[SP], 0xFFB007B0);
    assert_int_equal(core.ahead, 0);
    assert_true(core.instructions > 200000);
    assert_frame(m, 0, 0x6058, 0xFFB007B0);
    assert_frame(m, 1, 0x60D4, 0xFFB007B0);
    assert_frame(m, 2, 0x6124, 0xFFB007F0);
    assert_int_equal(sfpu_get_frame(m, 3, &frame), SFPU_BAD_ARGUMENT);
    assert_string_equal(sfpu_error(m), "there is no frame 3");
    assert_wait(m, 0, 0xFFE80028, "semaphore 2", "value 0, maximum 0");
    sfpu_close(m);
}

/* Without rules, by ra, and no further. A wait in another run is not the last one's. */
static void test_by_ra(void **state)
{
    struct sfpu_frame frame = {.size = sizeof frame};
    sfpu_machine *m = machine_for("tests/elf/stack.elf", "_start", 9);
    struct sfpu_wait wait = {.size = sizeof wait};
    const uint32_t one = 1;

    (void)state;
    assert_int_equal(sfpu_run(m, 1), SFPU_DEADLOCK);
    assert_frame(m, 0, 0x6008, 0xFFB007B0);
    assert_frame(m, 1, 0x60F0, 0);
    assert_int_equal(sfpu_get_frame(m, 2, &frame), SFPU_BAD_ARGUMENT);
    assert_wait(m, 0, 0x20000, "L1", "the word at 0x00020000 is 0x00000000");
    assert_int_equal(sfpu_poke(m, 0x20000, &one, sizeof one), SFPU_OK);
    assert_int_equal(sfpu_run(m, 1), SFPU_OK);
    assert_int_equal(sfpu_get_wait(m, &wait), SFPU_BAD_ARGUMENT);
    assert_string_equal(sfpu_error(m), "the last run waits for nothing that can be read");
    sfpu_close(m);
}

/* Where a run is stopped frames are those of program order: before the first instruction of wait_at(), twice. */
static void test_stopped(void **state)
{
    const size_t wait_at = (0x6010 - CODE) / 4;
    const struct sfpu_limits there = {.size = sizeof there, .core_breakpoints = &wait_at, .core_breakpoint_count = 1};
    struct sfpu_frame frame = {.size = sizeof frame};
    sfpu_machine *m = machine_for("tests/elf/stack.elf", "_start", 20);

    (void)state;
    assert_int_equal(sfpu_get_frame(m, 0, &frame), SFPU_BAD_ARGUMENT);
    assert_string_equal(sfpu_error(m), "nothing has run");
    assert_int_equal(sfpu_run_until(m, &there), SFPU_STOPPED);
    assert_frame(m, 0, 0x6010, 0xFFB007B0);
    assert_frame(m, 1, 0x60D4, 0xFFB007B0);
    assert_frame(m, 2, 0x6124, 0xFFB007F0);
    assert_int_equal(sfpu_run_until(m, &there), SFPU_STOPPED);
    assert_frame(m, 2, 0x6130, 0xFFB007F0);
    assert_int_equal(sfpu_get_frame(m, 3, &frame), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_run_until(m, NULL), SFPU_OK);
    sfpu_close(m);
}

/* What others sent is there until it was read. */
static void test_values(void **state)
{
    const uint64_t values[] = {5, 6};
    sfpu_machine *m = machine_for("tests/elf/stack.elf", "wait_at", 3);

    (void)state;
    assert_int_equal(sfpu_give(m, "pcbuf", values, 2), SFPU_OK);
    assert_int_equal(sfpu_run(m, 3), SFPU_DEADLOCK);
    assert_wait(m, 0, 0xFFE80000, "pcbuf", "empty; 2 values were read");
    sfpu_close(m);
}

static void test_word_waits(void **state)
{
    struct sfpu_frame frame = {.size = sizeof frame};
    struct sfpu_core_state core = {.size = sizeof core};
    sfpu_machine *m = machine_for("tests/elf/threads.elf", "semwait", 0);

    (void)state;
    assert_int_equal(sfpu_run(m, 1), SFPU_DEADLOCK);
    assert_wait(m, 1, 0xFFE80024, "semaphore 1", "value 0, maximum 0");
    assert_int_equal(sfpu_get_frame(m, 0, &frame), SFPU_BAD_ARGUMENT);
    assert_string_equal(sfpu_error(m), "the core is not in its code");
    assert_int_equal(sfpu_get_core_state(m, &core), SFPU_OK);
    assert_int_equal(core.instructions, 3);
    assert_int_equal(core.x[SP], (uint32_t)STACK_END);
    sfpu_close(m);
}

static void test_loops_without_reading(void **state)
{
    struct sfpu_wait wait = {.size = sizeof wait};
    sfpu_machine *m = machine_for("tests/elf/threads.elf", "forever", 0);

    (void)state;
    assert_int_equal(sfpu_run(m, 1), SFPU_DEADLOCK);
    assert_int_equal(sfpu_get_wait(m, &wait), SFPU_BAD_ARGUMENT);
    sfpu_close(m);
}

static void check_refused(sfpu_machine *m, int code)
{
    struct sfpu_frame frame = {.size = sizeof frame};
    struct sfpu_core_state core = {.size = sizeof core};
    struct sfpu_wait wait = {.size = sizeof wait};

    assert_int_equal(sfpu_get_frame(m, 0, &frame), code);
    assert_int_equal(sfpu_get_core_state(m, &core), code);
    assert_int_equal(sfpu_get_wait(m, &wait), code);
}

static void test_refusals(void **state)
{
    struct sfpu_core_state core = {.size = 0};
    sfpu_machine *m;

    (void)state;
    assert_int_equal(sfpu_open(NULL, &m), SFPU_OK);
    check_refused(NULL, SFPU_BAD_ARGUMENT);
    check_refused(m, SFPU_NO_PROGRAM);
    sfpu_close(m);
    m = machine_for("tests/elf/stack.elf", "_start", 1);
    assert_int_equal(sfpu_run(m, 1), SFPU_DEADLOCK);
    assert_int_equal(sfpu_get_frame(m, 0, NULL), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_get_core_state(m, NULL), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_get_core_state(m, &core), SFPU_BAD_ARGUMENT); /* no size */
    assert_int_equal(sfpu_get_wait(m, NULL), SFPU_BAD_ARGUMENT);
    sfpu_close(m);
    assert_string_equal(sfpu_core_register_name(0), "zero");
    assert_string_equal(sfpu_core_register_name(31), "t6");
    assert_null(sfpu_core_register_name(32));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_core_waits), cmocka_unit_test(test_by_ra), cmocka_unit_test(test_stopped),
        cmocka_unit_test(test_values),
        cmocka_unit_test(test_word_waits), cmocka_unit_test(test_loops_without_reading),
        cmocka_unit_test(test_refusals),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
