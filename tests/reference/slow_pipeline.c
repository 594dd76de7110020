/* sfpu-timing(7) read literally. How long results take is read from the table. */
#include "slow_pipeline.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assembly/asm.h"
#include "model/config.h"
#include "model/control.h"

enum {
    QUEUE = 16, /* items of one unit: seven delays at most, and one new */
    OP_NOP = 0x02, OP_MOVA2D = 0x12, OP_MOVB2D, OP_ELWADD = 0x28, OP_SETRWC = 0x37, OP_INCRWC = 0x38, OP_DMANOP = 0x60,
    OP_SFPLOAD = 0x70, OP_SFPLOADI, OP_SFPSTORE, OP_SFPLUT, OP_SFPMULI, OP_SFPADDI,
    OP_SFPIADD = 0x79, OP_SFPSHFT, OP_SFPSETCC, OP_SFPMOV, OP_SFPAND = 0x7E, OP_SFPOR,
    OP_SFPSETEXP = 0x82, OP_SFPSETMAN, OP_SFPMAD, OP_SFPADD, OP_SFPMUL, OP_SFPPUSHC, OP_SFPPOPC, OP_SFPSETSGN,
    OP_SFPENCC, OP_SFPCOMPC, OP_SFPTRANSP, OP_SFPXOR, OP_SFPSTOCHRND, OP_SFPNOP, OP_SFPCAST, OP_SFPCONFIG,
    OP_SFPSWAP, OP_SFPLOADMACRO, OP_SFPSHFT2, OP_SFPLUTFP32, OP_SFPLE, OP_SFPGT, OP_SFPMUL24, OP_SFPARECIP,
    OP_STALLWAIT = 0xA2, OP_SEMWAIT = 0xA6, OP_SETC16 = 0xB2, OP_RMWCIB3 = 0xB6,
    ALL_LREGS = 0xFF, STAGING = 16,
    FLIGHTS = 8, /* of a sub-unit: one a cycle, and no latency is longer */
};
_Static_assert((int)SFP_MAX_LATENCY <= (int)FLIGHTS, "the table has a longer latency");

static uint32_t opcode(uint32_t word) { return word >> 24; }
static uint32_t field(uint32_t word, unsigned lsb, unsigned width) { return word >> lsb & ((1u << width) - 1); }

/* Units as bytes of a sequence word (6.2). */
enum { SIMPLE, MAD, ROUND, STORE, SEQUENCED };

struct item {
    struct sfp_op op;
    unsigned counter;
    bool counts_insns;
    uint32_t macro_index;
};

struct part {
    bool live, scheduled, captured;
    struct sfp_op op;
    uint32_t index; /* for the log */
};

/* An instruction in a later cycle than its first. */
struct flight {
    uint64_t last; /* the cycle at whose end its result lands */
    struct sfp_op op;
    struct sfp_pending result;
    uint32_t swap[SFP_LANES]; /* SFPSWAP: lanes that exchange */
};

/* Those of a sub-unit, oldest first. */
struct air {
    struct flight *flight[FLIGHTS];
    unsigned count;
};

/* An instruction of the vector unit that was issued and executed. */
struct issued {
    uint32_t word;
    uint64_t cycle;
    unsigned latency;
};

struct slow {
    struct sfp_machine *m, *work; /* `work` executes on copies of m's state */
    struct sfp_state start;       /* the state at the start of the cycle */
    struct slow_result *result;
    uint64_t cycle;

    struct slow_front front;
    bool has_head, ended;
    struct sfp_op head;
    bool has_input; /* held at the vector unit's input, behind the wait gate */
    struct sfp_op input; /* or what has just come through there */

    struct item queue[SEQUENCED][QUEUE];
    unsigned queued[SEQUENCED];
    struct air mad, shft2, swap;
    struct issued recent[FLIGHTS]; /* the last ones, newest first */
    uint32_t last_without_backdoor; /* lanes, at the start of the cycle before */

    bool waiting; /* the wait gate's latch */
    uint32_t wait_block, wait_condition;
    uint64_t matrix_until; /* the cycle in which the matrix unit is through */
};

static void log_entry(struct slow *s, struct slow_entry entry)
{
    struct slow_result *r = s->result;

    if (r->count == r->room) {
        r->room = r->room ? 2 * r->room : 256;
        r->log = realloc(r->log, r->room * sizeof *r->log);
        if (!r->log)
            abort();
    }
    entry.cycle = s->cycle;
    r->log[r->count++] = entry;
}

static void effect(struct slow *s)
{
    s->result->cycles = s->cycle + 1;
}

/* ---- Front end: slow_front.c ---- */

/* True unless the front end is at its end. */
static bool fetch(struct slow *s)
{
    const bool goes_on = slow_front_cycle(&s->front);
    const struct slow_word *first = s->front.gate.word;

    if (s->has_head)
        return true;
    if (s->front.gate.count) {
        sfp_decode(s->m, first->word, first->index, &s->head);
        s->has_head = true;
    } else if (goes_on && !s->has_input) {
        log_entry(s, (struct slow_entry){.kind = SLOW_BUBBLE, .unit = SFP_UNIT_NONE, .index = s->front.lack_at,
                                         .lack = s->front.lack});
        effect(s);
    }
    return goes_on;
}

