/* SFPLOAD, SFPSTORE, SFPLOADI and SFPLOADMACRO (sfpu-dst(7); sfpu-semantics(7), SFPLOADI). */
#include "model/control.h"
#include "formats.h"
#include "lanes.h"

enum { CELL_BITS = 16, CELL_MASK = 0xFFFF };

/*
 * The place and the lanes of a transfer between Dst and an LReg. Ordinary transfers have NULL masks, known at compile
 * time. Special transfers have masks for anything that LaneConfig, ZEROACC and Blackhole's address functions can ask
 * for.
 */
struct transfer {
    uint32_t lanes;         /* lanes that take part, bit l = lane l */
    bool all;               /* compile-time constant: all lanes take part */
    const uint32_t *odd;    /* lanes that use the odd column whatever the address, or NULL */
    const uint32_t *valid;  /* lanes whose row is valid; NULL: all */
    const uint32_t *config; /* LaneConfig, for its bits about formats, or NULL */
    unsigned shift;         /* bit position of a lane's cell within its pair of columns: 0 or 16 */
    unsigned row;           /* first of the four physical rows */
    sfp_v *high, *low;      /* these rows as pairs of cells, even column in the lower half; `low`: lower halves of
                             * 32-bit cells */
};

/* Room for the masks of a special transfer. */
struct masks {
    _Alignas(64) uint32_t odd[SFP_LANES], valid[SFP_LANES];
};

/* Returns the lanes that LaneConfig blocks, bit l = lane l. */
static uint32_t blocked_lanes(const struct sfp_machine *m, uint32_t block)
{
    sfp_v blocks[SFP_VN];

    EACH_VECTOR(i) blocks[i] = as_vectors(m->s.lane_config)[i] & block;
    return sfp_nonzeros(blocks);
}

/* Fills `odd` with the lanes that exchange columns. The LaneConfig of the lane's column decides (sfpu-dst(7),
 * Addresses). */
static const uint32_t *exchanged_columns(const struct sfp_machine *m, uint32_t exchange, uint32_t odd[SFP_LANES])
{
    for (unsigned l = 0; l < SFP_LANES; l++)
        odd[l] = m->s.lane_config[l % SFP_COLUMNS] & exchange ? ~0u : 0u;
    return odd;
}

/* Fills `valid` with the lanes whose row is valid, and reports the others. Rows that ZEROACC invalidated read as 0
 * (sfpu-dst(7), Valid rows). */
static const uint32_t *valid_lanes(const struct sfp_machine *m, const struct sfp_op *op, unsigned row,
                                   uint32_t valid[SFP_LANES])
{
    for (unsigned l = 0; l < SFP_LANES; l++) {
        bool is_valid = m->s.dst_valid[row + l / SFP_COLUMNS];

        valid[l] = is_valid ? ~0u : 0u;
        if (!is_valid)
            sfp_report(m, SFP_FIND_DST_INVALID_READ, op);
    }
    return valid;
}

/* Returns whether transfers are ordinary. `config`: the LaneConfig bits that matter to the transfer. */
static inline bool is_transfer_ordinary(const struct sfp_machine *m, uint32_t config)
{
    const struct sfp_derived *d = &m->s.derived;

    return __builtin_expect(!(d->any_lane_config & config) && d->all_rows_valid && d->own.rows_in_place, 1);
}

static inline uint32_t mode_lanes(const struct sfp_machine *m, unsigned mode)
{
    return mode == SFP_FMT_INT32_ALL ? touchable_lanes(m) : enabled_lanes(m);
}

FMT_INLINE struct transfer transfer_at(struct sfp_machine *m, unsigned row, bool wide, uint16_t addr)
{
    return (struct transfer){
        .shift = addr & SFP_DST_ODD_COLUMNS ? CELL_BITS : 0,
        .row = row,
        .high = (sfp_v *)m->s.dst[row],
        .low = (sfp_v *)m->s.dst[wide ? row + SFP_LOW_HALF_ROWS : row],
    };
}

/* Returns an ordinary transfer. Rows lie where their numbers say; rows of 32-bit cells alternate with their lower
 * halves, eight by eight. */
FMT_INLINE struct transfer ordinary_transfer(struct sfp_machine *m, unsigned mode, bool wide, uint16_t addr)
{
    const unsigned row = addr & SFP_DST_ROW_GROUP;
    struct transfer t = transfer_at(m, wide ? (row & 0x1F8) << 1 | (row & 0x204) : row, wide, addr);

    t.lanes = mode_lanes(m, mode);
    return t;
}

