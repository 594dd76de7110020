/*
 * libsfpu by its public header alone: what a debugger asks for. Cycles are worked by hand by sfpu-riscv(7), Time, and
 * sfpu-frontend(7): an instruction of the core issues a cycle, and a word is at the wait gate in the cycle after that.
 */
#include "sfpu_test.h"

#include <elf.h>

/* Code at CODE, and a number in the local data RAM. */
struct kernel {
    Elf32_Ehdr header;
    Elf32_Phdr segments[2];
    uint32_t code[16], number;
};

enum { CODE = 0x6000, LOCAL = (int)0xFFB00000u, SP = 2, A0 = 10, A3 = 13, A4 = 14, A5 = 15, NUMBER = 40 };
static const uint32_t LOADI = 0x71004000 /* L0 = 2.0 */, NOP = 0x8F000000, RET = 0x00008067;
static const uint32_t MOP = 0x01030000; /* template 0, four times */

static uint32_t pushed(uint32_t word)
{
    return word << 2 | word >> 30;
}

/*
 * A MOP of four SFPNOPs, for which the core does not wait, and SFPLOADI behind it; the number becomes 1, then 2.
 *  0 lui a5, FFB80 (the configuration of MOP)   8 lui a3, FFB00
 *  1 lui a4, 8F000 (SFPNOP)                     9 li a0, 1
 *  2 sw a4, 12, 16, 20 and 24(a5)              10 sw a0, 0(a3)
 *  6 sw zero, 4(a5)                            11 SFPLOADI
 *  7 the MOP                                   12 addi a0, a0, 1
 *                                              13 sw a0, 0(a3)
 *                                              14 ret
 * Instruction i issues in cycle i. The MOP is in the front end in cycle 8, and its SFPNOPs issue from then on, to 11; the
 * MOP expander turns round in 12, and SFPLOADI issues in 13.
 */
enum { THE_MOP = 7, FIRST_STORE = 10, THE_LOADI = 11, SECOND_STORE = 13, THE_RETURN = 14 };

static void make(struct kernel *k)
{
    static const uint32_t code[] = {0xFFB807B7, 0x8F000737, 0x00E7A623, 0x00E7A823, 0x00E7AA23, 0x00E7AC23, 0x0007A223, 0,
                                    0xFFB006B7, 0x00100513, 0x00A6A023, 0, 0x00150513, 0x00A6A023, RET};

    *k = (struct kernel){
        .header = {.e_ident = {ELFMAG0, ELFMAG1, ELFMAG2, ELFMAG3, ELFCLASS32, ELFDATA2LSB, EV_CURRENT},
                   .e_type = ET_EXEC, .e_machine = EM_RISCV, .e_version = EV_CURRENT, .e_entry = CODE,
                   .e_phoff = offsetof(struct kernel, segments), .e_phentsize = sizeof(Elf32_Phdr), .e_phnum = 2,
                   .e_ehsize = sizeof(Elf32_Ehdr)},
        .segments = {{.p_type = PT_LOAD, .p_offset = offsetof(struct kernel, code), .p_vaddr = CODE, .p_paddr = CODE,
                      .p_filesz = sizeof k->code, .p_memsz = sizeof k->code, .p_flags = PF_R | PF_X},
                     {.p_type = PT_LOAD, .p_offset = offsetof(struct kernel, number), .p_vaddr = (Elf32_Addr)LOCAL,
                      .p_paddr = (Elf32_Addr)LOCAL, .p_filesz = 4, .p_memsz = 4, .p_flags = PF_R | PF_W}},
        .number = NUMBER,
    };
    memcpy(k->code, code, sizeof code);
    k->code[THE_MOP] = pushed(MOP);
    k->code[THE_LOADI] = pushed(LOADI);
}

/* Instructions are always there. */
static sfpu_machine *machine_for(int arch, const struct kernel *k)
{
    const uint64_t off = 0;
    sfpu_machine *m = machine_of(arch);

    if (sfpu_load_elf(m, k, sizeof *k, NULL) != SFPU_OK)
        fail_msg("%s", sfpu_error(m));
    assert_int_equal(sfpu_give(m, "icache", &off, 1), SFPU_OK);
    return m;
}

static sfpu_machine *machine_ahead(void)
{
    struct kernel k;

    make(&k);
    return machine_for(SFPU_WORMHOLE, &k);
}

static int run_to(sfpu_machine *m, struct sfpu_limits limits)
{
    limits.size = sizeof limits;
    return sfpu_run_until(m, &limits);
}

static struct sfpu_core_state core_of(sfpu_machine *m)
{
    struct sfpu_core_state core = {.size = sizeof core};

    assert_int_equal(sfpu_get_core_state(m, &core), SFPU_OK);
    return core;
}

static uint32_t number_in(sfpu_machine *m)
{
    uint32_t number;

    assert_int_equal(sfpu_peek(m, (uint32_t)LOCAL, &number, sizeof number), SFPU_OK);
    return number;
}

/* The run stands there: in this cycle, in program order before this instruction of the core, which is ahead by so many. */
static void assert_core_at(sfpu_machine *m, uint64_t cycle, size_t instruction, uint64_t ahead)
{
    const struct sfpu_core_state core = core_of(m);

    assert_int_equal(result_of(m).cycles, cycle);
    assert_int_equal(core.pc, CODE + 4 * instruction);
    assert_int_equal(core.instructions, instruction); /* it has no loops */
    assert_int_equal(core.ahead, ahead);
    assert_int_equal(core.x[0], 0);
}