/* ---- Wait gate: sfpu-timing(7), Waits ---- */

static uint32_t block_bits(uint32_t word)
{
    switch (opcode(word)) {
    case OP_SETRWC:
    case OP_INCRWC:
    case OP_MOVA2D:
    case OP_MOVB2D:
    case OP_ELWADD: return 1 << 6;
    case OP_SETC16:
    case OP_RMWCIB3: return 1 << 7;
    case OP_DMANOP: return 1 << 0 | 1 << 5;
    case OP_NOP:
    case OP_SEMWAIT:
    case OP_STALLWAIT: return 0;
    default: return 1 << 8;
    }
}

static bool gate_holds(const struct slow *s)
{
    if (!s->waiting)
        return false;
    if (opcode(s->head.word) == OP_STALLWAIT)
        return true;
    if (opcode(s->head.word) == OP_SEMWAIT)
        return s->m->s.arch != SFP_WH || s->wait_block & 1 << 1;
    return s->wait_block == 0x1FF || s->wait_block & block_bits(s->head.word);
}

static void latch_wait(struct slow *s, uint32_t word)
{
    bool wh = s->m->s.arch == SFP_WH;

    s->waiting = true;
    s->wait_block = field(word, 15, 9) ? field(word, 15, 9) : 0x40;
    if (opcode(word) == OP_SEMWAIT) { /* of no semaphore: its condition never holds */
        s->wait_condition = 0;
        return;
    }
    s->wait_condition = wh ? field(word, 0, 15) : field(word, 0, 13);
    if (!s->wait_condition)
        s->wait_condition = wh ? 0x7F : 0x0F;
}

/* How many cycles the matrix unit is at work on it. */
static unsigned matrix_cycles(uint32_t word)
{
    switch (opcode(word)) {
    case OP_SETRWC:
    case OP_INCRWC: return 1;
    case OP_MOVA2D:
    case OP_MOVB2D: return 4;
    case OP_ELWADD: return 5;
    default: return 0;
    }
}

/* Does a selected condition hold in this cycle? */
static bool condition_holds(const struct slow *s)
{
    bool wh = s->m->s.arch == SFP_WH;
    uint32_t fpu_bit = wh ? 1 << 7 : 1 << 4, sfpu_bit = wh ? 1 << 14 : 1 << 11;

    return (s->wait_condition & fpu_bit && s->cycle < s->matrix_until)
        || (s->wait_condition & sfpu_bit && (s->mad.count || s->shft2.count || s->swap.count));
}

/* ---- sfpu-timing(7), SFPSWAP and SFPSHFT2 and Blackhole stalls ---- */

static bool is_mad_unit(uint32_t word)
{
    switch (opcode(word)) {
    case OP_SFPLUT: case OP_SFPMULI: case OP_SFPADDI: case OP_SFPMAD: case OP_SFPADD: case OP_SFPMUL:
    case OP_SFPLUTFP32: case OP_SFPMUL24:
        return true;
    default:
        return false;
    }
}

static bool is_slow_shft2(uint32_t word)
{
    uint32_t mode = field(word, 0, 4);

    return opcode(word) == OP_SFPSHFT2 && mode >= 2 && mode <= 4;
}

static uint32_t reg(uint32_t number)
{
    return number < 8 ? 1u << number : 0;
}

static uint32_t detected_writes(uint32_t word)
{
    uint32_t vd = field(word, 4, 4);
    bool indirect = field(word, 3, 1);

    if (opcode(word) == OP_SFPLUTFP32)
        indirect = field(word, 19, 1);
    if (opcode(word) == OP_SFPLUT) {
        vd = field(word, 20, 4);
        indirect = field(word, 19, 1);
    }
    return indirect ? ALL_LREGS : reg(vd);
}

static uint32_t detected_reads_mad(uint32_t word)
{
    uint32_t mod = field(word, 0, 4), l7 = mod & 8 ? reg(7) : 0;

    switch (opcode(word)) {
    case OP_SFPADDI:
    case OP_SFPMULI:
        return reg(field(word, 4, 4)) | l7;
    case OP_SFPLUTFP32:
        return field(word, 19, 1) ? ALL_LREGS : ALL_LREGS & ~reg(7);
    case OP_SFPLUT:
        return 0x0F | (field(word, 19, 1) ? reg(7) : 0);
    default:
        return (mod & 4 ? ALL_LREGS : reg(field(word, 16, 4))) | reg(field(word, 12, 4)) | reg(field(word, 8, 4)) | l7;
    }
}

static uint32_t detected_reads_shft2(uint32_t word)
{
    switch (field(word, 0, 4)) {
    case 0: return 0x0E;
    case 1: return 0x0F;
    case 5: return reg(field(word, 8, 4)) | reg(field(word, 4, 4));
    case 6: return reg(field(word, 4, 4));
    default: return 0;
    }
}

