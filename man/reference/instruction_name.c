/* Names of instructions in the reference: instruction_name.h. */
#include "instruction_name.h"

#include <string.h>

const char *instruction_name(enum sfp_id id)
{
    static const char *const names[SFP_IDS] = {
#define INSN(id, ...) #id,
#define VARIANT(id, ...)
#include "isa.def"
#undef INSN
#undef VARIANT
    };

    return names[id];
}

static bool is_name(const char *candidate, const char *name, size_t length)
{
    return strncmp(candidate, name, length) == 0 && candidate[length] == '\0';
}

const struct sfp_insn *instruction_named(const char *name, size_t length)
{
    for (size_t i = 0; i < sfp_isa_rows; i++)
        if (is_name(sfp_isa[i].macro, name, length) ||
            is_name(instruction_name((enum sfp_id)sfp_isa[i].id), name, length))
            return &sfp_isa[i];
    return NULL;
}