/* Returns a special transfer. `block` and `exchange` are the LaneConfig bits for the direction. */
static struct transfer special_transfer(struct sfp_machine *m, unsigned mode, bool wide, uint16_t addr,
                                        uint32_t block, uint32_t exchange, struct masks *room)
{
    const unsigned row = addr & SFP_DST_ROW_GROUP;
    struct transfer t = transfer_at(m, wide ? sfp_dst_row32(&m->s, row) : sfp_dst_row16(&m->s, row), wide, addr);

    t.lanes = mode_lanes(m, mode) & ~blocked_lanes(m, block);
    t.odd = exchanged_columns(m, exchange, room->odd);
    return t;
}

static inline sfp_v cell_of(sfp_v pair, const struct transfer *t, unsigned i)
{
    sfp_v cell = pair >> t->shift;

    if (t->odd)
        cell = sfp_sel(as_vectors(t->odd)[i], pair >> CELL_BITS, cell);
    return cell & CELL_MASK;
}

/* Returns the pair after storing `cell` in it; bits above the cell's do not matter. */
static inline sfp_v with_cell(sfp_v pair, sfp_v cell, const struct transfer *t, unsigned i)
{
    sfp_v where = sfp_splat((uint32_t)CELL_MASK << t->shift), value = cell << t->shift;

    if (t->odd) {
        where = sfp_sel(as_vectors(t->odd)[i], sfp_splat((uint32_t)CELL_MASK << CELL_BITS), where);
        value = sfp_sel(as_vectors(t->odd)[i], cell << CELL_BITS, value);
    }
    if (!t->all)
        where &= sfp_mask_from_bits(t->lanes, i);
    return sfp_sel(where, value, pair);
}

static inline unsigned resolved_mode(const struct sfp_machine *m, const struct sfp_op *op)
{
    const struct sfp_state *s = &m->s;

    if (op->mod != SFP_FMT_SRCB)
        return op->mod;
    if (s->kernels == SFP_BH && !s->srcb_written && s->derived.own.srcb_mode == SFP_FMT_BF16)
        sfp_report(m, SFP_FIND_SRCB_UNSET, op);
    return s->derived.own.srcb_mode;
}

/* ENABLE_DEST_INDEX with CAPTURE: a load to L0..L3 also notes where the value came from (sfpu-dst(7), Loads). */
static void capture_index(struct sfp_machine *m, unsigned vd, uint16_t addr, const uint32_t odd[SFP_LANES],
                          uint32_t lanes)
{
    enum { ROW_LSB = 4, CAPTURE = SFP_LC_DEST_INDEX | SFP_LC_CAPTURE_INDEX };
    _Alignas(64) uint32_t mask[SFP_LANES], position[SFP_LANES];
    sfp_v *out;

    if (vd >= FIRST_INDEX_LREG || (m->s.derived.any_lane_config & CAPTURE) != CAPTURE)
        return;
    for (unsigned l = 0; l < SFP_LANES; l++) {
        unsigned row = (addr & SFP_DST_ROW_GROUP) + l / SFP_COLUMNS;
        unsigned column = 2 * (l % SFP_COLUMNS) + (addr & SFP_DST_ODD_COLUMNS || odd[l]);

        mask[l] = (m->s.lane_config[l] & CAPTURE) == CAPTURE ? 0u - (lanes >> l & 1) : 0;
        position[l] = row << ROW_LSB | column;
    }
    out = lreg_out_under(m, vd + FIRST_INDEX_LREG, as_vectors(mask));
    EACH_VECTOR(i) out[i] = sfp_sel(as_vectors(mask)[i], as_vectors(position)[i], out[i]);
}

/* Loads by transfer `t`. For ordinary transfers the mode is a compile-time constant. */
FMT_INLINE void load_as(const struct sfp_machine *m, unsigned mode, const struct transfer *t, const sfp_v *old,
                        sfp_v *out)
{
    const enum sfp_arch arch = m->s.kernels;

    EACH_VECTOR(i) {
        sfp_v high = cell_of(t->high[i], t, i), low = cell_of(t->low[i], t, i);
        sfp_v config = t->config ? as_vectors(t->config)[i] : sfp_splat(0), value;

        if (t->valid) {
            high &= as_vectors(t->valid)[i];
            low &= as_vectors(t->valid)[i];
        }
        value = load_is_wide(mode) ? decode_wide(mode, high, low)
                                   : decode_narrow(arch, mode, high, config, old[i]);
        out[i] = t->all ? sfp_whole(value) : sfp_sel(sfp_mask_from_bits(t->lanes, i), value, out[i]);
    }
}

