/* Executes the nodes in order, with the words beside them, and compares the results. */
#include "validate.h"

#include "lockstep.h"

#include <stdlib.h>

/* Returns the LRegs that the list writes, L11 to L14 among them. */
static uint32_t configured_lregs(const struct node_list *list)
{
    struct sfp_index index;
    uint32_t written = 0;

    sfp_index_init(&index, list->arch);
    for (size_t i = 0; i < list->count; i++) {
        const struct node *node = &list->nodes[i];

        if (node->kind == NODE_WORD)
            written |= sfp_issued_of(&index, node->imm).writes;
        if (node->kind == NODE_CONFIG)
            written |= 1u << node->imm;
    }
    return written;
}

/* Can the node be executed on terms? Sets an error if not. */
static bool can_execute_node(const struct lockstep *lockstep, size_t i)
{
    const struct node *node = &lockstep->list->nodes[i];

    if (lockstep->nodes->lost)
        return lockstep_fail(lockstep, i,
                             "the flag stack overflows or underflows, so the selected words cannot be checked");
    if (node->kind == NODE_INSN && node->insn->id == SFP_I_SFPSHFT2 && node->mod == SFP_MODE_SFPSHFT2_SHFT_IMM)
        return lockstep_fail(lockstep, i,
                             "SFPSHFT2 in mode %u cannot be checked, because its operand and its immediate share bits",
                             node->mod);
    return true;
}

static bool step_both(struct lockstep *lockstep, size_t *i)
{
    const struct node *node = &lockstep->list->nodes[*i];

    if (!can_execute_node(lockstep, *i))
        return false;
    if (node->kind == NODE_WORD)
        return lockstep_own_word(lockstep, *i, i);
    if (node->kind == NODE_BARRIER)
        return lockstep_barrier(lockstep, *i);
    lockstep->behind_macro = false;
    if (node->kind == NODE_CALL)
        return true;
    if (node->kind == NODE_WRITE)
        lockstep->written |= 1u << node->imm;
    lockstep->left_behind = node->kind == NODE_WRITE ? lockstep->left_behind | 1u << node->imm : 0;
    return node_run_step(&lockstep->run, *i);
}

static bool compare_sides(struct lockstep *lockstep)
{
    const size_t count = lockstep->list->count, last = count ? count - 1 : 0;

    for (size_t i = 0; i < count; i++)
        if (!step_both(lockstep, &i))
            return false;
    if (count > 0 && !can_execute_node(lockstep, last))
        return false;
    if (!lockstep_reach_own(lockstep))
        return false;
    if (lockstep->next < lockstep->selection->count)
        return lockstep_fail(lockstep, last, "internal error: the selection has more own words than the kernel");
    return lockstep_compare_end(lockstep);
}

bool validate_selection(const struct node_list *list, const struct selection *selection, char **error)
{
    const uint32_t written = configured_lregs(list);
    struct lockstep lockstep = {.list = list, .selection = selection, .error = error,
                                .nodes = malloc(sizeof *lockstep.nodes), .words = malloc(sizeof *lockstep.words)};
    bool same = false;

    *error = NULL;
    if (lockstep.nodes && lockstep.words) {
        term_machine_init(lockstep.nodes, list->arch, list->profile, written);
        term_machine_init(lockstep.words, list->arch, list->profile, written);
        same = node_run_init(&lockstep.run, list, lockstep.nodes) && compare_sides(&lockstep);
        node_run_free(&lockstep.run);
        term_machine_free(lockstep.nodes);
        term_machine_free(lockstep.words);
    }
    free(lockstep.nodes);
    free(lockstep.words);
    return same;
}