static uint32_t detected_reads(uint32_t word)
{
    uint32_t mod = field(word, 0, 4), mod0 = field(word, 16, 4);
    uint32_t vc = reg(field(word, 8, 4)), vd = reg(field(word, 4, 4)), vd20 = reg(field(word, 20, 4));

    if (is_mad_unit(word))
        return detected_reads_mad(word);
    switch (opcode(word)) {
    case OP_SFPLOAD: return mod0 >= 14 ? vd20 : 0;
    case OP_SFPLOADMACRO: return mod0 >= 14 ? reg(field(word, 0, 1) << 2 | field(word, 20, 2)) : 0;
    case OP_SFPLOADI: return mod0 == 8 || mod0 == 10 ? vd20 : 0;
    case OP_SFPSTORE: return vd20;
    case OP_SFPAND:
    case OP_SFPOR:
    case OP_SFPXOR:
    case OP_SFPGT:
    case OP_SFPLE: return vc | vd;
    case OP_SFPIADD: return vc;
    case OP_SFPSHFT: return !(mod & 1) || mod & 4 ? vc : 0;
    case OP_SFPSHFT2: return detected_reads_shft2(word);
    case OP_SFPSTOCHRND: return reg(field(word, 12, 4)) | vc;
    case OP_SFPSETEXP:
    case OP_SFPSETMAN:
    case OP_SFPSETSGN: return mod & 1 ? vc : vc | vd;
    case OP_SFPSETCC: return mod & 9 ? 0 : vc;
    case OP_SFPMOV: return mod & 8 ? 0 : vc;
    case OP_SFPARECIP: return mod == 1 ? vc | reg(field(word, 12, 4)) : vc;
    case OP_SFPTRANSP: return ALL_LREGS;
    case OP_SFPCONFIG: case OP_SFPSWAP: case OP_SFPNOP:
    case OP_SFPENCC: case OP_SFPPUSHC: case OP_SFPPOPC: case OP_SFPCOMPC: return 0;
    default: return vc;
    }
}

static uint32_t without_backdoor(const struct sfp_state *state)
{
    uint32_t lanes = 0;

    for (unsigned l = 0; l < SFP_LANES; l++)
        lanes |= (state->lane_config[l] >> 1 & 1) << l;
    return lanes;
}

/* sfpu-timing(7), Configuration: one cycle after SFPCONFIG of LaneConfig the old setting holds. */
static uint32_t lanes_without_backdoor(const struct slow *s)
{
    const struct issued *last = &s->recent[0];
    bool changed = last->latency && last->cycle + 1 == s->cycle && opcode(last->word) == OP_SFPCONFIG
                   && field(last->word, 4, 4) == 15;

    return changed ? s->last_without_backdoor : without_backdoor(&s->start);
}

/* sfpu-semantics(7), Template loads */
static bool names_template(uint32_t word)
{
    uint32_t op = opcode(word);
    bool high = op == OP_SFPLOAD || op == OP_SFPLOADI || op == OP_SFPSTORE || op == OP_SFPLUT;

    return op != OP_SFPCONFIG && op != OP_SFPLOADMACRO && field(word, high ? 20 : 4, 4) >= 12;
}

static bool is_captured(const struct slow *s, uint32_t word)
{
    return names_template(word) && !lanes_without_backdoor(s);
}

/* Loads a template in some lanes and executes in others. */
static bool is_captured_in_part(const struct slow *s, uint32_t word)
{
    uint32_t executing = lanes_without_backdoor(s);

    return names_template(word) && executing && executing != UINT32_MAX;
}

/* Is the result of `i` still to come in this cycle? */
static bool is_pending(const struct slow *s, const struct issued *i)
{
    return s->cycle < i->cycle + i->latency;
}

static enum slow_cause interlock(const struct slow *s, const struct sfp_op *op)
{
    uint32_t word = op->word;
    bool bh = s->m->s.arch == SFP_BH, wrote = false;

    if (op->insn->unit == SFP_UNIT_NONE || opcode(word) == OP_SFPNOP)
        return SLOW_NOT_HELD;
    if (bh && sfp_config_get(&s->m->s, SFP_CFG_SCBD_DISABLE, 0))
        return SLOW_NOT_HELD;
    for (unsigned i = 0; i < FLIGHTS; i++) {
        const struct issued *before = &s->recent[i];

        if (!is_pending(s, before))
            continue;
        if (opcode(before->word) == OP_SFPSWAP)
            return SLOW_SWAP;
        if (bh && is_slow_shft2(before->word))
            return SLOW_SHFT2;
        wrote |= bh && is_mad_unit(before->word) && detected_reads(word) & detected_writes(before->word);
    }
    return wrote && !is_captured(s, word) ? SLOW_MAD : SLOW_NOT_HELD;
}

/* ---- Execution on copies ---- */

/* Executes on a copy of the start of the cycle; LReg and flag results go to `result`. */
static void execute(struct slow *s, const struct sfp_op *op, struct sfp_pending *result)
{
    s->work->s = s->start;
    s->work->pending = result;
    sfp_pending_clear(result);
    op->exec(s->work, op);
    s->work->pending = NULL;
}

/* Takes over what the execution changed beside its results: every byte that differs from the start of the cycle. */
static void merge_rest(struct slow *s)
{
    enum { CHUNK = 64 };
    const unsigned char *before = (const unsigned char *)&s->start, *after = (const unsigned char *)&s->work->s;
    unsigned char *state = (unsigned char *)&s->m->s;

    for (size_t i = 0; i < offsetof(struct sfp_state, derived); i += CHUNK) {
        if (memcmp(before + i, after + i, CHUNK) == 0)
            continue;
        for (size_t j = i; j < i + CHUNK; j++)
            if (before[j] != after[j])
                state[j] = after[j];
    }
}

