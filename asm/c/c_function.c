/* Functions around kernel bodies: assembled where they stand, or kept for their calls. */
#include "c_form.h"
#include "util/hash.h"

#include <string.h>

static uint32_t offset(const struct c_parser *c, const char *p)
{
    return c->base + (uint32_t)(p - c->text);
}

/* What stands before a function's body. */
struct head {
    struct place name;
    const char *parameters; /* the parenthesis before them */
    const char *returns;    /* where its type begins, or NULL */
    bool special;           /* of a template: for some arguments */
    size_t least, most;     /* arguments of a call */
};

/* The scope that the function itself belongs to: around its own, and its template's. */
static unsigned own_depth(const struct c_parser *c)
{
    return c->as->c.depth - 1 - (c->template_list ? 1 : 0);
}

static uint32_t hash_of_last(struct place name)
{
    const size_t length = place_length(name);
    const size_t last = c_last_part(place_text(name), length);

    return hash_of(place_text(name) + last, length - last);
}

/* A block that is repeated can hold a function: the one of this place, if it has been kept. */
static struct c_function *kept(struct c_state *state, struct place name)
{
    uint32_t i = c_table_newest(&state->function_table, hash_of_last(name));

    while (i) {
        struct c_function *function = &state->functions[i - 1];

        if (!function->alias && function->name.source == name.source && function->name.begin == name.begin)
            return function;
        i = function->link.older;
    }
    return NULL;
}

/* Keeps the function; it must not have been yet. False, reported, if memory runs out. */
static bool add(struct c_parser *c, const struct head *head)
{
    struct c_state *state = &c->as->c;
    struct c_function *function;

    if (!c_reserve(c->as, &state->functions, state->function_count, &state->function_capacity,
                   sizeof *state->functions))
        return false;
    function = &state->functions[state->function_count];
    *function = (struct c_function){.name = head->name, .parameters = offset(c, head->parameters)};
    function->space = state->spaces.open;
    function->home = state->spaces.open;
    function->link.hash = hash_of_last(head->name);
    function->templates = c->template_list ? offset(c, c->template_list) : 0;
    function->returns = head->returns != NULL;
    function->result = head->returns ? offset(c, head->returns) : 0;
    function->special = head->special;
    function->least = head->least;
    function->most = head->most;
    function->depth = own_depth(c);
    function->seen.functions = state->function_count + 1;
    function->seen.spaces = state->spaces.count;
    function->seen.directives = state->spaces.directive_count;
    for (size_t i = state->name_count; i > 0 && function->seen.names == 0; i--)
        if (state->names[i - 1].depth <= function->depth)
            function->seen.names = i;
    if (!c_table_add(&state->function_table, state->functions, sizeof *state->functions, state->function_count)) {
        report_no_memory(c->as);
        return false;
    }
    state->function_count++;
    return true;
}

/* The function that has been kept; NULL if it cannot be called: its text is gone after it. */
static struct c_function *keep(struct c_parser *c, const struct head *head)
{
    if (c->source->expanded || c->template_depth > 1)
        return NULL;
    if (!kept(&c->as->c, head->name) && !add(c, head))
        return NULL;
    return kept(&c->as->c, head->name);
}

static bool is(const char *text, size_t length, const char *name)
{
    return strlen(name) == length && memcmp(text, name, length) == 0;
}

/* A call of what gives words: a macro, one of the vendor's helpers, or a function that does. */
static bool is_emitting(const struct c_parser *c)
{
    const size_t length = (size_t)(c->p - c->begin);
    const size_t last = c_last_part(c->begin, length);

    if (c->token != C_NAME && c->token != C_QUALIFIED)
        return false;
    return c_macro_kind(c->begin, length) == MACRO_STATEMENT || is(c->begin, length, "lltt::record") ||
           is(c->begin, length, "lltt::replay") || is(c->begin + last, length - last, "load_replay_buf") ||
           c_is_helper(c) || c_function_emits(c->as, c_place(c));
}

/* Does the text contain what gives words, which would be lost? */
static bool emits(struct c_parser *c, const char *begin, const char *end)
{
    struct c_parser look = *c;

    look.quiet = C_QUIET;
    for (c_seek(&look, begin); look.begin < end && look.token != C_END; c_next(&look))
        if (is_emitting(&look))
            return true;
    return false;
}

/* From the opening brace to the closing one. */
static void pass_body(struct c_parser *c)
{
    const enum c_quiet quiet = c->quiet;

    if (c->quiet == C_LOUD)
        c->quiet = C_PASSING;
    c_pass_brackets(c, false);
    c->quiet = quiet;
}

/* A body that nobody calls, where it stands. */
static void assemble_here(struct c_parser *c)
{
    const unsigned loops = c->loops;
    const unsigned switches = c->switches;
    const char *list = c->template_list;

    c->loops = 0;
    c->switches = 0;
    c->template_list = NULL;
    c_block(c);
    c->template_list = list;
    c->loops = loops;
    c->switches = switches;
    c->jump = C_GO_ON;
}

