/* The modes of instructions, from include/modes.def. */
#include "modes.h"

/* ---- The modes as tables, and lookups in them ---- */

/* Number of the vector unit's instructions, which come first in the instruction table. Other instructions have no
 * rows here. */
enum {
#define INSN(...) + 1
#define VARIANT(...)
    VECTOR_IDS = 0
#include "sfpu.def"
#undef INSN
#undef VARIANT
};

/* The arches as indices, and as ranges of indices. */
enum { WH, BH, ARCHES };
#define SPAN_SFP_WH WH
#define SPAN_SFP_BH BH
#define SPAN_SFP_BOTH 0 ... ARCHES - 1

#define KEEPS(loads) (SFP_WIDTH_##loads == SFP_WIDTH_KEPT ? UINT32_C(1) << SFP_R_VD : 0)

static const struct sfp_mode modes[VECTOR_IDS][ARCHES][SFP_MODES] = {
#define MODE(id, arch, value, name_, phrase_, ...) \
    [SFP_I_##id][SPAN_##arch][value] = {.known = true, .name = #name_, .phrase = (phrase_), ##__VA_ARGS__},
#define MODE_VARIANT(id, arch, value, name_, phrase_, ...) \
    [SFP_I_##id][SPAN_##arch][value] = {.known = true, .name = #name_, .phrase = (phrase_), ##__VA_ARGS__},
#define ALIAS(id, arch, value, other, ...) \
    [SFP_I_##id][SPAN_##arch][value] = {.known = true, .alias = (other) + 1, ##__VA_ARGS__},
#define FORMAT(arch, value, name_, loads, ...) \
    [SFP_I_SFPLOAD][SPAN_##arch][value] = {.known = true, .name = #name_, .reads = KEEPS(loads)}, \
    [SFP_I_SFPLOADMACRO][SPAN_##arch][value] = {.known = true, .name = #name_, .reads = KEEPS(loads)}, \
    [SFP_I_SFPSTORE][SPAN_##arch][value] = {.known = true, .name = #name_},
#define FORMAT_VARIANT(arch, value, name, loads, ...) FORMAT(arch, value, name, loads, )
#include "modes.def"
};

/* Option bits, which combine with every mode. */
static const struct {
    uint8_t documented, ignored;
} options[VECTOR_IDS][ARCHES] = {
#define OPTIONS(id, arch, documented, ignored) [SFP_I_##id][SPAN_##arch] = {documented, ignored},
#include "modes.def"
};

static const struct {
    uint8_t insn, bit;
    struct sfp_mode_part part;
} parts[] = {
#define PART(id, bit, name, text) {SFP_I_##id, bit, {#id, #name, text}},
#include "modes.def"
};

static const struct {
    uint8_t insn, other, bits;
} shared_parts[] = {
#define PARTS(id, other, bits) {SFP_I_##id, SFP_I_##other, bits},
#include "modes.def"
};

static const struct sfp_format_mode formats[ARCHES][SFP_MODES] = {
#define FORMAT(arch, value, name, loads, stores, loaded, stored) [SPAN_##arch][value] = {#name, loaded, stored},
#define FORMAT_VARIANT(arch, value, name, loads, stores, loaded, stored) \
    [SPAN_##arch][value] = {#name, loaded, stored},
#include "modes.def"
};

enum { READ_ONLY = 1, WRITE_ONLY = 2, READ_WRITE = READ_ONLY | WRITE_ONLY, COMBINES = 4 };

static const struct sfp_config_target targets[] = {
#define TARGET(first, count, name, access, trace, text) \
    {first, count, (access) & READ_ONLY, (access) & WRITE_ONLY, (access) & COMBINES, trace, text},
#include "modes.def"
};

/* Returns the arch index of a mask of arches. */
static unsigned find_arch_place(unsigned archs)
{
    return archs & SFP_WH ? WH : BH;
}

/* ---- Rows ---- */

/* Returns the row of exactly this mode, or NULL for an instruction outside the vector unit. */
static const struct sfp_mode *find_exact_row(const struct sfp_insn *insn, unsigned archs, unsigned mode)
{
    return insn->id < VECTOR_IDS && mode < SFP_MODES ? &modes[insn->id][find_arch_place(archs)][mode] : NULL;
}

/* Returns the mode without its option bits, and if `ignored` without ignored bits. */
static unsigned strip_option_bits(const struct sfp_insn *insn, unsigned archs, unsigned mode, bool ignored)
{
    const unsigned place = find_arch_place(archs);
    const unsigned bits = options[insn->id][place].documented | (ignored ? options[insn->id][place].ignored : 0u);

    return mode & ~bits;
}

static const struct sfp_mode *find_mode_row(const struct sfp_insn *insn, unsigned archs, unsigned mode)
{
    static const struct sfp_mode unknown;
    const struct sfp_mode *row = find_exact_row(insn, archs, mode);

    if (!row)
        return &unknown;
    if (!row->known)
        row = find_exact_row(insn, archs, strip_option_bits(insn, archs, mode, true));
    return row->alias ? find_exact_row(insn, archs, row->alias - 1u) : row;
}

const struct sfp_mode *sfp_mode_on(const struct sfp_insn *insn, enum sfp_arch arch, unsigned mode)
{
    return find_mode_row(insn, sfp_arch_facts(arch)->rows, mode);
}

const struct sfp_mode *sfp_mode_of(const struct sfp_insn *insn, unsigned mode)
{
    return find_mode_row(insn, insn->arch, mode);
}

unsigned sfp_mode_options(const struct sfp_insn *insn, enum sfp_arch arch, unsigned mode)
{
    return insn->id < VECTOR_IDS ? mode & options[insn->id][find_arch_place(sfp_arch_facts(arch)->rows)].documented : 0;
}

/* Returns the instruction that defines option `bit` of an instruction. */
static unsigned find_option_owner(unsigned insn, unsigned bit)
{
    for (size_t i = 0; i < sizeof shared_parts / sizeof shared_parts[0]; i++)
        if (shared_parts[i].insn == insn && shared_parts[i].bits & bit)
            return shared_parts[i].other;
    return insn;
}

const struct sfp_mode_part *sfp_mode_part_of(const struct sfp_insn *insn, unsigned bit)
{
    const unsigned owner = find_option_owner(insn->id, bit);

    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
        if (parts[i].insn == owner && parts[i].bit == bit)
            return &parts[i].part;
    return NULL;
}

/* ---- Sets of modes ---- */

bool sfp_mode_documented(const struct sfp_insn *insn, unsigned mode)
{
    const struct sfp_mode *row = find_exact_row(insn, insn->arch, mode);

    if (!row || !sfp_operand_of(insn, SFP_F_MOD))
        return true;
    if (!row->known)
        row = find_exact_row(insn, insn->arch, strip_option_bits(insn, insn->arch, mode, false));
    return row->known && !row->alias;
}

unsigned sfp_documented_modes(const struct sfp_insn *insn, const struct sfp_operand *operand)
{
    unsigned documented = 0;

    if (operand->modes)
        return operand->modes;
    for (unsigned mode = 0; mode < SFP_MODES; mode++)
        documented |= (unsigned)sfp_mode_documented(insn, mode) << mode;
    return documented;
}

enum sfp_range sfp_gnu_range(const struct sfp_insn *insn, unsigned mode)
{
    const struct sfp_mode *row = find_exact_row(insn, insn->arch, mode);

    return row ? (enum sfp_range)row->gnu : SFP_RANGE_NONE;
}

bool sfp_gnu_takes_mode(const struct sfp_insn *insn, const struct sfp_operand *operand, unsigned mode)
{
    if (operand->limit)
        return operand->limit >> mode & 1;
    for (const struct sfp_operand *other = insn->ops; !sfp_operand_end(other); other++)
        if (other->kind == SFP_K_BY_MODE)
            return sfp_gnu_range(insn, mode) != SFP_RANGE_NONE;
    return sfp_mode_documented(insn, mode);
}

unsigned sfp_gnu_modes(const struct sfp_insn *insn, const struct sfp_operand *operand)
{
    unsigned taken = 0;

    for (unsigned mode = 0; mode < SFP_MODES; mode++)
        taken |= (unsigned)sfp_gnu_takes_mode(insn, operand, mode) << mode;
    return taken;
}

unsigned sfp_float_modes(const struct sfp_insn *insn)
{
    unsigned floats = 0;

    for (unsigned mode = 0; mode < SFP_MODES; mode++) {
        const uint8_t imm = sfp_mode_of(insn, mode)->imm;

        floats |= (unsigned)(imm == SFP_IMM_BF16 || imm == SFP_IMM_FP16) << mode;
    }
    return floats;
}

/* ---- Uses ---- */

uint32_t sfp_resources(const struct sfp_use uses[SFP_MAX_USES], unsigned mode, unsigned vd)
{
    uint32_t set = 0;

    for (unsigned i = 0; i < SFP_MAX_USES && uses[i].resource != SFP_R_NONE; i++)
        if (sfp_use_holds(&uses[i], mode, vd))
            set |= UINT32_C(1) << uses[i].resource;
    return set;
}

uint32_t sfp_resources_read(const struct sfp_insn *insn, unsigned mode, unsigned vd)
{
    return sfp_resources(insn->reads, mode, vd) | sfp_mode_of(insn, mode)->reads;
}

uint32_t sfp_resources_written(const struct sfp_insn *insn, unsigned mode, unsigned vd)
{
    return sfp_resources(insn->writes, mode, vd) | sfp_mode_of(insn, mode)->writes;
}

const struct sfp_format_mode *sfp_format_mode(enum sfp_arch arch, unsigned mode)
{
    return &formats[find_arch_place(sfp_arch_facts(arch)->rows)][mode];
}

const struct sfp_config_target *sfp_config_target_of(unsigned number)
{
    for (size_t i = 0; i < sizeof targets / sizeof targets[0]; i++)
        if (number >= targets[i].first && number < targets[i].first + (unsigned)targets[i].count)
            return &targets[i];
    return NULL;
}

/* Does the instruction use the field's register in this mode? */
static bool register_counts(const struct sfp_insn *insn, enum sfp_field field, unsigned mode)
{
    const uint32_t used = sfp_resources_read(insn, mode, 0) | sfp_resources_written(insn, mode, 0);
    const enum sfp_resource resource = field == SFP_F_VA ? SFP_R_VA : field == SFP_F_VB ? SFP_R_VB
                                     : field == SFP_F_VC ? SFP_R_VC : SFP_R_VD;
    const enum sfp_resource other = resource == SFP_R_VD ? SFP_R_B : resource;

    /* SFPMOV's VC selects the configuration to read. */
    if (field == SFP_F_VC && sfp_resources_read(insn, mode, 0) >> SFP_R_MACRO_CONFIG & 1)
        return true;
    return (used >> resource | used >> other) & 1;
}

uint32_t sfp_ignored_bits(const struct sfp_insn *insn, unsigned mode)
{
    uint32_t ignored = 0;

    if (insn->unit == SFP_UNIT_NONE || !sfp_mode_documented(insn, mode))
        return 0;
    for (const struct sfp_operand *operand = insn->ops; !sfp_operand_end(operand); operand++)
        if ((operand->kind == SFP_K_REG && !register_counts(insn, (enum sfp_field)operand->field, mode)) ||
            (operand->field == SFP_F_IMM && sfp_mode_of(insn, mode)->imm == SFP_IMM_UNREAD))
            ignored |= sfp_operand_mask(operand);
    return ignored & ~sfp_zero_bits(insn);
}

bool sfp_only_writes_vd(const struct sfp_insn *insn, unsigned mode)
{
    /* No kernel executes an instruction only to step the random numbers. */
    const uint32_t vd = UINT32_C(1) << SFP_R_VD, prng = UINT32_C(1) << SFP_R_PRNG;
    const uint32_t written = sfp_resources_written(insn, mode, 0);

    return written & vd && (!(written & ~(vd | prng)) || insn->guard == SFP_GUARD_8);
}

/* ---- Resources as masks ---- */

enum {
    WRITABLE_LREGS = (1 << SFP_FIRST_CONSTANT_LREG) - 1,
    CONFIG_LREGS = ((1 << SFP_PROGRAMMABLE_LREGS) - 1) << SFP_FIRST_PROGRAMMABLE_LREG,
};

/* The LRegs of resources without operands. */
enum { L0_L3 = 0x0F, L1_L3 = 0x0E, L4_L6 = 0x70, L0_L7 = 0xFF, L0 = 1 << 0, L7 = 1 << 7 };

#define MASK(bits) (struct sfp_uses){.mask = bits}
#define OPERAND(name) (struct sfp_uses){.names = name}

static struct sfp_uses uses_of_resource(enum sfp_resource resource)
{
    switch (resource) {
    case SFP_R_VA: return OPERAND(SFP_NAMES_VA);
    case SFP_R_VB: return OPERAND(SFP_NAMES_VB);
    case SFP_R_VC: return OPERAND(SFP_NAMES_VC);
    case SFP_R_VD: return OPERAND(SFP_NAMES_VD);
    case SFP_R_B: return OPERAND(SFP_NAMES_B);
    case SFP_R_L0: return MASK(L0);
    case SFP_R_L7: return MASK(L7);
    case SFP_R_L0_L3: return MASK(L0_L3);
    case SFP_R_L1_L3: return MASK(L1_L3);
    case SFP_R_L4_L6: return MASK(L4_L6);
    case SFP_R_L0_L7: return MASK(L0_L7);
    case SFP_R_ANY: return MASK(WRITABLE_LREGS);
    case SFP_R_FLAGS: return MASK(SFP_USES_FLAGS);
    case SFP_R_STACK: return MASK(SFP_USES_STACK);
    case SFP_R_PRNG: return MASK(SFP_USES_PRNG);
    case SFP_R_DST: return MASK(SFP_USES_DST);
    case SFP_R_RWC: return MASK(SFP_USES_RWC);
    case SFP_R_CONFIG: return MASK(SFP_USES_CONFIG);
    case SFP_R_LANE_CONFIG: return MASK(SFP_USES_LANE_CONFIG);
    case SFP_R_MACRO_CONFIG: return MASK(SFP_USES_MACRO_CONFIG);
    case SFP_R_LATCH: return MASK(SFP_USES_LATCH);
    case SFP_R_NONE: break;
    }
    return MASK(0);
}

struct sfp_uses sfp_uses_of(uint32_t resources)
{
    struct sfp_uses u = {.mask = 0};

    for (unsigned r = SFP_R_NONE + 1; resources >> r; r++) {
        const struct sfp_uses one = uses_of_resource(resources >> r & 1 ? (enum sfp_resource)r : SFP_R_NONE);

        u.names |= one.names;
        u.mask |= one.mask;
    }
    return u;
}

uint32_t sfp_writable(const struct sfp_insn *insn)
{
    const uint32_t lregs = insn->id == SFP_I_SFPCONFIG /* SFPCONFIG's VD names an LReg only from L11 on */
                               ? CONFIG_LREGS : WRITABLE_LREGS | 1u << SFP_STAGING_LREG;

    return ~(uint32_t)SFP_USES_LREGS | lregs;
}
