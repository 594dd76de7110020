/* The MOP expander (sfpu-frontend(7), MOP), and the words that come to it. */
#include "stages.h"

#include "model/control.h"

/* Indices of the configuration words: for template 0, then for template 1. */
enum {
    CFG_FLAGS = 1,
    CFG_B = 2,
    CFG_A0 = 3,
    CFG_SKIP_A0 = 7,
    CFG_SKIP_B = 8,
};
enum {
    CFG_OUTER = 0,
    CFG_INNER = 1,
    CFG_START = 2,
    CFG_END0 = 3,
    CFG_END1 = 4,
    CFG_LOOP0 = 5,
    CFG_LOOP1 = 6,
    CFG_LAST_OF_ALL = 7,  /* replaces the last loop instruction of the last pass */
    CFG_LAST_OF_PASS = 8, /* replaces the last loop instruction of every other pass */
};

enum {
    FLAG_B = 1 << 0,
    FLAG_A123 = 1 << 1,
    EXTRA_A = 3, /* A1..A3 follow A0 */
    MASK_BITS = 32,
    MASK_HALF_BITS = 16,
    COUNT_BITS = 7,
    BUG_PASSES = 128, /* a missing comparison in hardware: sfpu-frontend(7), Template 1 */
    /* Blackhole, template 1: counts in the instruction (sfpu-frontend(7), Template 1). */
    INNER_BITS = 10,
    OUTER_LOW_BITS = 6,
    OUTER_HIGH_BITS = 4,
};

static uint32_t mop_field(const struct sfp_op *op, enum sfp_field f)
{
    return sfp_field(op->insn, op->word, f);
}

static bool is_cfg_set(const struct sfp_frontend *f, unsigned cfg)
{
    return f->expanders->mop_cfg_set >> cfg & 1;
}

/* ---- Configuration ---- */

/* Decodes configuration words that changed since the last MOP. Findings about their instructions name the MOP. */
static void decode_config(struct sfp_frontend *f, const struct sfp_op *mop)
{
    for (unsigned i = 0; i < SFP_MOP_CFGS; i++) {
        const uint32_t word = f->expanders->mop_cfg[i]; /* 0 if not set */
        struct sfp_op *op = &f->mop.op[i];

        if (op->word != word)
            sfp_decode(f->m, word, mop->index, op);
        op->index = mop->index;
    }
}

static void check_cfg_set(const struct sfp_frontend *f, unsigned cfg, const struct sfp_op *at)
{
    if (!is_cfg_set(f, cfg))
        sfp_report(f->m, SFP_FIND_MOP_UNSET, at);
}

/* Returns a configuration word that is a number. */
static uint32_t cfg_number(const struct sfp_frontend *f, unsigned cfg, const struct sfp_op *mop)
{
    check_cfg_set(f, cfg, mop);
    return f->mop.op[cfg].word;
}

/* ---- Template 0: one pass for each bit of a mask ---- */

static void start_masked(struct sfp_frontend *f, const struct sfp_op *mop)
{
    struct sfp_mop_stage *stage = &f->mop;
    const uint32_t flags = cfg_number(f, CFG_FLAGS, mop);

    stage->has_b = flags & FLAG_B;
    stage->has_a123 = flags & FLAG_A123;
    stage->skip_mask = f->expanders->mop_mask_hi << MASK_HALF_BITS | mop_field(mop, SFP_F_ZMASK_LO16);
    stage->passes = mop_field(mop, SFP_F_LOOP_COUNT) + 1;
}

static bool skips_pass(const struct sfp_mop_stage *stage)
{
    return stage->pass < MASK_BITS && (stage->skip_mask >> stage->pass & 1);
}

static unsigned masked_length(const struct sfp_mop_stage *stage)
{
    const unsigned a = stage->has_a123 && !skips_pass(stage) ? 1 + EXTRA_A : 1;

    return a + stage->has_b;
}

