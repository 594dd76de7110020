/* JSON that was read, written. */
#ifndef SFP_JSON_TREE_H
#define SFP_JSON_TREE_H

#include <jansson.h>

#include "json_writer.h"

/* Writes a value, and all in it, as it is. NULL, without memory, has the writer fail. */
void json_tree(struct sfp_json *j, const char *name, const json_t *tree);

/* What was kept, read back; it is freed. NULL without memory. */
json_t *json_tree_of(struct sfp_json *j);

#endif
