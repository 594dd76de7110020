/* Default registers, REPLAY, the effect of single modes, and SFPLOADMACRO's sequences and templates. */
#include "vector_unit.h"

#include "modes.h"
#include "small_float.h"

/* The defaults of L11..L14, as SFPCONFIG's description calls them (sfpu-semantics(7), Registers). */
const uint32_t sfp_lreg_defaults[SFP_PROGRAMMABLE_LREGS] = {0xBF800000, 0x3B000000, 0xBF2CC4C7, 0xBEB08FF9};

/* ---- REPLAY ---- */

struct sfp_replay sfp_replay_of(const struct sfp_insn *insn, uint32_t word)
{
    if (!insn || insn->id != SFP_I_REPLAY)
        return (struct sfp_replay){0};
    return (struct sfp_replay){
        .records = sfp_field(insn, word, SFP_F_LOAD_MODE),
        .executes = sfp_field(insn, word, SFP_F_EXEC) & 1,
        .first = sfp_field(insn, word, SFP_F_START_IDX) % SFP_REPLAY_SLOTS,
        .length = sfp_replay_length(sfp_field(insn, word, SFP_F_LEN)),
    };
}

/* ---- SFPENCC and ZEROACC ---- */

struct sfp_encc sfp_encc_of(const struct sfp_insn *insn, uint32_t word)
{
    enum { PREDICATION = 1, FLAGS = 2 }; /* bits of the immediate */
    const uint32_t imm = sfp_field(insn, word, SFP_F_IMM);
    const unsigned mode = sfp_mode(insn, word);
    struct sfp_encc encc = {.sets_flags = !(mode & SFP_MODE_SFPENCC_IMM_FLAGS) || imm & FLAGS,
                            .predication = mode & SFP_MODE_SFPENCC_TOGGLE ? SFP_PREDICATION_TOGGLED
                                                                          : SFP_PREDICATION_KEPT};

    if (mode & SFP_MODE_SFPENCC_IMM_ENABLES)
        encc.predication = imm & PREDICATION ? SFP_PREDICATION_ON : SFP_PREDICATION_OFF;
    return encc;
}

enum sfp_zero_mode sfp_zero_mode_of(const struct sfp_insn *insn, uint32_t word)
{
    enum { MODES = 3 }; /* mask of the field; Wormhole has Use32b above it */

    return (enum sfp_zero_mode)(sfp_field(insn, word, SFP_F_CLEAR_MODE) & MODES);
}

/* ---- Modes ---- */

bool sfp_loadi(unsigned mode, uint32_t imm, struct sfp_loaded *loaded)
{
    enum { HALF_BITS = 16 };
    const uint32_t half = imm & UINT16_MAX;

    *loaded = (struct sfp_loaded){0};
    switch (mode) {
    case SFP_MODE_SFPLOADI_FLOATB: loaded->bits = half << HALF_BITS; return true;
    case SFP_MODE_SFPLOADI_FLOATA: loaded->bits = sfp_float_of_fp16((uint16_t)half); return true;
    case SFP_MODE_SFPLOADI_USHORT: loaded->bits = half; return true;
    case SFP_MODE_SFPLOADI_SHORT: loaded->bits = (uint32_t)(int16_t)half; return true;
    case SFP_MODE_SFPLOADI_UPPER: *loaded = (struct sfp_loaded){half << HALF_BITS, UINT16_MAX}; return true;
    case SFP_MODE_SFPLOADI_LOWER: *loaded = (struct sfp_loaded){half, ~(uint32_t)UINT16_MAX}; return true;
    default: return false;
    }
}

uint32_t sfp_swap_minimum(unsigned mode)
{
    static const uint32_t lanes[] = {0,          0xFFFFFFFF, 0x0000FFFF, 0x00FF00FF, 0xFF0000FF,
                                     0x000000FF, 0x0000FF00, 0x00FF0000, 0xFF000000};

    return mode < sizeof lanes / sizeof lanes[0] ? lanes[mode] : 0;
}

