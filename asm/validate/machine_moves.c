/* Executes instructions that move values across lanes and registers, and SFPCONFIG, in terms (sfpu-semantics(7),
 * SFPSWAP, SFPTRANSP and SFPSHFT2; SFPCONFIG). */
#include "machine_parts.h"

enum { HALF_LREGS = 4 };

static unsigned row_of_sample(unsigned i) { return i % SFP_LANES / SFP_COLUMNS; }
static unsigned column_of_sample(unsigned i) { return i % SFP_COLUMNS; }

/* Copies sample `from` of `source` to sample `to` of *into. */
static void copy_sample(struct term *into, unsigned to, const struct term *source, unsigned from)
{
    into->hash[to] = source->hash[from];
    sample_put(&into->unknown, to, sample_in(&source->unknown, from));
}

/* ---- SFPSWAP ---- */

/* Sets each LReg of the mask to a function of their contents and the configuration. */
static void mix_lregs(struct term_machine *m, uint32_t lregs, uint64_t number)
{
    struct term all = m->config;

    for (unsigned i = 0; i < SAMPLES; i++)
        all.hash[i] = term_mix(all.hash[i], number);
    for (unsigned r = 0; r < SFP_FIRST_CONSTANT_LREG; r++) {
        for (unsigned i = 0; lregs >> r & 1 && i < SAMPLES; i++)
            all.hash[i] = term_mix(all.hash[i], m->lregs[r]->hash[i]);
        if (lregs >> r & 1)
            SAMPLE_SET(&all.unknown, all.unknown.words[k] | m->lregs[r]->unknown.words[k]);
    }
    for (unsigned r = 0; r < SFP_FIRST_CONSTANT_LREG; r++) {
        struct term mixed = all;

        for (unsigned i = 0; i < SAMPLES; i++)
            mixed.hash[i] = term_opaque(term_mix(all.hash[i], r), i);
        if (lregs >> r & 1)
            term_machine_write(m, r, &mixed);
    }
}

void machine_note_index(struct term_machine *m, const struct term_word *w)
{
    const uint32_t lregs = sfp_index_lregs(w->insn, w->word, m->lane_config);

    if (lregs)
        mix_lregs(m, lregs, term_mix(term_mix(w->word, m->dst.epoch), m->dst.moved));
}

/* Handles SFPSWAP if ENABLE_DEST_INDEX may be set: index registers may be exchanged, and operands from L4 on are not
 * written. Returns whether the bit may be set. */
static bool swap_indices(struct term_machine *m, const struct term_word *w)
{
    const uint32_t operands = 1u << w->named.vc | 1u << w->named.b;
    const uint32_t lregs = sfp_index_lregs(w->insn, w->word, m->lane_config);

    if (lregs)
        mix_lregs(m, lregs | operands, w->word);
    return lregs;
}

static void execute_swap(struct term_machine *m, const struct term_word *w)
{
    const struct term c = *m->lregs[w->named.vc], d = *m->lregs[w->named.b];
    struct term to_c = d, to_d = c;

    if (swap_indices(m, w))
        return;
    if (w->mode != SFP_MODE_SFPSWAP_SWAP) {
        SAMPLE_SET(&to_c.unknown, c.unknown.words[k] | d.unknown.words[k]);
        to_d.unknown = to_c.unknown;
        for (unsigned i = 0; i < SAMPLES; i++) {
            const uint64_t least = term_of_pair(TERM_MINIMUM, c.hash[i], d.hash[i], i);
            const uint64_t most = term_of_pair(TERM_MAXIMUM, c.hash[i], d.hash[i], i);
            const bool minimum = sfp_swap_minimum(w->mode) >> i % SFP_LANES & 1;

            to_d.hash[i] = minimum ? least : most;
            to_c.hash[i] = minimum ? most : least;
        }
    }
    term_machine_write(m, w->named.vc, &to_c);
    term_machine_write(m, w->named.b, &to_d);
}

/* ---- SFPTRANSP ---- */

