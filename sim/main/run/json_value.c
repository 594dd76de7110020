/* Values in JSON. */
#include "json_value.h"

#include "sfpu.h"

json_t *json_number_of(int format, uint32_t bits)
{
    return tree_number(sfpu_value(format, bits));
}

json_t *json_made(json_t *tree, bool ok)
{
    if (ok)
        return tree;
    json_decref(tree);
    return NULL;
}