static unsigned masked_entry(const struct sfp_mop_stage *stage)
{
    if (stage->has_b && stage->step + 1 == masked_length(stage))
        return skips_pass(stage) ? CFG_SKIP_B : CFG_B;
    return skips_pass(stage) ? (unsigned)CFG_SKIP_A0 : CFG_A0 + stage->step;
}

/* ---- Template 1: two nested loops ---- */

/* Loop counts in the instruction, which Wormhole ignores. */
struct counts {
    uint32_t outer, inner;
};

static struct counts own_counts(const struct sfp_frontend *f, const struct sfp_op *mop)
{
    const uint32_t low = mop_field(mop, SFP_F_ZMASK_LO16), high = mop_field(mop, SFP_F_LOOP_COUNT);
    struct counts c = {0, 0};

    if (sfp_arch_facts(f->m->s.arch)->mop_counts) {
        c.inner = sfp_bits(low, 0, INNER_BITS);
        c.outer = sfp_bits(high, 0, OUTER_HIGH_BITS) << OUTER_LOW_BITS | low >> INNER_BITS;
        if (high >> OUTER_HIGH_BITS)
            sfp_report(f->m, SFP_FIND_RESERVED_BITS, mop);
    } else if (low | high) {
        sfp_report(f->m, SFP_FIND_RESERVED_BITS, mop);
    }
    if (c.inner | c.outer)
        sfp_report(f->m, SFP_FIND_MOP_COUNTS, mop);
    return c;
}

static bool is_cfg_nop(const struct sfp_mop_stage *stage, unsigned cfg)
{
    return sfp_op_is(&stage->op[cfg], SFP_I_NOP);
}

static void start_loop(struct sfp_frontend *f, const struct sfp_op *mop)
{
    struct sfp_mop_stage *stage = &f->mop;
    const struct counts own = own_counts(f, mop);

    stage->passes = own.outer ? own.outer : sfp_bits(cfg_number(f, CFG_OUTER, mop), 0, COUNT_BITS);
    stage->inner = own.inner ? own.inner : sfp_bits(cfg_number(f, CFG_INNER, mop), 0, COUNT_BITS);
    stage->has_start = !is_cfg_nop(stage, CFG_START);
    stage->has_end0 = !is_cfg_nop(stage, CFG_END0);
    stage->has_end1 = stage->has_end0 && !is_cfg_nop(stage, CFG_END1);
    stage->alternates = !is_cfg_nop(stage, CFG_LOOP1);
    if (stage->alternates)
        stage->inner *= 2;
    if (stage->passes == 1 && !stage->has_start && stage->inner == 0 && stage->has_end0) {
        sfp_report(f->m, SFP_FIND_MOP_BUG, mop);
        stage->passes += BUG_PASSES;
    }
}

static unsigned loop_length(const struct sfp_mop_stage *stage)
{
    return stage->has_start + stage->inner + stage->has_end0 + stage->has_end1;
}

static unsigned loop_entry(const struct sfp_mop_stage *stage)
{
    unsigned step = stage->step;

    if (stage->has_start && step == 0)
        return CFG_START;
    step -= stage->has_start;
    if (step >= stage->inner)
        return step == stage->inner ? CFG_END0 : CFG_END1;
    if (step + 1 == stage->inner)
        return stage->pass + 1 == stage->passes ? CFG_LAST_OF_ALL : CFG_LAST_OF_PASS;
    return stage->alternates && step % 2 ? CFG_LOOP1 : CFG_LOOP0;
}

/* ---- The expander ---- */

static unsigned pass_length(const struct sfp_mop_stage *stage)
{
    return stage->loop ? loop_length(stage) : masked_length(stage);
}

void sfp_mop_abort(struct sfp_frontend *f)
{
    f->mop.pass = f->mop.passes = f->mop.step = 0;
}