uint64_t sfp_flags_combined(unsigned mode, uint64_t a, uint64_t b)
{
    switch (mode) {
    case SFP_MODE_SFPPOPC_REPLACE: return b;
    case SFP_MODE_SFPPOPC_NOT_B: return ~b;
    case SFP_MODE_SFPPOPC_A_AND_B: return a & b;
    case SFP_MODE_SFPPOPC_A_OR_B: return a | b;
    case SFP_MODE_SFPPOPC_A_AND_NOT_B: return a & ~b;
    case SFP_MODE_SFPPOPC_A_OR_NOT_B: return a | ~b;
    case SFP_MODE_SFPPOPC_NOT_A_AND_B: return ~a & b;
    case SFP_MODE_SFPPOPC_NOT_A_OR_B: return ~a | b;
    case SFP_MODE_SFPPOPC_NOT_A_AND_NOT_B: return ~a & ~b;
    case SFP_MODE_SFPPOPC_NOT_A_OR_NOT_B: return ~a | ~b;
    case SFP_MODE_SFPPOPC_A_XOR_B: return a ^ b;
    default: return ~(a ^ b);
    }
}

bool sfp_crosses_lanes(const struct sfp_insn *insn, unsigned mode)
{
    return insn->id == SFP_I_SFPTRANSP || (insn->id == SFP_I_SFPSHFT2 && mode < SFP_MODE_SFPSHFT2_SHFT_LREG);
}

/* ---- SFPLOADMACRO ---- */

enum { DELAY_LSB = 3, FIELD = 7, STAGING_LSB = 6, VB_LSB = 7, BITS = 8 };

struct sfp_sequence_slot sfp_sequence_get(uint32_t sequence, enum sfp_unit unit)
{
    const uint32_t byte = sequence >> BITS * (unit - SFP_UNIT_SIMPLE);

    return (struct sfp_sequence_slot){
        .to_vb = byte >> VB_LSB & 1,
        .to_staging = byte >> STAGING_LSB & 1,
        .delay = byte >> DELAY_LSB & FIELD,
        .selector = byte & FIELD,
    };
}

uint32_t sfp_sequence_put(struct sfp_sequence_slot slot, enum sfp_unit unit)
{
    const uint32_t byte = (uint32_t)slot.to_vb << VB_LSB | (uint32_t)slot.to_staging << STAGING_LSB |
                          (uint32_t)slot.delay << DELAY_LSB | slot.selector;

    return byte << BITS * (unit - SFP_UNIT_SIMPLE);
}

bool sfp_macro_reaches(const struct sfp_insn *insn, enum sfp_unit unit)
{
    return insn->unit == unit || (insn->id == SFP_I_SFPNOP && unit != SFP_UNIT_STORE);
}

/* Has the instruction a VB? SFPSHFT2's lies in its immediate. Blackhole's SFPAND and SFPOR have one only in the
 * modes that use it. */
static bool has_vb(const struct sfp_insn *insn, unsigned mode)
{
    if (insn->id == SFP_I_SFPSHFT2)
        return true;
    if (insn->id == SFP_I_SFPAND || insn->id == SFP_I_SFPOR)
        return mode != 0 && sfp_has_field(insn, SFP_F_VB);
    return sfp_has_field(insn, SFP_F_VB);
}

struct sfp_template_sources sfp_template_sources(const struct sfp_insn *insn, unsigned mode)
{
    return (struct sfp_template_sources){
        .vb = has_vb(insn, mode) ? SFP_F_VB : SFP_F_VD,
        .vc = sfp_has_field(insn, SFP_F_VC) ? SFP_F_VC : SFP_F_VD,
    };
}

enum sfp_exchange sfp_exchange_of(const struct sfp_insn *insn, unsigned mode, unsigned va)
{
    const struct sfp_commutation *c = &insn->commutes;

    if (c->pair == SFP_EXCHANGE_VC_VD || !(c->modes >> mode & 1) || (c->of_one && va != SFP_LREG_ONE))
        return SFP_EXCHANGE_NONE;
    return (enum sfp_exchange)c->pair;
}

bool sfp_exchanges_vc_vd(const struct sfp_insn *insn, unsigned mode)
{
    return insn->commutes.pair == SFP_EXCHANGE_VC_VD && insn->commutes.modes >> mode & 1;
}
