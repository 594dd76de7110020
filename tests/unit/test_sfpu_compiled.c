/*
 * libsfpu by its public header alone: compiled kernels. Cycles are worked by hand by sfpu-riscv(7), Time: an instruction
 * issues a cycle, and a word is at the wait gate in the cycle after that.
 */
#include "sfpu_test.h"

#include <elf.h>

/* Two functions, code at CODE, and a number in the local data RAM. */
struct kernel {
    Elf32_Ehdr header;
    Elf32_Phdr segments[2];
    uint32_t code[20], number;
    Elf32_Sym symbols[4];
    char names[32];
    Elf32_Shdr sections[3];
};

enum { CODE = 0x6000, LOCAL = (int)0xFFB00000u, GPR_1 = (int)0xFFE00004u, TWICE_AT = 3, WAIT_AT = 12 };
static const uint32_t LOADI = 0x71004000 /* L0 = 2.0 */, NOP = 0x8F000000, SEMWAIT = 0xA6FF8005, RET = 0x00008067;

static uint32_t pushed(uint32_t word)
{
    return word << 2 | word >> 30;
}

/*
 * start:  sfploadi; sfpnop; ret
 * twice:  lui a5, FFE00; sw a0, 4(a5); lui a4, FFB00; lw a3, 0(a4); add a3, a3, a0; sw a3, 0(a4); sfpnop; ret
 * wait:   ttsemwait; sfpnop; ret, behind an instruction that is nobody's
 */
static void make(struct kernel *k)
{
    static const char names[] = "\0start\0twice\0wait";
    static const uint32_t twice[] = {0xFFE007B7, 0x00A7A223, 0xFFB00737, 0x00072683, 0x00A686B3, 0x00D72023};

    *k = (struct kernel){
        .header = {.e_ident = {ELFMAG0, ELFMAG1, ELFMAG2, ELFMAG3, ELFCLASS32, ELFDATA2LSB, EV_CURRENT},
                   .e_type = ET_EXEC, .e_machine = EM_RISCV, .e_version = EV_CURRENT, .e_entry = CODE,
                   .e_phoff = offsetof(struct kernel, segments), .e_phentsize = sizeof(Elf32_Phdr), .e_phnum = 2,
                   .e_shoff = offsetof(struct kernel, sections), .e_ehsize = sizeof(Elf32_Ehdr),
                   .e_shentsize = sizeof(Elf32_Shdr), .e_shnum = 3},
        .segments = {{.p_type = PT_LOAD, .p_offset = offsetof(struct kernel, code), .p_vaddr = CODE, .p_paddr = CODE,
                      .p_filesz = sizeof k->code, .p_memsz = sizeof k->code, .p_flags = PF_R | PF_X},
                     {.p_type = PT_LOAD, .p_offset = offsetof(struct kernel, number), .p_vaddr = (Elf32_Addr)LOCAL,
                      .p_paddr = (Elf32_Addr)LOCAL, .p_filesz = 4, .p_memsz = 4, .p_flags = PF_R | PF_W}},
        .number = 40,
        .sections = {{0},
                     {.sh_type = SHT_SYMTAB, .sh_offset = offsetof(struct kernel, symbols), .sh_size = sizeof k->symbols,
                      .sh_link = 2, .sh_info = 1, .sh_entsize = sizeof(Elf32_Sym)},
                     {.sh_type = SHT_STRTAB, .sh_offset = offsetof(struct kernel, names), .sh_size = sizeof k->names}},
    };
    k->code[0] = pushed(LOADI);
    k->code[1] = pushed(NOP);
    k->code[2] = RET;
    memcpy(&k->code[TWICE_AT], twice, sizeof twice);
    k->code[TWICE_AT + 6] = pushed(NOP);
    k->code[TWICE_AT + 7] = RET;
    k->code[WAIT_AT] = pushed(SEMWAIT);
    k->code[WAIT_AT + 1] = pushed(NOP);
    k->code[WAIT_AT + 2] = RET;
    memcpy(k->names, names, sizeof names);
    for (unsigned i = 0; i < 3; i++)
        k->symbols[i + 1] = (Elf32_Sym){.st_name = i == 0 ? 1 : i == 1 ? 7 : 13, .st_shndx = SHN_ABS - 1,
                                        .st_value = CODE + 4 * (i == 0 ? 0 : i == 1 ? TWICE_AT : WAIT_AT),
                                        .st_size = i == 1 ? 32 : 12,
                                        .st_info = ELF32_ST_INFO(STB_GLOBAL, STT_FUNC)};
}

static const struct sfpu_running keeping = {.size = sizeof keeping, .keeps_words = 1};