/* A function of nobody's calls, from the parenthesis before its parameters: a default can give one a value. */
static void stand(struct c_parser *c, const struct head *head, const char *begin)
{
    const size_t words = c->as->program->count;
    const uint64_t changes = c->as->c.outer_changes;
    struct c_function *function;

    c_scope_close(c->as);
    c_scope_open(c->as);
    c_seek(c, head->parameters);
    if (!c_parameters(c, ')', NULL))
        return;
    c_seek(c, begin);
    assemble_here(c);
    function = kept(&c->as->c, head->name);
    if (function && (c->as->program->count > words || c->as->c.outer_changes > changes))
        function->assembled = true;
}

/* From the opening brace of the body. */
static void body(struct c_parser *c, const struct head *head)
{
    const struct place name = head->name;
    const char *begin = c->begin;
    struct c_function *function;
    const char *end;
    bool emitting;

    pass_body(c);
    end = c->p;
    if (c->failed || c->as->stopped)
        return;
    emitting = emits(c, begin, end);
    function = keep(c, head);
    if (function)
        function->emits = emitting;
    if (function && (c_is_called(c->as, name, name.begin, offset(c, end)) || c_is_driven(c->as, name.source)))
        return;
    if (head->returns && !emitting)
        return;
    if (head->returns) {
        c_error(c, name, "'%.*s' returns a value, and nothing calls it; sfpasm assembles bodies of void functions",
                place_precision(name), place_text(name));
        return;
    }
    stand(c, head, begin);
}

/* The space that a function defined as space::name belongs to. */
static uint32_t space_of(struct c_parser *c, struct place name)
{
    struct c_spaces *spaces = &c->as->c.spaces;
    const struct c_wanted wanted = c_wanted(spaces, place_text(name), place_length(name));
    uint32_t space;

    if (!wanted.qualified)
        return spaces->open;
    if (wanted.space != C_NOWHERE)
        return wanted.space;
    name.end = name.begin + (uint32_t)wanted.qualifier_length;
    spaces->scope = own_depth(c);
    space = c_open_spaces(c, name, C_SPACE_NAMED);
    spaces->scope = c->as->c.depth;
    return space;
}

static void definition(struct c_parser *c, const struct head *head)
{
    const uint32_t outer = c->as->c.spaces.open;
    const uint32_t space = space_of(c, head->name);

    if (space == C_NOWHERE)
        return;
    c->as->c.spaces.open = space;
    body(c, head);
    c->as->c.spaces.open = outer;
}

void c_function(struct c_parser *c, struct place name, const char *returns, bool special)
{
    struct head head = {.name = name, .parameters = c->begin, .returns = returns, .special = special};
    struct c_arguments passed = {.passing = true};

    if (!c_parameters(c, ')', &passed))
        return;
    head.least = passed.required;
    head.most = passed.parameters;
    while (c_is(c, "const") || c_is(c, "noexcept"))
        c_next(c);
    if (c->token == ';')
        return; /* only declared */
    if (c->token == '{')
        definition(c, &head);
    else
        c_unexpected(c, "'{'");
}

void c_template_variable(struct c_parser *c, struct place name, const char *type)
{
    const enum c_quiet quiet = c->quiet;
    const struct head head = {.name = name, .parameters = c->begin, .returns = type};
    struct c_function *variable;

    if (c->quiet == C_LOUD)
        c->quiet = C_PASSING;
    for (; c->token != ';' && c->token != C_END; c_next(c))
        if (c->token == '(' || c->token == '[' || c->token == '{')
            c_pass_brackets(c, false);
    c->quiet = quiet;
    c_semicolon(c);
    variable = c->failed ? NULL : keep(c, &head);
    if (variable)
        variable->variable = true;
}

/* What a template is of. */
static void templated(struct c_parser *c)
{
    const enum c_word word = c_token_word(c);

    if (word == WORD_TEMPLATE) {
        c_template(c);
    } else if (word == WORD_REFUSED || word == WORD_USING || word == WORD_ENUM || word == WORD_TYPEDEF ||
               c_is(c, "requires")) {
        if (c_defer(c, c_declared(c)))
            return;
        c_lose(c, c_declared(c), FAULT_REPORTED);
        c_error(c, c_place(c), word == WORD_NONE ? "sfpasm takes templates without constraints only"
                : "sfpasm takes templates of functions only");
    } else {
        c_definition(c);
    }
}

void c_template(struct c_parser *c)
{
    const char *outer = c->template_list;

    c_next(c);
    if (c->token != '<') {
        c_unexpected(c, "'<'");
        return;
    }
    if (c->depth >= C_DEEPEST) {
        c_too_deep(c, "templates");
        return;
    }
    c->depth++;
    c->template_list = c->begin;
    c->template_depth++;
    c_scope_open(c->as);
    if (c_parameters(c, '>', NULL))
        templated(c);
    c_scope_close(c->as);
    c->template_depth--;
    c->template_list = outer;
    c_lose_template(c);
    c->depth--;
}
