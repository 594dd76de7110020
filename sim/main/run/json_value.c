/* Values in JSON. */
#include "json_value.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sfpu.h"
#include "util/terminal.h"

json_t *json_number(double number)
{
    if (isnan(number))
        return json_string("nan");
    if (isinf(number))
        return json_string(number > 0 ? "inf" : "-inf");
    return json_real(number);
}

json_t *json_number_of(int format, uint32_t bits)
{
    return json_number(sfpu_value(format, bits));
}

json_t *json_made(json_t *tree, bool ok)
{
    if (ok)
        return tree;
    json_decref(tree);
    return NULL;
}

json_t *json_shown(const char *text)
{
    json_t *value = json_string(text);
    char *copy;

    if (value)
        return value;
    copy = strdup(text);
    if (!copy)
        return NULL;
    sfp_make_shown(copy, strlen(copy));
    value = json_string(copy);
    free(copy);
    return value;
}
