/* Programs of a core and its Tensix thread, for tests: code at BASE, and what a run of it came to. */
#ifndef TILE_PROGRAM_H
#define TILE_PROGRAM_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "time/pipeline.h"
#include "riscv_words.h"
#include "core/tile.h"
#include "core/tile_parts.h"

enum { BASE = 0x1000, MOST = 520, X5 = 5, X6 = 6, X7 = 7, PUSH_WINDOW = (int)0xFFE40000, MOP_WINDOW = (int)0xFFB80000,
       SYNC = (int)0xFFE80000, CONFIG = (int)0xFFEF0000, GPRS = (int)0xFFE00000,
       OWN_MAIL = (int)0xFFEC2000, DEBUG = (int)0xFFB12000, LOCAL = (int)0xFFB00000 };

static const uint32_t SFPNOP = 0x8F000000;
static const uint32_t SFPSWAP = 0x92000101;      /* sfpswap L0,L1,1: holds the next one for a cycle */
static const uint32_t SFPMUL = 0x86099010;       /* sfpmul L1,L9,L9,L0,0: two cycles */
static const uint32_t SEMWAIT_ON_0 = 0xA6FF8005; /* ttsemwait 0x1ff,1,1: all wait while semaphore 0 is 0 */

static inline uint32_t rotated(uint32_t word) { return word << 2 | word >> 30; }
static inline uint32_t lui(unsigned rd, int value) { return riscv_word(RV_LUI, rd, 0, 0, value); }
static inline uint32_t addi(unsigned rd, unsigned rs, int value) { return riscv_word(RV_ADDI, rd, rs, 0, value); }
static inline uint32_t sw(unsigned value, int offset, unsigned base)
{
    return riscv_word(RV_SW, 0, base, value, offset);
}
static inline uint32_t lw(unsigned rd, int offset, unsigned base) { return riscv_word(RV_LW, rd, base, 0, offset); }
static inline uint32_t nop(void) { return addi(0, 0, 0); }
static inline uint32_t set_cfg0(unsigned rs) { return riscv_word(RV_CSRRW, 0, rs, 0, 0x7C0); }
static inline uint32_t ret(void) { return riscv_word(RV_JALR, 0, RV_RA, 0, 0); }

/* A program, and what a run of it came to. */
struct ran {
    struct sfp_machine *m;
    struct sfp_tile *tile;
    uint32_t words[MOST];
    struct sfp_timing_result result;
    char found[256]; /* names of findings */
    uint16_t miss;   /* what a miss of the instruction cache costs */
    bool gathers;    /* bit 18 of cfg0 is clear at the start */
};

static inline void note(void *context, enum sfp_finding finding, const struct sfp_op *op,
                        const struct sfp_finding_detail *detail)
{
    struct ran *r = context;
    const size_t length = strlen(r->found);

    (void)detail;
    snprintf(r->found + length, sizeof r->found - length, "%s@%u ", sfp_finding_info(finding)->name,
             (unsigned)op->index);
}

static inline void begin(struct ran *r, enum sfp_arch arch, const uint32_t *code, size_t count)
{
    memset(r, 0, sizeof *r);
    assert_true(count <= MOST);
    r->m = sfp_machine_new(arch, sfp_semantics_best());
    r->m->reporter = (struct sfp_reporter){.report = note, .context = r};
    r->tile = tile_new(r->m);
    memcpy(r->tile->l1 + BASE, code, count * sizeof *code);
    assert_true(rv_core_add_code(&r->tile->core, BASE, (uint32_t)(count * sizeof *code)));
    assert_true(tile_code(r->tile, r->words));
}

static inline void go(struct ran *r, bool timed)
{
    const struct tile_call call = {.address = BASE, .arguments = {7}};
    const struct sfp_timing_options options = {.run = {.repeat = 1, .feed = &r->tile->feed}};

    tile_start(r->tile, &call, 1, timed);
    r->tile->miss = r->miss;
    if (r->gathers)
        r->tile->csr_cfg0 &= ~(uint32_t)TILE_NO_FUSION;
    if (timed)
        sfp_run_timed(r->m, NULL, 0, &options, &r->result);
    else
        sfp_run_untimed(r->m, NULL, 0, &options.run, &r->result.run);
}

static inline void end(struct ran *r)
{
    tile_free(r->tile);
    sfp_machine_free(r->m);
}

#define BEGIN(r, arch, ...) \
    begin(r, arch, (const uint32_t[]){__VA_ARGS__}, sizeof((const uint32_t[]){__VA_ARGS__}) / sizeof(uint32_t))

static const enum sfp_arch arches[] = {SFP_WH, SFP_BH};
#define EACH_ARCH(arch) for (unsigned a_ = 0, arch = SFP_WH; a_ < 2 && (arch = arches[a_], true); a_++)

#endif
