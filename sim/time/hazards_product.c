/* Finds products that the matrix unit adds to Dst twice, and changes of the configuration while the matrix unit works
 * (sfpu-matrix(7), Findings). */
#include "hazards.h"

#include <string.h>

#include "model/control.h"
#include "model/matrix_uses.h"

/* ---- Products ---- */

/* Returns whether the word adds products to Dst, so that repeating it needs another fidelity phase. */
static bool multiplies(const struct sfp_op *op)
{
    return sfp_is(op, SFP_I_MVMUL) || sfp_is(op, SFP_I_DOTPV) || sfp_is(op, SFP_I_GAPOOL) || sfp_is(op, SFP_I_ELWMUL);
}

/* Returns whether the word only steps counters, or gates clocks. */
static bool only_steps(const struct sfp_op *op)
{
    return sfp_is(op, SFP_I_SETRWC) || sfp_is(op, SFP_I_INCRWC) || sfp_is(op, SFP_I_GATESRCRST);
}

/* Returns a number that identifies a product: made of the opcode, the broadcast, the rows of SrcA, SrcB and Dst, and
 * the fidelity phase. Equal products have equal numbers. */
static uint64_t key_of_product(const struct sfp_engine *e, const struct sfp_op *op)
{
    enum { PHASES = 4, BROADCASTS = 8, SOURCE_ROWS = SFP_SRC_MASK + 1, DST_ROWS = SFP_COUNTER_MASK + 1 };
    const struct sfp_rwc *rwc = &e->m->s.own.rwc;
    uint64_t key = op->insn->opcode;

    key = key * BROADCASTS + sfp_field(op->insn, op->word, SFP_F_BROADCAST);
    key = key * SOURCE_ROWS + rwc->srca;
    key = key * SOURCE_ROWS + rwc->srcb;
    key = key * DST_ROWS + sfp_matrix_rows(&e->m->s, op).first;
    return key * PHASES + (rwc->fidelity + sfp_config_get(&e->m->s, SFP_CFG_FIDELITY_BASE, 0)) % PHASES;
}

void sfp_products_forget(struct sfp_engine *e)
{
    e->products++;
}

/* Returns the key's place in the table, which is cleared before its first use. */
static struct sfp_product *place_of_product(struct sfp_engine *e, uint64_t key)
{
    if (!e->products_open)
        memset(e->product, 0, sizeof e->product);
    e->products_open = true;
    return &e->product[key % SFP_PRODUCTS];
}

/* Notes a product. Returns the index of the word that has added the same one, or SFP_NO_INDEX. Of two products with one
 * place in the table the newer is kept. */
static size_t note_product(struct sfp_engine *e, const struct sfp_op *op)
{
    const uint64_t key = key_of_product(e, op);
    struct sfp_product *const place = place_of_product(e, key);
    const bool same = place->number == e->products && place->key == key;
    const size_t by = same ? place->index : SFP_NO_INDEX;

    *place = (struct sfp_product){.key = key, .number = e->products, .index = op->index};
    return by;
}

void sfp_check_product(struct sfp_engine *e, const struct sfp_part *part)
{
    size_t by;

    if (multiplies(&part->op)) {
        by = note_product(e, &part->op);
        if (by != SFP_NO_INDEX)
            sfp_hazard(e, SFP_FIND_PRODUCT_TWICE, part,
                       &(struct sfp_finding_detail){.other = by, .relation = "after", .lreg = -1});
    } else if (!only_steps(&part->op)) {
        sfp_products_forget(e);
    }
    if (sfp_matrix_gives_back(&part->op))
        sfp_products_forget(e);
}

/* ---- Settings that change while the unit works ---- */

/* Fields that the matrix unit reads and others read too. config.def marks those that only the matrix unit reads. The
 * offsets of Dst rows are not among them: kernels move these on from tile to tile. */
static bool is_setting(enum sfp_config_field field)
{
    switch (field) {
    case SFP_CFG_ADDR_MOD_BASE:
    case SFP_CFG_SRCA_VAL:
    case SFP_CFG_SRCA_OVERRIDE:
    case SFP_CFG_SRCA:
    case SFP_CFG_SRCB_VAL:
    case SFP_CFG_SRCB_OVERRIDE:
    case SFP_CFG_SRCB:
    case SFP_CFG_FP32:
    case SFP_CFG_INT8_MATH:
        return true;
    default:
        return sfp_config_of_matrix(field);
    }
}

void sfp_matrix_settings(const struct sfp_state *s, struct sfp_matrix_settings *settings)
{
    static const enum sfp_config_field families[] = {SFP_CFG_ADDR_MOD_AB, SFP_CFG_ADDR_MOD_DST, SFP_CFG_ADDR_MOD_BIAS};
    unsigned n = 0;

    for (unsigned f = 0; f < SFP_CONFIG_FIELDS; f++)
        if (is_setting((enum sfp_config_field)f))
            settings->value[n++] = sfp_config_get(s, (enum sfp_config_field)f, 0);
    for (unsigned family = 0; family < sizeof families / sizeof families[0]; family++)
        for (unsigned entry = 0; entry < SFP_ADDR_MODS; entry++)
            settings->value[n++] = sfp_config_get(s, families[family], entry);
    settings->count = n;
}

void sfp_check_settings(struct sfp_engine *e, const struct sfp_matrix_settings *before, const struct sfp_part *part)
{
    struct sfp_matrix_settings after;

    sfp_matrix_settings(&e->m->s, &after);
    for (unsigned i = 0; i < after.count; i++) {
        if (after.value[i] == before->value[i])
            continue;
        sfp_hazard(e, SFP_FIND_MATRIX_CONFIG, part, NULL);
        return;
    }
}
