/* Parts of the state, and values as text. */
#include "lib.h"

#include <stdlib.h>
#include <string.h>

#include "dis/dis.h"
#include "isa/vector_unit.h"

_Static_assert((int)SFPU_STACK == SFP_STACK_COUNTER - 1 && (int)SFPU_MACROS == (int)SFP_TEMPLATES
                   && (int)SFPU_MACROS == (int)SFP_SEQUENCES,
               "sizes");

int lib_to_copy(sfpu_machine *m, const void *place, const char *what)
{
    return place ? lib_to_read(m) : lib_fail(m, SFPU_BAD_ARGUMENT, "no place for %s", what);
}

int sfpu_get_enabled(sfpu_machine *m, uint32_t *lanes)
{
    const int code = lib_to_copy(m, lanes, "the lanes");

    if (code == SFPU_OK)
        *lanes = m->m->s.derived.enabled;
    return code;
}

int sfpu_get_stack(sfpu_machine *m, struct sfpu_stack *stack)
{
    const int code = lib_to_copy(m, stack, "the stack");
    struct sfpu_stack own = {0};

    if (code != SFPU_OK)
        return code;
    own.depth = m->m->s.stack_size;
    for (unsigned i = 0; i < own.depth; i++) {
        own.flags[i] = m->m->s.stack.flags[i % SFP_STACK_DEPTH];
        own.use_flags[i] = m->m->s.stack.use_flags[i % SFP_STACK_DEPTH];
    }
    return lib_given(m, lib_give(stack, &own, sizeof own));
}

int sfpu_get_macros(sfpu_machine *m, struct sfpu_macros *macros)
{
    const int code = lib_to_copy(m, macros, "LoadMacroConfig");
    struct sfpu_macros own;

    if (code != SFPU_OK)
        return code;
    memcpy(own.templates, m->m->s.macro_template, sizeof own.templates);
    memcpy(own.sequences, m->m->s.macro_sequence, sizeof own.sequences);
    memcpy(own.misc, m->m->s.macro_misc, sizeof own.misc);
    return lib_given(m, lib_give(macros, &own, sizeof own));
}

/* ---- LoadMacroConfig in words (sfpu-timing(7), Sequences) ---- */

static int explain_in_text(void (*print)(FILE *out, uint32_t word), uint32_t word, char *text, size_t size)
{
    char *all = NULL;
    size_t length;
    FILE *stream;

    if (!text || size == 0)
        return SFPU_BAD_ARGUMENT;
    stream = open_memstream(&all, &length);
    if (!stream)
        return SFPU_NO_MEMORY;
    print(stream, word);
    if (fclose(stream) != 0) {
        free(all);
        return SFPU_NO_MEMORY;
    }
    snprintf(text, size, "%s", all);
    free(all);
    return SFPU_OK;
}

int sfpu_explain_sequence(uint32_t sequence, char *text, size_t size)
{
    return explain_in_text(dis_put_sequence, sequence, text, size);
}

int sfpu_explain_misc(uint32_t misc, char *text, size_t size)
{
    return explain_in_text(dis_put_misc, misc, text, size);
}

/* ---- Values ---- */

double sfpu_value(int format, uint32_t bits)
{
    return sfp_format_number(lib_is_format(format) ? (enum sfp_format)format : SFP_FORMAT_RAW, bits);
}

int sfpu_value_text(int format, uint32_t bits, char *text, size_t size)
{
    char all[SFP_FORMAT_TEXT];

    if (!lib_is_format(format) || !text || size == 0)
        return SFPU_BAD_ARGUMENT;
    sfp_format_text((enum sfp_format)format, bits, all);
    snprintf(text, size, "%s", all);
    return SFPU_OK;
}

int sfpu_configured_format(sfpu_machine *m)
{
    const int code = lib_to_read(m);

    return code == SFPU_OK ? (int)sfp_format_of_mode(m->m->s.derived.own.srcb_mode) : code;
}
