/* Runs the passes of selection in order. */
#include "select.h"

#include "passes.h"

#include <stdlib.h>

static void start_selecting(struct selecting *s, const struct node_list *list, char **error)
{
    *s = (struct selecting){.list = list, .error = error};
    sfp_index_init(&s->index, list->arch);
    for (size_t i = 0; i < s->index.count; i++)
        s->rows[s->index.rows[i]->id] = s->index.rows[i];
    node_list_init(&s->nodes, list->arch, list->profile);
    s->nodes.values = list->values;
}

static void finish_selecting(struct selecting *s)
{
    node_list_free(&s->nodes);
    states_free(&s->states);
    free(s->state);
}

bool select_nodes(const struct node_list *list, unsigned how, struct selection *selection, char **error)
{
    struct selecting s;
    bool good;

    *selection = (struct selection){0};
    *error = NULL;
    if (!node_list_check(list, error))
        return false;
    start_selecting(&s, list, error);
    good = select_lower_conditions(&s) && select_trim_flags(&s) && select_resolve_assigns(&s) &&
           select_combine(&s) && select_share_constants(&s) && select_rows(&s, how, selection);
    finish_selecting(&s);
    if (!good)
        selection_free(selection);
    return good;
}