static void execute_transpose(struct term_machine *m)
{
    struct term moved[2 * HALF_LREGS];

    for (unsigned r = 0; r < 2 * HALF_LREGS; r++) {
        for (unsigned i = 0; i < SAMPLES; i++) {
            const unsigned from = i - row_of_sample(i) * SFP_COLUMNS + r % HALF_LREGS * SFP_COLUMNS;

            copy_sample(&moved[r], i, m->lregs[r / HALF_LREGS * HALF_LREGS + row_of_sample(i)], from);
        }
    }
    for (unsigned r = 0; r < 2 * HALF_LREGS; r++)
        term_machine_write(m, r, &moved[r]);
}

/* ---- SFPSHFT2 ---- */

/* Moves each row right by one lane. The row's first lane comes from `first`. */
static void shift_lanes_right(const struct term *source, const struct term *first, struct term *moved)
{
    for (unsigned i = 0; i < SAMPLES; i++)
        copy_sample(moved, i, column_of_sample(i) ? source : first, column_of_sample(i) ? i - 1 : i);
}

/* Puts the last lane of each row into the row's first lane. */
static void copy_last_lane(const struct term *source, struct term *last)
{
    *last = *source;
    for (unsigned i = 0; i < SAMPLES; i += SFP_COLUMNS)
        copy_sample(last, i, source, i + SFP_COLUMNS - 1);
}

static void rotate_lanes_right(struct term_machine *m, const struct term_word *w, struct term *moved)
{
    const struct term source = *m->lregs[w->named.vc];
    struct term last;

    copy_last_lane(&source, &last);
    shift_lanes_right(&source, &last, moved);
    if (m->index.arch == SFP_WH)
        m->latch = last;
}

/* Sets L0 to L1, L1 to L2, L2 to L3, and L3 to the mode's value. */
static void copy_four_lregs(struct term_machine *m, const struct term_word *w)
{
    const struct term first = *m->lregs[0];
    struct term last;

    term_set_constant(&last, 0);
    if (w->mode == SFP_MODE_SFPSHFT2_SHFLROR1_AND_COPY4)
        rotate_lanes_right(m, w, &last);
    for (unsigned i = 0; w->mode == SFP_MODE_SFPSHFT2_CHAINED_COPY4 && i < SAMPLES; i++)
        if (row_of_sample(i) < SFP_ROWS - 1)
            copy_sample(&last, i, &first, i + SFP_COLUMNS);
    for (unsigned r = 0; r < HALF_LREGS - 1; r++) {
        const struct term next = *m->lregs[r + 1];

        term_machine_write(m, r, &next);
    }
    term_machine_write(m, HALF_LREGS - 1, &last);
}

/* Executes SFPSHFT2. Returns false, without effect, if the mode shifts bits and moves no lanes. */
static bool execute_shift2(struct term_machine *m, const struct term_word *w)
{
    struct term moved, zero;

    switch (w->mode) {
    case SFP_MODE_SFPSHFT2_COPY4:
    case SFP_MODE_SFPSHFT2_CHAINED_COPY4:
    case SFP_MODE_SFPSHFT2_SHFLROR1_AND_COPY4: copy_four_lregs(m, w); return true;
    case SFP_MODE_SFPSHFT2_SHFLROR1: rotate_lanes_right(m, w, &moved); break;
    case SFP_MODE_SFPSHFT2_SHFLSHR1:
        term_set_constant(&zero, 0);
        shift_lanes_right(m->lregs[w->named.vc], m->index.arch == SFP_WH ? &m->latch : &zero, &moved);
        break;
    default: return false;
    }
    term_machine_write(m, w->named.vd, &moved);
    return true;
}

bool machine_execute_across(struct term_machine *m, const struct term_word *w)
{
    switch (w->insn->id) {
    case SFP_I_SFPSWAP: execute_swap(m, w); return true;
    case SFP_I_SFPTRANSP: execute_transpose(m); return true;
    case SFP_I_SFPSHFT2: return execute_shift2(m, w);
    default: return false;
    }
}

/* ---- SFPCONFIG ---- */