static void land_flags(uint32_t *flags, const struct sfp_pending_flags *result)
{
    for (unsigned l = 0; l < SFP_LANES; l++)
        if (result->mask >> l & 1)
            *flags = (*flags & ~(1u << l)) | (result->value >> l & 1) << l;
}

static void land(struct slow *s, const struct sfp_pending *result)
{
    for (unsigned w = 0; w < result->count; w++)
        for (unsigned l = 0; l < SFP_LANES; l++)
            if (result->write[w].lanes >> l & 1)
                s->m->s.lreg[result->write[w].reg][l] = result->write[w].value[l];
    land_flags(&s->m->s.flags, &result->flags);
    land_flags(&s->m->s.use_flags, &result->use_flags);
}

/* ---- Flights ---- */

static unsigned latency(const struct slow *s, const struct sfp_op *op)
{
    return sfp_latency(op->insn, s->m->s.arch, op->mod);
}

static struct flight *take_off(struct slow *s, struct air *air, const struct sfp_op *op)
{
    struct flight *flight = aligned_alloc(_Alignof(struct flight), sizeof *flight);

    if (!flight || air->count == FLIGHTS)
        abort();
    flight->last = s->cycle + latency(s, op) - 1;
    flight->op = *op;
    sfp_pending_clear(&flight->result);
    return air->flight[air->count++] = flight;
}

/* Does its result land at the end of this cycle? */
static bool arrives(const struct slow *s, const struct flight *flight)
{
    return flight->last == s->cycle;
}

static void land_all(struct slow *s, const struct air *air)
{
    for (unsigned i = 0; i < air->count; i++)
        if (arrives(s, air->flight[i]))
            land(s, &air->flight[i]->result);
}

static void forget_landed(struct slow *s, struct air *air)
{
    unsigned kept = 0;

    for (unsigned i = 0; i < air->count; i++) {
        if (arrives(s, air->flight[i]))
            free(air->flight[i]);
        else
            air->flight[kept++] = air->flight[i];
    }
    air->count = kept;
}

static void drop_all(struct air *air)
{
    while (air->count)
        free(air->flight[--air->count]);
}

/* ---- SFPSWAP: first and last cycle, sfpu-semantics(7), SFPSWAP ---- */

static int32_t sign_magnitude_order(uint32_t v)
{
    return (int32_t)(v >> 31 ? v ^ 0x7FFFFFFF : v);
}

static bool vd_gets_min(unsigned mode, unsigned lane)
{
    static const uint32_t min[16] = {0, 0xFFFFFFFF, 0x0000FFFF, 0x00FF00FF, 0xFF0000FF,
                                     0x000000FF, 0x0000FF00, 0x00FF0000, 0xFF000000};

    return min[mode] >> lane & 1;
}

static bool is_enabled(const struct sfp_state *state, unsigned lane)
{
    if (state->lane_config[lane & 7] >> (12 + (lane >> 3)) & 1)
        return false;
    return !(state->use_flags >> lane & 1) || (state->flags >> lane & 1);
}

static void swap_first_cycle(struct slow *s, const struct sfp_op *op)
{
    struct flight *flight = take_off(s, &s->swap, op);

    for (unsigned l = 0; l < SFP_LANES; l++) {
        uint32_t c = s->start.lreg[op->vc][l], d = s->start.lreg[op->b][l];
        bool less = c == d ? c >= 0x80000000u : sign_magnitude_order(c) < sign_magnitude_order(d), swap = true;

        if (op->mod != 0) {
            swap = vd_gets_min(op->mod, l) ? less : !less;
            if (s->start.lane_config[l] >> 8 & 1)
                swap = !swap;
        }
        flight->swap[l] = swap && is_enabled(&s->start, l);
    }
}

static void put(struct slow *s, unsigned number, unsigned limit, unsigned lane, uint32_t value)
{
    if (number < limit)
        s->m->s.lreg[number][lane] = value;
}

static void swap_last_cycle(struct slow *s, const struct flight *flight)
{
    const struct sfp_op *op = &flight->op;

    for (unsigned l = 0; l < SFP_LANES; l++) {
        bool indexed = s->start.lane_config[l] >> 2 & 1;
        unsigned c = op->vc, d = op->b, limit = indexed ? 4 : 8;

        if (!flight->swap[l])
            continue;
        put(s, c, limit, l, s->start.lreg[d][l]);
        put(s, d, limit, l, s->start.lreg[c][l]);
        if (indexed && (c & 3) != (d & 3)) { /* what a register exchanged with itself does is not established */
            put(s, 4 + (c & 3), 8, l, s->start.lreg[4 + (d & 3)][l]);
            put(s, 4 + (d & 3), 8, l, s->start.lreg[4 + (c & 3)][l]);
        }
    }
}

/* ---- sfpu-timing(7), SFPLOADMACRO ---- */

static bool has_vc_field(uint32_t word)
{
    switch (opcode(word)) {
    case OP_SFPLUT: case OP_SFPLUTFP32: case OP_SFPADDI: case OP_SFPMULI: case OP_SFPCONFIG: case OP_SFPENCC:
    case OP_SFPPUSHC: case OP_SFPPOPC: case OP_SFPCOMPC: case OP_SFPTRANSP: case OP_SFPNOP:
        return false;
    default:
        return true;
    }
}

