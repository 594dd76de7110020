/* Executes nodes one by one. */
#include "node_run.h"

/* ---- Values ---- */

static bool make_constant(struct node_run *run, const struct node *node)
{
    struct term *term = node_run_take(run);
    const struct truth enabled = term_machine_enabled(run->machine);

    if (!term)
        return false;
    term_set_constant(term, node->imm);
    SAMPLE_SET(&term->unknown, ~enabled.holds.words[k]);
    run->numbers[node->makes[NODE_VD]] = (struct known_number){true, node->imm};
    node_run_make(run, node->makes[NODE_VD], term);
    return true;
}

static bool read_node_lreg(struct node_run *run, const struct node *node)
{
    struct term *term = node_run_take(run);

    if (!term)
        return false;
    *term = *run->machine->lregs[node->imm];
    node_run_make(run, node->makes[NODE_VD], term);
    return true;
}

static bool merge_assigned(struct node_run *run, const struct node *node)
{
    const struct truth enabled = term_machine_enabled(run->machine);
    struct term *term = node_run_take(run);

    if (!term)
        return false;
    if (node->uses[NODE_VD] != NODE_NONE) {
        *term = *run->values[node->uses[NODE_VD]];
    } else {
        term_set_constant(term, 0);
        term->unknown = sample_set_of(true);
    }
    term_merge(term, run->values[node->uses[NODE_VC]], &enabled);
    node_run_make(run, node->makes[NODE_VD], term);
    return true;
}

/* Makes 1 or 0 in enabled lanes. */
static bool make_truth(struct node_run *run, const struct node *node)
{
    const struct truth enabled = term_machine_enabled(run->machine);
    const struct truth *condition = &run->conditions[node->conditions[0]];
    struct term *term = node_run_take(run);

    if (!term)
        return false;
    for (unsigned i = 0; i < SAMPLES; i++)
        term->hash[i] = term_constant(sample_in(&condition->holds, i));
    SAMPLE_SET(&term->unknown, condition->unknown.words[k] | ~enabled.holds.words[k]);
    node_run_make(run, node->makes[NODE_VD], term);
    return true;
}

static bool configure_from_node(struct node_run *run, const struct node *node)
{
    struct term_machine *m = run->machine;
    struct term *const l0 = m->lregs[0];
    const uint32_t word = MADE_WORD(&m->index, SFP_I_SFPCONFIG, {SFP_F_VD, node->imm},
                                    {SFP_F_MOD, SFP_MODE_SFPCONFIG_REPLACE});
    bool done;

    m->lregs[0] = run->values[node->uses[NODE_L0]];
    done = term_machine_execute(m, word);
    m->lregs[0] = l0;
    return done;
}

/* ---- Conditions ---- */

/* Decides NODE_NOT, NODE_AND and NODE_OR. If one operand decides an AND or OR, the other may be unknown. */
static void decide_truth(struct node_run *run, const struct node *node)
{
    const struct truth *a = &run->conditions[node->conditions[0]];
    const struct truth *b = node->kind == NODE_NOT ? a : &run->conditions[node->conditions[1]];
    struct truth *made = &run->conditions[node->condition];

    if (node->kind == NODE_NOT) {
        made->unknown = a->unknown;
        SAMPLE_SET(&made->holds, ~a->holds.words[k]);
        return;
    }
    for (unsigned k = 0; k < SAMPLE_WORDS; k++) {
        const uint64_t turned = node->kind == NODE_OR ? UINT64_MAX : 0;
        const uint64_t first = a->holds.words[k] ^ turned, second = b->holds.words[k] ^ turned;
        const uint64_t fails = (~first & ~a->unknown.words[k]) | (~second & ~b->unknown.words[k]);

        made->unknown.words[k] = (a->unknown.words[k] | b->unknown.words[k]) & ~fails;
        made->holds.words[k] = (first & second) ^ turned;
    }
}

/* ---- Nodes ---- */

static bool run_node(struct node_run *run, const struct node *node)
{
    switch (node->kind) {
    case NODE_INSN: return node_run_insn(run, node);
    case NODE_CONSTANT: return make_constant(run, node);
    case NODE_READ: return read_node_lreg(run, node);
    case NODE_WRITE: *run->machine->lregs[node->imm] = *run->values[node->uses[NODE_VC]]; return true;
    case NODE_ASSIGN: return merge_assigned(run, node);
    case NODE_COMPARE: return node_run_compare(run, node);
    case NODE_NOT:
    case NODE_AND:
    case NODE_OR: decide_truth(run, node); return true;
    case NODE_WHERE: term_machine_narrow(run->machine, &run->conditions[node->conditions[0]]); return true;
    case NODE_TRUTH: return make_truth(run, node);
    case NODE_PUSHC: term_machine_push(run->machine); return true;
    case NODE_POPC: term_machine_pop(run->machine); return true;
    case NODE_COMPC: term_machine_complement(run->machine); return true;
    case NODE_ENCC: term_machine_enable_all(run->machine); return true;
    case NODE_CONFIG: return configure_from_node(run, node);
    default: return true;
    }
}

bool node_run_step(struct node_run *run, size_t i)
{
    const struct node *node = &run->list->nodes[i];

    run->machine->by = (int32_t)i;
    if (!run_node(run, node))
        return false;
    for (unsigned operand = 0; operand < NODE_OPERANDS && !run->keeps_values; operand++) {
        const int32_t value = node->uses[operand];

        if (value != NODE_NONE && run->last[value] == i && run->values[value]) {
            node_run_give(run, run->values[value]);
            run->values[value] = NULL;
        }
    }
    return true;
}
