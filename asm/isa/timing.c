/* Timing rules from the tables, and the cycles that they require between two words. */
#include "timing.h"

#include "modes.h"
#include "vector_unit.h"

/* ---- The timing rules as data ---- */

bool sfp_quirk(enum sfp_arch arch, enum sfp_quirk quirk)
{
    static const bool in_force[SFP_QUIRKS][SFP_ARCHES] = {
#define QUIRK(id, archs, provenance, text, source) [SFP_QUIRK_##id] = archs,
#include "quirks.def"
#undef QUIRK
    };

    return in_force[quirk][sfp_nth(arch)];
}

bool sfp_port_clash(const struct sfp_insn *insn, unsigned mode)
{
    static const struct {
        uint8_t id, mask, value;
    } clashes[] = {
#define PORT_CLASH(id, mask, value) {SFP_I_##id, mask, value},
#include "quirks.def"
#undef PORT_CLASH
    };

    for (size_t i = 0; i < sizeof clashes / sizeof clashes[0]; i++)
        if (clashes[i].id == insn->id && (mode & clashes[i].mask) == clashes[i].value)
            return true;
    return false;
}

bool sfp_interlocks(const struct sfp_insn *insn, enum sfp_arch arch, unsigned mode)
{
    static const struct {
        enum sfp_id id;
        enum sfp_quirk quirk;
    } interlocks[] = {
#define INTERLOCK(id, quirk, stall) {SFP_I_##id, SFP_QUIRK_##quirk},
#include "quirks.def"
#undef INTERLOCK
    };

    for (size_t i = 0; i < sizeof interlocks / sizeof interlocks[0]; i++)
        if (interlocks[i].id == insn->id && sfp_latency(insn, arch, mode) > 1 && sfp_quirk(arch, interlocks[i].quirk))
            return true;
    return false;
}

uint32_t sfp_resources_seen(const struct sfp_insn *insn, unsigned mode, unsigned vd)
{
    static const struct {
        bool listed;
        struct sfp_use uses[SFP_MAX_USES];
    } detected[SFP_IDS] = {
#define DETECTS(id, ...) [SFP_I_##id] = {true, {__VA_ARGS__}},
#include "quirks.def"
#undef DETECTS
    };

    return detected[insn->id].listed ? sfp_resources(detected[insn->id].uses, mode, vd)
                                     : sfp_resources_read(insn, mode, vd);
}

uint32_t sfp_copied_lregs(const struct sfp_insn *insn, enum sfp_arch arch, unsigned mode)
{
    enum { L1_TO_L3 = 0x0E };
    const bool copies = insn->id == SFP_I_SFPSHFT2 && mode == SFP_MODE_SFPSHFT2_SHFLROR1_AND_COPY4;

    return copies && sfp_quirk(arch, SFP_QUIRK_SHFT2_PORT_CLASH) ? L1_TO_L3 : 0;
}

/* The LRegs that the scoreboard watches. */
enum { SCORED = 0xFF, SCORED_BUT_L7 = 0x7F };

/* SFPLUTFP32's word has a copy of its mode for the scoreboard. Returns the copy's bit 3: any LReg may be used. */
static bool mirror_says_any(const struct sfp_insn *insn, uint32_t word)
{
    enum { ANY = 8 };

    return sfp_field(insn, word, SFP_F_MIRROR) & ANY;
}

struct sfp_uses sfp_reads_seen(const struct sfp_insn *insn, uint32_t word, unsigned mode, unsigned vd)
{
    if (insn->id == SFP_I_SFPLUTFP32)
        return (struct sfp_uses){.mask = mirror_says_any(insn, word) ? SCORED : SCORED_BUT_L7};
    return sfp_uses_of(sfp_resources_seen(insn, mode, vd));
}

uint32_t sfp_writes_seen(const struct sfp_insn *insn, uint32_t word, uint32_t writes)
{
    if (insn->id != SFP_I_SFPLUTFP32)
        return writes & SCORED;
    return mirror_says_any(insn, word) ? SCORED : 1u << sfp_field(insn, word, SFP_F_VD) & SCORED;
}

/* ---- Issued words: their operands, their uses, and what must lie between them ---- */

enum { LREG_FIELD = 15 }; /* the largest number in an LReg field */

/* ---- Operands ---- */