static __attribute__((noinline)) void load_special(struct sfp_machine *m, const struct sfp_op *op, unsigned mode,
                                                   uint16_t addr)
{
    struct masks room;
    struct transfer t = special_transfer(m, mode, load_is_wide(mode), addr, SFP_LC_BLOCK_DEST_RD,
                                         SFP_LC_RD_COL_EXCHANGE, &room);
    const sfp_v *old = lreg_vectors(m, op->vd);
    sfp_v *out = lreg_out(m, op->vd, t.lanes);

    t.valid = valid_lanes(m, op, t.row, room.valid);
    t.config = m->s.lane_config;
    load_as(m, mode, &t, old, out);
    capture_index(m, op->vd, addr, t.odd, t.lanes);
}

/* Loads by an ordinary transfer. Even and odd columns are apart, so that shifts and masks are constants. */
FMT_INLINE void load_ordinary(struct sfp_machine *m, unsigned mode, uint16_t addr, bool all, const sfp_v *old,
                              sfp_v *out)
{
    struct transfer t = ordinary_transfer(m, mode, load_is_wide(mode), addr);

    t.all = all;
    if (addr & SFP_DST_ODD_COLUMNS) {
        t.shift = CELL_BITS;
        load_as(m, mode, &t, old, out);
    } else {
        t.shift = 0;
        load_as(m, mode, &t, old, out);
    }
}

/* Loads to all lanes by an ordinary transfer, without a dependence on the register's old value. */
static void load_whole(struct sfp_machine *m, unsigned mode, uint16_t addr, sfp_v *out)
{
    switch (mode) {
#define FORMAT_CONFIGURED(...)
#define FORMAT(arch, value, name, ...) case SFP_FMT_##name: load_ordinary(m, SFP_FMT_##name, addr, true, out, out); break;
#include "modes.def"
    }
}

static void load_lanes(struct sfp_machine *m, unsigned mode, uint16_t addr, const sfp_v *old, sfp_v *out)
{
    switch (mode) {
#define FORMAT_CONFIGURED(...)
#define FORMAT(arch, value, name, ...) case SFP_FMT_##name: load_ordinary(m, SFP_FMT_##name, addr, false, old, out); break;
#include "modes.def"
    }
}

/* Loads Dst at `addr` into LReg VD. */
static void load_from_dst(struct sfp_machine *m, const struct sfp_op *op, unsigned mode, uint16_t addr)
{
    const uint32_t special = SFP_LC_FP16A_INF | SFP_LC_CAPTURE_INDEX | SFP_LC_BLOCK_DEST_RD | SFP_LC_RD_COL_EXCHANGE;

    if (!is_transfer_ordinary(m, special))
        load_special(m, op, mode, addr);
    else if (__builtin_expect(stores_whole(m), 1))
        load_whole(m, mode, addr, (sfp_v *)m->s.lreg[op->vd]);
    else
        load_lanes(m, mode, addr, lreg_vectors(m, op->vd), lreg_out(m, op->vd, mode_lanes(m, mode)));
}

/* Returns whether SFPLOADMACRO's address is odd. Its bit 0 is the high bit of VD, and stays so for the store
 * (sfpu-timing(7), Load part). */
static inline bool is_odd_of_macro(const struct sfp_op *op, uint16_t addr)
{
    enum { VD_HIGH = 2 };

    return (addr ^ op->vd >> VD_HIGH) & 1;
}

static void check_transfer_address(const struct sfp_machine *m, const struct sfp_op *op, uint16_t addr)
{
    bool odd = op->insn->id == SFP_I_SFPLOADMACRO ? is_odd_of_macro(op, addr) : addr & 1 && !op->scheduled;

    if (odd)
        sfp_report(m, SFP_FIND_ODD_ADDRESS, op);
}

/* Executes `op` as SFPLOAD, counter update included. Returns the Dst address used. */
static uint16_t load_part(struct sfp_machine *m, const struct sfp_op *op)
{
    unsigned mode = resolved_mode(m, op);
    uint16_t addr;

    sfp_sp_before_load(&m->s, op);
    addr = sfp_dst_address_inline(&m->s, op);
    check_transfer_address(m, op, addr);
    if (op->vd < 8)
        load_from_dst(m, op, sfp_load_format(m->s.kernels, mode), addr);
    sfp_apply_addr_mod(m, op, false);
    return addr;
}

/*
 * Returns whether a transfer reports nothing and steps only Dst. Most transfers qualify, and then need no stack frame:
 * they end in a jump to load_from_dst() or store_to_dst().
 */
