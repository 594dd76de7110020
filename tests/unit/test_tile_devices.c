/*
 * What is at the addresses of a math thread's core that is not memory, and in its CSRs: sfpu-riscv(7), Memory and CSRs.
 * Where configuration lies is worked from the ISA page BackendConfiguration of each arch: Wormhole has 188 words a bank
 * and 57 entries of ThreadConfig a thread, 16 bytes apart, Blackhole 224 words, in a third window too, and 68 entries,
 * 4 bytes apart.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "model/finding.h"
#include "core/devices.h"
#include "core/tile.h"
#include "core/tile_parts.h"

static void note(void *context, enum sfp_finding finding, const struct sfp_op *op,
                 const struct sfp_finding_detail *detail)
{
    (void)op;
    snprintf(context, 64, "%s %s", sfp_finding_info(finding)->name, detail->text);
}

/* A tile, and what it said last. */
struct made {
    struct sfp_machine *m;
    struct sfp_tile *tile;
    char said[64];
};

static const uint32_t mail[] = {0xB0B0B0B0, 0xB1B1B1B1};

/* GPR 1, word 5 of both banks, entry 3 of the thread's ThreadConfig and semaphore 2 have values; B has sent two, and T0
 * one. */
static void make(struct made *made, enum sfp_arch arch)
{
    *made = (struct made){.m = sfp_machine_new(arch, sfp_semantics_best())};
    made->m->reporter = (struct sfp_reporter){.report = note, .context = made->said};
    made->tile = tile_new(made->m);
    made->m->s.own.gpr[1] = 0x8899AABB;
    made->m->s.config[0][5] = 0x10203040;
    made->m->s.config[1][5] = 0x50607080;
    made->m->s.own.thread_config[3] = 0xC0DE;
    made->m->s.semaphore[2].value = 9;
    made->tile->devices.feature_disable = 0x123;
    made->tile->devices.from_b = (struct tile_values){.values = mail, .count = 2};
    made->tile->devices.mail[TILE_T0] = (struct tile_values){.values = mail, .count = 1};
    made->tile->devices.clock_base = UINT64_C(0x700000000);
    made->tile->now = UINT64_C(0x100000009);
}

static void unmake(const struct made *made)
{
    tile_free(made->tile);
    sfp_machine_free(made->m);
}

static enum tile_answer load(struct made *made, uint32_t address, unsigned size, uint32_t *value)
{
    uint32_t offset;
    const enum tile_region region = tile_region_of(made->m->s.arch, address, size, &offset);

    assert_int_not_equal(region, TILE_NOWHERE);
    return tile_device_load(&made->tile->devices, region, offset, size, value);
}

enum { BOTH = SFP_WH | SFP_BH };

