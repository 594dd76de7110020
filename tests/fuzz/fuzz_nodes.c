/*
 * Recordings of vector code: any text is read or refused with a message, and what was read names files that there are,
 * and is selected or refused likewise, twice the same.
 */
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

#include "record/nodes_read.h"
#include "select/select.h"

/* A line for any addresses, but for some. */
static const char *find(void *context, const uint64_t *addresses, size_t count, uint32_t *line)
{
    (void)context;
    *line = (uint32_t)(addresses[count - 1] & 0xFF) + 1;
    return addresses[0] & 1 ? "kernel.h" : NULL;
}

static void check_places(const struct read_nodes *nodes)
{
    for (size_t i = 0; i < nodes->list.count; i++) {
        const struct node *node = &nodes->list.nodes[i];

        if (node->place.line > 0 && node->place.file >= nodes->list.files.count)
            fuzz_fail("node %zu is of file %u", i, node->place.file);
        if (node->kind == NODE_CALL && node->imm >= nodes->list.calls.count)
            fuzz_fail("node %zu is call %u", i, node->imm);
    }
}

static void check_same(const struct selection *a, const struct selection *b)
{
    if (a->count != b->count)
        fuzz_fail("%zu words, then %zu", a->count, b->count);
    for (size_t i = 0; i < a->count; i++)
        if (a->words[i].word != b->words[i].word)
            fuzz_fail("word %zu is 0x%08x, then 0x%08x", i, a->words[i].word, b->words[i].word);
}

static void check_selection(const struct node_list *list)
{
    struct selection first, second;
    char *error;

    if (!select_nodes(list, SELECT_READING, &first, &error)) {
        fuzz_message(error);
        return;
    }
    if (!select_nodes(list, 0, &second, &error))
        fuzz_fail("refused the second time: %s", error ? error : "");
    check_same(&first, &second);
    selection_free(&first);
    selection_free(&second);
}

int fuzz_nodes(const uint8_t *data, size_t size)
{
    enum { LINES = 1, PROFILE = 2 };
    struct fuzz_input in = {data, size};
    const unsigned options = fuzz_byte(&in);
    const struct nodes_request request = {
        .text = (const char *)in.data,
        .size = in.size,
        .profile = options & PROFILE ? "plain" : NULL,
        .finder = {.find = options & LINES ? find : NULL},
    };
    struct read_nodes nodes;
    char *error;

    if (!nodes_read(&request, &nodes, &error)) {
        fuzz_message(error);
        return 0;
    }
    check_places(&nodes);
    check_selection(&nodes.list);
    read_nodes_free(&nodes);
    return 0;
}