static bool has_vb_field(const struct slow *s, uint32_t word)
{
    switch (opcode(word)) {
    case OP_SFPMAD: case OP_SFPADD: case OP_SFPMUL: case OP_SFPMUL24: case OP_SFPSTOCHRND: case OP_SFPSHFT2:
    case OP_SFPARECIP:
        return true;
    case OP_SFPAND:
    case OP_SFPOR:
        return s->m->s.arch == SFP_BH && field(word, 0, 4) != 0;
    default:
        return false;
    }
}

static bool is_legal_on(const struct slow *s, uint32_t word, unsigned unit)
{
    static const enum sfp_unit units[SEQUENCED] = {SFP_UNIT_SIMPLE, SFP_UNIT_MAD, SFP_UNIT_ROUND, SFP_UNIT_STORE};
    const struct sfp_insn *insn = sfp_insn_of_word(&s->m->index, word);

    return insn && insn->unit == units[unit];
}

/* 6.3, units 0 to 2 */
static void override(const struct slow *s, uint32_t word, uint32_t byte, unsigned loaded, struct sfp_op *op)
{
    unsigned template_vd = opcode(word) == OP_SFPLUT ? field(word, 20, 4) : field(word, 4, 4);
    unsigned vb = field(word, 12, 4), vc = field(word, 8, 4);

    if (byte >> 7 & 1) {
        vb = loaded;
        if (!has_vc_field(word))
            vc = template_vd;
    } else {
        vc = loaded;
        if (!has_vb_field(s, word))
            vb = template_vd;
    }
    sfp_decode(s->m, word, 0, op);
    op->vb = op->b = (uint8_t)vb;
    op->vc = (uint8_t)vc;
    op->vd = (uint8_t)(byte >> 6 & 1 ? STAGING : loaded);
}

static void override_store(const struct slow *s, uint32_t word, uint32_t byte, unsigned loaded,
                           const struct sfp_op *macro, uint16_t address, struct sfp_op *op)
{
    uint32_t misc = s->start.macro_misc[0];
    unsigned index = field(macro->word, 22, 2);

    sfp_decode(s->m, word, 0, op);
    op->vd = (uint8_t)(byte >> 6 & 1 ? STAGING : byte >> 7 & 1 ? field(word, 20, 4) : loaded);
    op->mod = (uint8_t)(misc >> (4 + index) & 1 ? field(macro->word, 16, 4) : field(misc, 0, 4));
    op->addr = address;
}

/* 6.4 step 3 */
static void insert(struct slow *s, unsigned unit, unsigned delay, const struct sfp_op *op, uint32_t macro_index)
{
    struct item *queue = s->queue[unit];
    unsigned kept = 0;

    for (unsigned i = 0; i < s->queued[unit]; i++)
        if (delay == 7 || queue[i].counter != delay)
            queue[kept++] = queue[i];
    queue[kept++] = (struct item){.op = *op, .counter = delay, .macro_index = macro_index,
                                  .counts_insns = s->start.macro_misc[0] >> (8 + unit) & 1};
    s->queued[unit] = kept;
}

static void schedule(struct slow *s, const struct sfp_op *macro, unsigned unit, uint16_t address)
{
    uint32_t byte = s->start.macro_sequence[field(macro->word, 22, 2)][0] >> 8 * unit & 0xFF;
    unsigned selector = byte & 7, loaded = field(macro->word, 0, 1) << 2 | field(macro->word, 20, 2);
    uint32_t word;
    struct sfp_op op;

    if (selector < 2) /* nothing; 1 is undefined: nothing (sfpu-timing(7), Sequences) */
        return;
    word = selector == 2 ? (uint32_t)OP_SFPNOP << 24
           : selector == 3 ? (uint32_t)OP_SFPSTORE << 24 : s->start.macro_template[selector - 4][0];
    if (!is_legal_on(s, word, unit)) {
        if (unit == STORE) /* undefined: nothing (sfpu-timing(7), Sequences) */
            return;
        word = (uint32_t)OP_SFPNOP << 24;
    }
    if (unit == STORE)
        override_store(s, word, byte, loaded, macro, address, &op);
    else
        override(s, word, byte, loaded, &op);
    op.index = macro->index;
    op.exec = s->m->semantics->exec[op.insn->id];
    op.scheduled = true;
    insert(s, unit, byte >> 3 & 7, &op, macro->index);
}

static bool uniform(const uint32_t lanes[SFP_LANES])
{
    for (unsigned l = 1; l < SFP_LANES; l++)
        if (lanes[l] != lanes[0])
            return false;
    return true;
}

static bool is_uniform(const struct sfp_state *state)
{
    bool same = uniform(state->macro_misc);

    for (unsigned i = 0; i < SFP_TEMPLATES; i++)
        same = same && uniform(state->macro_template[i]) && uniform(state->macro_sequence[i]);
    return same;
}

/* sfpu-dst(7), Addresses, mode 10 of loads: Blackhole's INT32_ALL steps Sp before it forms the address. */
static uint16_t load_address(const struct slow *s, const struct sfp_op *load)
{
    struct sfp_state at = s->start;

    if (at.arch == SFP_BH && load->mod == 10 && at.own.rwc.sp)
        at.own.rwc.sp = (uint16_t)((at.own.rwc.sp - at.derived.own.stack_incr) & SFP_COUNTER_MASK);
    return sfp_dst_address(&at, load);
}