static inline bool steps_dst_only(const struct sfp_machine *m, const struct sfp_op *op, bool odd)
{
    const struct sfp_state *s = &m->s;
    const bool stack = sfp_uses_stack(s, op), unset = op->mod == SFP_FMT_SRCB && s->kernels == SFP_BH && !s->srcb_written;

    return __builtin_expect(sfp_addr_mod_is_simple(s, op) && !odd && !stack && !unset, 1);
}

static inline void load_and_step_dst(struct sfp_machine *m, const struct sfp_op *op, uint16_t addr)
{
    sfp_apply_simple_addr_mod(&m->s, op);
    if (op->vd < 8)
        load_from_dst(m, op, sfp_load_format(m->s.kernels, sfp_format_of(&m->s, op)), addr);
}

EXEC(SFPLOAD)
{
    uint16_t addr = sfp_dst_address_inline(&m->s, op);

    if (steps_dst_only(m, op, addr & 1))
        load_and_step_dst(m, op, addr);
    else
        load_part(m, op);
}

/* Executes an SFPLOADMACRO as SFPLOAD. Returns the Dst address used. */
static uint16_t load_of_macro(struct sfp_machine *m, const struct sfp_op *op)
{
    uint16_t addr = sfp_dst_address_inline(&m->s, op);

    if (!steps_dst_only(m, op, is_odd_of_macro(op, addr)))
        return load_part(m, op);
    load_and_step_dst(m, op, addr);
    return addr;
}

/* Makes the rows valid that receive a value. */
static void validate_rows(struct sfp_machine *m, unsigned row, uint32_t lanes)
{
    for (unsigned l = 0; l < SFP_LANES; l++)
        if (lanes >> l & 1)
            m->s.dst_valid[row + l / SFP_COLUMNS] = 1;
}

FMT_INLINE void store_as(unsigned mode, const struct transfer *t, const sfp_v *x)
{
    EACH_VECTOR(i) {
        if (store_is_wide(mode)) {
            sfp_v high, low;

            encode_wide(mode, x[i], &high, &low);
            t->high[i] = sfp_whole(with_cell(t->high[i], high, t, i));
            t->low[i] = sfp_whole(with_cell(t->low[i], low, t, i));
        } else {
            t->high[i] = sfp_whole(with_cell(t->high[i], encode_narrow(mode, x[i]), t, i));
        }
    }
}

static __attribute__((noinline)) void store_special(struct sfp_machine *m, const struct sfp_op *op, unsigned mode,
                                                    uint16_t addr)
{
    struct masks room;
    const struct transfer t = special_transfer(m, mode, store_is_wide(mode), addr, SFP_LC_BLOCK_DEST_WR,
                                               SFP_LC_WR_COL_EXCHANGE, &room);

    store_as(mode, &t, lreg_vectors(m, op->vd));
    validate_rows(m, t.row, t.lanes);
}

FMT_INLINE void store_ordinary(struct sfp_machine *m, unsigned mode, const struct sfp_op *op, uint16_t addr, bool all)
{
    struct transfer t = ordinary_transfer(m, mode, store_is_wide(mode), addr);

    t.all = all;
    if (addr & SFP_DST_ODD_COLUMNS) {
        t.shift = CELL_BITS;
        store_as(mode, &t, lreg_vectors(m, op->vd));
    } else {
        t.shift = 0;
        store_as(mode, &t, lreg_vectors(m, op->vd));
    }
}

static void store_whole(struct sfp_machine *m, const struct sfp_op *op, unsigned mode, uint16_t addr)
{
    switch (mode) {
#define FORMAT_CONFIGURED(...)
#define FORMAT(arch, value, name, ...) case SFP_FMT_##name: store_ordinary(m, SFP_FMT_##name, op, addr, true); break;
#include "modes.def"
    }
}

static void store_lanes(struct sfp_machine *m, const struct sfp_op *op, unsigned mode, uint16_t addr)
{
    switch (mode) {
#define FORMAT_CONFIGURED(...)
#define FORMAT(arch, value, name, ...) case SFP_FMT_##name: store_ordinary(m, SFP_FMT_##name, op, addr, false); break;
#include "modes.def"
    }
}

/* Stores LReg VD to Dst at `addr`. */
static void store_to_dst(struct sfp_machine *m, const struct sfp_op *op, unsigned mode, uint16_t addr)
{
    if (!is_transfer_ordinary(m, SFP_LC_BLOCK_DEST_WR | SFP_LC_WR_COL_EXCHANGE))
        store_special(m, op, mode, addr);
    else if (__builtin_expect(enabled_lanes(m) == UINT32_MAX, 1))
        store_whole(m, op, mode, addr);
    else
        store_lanes(m, op, mode, addr);
}

