/* A node as a line of text. */
#include "print_node.h"

#include "node_operands.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

__attribute__((format(printf, 2, 3))) static void add(struct text *text, const char *format, ...)
{
    va_list arguments;
    char *part;

    va_start(arguments, format);
    if (vasprintf(&part, format, arguments) < 0)
        part = NULL;
    va_end(arguments);
    if (part)
        text_add(text, part, strlen(part));
    else
        text->failed = true;
    free(part);
}

static void add_place(struct text *text, const struct selecting *s, struct node_place place)
{
    if (place.line > 0 && place.file < s->list->files.count)
        add(text, "%s:%u: ", s->list->files.names[place.file], place.line);
}

/* What the node is called that it makes values with. */
static void add_name(struct text *text, const struct selecting *s, const struct node *node)
{
    switch (node->kind) {
    case NODE_WORD: add(text, "word 0x%08x", node->imm); break;
    case NODE_INSN: add(text, "%s", node->insn->gnu); break;
    case NODE_CONSTANT: add(text, "constant 0x%08x", node->imm); break;
    case NODE_READ: add(text, "read L%u", node->imm); break;
    case NODE_WRITE: add(text, "write L%u", node->imm); break;
    case NODE_CONFIG: add(text, "config %u", node->imm); break;
    case NODE_CALL: add(text, "call %s", s->list->calls.names[node->imm]); break;
    default: add(text, "barrier"); break;
    }
    if (node->kind != NODE_INSN)
        return;
    if (sfp_has_field(node->insn, SFP_F_ADDR) && (int32_t)node->imm < 0)
        add(text, " -0x%x", -node->imm);
    else if (sfp_has_field(node->insn, SFP_F_IMM) || sfp_has_field(node->insn, SFP_F_ADDR))
        add(text, " 0x%x", node->imm);
    if (node->mod)
        add(text, " mod %u", node->mod);
}

bool print_node(struct text *text, const struct selecting *s, const struct node *node,
                const int8_t lregs[NODE_OPERANDS])
{
    bool makes = false;

    add_place(text, s, node->place);
    for (unsigned o = 0; o < NODE_OPERANDS; o++) {
        if (node->makes[o] == NODE_NONE)
            continue;
        add(text, "%sv%d", makes ? ", " : "", node->makes[o]);
        if (lregs[o] >= 0)
            add(text, " (L%d)", lregs[o]);
        makes = true;
    }
    add(text, "%s", makes ? " = " : "");
    add_name(text, s, node);
    for (unsigned o = 0; o < NODE_OPERANDS; o++)
        if (node->uses[o] != NODE_NONE)
            add(text, " %s v%d", operand_name((enum node_operand)o), node->uses[o]);
    text_add_char(text, '\n');
    return !text->failed;
}
