/* A node as a line of text. */
#include "passes.h"

#include "node_operands.h"

static void add_place(struct text *text, const struct selecting *s, struct node_place place)
{
    if (place.line > 0 && place.file < s->list->files.count)
        text_print(text, "%s:%u: ", s->list->files.names[place.file], place.line);
}

/* Appends the node's name, without its values. */
static void add_name(struct text *text, const struct selecting *s, const struct node *node)
{
    switch (node->kind) {
    case NODE_WORD: text_print(text, "word 0x%08x", node->imm); break;
    case NODE_INSN: text_print(text, "%s", node->insn->gnu); break;
    case NODE_CONSTANT: text_print(text, "constant 0x%08x", node->imm); break;
    case NODE_READ: text_print(text, "read L%u", node->imm); break;
    case NODE_WRITE: text_print(text, "write L%u", node->imm); break;
    case NODE_CONFIG: text_print(text, "config %u", node->imm); break;
    case NODE_CALL: text_print(text, "call %s", s->list->calls.names[node->imm]); break;
    default: text_print(text, "barrier"); break;
    }
    if (node->kind != NODE_INSN)
        return;
    if (sfp_has_field(node->insn, SFP_F_ADDR) && (int32_t)node->imm < 0)
        text_print(text, " -0x%x", -node->imm);
    else if (sfp_has_field(node->insn, SFP_F_IMM) || sfp_has_field(node->insn, SFP_F_ADDR))
        text_print(text, " 0x%x", node->imm);
    if (node->mod)
        text_print(text, " mod %u", node->mod);
}

bool print_node(struct text *text, const struct selecting *s, const struct node *node,
                const int8_t lregs[NODE_OPERANDS])
{
    bool makes = false;

    add_place(text, s, node->place);
    for (unsigned operand = 0; operand < NODE_OPERANDS; operand++) {
        if (node->makes[operand] == NODE_NONE)
            continue;
        text_print(text, "%sv%d", makes ? ", " : "", node->makes[operand]);
        if (lregs[operand] >= 0)
            text_print(text, " (L%d)", lregs[operand]);
        makes = true;
    }
    text_print(text, "%s", makes ? " = " : "");
    add_name(text, s, node);
    for (unsigned operand = 0; operand < NODE_OPERANDS; operand++)
        if (node->uses[operand] != NODE_NONE)
            text_print(text, " %s v%d", operand_name((enum node_operand)operand), node->uses[operand]);
    text_add_char(text, '\n');
    return !text->failed;
}
