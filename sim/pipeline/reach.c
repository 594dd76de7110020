#include "reach.h"

#include <string.h>

#include "model/control.h"
#include "recorder.h"

void sfp_reaches_begin(struct sfp_reaches *r)
{
    memset(r, 0, sizeof *r);
    r->stretch = 1;
}

static bool is_transfer(const struct sfp_step *step)
{
    return (step->kind == SFP_STEP_EXEC || step->kind == SFP_STEP_MACRO)
           && (step->op.insn->unit == SFP_UNIT_LOAD || step->op.insn->unit == SFP_UNIT_STORE)
           && sfp_operand_of(step->op.insn, SFP_F_ADDR);
}

/* Does it move Dst's counter on by what the configuration says, and no other? */
static bool moves_on(const struct sfp_state *s, const struct sfp_op *op)
{
    return op->mod != SFP_FMT_INT32_ALL && sfp_addr_mod_is_simple(s, op);
}

/* Are rows where they are numbered, are lanes in the columns that the address names, and does no row read as 0? */
static bool is_ordinary(const struct sfp_derived *d)
{
    const uint32_t exchanges = SFP_LC_RD_COL_EXCHANGE | SFP_LC_WR_COL_EXCHANGE;

    return d->rows_in_place && d->all_rows_valid && !(d->any_lane_config & exchanges);
}

static bool is_wide(const struct sfp_state *s, const struct sfp_op *op)
{
    return (op->insn->unit == SFP_UNIT_STORE ? SFP_WIDE_STORES : SFP_WIDE_LOADS) >> sfp_format_of(s, op) & 1;
}

struct sfp_reach sfp_reach_of(struct sfp_reaches *r, const struct sfp_engine *e, const struct sfp_step *step)
{
    const struct sfp_state *s = &e->m->s;
    struct sfp_reach reach = {.stretch = 0};

    if (step->kind == SFP_STEP_STORE)
        reach = r->macro[step->address];
    else if (is_transfer(step) && moves_on(s, &step->op))
        reach = (struct sfp_reach){.stretch = r->stretch, .address = sfp_dst_address(s, &step->op)};
    if (!is_ordinary(&s->derived))
        reach.stretch = 0;
    if (reach.stretch)
        reach.wide = is_wide(s, &step->op);
    if (step->kind == SFP_STEP_MACRO)
        r->macro[step->address] = reach;
    return reach;
}

void sfp_reaches_after(struct sfp_reaches *r, const struct sfp_engine *e, const struct sfp_step *step)
{
    const struct sfp_state *s = &e->m->s;
    const struct sfp_op *op = &step->op;

    if (s->rwc.extra_addr_mod || (op->insn && sfp_is(op, SFP_I_ZEROACC)))
        r->unsteady = true;
    if ((op->insn && op->insn->unit == SFP_UNIT_NONE) || (is_transfer(step) && !moves_on(s, op)))
        r->stretch++;
}

bool sfp_reaches_apart(const struct sfp_reaches *r, struct sfp_reach a, struct sfp_reach b)
{
    enum { SIGN = (SFP_COUNTER_MASK + 1) / 2, OF_WIDE_ROWS = 256 }; /* 32-bit rows so far apart share physical ones */
    const int distance = (int)(((unsigned)(a.address - b.address) + SIGN) & SFP_COUNTER_MASK) - SIGN;

    if (r->unsteady || !a.stretch || a.stretch != b.stretch || a.wide != b.wide)
        return false;
    /* Lanes are in four rows, and by bit 1 of the address in their even or odd columns: bit 0 alone counts for nothing. */
    return distance != 0 && distance % 2 == 0 && (!a.wide || (distance < OF_WIDE_ROWS && distance > -OF_WIDE_ROWS));
}