static void loads(void **state)
{
    static const struct {
        unsigned arches;
        uint32_t address;
        unsigned size;
        uint32_t value;
        const char *says;
    } cases[] = {
        /* the 64 GPRs every 256 bytes; bytes of a word from the lowest on */
        {BOTH, 0xFFE00004, 4, 0x8899AABB, ""}, {BOTH, 0xFFE00F04, 4, 0x8899AABB, ""},
        {BOTH, 0xFFE00005, 1, 0xAA, ""}, {BOTH, 0xFFE00006, 2, 0x8899, ""}, {BOTH, 0xFFE00007, 1, 0x88, ""},
        /* bank 0, bank 1, ThreadConfig of T0 and T1 */
        {BOTH, 0xFFEF0014, 4, 0x10203040, ""}, {BOTH, 0xFFEF0016, 1, 0x20, ""},
        {SFP_WH, 0xFFEF0304, 4, 0x50607080, ""}, {SFP_BH, 0xFFEF0394, 4, 0x50607080, ""},
        {SFP_WH, 0xFFEF05E0 + 16 * (57 + 3), 4, 0xC0DE, ""}, {SFP_BH, 0xFFEF0A80 + 4 * (68 + 3), 4, 0xC0DE, ""},
        {SFP_WH, 0xFFEF05E0 + 16 * 3, 4, 0, "riscv-undefined-read 0xFFEF0610"},
        {SFP_BH, 0xFFEF0A80 + 4 * 3, 4, 0, "riscv-undefined-read 0xFFEF0A8C"},
        {SFP_WH, 0xFFEF05E0 + 16 * (2 * 57 + 3), 4, 0, "riscv-undefined-read 0xFFEF0D30"},
        /* the last entry of T2, what follows, and Blackhole's window to both banks */
        {SFP_WH, 0xFFEF05E0 + 16 * 3 * 57, 4, 0, "riscv-undefined-read 0xFFEF1090"},
        {SFP_BH, 0xFFEF0A80 + 4 * 3 * 68, 4, 0, "riscv-undefined-read 0xFFEF0DB0"},
        {SFP_BH, 0xFFEF0714, 4, 0, "riscv-undefined-read 0xFFEF0714"},
        /* eight semaphores, again and again; nothing below them but what has a place */
        {BOTH, 0xFFE80028, 4, 9, ""}, {BOTH, 0xFFE80048, 4, 9, ""}, {BOTH, 0xFFE80024, 4, 0, ""},
        {BOTH, 0xFFE8000C, 4, 0, "riscv-undefined-read 0xFFE8000C"},
        {BOTH, 0xFFE8001C, 4, 0, "riscv-undefined-read 0xFFE8001C"},
        {BOTH, 0xFFE80000, 4, 0xB0B0B0B0, ""},
        /* mailboxes of B, T0, T1 itself and T2: has it anything, and the value */
        {BOTH, 0xFFEC0004, 4, 0, ""}, {BOTH, 0xFFEC1004, 4, 1, ""}, {BOTH, 0xFFEC2004, 4, 0, ""},
        {BOTH, 0xFFEC1000, 4, 0xB0B0B0B0, ""}, {BOTH, 0xFFEC3008, 4, 0, "riscv-undefined-read 0xFFEC3008"},
        /* debug registers: the clock is 0x800000009 */
        {BOTH, 0xFFB12068, 4, 0x123, ""}, {BOTH, 0xFFB12069, 1, 1, ""}, {BOTH, 0xFFB121F0, 4, 9, ""},
        {BOTH, 0xFFB121F4, 4, 8, ""}, {BOTH, 0xFFB121F8, 4, 0, ""},
        {BOTH, 0xFFB12064, 4, 0, "riscv-unmodelled 0xFFB12064"},
        /* what is for stores, and what is left out */
        {BOTH, 0xFFB80008, 4, 0, "riscv-undefined-read 0xFFB80008"},
        {BOTH, 0xFFE40000, 4, 0, "riscv-undefined-read 0xFFE40000"},
        {BOTH, 0xFFE50004, 4, 0, "riscv-undefined-read 0xFFE50004"},
        {BOTH, 0xFFB11010, 4, 0, "riscv-unmodelled 0xFFB11010"},
        {BOTH, 0xFFB20010, 4, 0, "riscv-unmodelled 0xFFB20010"},
    };

    (void)state;
    for (size_t i = 0; i < 2 * sizeof cases / sizeof cases[0]; i++) {
        const enum sfp_arch arch = i % 2 ? SFP_BH : SFP_WH;
        struct made made;
        uint32_t value = 0xFFFFFFFF;

        if (!(cases[i / 2].arches & arch))
            continue;
        make(&made, arch);
        assert_int_equal(load(&made, cases[i / 2].address, cases[i / 2].size, &value), TILE_ANSWERED);
        if (value != cases[i / 2].value || strcmp(made.said, cases[i / 2].says) != 0)
            fail_msg("0x%08X of arch %d: 0x%08X %s", cases[i / 2].address, arch, value, made.said);
        unmake(&made);
    }
}