/* 6.1: the load part is the SFPLOAD that has these fields. */
static void execute_macro(struct slow *s, const struct sfp_op *macro, struct sfp_pending *result)
{
    uint32_t loaded = field(macro->word, 0, 1) << 2 | field(macro->word, 20, 2);
    struct sfp_op load;
    uint16_t address;

    if (!is_uniform(&s->start)) {
        s->result->diverged = true;
        return;
    }
    sfp_decode(s->m, (uint32_t)OP_SFPLOAD << 24 | loaded << 20 | field(macro->word, 0, 20), macro->index, &load);
    address = load_address(s, &load);
    execute(s, &load, result);
    for (unsigned unit = 0; unit < SEQUENCED; unit++)
        schedule(s, macro, unit, address);
}

/* ---- One cycle ---- */

/* 6.4 step 1 */
static void due(struct slow *s, struct part parts[SEQUENCED])
{
    for (unsigned u = 0; u < SEQUENCED; u++) {
        unsigned kept = 0;

        for (unsigned i = 0; i < s->queued[u]; i++) {
            const struct item *it = &s->queue[u][i];

            if (it->counter == 0)
                parts[u] = (struct part){.live = true, .scheduled = true, .op = it->op, .index = it->macro_index};
            else
                s->queue[u][kept++] = *it;
        }
        s->queued[u] = kept;
    }
}

/* 6.4 step 2 */
static void decrement(struct slow *s, bool issued)
{
    bool any_counts_insns = false;

    for (unsigned u = 0; u < SEQUENCED; u++)
        for (unsigned i = 0; i < s->queued[u]; i++)
            any_counts_insns |= s->queue[u][i].counts_insns;
    if (any_counts_insns && !issued)
        return;
    for (unsigned u = 0; u < SEQUENCED; u++)
        for (unsigned i = 0; i < s->queued[u]; i++)
            s->queue[u][i].counter--;
}

static void execute_part(struct slow *s, unsigned unit, const struct part *part, struct sfp_pending *result)
{
    sfp_pending_clear(result);
    if (opcode(part->op.word) == OP_SFPSWAP && !part->captured) {
        swap_first_cycle(s, &part->op);
        return;
    }
    if (latency(s, &part->op) == 1 || part->captured)
        execute(s, &part->op, result);
    else
        execute(s, &part->op, &take_off(s, unit == MAD ? &s->mad : &s->shft2, &part->op)->result);
    merge_rest(s);
}

static enum sfp_unit logged_unit(unsigned unit)
{
    static const enum sfp_unit units[] = {SFP_UNIT_SIMPLE, SFP_UNIT_MAD, SFP_UNIT_ROUND, SFP_UNIT_STORE, SFP_UNIT_LOAD};

    return units[unit];
}

enum { LOAD = SEQUENCED, UNITS };

static unsigned unit_of(const struct slow *s, const struct sfp_op *op)
{
    if (is_captured(s, op->word))
        return LOAD;
    for (unsigned u = 0; u < LOAD; u++)
        if (op->insn->unit == logged_unit(u))
            return u;
    return LOAD;
}

/* The executor behind the backdoor, or that of a template load, where all lanes agree. */
static void resolve_backdoor(const struct slow *s, struct sfp_op *op, bool captured)
{
    if (op->exec == s->m->semantics->backdoor)
        op->exec = captured ? sfp_load_template : op->inner;
}

/* 6.5, first row. The load unit is never taken. */
static void place_regular(struct slow *s, struct part parts[UNITS], const struct sfp_op *op)
{
    unsigned unit = unit_of(s, op);
    bool captured = is_captured(s, op->word);

    if (is_captured_in_part(s, op->word))
        s->result->diverged = true;
    if (parts[unit].live) {
        log_entry(s, (struct slow_entry){.kind = SLOW_DISCARD, .unit = logged_unit(unit), .index = op->index});
        return;
    }
    parts[unit] = (struct part){.live = true, .captured = captured, .op = *op, .index = op->index};
    resolve_backdoor(s, &parts[unit].op, captured);
    if (captured)
        return;
    memmove(s->recent + 1, s->recent, (FLIGHTS - 1) * sizeof s->recent[0]);
    s->recent[0] = (struct issued){op->word, s->cycle, latency(s, op)};
}

/* sfpu-timing(7), Order within a cycle: everything reads the start of the cycle, then results land in this order. */
static void execute_and_land(struct slow *s, const struct part parts[UNITS])
{
    static struct sfp_pending result[UNITS];

    if (s->mad.count || s->shft2.count || s->swap.count)
        effect(s);
    for (unsigned u = 0; u < UNITS; u++) {
        sfp_pending_clear(&result[u]);
        if (!parts[u].live)
            continue;
        effect(s);
        log_entry(s, (struct slow_entry){.kind = SLOW_EXEC, .unit = logged_unit(u), .index = parts[u].index,
                                         .scheduled = parts[u].scheduled});
        if (opcode(parts[u].op.word) == OP_SFPLOADMACRO) {
            execute_macro(s, &parts[u].op, &result[u]);
            merge_rest(s);
        } else {
            execute_part(s, u, &parts[u], &result[u]);
        }
    }
    land_all(s, &s->mad);
    land_all(s, &s->shft2);
    for (unsigned i = 0; i < s->swap.count; i++)
        if (arrives(s, s->swap.flight[i]))
            swap_last_cycle(s, s->swap.flight[i]);
    land(s, &result[SIMPLE]);
    land(s, &result[ROUND]);
    land(s, &result[LOAD]);
}

