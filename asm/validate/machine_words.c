/* Executes instructions, in terms: reads operands and writes results. */
#include "machine_parts.h"

/* ---- Operands ---- */

enum { FIELD_BITS = 4, LREG_MASK = 15, MOST_INPUTS = 14 };

/* Returns the immediate as part of the operation; 0 for SFPSHFT2, whose immediate holds VB. */
static uint32_t operation_immediate(const struct term_word *w)
{
    const bool names_vb = w->insn->id == SFP_I_SFPSHFT2;

    return names_vb ? 0 : sfp_field(w->insn, w->word, SFP_F_IMM) | sfp_field(w->insn, w->word, SFP_F_RND) << 16;
}

/* Fills inputs[] with the LRegs that the word reads, in the order of operands. L7 is left out if it only names the
 * result. Returns their number. */
static unsigned find_inputs(struct term_machine *m, const struct term_word *w, const struct term *inputs[MOST_INPUTS])
{
    const struct sfp_uses uses = sfp_uses_of(sfp_resources_read(w->insn, w->mode, w->named.vd));
    const uint8_t named[] = {w->named.va, w->named.vb, w->named.vc, w->named.vd, w->named.b};
    const bool names = sfp_resources_written(w->insn, w->mode, w->named.vd) >> SFP_R_ANY & 1;
    const bool any = sfp_resources_read(w->insn, w->mode, w->named.vd) >> SFP_R_ANY & 1;
    unsigned count = 0;

    for (unsigned n = 0; n < sizeof named; n++)
        if (uses.names >> n & 1)
            inputs[count++] = m->lregs[named[n]];
    for (unsigned r = 0; r < SFP_FIRST_CONSTANT_LREG; r++)
        if (uses.mask >> r & 1 && count < MOST_INPUTS && (any || !names || r != SFP_LREG_NAMING))
            inputs[count++] = m->lregs[r];
    return count;
}

/* Returns the register that the low bits of L7 name in sample `i`; -1 if unknown. */
static int lreg_in_l7(const struct term_machine *m, unsigned i)
{
    const uint64_t l7 = m->lregs[SFP_LREG_NAMING]->hash[i];

    return term_is_constant(l7) ? (int)(term_bits(l7) & LREG_MASK) : -1;
}

/* Reads VA, or, sample by sample, the register that L7 names. An unknown L7 makes the value a function of every
 * register. */
static void read_va(struct term_machine *m, const struct term_word *w, struct term *va)
{
    *va = *m->lregs[w->named.va];
    if (!(w->mode & SFP_MODE_SFPMAD_INDIRECT_VA))
        return;
    SAMPLE_SET(&va->unknown, m->lregs[SFP_LREG_NAMING]->unknown.words[k]);
    for (unsigned i = 0; i < SAMPLES; i++) {
        const int reg = lreg_in_l7(m, i);
        uint64_t all = term_begin(TERM_NAMED, i);

        for (unsigned r = 0; reg < 0 && r < TERM_LREGS; r++)
            all = term_mix(all, m->lregs[r]->hash[i]);
        va->hash[i] = reg < 0 ? term_opaque(all, i) : m->lregs[reg]->hash[i];
        if (reg >= 0 && sample_in(&m->lregs[reg]->unknown, i))
            sample_put(&va->unknown, i, true);
    }
}

/* ---- Results ---- */

/* Writes the value, sample by sample, to the register that L7 names; with an unknown L7, every register may change. */
static void write_lreg_in_l7(struct term_machine *m, const struct term *value)
{
    const struct term l7 = *m->lregs[SFP_LREG_NAMING];
    struct term changed[SFP_FIRST_CONSTANT_LREG];

    for (unsigned r = 0; r < SFP_FIRST_CONSTANT_LREG; r++) {
        changed[r] = *m->lregs[r];
        SAMPLE_SET(&changed[r].unknown, changed[r].unknown.words[k] | l7.unknown.words[k]);
        for (unsigned i = 0; i < SAMPLES; i++) {
            const int reg = lreg_in_l7(m, i);

            if (reg == (int)r) {
                changed[r].hash[i] = value->hash[i];
                sample_put(&changed[r].unknown, i, sample_in(&value->unknown, i));
            } else if (reg < 0) {
                changed[r].hash[i] = term_opaque(term_mix(term_mix(changed[r].hash[i], l7.hash[i]), value->hash[i]), i);
            }
        }
    }
    for (unsigned r = 0; r < SFP_FIRST_CONSTANT_LREG; r++)
        term_machine_write(m, r, &changed[r]);
}

