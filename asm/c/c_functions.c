/* Which function a name means. */
#include "c_form.h"

#include <limits.h>
#include <string.h>

/* A name behind std:: is none of the source's. */
static bool is_standard(const char *qualifier, size_t length)
{
    return length == 3 && memcmp(qualifier, "std", length) == 0;
}

static bool is_named(const struct c_function *function, const struct c_wanted *w)
{
    const char *own = place_text(function->name);
    const size_t length = place_length(function->name);
    const size_t last = c_last_part(own, length);

    return function->link.hash == w->hash && length - last == w->length && memcmp(own + last, w->name, w->length) == 0;
}

/* What is pasted may lack the namespace that was around it: a function of none is known behind each. */
static unsigned rank_of(const struct c_state *c, const struct c_wanted *w, const struct c_function *function)
{
    unsigned rank;

    if (!is_named(function, w))
        return C_UNREACHED;
    if (function->depth > 0)
        return w->qualified ? C_UNREACHED : UINT_MAX;
    rank = c_space_rank(&c->spaces, w, function->space);
    if (rank == C_UNREACHED && w->space == C_NOWHERE && function->space == C_GLOBAL &&
        !is_standard(w->qualifier, w->qualifier_length))
        return C_STRAY;
    return rank;
}

static bool takes(const struct c_function *function, int arguments)
{
    return arguments == C_ANY_NUMBER ||
           (function->least <= (size_t)arguments && (size_t)arguments <= function->most);
}

size_t c_find_function(const struct assembler *as, struct place name, int arguments, size_t *index)
{
    const struct c_state *c = &as->c;
    unsigned best = C_UNREACHED;
    size_t count = 0;
    struct c_wanted w;
    uint32_t older;

    if (c->function_count == 0)
        return 0;
    w = c_wanted(&c->spaces, place_text(name), place_length(name));
    for (uint32_t i = c_table_newest(&c->function_table, w.hash); i; i = older) {
        const struct c_function *function = &c->functions[i - 1];
        const bool meant = takes(function, arguments) && !c_is_hidden(c->hidden_functions, i - 1);
        const unsigned rank = meant ? rank_of(c, &w, function) : C_UNREACHED;

        older = function->link.older;
        if (rank > best) {
            best = rank;
            count = 1;
            *index = i - 1;
        } else if (rank == best && count > 0) {
            count++;
        }
    }
    return count;
}

bool c_is_function(const struct assembler *as, struct place name)
{
    size_t index;

    return c_find_function(as, name, C_ANY_NUMBER, &index) > 0;
}

void c_report_overloaded(struct assembler *as, struct place name)
{
    report_error(as, name, "'%.*s' has more than one definition, and sfpasm does not choose between them",
                 place_precision(name), place_text(name));
}

bool c_use_function(struct assembler *as, struct place name)
{
    struct c_state *c = &as->c;
    struct c_function *alias;
    size_t index;
    const size_t count = c_find_function(as, name, C_ANY_NUMBER, &index);

    if (count == 0)
        return true;
    if (count > 1) {
        c_report_overloaded(as, name);
        return false;
    }
    if (!c_reserve(as, &c->functions, c->function_count, &c->function_capacity, sizeof *c->functions))
        return false;
    alias = &c->functions[c->function_count];
    *alias = c->functions[index];
    alias->alias = true;
    alias->space = c->spaces.open;
    alias->depth = c->depth;
    if (!c_table_add(&c->function_table, c->functions, sizeof *c->functions, c->function_count)) {
        report_no_memory(as);
        return false;
    }
    c->function_count++;
    return true;
}

void c_functions_offer(const struct assembler *as, struct nearest *search)
{
    for (size_t i = 0; i < as->c.function_count && nearest_open(search); i++)
        if (!c_is_hidden(as->c.hidden_functions, i))
            nearest_offer_part(search, place_text(as->c.functions[i].name),
                               place_length(as->c.functions[i].name));
}

bool c_function_emits(const struct assembler *as, struct place name)
{
    size_t index;

    return c_find_function(as, name, C_ANY_NUMBER, &index) > 0 && as->c.functions[index].emits;
}