/* Returns the samples that SFPCONFIG writes. In each column, the first lane's flags decide, and the first lane's L0
 * is the value. */
static struct truth configured_samples(const struct term_machine *m, const struct term_word *w)
{
    const uint32_t mask = sfp_field(w->insn, w->word, SFP_F_IMM);
    struct truth configured = {0};

    for (unsigned i = 0; i < SAMPLES; i++) {
        const unsigned first = i - row_of_sample(i) * SFP_COLUMNS;
        const bool left_out = w->mode & SFP_MODE_SFPCONFIG_IMM16_IS_LANE_MASK && !(mask >> 2 * column_of_sample(i) & 1);

        sample_put(&configured.holds, i,
                   !left_out && (sample_in(&m->now.flags.holds, first) || !sample_in(&m->now.use_flags.holds, first)));
        sample_put(&configured.unknown, i, !left_out && (sample_in(&m->now.flags.unknown, first) ||
                                                         sample_in(&m->now.use_flags.unknown, first)));
    }
    return configured;
}

static void find_configured(const struct term_machine *m, const struct term_word *w, struct term *value)
{
    const uint32_t imm = sfp_field(w->insn, w->word, SFP_F_IMM);

    if (w->mode & SFP_MODE_SFPCONFIG_IMM16_IS_VALUE) {
        term_set_constant(value, sfp_is_programmable(w->named.vd)
                                     ? sfp_lreg_defaults[w->named.vd - SFP_FIRST_PROGRAMMABLE_LREG] : imm);
        return;
    }
    for (unsigned i = 0; i < SAMPLES; i++)
        copy_sample(value, i, m->lregs[0], i - row_of_sample(i) * SFP_COLUMNS);
}

/* Returns the LaneConfig bits that may be set after the value is written in these samples: any bit, unless the value
 * is constant. */
static uint32_t possible_bits(const struct term_machine *m, const struct term_word *w, const struct term *value,
                              const struct truth *configured)
{
    uint32_t bits = m->lane_config;

    if (sfp_config_combine(w->mode) == SFP_COMBINE_AND)
        return bits;
    for (unsigned i = 0; i < SAMPLES; i++)
        if (sample_in(&configured->holds, i) || sample_in(&configured->unknown, i))
            bits |= term_is_constant(value->hash[i]) && !sample_in(&value->unknown, i) ? term_bits(value->hash[i])
                                                                                       : SFP_LC_BITS;
    return bits & SFP_LC_BITS;
}

/* Draws the lanes that LaneConfig masks, if a mask bit may be set: any lanes, depending only on the number of words
 * that wrote LaneConfig. */
static void leave_out_lanes(struct term_machine *m)
{
    struct term drawn;

    dst_trace_begin_epoch(&m->dst, ++m->events);
    if (!(m->lane_config & SFP_LC_ROW_MASK))
        return;
    term_set_fresh(&drawn, TERM_LANES, m->events);
    for (unsigned i = 0; i < SAMPLES; i++)
        sample_put(&m->left_out, i, !(drawn.hash[i] & TERM_SIGN) && drawn.hash[i] & 1 << 10);
}

void machine_configure(struct term_machine *m, const struct term_word *w)
{
    const struct truth configured = configured_samples(m, w);
    struct term value;

    find_configured(m, w, &value);
    if (sfp_is_programmable(w->named.vd)) {
        term_merge(m->lregs[w->named.vd], &value, &configured);
        return;
    }
    if (w->named.vd == SFP_TARGET_LANE_CONFIG)
        m->lane_config = possible_bits(m, w, &value, &configured);
    for (unsigned i = 0; i < SAMPLES; i++) {
        const uint64_t hash = term_mix(m->config.hash[i], w->mode << 4 | w->named.vd);

        value.hash[i] = term_opaque(term_mix(hash, value.hash[i]), i);
    }
    term_merge(&m->config, &value, &configured);
    if (w->named.vd == SFP_TARGET_LANE_CONFIG)
        leave_out_lanes(m);
}