static sfpu_machine *machine_with_cache(const char *symbol)
{
    struct kernel k;
    sfpu_machine *m = machine_of(SFPU_WORMHOLE);

    make(&k);
    if (sfpu_load_elf(m, &k, sizeof k, symbol) != SFPU_OK)
        fail_msg("%s", sfpu_error(m));
    memset(&k, 0, sizeof k); /* it was copied */
    assert_int_equal(sfpu_configure_runs(m, &keeping), SFPU_OK);
    return m;
}

/* Instructions are always there. */
static sfpu_machine *machine_for(const char *symbol)
{
    const uint64_t off = 0;
    sfpu_machine *m = machine_with_cache(symbol);

    assert_int_equal(sfpu_give(m, "icache", &off, 1), SFPU_OK);
    return m;
}

static struct sfpu_core core_of(sfpu_machine *m)
{
    struct sfpu_core core = {.size = sizeof core};

    assert_int_equal(sfpu_get_core(m, &core), SFPU_OK);
    return core;
}

static uint32_t number_in(sfpu_machine *m)
{
    uint32_t number;

    assert_int_equal(sfpu_peek(m, (uint32_t)LOCAL, &number, sizeof number), SFPU_OK);
    return number;
}

static struct sfpu_pushed pushed_at(sfpu_machine *m, size_t i)
{
    struct sfpu_pushed p = {.size = sizeof p};

    assert_int_equal(sfpu_get_pushed(m, i, &p), SFPU_OK);
    return p;
}

/* The entry: words issue in 0 and 1, and are at the gate in 1 and 2; the return issues in 2. So the thread takes 3 cycles,
 * as does the core, and the words alone 2. */
static void test_entry(void **state)
{
    const struct sfpu_running forgetting = {.size = sizeof forgetting};
    sfpu_machine *m = machine_for(NULL);

    (void)state;
    assert_true(sfpu_is_compiled(m));
    assert_int_equal(sfpu_run(m, 1), SFPU_OK);
    assert_lreg(m, 0, 0x40000000);
    assert_int_equal(core_of(m).instructions, 3);
    assert_int_equal(core_of(m).words, 2);
    assert_int_equal(core_of(m).helped, 0);
    assert_int_equal(core_of(m).cycles, 3);
    assert_int_equal(core_of(m).core_cycles, 3);
    assert_int_equal(core_of(m).words_cycles, 2);
    assert_int_equal(result_of(m).cycles, 3);
    assert_int_equal(pushed_at(m, 0).word, LOADI);
    assert_int_equal(pushed_at(m, 0).index, 0);
    assert_int_equal(pushed_at(m, 0).cycle, 1);
    assert_int_equal(pushed_at(m, 1).word, NOP);
    assert_int_equal(pushed_at(m, 1).cycle, 2);
    assert_int_equal(sfpu_configure_runs(m, &forgetting), SFPU_OK);
    assert_int_equal(sfpu_run(m, 1), SFPU_OK);
    assert_int_equal(core_of(m).words, 2);
    assert_int_equal(core_of(m).words_cycles, 0);
    sfpu_close(m);
}

/*
 * start: lui a5, FFB80 (the configuration of MOP); lui a4, 8F000 (SFPNOP); sw a4, 12, 16, 20 and 24(a5); sw zero, 4(a5);
 *        the MOP twice; li a4, 2; sw a4, 4(a5)
 * twice: the MOP; ret
 */
static void make_mops(struct kernel *k)
{
    static const uint32_t mop = 0x01030000, /* template 0, four times */
        code[] = {0xFFB807B7, 0x8F000737, 0x00E7A623, 0x00E7A823, 0x00E7AA23, 0x00E7AC23, 0x0007A223};

    make(k);
    memcpy(k->code, code, sizeof code);
    k->code[7] = pushed(mop);
    k->code[8] = pushed(mop);
    k->code[9] = 0x00200713;
    k->code[10] = 0x00E7A223;
    k->code[11] = pushed(mop);
    k->code[12] = RET;
    k->symbols[2].st_value = CODE + 4 * 11;
    k->symbols[2].st_size = 8;
}

static void load_kept(sfpu_machine *m, const struct kernel *k, const char *symbol)
{
    assert_int_equal(sfpu_load_elf(m, k, sizeof *k, symbol), SFPU_OK);
    assert_int_equal(sfpu_configure_runs(m, &keeping), SFPU_OK);
}

static void load_mops(sfpu_machine *m, const char *symbol)
{
    struct kernel k;

    make_mops(&k);
    load_kept(m, &k, symbol);
}

/* Other stores than those to the configuration of MOP leave it as it is: of 0 to the GPR of that number, between the
 * last of these and the third MOP. lui a3, FFE00; sw zero, 4(a3). */