void machine_write_result(struct term_machine *m, const struct term_word *w, const struct term *value)
{
    const uint32_t written = sfp_resources_written(w->insn, w->mode, w->named.vd);

    if (written >> SFP_R_ANY & 1)
        write_lreg_in_l7(m, value);
    else if (written >> SFP_R_VD & 1)
        term_machine_write(m, w->named.vd, value);
}

/* ---- Random numbers ---- */

/* Draws random numbers for all lanes. The enabled lanes decide the generator's next state. */
static void draw_random(struct term_machine *m, struct term *drawn)
{
    const struct truth enabled = term_machine_enabled(m);

    *drawn = m->random;
    for (unsigned i = 0; i < SAMPLES; i++)
        m->random.hash[i] = term_opaque(term_mix(m->random.hash[i], sample_in(&enabled.holds, i)), i);
    SAMPLE_SET(&m->random.unknown, m->random.unknown.words[k] | enabled.unknown.words[k]);
}

/* ---- Other instructions: the result depends on the operands alone ---- */

static void execute_opaque(struct term_machine *m, const struct term_word *w, struct term *result)
{
    const struct term *inputs[MOST_INPUTS];
    const unsigned count = find_inputs(m, w, inputs);
    const uint64_t tag = TERM_INSN + ((uint64_t)w->insn->id << FIELD_BITS | w->mode);
    const uint32_t imm = operation_immediate(w);
    struct term random;
    const bool draws = sfp_resources_written(w->insn, w->mode, w->named.vd) >> SFP_R_PRNG & 1;

    if (draws)
        draw_random(m, &random);
    result->unknown = draws ? random.unknown : sample_set_of(false);
    for (unsigned n = 0; n < count; n++)
        SAMPLE_SET(&result->unknown, result->unknown.words[k] | inputs[n]->unknown.words[k]);
    for (unsigned i = 0; i < SAMPLES; i++) {
        uint64_t hash = term_mix(term_begin(tag, i), imm);

        for (unsigned n = 0; n < count; n++)
            hash = term_mix(hash, inputs[n]->hash[i]);
        result->hash[i] = term_opaque(draws ? term_mix(hash, random.hash[i]) : hash, i);
    }
}

static void execute_any(struct term_machine *m, const struct term_word *w)
{
    struct term result;

    execute_opaque(m, w, &result);
    machine_write_result(m, w, &result);
}

/* ---- Multiply-add ---- */

/* Does the mode have this bit, on an arch that supports the bit? */
static bool has_mode_option(const struct term_machine *m, const struct term_word *w, unsigned bit)
{
    return w->mode & sfp_mode_options(w->insn, m->index.arch, bit);
}

static void multiply_add_terms(struct term_machine *m, const struct term_word *w, const struct term *a,
                               const struct term *b, const struct term *c)
{
    struct term result;

    for (unsigned i = 0; i < SAMPLES; i++)
        result.hash[i] = term_multiply_add(&m->rules, a->hash[i], b->hash[i], c->hash[i], i);
    SAMPLE_SET(&result.unknown, a->unknown.words[k] | b->unknown.words[k] | c->unknown.words[k]);
    machine_write_result(m, w, &result);
}

static void negate_term(struct term *term)
{
    for (unsigned i = 0; i < SAMPLES; i++)
        term->hash[i] = term_negated(term->hash[i]);
}