enum sfp_field sfp_field_naming(const struct sfp_insn *insn, enum sfp_field operand)
{
    if (operand == SFP_F_VB && insn->id == SFP_I_SFPSHFT2) /* VB lies in the immediate: sfpu-semantics(7), SFPSHFT2 */
        return SFP_F_IMM;
    if (operand == SFP_F_VC && (insn->id == SFP_I_SFPADDI || insn->id == SFP_I_SFPMULI))
        return SFP_F_VD;
    return operand;
}

/* Blackhole's SFPAND and SFPOR use VB as their second source only if the mode says so. */
bool sfp_second_is_vb(const struct sfp_insn *insn, unsigned mode)
{
    return (insn->id == SFP_I_SFPAND || insn->id == SFP_I_SFPOR) && mode & SFP_MODE_SFPAND_USE_VB &&
           sfp_has_field(insn, SFP_F_VB);
}

static uint8_t read_named_lreg(const struct sfp_insn *insn, uint32_t word, enum sfp_field operand)
{
    return sfp_field(insn, word, sfp_field_naming(insn, operand)) & LREG_FIELD;
}

struct sfp_named sfp_named_of(const struct sfp_insn *insn, uint32_t word)
{
    struct sfp_named n = {
        .va = read_named_lreg(insn, word, SFP_F_VA),
        .vb = read_named_lreg(insn, word, SFP_F_VB),
        .vc = read_named_lreg(insn, word, SFP_F_VC),
        .vd = read_named_lreg(insn, word, SFP_F_VD),
    };

    n.b = sfp_second_is_vb(insn, sfp_mode(insn, word)) ? n.vb : n.vd;
    return n;
}

/* ---- Uses ---- */

static uint32_t make_use_mask(struct sfp_uses uses, const struct sfp_named *n)
{
    return uses.mask | (uses.names & SFP_NAMES_VA ? 1u << n->va : 0) | (uses.names & SFP_NAMES_VB ? 1u << n->vb : 0) |
           (uses.names & SFP_NAMES_VC ? 1u << n->vc : 0) | (uses.names & SFP_NAMES_VD ? 1u << n->vd : 0) |
           (uses.names & SFP_NAMES_B ? 1u << n->b : 0);
}

struct sfp_issued sfp_issued_of(const struct sfp_index *index, uint32_t word)
{
    const struct sfp_insn *insn = sfp_insn_of_word(index, word);
    struct sfp_issued issued = {.insn = insn, .word = word};
    struct sfp_named n;

    if (!insn || insn->unit == SFP_UNIT_NONE)
        return (struct sfp_issued){.word = word};
    issued.mode = (uint8_t)sfp_mode(insn, word);
    n = sfp_named_of(insn, word);
    if (sfp_names_template(insn, n.vd))
        return issued;
    issued.latency = (uint8_t)sfp_latency(insn, index->arch, issued.mode);
    issued.reads = make_use_mask(sfp_uses_of(sfp_resources_read(insn, issued.mode, n.vd)), &n);
    issued.writes = make_use_mask(sfp_uses_of(sfp_resources_written(insn, issued.mode, n.vd)), &n) & sfp_writable(insn);
    issued.seen_reads = make_use_mask(sfp_reads_seen(insn, word, issued.mode, n.vd), &n) & SFP_USES_LREGS;
    issued.seen_writes = sfp_writes_seen(insn, word, issued.writes);
    return issued;
}

uint32_t sfp_index_lregs(const struct sfp_insn *insn, uint32_t word, uint32_t lane_config)
{
    enum { FIRST_INDEX_LREG = 4, INDEX_LREGS = 4, NOTED = SFP_LC_DEST_INDEX | SFP_LC_CAPTURE_INDEX };
    struct sfp_named named;

    if (!insn || !(lane_config & SFP_LC_DEST_INDEX))
        return 0;
    named = sfp_named_of(insn, word);
    if (insn->id == SFP_I_SFPSWAP)
        return 1u << (FIRST_INDEX_LREG + named.vc % INDEX_LREGS) | 1u << (FIRST_INDEX_LREG + named.b % INDEX_LREGS);
    if (insn->id == SFP_I_SFPLOAD && (lane_config & NOTED) == NOTED && named.vd < FIRST_INDEX_LREG)
        return 1u << (FIRST_INDEX_LREG + named.vd);
    return 0;
}

/* ---- Cycles between words ---- */

/* Returns the least distance in cycles at which `next` can read the results of `before`. */
static unsigned apart_to_read(const struct sfp_issued *before, const struct sfp_issued *next)
{
    /* the cycle of the read, counted from the start of `next` */
    const unsigned later = sfp_reads_first(next->insn, next->mode) ? 0 : next->latency - 1u;

    return before->latency > later + 1 ? before->latency - later : 1;
}