static bool is_copy(uint32_t word)
{
    return opcode(word) == OP_MOVA2D || opcode(word) == OP_MOVB2D || opcode(word) == OP_ELWADD;
}

/* Another unit's instruction: visible from the next cycle on. The rows of a copy are what it brings, whatever a
 * scheduled store of the cycle wrote there (sfpu-frontend(7), Datacopy). */
static void execute_other(struct slow *s)
{
    log_entry(s, (struct slow_entry){.kind = SLOW_EXEC, .unit = SFP_UNIT_NONE, .index = s->head.index});
    s->work->s = is_copy(s->head.word) ? s->m->s : s->start;
    s->head.exec(s->work, &s->head);
    if (is_copy(s->head.word))
        s->m->s = s->work->s;
    else
        merge_rest(s);
}

static bool held(struct slow *s, const struct sfp_op *op, enum slow_cause cause)
{
    if (cause != SLOW_NOT_HELD)
        log_entry(s, (struct slow_entry){.kind = SLOW_STALL, .unit = SFP_UNIT_LOAD, .index = op->index, .cause = cause});
    return cause != SLOW_NOT_HELD;
}

static void leave_gate(struct slow *s)
{
    s->has_head = false;
    slow_front_issue(&s->front);
}

/* Does an instruction go to the vector unit, from its input or the gate? */
static bool issues_vector(struct slow *s)
{
    if (!s->has_input) {
        if (!s->has_head || s->head.insn->unit == SFP_UNIT_NONE
            || held(s, &s->head, gate_holds(s) ? SLOW_WAIT : SLOW_NOT_HELD))
            return false;
        s->input = s->head;
        leave_gate(s);
    }
    s->has_input = held(s, &s->input, interlock(s, &s->input));
    return !s->has_input;
}

/* Does another unit's instruction leave the gate? Beside what leaves the vector unit's input, but not beside what stays
 * there; where neither is in the way only the gate holds it. */
static bool issues_other(struct slow *s, bool had_input)
{
    if (!s->has_head || s->head.insn->unit != SFP_UNIT_NONE || s->has_input)
        return false;
    if (had_input)
        return !gate_holds(s);
    return !held(s, &s->head, gate_holds(s) ? SLOW_WAIT : SLOW_NOT_HELD);
}

static void end_of_cycle(struct slow *s, bool other)
{
    const unsigned matrix = other ? matrix_cycles(s->head.word) : 0;

    if (s->cycle + matrix > s->matrix_until)
        s->matrix_until = s->cycle + matrix;
    if (s->waiting && !condition_holds(s))
        s->waiting = false;
    if (other && (opcode(s->head.word) == OP_STALLWAIT || opcode(s->head.word) == OP_SEMWAIT))
        latch_wait(s, s->head.word);
    forget_landed(s, &s->mad);
    forget_landed(s, &s->shft2);
    forget_landed(s, &s->swap);
    sfp_state_refresh(&s->m->s);
}

static void run_cycle(struct slow *s)
{
    static struct part parts[UNITS];
    const bool had_input = s->has_input;
    bool vector, other;

    memset(parts, 0, sizeof parts);
    s->start = s->m->s;
    due(s, parts);
    vector = issues_vector(s);
    other = (had_input || !vector) && issues_other(s, had_input);
    decrement(s, vector);
    if (vector)
        place_regular(s, parts, &s->input);
    execute_and_land(s, parts);
    s->last_without_backdoor = without_backdoor(&s->start);
    if (vector || other)
        effect(s);
    if (other) {
        execute_other(s);
        leave_gate(s);
    }
    end_of_cycle(s, other);
    s->cycle++;
}

/* Is anything left that will happen without further instructions? */
static bool can_go_on(const struct slow *s)
{
    bool any = false, counts_insns = false, ready = s->has_input || s->mad.count || s->shft2.count || s->swap.count;

    for (unsigned u = 0; u < SEQUENCED; u++) {
        for (unsigned i = 0; i < s->queued[u]; i++) {
            any = true;
            ready |= s->queue[u][i].counter == 0;
            counts_insns |= s->queue[u][i].counts_insns;
        }
    }
    return ready || (any && !counts_insns);
}

void slow_run(struct sfp_machine *m, const struct slow_program *program, struct slow_result *result)
{
    struct slow *s = aligned_alloc(_Alignof(struct slow), sizeof *s);
    struct sfp_machine *work = sfp_machine_new(m->s.arch, m->semantics);
    const unsigned modes = sfp_host_float_enter();

    if (!s || !work)
        abort();
    memset(s, 0, sizeof *s);
    memset(result, 0, sizeof *result);
    s->m = m;
    s->work = work;
    s->result = result;
    work->s = m->s;
    sfp_datacopy_begin(work);
    slow_front_start(&s->front, &m->s, program);
    while (!result->diverged && (!s->ended || can_go_on(s))) {
        if (!s->ended && !fetch(s)) {
            s->ended = true;
            continue;
        }
        run_cycle(s);
    }
    result->held = s->front.held;
    drop_all(&s->mad);
    drop_all(&s->shft2);
    drop_all(&s->swap);
    sfp_machine_free(work);
    free(s);
    sfp_host_float_leave(modes);
}

