/* Random programs and states for the pipeline, in which REPLAY, MOP and SFPLOADMACRO are under way. */
#ifndef PIPELINE_RANDOM_H
#define PIPELINE_RANDOM_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "model/model.h"
#include "reference/operands.h"

enum { MAX_WORDS = 128, MACRO_SETUP_WORDS = 12 };

struct program {
    enum sfp_arch arch;
    uint64_t seed;
    uint32_t words[MAX_WORDS], gaps[MAX_WORDS], later_gaps[MAX_WORDS], delays[MAX_WORDS];
    size_t count;
    bool has_gaps, has_delays;
    unsigned long repeat;
    uint64_t random; /* generator's state */
    uint64_t reused; /* passes of the last run that was not watched */
};

static inline uint32_t below(struct program *p, uint32_t n)
{
    return (uint32_t)(splitmix64(&p->random) >> 33) % n;
}

static inline bool chance(struct program *p, uint32_t percent)
{
    return below(p, 100) < percent;
}

/* ---- Random instructions ---- */

static struct sfp_index index_of[3];

/* One of the modes that the hardware documents. */
static inline uint32_t random_mode(struct program *p, const struct sfp_insn *insn, const struct sfp_operand *o)
{
    const unsigned documented = sfp_documented_modes(insn, o);
    uint32_t mode;

    do {
        mode = below(p, 1u << o->width);
    } while (!(documented >> mode & 1));
    return mode;
}

/* LRegs come from a small set, so that instructions meet. */
static inline uint32_t random_source(struct program *p)
{
    return chance(p, 80) ? below(p, 5) : below(p, 16);
}

static inline uint32_t random_destination(struct program *p)
{
    if (chance(p, 85))
        return below(p, 5);
    return chance(p, 80) ? below(p, 8) : below(p, 16);
}

static inline uint32_t random_operand_value(struct program *p, const struct sfp_insn *insn, const struct sfp_operand *o)
{
    switch (o->field) {
    case SFP_F_VD: return random_destination(p);
    case SFP_F_VA:
    case SFP_F_VB:
    case SFP_F_VC: return random_source(p);
    case SFP_F_MOD: return random_mode(p, insn, o);
    case SFP_F_RESERVED: return 0;
    case SFP_F_ADDR: return below(p, 8) * 2;
    case SFP_F_ADDR_MODE: return below(p, 4);
    default: return below(p, 1u << (o->width < 30 ? o->width : 30));
    }
}

static inline uint32_t random_word(struct program *p, const struct sfp_insn *insn)
{
    uint32_t word = (uint32_t)insn->opcode << SFP_OPCODE_LSB;

    for (const struct sfp_operand *o = insn->ops; !sfp_operand_end(o); o++) {
        uint32_t value = random_operand_value(p, insn, o);

        word = (word & ~sfp_operand_mask(o)) | sfp_operand_put(o, value);
    }
    return word;
}

static inline bool is_unit(const struct sfp_insn *insn, unsigned units)
{
    return insn && insn->unit != SFP_UNIT_NONE && units >> insn->unit & 1;
}

enum {
    ANY_UNIT = (1 << SFP_UNITS) - 1,
    OPCODE_SFPMOV = 0x7C, OPCODE_SFPCAST = 0x90, OPCODE_SFPCONFIG = 0x91, OPCODE_SFPLOADMACRO = 0x93,
    OPCODE_SFPSTOCHRND = 0x8E, OPCODE_SFPSWAP = 0x92, OPCODE_SFPSHFT2 = 0x94,
    COUNTING_LREG = 5, /* the same in all lanes at the start */
    NOP = 0x02000000, SFPNOP = 0x8F000000, DMANOP = 0x60000000,
};

/* Two sub-units that draw random numbers in one cycle: no source says who sees what. Rounding alone may draw. */
static inline bool draws_besides_round(uint32_t word)
{
    uint32_t mode = word & 15;

    return (word >> 24 == OPCODE_SFPCAST && (mode & 3) == 1) || (word >> 24 == OPCODE_SFPMOV && mode & 8);
}

/* An instruction of one of `units`. */
static inline uint32_t random_of(struct program *p, unsigned units)
{
    const struct sfp_insn *insn;
    uint32_t word;

    do {
        insn = index_of[p->arch].by_opcode[0x70 + below(p, 0x2A)];
        word = is_unit(insn, units) ? random_word(p, insn) : 0;
    } while (!word || word >> 24 == OPCODE_SFPCONFIG || word >> 24 == OPCODE_SFPLOADMACRO || draws_besides_round(word));
    return word;
}