static void test_words_alone_beside_stores(void **state)
{
    sfpu_machine *m = machine_of(SFPU_WORMHOLE);
    struct kernel k;

    (void)state;
    make_mops(&k);
    memmove(&k.code[13], &k.code[11], 2 * sizeof *k.code);
    k.code[11] = 0xFFE006B7;
    k.code[12] = 0x0006A223;
    load_kept(m, &k, "start");
    assert_int_equal(sfpu_run(m, 1), SFPU_OK);
    assert_int_equal(core_of(m).words, 3);
    assert_int_equal(core_of(m).words_cycles, 24);
    sfpu_close(m);
}

/* The words alone have the configuration that was there before each: the first two MOPs make four of them each, A0 each
 * time, and the third, with three more by bit 1 of configuration 1, 16; so does one of a run to which that was left. */
static void test_words_alone(void **state)
{
    sfpu_machine *m = machine_of(SFPU_WORMHOLE);

    (void)state;
    load_mops(m, "start");
    assert_int_equal(sfpu_run(m, 1), SFPU_OK);
    assert_int_equal(core_of(m).words, 3);
    assert_int_equal(core_of(m).words_cycles, 24);
    load_mops(m, "twice");
    assert_int_equal(sfpu_run(m, 1), SFPU_OK);
    assert_int_equal(core_of(m).words, 1);
    assert_int_equal(core_of(m).words_cycles, 16);
    sfpu_close(m);
}

static int add_bytes(void *context, const char *bytes, size_t size)
{
    char *text = context;

    assert_true(strlen(text) + size < 4096);
    strncat(text, bytes, size);
    return 0;
}

/* Its words as a program, which are of no known lines: word i is of instruction i. */
static void test_recorded(void **state)
{
    const struct sfpu_running forgetting = {.size = sizeof forgetting};
    sfpu_machine *m = machine_for("twice");
    char table[4096] = "";
    sfpu_program *p;

    (void)state;
    assert_int_equal(sfpu_get_recorded(m, &p), SFPU_BAD_ARGUMENT); /* nothing has run */
    assert_null(p);
    assert_int_equal(sfpu_run(m, 2), SFPU_OK);
    assert_int_equal(sfpu_get_recorded(m, NULL), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_get_recorded(m, &p), SFPU_OK);
    assert_int_equal(sfpu_program_arch(p), SFPU_WORMHOLE);
    assert_int_equal(sfpu_program_word_count(p), 2);
    assert_int_equal(sfpu_program_words(p)[0], NOP);
    assert_int_equal(sfpu_program_words(p)[1], NOP);
    assert_int_equal(sfpu_program_write(p, SFPU_TABLE, NULL, add_bytes, table), SFPU_OK);
    assert_non_null(strstr(table, "\"files\": [\"ELF file\"]"));
    assert_non_null(strstr(table, "[0, 10, \"twice+0x18 (0x00006024)\"]")); /* 3 + 6 before it */
    assert_non_null(strstr(table, "{\"name\": \"twice\", \"first\": 0, \"end\": 2}"));
    sfpu_program_free(p);
    assert_int_equal(sfpu_configure_runs(m, &forgetting), SFPU_OK);
    assert_int_equal(sfpu_run(m, 1), SFPU_OK);
    assert_int_equal(sfpu_get_recorded(m, &p), SFPU_BAD_ARGUMENT);
    assert_null(p);
    sfpu_close(m);
}

static struct sfpu_pusher pusher_of(sfpu_machine *m)
{
    struct sfpu_pusher p = {.size = sizeof p};

    assert_int_equal(sfpu_get_pusher(m, &p), SFPU_OK);
    return p;
}

/* The entry's three instructions are in one line, which the instruction cache does not have: a cycle, unless another
 * number is given. */
static void test_instruction_cache(void **state)
{
    const uint64_t miss = 10, wide = 1 << 16;
    sfpu_machine *m = machine_with_cache(NULL);
    struct sfpu_pusher p = {.size = sizeof p};
    uint64_t cycles, fetching = 0;
    const char *name;

    (void)state;
    assert_int_equal(sfpu_get_pusher(m, &p), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_run(m, 1), SFPU_OK);
    assert_int_equal(core_of(m).core_cycles, 4);
    p = pusher_of(m);
    assert_string_equal(p.name, "core");
    assert_int_equal(p.instructions, 3);
    assert_int_equal(p.fetching, 1);
    assert_int_equal(p.miss, 1);
    assert_string_equal(p.provenance, "fit, +-10 %");
    assert_int_equal(sfpu_give(m, "icache", &wide, 1), SFPU_BAD_INPUT);
    assert_string_equal(sfpu_error(m), "icache: 65536 has more than 16 bits");
    assert_int_equal(sfpu_give(m, "icache", &miss, 1), SFPU_OK);
    assert_int_equal(sfpu_run(m, 1), SFPU_OK);
    assert_int_equal(core_of(m).core_cycles, 13);
    for (size_t i = 0; (name = sfpu_core_stall(m, i, &cycles)); i++) {
        if (strcmp(name, "fetch") == 0)
            fetching = cycles;
    }
    assert_int_equal(fetching, 10);
    assert_int_equal(pusher_of(m).fetching, 10);
    assert_string_equal(pusher_of(m).provenance, "given");
    assert_int_equal(sfpu_set(m, "pushed-by", "inline"), SFPU_OK);
    assert_int_equal(sfpu_run(m, 1), SFPU_BAD_ARGUMENT);
    assert_string_equal(sfpu_error(m), "pushed-by: the words of a compiled kernel are pushed by its core");
    sfpu_close(m);
}