/* What is read once is gone; nobody sends more. The upper half of the clock stays as the lower one was read. */
static void read_once(void **state)
{
    struct made made;
    uint32_t value;

    (void)state;
    make(&made, SFP_WH);
    assert_int_equal(load(&made, 0xFFE80000, 4, &value), TILE_ANSWERED);
    assert_int_equal(load(&made, 0xFFE80000, 4, &value), TILE_ANSWERED);
    assert_int_equal(value, 0xB1B1B1B1);
    assert_int_equal(load(&made, 0xFFE80000, 4, &value), TILE_EMPTY);
    assert_int_equal(load(&made, 0xFFEC1000, 4, &value), TILE_ANSWERED);
    assert_int_equal(load(&made, 0xFFEC1004, 4, &value), TILE_ANSWERED);
    assert_int_equal(value, 0);
    assert_int_equal(load(&made, 0xFFEC1000, 4, &value), TILE_EMPTY);
    assert_int_equal(load(&made, 0xFFE80004, 4, &value), TILE_HELD_BY_THREAD);
    assert_int_equal(load(&made, 0xFFE80008, 4, &value), TILE_HELD_BY_MOP);
    load(&made, 0xFFB121F0, 4, &value);
    made.tile->now += UINT64_C(0x300000000);
    load(&made, 0xFFB121F8, 4, &value);
    assert_int_equal(value, 8);
    load(&made, 0xFFB121F4, 4, &value);
    assert_int_equal(value, 11);
    assert_int_equal(load(&made, 0x1000, 4, &value), TILE_REFUSED);
    assert_string_equal(made.tile->devices.refusal, "is memory, or nothing");
    unmake(&made);
}

/* A store, and what a load of a word from elsewhere then gives. */
static void stores(void **state)
{
    static const struct {
        unsigned arches;
        uint32_t address;
        unsigned size;
        uint32_t stored, from, loaded;
        const char *says;
    } cases[] = {
        {BOTH, 0xFFE00104, 4, 0x11223344, 0xFFE00004, 0x11223344, ""},
        {BOTH, 0xFFE00006, 1, 0x155, 0xFFE00004, 0x8855AABB, ""},
        {BOTH, 0xFFE00006, 2, 0x77665544, 0xFFE00004, 0x5544AABB, ""},
        {BOTH, 0xFFEF0014, 4, 7, 0xFFEF0014, 7, ""}, {SFP_WH, 0xFFEF0014, 4, 7, 0xFFEF0304, 0x50607080, ""},
        {SFP_BH, 0xFFEF0014, 4, 7, 0xFFEF0394, 0x50607080, ""}, {SFP_WH, 0xFFEF0304, 4, 7, 0xFFEF0304, 7, ""},
        {SFP_WH, 0xFFEF0304, 4, 7, 0xFFEF0014, 0x10203040, ""},
        {SFP_BH, 0xFFEF0714, 4, 7, 0xFFEF0014, 7, ""}, {SFP_BH, 0xFFEF0714, 4, 7, 0xFFEF0394, 7, ""},
        {BOTH, 0xFFEF0014, 2, 7, 0xFFEF0014, 0x10203040, "riscv-config-size 0xFFEF0014"},
        {SFP_WH, 0xFFEF09A0, 4, 7, 0xFFEF09A0, 0xC0DE, "riscv-thread-config 0xFFEF09A0"},
        {SFP_BH, 0xFFEF0B9C, 4, 7, 0xFFEF0B9C, 0xC0DE, "riscv-thread-config 0xFFEF0B9C"},
        {SFP_WH, 0xFFEF108C, 4, 7, 0xFFEF0014, 0x10203040, "riscv-thread-config 0xFFEF108C"},
        {SFP_WH, 0xFFEF1090, 4, 7, 0xFFEF0014, 0x10203040, "riscv-unmodelled 0xFFEF1090"},
        {SFP_BH, 0xFFEF0DB0, 4, 7, 0xFFEF0014, 0x10203040, "riscv-unmodelled 0xFFEF0DB0"},
        /* an even number posts to a semaphore, an odd one takes, and 0 stays 0 */
        {BOTH, 0xFFE80028, 4, 0, 0xFFE80028, 10, ""}, {BOTH, 0xFFE80028, 4, 0xFFFFFFFE, 0xFFE80028, 10, ""},
        {BOTH, 0xFFE80028, 4, 3, 0xFFE80028, 8, ""}, {BOTH, 0xFFE8003C, 4, 1, 0xFFE8003C, 0, ""},
        {BOTH, 0xFFE8000C, 4, 1, 0xFFE80028, 9, ""},
        {BOTH, 0xFFEC2000, 4, 5, 0xFFEC2004, 1, ""}, {BOTH, 0xFFEC2000, 4, 5, 0xFFEC2000, 5, ""},
        {BOTH, 0xFFEC1000, 4, 5, 0xFFEC2004, 0, ""},
        {BOTH, 0xFFB12068, 4, 0x456, 0xFFB12068, 0x456, ""},
        {BOTH, 0xFFB12064, 4, 5, 0xFFB12068, 0x123, "riscv-unmodelled 0xFFB12064"},
        {BOTH, 0xFFB11010, 4, 5, 0xFFE00004, 0x8899AABB, "riscv-unmodelled 0xFFB11010"},
        {BOTH, 0xFFB20010, 4, 5, 0xFFE00004, 0x8899AABB, "riscv-unmodelled 0xFFB20010"},
    };

    (void)state;
    for (size_t i = 0; i < 2 * sizeof cases / sizeof cases[0]; i++) {
        const enum sfp_arch arch = i % 2 ? SFP_BH : SFP_WH;
        struct made made;
        uint32_t offset, value;
        enum tile_region region;

        if (!(cases[i / 2].arches & arch))
            continue;
        make(&made, arch);
        region = tile_region_of(arch, cases[i / 2].address, cases[i / 2].size, &offset);
        assert_true(tile_device_store(&made.tile->devices, region, offset, cases[i / 2].size, cases[i / 2].stored));
        load(&made, cases[i / 2].from, 4, &value);
        if (value != cases[i / 2].loaded || strcmp(made.said, cases[i / 2].says) != 0)
            fail_msg("0x%08X of arch %d: 0x%08X %s", cases[i / 2].address, arch, value, made.said);
        unmake(&made);
    }
}