/* ---- Addresses of code ---- */

static void test_addresses(void **state)
{
    sfpu_machine *m = machine_with(SFPU_WORMHOLE, "sfpnop\nsfpnop\nsfpnop\n"), *compiled = machine_ahead();
    uint32_t address;
    size_t index;

    (void)state;
    assert_int_equal(sfpu_code_address(m, 2, &address), SFPU_OK);
    assert_int_equal(address, 0x10008);
    assert_int_equal(sfpu_code_index(m, 0x10008, &index), SFPU_OK);
    assert_int_equal(index, 2);
    assert_fails(m, sfpu_code_address(m, 3, &address), SFPU_BAD_ARGUMENT, "there is no word 3: the program has 3");
    assert_fails(m, sfpu_code_index(m, 0x1000C, &index), SFPU_BAD_ARGUMENT, "no instruction lies at 0x0001000C");
    assert_int_equal(sfpu_code_index(m, 0xFFFC, &index), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_code_index(m, 0x10002, &index), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_code_address(m, 0, NULL), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_code_index(m, 0x10000, NULL), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_code_address(NULL, 0, &address), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_code_address(compiled, 15, &address), SFPU_OK);
    assert_int_equal(address, CODE + 60);
    assert_int_equal(sfpu_code_index(compiled, CODE + 60, &index), SFPU_OK);
    assert_int_equal(index, 15);
    sfpu_close(m);
    sfpu_close(compiled);
}

/* Words of several threads follow one another, and each has an address, whatever thread is selected: math's two at
 * 0x10000, pack's at 0x10008. */
static void test_addresses_of_threads(void **state)
{
    sfpu_machine *m = machine_with(SFPU_WORMHOLE, "sfpnop\nsfpnop\n");
    uint32_t address;
    size_t index;

    (void)state;
    assert_int_equal(sfpu_select_thread(m, SFPU_THREAD_PACK), SFPU_OK);
    load(m, "sfpnop\n");
    for (int thread = SFPU_THREAD_UNPACK; thread <= SFPU_THREAD_PACK; thread++) {
        assert_int_equal(sfpu_select_thread(m, thread), SFPU_OK);
        assert_int_equal(sfpu_code_address(m, 2, &address), SFPU_OK);
        assert_int_equal(address, 0x10008);
        assert_int_equal(sfpu_code_index(m, 0x10004, &index), SFPU_OK);
        assert_int_equal(index, 1);
    }
    sfpu_close(m);
}

/* ---- The core in program order ---- */

/* Before a run it is at the entry, with a stack at the end of the local data RAM, of 2048 bytes. */
static void test_core_before(void **state)
{
    sfpu_machine *m = machine_ahead(), *words = machine_with(SFPU_WORMHOLE, "sfpnop\n");
    struct sfpu_core_state core = core_of(m);

    (void)state;
    assert_int_equal(core.pc, CODE);
    assert_int_equal(core.x[SP], (uint32_t)LOCAL + 2048);
    assert_int_equal(core.instructions + core.ahead, 0);
    core.size = sizeof core;
    assert_fails(m, sfpu_set_core_state(m, &core), SFPU_BAD_ARGUMENT, "no state, or no run that is stopped");
    assert_int_equal(sfpu_get_core_state(m, NULL), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_get_core_state(NULL, &core), SFPU_BAD_ARGUMENT);
    core.size = 0;
    assert_int_equal(sfpu_get_core_state(m, &core), SFPU_BAD_ARGUMENT);
    assert_fails(words, sfpu_get_core_state(words, &core), SFPU_NO_PROGRAM, "no compiled kernel is loaded");
    assert_int_equal(sfpu_set_core_state(words, &core), SFPU_NO_PROGRAM);
    assert_fails(words, sfpu_step_core(words), SFPU_BAD_ARGUMENT, "limits of a core need a compiled kernel");
    sfpu_close(m);
    sfpu_close(words);
}

/*
 * Nothing holds the core before the MOP: it gets there in cycle 6. Behind it in program order it is when all SFPNOPs have
 * issued, in cycle 12, in which the core issues instruction 12: five are behind the MOP. SFPLOADI, likewise, in 14, when
 * it has returned.
 */