/* The entry as one of several calls; a function's address; what is no device, and values of one. */
static void test_given(void **state)
{
    const uint64_t one = 1, wide = UINT64_C(1) << 32;
    sfpu_machine *m = machine_for("twice");
    uint32_t address;

    (void)state;
    assert_int_equal(sfpu_add_call(m, NULL, NULL, 0), SFPU_OK);
    assert_int_equal(sfpu_run(m, 1), SFPU_OK);
    assert_int_equal(core_of(m).words, 3);
    assert_int_equal(pushed_at(m, 1).word, LOADI);
    assert_int_equal(sfpu_find_symbol(m, "twice", &address), SFPU_OK);
    assert_int_equal(address, CODE + 4 * TWICE_AT);
    assert_int_equal(sfpu_find_symbol(m, "thrice", &address), SFPU_BAD_INPUT);
    assert_string_equal(sfpu_error(m), "no symbol 'thrice'; did you mean 'twice'?");
    assert_int_equal(sfpu_find_symbol(m, NULL, &address), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_find_symbol(m, "twice", NULL), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_give(m, "pcbuf", &one, 1), SFPU_OK);
    assert_int_equal(sfpu_give(m, "pcbuf", NULL, 0), SFPU_OK);
    assert_int_equal(sfpu_give(m, "pcbuf", NULL, 1), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_give(m, NULL, &one, 1), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_give(m, "mailbox-b", &wide, 1), SFPU_BAD_INPUT);
    assert_int_equal(sfpu_give(m, "clock", &wide, 1), SFPU_OK);
    assert_int_equal(sfpu_give(m, "mailbox", &one, 1), SFPU_BAD_INPUT);
    sfpu_close(m);
}

/* A function that the file is loaded for, and a call behind it: 40 + 7, as often as it is called in one run. */
static void test_calls(void **state)
{
    const uint32_t seven = 7, all[9] = {0};
    sfpu_machine *m = machine_for("start");

    (void)state;
    assert_int_equal(sfpu_add_call(m, "twice", &seven, 1), SFPU_OK);
    assert_int_equal(sfpu_run(m, 1), SFPU_OK);
    assert_int_equal(core_of(m).instructions, 3 + 8);
    assert_int_equal(number_in(m), 47);
    assert_int_equal(pushed_at(m, 2).index, TWICE_AT + 6);
    assert_int_equal(sfpu_run(m, 2), SFPU_OK);
    assert_int_equal(number_in(m), 54);
    assert_fails(m, sfpu_add_call(m, "thrice", NULL, 0), SFPU_BAD_INPUT, "no symbol 'thrice'; did you mean 'twice'?");
    assert_fails(m, sfpu_add_call(m, "twice", all, 9), SFPU_BAD_INPUT,
                 "twice: 9 arguments, but only 8 registers for arguments");
    assert_fails(m, sfpu_add_call(m, NULL, NULL, 1), SFPU_BAD_ARGUMENT, "the arguments are NULL, but their count is not 0");
    assert_int_equal(sfpu_run(m, 1), SFPU_OK); /* the calls are what they were */
    assert_int_equal(number_in(m), 47);
    sfpu_close(m);
}