/* Returns the least distance in cycles at which the results of `next` land after the results of `before`. */
static unsigned apart_to_write(const struct sfp_issued *before, const struct sfp_issued *next)
{
    return before->latency >= next->latency ? before->latency - next->latency + 1u : 1;
}

/* Does `next`, unless it loads a template, use the write port that SFPSHFT2 in modes 2 to 4 still uses? */
static bool uses_its_port(enum sfp_arch arch, const struct sfp_issued *before, const struct sfp_issued *next)
{
    return before->insn->unit == SFP_UNIT_ROUND && before->latency > 1 && sfp_quirk(arch, SFP_QUIRK_SHFT2_PORT_CLASH) &&
           next->latency > 0 && sfp_port_clash(next->insn, next->mode);
}

static unsigned take_larger(unsigned a, unsigned b)
{
    return a > b ? a : b;
}

unsigned sfp_cycles_apart(enum sfp_arch arch, const struct sfp_issued *before, const struct sfp_issued *next)
{
    const uint32_t written = before->writes & SFP_USES_LREGS;
    const uint32_t copied = sfp_copied_lregs(before->insn, arch, before->mode);
    unsigned apart = 1;

    if (written & next->reads)
        apart = take_larger(apart, apart_to_read(before, next));
    if (!copied && written & next->writes)
        apart = take_larger(apart, apart_to_write(before, next));
    if (copied & next->writes || uses_its_port(arch, before, next))
        apart = take_larger(apart, before->latency);
    return apart;
}

/* ---- Issuing in cycles ---- */

/* Does an interlock hold `next` until the results of `before` can be read? */
static bool is_held_after(enum sfp_arch arch, const struct sfp_issued *before, const struct sfp_issued *next)
{
    if (next->insn->id == SFP_I_SFPNOP || before->latency == 0)
        return false;
    if (sfp_interlocks(before->insn, arch, before->mode))
        return true;
    return before->insn->unit == SFP_UNIT_MAD && sfp_quirk(arch, SFP_QUIRK_MAD_INTERLOCK) &&
           before->seen_writes & next->seen_reads;
}

/* Returns the vector unit's word `back` words before the next one, and sets *cycle to its cycle. Returns NULL if
 * fewer words were issued. */
static const struct sfp_issued *before_next(const struct sfp_issuing *issuing, unsigned back, uint64_t *cycle)
{
    const unsigned place = (issuing->count - back) % SFP_MAX_LATENCY;

    if (back > issuing->count)
        return NULL;
    *cycle = issuing->last[place].cycle;
    return &issuing->last[place].word;
}

/* Returns the cycle in which the vector unit executes the next word. */
static uint64_t executes_in(const struct sfp_issuing *issuing, enum sfp_arch arch, const struct sfp_issued *next)
{
    uint64_t cycle = issuing->next, then;
    const struct sfp_issued *before;

    for (unsigned back = 1; back < SFP_MAX_LATENCY && (before = before_next(issuing, back, &then)); back++)
        if (then + before->latency > cycle && is_held_after(arch, before, next))
            cycle = then + before->latency;
    return cycle;
}

unsigned sfp_issuing_early(const struct sfp_issuing *issuing, enum sfp_arch arch, const struct sfp_issued *next)
{
    const struct sfp_issued *before;
    uint64_t cycle, then, good;

    if (!next->insn)
        return 0;
    cycle = good = executes_in(issuing, arch, next);
    for (unsigned back = 1; back < SFP_MAX_LATENCY && (before = before_next(issuing, back, &then)); back++)
        if (then + sfp_cycles_apart(arch, before, next) > good)
            good = then + sfp_cycles_apart(arch, before, next);
    return (unsigned)(good - cycle);
}

void sfp_issuing_take(struct sfp_issuing *issuing, enum sfp_arch arch, const struct sfp_issued *next)
{
    uint64_t cycle;

    if (!next->insn) {
        issuing->next += !issuing->beside;
        issuing->beside = false;
        return;
    }
    cycle = executes_in(issuing, arch, next);
    issuing->beside = cycle > issuing->next;
    issuing->last[issuing->count % SFP_MAX_LATENCY].word = *next;
    issuing->last[issuing->count++ % SFP_MAX_LATENCY].cycle = cycle;
    issuing->next = cycle + 1;
}