static void test_core_steps(void **state)
{
    static const size_t at_mop[] = {THE_MOP};
    sfpu_machine *m = machine_ahead();

    (void)state;
    assert_int_equal(run_to(m, (struct sfpu_limits){.core_breakpoints = at_mop, .core_breakpoint_count = 1}), SFPU_STOPPED);
    assert_int_equal(result_of(m).reasons, SFPU_STOP_CORE_BREAKPOINT);
    assert_core_at(m, 6, THE_MOP, 0);
    assert_int_equal(core_of(m).x[A5], 0xFFB80000);
    assert_int_equal(core_of(m).x[A4], 0x8F000000);
    assert_int_equal(sfpu_step_core(m), SFPU_STOPPED);
    assert_int_equal(result_of(m).reasons, SFPU_STOP_CORE_INSTRUCTIONS);
    assert_core_at(m, 12, THE_MOP + 1, 5);
    assert_int_equal(result_of(m).instructions, 4);
    assert_int_equal(core_of(m).x[A3], 0);
    assert_int_equal(core_of(m).x[A0], 0);
    assert_int_equal(number_in(m), NUMBER); /* that it has stored 2 is still to come */
    assert_int_equal(sfpu_step_core(m), SFPU_STOPPED);
    assert_core_at(m, 12, THE_MOP + 2, 4);
    assert_int_equal(core_of(m).x[A3], (uint32_t)LOCAL);
    assert_int_equal(run_to(m, (struct sfpu_limits){.core_instructions = 2}), SFPU_STOPPED);
    assert_core_at(m, 12, THE_LOADI, 2);
    assert_int_equal(core_of(m).x[A0], 1);
    assert_int_equal(number_in(m), 1);
    assert_lreg(m, 0, 0);
    assert_int_equal(sfpu_step_core(m), SFPU_STOPPED);
    assert_core_at(m, 14, THE_LOADI + 1, 3);
    assert_lreg(m, 0, 0x40000000);
    assert_int_equal(number_in(m), 1);
    assert_int_equal(run_to(m, (struct sfpu_limits){.core_instructions = 2}), SFPU_STOPPED);
    assert_core_at(m, 14, THE_RETURN, 1);
    assert_int_equal(core_of(m).x[A0], 2);
    assert_int_equal(number_in(m), 2);
    assert_int_equal(sfpu_run_until(m, NULL), SFPU_OK);
    assert_int_equal(result_of(m).cycles, 14);
    assert_int_equal(core_of(m).instructions, 15);
    assert_int_equal(core_of(m).ahead, 0);
    sfpu_close(m);
}

/* Stops of other kinds show the same order: in cycle 11 the last SFPNOP has still to issue, and so has the MOP. */
static void test_core_at_other_stops(void **state)
{
    static const size_t at_loadi[] = {THE_LOADI};
    sfpu_machine *m = machine_ahead();

    (void)state;
    assert_int_equal(run_to(m, (struct sfpu_limits){.cycles = 11}), SFPU_STOPPED);
    assert_core_at(m, 11, THE_MOP, 5);
    assert_int_equal(run_to(m, (struct sfpu_limits){.cycles = 1}), SFPU_STOPPED);
    assert_core_at(m, 12, THE_LOADI, 2);
    assert_int_equal(number_in(m), 1);
    assert_int_equal(run_to(m, (struct sfpu_limits){.breakpoints = at_loadi, .breakpoint_count = 1}), SFPU_STOPPED);
    assert_int_equal(result_of(m).reasons, SFPU_STOP_BREAKPOINT);
    assert_core_at(m, 13, THE_LOADI, 3);
    assert_int_equal(sfpu_end_run(m), SFPU_OK);
    assert_int_equal(core_of(m).pc, CODE + 4 * THE_LOADI);
    sfpu_close(m);
}

/* A breakpoint stops where a run begins, and not where it goes on from; several of them at once in one cycle. */
static void test_core_breakpoints(void **state)
{
    static const size_t at[] = {0, THE_MOP + 1, THE_RETURN, THE_LOADI};
    const struct sfpu_limits limits = {.core_breakpoints = at, .core_breakpoint_count = 4};
    sfpu_machine *m = machine_ahead();

    (void)state;
    assert_int_equal(run_to(m, limits), SFPU_STOPPED);
    assert_core_at(m, 0, 0, 0);
    assert_int_equal(result_of(m).reasons, SFPU_STOP_CORE_BREAKPOINT);
    assert_int_equal(result_of(m).next, SIZE_MAX);
    assert_int_equal(run_to(m, limits), SFPU_STOPPED);
    assert_core_at(m, 12, THE_MOP + 1, 5);
    assert_int_equal(run_to(m, limits), SFPU_STOPPED);
    assert_core_at(m, 12, THE_LOADI, 2);
    assert_int_equal(run_to(m, limits), SFPU_STOPPED);
    assert_core_at(m, 14, THE_RETURN, 1);
    assert_int_equal(run_to(m, limits), SFPU_OK);
    assert_int_equal(result_of(m).cycles, 14);
    assert_fails(m, run_to(m, (struct sfpu_limits){.core_breakpoint_count = 1}), SFPU_BAD_ARGUMENT,
                 "the breakpoints of the core are NULL, but their count is not 0");
    sfpu_close(m);
}

/* Each of two calls begins with registers of its own: a0 is 2 behind the first, and 7 in the second, which is called when
 * SFPLOADI has issued. The return is done then. */
static void test_core_calls(void **state)
{
    static const size_t at_entry[] = {0};
    const uint32_t argument = 7;
    const struct sfpu_limits limits = {.core_breakpoints = at_entry, .core_breakpoint_count = 1};
    sfpu_machine *m = machine_ahead();

    (void)state;
    assert_int_equal(sfpu_add_call(m, NULL, &argument, 1), SFPU_OK);
    assert_int_equal(sfpu_add_call(m, NULL, &argument, 1), SFPU_OK);
    assert_int_equal(core_of(m).x[A0], 7);
    assert_int_equal(run_to(m, limits), SFPU_STOPPED);
    assert_int_equal(core_of(m).x[A0], 7);
    assert_int_equal(run_to(m, (struct sfpu_limits){.core_instructions = 14}), SFPU_STOPPED);
    assert_core_at(m, 14, THE_RETURN, 1); /* the second call begins in the next cycle */
    assert_int_equal(core_of(m).x[A0], 2);
    assert_int_equal(sfpu_step_core(m), SFPU_STOPPED);
    assert_int_equal(core_of(m).pc, CODE);
    assert_int_equal(core_of(m).x[A0], 7);
    assert_int_equal(core_of(m).instructions, 15);
    assert_int_equal(run_to(m, (struct sfpu_limits){.core_instructions = 15}), SFPU_STOPPED);
    assert_int_equal(sfpu_run_until(m, NULL), SFPU_OK);
    assert_int_equal(core_of(m).instructions, 30);
    sfpu_close(m);
}

