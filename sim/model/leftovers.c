/*
 * Reports state that a run leaves behind although the next kernel does not expect it, for runs that began as the
 * vendor's runtime starts kernels (sfpu-frontend(7), Start-up): lanes disabled, another value than -1.0 in L11, Misc
 * armed for macros that the run has not played. Also reports templates that no sequence names: a store whose register
 * is L12 to L15 loads one.
 */
#include "control.h"
#include "decode.h"
#include "model.h"

enum { ALL_LANES = 0xFFFFFFFF };

bool sfp_has_minus_one(const struct sfp_state *s)
{
    const uint32_t minus_one = sfp_lreg_defaults[SFP_LREG_MINUS_ONE - SFP_FIRST_PROGRAMMABLE_LREG];

    for (unsigned lane = 0; lane < SFP_LANES; lane++)
        if (s->lreg[SFP_LREG_MINUS_ONE][lane] != minus_one)
            return false;
    return true;
}

/* Returns whether a sub-unit's delays count instructions in some lane. */
static bool is_armed(const struct sfp_state *s)
{
    for (unsigned lane = 0; lane < SFP_LANES; lane++)
        if (s->macro_misc[lane] & SFP_MISC_DELAY_KINDS)
            return true;
    return false;
}

/* Returns whether the run began in the state in which the vendor's runtime calls kernels. */
static bool began_ready(const struct sfp_state *before)
{
    return before->use_flags == (uint32_t)ALL_LANES && before->derived.enabled == (uint32_t)ALL_LANES
           && sfp_has_minus_one(before);
}

/* ---- The word to blame ---- */

typedef bool word_test(const struct sfp_op *op, unsigned number);

static bool configures_target(const struct sfp_op *op, unsigned number)
{
    return op->insn->id == SFP_I_SFPCONFIG && op->vd == number;
}

static bool changes_lanes(const struct sfp_op *op, unsigned number)
{
    (void)number;
    return (op->writes & SFP_USES_FLAGS) || configures_target(op, SFP_TARGET_LANE_CONFIG);
}

/* Returns whether `op` loads template `number`: by SFPCONFIG, or as an instruction whose VD is L12 for template 0,
 * and so on. */
static bool loads_template(const struct sfp_op *op, unsigned number)
{
    return configures_target(op, number)
           || (sfp_names_template(op->insn, op->vd) && op->vd == SFP_FIRST_TEMPLATE_VD + number);
}

/* Reports the program's last word that passes the test, if any. */
static void report_last(const struct sfp_machine *m, enum sfp_finding finding, const struct sfp_left_words *words,
                        word_test *is_meant, unsigned number)
{
    struct sfp_op op;

    for (size_t i = words->count; i-- > 0;) {
        sfp_decode(m, words->words[i], (uint32_t)i, &op);
        if (op.insn && is_meant(&op, number)) {
            m->reporter.report(m->reporter.context, finding, &op, words->when);
            return;
        }
    }
}

/* ---- Macros ---- */

static bool has_macro(const struct sfp_machine *m, const uint32_t *words, size_t count)
{
    struct sfp_op op;

    for (size_t i = 0; i < count; i++) {
        sfp_decode(m, words[i], (uint32_t)i, &op);
        if (op.insn && op.insn->id == SFP_I_SFPLOADMACRO)
            return true;
    }
    return false;
}

/* Returns whether an SFPLOADMACRO is in the program, in the replay buffer, or in the MOP configuration. */
static bool can_play_macros(const struct sfp_machine *m, const struct sfp_left_words *words)
{
    return has_macro(m, words->words, words->count) || has_macro(m, m->s.expanders.replay, SFP_REPLAY_SLOTS)
           || has_macro(m, m->s.expanders.mop_cfg, SFP_MOP_CFGS);
}

/* ---- Templates ---- */

static bool is_template_loaded(const struct sfp_state *before, const struct sfp_state *s, unsigned template)
{
    for (unsigned lane = 0; lane < SFP_LANES; lane++)
        if (s->macro_template[template][lane] != before->macro_template[template][lane])
            return true;
    return false;
}

static bool names_template(uint32_t sequence, unsigned template)
{
    for (unsigned unit = SFP_UNIT_SIMPLE; unit <= SFP_UNIT_STORE; unit++)
        if (sfp_sequence_get(sequence, (enum sfp_unit)unit).selector == SFP_SELECT_TEMPLATE + template)
            return true;
    return false;
}

static bool is_named(const struct sfp_state *s, unsigned template)
{
    for (unsigned i = 0; i < SFP_SEQUENCES; i++)
        for (unsigned lane = 0; lane < SFP_LANES; lane++)
            if (names_template(s->macro_sequence[i][lane], template))
                return true;
    return false;
}

static void report_unused_templates(const struct sfp_machine *m, const struct sfp_state *before,
                                    const struct sfp_left_words *words)
{
    for (unsigned i = 0; i < SFP_TEMPLATES; i++)
        if (is_template_loaded(before, &m->s, i) && !is_named(&m->s, i))
            report_last(m, SFP_FIND_TEMPLATE_UNUSED, words, loads_template, i);
}

void sfp_leftovers_end(const struct sfp_machine *m, const struct sfp_state *before, const struct sfp_left_words *words)
{
    const struct sfp_state *s = &m->s;

    if (!m->reporter.report || !began_ready(before))
        return;
    if (!sfp_has_minus_one(s))
        report_last(m, SFP_FIND_LEFT_CONSTANT, words, configures_target, SFP_LREG_MINUS_ONE);
    if (s->derived.enabled != (uint32_t)ALL_LANES && s->stack_size == before->stack_size)
        report_last(m, SFP_FIND_LEFT_LANES, words, changes_lanes, 0);
    if (is_armed(s) && !can_play_macros(m, words))
        report_last(m, SFP_FIND_LEFT_MISC, words, configures_target, SFP_TARGET_MISC);
    if (!words->several_threads)
        report_unused_templates(m, before, words);
}