static void execute_multiply_add(struct term_machine *m, const struct term_word *w)
{
    struct term a, c = *m->lregs[w->named.vc];

    read_va(m, w, &a);
    if (has_mode_option(m, w, SFP_MODE_SFPMAD_NEGATE_VA))
        negate_term(&a);
    if (has_mode_option(m, w, SFP_MODE_SFPMAD_NEGATE_VC))
        negate_term(&c);
    multiply_add_terms(m, w, &a, m->lregs[w->named.vb], &c);
}

static void execute_with_immediate(struct term_machine *m, const struct term_word *w)
{
    const bool adds = w->insn->id == SFP_I_SFPADDI;
    struct term vd = *m->lregs[w->named.vd], constant;

    term_set_constant(&constant, sfp_field(w->insn, w->word, SFP_F_IMM) << 16);
    if (has_mode_option(m, w, SFP_MODE_SFPMULI_NEGATE))
        negate_term(&vd);
    if (adds)
        multiply_add_terms(m, w, m->lregs[SFP_LREG_ONE], &vd, &constant);
    else
        multiply_add_terms(m, w, &vd, &constant, m->lregs[SFP_LREG_ZERO]);
}

/* ---- Integers ---- */

static void set_sign_flags(struct term_machine *m, const struct term *value, bool tested, bool inverted)
{
    struct truth flags = m->now.flags;

    if (tested) {
        flags.unknown = value->unknown;
        for (unsigned i = 0; i < SAMPLES; i++)
            sample_put(&flags.holds, i, value->hash[i] & TERM_SIGN);
    }
    if (inverted)
        SAMPLE_SET(&flags.holds, ~flags.holds.words[k]);
    if (tested)
        term_machine_narrow(m, &flags);
    else if (inverted)
        term_machine_set_flags(m, &flags);
}

static void execute_integer_sum(struct term_machine *m, const struct term_word *w)
{
    const bool immediate = w->mode & SFP_MODE_SFPIADD_ARG_IMM, less = !immediate && w->mode & SFP_MODE_SFPIADD_SUBTRACT;
    const struct term *c = m->lregs[w->named.vc];
    struct term b = *m->lregs[w->named.b], result;

    if (immediate)
        term_set_constant(&b, (uint32_t)sfp_signed_12(sfp_field(w->insn, w->word, SFP_F_IMM)));
    for (unsigned i = 0; i < SAMPLES; i++)
        result.hash[i] = less ? term_integer_difference(c->hash[i], b.hash[i], i)
                              : term_integer_sum(c->hash[i], b.hash[i], i);
    SAMPLE_SET(&result.unknown, c->unknown.words[k] | b.unknown.words[k]);
    machine_write_result(m, w, &result);
    set_sign_flags(m, &result, !(w->mode & SFP_MODE_SFPIADD_CC_NONE), w->mode & SFP_MODE_SFPIADD_CC_INVERT);
}

static void execute_exponent(struct term_machine *m, const struct term_word *w)
{
    struct term_word plain = *w;
    struct term result;

    plain.mode &= SFP_MODE_SFPEXEXP_NODEBIAS;
    execute_opaque(m, &plain, &result);
    machine_write_result(m, w, &result);
    set_sign_flags(m, &result, w->mode & SFP_MODE_SFPEXEXP_CC_LT0, w->mode & SFP_MODE_SFPEXEXP_CC_INVERT);
}

static void execute_leading_zeros(struct term_machine *m, const struct term_word *w)
{
    struct term_word plain = *w;
    const struct term source = *m->lregs[w->named.vc];
    const bool tested = w->mode & SFP_MODE_SFPLZ_CC_NE0;
    struct term result;
    struct truth flags = m->now.flags;

    plain.mode &= SFP_MODE_SFPLZ_NOSGN_MASK;
    execute_opaque(m, &plain, &result);
    machine_write_result(m, w, &result);
    for (unsigned i = 0; tested && i < SAMPLES; i++)
        sample_put(&flags.holds, i, !term_is_zero(plain.mode ? source.hash[i] & ~TERM_SIGN : source.hash[i], i));
    if (tested)
        flags.unknown = source.unknown;
    if (w->mode & SFP_MODE_SFPLZ_CC_INVERT)
        SAMPLE_SET(&flags.holds, ~flags.holds.words[k]);
    if (tested)
        term_machine_narrow(m, &flags);
    else if (w->mode & SFP_MODE_SFPLZ_CC_INVERT)
        term_machine_set_flags(m, &flags);
}

