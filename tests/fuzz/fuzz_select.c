/*
 * Lists of nodes: from any bytes, mostly such as could be selected; selection must end in words of the arch, each with
 * the place of a node, or in an error of one line. Words that the kernel spelled out come in order, and no others are
 * but those that were chosen. Input: options, then nodes.
 */
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

#include "select/node_operands.h"
#include "select/select.h"
#include "validate/validate.h"

enum { MOST_NODES = 400, SOME = 6 };

struct making {
    struct fuzz_input *in;
    struct node_list list;
    struct sfp_index index;
    int32_t made[MOST_NODES]; /* conditions that are not used yet */
    size_t made_count;
};

/* A value that is there, mostly one of the last. */
static int32_t any_value(struct making *k)
{
    const uint8_t byte = fuzz_byte(k->in);
    const int32_t values = k->list.values, back = byte % SOME + 1;

    if (byte >= 0xF8)
        return byte - 0xFA; /* none, or perhaps one that is not there yet */
    return values == 0 ? NODE_NONE : byte & 0x40 ? values - (back > values ? values : back) : byte % values;
}

static int32_t any_condition(struct making *k)
{
    const uint8_t byte = fuzz_byte(k->in);

    return byte >= 0xF0 || k->made_count == 0 ? byte - 0xF1 : k->made[--k->made_count];
}

static int32_t new_condition(struct making *k)
{
    k->made[k->made_count++] = k->list.conditions;
    return k->list.conditions++;
}

static void make_insn(struct making *k, struct node *node)
{
    const uint8_t row = fuzz_byte(k->in);
    uint32_t read, written;

    node->insn = k->index.rows[row % k->index.count];
    node->mod = fuzz_byte(k->in) % (SFP_MODES + 1);
    node->imm = fuzz_byte(k->in) * 0x101u;
    node->option = fuzz_byte(k->in) % 8;
    read = operands_read(node->insn, node->mod % SFP_MODES);
    written = operands_written(node->insn, node->mod % SFP_MODES);
    for (unsigned o = 0; o < NODE_OPERANDS; o++) {
        if (read >> o & 1)
            node->uses[o] = any_value(k);
        if (written >> o & 1)
            node->makes[o] = k->list.values++;
    }
}

static void make_compare(struct making *k, struct node *node)
{
    const uint8_t byte = fuzz_byte(k->in);

    node->relation = byte & 7;
    node->type = byte >> 3 & 1;
    node->uses[NODE_VC] = any_value(k);
    node->uses[NODE_VB] = byte & 0x10 ? any_value(k) : NODE_NONE;
    node->imm = byte & 0x20 ? fuzz_word(k->in) : 0;
    node->condition = new_condition(k);
}

static void make_condition(struct making *k, struct node *node)
{
    node->conditions[0] = any_condition(k);
    if (node->kind != NODE_NOT)
        node->conditions[1] = any_condition(k);
    node->condition = new_condition(k);
}

static void make_node(struct making *k, struct node *node)
{
    switch (node->kind) {
    case NODE_WORD: node->imm = fuzz_valid_word(&k->index, fuzz_word(k->in)); break;
    case NODE_INSN: make_insn(k, node); break;
    case NODE_CONSTANT: node->imm = fuzz_word(k->in); node->makes[NODE_VD] = k->list.values++; break;
    case NODE_READ: node->imm = fuzz_byte(k->in) % 17; node->makes[NODE_VD] = k->list.values++; break;
    case NODE_WRITE: node->imm = fuzz_byte(k->in) % 9; node->uses[NODE_VC] = any_value(k); break;
    case NODE_ASSIGN:
        node->uses[NODE_VD] = any_value(k);
        node->uses[NODE_VC] = any_value(k);
        node->makes[NODE_VD] = k->list.values++;
        break;
    case NODE_COMPARE: make_compare(k, node); break;
    case NODE_NOT:
    case NODE_AND:
    case NODE_OR: make_condition(k, node); break;
    case NODE_TRUTH: node->makes[NODE_VD] = k->list.values++; /* fall through */
    case NODE_WHERE: node->conditions[0] = any_condition(k); break;
    case NODE_CONFIG: node->imm = fuzz_byte(k->in) % 17; node->uses[NODE_L0] = any_value(k); break;
    default: break;
    }
}

/* Kinds by how often they are wanted. */
static enum node_kind any_kind(uint8_t byte)
{
    return byte < 96 ? NODE_INSN : byte < 128 ? NODE_ASSIGN : (enum node_kind)(byte % (NODE_BARRIER + 2));
}

static void make_list(struct making *k)
{
    for (uint32_t line = 1; k->in->size > 0 && line <= MOST_NODES; line++) {
        struct node node = node_of(any_kind(fuzz_byte(k->in)), (struct node_place){0, line});

        make_node(k, &node);
        fuzz_memory(node_list_add(&k->list, &node) ? k : NULL);
    }
}

static void check_words(const struct making *k, const struct selection *selection)
{
    size_t own = 0;

    for (size_t i = 0; i < selection->count; i++) {
        const struct selected_word *w = &selection->words[i];

        if (w->place.line == 0 || w->place.line > k->list.count)
            fuzz_fail("word %zu is of line %u", i, w->place.line);
        if (w->chosen && !sfp_insn_of_word(&k->index, w->word))
            fuzz_fail("word %zu, %08X, is none", i, w->word);
        if (w->chosen)
            continue;
        while (own < k->list.count && k->list.nodes[own].kind != NODE_WORD)
            own++;
        if (own == k->list.count || k->list.nodes[own++].imm != w->word)
            fuzz_fail("word %zu, %08X, is not the kernel's next", i, w->word);
    }
}

/* asm/validate may refuse to follow the list, and finds no difference. */
static void check_values(const struct making *k, const struct selection *selection)
{
    char *error;

    if (!validate_selection(&k->list, selection, &error) && (!error || strstr(error, "internal error")))
        fuzz_fail("%s", error ? error : "no memory");
    free(error);
}

int fuzz_select(const uint8_t *data, size_t size)
{
    struct fuzz_input in = {data, size};
    struct making k = {.in = &in};
    const uint8_t options = fuzz_byte(&in);
    const enum sfp_arch arch = options & 1 ? SFP_BH : SFP_WH;
    const char *name = profile_name(options >> 1 & 1, arch);
    struct selection selection;
    char *error;

    sfp_index_init(&k.index, arch);
    node_list_init(&k.list, arch, profile_named(options & 4 ? "plain" : name, arch));
    fuzz_memory(node_name(&k.list.files, "k") == 0 ? &k : NULL);
    make_list(&k);
    if (select_nodes(&k.list, options >> 3 & (SELECT_READING | SELECT_SCHEDULE), &selection, &error)) {
        check_words(&k, &selection);
        check_values(&k, &selection);
        selection_free(&selection);
    } else {
        fuzz_message(error);
    }
    node_list_free(&k.list);
    return 0;
}
