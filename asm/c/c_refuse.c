/* What the C form does not take: one error, and no more for the uses of what it would have defined. */
#include "c_form.h"

void c_refuse_sfpi(struct c_parser *c)
{
    c_error(c, c_place(c), "'%.*s' is sfpi C++, which a compiler has to translate; sfpasm takes TTI_ macros",
            place_precision(c_place(c)), c->begin);
}

/* Can the token stand before the name that a declaration is of? */
static bool precedes_name(const struct c_parser *c)
{
    return c->token == C_NAME || c->token == C_QUALIFIED || c->token == '*' || c->token == '&' || c->token == C_AND ||
           c->token == '<' || c->token == '(';
}

/* The name that this statement declares, if it is a declaration: of its names the last, and not the first token. */
static bool declared(const struct c_parser *c, struct place *name)
{
    struct c_parser look = *c;
    bool constraint = false;
    bool found = false;

    look.quiet = C_QUIET;
    for (; precedes_name(&look); c_next(&look)) {
        if (look.token == '(' && !constraint)
            break;
        if ((look.token == '<' || look.token == '(') && !c_skip_pair(&look))
            return false;
        constraint = c_is(&look, "requires");
        if (look.token == C_NAME && look.begin != c->begin && c_token_word(&look) == WORD_NONE) {
            *name = c_place(&look);
            found = true;
        }
    }
    return found;
}

struct place c_declared(const struct c_parser *c)
{
    struct place name = {0};

    return declared(c, &name) ? name : (struct place){0};
}

void c_lose(struct c_parser *c, struct place name, enum fault fault)
{
    if (!name.source)
        return;
    if (c->template_list) {
        c->lost = name;
        c->lost_fault = fault;
    } else if (c->quiet == C_LOUD && !c_find(c->as, place_text(name), place_length(name))) {
        c_define(c->as, name, (struct c_type){0}, value_faulty(fault, name), NULL);
    }
}

void c_lose_template(struct c_parser *c)
{
    const struct place name = c->lost;

    if (c->template_list)
        return;
    c->lost = (struct place){0};
    c_lose(c, name, c->lost_fault);
}

bool c_defer(struct c_parser *c, struct place name)
{
    if (!name.source || c->as->c.depth > c->template_depth || c->quiet != C_LOUD || !c_is_driven(c->as, c->source))
        return false;
    c_lose(c, name, FAULT_LOST);
    c_pass_statement(c);
    return true;
}

void c_poison_declared(struct c_parser *c)
{
    const struct place name = c_declared(c);

    if (name.source)
        c_poison(c, name, (struct c_type){0});
}

bool c_is_lost(const struct c_parser *c)
{
    const struct c_name *name = c->token == C_NAME || c->token == C_QUALIFIED
                                    ? c_find(c->as, c->begin, (size_t)(c->p - c->begin)) : NULL;

    if (name && c->quiet == C_LOUD)
        report_lost(c->as, c_place(c));
    return name && c_is_poisoned(name);
}
