/* The vector unit of sfpu-timing(7), read literally. How long results take is read from the table. */
#include "slow_vector.h"

#include <stdlib.h>
#include <string.h>

#include "model/config.h"
#include "model/control.h"
#include "slow_words.h"

enum { ALL_LREGS = 0xFF, STAGING = 16 };

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
static uint32_t lanes_without_backdoor(const struct slow_vector *s)
{
    const struct slow_issued *last = &s->recent[0];
    bool changed = last->latency && last->cycle + 1 == s->cycle && opcode(last->word) == OP_SFPCONFIG
                   && field(last->word, 4, 4) == 15;

    return changed ? s->last_without_backdoor : without_backdoor(s->shared);
}

/* sfpu-semantics(7), Template loads */
static bool names_template(uint32_t word)
{
    uint32_t op = opcode(word);
    bool high = op == OP_SFPLOAD || op == OP_SFPLOADI || op == OP_SFPSTORE || op == OP_SFPLUT;

    return op != OP_SFPCONFIG && op != OP_SFPLOADMACRO && field(word, high ? 20 : 4, 4) >= 12;
}

static bool is_captured(const struct slow_vector *s, uint32_t word)
{
    return names_template(word) && !lanes_without_backdoor(s);
}

/* Loads a template in some lanes and executes in others. */
static bool is_captured_in_part(const struct slow_vector *s, uint32_t word)
{
    uint32_t executing = lanes_without_backdoor(s);

    return names_template(word) && executing && executing != UINT32_MAX;
}

/* Is the result of `i` still to come in this cycle? */
static bool is_pending(const struct slow_vector *s, const struct slow_issued *i)
{
    return s->cycle < i->cycle + i->latency;
}

enum slow_cause slow_vector_interlock(const struct slow_vector *s, const struct sfp_op *op)
{
    uint32_t word = op->word;
    bool bh = s->m->s.arch == SFP_BH, wrote = false;