/* a5 is given where nothing has been done, and is what the first instruction makes of it; a0 where the core is not ahead,
 * before the MOP; then it goes on at the return, and nothing is pushed. */
static void test_set_core(void **state)
{
    static const size_t at_entry[] = {0}, at_mop[] = {THE_MOP};
    sfpu_machine *m = machine_ahead();
    struct sfpu_core_state core;

    (void)state;
    assert_int_equal(run_to(m, (struct sfpu_limits){.core_breakpoints = at_entry, .core_breakpoint_count = 1}),
                     SFPU_STOPPED);
    core = core_of(m);
    core.x[A5] = 3;
    assert_int_equal(sfpu_set_core_state(m, &core), SFPU_OK);
    assert_int_equal(core_of(m).x[A5], 3);
    assert_int_equal(run_to(m, (struct sfpu_limits){.core_breakpoints = at_mop, .core_breakpoint_count = 1}), SFPU_STOPPED);
    assert_int_equal(core_of(m).x[A5], 0xFFB80000);
    core = core_of(m);
    core.x[0] = core.x[A0] = 9;
    core.pc = CODE + 2;
    assert_fails(m, sfpu_set_core_state(m, &core), SFPU_BAD_ARGUMENT, "no instruction lies at 0x00006002");
    core.pc = CODE + 4 * THE_RETURN;
    assert_int_equal(sfpu_set_core_state(m, &core), SFPU_OK);
    assert_int_equal(core_of(m).x[A0], 9);
    assert_int_equal(core_of(m).x[0], 0);
    assert_int_equal(core_of(m).pc, CODE + 4 * THE_RETURN);
    assert_int_equal(sfpu_run_until(m, NULL), SFPU_OK);
    assert_int_equal(result_of(m).instructions, 0);
    assert_int_equal(core_of(m).instructions, 8);
    assert_int_equal(core_of(m).x[A0], 9);
    assert_int_equal(run_to(m, (struct sfpu_limits){.cycles = 12}), SFPU_STOPPED);
    core = core_of(m);
    assert_fails(m, sfpu_set_core_state(m, &core), SFPU_BAD_ARGUMENT,
                 "the core is ahead of where the run stands, or has ended");
    sfpu_close(m);
}

/* The number is 40 in cycle 12, behind the MOP, though the core has stored 1 by then; 50 in its place is seen until that
 * comes, and what lies behind it stays. The return becomes a jump to itself, where the run ends too. */
static void test_set_memory(void **state)
{
    static const size_t behind_mop[] = {THE_MOP + 1};
    static const uint32_t numbers[] = {50, 60}, loop = 0x0000006F;
    sfpu_machine *m = machine_ahead();
    uint32_t value;

    (void)state;
    assert_fails(m, sfpu_set_memory(m, (uint32_t)LOCAL, numbers, 8), SFPU_BAD_ARGUMENT,
                 "no bytes, or no run that is stopped");
    assert_int_equal(run_to(m, (struct sfpu_limits){.core_breakpoints = behind_mop, .core_breakpoint_count = 1}),
                     SFPU_STOPPED);
    assert_int_equal(number_in(m), NUMBER);
    assert_int_equal(sfpu_set_memory(m, (uint32_t)LOCAL, numbers, sizeof numbers), SFPU_OK);
    assert_int_equal(number_in(m), 50);
    assert_int_equal(run_to(m, (struct sfpu_limits){.core_instructions = 3}), SFPU_STOPPED);
    assert_int_equal(number_in(m), 1);
    assert_int_equal(sfpu_peek(m, (uint32_t)LOCAL + 4, &value, sizeof value), SFPU_OK);
    assert_int_equal(value, 60);
    assert_int_equal(sfpu_set_memory(m, CODE + 4 * THE_RETURN, &loop, sizeof loop), SFPU_OK);
    assert_fails(m, sfpu_set_memory(m, 0xFFE00000, numbers, 4), SFPU_BAD_ARGUMENT, "the address is outside of memory");
    assert_int_equal(sfpu_set_memory(m, (uint32_t)LOCAL, NULL, 4), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_run_until(m, NULL), SFPU_OK);
    assert_int_equal(core_of(m).instructions, 14);
    assert_int_equal(core_of(m).pc, CODE + 4 * THE_RETURN);
    assert_int_equal(number_in(m), 2);
    sfpu_close(m);
}

/* Blackhole's core pushes four words in a cycle, if cfg0 (CSR 0x7C0) lets it, which takes five cycles: in 5. They issue one
 * by one, from 6 on; behind each of them the core is in the cycle after that. */