/* Executes SFPAND, SFPOR and SFPXOR. */
static void execute_logic(struct term_machine *m, const struct term_word *w)
{
    const enum term_tag tag = w->insn->id == SFP_I_SFPAND  ? TERM_AND
                              : w->insn->id == SFP_I_SFPOR ? TERM_OR : TERM_XOR;
    const struct term *b = m->lregs[w->named.b], *c = m->lregs[w->named.vc];
    struct term result;

    for (unsigned i = 0; i < SAMPLES; i++)
        result.hash[i] = term_of_pair(tag, b->hash[i], c->hash[i], i);
    SAMPLE_SET(&result.unknown, b->unknown.words[k] | c->unknown.words[k]);
    machine_write_result(m, w, &result);
}

/* ---- Moves ---- */

static void execute_move(struct term_machine *m, const struct term_word *w)
{
    struct term value = *m->lregs[w->named.vc];

    if (w->mode & SFP_MODE_SFPMOV_FROM_SPECIAL) {
        if (w->named.vc == SFP_TARGET_RANDOM)
            draw_random(m, &value);
        else
            value = m->config;
        for (unsigned i = 0; i < SAMPLES; i++)
            value.hash[i] = term_opaque(term_mix(value.hash[i], w->named.vc), i);
    } else if (w->mode & SFP_MODE_SFPMOV_NEGATE) {
        negate_term(&value);
    }
    if (w->mode == SFP_MODE_SFPMOV_ALL_LANES_ENABLED)
        term_machine_write_all(m, w->named.vd, &value);
    else
        term_machine_write(m, w->named.vd, &value);
}

static void execute_load_immediate(struct term_machine *m, const struct term_word *w)
{
    const uint32_t imm = sfp_field(w->insn, w->word, SFP_F_IMM);
    struct term value = *m->lregs[w->named.vd];
    struct sfp_loaded loaded;

    if (!sfp_loadi(w->mode, imm, &loaded))
        execute_opaque(m, w, &value);
    else if (!loaded.kept)
        term_set_constant(&value, loaded.bits);
    else
        for (unsigned i = 0; i < SAMPLES; i++)
            value.hash[i] = term_with_half(value.hash[i], imm, w->mode == SFP_MODE_SFPLOADI_UPPER, i);
    term_machine_write(m, w->named.vd, &value);
}

/* ---- Dst ---- */

static bool changes_counter(const struct term_word *w)
{
    const struct sfp_operand *modifier = sfp_operand_of(w->insn, SFP_F_ADDR_MODE);

    return sfp_field(w->insn, w->word, SFP_F_ADDR_MODE) != (1u << modifier->width) - 1 ||
           w->mode == SFP_FMT_INT32_ALL;
}

static bool execute_load(struct term_machine *m, const struct term_word *w)
{
    const struct dst_access access = {w->mode, sfp_field(w->insn, w->word, SFP_F_ADDR), m->by};
    const struct term *old = m->lregs[w->named.vd];
    struct term value;

    if (!dst_trace_load(&m->dst, &access, &value))
        return false;
    for (unsigned i = 0; SFP_KEPT_LOADS >> w->mode & 1 && i < SAMPLES; i++)
        value.hash[i] = term_opaque(term_mix(term_mix(term_begin(TERM_KEPT, i), value.hash[i]), old->hash[i]), i);
    if (SFP_KEPT_LOADS >> w->mode & 1)
        SAMPLE_SET(&value.unknown, value.unknown.words[k] | old->unknown.words[k]);
    if (w->mode == SFP_FMT_INT32_ALL)
        term_machine_write_all(m, w->named.vd, &value);
    else
        term_machine_write(m, w->named.vd, &value);
    machine_note_index(m, w);
    if (changes_counter(w))
        dst_trace_begin_epoch(&m->dst, sfp_field(w->insn, w->word, SFP_F_ADDR_MODE));
    return true;
}