    if (op->insn->unit == SFP_UNIT_NONE || opcode(word) == OP_SFPNOP)
        return SLOW_NOT_HELD;
    if (bh && sfp_config_get(s->shared, SFP_CFG_SCBD_DISABLE, 0)) /* exists once, for both banks */
        return SLOW_NOT_HELD;
    for (unsigned i = 0; i < SLOW_FLIGHTS; i++) {
        const struct slow_issued *before = &s->recent[i];

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

/* Executes on a copy of the start of the cycle as the thread sees it. LReg and flag results go to `result`. */
static void execute(struct slow_vector *s, enum sfp_thread_id thread, const struct sfp_op *op,
                    struct sfp_pending *result)
{
    s->work->s = s->start[thread];
    s->work->pending = result;
    sfp_pending_clear(result);
    op->exec(s->work, op);
    s->work->pending = NULL;
}

/* Takes over what the execution changed beside its results: every byte that differs from the start of the cycle. */
static void merge_rest(struct slow_vector *s, enum sfp_thread_id thread)
{
    enum { CHUNK = 64 };
    const unsigned char *before = (const unsigned char *)&s->start[thread], *after = (const unsigned char *)&s->work->s;
    unsigned char *state = (unsigned char *)&s->m->s;

    s->m->s.own = s->own[thread];
    for (size_t i = 0; i < offsetof(struct sfp_state, derived); i += CHUNK) {
        if (memcmp(before + i, after + i, CHUNK) == 0)
            continue;
        for (size_t j = i; j < i + CHUNK; j++)
            if (before[j] != after[j])
                state[j] = after[j];
    }
    s->own[thread] = s->m->s.own;
}

static void land_flags(uint32_t *flags, const struct sfp_pending_flags *result)
{
    for (unsigned l = 0; l < SFP_LANES; l++)
        if (result->mask >> l & 1)
            *flags = (*flags & ~(1u << l)) | (result->value >> l & 1) << l;
}

static void land(struct slow_vector *s, const struct sfp_pending *result)
{
    for (unsigned w = 0; w < result->count; w++)
        for (unsigned l = 0; l < SFP_LANES; l++)
            if (result->write[w].lanes >> l & 1)
                s->m->s.lreg[result->write[w].reg][l] = result->write[w].value[l];
    land_flags(&s->m->s.flags, &result->flags);
    land_flags(&s->m->s.use_flags, &result->use_flags);
}

/* ---- Flights ---- */

static unsigned latency(const struct slow_vector *s, const struct sfp_op *op)
{
    return sfp_latency(op->insn, s->m->s.arch, op->mod);
}

static struct slow_flight *take_off(struct slow_vector *s, struct slow_air *air, const struct slow_part *part)
{
    struct slow_flight *flight = aligned_alloc(_Alignof(struct slow_flight), sizeof *flight);

    if (!flight || air->count == SLOW_FLIGHTS)
        abort();
    flight->last = s->cycle + latency(s, &part->op) - 1;
    flight->op = part->op;
    flight->thread = part->thread;
    sfp_pending_clear(&flight->result);
    return air->flight[air->count++] = flight;
}

/* Does its result land at the end of this cycle? */
static bool arrives(const struct slow_vector *s, const struct slow_flight *flight)
{
    return flight->last == s->cycle;
}

static void land_all(struct slow_vector *s, const struct slow_air *air)
{
    for (unsigned i = 0; i < air->count; i++)
        if (arrives(s, air->flight[i]))
            land(s, &air->flight[i]->result);
}

static void forget_landed(struct slow_vector *s, struct slow_air *air)
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

static void drop_all(struct slow_air *air)
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

static void swap_first_cycle(struct slow_vector *s, const struct slow_part *part)
{
    struct slow_flight *flight = take_off(s, &s->swap, part);
    const struct sfp_op *op = &part->op;

    for (unsigned l = 0; l < SFP_LANES; l++) {
        uint32_t c = s->shared->lreg[op->vc][l], d = s->shared->lreg[op->b][l];
        bool less = c == d ? c >= 0x80000000u : sign_magnitude_order(c) < sign_magnitude_order(d), swap = true;

        if (op->mod != 0) {
            swap = vd_gets_min(op->mod, l) ? less : !less;
            if (s->shared->lane_config[l] >> 8 & 1)
                swap = !swap;
        }
        flight->swap[l] = swap && is_enabled(s->shared, l);
    }
}

static void put(struct slow_vector *s, unsigned number, unsigned limit, unsigned lane, uint32_t value)
{
    if (number < limit)
        s->m->s.lreg[number][lane] = value;
}

static void swap_last_cycle(struct slow_vector *s, const struct slow_flight *flight)
{
    const struct sfp_op *op = &flight->op;

    for (unsigned l = 0; l < SFP_LANES; l++) {
        bool indexed = s->shared->lane_config[l] >> 2 & 1;
        unsigned c = op->vc, d = op->b, limit = indexed ? 4 : 8;

        if (!flight->swap[l])
            continue;
        put(s, c, limit, l, s->shared->lreg[d][l]);
        put(s, d, limit, l, s->shared->lreg[c][l]);
        if (indexed && (c & 3) != (d & 3)) { /* what a register exchanged with itself does is not established */
            put(s, 4 + (c & 3), 8, l, s->shared->lreg[4 + (d & 3)][l]);
            put(s, 4 + (d & 3), 8, l, s->shared->lreg[4 + (c & 3)][l]);
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

static bool has_vb_field(const struct slow_vector *s, uint32_t word)
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

static bool is_legal_on(const struct slow_vector *s, uint32_t word, unsigned unit)
{
    static const enum sfp_unit units[SLOW_SEQUENCED] = {SFP_UNIT_SIMPLE, SFP_UNIT_MAD, SFP_UNIT_ROUND, SFP_UNIT_STORE};
    const struct sfp_insn *insn = sfp_insn_of_word(&s->m->index, word);

    return insn && insn->unit == units[unit];
}

/* 6.3, units 0 to 2 */
static void override(const struct slow_vector *s, uint32_t word, uint32_t byte, unsigned loaded, struct sfp_op *op)
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

static void override_store(const struct slow_vector *s, uint32_t word, uint32_t byte, unsigned loaded,
                           const struct sfp_op *macro, uint16_t address, struct sfp_op *op)
{
    uint32_t misc = s->shared->macro_misc[0];
    unsigned index = field(macro->word, 22, 2);

    sfp_decode(s->m, word, 0, op);
    op->vd = (uint8_t)(byte >> 6 & 1 ? STAGING : byte >> 7 & 1 ? field(word, 20, 4) : loaded);
    op->mod = (uint8_t)(misc >> (4 + index) & 1 ? field(macro->word, 16, 4) : field(misc, 0, 4));
    op->addr = address;
}

/* 6.4 step 3 */
static void insert(struct slow_vector *s, unsigned unit, unsigned delay, const struct sfp_op *op,
                   const struct slow_part *macro)
{
    struct slow_item *queue = s->queue[unit];
    unsigned kept = 0;

    for (unsigned i = 0; i < s->queued[unit]; i++)
        if (delay == 7 || queue[i].counter != delay)
            queue[kept++] = queue[i];
    queue[kept++] = (struct slow_item){.op = *op, .counter = delay, .macro_index = macro->index,
                                       .thread = macro->thread,
                                       .counts_insns = s->shared->macro_misc[0] >> (8 + unit) & 1};
    s->queued[unit] = kept;
}

static void schedule(struct slow_vector *s, const struct slow_part *macro, unsigned unit, uint16_t address)
{
    uint32_t byte = s->shared->macro_sequence[field(macro->op.word, 22, 2)][0] >> 8 * unit & 0xFF;
    unsigned selector = byte & 7, loaded = field(macro->op.word, 0, 1) << 2 | field(macro->op.word, 20, 2);
    uint32_t word;
    struct sfp_op op;

    if (selector < 2) /* nothing; 1 is undefined: nothing (sfpu-timing(7), Sequences) */
        return;
    word = selector == 2 ? (uint32_t)OP_SFPNOP << 24
           : selector == 3 ? (uint32_t)OP_SFPSTORE << 24 : s->shared->macro_template[selector - 4][0];
    if (!is_legal_on(s, word, unit)) {
        if (unit == SLOW_UNIT_STORE) /* undefined: nothing (sfpu-timing(7), Sequences) */
            return;
        word = (uint32_t)OP_SFPNOP << 24;
    }
    if (unit == SLOW_UNIT_STORE)
        override_store(s, word, byte, loaded, &macro->op, address, &op);
    else
        override(s, word, byte, loaded, &op);
    op.index = macro->index;
    op.exec = s->m->semantics->exec[op.insn->id];
    op.scheduled = true;
    insert(s, unit, byte >> 3 & 7, &op, macro);
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
static uint16_t load_address(const struct slow_vector *s, enum sfp_thread_id thread, const struct sfp_op *load)
{
    struct sfp_state at = s->start[thread];

    if (at.arch == SFP_BH && load->mod == 10 && at.own.rwc.sp)
        at.own.rwc.sp = (uint16_t)((at.own.rwc.sp - at.derived.own.stack_incr) & SFP_COUNTER_MASK);
    return sfp_dst_address(&at, load);
}

/* 6.1: the load part is the SFPLOAD that has these fields. */
static void execute_macro(struct slow_vector *s, const struct slow_part *macro, struct sfp_pending *result)
{
    const uint32_t word = macro->op.word, loaded = field(word, 0, 1) << 2 | field(word, 20, 2);
    struct sfp_op load;
    uint16_t address;

    if (!is_uniform(s->shared)) {
        s->result->diverged = true;
        return;
    }
    sfp_decode(s->m, (uint32_t)OP_SFPLOAD << 24 | loaded << 20 | field(word, 0, 20), macro->index, &load);
    address = load_address(s, macro->thread, &load);
    execute(s, macro->thread, &load, result);
    for (unsigned unit = 0; unit < SLOW_SEQUENCED; unit++)
        schedule(s, macro, unit, address);
}

/* ---- One cycle ---- */

/* 6.4 step 1 */
void slow_vector_due(struct slow_vector *s, struct slow_part parts[SLOW_SEQUENCED])
{
    for (unsigned u = 0; u < SLOW_SEQUENCED; u++) {
        unsigned kept = 0;

        for (unsigned i = 0; i < s->queued[u]; i++) {
            const struct slow_item *it = &s->queue[u][i];

            if (it->counter == 0)
                parts[u] = (struct slow_part){.live = true, .scheduled = true, .op = it->op, .index = it->macro_index,
                                              .thread = it->thread};
            else
                s->queue[u][kept++] = *it;
        }
        s->queued[u] = kept;
    }
}

/* 6.4 step 2 */
void slow_vector_tick(struct slow_vector *s, bool issued)
{
    bool any_counts_insns = false;

    for (unsigned u = 0; u < SLOW_SEQUENCED; u++)
        for (unsigned i = 0; i < s->queued[u]; i++)
            any_counts_insns |= s->queue[u][i].counts_insns;
    if (any_counts_insns && !issued)
        return;
    for (unsigned u = 0; u < SLOW_SEQUENCED; u++)
        for (unsigned i = 0; i < s->queued[u]; i++)
            s->queue[u][i].counter--;
}

static void execute_part(struct slow_vector *s, unsigned unit, const struct slow_part *part,
                         struct sfp_pending *result)
{
    sfp_pending_clear(result);
    if (opcode(part->op.word) == OP_SFPSWAP && !part->captured) {
        swap_first_cycle(s, part);
        return;
    }
    if (latency(s, &part->op) > 1 && !part->captured)
        result = &take_off(s, unit == SLOW_UNIT_MAD ? &s->mad : &s->shft2, part)->result;
    execute(s, part->thread, &part->op, result);
    merge_rest(s, part->thread);
}

static enum sfp_unit logged_unit(unsigned unit)
{
    static const enum sfp_unit units[] = {SFP_UNIT_SIMPLE, SFP_UNIT_MAD, SFP_UNIT_ROUND, SFP_UNIT_STORE, SFP_UNIT_LOAD};

    return units[unit];
}

static unsigned unit_of(const struct slow_vector *s, const struct sfp_op *op)
{
    if (is_captured(s, op->word))
        return SLOW_UNIT_LOAD;
    for (unsigned u = 0; u < SLOW_UNIT_LOAD; u++)
        if (op->insn->unit == logged_unit(u))
            return u;
    return SLOW_UNIT_LOAD;
}

/* The executor behind the backdoor, or that of a template load, where all lanes agree. */
static void resolve_backdoor(const struct slow_vector *s, struct sfp_op *op, bool captured)
{
    if (op->exec == s->m->semantics->backdoor)
        op->exec = captured ? sfp_load_template : op->inner;
}

/* 6.5, first row. The load unit is never taken. */
void slow_vector_place(struct slow_vector *s, struct slow_part parts[SLOW_UNITS], enum sfp_thread_id thread,
                       const struct sfp_op *op)
{
    unsigned unit = unit_of(s, op);
    bool captured = is_captured(s, op->word);

    if (is_captured_in_part(s, op->word))
        s->result->diverged = true;
    if (parts[unit].live) {
        slow_log(s->result, (struct slow_entry){.cycle = s->cycle, .kind = SLOW_DISCARD, .unit = logged_unit(unit),
                                                .index = op->index, .thread = thread});
        s->result->discarded++;
        s->result->discarded_of_others += parts[unit].thread != thread;
        return;
    }
    parts[unit] = (struct slow_part){.live = true, .captured = captured, .op = *op, .index = op->index,
                                      .thread = thread};
    resolve_backdoor(s, &parts[unit].op, captured);
    if (captured)
        return;
    memmove(s->recent + 1, s->recent, (SLOW_FLIGHTS - 1) * sizeof s->recent[0]);
    s->recent[0] = (struct slow_issued){op->word, s->cycle, latency(s, op)};
}

static void execute_unit(struct slow_vector *s, unsigned unit, const struct slow_part *part,
                         struct sfp_pending *result)
{
    slow_log(s->result, (struct slow_entry){.cycle = s->cycle, .kind = SLOW_EXEC, .unit = logged_unit(unit),
                                            .index = part->index, .scheduled = part->scheduled,
                                            .thread = part->thread});
    if (opcode(part->op.word) == OP_SFPLOADMACRO) {
        execute_macro(s, part, result);
        merge_rest(s, part->thread);
    } else {
        execute_part(s, unit, part, result);
    }
}

/* sfpu-timing(7), Order within a cycle: everything reads the start of the cycle, then results land in this order. */
bool slow_vector_execute(struct slow_vector *s, const struct slow_part parts[SLOW_UNITS])
{
    static struct sfp_pending result[SLOW_UNITS];
    bool works = slow_vector_flies(s);

    for (unsigned u = 0; u < SLOW_UNITS; u++) {
        sfp_pending_clear(&result[u]);
        works |= parts[u].live;
        if (parts[u].live)
            execute_unit(s, u, &parts[u], &result[u]);
    }
    land_all(s, &s->mad);
    land_all(s, &s->shft2);
    for (unsigned i = 0; i < s->swap.count; i++)
        if (arrives(s, s->swap.flight[i]))
            swap_last_cycle(s, s->swap.flight[i]);
    land(s, &result[SLOW_UNIT_SIMPLE]);
    land(s, &result[SLOW_UNIT_ROUND]);
    land(s, &result[SLOW_UNIT_LOAD]);
    s->last_without_backdoor = without_backdoor(s->shared);
    return works;
}

/* ---- The cycle's beginning and end ---- */

bool slow_vector_flies(const struct slow_vector *s)
{
    return s->mad.count || s->shft2.count || s->swap.count;
}

static bool is_in_air(const struct slow_air *air, enum sfp_thread_id thread)
{
    for (unsigned i = 0; i < air->count; i++)
        if (air->flight[i]->thread == thread)
            return true;
    return false;
}

bool slow_vector_busy(const struct slow_vector *s, enum sfp_thread_id thread)
{
    return is_in_air(&s->mad, thread) || is_in_air(&s->shft2, thread) || is_in_air(&s->swap, thread);
}

void slow_vector_begin_cycle(struct slow_vector *s)
{
    s->shared = NULL;
    for (unsigned t = 0; t < SFP_THREADS; t++) {
        if (!(s->threads >> t & 1))
            continue;
        s->start[t] = s->m->s;
        s->start[t].own = s->own[t];
        sfp_state_refresh(&s->start[t]);
        if (!s->shared)
            s->shared = &s->start[t];
    }
}

void slow_vector_end_cycle(struct slow_vector *s)
{
    forget_landed(s, &s->mad);
    forget_landed(s, &s->shft2);
    forget_landed(s, &s->swap);
    s->cycle++;
}

bool slow_vector_goes_on(const struct slow_vector *s)
{
    bool any = false, counts_insns = false, ready = slow_vector_flies(s);

    for (unsigned u = 0; u < SLOW_SEQUENCED; u++) {
        for (unsigned i = 0; i < s->queued[u]; i++) {
            any = true;
            ready |= s->queue[u][i].counter == 0;
            counts_insns |= s->queue[u][i].counts_insns;
        }
    }
    return ready || (any && !counts_insns);
}

/* ---- A run's beginning and end ---- */

struct slow_vector *slow_vector_new(struct sfp_machine *m, unsigned threads, struct slow_result *result)
{
    struct slow_vector *s = aligned_alloc(_Alignof(struct slow_vector), sizeof *s);
    const enum sfp_thread_id in_place = m->thread;

    if (!s)
        abort();
    memset(s, 0, sizeof *s);
    s->m = m;
    s->threads = threads;
    s->result = result;
    s->work = sfp_machine_new(m->s.arch, m->semantics);
    if (!s->work)
        abort();
    s->work->s = m->s;
    sfp_datacopy_begin(s->work);
    for (unsigned t = 0; t < SFP_THREADS; t++) {
        sfp_machine_select(m, (enum sfp_thread_id)t);
        s->own[t] = m->s.own;
        s->expanders[t] = m->s.expanders;
    }
    sfp_machine_select(m, in_place);
    return s;
}

void slow_vector_free(struct slow_vector *s)
{
    const enum sfp_thread_id in_place = s->m->thread;

    for (unsigned t = 0; t < SFP_THREADS; t++) {
        sfp_machine_select(s->m, (enum sfp_thread_id)t);
        s->m->s.own = s->own[t];
        s->m->s.expanders = s->expanders[t];
        sfp_state_refresh(&s->m->s);
    }
    sfp_machine_select(s->m, in_place);
    drop_all(&s->mad);
    drop_all(&s->shft2);
    drop_all(&s->swap);
    sfp_machine_free(s->work);
    free(s);
}