/* Each run begins with memory as the file and the pokes have it, the last of which counts. */
static void test_memory(void **state)
{
    const uint32_t one = 1, hundred = 100, eleven = 11;
    uint32_t word;
    sfpu_machine *m = machine_for("twice");

    (void)state;
    assert_fails(m, sfpu_peek(m, (uint32_t)LOCAL, &word, 4), SFPU_BAD_ARGUMENT, "nothing has run");
    assert_int_equal(sfpu_poke(m, (uint32_t)LOCAL, &hundred, 4), SFPU_OK);
    assert_int_equal(sfpu_poke(m, 0x20000, &one, 4), SFPU_OK);
    for (unsigned i = 0; i < 2; i++) {
        assert_int_equal(sfpu_run(m, 1), SFPU_OK);
        assert_int_equal(number_in(m), 100);
        assert_int_equal(sfpu_peek(m, 0x20000, &word, 4), SFPU_OK);
        assert_int_equal(word, 1);
    }
    assert_int_equal(sfpu_poke(m, (uint32_t)LOCAL, &eleven, 4), SFPU_OK);
    assert_int_equal(sfpu_poke(m, (uint32_t)LOCAL + 8, &hundred, 4), SFPU_OK);
    assert_int_equal(sfpu_run(m, 1), SFPU_OK);
    assert_int_equal(number_in(m), 11);
    assert_int_equal(sfpu_peek(m, (uint32_t)LOCAL + 8, &word, 4), SFPU_OK);
    assert_int_equal(word, 100);
    assert_fails(m, sfpu_poke(m, 0xFFE40000, &one, 4), SFPU_BAD_INPUT,
                 "0xFFE40000: 4 bytes at this address do not lie in L1 or the local data RAM");
    assert_fails(m, sfpu_poke(m, 0, NULL, 4), SFPU_BAD_ARGUMENT, "no bytes");
    assert_fails(m, sfpu_peek(m, 0xFFB007FE, &word, 4), SFPU_BAD_ARGUMENT, "the address is outside of memory");
    assert_fails(m, sfpu_peek(m, 0, NULL, 4), SFPU_BAD_ARGUMENT, "no room for bytes");
    sfpu_close(m);
}

/* twice: lw in 3 can be used in 5, since the local data RAM takes 2 cycles: add is late by one, which is the load's. */
static void test_stalls(void **state)
{
    sfpu_machine *m = machine_for("twice");
    const char *name;
    uint64_t cycles, loads = 0, others = 0;

    (void)state;
    assert_null(sfpu_core_stall(m, 0, &cycles)); /* nothing has run */
    assert_int_equal(sfpu_run(m, 1), SFPU_OK);
    for (size_t i = 0; (name = sfpu_core_stall(m, i, &cycles)); i++)
        *(strcmp(name, "load") == 0 ? &loads : &others) += cycles;
    assert_int_equal(loads, 1);
    assert_int_equal(others, 0);
    assert_int_equal(core_of(m).core_cycles, 9); /* 0 to 3, 5 to 8 */
    assert_null(sfpu_core_stall(m, 0, NULL));
    sfpu_close(m);
}

static void test_untimed(void **state)
{
    const struct sfpu_running running = {.size = sizeof running, .untimed = 1, .keeps_words = 1};
    sfpu_machine *m = machine_for(NULL);

    (void)state;
    assert_int_equal(sfpu_configure_runs(m, &running), SFPU_OK);
    assert_int_equal(sfpu_run(m, 1), SFPU_OK);
    assert_lreg(m, 0, 0x40000000);
    assert_int_equal(core_of(m).words, 2);
    assert_int_equal(core_of(m).cycles, 0);
    assert_int_equal(pushed_at(m, 1).cycle, 0);
    sfpu_close(m);
}

/* Who waits for a semaphore to be less than its maximum finds it set up, to 0 and at most 1: posting to it is in
 * order. */
static void test_set_up(void **state)
{
    static const uint32_t SEMWAIT_MAX = 0xA6FF8006, SEMPOST = 0xA4000004;
    struct sfpu_help help = {.size = sizeof help};
    sfpu_machine *m = machine_of(SFPU_WORMHOLE);
    size_t warnings, fatal;
    struct kernel k;

    (void)state;
    make(&k);
    k.code[WAIT_AT] = pushed(SEMWAIT_MAX);
    k.code[WAIT_AT + 1] = pushed(SEMPOST);
    assert_int_equal(sfpu_load_elf(m, &k, sizeof k, "wait"), SFPU_OK);
    assert_int_equal(sfpu_run(m, 1), SFPU_OK);
    assert_int_equal(core_of(m).helped, 1);
    assert_int_equal(sfpu_get_help(m, 0, &help), SFPU_OK);
    assert_string_equal(help.deed, "set up");
    assert_int_equal(help.number, 0);
    assert_int_equal(help.index, WAIT_AT);
    assert_int_equal(sfpu_count_findings(m, &warnings, &fatal), SFPU_OK);
    assert_int_equal(warnings, 0);
    assert_int_equal(sfpu_run(m, 1), SFPU_OK); /* it is at its maximum: somebody takes it */
    assert_int_equal(sfpu_get_help(m, 0, &help), SFPU_OK);
    assert_string_equal(help.deed, "taken");
    assert_int_equal(sfpu_count_findings(m, &warnings, &fatal), SFPU_OK);
    assert_int_equal(warnings, 0);
    sfpu_close(m);
}

/* Polls of what does not change, 4 bytes of L1, are over once others put something else there, or end the run. That the
 * core waits is seen by two looks, one every 64 backward jumps; and so again where what was put there did not help. The
 * jump that shows it is done again afterwards: 127 jumps a wait, and one. */