static void start_mop_expansion(struct sfp_frontend *f, const struct sfp_op *mop)
{
    struct sfp_mop_stage *stage = &f->mop;

    sfp_mop_abort(f);
    decode_config(f, mop);
    stage->loop = mop_field(mop, SFP_F_MOP_TYPE);
    if (stage->loop)
        start_loop(f, mop);
    else
        start_masked(f, mop);
    if (pass_length(stage) == 0)
        stage->passes = 0;
}

/* Emits the expansion's next instruction. Refuses MOP words in an expansion, since no stage is left to expand them. */
enum sfp_fetch sfp_mop_emit(struct sfp_frontend *f, const struct sfp_op **op)
{
    struct sfp_mop_stage *stage = &f->mop;
    const unsigned cfg = stage->loop ? loop_entry(stage) : masked_entry(stage);

    *op = &stage->op[cfg];
    check_cfg_set(f, cfg, *op);
    if (++stage->step == pass_length(stage)) {
        stage->step = 0;
        stage->pass++;
    }
    return sfp_op_is(*op, SFP_I_MOP) || sfp_op_is(*op, SFP_I_MOP_CFG) ? SFP_FETCH_ERROR : SFP_FETCH_OP;
}

static void take_mask(struct sfp_frontend *f, const struct sfp_op *op)
{
    f->expanders->mop_mask_hi = sfp_narrow_field(f->m, op, SFP_F_ZMASK_HI16, MASK_HALF_BITS);
}

const struct sfp_op *sfp_mop_take(struct sfp_frontend *f, const struct sfp_op *word)
{
    if (sfp_op_is(word, SFP_I_MOP))
        start_mop_expansion(f, word);
    else if (sfp_op_is(word, SFP_I_MOP_CFG))
        take_mask(f, word);
    else
        return word;
    return NULL;
}

/* ---- The program's words, or those of a feed ---- */

const struct sfp_op *sfp_frontend_decode(struct sfp_frontend *f, const struct sfp_fed_word *word)
{
    struct sfp_op *op = &f->ops[word->index];

    if (op->word != word->word || !op->insn)
        sfp_decode(f->m, word->word, (uint32_t)word->index, op);
    op->gathered = word->gathered;
    return op;
}

/* Takes a feed's word without time: the feed then has a word at once, or has ended. */
static bool take_fed(struct sfp_frontend *f)
{
    struct sfp_fed_word fed;

    if (f->feed->next(f->feed->context, &fed) != SFP_FED_WORD)
        return false;
    sfp_frontend_decode(f, &fed);
    f->next = fed.index;
    return true;
}

/* Returns whether a word is at f->next, after asking the feed if there is one. */
static bool has_next_word(struct sfp_frontend *f)
{
    return f->feed ? take_fed(f) : f->next < f->count;
}

/* ---- The next instruction ---- */

/* Takes one word of the program. Returns false if the word yields nothing. */
static bool take_program_word(struct sfp_frontend *f, const struct sfp_op **op)
{
    const struct sfp_op *word = &f->ops[f->next++];

    f->did = SFP_DID_TAKE | (sfp_op_is(word, SFP_I_MOP) ? SFP_DID_MOP : 0);
    *op = sfp_mop_take(f, word);
    return *op || sfp_mop_expands(f);
}

bool sfp_frontend_expanded(const struct sfp_frontend *f)
{
    return !sfp_mop_expands(f);
}

enum sfp_fetch sfp_mop_next(struct sfp_frontend *f, const struct sfp_op **op)
{
    f->did = 0;
    if (!sfp_mop_expands(f)) {
        if (!has_next_word(f))
            return SFP_FETCH_END;
        if (!take_program_word(f, op))
            return SFP_FETCH_BUBBLE;
    } else {
        *op = NULL;
    }
    f->did |= SFP_DID_EMIT;
    return *op ? SFP_FETCH_OP : sfp_mop_emit(f, op);
}
