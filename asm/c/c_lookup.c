/* Names in expressions of the C form: their values, and a quick way to named constants. */
#include "c_form.h"
#include "util/hash.h"

#include <string.h>

static bool is_truth(const char *text, size_t length, int64_t *number)
{
    *number = length == 4;
    return (length == 4 && memcmp(text, "true", 4) == 0) || (length == 5 && memcmp(text, "false", 5) == 0);
}

struct value c_own_value(struct assembler *as, struct place name, const struct c_found *found)
{
    const struct c_name *own = found->name;
    struct value value = own->value;

    if (found->ambiguous) {
        report_error(as, name, "'%.*s' is defined in more than one namespace, and can mean each of them: write which",
                     place_precision(name), place_text(name));
        return value_faulty(FAULT_REPORTED, name);
    }
    unused_mark_used(as, own);
    if (own->kind != C_VALUE) {
        report_error(as, name, "'%.*s' is %s, where an integer is wanted", place_precision(name), place_text(name),
                     own->kind == C_ARRAY ? "an array" : "a type");
        return value_faulty(FAULT_REPORTED, name);
    }
    as->c.varying_reads += own->varies;
    if ((value.fault == FAULT_PARAMETER || value.fault == FAULT_UNSET || value.fault == FAULT_LOST) &&
        value.at.begin == own->place.begin)
        value.at = name;
    return value;
}

/* The slow way, which also remembers what is sure to stay the same. */
static struct value look_up(struct assembler *as, struct place name, struct c_constant *slot)
{
    const char *text = place_text(name);
    const size_t length = place_length(name);
    struct value value = symbol_value(as, name);
    struct constant_hit hit;
    int64_t number;

    if (value.fault == FAULT_UNDEFINED && is_truth(text, length, &number))
        return (struct value){.number = number, .type = {1, false}};
    /* The text of an expansion may move, or end. */
    if (!value.fault && value.named && !name.source->expanded &&
        constants_find(&as->constants, as->program->arch, text, length, &hit) == CONSTANT_FOUND && !hit.hit->note)
        *slot = (struct c_constant){name, value.number};
    return value;
}

/* The table is for the arch in force. */
static void check_constants(struct assembler *as)
{
    struct c_state *c = &as->c;

    if (c->arch == as->program->arch)
        return;
    memset(c->constants, 0, sizeof c->constants);
    c->arch = as->program->arch;
}

struct value c_value_of_name(struct assembler *as, struct place name)
{
    const char *text = place_text(name);
    const size_t length = place_length(name);
    const uint32_t hash = hash_of(text, length);
    struct c_constant *slot = &as->c.constants[hash % C_CONSTANT_SLOTS];
    const struct c_found own = c_find_all(as, text, length);

    if (own.name && !own.stray)
        return c_own_value(as, name, &own);
    check_constants(as);
    if (slot->place.source && place_length(slot->place) == length &&
        memcmp(place_text(slot->place), text, length) == 0 &&
        (as->symbol_count == 0 || memchr(text, ':', length)))
        return (struct value){.number = slot->value, .at = name, .named = true};
    return look_up(as, name, slot);
}