static void store_and_step(struct sfp_machine *m, const struct sfp_op *op, uint16_t addr)
{
    unsigned mode = resolved_mode(m, op);

    check_transfer_address(m, op, addr);
    store_to_dst(m, op, sfp_store_format(m->s.kernels, mode), addr);
    if (op->scheduled)
        return;
    sfp_apply_addr_mod(m, op, false);
    sfp_sp_after_store(&m->s, op);
}

EXEC(SFPSTORE)
{
    uint16_t addr = op->scheduled ? op->addr : sfp_dst_address_inline(&m->s, op);

    if (!steps_dst_only(m, op, addr & 1)) {
        store_and_step(m, op, addr);
        return;
    }
    if (!op->scheduled)
        sfp_apply_simple_addr_mod(&m->s, op);
    store_to_dst(m, op, sfp_store_format(m->s.kernels, sfp_format_of(&m->s, op)), addr);
}

/* Undefined modes behave as observed (sfpu-semantics(7), SFPLOADI). */
EXEC(SFPLOADI)
{
    enum { USHORT_ALIAS = 3, FLOATA_ALIAS = 9, LOWER_11 = 11, LOWER_14 = 14, LOWER_15 = 15 };
    enum { HALF_BITS = 16, REBIAS = 112 };
    const sfp_v *d = lreg_vectors(m, op->vd);
    uint32_t imm = (uint32_t)op->imm;

    if (op->vd >= 8)
        return;
    switch (op->mod) {
    case SFP_MODE_SFPLOADI_FLOATB:
        STORE_LREG(m, op->vd, sfp_splat(imm << HALF_BITS));
        break;
    case SFP_MODE_SFPLOADI_FLOATA:
    case FLOATA_ALIAS: /* always rebased: no zero, denormal, infinity or NaN */
        imm = (imm & 0x8000) << HALF_BITS | ((imm >> 10 & 0x1F) + REBIAS) << 23 | (imm & 0x3FF) << 13;
        STORE_LREG(m, op->vd, sfp_splat(imm));
        break;
    case SFP_MODE_SFPLOADI_USHORT:
    case USHORT_ALIAS:
        STORE_LREG(m, op->vd, sfp_splat(imm));
        break;
    case SFP_MODE_SFPLOADI_UPPER:
        STORE_LREG(m, op->vd, imm << HALF_BITS | (d[i] & CELL_MASK));
        break;
    case SFP_MODE_SFPLOADI_LOWER:
    case LOWER_11:
    case LOWER_14:
    case LOWER_15:
        STORE_LREG(m, op->vd, (d[i] & ~(uint32_t)CELL_MASK) | imm);
        break;
    default: /* SHORT and its aliases */
        STORE_LREG(m, op->vd, sfp_splat((uint32_t)(int16_t)imm));
        break;
    }
}

/* ---- SFPLOADMACRO without time: its load, then its items in the order of their delays ---- */

/* Runs the items that lane `lane`'s configuration schedules, in the lanes of `group`; NULL: in all lanes. */
static void run_items(struct sfp_machine *m, const struct sfp_op *op, unsigned lane, uint16_t addr,
                      const uint32_t *group)
{
    enum { DELAYS = 8 };
    const struct sfp_macro_plan *plan = sfp_macro_plan(m, op, lane);

    for (unsigned delay = 0; delay < DELAYS; delay++) {
        for (unsigned u = SFP_UNIT_SIMPLE; u <= SFP_UNIT_STORE; u++) {
            struct sfp_op bound;

            if (!plan->present[u] || plan->item[u].delay != delay)
                continue;
            sfp_macro_bind(plan, (enum sfp_unit)u, op, addr, &bound);
            if (group)
                sfp_exec_on_lanes(m, bound.exec, &bound, group);
            else
                bound.exec(m, &bound);
        }
    }
}

EXEC(SFPLOADMACRO)
{
    uint16_t addr = load_of_macro(m, op);
    _Alignas(64) uint32_t group[SFP_LANES];

    if (!m->s.derived.macros_differ) {
        run_items(m, op, 0, addr, NULL);
        return;
    }
    sfp_report(m, SFP_FIND_MACRO_DIVERGES, op);
    for (uint32_t left = UINT32_MAX, rest; left; left = rest) {
        rest = sfp_macro_group(&m->s, op->macro, left, group);
        run_items(m, op, (unsigned)__builtin_ctz(left), addr, group);
    }
}