static bool execute_store(struct term_machine *m, const struct term_word *w)
{
    const struct dst_access access = {w->mode, sfp_field(w->insn, w->word, SFP_F_ADDR), m->by};
    const struct truth enabled = term_machine_enabled(m);

    if (!dst_trace_store(&m->dst, &access, m->lregs[w->named.vd], &enabled))
        return false;
    if (changes_counter(w))
        dst_trace_begin_epoch(&m->dst, sfp_field(w->insn, w->word, SFP_F_ADDR_MODE));
    return true;
}

/* ---- All of them ---- */

/* Loads a template. The configuration outside LRegs is a single term, a function of every write so far. */
static void load_template(struct term_machine *m, const struct term_word *w)
{
    for (unsigned i = 0; i < SAMPLES; i++)
        m->config.hash[i] = term_opaque(term_mix(m->config.hash[i], w->word), i);
}

static bool execute_insn(struct term_machine *m, const struct term_word *w)
{
    switch (w->insn->id) {
    case SFP_I_SFPLOAD: return execute_load(m, w);
    case SFP_I_SFPSTORE: return execute_store(m, w);
    case SFP_I_SFPLOADMACRO: term_machine_lose_sight(m, w->word); break;
    case SFP_I_SFPNOP: break;
    case SFP_I_SFPLOADI: execute_load_immediate(m, w); break;
    case SFP_I_SFPMAD:
    case SFP_I_SFPADD:
    case SFP_I_SFPMUL: execute_multiply_add(m, w); break;
    case SFP_I_SFPADDI:
    case SFP_I_SFPMULI: execute_with_immediate(m, w); break;
    case SFP_I_SFPIADD: execute_integer_sum(m, w); break;
    case SFP_I_SFPEXEXP: execute_exponent(m, w); break;
    case SFP_I_SFPLZ: execute_leading_zeros(m, w); break;
    case SFP_I_SFPAND:
    case SFP_I_SFPOR:
    case SFP_I_SFPXOR: execute_logic(m, w); break;
    case SFP_I_SFPMOV: execute_move(m, w); break;
    case SFP_I_SFPCONFIG: machine_configure(m, w); break;
    default:
        if (!machine_execute_flags(m, w) && !machine_execute_across(m, w))
            execute_any(m, w);
    }
    return true;
}

/* Executes a word of another unit. Follows an INCRWC that only steps the Dst counter; other words have unknown
 * effects. */
static void execute_other_unit(struct term_machine *m, const struct sfp_insn *insn, uint32_t word)
{
    if (insn && insn->id == SFP_I_INCRWC && !sfp_field(insn, word, SFP_F_RWC_CR))
        m->dst.moved += sfp_field(insn, word, SFP_F_RWC_D);
    else if (insn && (insn->id == SFP_I_MOP || insn->id == SFP_I_REPLAY))
        term_machine_lose_sight(m, word);
    else
        dst_trace_begin_epoch(&m->dst, term_mix(++m->events, word));
}

bool term_machine_execute(struct term_machine *m, uint32_t word)
{
    struct term_word w = {.insn = sfp_insn_of_word(&m->index, word), .word = word};

    if (!w.insn || w.insn->unit == SFP_UNIT_NONE) {
        execute_other_unit(m, w.insn, word);
        return true;
    }
    w.mode = sfp_mode(w.insn, word);
    w.named = sfp_named_of(w.insn, word);
    if (sfp_names_template(w.insn, w.named.vd)) {
        load_template(m, &w);
        return true;
    }
    if (w.insn->guard == SFP_GUARD_8 && w.named.vd >= SFP_FIRST_CONSTANT_LREG)
        return true;
    return execute_insn(m, &w);
}