/* Semaphores have four bits; bit 11 of DBG_FEATURE_DISABLE alone changes what Dst looks like. */
static void bounds(void **state)
{
    struct made made;

    (void)state;
    make(&made, SFP_WH);
    made.m->s.semaphore[7].value = 14;
    for (unsigned i = 0; i < 2; i++) {
        assert_true(tile_device_store(&made.tile->devices, TILE_SYNC, 0x3C, 4, 0));
        assert_int_equal(made.m->s.semaphore[7].value, 15);
    }
    tile_device_store(&made.tile->devices, TILE_DEBUG, 0x68, 4, 0xFFFFF7FF);
    assert_false(made.m->s.dst_16bit_view);
    tile_device_store(&made.tile->devices, TILE_DEBUG, 0x68, 4, 0x800);
    assert_true(made.m->s.dst_16bit_view);
    unmake(&made);
}

static void refused(void **state)
{
    static const struct {
        uint32_t address;
        const char *why;
    } cases[] = {
        {0xFFB120A0, "takes the thread's instruction queue over, which is not modelled"},
        {0xFFB120A4, "takes the thread's instruction queue over, which is not modelled"},
        {0xFFE60000, "pushes a word for another thread, which hangs this core"},
        {0x1000, "is memory, or nothing"}, {0xFFB00000, "is memory, or nothing"}, {0xFFE40000, "is memory, or nothing"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct made made;
        uint32_t offset;
        const enum tile_region region = tile_region_of(SFP_BH, cases[i].address, 4, &offset);

        make(&made, SFP_BH);
        assert_false(tile_device_store(&made.tile->devices, region, offset, 4, 0));
        assert_string_equal(made.tile->devices.refusal, cases[i].why);
        unmake(&made);
    }
}

/* An access is for one region. Wormhole has 1464 KiB of L1, 2 KiB of local data RAM, and no Dst. */
static void regions(void **state)
{
    static const struct {
        uint32_t address;
        unsigned size;
        enum tile_region wormhole, blackhole;
    } cases[] = {
        {0x0016DFFC, 4, TILE_L1, TILE_L1}, {0x0016DFFE, 4, TILE_NOWHERE, TILE_L1},
        {0x0016E000, 1, TILE_NOWHERE, TILE_L1}, {0x0017FFFF, 1, TILE_NOWHERE, TILE_L1},
        {0x00180000, 1, TILE_NOWHERE, TILE_NOWHERE}, {0xFFFFFFFC, 4, TILE_NOWHERE, TILE_NOWHERE},
        {0xFFB007FF, 1, TILE_LOCAL, TILE_LOCAL}, {0xFFB00800, 1, TILE_NOWHERE, TILE_LOCAL},
        {0xFFBD8000, 4, TILE_NOWHERE, TILE_DST}, {0xFFBDFFFF, 1, TILE_NOWHERE, TILE_DST},
        {0xFFBE0000, 1, TILE_NOWHERE, TILE_NOWHERE}, {0xFFB80020, 4, TILE_MOP, TILE_MOP},
        {0xFFB80024, 4, TILE_NOWHERE, TILE_NOWHERE}, {0xFFB13000, 4, TILE_NOWHERE, TILE_DEBUG},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        uint32_t offset;

        assert_int_equal(tile_region_of(SFP_WH, cases[i].address, cases[i].size, &offset), cases[i].wormhole);
        assert_int_equal(tile_region_of(SFP_BH, cases[i].address, cases[i].size, &offset), cases[i].blackhole);
    }
}

/* Counters, in time and without; misa says RV32 and A, B, F, I, M, V; mstatus SD and that F and V are dirty. */
static void csrs(void **state)
{
    static const struct {
        unsigned number;
        uint32_t timed, untimed;
    } cases[] = {
        {0xB00, 9, 0x77}, {0xC00, 9, 0x77}, {0xB80, 1, 5}, {0xC80, 1, 5}, {0xB02, 0x77, 0x77}, {0xC02, 0x77, 0x77},
        {0xB82, 5, 5}, {0xC82, 5, 5},
        {0x301, 1u << 30 | 1 << 21 | 1 << 12 | 1 << 8 | 1 << 5 | 3, 1u << 30 | 1 << 21 | 1 << 12 | 1 << 8 | 1 << 5 | 3},
        {0x300, 1u << 31 | 3 << 13 | 3 << 9, 1u << 31 | 3 << 13 | 3 << 9}, {0x7C7, 0, 0}, {0xB03, 0, 0},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct made made;

        make(&made, SFP_BH);
        made.tile->core.retired = UINT64_C(0x500000077);
        assert_int_equal(tile_csr_read(made.tile, cases[i].number), cases[i].untimed);
        made.tile->timed = true;
        assert_int_equal(tile_csr_read(made.tile, cases[i].number), cases[i].timed);
        unmake(&made);
    }
}

/* cfg1, hwa_mask, hwa_cfg and vgsrc keep what is written, each its own, until a run begins; their neighbours do not.
 * cfg0 begins with the data cache and fusion switched off, prediction and merging on. */
static void scratch(void **state)
{
    struct made made;

    (void)state;
    make(&made, SFP_BH);
    for (unsigned number = 0x7C1; number <= 0x7C8; number++)
        tile_csr_write(made.tile, number, number);
    for (unsigned number = 0x7C1; number <= 0x7C8; number++)
        assert_int_equal(tile_csr_read(made.tile, number), number >= 0x7C3 && number <= 0x7C6 ? number : 0);
    tile_csr_write(made.tile, 0x7C0, 0xFFFFFFFF);
    assert_int_equal(tile_csr_read(made.tile, 0x7C0), 0xFFFFFFFF);
    tile_start(made.tile, NULL, 0, true);
    assert_int_equal(tile_csr_read(made.tile, 0x7C0) & (1 << 1 | 1 << 3 | 1 << 12 | 1 << 18), 1 << 3 | 1 << 18);
    assert_int_equal(tile_csr_read(made.tile, 0x7C5), 0);
    unmake(&made);
}

/* What words use of what Auto TTSync tracks, by the classes of the ISA page AutoTTSync of Blackhole: GPRs,
 * configuration and TDMA-RISC, each read (r), written (w), both (b) or not (-). Who is not named there reads the
 * configuration. */
static void tracked_uses(void **state)
{
    static const struct {
        const char *macros, *uses;
    } cases[] = {
        {"NOP MOP_CFG RESOURCEDECL", "---"},
        {"ADDDMAREG SUBDMAREG MULDMAREG BITWOPDMAREG SHIFTDMAREG CMPDMAREG SETDMAREG", "b--"},
        {"ATINCGET ATINCGETPTR ATSWAP ATCAS LOADIND STOREIND", "b--"}, {"REG2FLOP", "b-b"},
        {"STREAMWRCFG CFGSHIFTMASK", "-b-"}, {"STOREREG", "r--"}, {"LOADREG", "w--"}, {"FLUSHDMA", "--w"},
        {"WRCFG", "rw-"}, {"RDCFG", "wr-"}, {"XMOV", "bb-"}, {"UNPACR UNPACR_NOP PACR", "-rb"}, {"MOP REPLAY", "bbb"},
        {"SFPNOP SFPMAD SETC16 RMWCIB0 SEMWAIT STALLWAIT INCRWC MVMUL SETRWC", "-r-"},
    };
    struct made made;

    (void)state;
    make(&made, SFP_BH);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char names[100];

        strcpy(names, cases[i].macros);
        for (char *name = strtok(names, " "); name; name = strtok(NULL, " ")) {
            const struct sfp_insn *insn = sfp_insn_by_macro(&made.m->index, name, strlen(name));
            const struct tile_tracked *t = &made.tile->tracked;
            uint64_t words;

            assert_non_null(insn);
            words = t->words;
            tile_tracked_note(made.tile, (uint32_t)insn->opcode << 24);
            assert_int_equal(t->words, words + 1);
            for (unsigned r = 0; r < TILE_RESOURCES; r++) {
                const char use = cases[i].uses[r];

                if ((t->last_use[r] > words) != (use != '-') ||
                    (t->last_write[r] > words) != (use == 'w' || use == 'b'))
                    fail_msg("%s: resource %u", name, r);
            }
        }
    }
    unmake(&made);
}