void slow_free(struct slow_result *result)
{
    free(result->log);
}

/* ---- The pipeline's own log ---- */

static void tell(char *text, size_t size, const char *format, ...)
{
    size_t used = strlen(text);
    va_list args;

    if (used)
        used += (size_t)snprintf(text + used, size - used, " | ");
    if (used >= size) /* full: programs that are not looked at so closely may tell more */
        return;
    va_start(args, format);
    vsnprintf(text + used, size - used, format, args);
    va_end(args);
}

static void tell_event(void *context, const struct sfp_event *e)
{
    struct watched *w = context;
    unsigned long long cycle = e->cycle;
    const char *unit = e->unit == SFP_UNIT_NONE ? "other" : sfp_unit_name(e->unit), *by = e->scheduled ? "m" : "";
    size_t index = e->scheduled ? e->macro_index : e->op ? e->op->index : 0;

    if (e->kind == SFP_EVENT_EXEC)
        tell(w->log, sizeof w->log, "%llu:%s %s%zu", cycle, unit, by, index);
    else if (e->kind == SFP_EVENT_DISCARD)
        tell(w->log, sizeof w->log, "%llu:discard %s %zu", cycle, unit, index);
    else if (e->kind == SFP_EVENT_FORGET)
        tell(w->log, sizeof w->log, "%llu:forget %s %s%zu", cycle, unit, by, index);
    else if (e->kind == SFP_EVENT_STALL)
        tell(w->log, sizeof w->log, "%llu:stall %zu %s", cycle, index, sfp_stall_info(e->stall)->name);
    else if (e->kind == SFP_EVENT_BUBBLE)
        tell(w->log, sizeof w->log, "%llu:bubble %s %zu", cycle, sfp_stall_info(e->stall)->name, e->origin.position);
}

static void tell_finding(void *context, enum sfp_finding finding, const struct sfp_op *op,
                         const struct sfp_finding_detail *d)
{
    struct watched *w = context;
    char other[32] = "", values[64] = "";

    if (finding == SFP_FIND_MACRO_OUTSIDE || finding == SFP_FIND_STORE_LOAD) /* of which many programs here are made */
        return;
    if (d && d->other != SFP_NO_INDEX)
        snprintf(other, sizeof other, " other %zu", d->other);
    if (d && d->possible)
        snprintf(values, sizeof values, " L%d possible", d->lreg);
    else if (d && d->lreg >= 0)
        snprintf(values, sizeof values, " L%d %X/%X", d->lreg, d->lanes, d->differs);
    tell(w->findings, sizeof w->findings, "%s %zu%s%s", sfp_finding_info(finding)->name, (size_t)op->index, other,
         values);
}

void watched_start(struct watched *w, enum sfp_arch arch)
{
    memset(w, 0, sizeof *w);
    w->m = sfp_machine_new(arch, sfp_semantics_best());
    if (!w->m)
        abort();
    for (unsigned r = 0; r < 8; r++) {
        float value = (float)(r + 1);

        for (unsigned l = 0; l < SFP_LANES; l++)
            memcpy(&w->m->s.lreg[r][l], &value, sizeof value);
    }
    for (unsigned row = 0; row < SFP_DST_ROWS; row++)
        for (unsigned column = 0; column < SFP_DST_COLUMNS; column++)
            w->m->s.dst[row][column] = (uint16_t)row;
    w->m->s.own.addr_mods_known = UINT8_MAX; /* programs here need not set up what they do not look at */
    sfp_state_refresh(&w->m->s);
    w->m->reporter = (struct sfp_reporter){.report = tell_finding, .context = w};
    w->options.run.repeat = 1;
}

static void assemble(const char *source, enum sfp_arch arch, struct sfp_program *program)
{
    struct sfp_asm_source text = {.path = "test", .text = source, .size = strlen(source)};
    struct sfp_asm_options options = {.arch = arch, .sink = diagnostic_print, .context = stderr};

    if (!assembly_make(&options, &text, 1, program))
        abort();
}

static void run(struct watched *w, const char *source, struct sfp_observer *observer)
{
    struct sfp_program program = {0};

    if (*source) /* the assembler refuses nothing at all */
        assemble(source, w->m->s.arch, &program);
    sfp_state_refresh(&w->m->s);
    w->log[0] = w->findings[0] = '\0';
    w->options.observers = observer;
    sfp_run_timed(w->m, program.words, program.count, &w->options, &w->result);
    w->options.observers = NULL;
    sfp_program_free(&program);
}

void watched_run(struct watched *w, const char *source)
{
    run(w, source, &(struct sfp_observer){.event = tell_event, .context = w});
}

void watched_run_unwatched(struct watched *w, const char *source)
{
    run(w, source, NULL);
}

void watched_end(struct watched *w)
{
    sfp_machine_free(w->m);
}