static void test_when_idle(void **state)
{
    enum { JUMPS = 2 * 127 + 1 };
    /* lui a5, 0x20; lw a4, 0(a5); beqz a4, .-4; sfploadi; ret */
    static const uint32_t poll[] = {0x000207B7, 0x0007A703, 0xFE070EE3};
    static const uint32_t nothing = 0, one = 1;
    sfpu_machine *m = machine_of(SFPU_WORMHOLE);
    struct kernel k;

    (void)state;
    make(&k);
    memcpy(&k.code[TWICE_AT], poll, sizeof poll);
    k.code[TWICE_AT + 3] = pushed(LOADI);
    k.code[TWICE_AT + 4] = RET;
    assert_int_equal(sfpu_load_elf(m, &k, sizeof k, "twice"), SFPU_OK);
    assert_int_equal(sfpu_run(m, 1), SFPU_DEADLOCK);
    assert_int_equal(sfpu_when_idle(m, 0x20000, &nothing, 4), SFPU_OK);
    assert_int_equal(sfpu_when_idle(m, 0x20000, &one, 4), SFPU_OK);
    for (int untimed = 0; untimed < 2; untimed++) {
        const struct sfpu_running running = {.size = sizeof running, .untimed = untimed};

        assert_int_equal(sfpu_configure_runs(m, &running), SFPU_OK);
        assert_int_equal(sfpu_run(m, 1), SFPU_OK);
        assert_int_equal(core_of(m).words, 1);
        assert_int_equal(core_of(m).instructions, 1 + 2 * JUMPS + 2 + 2);
    }
    assert_int_equal(sfpu_run(m, 2), SFPU_OK); /* it stays there */
    assert_int_equal(core_of(m).words, 2);
    assert_int_equal(sfpu_load_elf(m, &k, sizeof k, "twice"), SFPU_OK);
    assert_int_equal(sfpu_when_idle(m, 0x20000, &nothing, 4), SFPU_OK);
    assert_int_equal(sfpu_when_idle(m, 0, NULL, 0), SFPU_OK);
    assert_int_equal(sfpu_run(m, 1), SFPU_OK);
    assert_int_equal(core_of(m).words, 0);
    assert_fails(m, sfpu_when_idle(m, 0xFFE40000, &one, 4), SFPU_BAD_INPUT,
                 "0xFFE40000: 4 bytes at this address do not lie in L1 or the local data RAM");
    sfpu_close(m);
}

/* tests/elf/lines.elf, as addr2line -i has it, and readelf the columns: at 0x6048 use(), which wait_for() calls, which
 * _start() calls. Code is from 0x6000 on. */
static void test_inlined(void **state)
{
    enum { AT = 0x48 / 4, NOT_INLINED = 0x2C / 4 };
    static const struct {
        const char *function, *file;
        unsigned long line, column;
    } expected[] = {{"use", "tests/elf/kernel.h", 30, 8}, {"wait_for", "tests/elf/lines.cpp", 21, 13}};
    struct sfpu_inlined inlined = {.size = sizeof inlined};
    sfpu_machine *m;

    (void)state;
    assert_int_equal(sfpu_open(NULL, &m), SFPU_OK);
    assert_int_equal(sfpu_load_file(m, "tests/elf/lines.elf"), SFPU_OK);
    for (size_t level = 0; level < 2; level++) {
        assert_int_equal(sfpu_get_inlined(m, AT, level, &inlined), SFPU_OK);
        assert_string_equal(inlined.function, expected[level].function);
        assert_string_equal(inlined.file, expected[level].file);
        assert_int_equal(inlined.line, expected[level].line);
        assert_int_equal(inlined.column, expected[level].column);
    }
    assert_int_equal(sfpu_get_inlined(m, AT, 2, &inlined), SFPU_BAD_INPUT);
    assert_int_equal(sfpu_get_inlined(m, NOT_INLINED, 0, &inlined), SFPU_BAD_INPUT);
    assert_int_equal(sfpu_get_inlined(m, sfpu_word_count(m), 0, &inlined), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_get_inlined(m, AT, 0, NULL), SFPU_BAD_ARGUMENT);
    sfpu_close(m);
}