static inline uint32_t load_macro(struct program *p)
{
    uint32_t vd = below(p, 5), addr_mode = below(p, 4) << (p->arch == SFP_WH ? 14 : 13);
    uint32_t mode = chance(p, 70) ? 2 + below(p, 3) : below(p, 16);

    return (uint32_t)OPCODE_SFPLOADMACRO << 24 | below(p, 4) << 22 | (vd & 3) << 20 | mode << 16 | addr_mode
           | below(p, 8) << 1 | vd >> 2;
}

static inline uint32_t config(uint32_t imm, uint32_t vd, uint32_t mod)
{
    return (uint32_t)OPCODE_SFPCONFIG << 24 | imm << 8 | vd << 4 | mod;
}

static inline uint32_t random_config(struct program *p)
{
    static const uint32_t lane_configs[] = {0, 0, 1, 2, 4, 0x100, 0x1000, 0x10, 0x20};

    switch (below(p, 4)) {
    case 0: return config(below(p, 0x1000), 8, 1 | below(p, 4) << 1);
    case 1: return config(below(p, 0x10000), 4 + below(p, 4), 1);
    case 2: return config(lane_configs[below(p, sizeof lane_configs / sizeof *lane_configs)], 15, 1);
    default: return config(0, 11 + below(p, 4), below(p, 2));
    }
}

/* MOVA2D, MOVB2D, ELWADD that broadcasts SrcB, which no modifier here steps SrcA beside: rows, and an address modifier. */
static inline uint32_t random_copy(struct program *p)
{
    static const uint32_t opcodes[] = {0x12, 0x13, 0x28};
    const uint32_t kind = below(p, 3), modifier = below(p, 4) << (p->arch == SFP_WH ? 15 : 14);
    const uint32_t rows = kind == 0   ? below(p, 2) << 13
                          : kind == 1 ? below(p, 8) << (p->arch == SFP_WH ? 12 : 11)
                                      : (1 + below(p, 3)) << 19;

    return opcodes[kind] << 24 | modifier | rows | below(p, 64);
}

/* Words of the matrix unit that are skipped: products and sums in a few blocks, and moves. */
static inline uint32_t random_skipped(struct program *p)
{
    /* MVMUL, ELWMUL, DOTPV, GMPOOL, GAPOOL, ELWADD and ELWSUB that add to Dst, ELWSUB; MOVD2A, MOVDBGA2D, MOVD2B, MOVB2A;
     * ZEROSRC, TRNSPSRCB, SHIFTXB, CLEARDVALID */
    static const uint32_t words[] = {0x26000000, 0x27000000, 0x29000000, 0x33080000, 0x34080000, 0x28200000,
                                     0x30200000, 0x30000000, 0x08000000, 0x09000000, 0x0A000000, 0x0B000000,
                                     0x11000001, 0x16000000, 0x18000000, 0x36C00000};
    const uint32_t word = words[below(p, sizeof words / sizeof *words)];

    if (word >> 24 == 0x11 || word >> 24 == 0x16 || word >> 24 == 0x36)
        return word;
    return word | below(p, 4) << (p->arch == SFP_WH ? 15 : 14) | below(p, 4) << 3;
}

static inline uint32_t random_other(struct program *p)
{
    uint32_t conditions = p->arch == SFP_WH ? 0x4080 : 0x0810, dst_mods = p->arch == SFP_WH ? 23 : 28;

    switch (below(p, 9)) {
    case 8: return 0xA6000000 | below(p, 512) << 15; /* SEMWAIT of no semaphore: replaces a wait on Wormhole */
    case 6: return chance(p, 50) ? random_copy(p) : random_skipped(p);
    case 0: return NOP;
    case 1: return DMANOP;
    case 2: return 0x38000000 | below(p, 3) << 14; /* INCRWC Dst */
    case 3: return 0x37000004 | below(p, 8) << 14; /* SETRWC Dst */
    case 4: return 0xB2000000 | (dst_mods + below(p, 8)) << 16 | below(p, 3); /* SETC16: Dst step of an ADDR_MOD */
    case 5: return 0xB6400001 | below(p, 2) << 14; /* RMWCIB3: SFPU_Fp32_enabled, what format 0 stands for */
    default: return 0xA2000000 | below(p, 512) << 15 | (chance(p, 80) ? conditions : 0); /* STALLWAIT */
    }
}