static void test_fused(void **state)
{
    sfpu_machine *m;
    struct kernel k;

    (void)state;
    make(&k);
    k.code[0] = 0x7C001073; /* csrw cfg0, zero */
    for (unsigned i = 0; i < 4; i++)
        k.code[1 + i] = pushed(i == 2 ? LOADI : NOP);
    k.code[5] = RET;
    m = machine_for(SFPU_BLACKHOLE, &k);
    assert_int_equal(sfpu_step_core(m), SFPU_STOPPED);
    assert_core_at(m, 0, 1, 0);
    for (unsigned i = 0; i < 4; i++) {
        assert_int_equal(sfpu_step_core(m), SFPU_STOPPED);
        assert_core_at(m, 7 + i, i + 2, 4 - i); /* the return issues in cycle 6 */
        assert_lreg(m, 0, i >= 2 ? 0x40000000 : 0);
    }
    assert_int_equal(sfpu_step_core(m), SFPU_STOPPED);
    assert_int_equal(sfpu_step_core(m), SFPU_OK);
    sfpu_close(m);
}

/* Stops of each kind, as many as there can be, change nothing: nor does all of them at once. */
static void test_same_cycles(void **state)
{
    static const size_t all[16] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    const struct sfpu_watch watches[] = {{.size = sizeof *watches, .what = SFPU_WATCH_LREG},
                                         {.size = sizeof *watches, .what = SFPU_WATCH_MEMORY,
                                          .address = (uint32_t)LOCAL, .bytes = 2048}};
    const struct {
        struct sfpu_limits limits;
        unsigned stops;
    } kinds[] = {
        {{0}, 0},
        {{.cycles = 1}, 13}, /* before 1, ..., 13 */
        {{.instructions = 1}, 4}, /* behind each but the last */
        {{.breakpoints = all, .breakpoint_count = 16}, 5}, /* the SFPNOPs are the MOP's */
        {{.core_instructions = 1}, 15},
        {{.core_breakpoints = all, .core_breakpoint_count = 16}, 15},
        {{.watches = watches, .watch_count = 2}, 2}, /* the number, in 12; and again with L0, in 14 */
        /* At the entry; in 0 to 6 behind an instruction of the core each; in 7 to 11; in 12 behind the MOP, and three more;
         * in 13; and in 14 behind each of four. */
        {{.cycles = 1, .instructions = 1, .breakpoints = all, .breakpoint_count = 16, .core_instructions = 1,
          .core_breakpoints = all, .core_breakpoint_count = 16, .watches = watches, .watch_count = 2, .findings = 1}, 22},
    };

    (void)state;
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        sfpu_machine *m = machine_ahead();
        unsigned stops = 0;

        while (run_to(m, kinds[i].limits) == SFPU_STOPPED)
            stops++;
        assert_int_equal(stops, kinds[i].stops);
        assert_int_equal(result_of(m).cycles, 14);
        assert_int_equal(result_of(m).instructions, 5);
        assert_int_equal(core_of(m).instructions, 15);
        assert_int_equal(core_of(m).x[A0], 2);
        assert_int_equal(number_in(m), 2);
        assert_lreg(m, 0, 0x40000000);
        sfpu_close(m);
    }
}

/* ---- Watches ---- */

static int run_to_watches(sfpu_machine *m, const struct sfpu_watch *watches, size_t count)
{
    return run_to(m, (struct sfpu_limits){.watches = watches, .watch_count = count});
}

/* Of memory in program order: the number is 1 behind the first store, in cycle 12, and 2 behind the second one. */
static void test_watch_memory(void **state)
{
    const struct sfpu_watch number[] = {
        {.size = sizeof *number, .what = SFPU_WATCH_MEMORY, .address = (uint32_t)LOCAL + 4, .bytes = 4}, /* never written */
        {.size = sizeof *number, .what = SFPU_WATCH_MEMORY, .address = (uint32_t)LOCAL, .bytes = 4}};
    sfpu_machine *m = machine_ahead();

    (void)state;
    assert_int_equal(run_to_watches(m, number, 2), SFPU_STOPPED);
    assert_int_equal(result_of(m).reasons, SFPU_STOP_WATCH);
    assert_int_equal(result_of(m).watch, 1);
    assert_core_at(m, 12, FIRST_STORE + 1, 2);
    assert_int_equal(number_in(m), 1);
    assert_int_equal(run_to_watches(m, number, 2), SFPU_STOPPED);
    assert_core_at(m, 14, SECOND_STORE + 1, 1);
    assert_int_equal(number_in(m), 2);
    assert_int_equal(run_to_watches(m, number, 2), SFPU_OK);
    assert_int_equal(result_of(m).cycles, 14);
    sfpu_close(m);
}

/* Others put something there, when the core waits for ever: lui a3, FFB00; lw a0, 0(a3); li a1, 40; beq a0, a1, -8; ret. */
static void test_watch_others(void **state)
{
    static const uint32_t code[] = {0xFFB006B7, 0x0006A503, 0x02800593, 0xFEB50CE3, RET}, now = 41;
    const struct sfpu_watch number = {.size = sizeof number, .what = SFPU_WATCH_MEMORY, .address = (uint32_t)LOCAL,
                                      .bytes = 4};
    sfpu_machine *m;
    struct kernel k;

    (void)state;
    make(&k);
    memcpy(k.code, code, sizeof code);
    m = machine_for(SFPU_WORMHOLE, &k);
    assert_int_equal(sfpu_when_idle(m, (uint32_t)LOCAL, &now, sizeof now), SFPU_OK);
    assert_int_equal(run_to_watches(m, &number, 1), SFPU_STOPPED);
    assert_int_equal(result_of(m).reasons, SFPU_STOP_WATCH);
    assert_int_equal(number_in(m), 41);
    assert_int_equal(run_to_watches(m, &number, 1), SFPU_OK);
    sfpu_close(m);
}

