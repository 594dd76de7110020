/* Lists of nodes. */
#include "nodes.h"

#include "base/array.h"
#include "base/fail.h"

#include <stdlib.h>
#include <string.h>

void node_list_init(struct node_list *list, enum sfp_arch arch, const struct profile *profile)
{
    *list = (struct node_list){.arch = arch, .profile = profile};
}

static void free_names(struct node_names *names)
{
    for (size_t i = 0; i < names->count; i++)
        free(names->names[i]);
    free(names->names);
}

void node_list_free(struct node_list *list)
{
    free(list->nodes);
    free_names(&list->files);
    free_names(&list->calls);
    *list = (struct node_list){0};
}

struct node node_of(enum node_kind kind, struct node_place place)
{
    struct node node = {.kind = (uint8_t)kind, .place = place};

    for (unsigned operand = 0; operand < NODE_OPERANDS; operand++)
        node.uses[operand] = node.makes[operand] = NODE_NONE;
    node.conditions[0] = node.conditions[1] = node.condition = NODE_NONE;
    return node;
}

bool node_list_add(struct node_list *list, const struct node *node)
{
    if (!array_room(&list->nodes, list->count, &list->room, sizeof *list->nodes))
        return false;
    list->nodes[list->count++] = *node;
    return true;
}

int32_t node_name(struct node_names *names, const char *name)
{
    if (names->count > 0 && strcmp(names->names[names->count - 1], name) == 0)
        return (int32_t)names->count - 1;
    if (names->count == INT32_MAX || !array_room(&names->names, names->count, &names->room, sizeof *names->names))
        return NODE_NONE;
    names->names[names->count] = strdup(name);
    return names->names[names->count] ? (int32_t)names->count++ : NODE_NONE;
}

bool node_vfail(const struct node_list *list, struct node_place place, char **error, const char *format,
                va_list arguments)
{
    char *what = format_text(format, arguments);

    *error = what;
    if (what && place.line > 0 && place.file < list->files.count) {
        fail_with(error, "%s:%u: %s", list->files.names[place.file], place.line, what);
        free(what);
    }
    return false;
}