/* ---- Random programs ---- */

static inline void add(struct program *p, uint32_t word)
{
    if (p->count < MAX_WORDS)
        p->words[p->count++] = word;
}

/* SFPLOADI halves of L0, then SFPCONFIG. */
static inline void configure(struct program *p, unsigned destination, uint32_t value)
{
    add(p, 0x710A0000 | (value & 0xFFFF));
    add(p, 0x71080000 | value >> 16);
    add(p, config(0, destination, 0));
}

static inline uint32_t random_template(struct program *p)
{
    static const unsigned units[] = {1 << SFP_UNIT_SIMPLE, 1 << SFP_UNIT_MAD, 1 << SFP_UNIT_ROUND, 1 << SFP_UNIT_STORE};

    if (chance(p, 2))
        return below(p, 0x7FFFFFFF) << 1;
    if (chance(p, 10))
        return (uint32_t)OPCODE_SFPSWAP << 24 | random_source(p) << 8 | random_source(p) << 4 | below(p, 10);
    return random_of(p, units[below(p, 4)]);
}

/* A byte of a sequence: mostly something that its unit can execute, given templates 0..3 for units 0..3. */
static inline uint32_t random_byte(struct program *p, unsigned unit)
{
    uint32_t selector = chance(p, 25) ? 0 : chance(p, 70) ? 4 + unit : 2 + below(p, 6);
    uint32_t delay = chance(p, 60) ? below(p, 3) : below(p, 8);

    return below(p, 4) << 6 | delay << 3 | selector;
}

static inline uint32_t random_sequence(struct program *p)
{
    uint32_t sequence = 0;

    for (unsigned unit = 0; unit < 4; unit++)
        sequence |= random_byte(p, unit) << 8 * unit;
    return sequence;
}

static inline uint32_t random_misc(struct program *p)
{
    uint32_t kinds = chance(p, 50) ? 0 : below(p, 16);

    return kinds << 8 | below(p, 16) << 4 | below(p, 16);
}

static inline uint32_t template_for(struct program *p, unsigned unit)
{
    static const unsigned units[] = {1 << SFP_UNIT_SIMPLE, 1 << SFP_UNIT_MAD, 1 << SFP_UNIT_ROUND, 1 << SFP_UNIT_STORE};

    return chance(p, 75) ? random_of(p, units[unit]) : random_template(p);
}

/* Some of it through the instructions that kernels use: SFPCONFIG from L0, and the backdoor. */
static inline void set_up_macros(struct program *p)
{
    switch (below(p, 4)) {
    case 0: configure(p, below(p, 4), random_template(p)); break;
    case 1: configure(p, 4 + below(p, 4), random_sequence(p)); break;
    case 2: add(p, (random_of(p, 1 << SFP_UNIT_SIMPLE | 1 << SFP_UNIT_MAD) & ~0xF0u) | (12 + below(p, 4)) << 4); break;
    default: add(p, config(random_misc(p), 8, 1)); break;
    }
}

static inline void add_instruction(struct program *p, bool macros)
{
    uint32_t kind = below(p, 100);

    if (macros && kind < 30)
        add(p, load_macro(p));
    else if (kind < 36)
        add(p, SFPNOP);
    else if (kind < 42)
        add(p, random_other(p));
    else if (kind < 44)
        add(p, random_config(p));
    else if (kind < 45)
        add(p, 0x8A00000A | below(p, 4) << 12); /* SFPENCC: predication on or off, all lanes */
    else if (macros && kind < 47)
        set_up_macros(p);
    else if (kind < 65)
        add(p, random_of(p, 1 << SFP_UNIT_MAD));
    else
        add(p, random_of(p, ANY_UNIT));
}

/* MOPs that follow one another, with what may stand between them. */
static inline void add_mops(struct program *p)
{
    for (uint32_t i = 0; i < 1 + below(p, 3); i++) {
        if (chance(p, 20))
            add(p, 0x03000000 | below(p, 0x10000)); /* MOP_CFG */
        add(p, 0x01000000 | (chance(p, 60) ? 1u << 23 : below(p, 4) << 16 | below(p, 16)));
    }
}