/* A GPR, which is read as it is: lui a5, FFE00; li a0, 9; sw a0, 4(a5), which issues in cycle 2, and is there in the next;
 * ret. Where nothing is, and a mailbox, whose reads have effects, nothing can be watched. */
static void test_watch_device(void **state)
{
    static const uint32_t code[] = {0xFFE007B7, 0x00900513, 0x00A7A223, RET};
    struct sfpu_watch watch = {.size = sizeof watch, .what = SFPU_WATCH_MEMORY, .address = 0xFFE00005, .bytes = 3};
    uint8_t bytes[5];
    sfpu_machine *m;
    struct kernel k;

    (void)state;
    make(&k);
    memcpy(k.code, code, sizeof code);
    m = machine_for(SFPU_WORMHOLE, &k);
    assert_int_equal(run_to_watches(m, &watch, 1), SFPU_OK); /* of 9, only the first byte is not 0 */
    assert_int_equal(sfpu_reset(m), SFPU_OK);
    watch.address = 0xFFE00004;
    assert_int_equal(run_to_watches(m, &watch, 1), SFPU_STOPPED);
    assert_int_equal(result_of(m).cycles, 3);
    assert_int_equal(sfpu_peek(m, 0xFFE00003, bytes, sizeof bytes), SFPU_OK);
    assert_memory_equal(bytes, ((const uint8_t[]){0, 9, 0, 0, 0}), sizeof bytes);
    assert_int_equal(sfpu_peek(m, 0xFFEC0000, bytes, 1), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_run_until(m, NULL), SFPU_OK);
    watch.address = 0xFFEC0000;
    assert_fails(m, run_to_watches(m, &watch, 1), SFPU_BAD_ARGUMENT,
                 "watch 0: 3 bytes at 0xFFEC0000 are neither in memory nor readable without an effect");
    sfpu_close(m);
}

/* What can be read of devices: the semaphore 0 that was posted, word 50 of the configuration, and 1.0 in Dst, by its bytes.
 * lui a5, FFE80; sw zero, 32(a5); lui a4, FFEF0; li a0, 7; sw a0, 200(a4); ret. */
static void test_peek(void **state)
{
    static const uint32_t code[] = {0xFFE807B7, 0x0207A023, 0xFFEF0737, 0x00700513, 0x0CA72423, RET};
    static const float values[16 * 16] = {[17] = 1};
    uint32_t value;
    uint8_t bytes[2];
    sfpu_machine *m;
    struct kernel k;

    (void)state;
    make(&k);
    memcpy(k.code, code, sizeof code);
    m = machine_for(SFPU_BLACKHOLE, &k);
    assert_fails(m, sfpu_peek(m, (uint32_t)LOCAL, &value, 4), SFPU_BAD_ARGUMENT, "nothing has run");
    assert_int_equal(sfpu_write_dst(m, SFPU_FP32, SFPU_ROWS, values, sizeof values), SFPU_OK);
    assert_int_equal(sfpu_run(m, 1), SFPU_OK);
    assert_int_equal(sfpu_peek(m, 0xFFE80020, &value, sizeof value), SFPU_OK);
    assert_int_equal(value, 1);
    assert_int_equal(sfpu_peek(m, 0xFFEF00C8, &value, sizeof value), SFPU_OK);
    assert_int_equal(value, 7);
    assert_int_equal(sfpu_peek(m, 0xFFBD8000 + 17 * 4, &value, sizeof value), SFPU_OK);
    assert_int_equal(value, 0x3F800000);
    assert_int_equal(sfpu_peek(m, 0xFFBD8000 + 17 * 4 + 2, bytes, sizeof bytes), SFPU_OK);
    assert_memory_equal(bytes, ((const uint8_t[]){0x80, 0x3F}), sizeof bytes);
    assert_fails(m, sfpu_peek(m, 0xFFE80004, &value, 4), SFPU_BAD_ARGUMENT, "the address is outside of memory");
    assert_int_equal(sfpu_peek(m, 0xFFB12000, &value, 4), SFPU_BAD_ARGUMENT);
    sfpu_close(m);
}

/* 2.0 in L0, 4.0 in L1 behind two cycles, which rows 4..7 of Dst get in columns 0, 2, ..., 14: of FP32, physical rows 4..7
 * have the high halves. */
static const char changes[] = "sfploadi L0, 0x4000, 0\n"      /* cycle 0 */
                              "sfpmul L1, L0, L0, L9, 0\n"    /* 1, lands at the end of 2 */
                              "sfpnop\n"                      /* 2 */
                              "sfpstore L1, 4, 3, 3\n"        /* 3 */
                              "sfpsetcc L0, 0, 6\n"           /* 4: lanes in which L0 is 0: none */
                              "ttincrwc 0, 2, 0, 0\n"         /* 5: Dst */
                              "sfpencc 3, 10\n";              /* 6: both kinds of flags are set */

static void assert_watch(sfpu_machine *m, const struct sfpu_watch *watches, size_t count, size_t watch, uint64_t cycle)
{
    assert_int_equal(run_to_watches(m, watches, count), SFPU_STOPPED);
    assert_int_equal(result_of(m).reasons, SFPU_STOP_WATCH);
    assert_int_equal(result_of(m).watch, watch);
    assert_int_equal(result_of(m).cycles, cycle);
}