/* Of which kinds words are, by the bits of tt_cfg_qstatus (the ISA page CSRs of Blackhole): REPLAY that plays (bit 1 of
 * the word: it executes what it records, bit 0: it records), MOP, scalar unit, unpacker, packer, configuration, sync,
 * those or the miscellaneous unit, vector unit, matrix unit. */
static void tracked_kinds(void **state)
{
    static const struct {
        const char *macro;
        uint32_t operands, kinds;
    } cases[] = {
        {"REPLAY", 0, 1 << 0}, {"REPLAY", 1, 0}, {"REPLAY", 2, 1 << 0}, {"REPLAY", 3, 1 << 0}, {"MOP", 0, 1 << 1},
        {"MOP_CFG", 0, 0}, {"SETDMAREG", 0, 1 << 2 | 1 << 8}, {"UNPACR", 0, 1 << 4 | 1 << 8},
        {"PACR", 0, 1 << 5 | 1 << 8}, {"WRCFG", 0, 1 << 6}, {"RDCFG", 0, 1 << 6}, {"SEMWAIT", 0, 1 << 7},
        {"SEMPOST", 0, 1 << 7}, {"STALLWAIT", 0, 1 << 7}, {"SETADCXY", 0, 1 << 8}, {"SFPNOP", 0, 1 << 9},
        {"MVMUL", 0, 1 << 10}, {"INCRWC", 0, 1 << 10},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const char *name = cases[i].macro;
        struct made made;
        const struct sfp_insn *insn;

        make(&made, SFP_BH);
        insn = sfp_insn_by_macro(&made.m->index, name, strlen(name));
        tile_tracked_note(made.tile, (uint32_t)insn->opcode << 24 | cases[i].operands);
        if (tile_tracked_kinds(made.tile) != cases[i].kinds)
            fail_msg("%s: 0x%X", name, tile_tracked_kinds(made.tile));
        assert_int_equal(tile_csr_read(made.tile, 0xBC1), cases[i].kinds | cases[i].kinds << 11);
        made.tile->thread.passed = 1;
        assert_int_equal(tile_tracked_kinds(made.tile), 0);
        unmake(&made);
    }
}