/* Records a few instructions, and plays them back once or twice. */
static inline void add_replay(struct program *p, bool macros)
{
    uint32_t at = below(p, 32), count = 1 + below(p, 6), executes = below(p, 2);
    size_t first = p->count;

    add(p, 0x04000001 | at << 14 | count << 4 | executes << 1);
    while (p->count < first + 1 + count)
        add_instruction(p, macros);
    for (uint32_t i = 0; i < 1 + below(p, 2); i++)
        add(p, 0x04000000 | at << 14 | count << 4);
}

/* Words that come late to the wait gate, as --perturb tries them, and a few at once. */
static inline void add_delays(struct program *p)
{
    p->has_delays = chance(p, 20);
    for (size_t i = 0; i < p->count; i++)
        p->delays[i] = chance(p, 10) ? 1 + below(p, 4) : 0;
}

static inline void generate(struct program *p, enum sfp_arch arch, uint64_t seed, bool macros)
{
    uint32_t mops;
    size_t length;

    memset(p, 0, sizeof *p);
    p->arch = arch;
    p->seed = p->random = seed;
    p->repeat = chance(p, 20) ? 2 + below(p, 4) : 1;
    p->has_gaps = chance(p, 25);
    mops = chance(p, 60) ? 1 + below(p, 12) : 0;
    length = chance(p, 15) ? 90 + below(p, 31) : 30 + below(p, 31);
    while (p->count < length) {
        if (chance(p, mops == 1 ? 1 : 4))
            add_replay(p, macros);
        else if (chance(p, mops))
            add_mops(p);
        else
            add_instruction(p, macros);
    }
    for (size_t i = 0; i < p->count; i++)
        p->gaps[i] = chance(p, 15) ? 1 + below(p, chance(p, 20) ? 30 : 4) : 0;
    for (size_t i = 0; i < p->count; i++)
        p->later_gaps[i] = chance(p, 50) ? p->gaps[i] : below(p, 4);
    add_delays(p);
}

/* ---- Random states ---- */

static inline void fill(uint32_t lanes[SFP_LANES], uint32_t value)
{
    for (unsigned l = 0; l < SFP_LANES; l++)
        lanes[l] = value;
}

/* A word for the MOP expander: often a REPLAY, as in the loops that kernels run. */
static inline uint32_t random_mop_word(struct program *p)
{
    uint32_t kind = below(p, 100), at = below(p, 32) << 14, count = (1 + below(p, 6)) << 4;

    if (kind < 30)
        return NOP;
    if (kind < 65)
        return 0x04000000 | at | count;
    if (kind < 75)
        return 0x04000001 | at | count | below(p, 2) << 1; /* records what follows it */
    return kind < 85 ? SFPNOP : random_of(p, ANY_UNIT);
}

static inline void set_up_mop(struct sfp_state *s, struct program *p)
{
    for (unsigned i = 0; i < SFP_MOP_CFGS; i++)
        s->expanders.mop_cfg[i] = i < 2 ? below(p, 4) : random_mop_word(p);
    s->expanders.mop_cfg_set = (1 << SFP_MOP_CFGS) - 1;
}

static inline void randomize(struct sfp_state *s, struct program *p, bool macros)
{
    set_up_mop(s, p);
    for (unsigned r = 0; r < SFP_LREGS; r++)
        for (unsigned l = 0; l < SFP_LANES && (r < 8 || r == SFP_STAGING_LREG); l++)
            s->lreg[r][l] = random_edge_operand(&p->random);
    fill(s->lreg[COUNTING_LREG], below(p, 64));
    for (unsigned row = 0; row < 64; row++)
        for (unsigned column = 0; column < SFP_DST_COLUMNS; column++)
            s->dst[row][column] = (uint16_t)splitmix64(&p->random);
    s->flags = chance(p, 50) ? UINT32_MAX : (uint32_t)splitmix64(&p->random);
    s->use_flags = 0u - below(p, 2);
    for (unsigned l = 0; l < SFP_LANES; l++)
        s->prng[l] = (uint32_t)splitmix64(&p->random);
    for (unsigned i = 0; i < 4 && macros; i++) {
        fill(s->macro_template[i], template_for(p, i));
        fill(s->macro_sequence[i], random_sequence(p));
    }
    fill(s->macro_misc, macros ? random_misc(p) : 0);
    s->dst_is_input = s->skips = true;
    sfp_state_refresh(s);
}

#endif