/* Who waits for others is helped, or waits for ever. */
static void test_partners(void **state)
{
    const struct sfpu_running running = {.size = sizeof running, .no_partners = 1};
    struct sfpu_help help = {.size = sizeof help};
    sfpu_machine *m = machine_for("wait");

    (void)state;
    assert_int_equal(sfpu_get_help(m, 0, &help), SFPU_BAD_ARGUMENT); /* nothing has run */
    assert_int_equal(sfpu_run(m, 2), SFPU_OK);
    assert_int_equal(core_of(m).helped, 1); /* it stays posted */
    assert_int_equal(sfpu_get_help(m, 0, &help), SFPU_OK);
    assert_string_equal(help.device, "semaphore");
    assert_int_equal(help.number, 0);
    assert_string_equal(help.deed, "posted");
    assert_int_equal(help.index, WAIT_AT);
    assert_int_equal(help.cycle, 2); /* TTSEMWAIT is at the gate in 1 */
    assert_int_equal(help.times, 1);
    assert_int_equal(sfpu_get_help(m, 1, &help), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_get_help(m, 0, NULL), SFPU_BAD_ARGUMENT);
    sfpu_close(m);
    m = machine_for("wait");
    assert_int_equal(sfpu_configure_runs(m, &running), SFPU_OK);
    assert_fails(m, sfpu_run(m, 1), SFPU_DEADLOCK,
                 "ELF file: wait+0x0 (0x00006030): instruction 12 waits for semaphore 0, which nothing in this thread can "
                 "change");
    sfpu_close(m);
}

/* What the core does, cycle by cycle. */
struct heard {
    char text[512];
};

static void hear(void *context, const struct sfpu_event *event)
{
    struct heard *h = context;
    char line[64];

    if (event->kind != SFPU_EVENT_CORE)
        return;
    assert_true(event->id == UINT64_MAX);
    snprintf(line, sizeof line, "%d: %d %08x%s%s;", (int)event->cycle, (int)event->index, (unsigned)event->word,
             event->text ? " " : "", event->text ? event->text : "");
    assert_true(strlen(h->text) + strlen(line) < sizeof h->text);
    strcat(h->text, line);
}

/* twice, of which lw issues in 3 and gives its value, from the local data RAM, two cycles later. */
static void test_core_events(void **state)
{
    sfpu_machine *m = machine_for("twice");
    struct heard heard = {""};

    (void)state;
    sfpu_on_event(m, hear, &heard);
    assert_int_equal(sfpu_run(m, 1), SFPU_OK);
    assert_string_equal(heard.text, "0: 3 ffe007b7;1: 4 00a7a223;2: 5 ffb00737;3: 6 00072683;4: 7 00a686b3 load;"
                                    "5: 7 00a686b3;6: 8 00d72023;7: 9 3c000002;8: 10 00008067;");
    sfpu_close(m);
}

/*
 * start, then twice(7): words are at the gate in 1 and 2, the return issues in 2; of the second function lui, sw, lui and
 * lw in 3 to 6, add in 8, sw in 9, SFPNOP in 10, which is at the gate in 11 as the return issues. A run that is stopped
 * goes on; one that is ended, or over, begins with memory as the file has it.
 */
static void test_stops(void **state)
{
    const uint32_t seven = 7;
    const size_t last = TWICE_AT + 6;
    const struct sfpu_limits one = {.size = sizeof one, .instructions = 1}, none = {.size = sizeof none},
                             there = {.size = sizeof there, .breakpoints = &last, .breakpoint_count = 1};
    sfpu_machine *m = machine_for("start");

    (void)state;
    assert_int_equal(sfpu_add_call(m, "twice", &seven, 1), SFPU_OK);
    assert_int_equal(sfpu_run_until(m, &one), SFPU_STOPPED);
    assert_int_equal(result_of(m).instructions, 1);
    assert_int_equal(number_in(m), 40);
    assert_int_equal(sfpu_run_until(m, &there), SFPU_STOPPED);
    assert_int_equal(result_of(m).next, last);
    assert_int_equal(number_in(m), 47);
    assert_int_equal(sfpu_run_until(m, &none), SFPU_OK);
    assert_int_equal(result_of(m).cycles, 12);
    assert_int_equal(core_of(m).cycles, 12);
    assert_int_equal(core_of(m).words_cycles, 3);
    assert_int_equal(sfpu_run_until(m, &there), SFPU_STOPPED);
    assert_int_equal(sfpu_end_run(m), SFPU_OK);
    assert_int_equal(sfpu_run(m, 1), SFPU_OK);
    assert_int_equal(number_in(m), 47);
    assert_int_equal(result_of(m).cycles, 12);
    sfpu_close(m);
}