/* A load waits for words that write, a store for all that use what it is for, until these have passed the gate; where
 * each is tracked, by bits 0, 2 and 3 of ThreadConfig 56, and words are, by bit 4. */
static void tracked_waits(void **state)
{
    enum { CONFIG_BIT = 1 << 0, GPRS_BIT = 1 << 2, TDMA_BIT = 1 << 3, WORDS_BIT = 1 << 4 };
    static const struct {
        const char *macro;
        enum tile_region region;
        uint16_t bits;
        bool load, store;
    } cases[] = {
        {"SETDMAREG", TILE_GPRS, GPRS_BIT, true, true}, {"STOREREG", TILE_GPRS, GPRS_BIT, false, true},
        {"SFPNOP", TILE_GPRS, GPRS_BIT, false, false}, {"SETDMAREG", TILE_GPRS, CONFIG_BIT | TDMA_BIT, false, false},
        {"WRCFG", TILE_CONFIG, CONFIG_BIT, true, true}, {"SFPNOP", TILE_CONFIG, CONFIG_BIT, false, true},
        {"WRCFG", TILE_CONFIG, GPRS_BIT | TDMA_BIT, false, false}, {"FLUSHDMA", TILE_TDMA, TDMA_BIT, true, true},
        {"WRCFG", TILE_TDMA, TDMA_BIT, false, false}, {"FLUSHDMA", TILE_TDMA, GPRS_BIT | CONFIG_BIT, false, false},
        {"MOP", TILE_SYNC, GPRS_BIT | CONFIG_BIT | TDMA_BIT, false, false},
    };

    (void)state;
    for (size_t i = 0; i < 2 * sizeof cases / sizeof cases[0]; i++) {
        const bool loads = i % 2, waits = loads ? cases[i / 2].load : cases[i / 2].store;
        const char *name = cases[i / 2].macro;
        struct made made;

        make(&made, SFP_BH);
        tile_tracked_note(made.tile, (uint32_t)sfp_insn_by_macro(&made.m->index, name, strlen(name))->opcode << 24);
        made.m->s.own.thread_config[56] = cases[i / 2].bits;
        assert_false(tile_tracked_waits(made.tile, cases[i / 2].region, loads, 0x1234, 3));
        made.m->s.own.thread_config[56] |= WORDS_BIT;
        assert_string_equal(made.said, "");
        if (tile_tracked_waits(made.tile, cases[i / 2].region, loads, 0x1234, 3) != waits)
            fail_msg("case %zu, %s", i / 2, loads ? "load" : "store");
        assert_string_equal(made.said, waits ? "riscv-auto-ttsync 0x00001234" : "");
        made.tile->thread.passed = 1;
        assert_false(tile_tracked_waits(made.tile, cases[i / 2].region, loads, 0x1234, 3));
        unmake(&made);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(loads), cmocka_unit_test(read_once), cmocka_unit_test(stores), cmocka_unit_test(bounds),
        cmocka_unit_test(refused), cmocka_unit_test(regions), cmocka_unit_test(csrs), cmocka_unit_test(scratch),
        cmocka_unit_test(tracked_uses), cmocka_unit_test(tracked_kinds), cmocka_unit_test(tracked_waits),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