static void test_watch_state(void **state)
{
    enum { L2, L1_LANE_31, DST_5, USE_FLAGS, FLAGS, DST, DST_5_ODD, COUNT };
    const struct sfpu_watch watches[COUNT] = {
        [L2] = {.size = sizeof *watches, .what = SFPU_WATCH_LREG, .number = 2},
        [L1_LANE_31] = {.size = sizeof *watches, .what = SFPU_WATCH_LREG, .number = 1, .lanes = 1u << 31},
        [DST_5] = {.size = sizeof *watches, .what = SFPU_WATCH_DST, .number = 5, .lanes = 1 << 14},
        [DST_5_ODD] = {.size = sizeof *watches, .what = SFPU_WATCH_DST, .number = 5, .lanes = 0xAAAA},
        [USE_FLAGS] = {.size = sizeof *watches, .what = SFPU_WATCH_USE_FLAGS, .lanes = 1},
        [FLAGS] = {.size = sizeof *watches, .what = SFPU_WATCH_FLAGS, .lanes = 1},
        [DST] = {.size = sizeof *watches, .what = SFPU_WATCH_COUNTER, .number = SFPU_COUNTER_DST}};
    sfpu_machine *m = machine_with(SFPU_WORMHOLE, changes);

    (void)state;
    assert_int_equal(sfpu_configure_format(m, SFPU_FP32), SFPU_OK);
    assert_int_equal(sfpu_set_flags(m, UINT32_MAX, 0), SFPU_OK);
    assert_watch(m, watches, COUNT, L1_LANE_31, 3);
    assert_watch(m, watches, COUNT, DST_5, 4);
    assert_watch(m, watches, COUNT, FLAGS, 5);
    assert_watch(m, watches, COUNT, DST, 6);
    assert_watch(m, watches, COUNT, USE_FLAGS, 7);
    assert_int_equal(run_to_watches(m, watches, COUNT), SFPU_OK);
    assert_int_equal(result_of(m).cycles, 7);
    sfpu_close(m);
}