static void test_refusals(void **state)
{
    const uint32_t cell = 0;
    const struct sfpu_cells cells = {.size = sizeof cells, .format = SFPU_FP32, .cells = &cell, .count = 1};
    const struct sfpu_perturbing what = {.size = sizeof what, .most = 1};
    struct sfpu_pushed p = {.size = sizeof p};
    struct sfpu_core core = {.size = sizeof core};
    struct kernel k;
    sfpu_batch *batch;
    sfpu_machine *m = machine_for(NULL);
    struct text text = {0};

    (void)state;
    assert_fails(m, sfpu_get_core(m, &core), SFPU_BAD_ARGUMENT, "nothing has run");
    assert_fails(m, sfpu_get_core(m, NULL), SFPU_BAD_ARGUMENT, "no place for the result");
    assert_fails(m, sfpu_batch_open(m, &cells, &cells, &batch), SFPU_BAD_ARGUMENT,
                 "a batch cannot run a compiled kernel, but can run its recorded words");
    assert_int_equal(sfpu_perturb(m, 1, &what, text_add, &text), SFPU_OK);
    assert_fails(m, sfpu_set_gaps(m, "0 1\n", 4), SFPU_BAD_ARGUMENT,
                 "the core of a compiled kernel decides when words are pushed");
    assert_int_equal(sfpu_run(m, 1), SFPU_OK);
    assert_fails(m, sfpu_get_pushed(m, 2, &p), SFPU_BAD_ARGUMENT, "there is no word 2: 2 were pushed");
    assert_fails(m, sfpu_get_pushed(m, 0, NULL), SFPU_BAD_ARGUMENT, "there is no word 0: 2 were pushed");
    load(m, "sfpnop\n");
    assert_false(sfpu_is_compiled(m));
    assert_false(sfpu_is_compiled(NULL));
    assert_fails(m, sfpu_add_call(m, "start", NULL, 0), SFPU_NO_PROGRAM, "no compiled kernel is loaded");
    assert_fails(m, sfpu_poke(m, 0, &cell, 4), SFPU_NO_PROGRAM, "no compiled kernel is loaded");
    assert_fails(m, sfpu_get_core(m, &core), SFPU_NO_PROGRAM, "no compiled kernel is loaded");
    assert_null(sfpu_core_stall(m, 0, NULL));
    make(&k);
    k.segments[1].p_vaddr = CODE;
    assert_fails(m, sfpu_load_elf(m, &k, sizeof k, NULL), SFPU_BAD_INPUT,
                 "'ELF file': segments 0 and 1 overlap, at 0x00006000");
    make(&k);
    assert_fails(m, sfpu_load_elf(m, &k, sizeof k, "strat"), SFPU_BAD_INPUT,
                 "no symbol 'strat'; did you mean 'start'?");
    text_free(&text);
    sfpu_close(m);
}

/* All that is asked of compiled kernels, of a machine that has none. */
static void check_all_refused(sfpu_machine *m, int code)
{
    const uint64_t value = 1;
    uint32_t word;
    struct sfpu_core core = {.size = sizeof core};
    struct sfpu_help help = {.size = sizeof help};
    struct sfpu_pushed pushed = {.size = sizeof pushed};
    uint64_t cycles;
    sfpu_program *p;

    assert_false(sfpu_is_compiled(m));
    assert_int_equal(sfpu_add_call(m, NULL, NULL, 0), code);
    assert_int_equal(sfpu_give(m, "pcbuf", &value, 1), code);
    assert_int_equal(sfpu_find_symbol(m, "start", &word), code);
    assert_int_equal(sfpu_poke(m, 0, &word, sizeof word), code);
    assert_int_equal(sfpu_when_idle(m, 0, NULL, 0), code);
    assert_int_equal(sfpu_peek(m, 0, &word, sizeof word), code);
    assert_int_equal(sfpu_get_core(m, &core), code);
    assert_int_equal(sfpu_get_help(m, 0, &help), code);
    assert_null(sfpu_core_stall(m, 0, &cycles));
    assert_int_equal(sfpu_get_pushed(m, 0, &pushed), code);
    assert_int_equal(sfpu_get_recorded(m, &p), code);
    assert_null(p);
}

static void test_no_compiled_kernel(void **state)
{
    sfpu_machine *m = machine_of(SFPU_WORMHOLE);

    (void)state;
    check_all_refused(NULL, SFPU_BAD_ARGUMENT);
    check_all_refused(m, SFPU_NO_PROGRAM);
    load(m, "sfpnop\n");
    assert_int_equal(sfpu_run(m, 1), SFPU_OK);
    check_all_refused(m, SFPU_NO_PROGRAM);
    sfpu_close(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_entry),
        cmocka_unit_test(test_words_alone), cmocka_unit_test(test_words_alone_beside_stores),
        cmocka_unit_test(test_recorded),
        cmocka_unit_test(test_core_events),
        cmocka_unit_test(test_given),
        cmocka_unit_test(test_instruction_cache),
        cmocka_unit_test(test_calls),
        cmocka_unit_test(test_memory),
        cmocka_unit_test(test_stalls),
        cmocka_unit_test(test_untimed),
        cmocka_unit_test(test_partners),
        cmocka_unit_test(test_inlined),
        cmocka_unit_test(test_set_up),
        cmocka_unit_test(test_when_idle),
        cmocka_unit_test(test_stops),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_no_compiled_kernel),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
