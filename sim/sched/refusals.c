/* Messages of refusals, and the words that the instruction tables exclude. */
#include "graph_parts.h"

#include <stdio.h>

#include "isa/modes.h"
#include "base/fail.h"

static const struct {
    const char *name, *what, *help;
} refusals[] = {
#define REFUSAL(id, name, what, help) {name, what, help},
#include "refusals.def"
};

bool graph_refuse(const struct building *b, enum refusal refusal, const char *subject)
{
    const struct loop_word *word = &b->body->words[b->at];
    const struct sfp_insn *insn = sfp_insn_of_word(&b->index, word->word);
    char place[LOOP_PLACE_SIZE];

    if (!subject)
        subject = insn ? insn->gnu : "this";
    return fail_with(b->error, "%s: %s %s: %s [%s]", loop_body_place(b->body, word->index, place), subject,
                     refusals[refusal].what, refusals[refusal].help, refusals[refusal].name);
}

bool graph_refuse_lreg(const struct building *b, enum refusal refusal, unsigned lreg)
{
    char name[sizeof "L4294967295"];

    snprintf(name, sizeof name, "L%u", lreg);
    return graph_refuse(b, refusal, name);
}

/* ---- By the instruction tables ---- */

static uint32_t get_resource_bit(enum sfp_resource resource)
{
    return UINT32_C(1) << resource;
}

/* Does the word draw random numbers? Every SFPSTOCHRND steps the generators, but only kernels that draw notice. */
static bool is_random(const struct decoded_word *t)
{
    enum { DRAWS = 1 };

    if (t->insn->id == SFP_I_SFPSTOCHRND)
        return sfp_field(t->insn, t->word, SFP_F_RND) & DRAWS;
    if (t->insn->id == SFP_I_SFPMOV)
        return t->mode == SFP_MODE_SFPMOV_FROM_SPECIAL && t->named.vc == SFP_TARGET_RANDOM;
    return t->reads & get_resource_bit(SFP_R_PRNG);
}

static bool is_configuration(const struct decoded_word *t)
{
    const uint32_t configuration = get_resource_bit(SFP_R_LANE_CONFIG) | get_resource_bit(SFP_R_MACRO_CONFIG) |
                                   get_resource_bit(SFP_R_CONFIG);

    return t->writes & configuration || t->reads & get_resource_bit(SFP_R_MACRO_CONFIG);
}

bool graph_permits(const struct building *b, const struct decoded_word *t)
{
    if (is_random(t))
        return graph_refuse(b, REFUSAL_RANDOM, NULL);
    if (is_configuration(t))
        return graph_refuse(b, REFUSAL_CONFIGURATION, NULL);
    if (sfp_names_template(t->insn, t->named.vd))
        return graph_refuse(b, REFUSAL_TEMPLATE, NULL);
    if (!(sfp_mode_on(t->insn, b->body->arch, t->mode)->known && sfp_mode_documented(t->insn, t->mode)) &&
        !sfp_has_field(t->insn, SFP_F_ADDR))
        return graph_refuse(b, REFUSAL_UNKNOWN_MODE, NULL);
    if (sfp_has_field(t->insn, SFP_F_ADDR) && t->mode == SFP_FMT_INT32_ALL)
        return graph_refuse(b, REFUSAL_ALL_LANES, NULL);
    if (b->body->words[b->at].indexed)
        return graph_refuse(b, REFUSAL_INDEX_REGISTERS, NULL);
    if (sfp_crosses_lanes(t->insn, t->mode))
        return graph_refuse(b, REFUSAL_CROSS_LANE, NULL);
    return !(t->writes & get_resource_bit(SFP_R_ANY)) || graph_refuse(b, REFUSAL_INDIRECT_RESULT, NULL);
}