static void test_watch_refused(void **state)
{
    static const struct sfpu_watch wrong[] = {{.size = sizeof *wrong, .what = SFPU_WATCH_LREG, .number = SFPU_LREGS},
                                              {.size = sizeof *wrong, .what = SFPU_WATCH_COUNTER, .number = 9},
                                              {.size = sizeof *wrong, .what = SFPU_WATCH_DST, .number = SFPU_DST_ROWS},
                                              {.size = sizeof *wrong, .what = 6},
                                              {.size = sizeof *wrong, .what = SFPU_WATCH_MEMORY}};
    const struct sfpu_watch memory = {.size = sizeof memory, .what = SFPU_WATCH_MEMORY, .bytes = 4}, sizeless = {0};
    sfpu_machine *m = machine_with(SFPU_WORMHOLE, changes);

    (void)state;
    for (unsigned i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        assert_fails(m, run_to_watches(m, &wrong[i], 1), SFPU_BAD_ARGUMENT, "watch 0: unknown kind or number");
    assert_fails(m, run_to_watches(m, &memory, 1), SFPU_BAD_ARGUMENT,
                 "watch 0: there is no memory without a compiled kernel");
    assert_fails(m, run_to_watches(m, &sizeless, 1), SFPU_BAD_ARGUMENT, "a struct does not say its size");
    assert_fails(m, run_to_watches(m, NULL, 1), SFPU_BAD_ARGUMENT, "the watches are NULL, but their count is not 0");
    assert_int_equal(result_of(m).instructions, 0);
    sfpu_close(m);
}

/* Of many breakpoints those that are not the word's, though like it in their low bits, do not stop. */
static void test_many_breakpoints(void **state)
{
    static size_t at[600];
    struct sfpu_limits limits = {.breakpoints = at, .breakpoint_count = 599};
    sfpu_machine *m = machine_with(SFPU_WORMHOLE, "sfpnop\nsfpnop\nsfpnop\n");

    (void)state;
    for (size_t i = 0; i < 599; i++)
        at[i] = 4096 * (i + 1) + i % 3;
    at[599] = 1;
    assert_int_equal(run_to(m, limits), SFPU_OK);
    limits.breakpoint_count = 600;
    assert_int_equal(run_to(m, limits), SFPU_STOPPED);
    assert_int_equal(result_of(m).next, 1);
    assert_int_equal(run_to(m, limits), SFPU_OK);
    sfpu_close(m);
}

/* ---- Findings ---- */

/* The product of cycle 1 is read in cycle 2, too early, each time; a finding that is turned off does not stop. */
static void test_stop_at_findings(void **state)
{
    const struct sfpu_limits limits = {.findings = 1, .passes = 2};
    sfpu_machine *m = machine_with(SFPU_WORMHOLE, "sfploadi L0, 0x4000, 0\nsfpmul L1, L0, L0, L9, 0\nsfpmov L2, L1, 0\n");

    (void)state;
    for (unsigned pass = 0; pass < 2; pass++) {
        assert_int_equal(run_to(m, limits), SFPU_STOPPED);
        assert_int_equal(result_of(m).reasons, SFPU_STOP_FINDING);
        assert_string_equal(result_of(m).finding, "mad-raw");
        assert_int_equal(result_of(m).finding_index, 2);
        assert_int_equal(result_of(m).cycles, 3 + 3 * pass);
    }
    assert_int_equal(run_to(m, limits), SFPU_OK);
    assert_int_equal(sfpu_warn(m, "no-mad-raw"), SFPU_OK);
    assert_int_equal(run_to(m, limits), SFPU_OK);
    assert_int_equal(result_of(m).cycles, 6);
    sfpu_close(m);
}

/* ---- Counters and cells ---- */

static void test_counters(void **state)
{
    static const char *const names[] = {
        [SFPU_COUNTER_DST] = "dst", [SFPU_COUNTER_DST_CR] = "dst_cr", [SFPU_COUNTER_SRCA] = "srca",
        [SFPU_COUNTER_SRCA_CR] = "srca_cr", [SFPU_COUNTER_SRCB] = "srcb", [SFPU_COUNTER_SRCB_CR] = "srcb_cr",
        [SFPU_COUNTER_FIDELITY] = "fidelity", [SFPU_COUNTER_EXTRA_ADDR_MOD] = "extra_addr_mod", [SFPU_COUNTER_SP] = "sp"};
    static const char json[] = "{\"rwc\": {\"dst\": 1, \"dst_cr\": 2, \"srca\": 3, \"srca_cr\": 4, \"srcb\": 5, "
                               "\"srcb_cr\": 6, \"fidelity\": 1, \"extra_addr_mod\": 1, \"sp\": 9}}";
    static const uint32_t values[] = {1, 2, 3, 4, 5, 6, 1, 1, 9};
    sfpu_machine *m = machine_of(SFPU_WORMHOLE);
    uint32_t value;

    (void)state;
    assert_int_equal(sfpu_set_state(m, json, sizeof json - 1), SFPU_OK);
    for (unsigned i = 0; i <= SFPU_COUNTER_SP; i++) {
        assert_string_equal(sfpu_counter_name(i), names[i]);
        assert_int_equal(sfpu_get_counter(m, i, &value), SFPU_OK);
        assert_int_equal(value, values[i]);
    }
    assert_null(sfpu_counter_name(SFPU_COUNTER_SP + 1));
    assert_fails(m, sfpu_get_counter(m, 9, &value), SFPU_BAD_ARGUMENT, "there is no counter 9, or no place for it");
    assert_int_equal(sfpu_get_counter(m, 0, NULL), SFPU_BAD_ARGUMENT);
    sfpu_close(m);
}

/* Rows are cleared at power-on, whatever is in them: what is beside a cell that is written is 0. */
static void test_cells(void **state)
{
    static uint16_t cells[SFPU_DST_ROWS][SFPU_DST_COLUMNS] = {[5][3] = 0x3F81};
    sfpu_machine *m = machine_of(SFPU_WORMHOLE);
    uint16_t value;

    (void)state;
    assert_int_equal(sfpu_set_dst_word(m, 1023, 15, 7), SFPU_OK);
    assert_int_equal(sfpu_get_dst_word(m, 1023, 15, &value), SFPU_OK);
    assert_int_equal(value, 7);
    assert_int_equal(sfpu_get_dst_word(m, 1023, 14, &value), SFPU_OK);
    assert_int_equal(value, 0);
    assert_int_equal(sfpu_write_dst(m, SFPU_RAW, SFPU_ROWS, cells, sizeof cells), SFPU_OK);
    assert_int_equal(sfpu_get_dst_word(m, 5, 3, &value), SFPU_OK);
    assert_int_equal(value, 0x3F81);
    assert_int_equal(sfpu_set_dst_word(m, 5, 4, 0xABCD), SFPU_OK);
    assert_int_equal(sfpu_read_dst(m, SFPU_RAW, SFPU_ROWS, cells, sizeof cells), SFPU_OK);
    assert_int_equal(cells[5][3], 0x3F81);
    assert_int_equal(cells[5][4], 0xABCD);
    assert_fails(m, sfpu_get_dst_word(m, 1024, 0, &value), SFPU_BAD_ARGUMENT,
                 "Dst has no column 0 of row 1024: it has 16 columns in each of 1024 rows");
    assert_int_equal(sfpu_set_dst_word(m, 0, 16, 0), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_get_dst_word(m, 0, 0, NULL), SFPU_BAD_ARGUMENT);
    sfpu_close(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_addresses),     cmocka_unit_test(test_addresses_of_threads),
        cmocka_unit_test(test_core_before),   cmocka_unit_test(test_core_steps),
        cmocka_unit_test(test_core_at_other_stops),
        cmocka_unit_test(test_core_breakpoints), cmocka_unit_test(test_core_calls),
        cmocka_unit_test(test_set_core),      cmocka_unit_test(test_fused),
        cmocka_unit_test(test_set_memory),    cmocka_unit_test(test_peek),
        cmocka_unit_test(test_same_cycles),
        cmocka_unit_test(test_watch_memory),  cmocka_unit_test(test_watch_others),
        cmocka_unit_test(test_watch_device),  cmocka_unit_test(test_watch_state),
        cmocka_unit_test(test_watch_refused), cmocka_unit_test(test_many_breakpoints),
        cmocka_unit_test(test_stop_at_findings),
        cmocka_unit_test(test_counters),      cmocka_unit_test(test_cells),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
