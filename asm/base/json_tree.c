/* JSON that was read, written. */
#include "json_tree.h"

static void put_object(struct sfp_json *j, const char *name, const json_t *tree)
{
    const char *key;
    json_t *value;

    json_begin(j, name);
    json_object_foreach ((json_t *)(uintptr_t)tree, key, value)
        json_tree(j, key, value);
    json_end(j);
}

static void put_array(struct sfp_json *j, const char *name, const json_t *tree)
{
    json_t *value;
    size_t i;

    json_list(j, name);
    json_array_foreach (tree, i, value)
        json_tree(j, NULL, value);
    json_list_end(j);
}

void json_tree(struct sfp_json *j, const char *name, const json_t *tree)
{
    if (!tree)
        j->failed = true;
    else if (json_is_object(tree))
        put_object(j, name, tree);
    else if (json_is_array(tree))
        put_array(j, name, tree);
    else if (json_is_string(tree))
        json_bytes(j, name, json_string_value(tree), json_string_length(tree));
    else if (json_is_integer(tree))
        json_signed(j, name, json_integer_value(tree));
    else if (json_is_real(tree))
        json_double(j, name, json_real_value(tree));
    else if (json_is_boolean(tree))
        json_bool(j, name, json_is_true(tree));
    else
        json_nothing(j, name);
}

json_t *json_tree_of(struct sfp_json *j)
{
    json_t *tree = j->failed ? NULL : json_loadb(j->text.data, j->text.size, 0, NULL);

    json_free(j);
    return tree;
}
