/*
 * Contracts of kernels that run one after another (sfpsim check --contract). Each kernel runs on the machine as the
 * kernels before it left it, so macros and recordings of an initialisation are present. Whatever a kernel expects is
 * then looked up among the things that earlier kernels left.
 */
#include "check_contract.h"

#include <jansson.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "action/voice.h"
#include "base/fail.h"
#include "base/terminal.h"

enum { VERSION = 1 };

struct contracts {
    const struct contract_check *check;
    sfpu_machine *m;
    json_t *kernels; /* array of the kernels' contracts */
    json_t *problems;
};

/* ---- Running ---- */

static int begin_contracts(struct contracts *c)
{
    const struct sfp_machine_options *o = c->check->machine;
    int status = machine_load(o, c->check->kernels[0], &c->m);
    const struct sfpu_running running = machine_running(o);

    if (status || (status = machine_need_math(c->m, c->check->kernels[0])))
        return status;
    sfpu_configure_runs(c->m, &running);
    if ((status = machine_initialise(o, c->m, c->m)))
        return status;
    sfpu_configure_format(c->m, o->dst_format);
    return machine_apply(o, c->m);
}

static int load_contract_kernel(struct contracts *c, size_t i)
{
    const char *kernel = c->check->kernels[i];
    int code;

    if (i == 0)
        return begin_contracts(c);
    code = sfpu_load_file(c->m, kernel);
    if (code == SFPU_BAD_SOURCE)
        return SFP_CANNOT_RUN;
    return code == SFPU_OK ? machine_need_math(c->m, kernel) : complain_for(c->m, NULL);
}

/* Runs the loaded kernel once, and appends its contract to `kernels`. Returns 0 or an exit status. */
static int take_contract(struct contracts *c)
{
    char *text = NULL;
    size_t size;
    FILE *stream;
    json_t *contract;

    if (sfpu_want(c->m, SFPU_CONTRACT, NULL, NULL) != SFPU_OK || sfpu_run(c->m, 1) != SFPU_OK)
        return complain_for(c->m, NULL);
    stream = open_memstream(&text, &size);
    if (!stream)
        return complain_no_memory();
    if (sfpu_report(c->m, SFPU_CONTRACT, voice_write, stream) != SFPU_OK || fclose(stream) != 0) {
        free(text);
        return complain_for(c->m, NULL);
    }
    contract = json_loadb(text, size, 0, NULL);
    free(text);
    return contract && json_array_append_new(c->kernels, contract) == 0 ? 0 : complain_no_memory();
}

/* ---- Comparing contracts ---- */

static const char *get_text_member(const json_t *object, const char *name)
{
    const char *text = json_string_value(json_object_get(object, name));

    return text ? text : "";
}

/* Returns the entry `thing` among the things that kernel `i` leaves, or NULL. */
static const json_t *find_left(const struct contracts *c, size_t i, const char *thing)
{
    const json_t *left, *leaves = json_object_get(json_array_get(c->kernels, i), "leaves");
    size_t k;

    json_array_foreach (leaves, k, left)
        if (strcmp(get_text_member(left, "thing"), thing) == 0)
            return left;
    return NULL;
}

/* Returns the last kernel before `i` that leaves this thing, or `i` if no kernel does. */
static size_t find_thing_setter(const struct contracts *c, size_t i, const char *thing)
{
    for (size_t before = i; before-- > 0;)
        if (find_left(c, before, thing))
            return before;
    return i;
}

static bool add_problem(struct contracts *c, const char *at, const char *other, const char *text)
{
    json_t *problem = json_pack("{s:s, s:s?, s:s}", "at", at, "set_at", other, "text", text);

    verdict_check(c->check->verdict, CHECK_CONTRACT, "%s: %s", at, text);
    return problem && json_array_append_new(c->problems, problem) == 0;
}

/* Adds a problem with a text that is freed here. Returns false without memory; NULL as text means that memory ran
 * out. */
static bool add_problem_text(struct contracts *c, const char *at, const char *other, char *text)
{
    const bool ok = text && add_problem(c, at, other, text);

    free(text);
    return ok;
}

static char *format_problem(const char *format, ...)
{
    va_list args;
    char *text = NULL;

    va_start(args, format);
    text = format_text(format, args);
    va_end(args);
    return text;
}

/* Kinds of things in contracts. */
enum kind {
#define CONTRACT_KIND(enumerator, ...) KIND_##enumerator,
#include "contract.def"
};

static const char *const kind_names[] = {
#define CONTRACT_KIND(enumerator, kind, ...) [KIND_##enumerator] = kind,
#include "contract.def"
};

static bool is_of_kind(const json_t *element, enum kind kind)
{
    return strcmp(get_text_member(element, "kind"), kind_names[kind]) == 0;
}

/* Notes which kernel set the expected thing (member "set_at"; *setter, or `i` if no kernel). Returns whether a
 * kernel or the runtime sets it. */
static bool note_setter(struct contracts *c, size_t i, json_t *expected, size_t *setter)
{
    const char *thing = get_text_member(expected, "thing");
    const json_t *left;

    *setter = find_thing_setter(c, i, thing);
    left = *setter < i ? find_left(c, *setter, thing) : NULL;
    json_object_set_new(expected, "set_at", left ? json_string(get_text_member(left, "at")) : json_null());
    return left || json_is_true(json_object_get(expected, "of_runtime"));
}

/*
 * Returns whether an earlier kernel left a value that the runtime would not leave, and kernel `i` does not belong with
 * that kernel. L11 may be a constant of an initialisation: a kernel that uses the constant puts -1.0 back. An unusual
 * flag stack counts only against a kernel that expects the runtime's: any other kernel wants the earlier kernel's
 * entry.
 */
static bool is_spoiled(const struct contracts *c, size_t i, const json_t *expected, const json_t *left)
{
    const json_t *after = find_left(c, i, get_text_member(left, "thing"));

    if (!json_is_true(json_object_get(left, "unusual")))
        return false;
    if (is_of_kind(left, KIND_LREG))
        return !after || json_is_true(json_object_get(after, "unusual"));
    return is_of_kind(left, KIND_LANES)
           || (is_of_kind(left, KIND_STACK) && json_is_true(json_object_get(expected, "of_runtime")));
}

static bool check_expected_thing(struct contracts *c, size_t i, json_t *expected)
{
    const char *thing = get_text_member(expected, "thing");
    size_t setter;

    if (!note_setter(c, i, expected, &setter))
        return i == 0 || add_problem_text(c, get_text_member(expected, "at"), NULL,
                                          format_problem("%s expects %s, which neither the runtime nor %s sets",
                                                         c->check->kernels[i], thing,
                                                         i == 1 ? c->check->kernels[0] : "a kernel before it"));
    if (setter == i || !is_spoiled(c, i, expected, find_left(c, setter, thing)))
        return true;
    return add_problem_text(c, get_text_member(expected, "at"), get_text_member(find_left(c, setter, thing), "at"),
                            format_problem("%s expects %s as the runtime sets it, and %s has left another value",
                                           c->check->kernels[i], thing, c->check->kernels[setter]));
}

/* Kinds of things that work together: a thing set by one kernel does not go with things set by another kernel. */
struct set {
    enum kind kind, also;
};

static const struct set sets[] = {{KIND_REPLAY, KIND_REPLAY}, {KIND_SEQUENCE, KIND_TEMPLATE}};

static bool is_in_set(const struct set *set, const json_t *element)
{
    return is_of_kind(element, set->kind) || is_of_kind(element, set->also);
}

/* Checks that the expected things of a set come from one kernel. Reports the first thing that comes from another
 * kernel than the things before it. Returns false without memory. */
static bool check_expected_set(struct contracts *c, size_t i, const struct set *set)
{
    size_t first = SIZE_MAX, k;
    json_t *expected;

    json_array_foreach (json_object_get(json_array_get(c->kernels, i), "expects"), k, expected) {
        const char *thing = get_text_member(expected, "thing");
        const size_t setter = find_thing_setter(c, i, thing);

        if (!is_in_set(set, expected) || setter == i)
            continue;
        if (first == SIZE_MAX)
            first = setter;
        if (setter != first)
            return add_problem_text(c, get_text_member(expected, "at"),
                                    get_text_member(find_left(c, setter, thing), "at"),
                                    format_problem("%s expects %s from %s, together with others of its kind from %s",
                                                   c->check->kernels[i], thing, c->check->kernels[setter],
                                                   c->check->kernels[first]));
    }
    return true;
}

static const json_t *find_used(const struct contracts *c, size_t i, const struct set *set)
{
    const json_t *left;
    size_t k;

    json_array_foreach (json_object_get(json_array_get(c->kernels, i), "leaves"), k, left)
        if (is_in_set(set, left) && json_is_true(json_object_get(left, "used")))
            return left;
    return NULL;
}

/* Reports a kernel that plays a sequence of its own with Misc as another kernel left it (tt-llk issue 340). Returns
 * false without memory. */
static bool check_misc_use(struct contracts *c, size_t i)
{
    static const struct set sequences = {KIND_SEQUENCE, KIND_SEQUENCE};
    const json_t *const own = find_used(c, i, &sequences);
    const json_t *expected;
    size_t k;

    json_array_foreach (json_object_get(json_array_get(c->kernels, i), "expects"), k, expected) {
        const char *thing = get_text_member(expected, "thing");
        const size_t setter = own && is_of_kind(expected, KIND_MISC) ? find_thing_setter(c, i, thing) : i;

        if (setter < i)
            return add_problem_text(c, get_text_member(expected, "at"),
                                    get_text_member(find_left(c, setter, thing), "at"),
                                    format_problem("%s plays its own %s with the Misc that %s has left",
                                                   c->check->kernels[i],
                                                   get_text_member(own, "thing"), c->check->kernels[setter]));
    }
    return true;
}

/* Reports a kernel that plays only sequences of other kernels, but with a template that it set itself. Returns false
 * without memory. */
static bool check_template_use(struct contracts *c, size_t i)
{
    static const struct set templates = {KIND_TEMPLATE, KIND_TEMPLATE}, sequences = {KIND_SEQUENCE, KIND_SEQUENCE};
    const json_t *const own = find_used(c, i, &templates);
    const json_t *expected;
    size_t k;

    if (!own || find_used(c, i, &sequences))
        return true;
    json_array_foreach (json_object_get(json_array_get(c->kernels, i), "expects"), k, expected) {
        const size_t setter = is_of_kind(expected, KIND_SEQUENCE)
            ? find_thing_setter(c, i, get_text_member(expected, "thing")) : i;

        if (setter < i)
            return add_problem_text(c, get_text_member(expected, "at"), get_text_member(own, "at"),
                                    format_problem("%s plays %s from %s with its own %s",
                                                   c->check->kernels[i],
                                                   get_text_member(expected, "thing"), c->check->kernels[setter],
                                                   get_text_member(own, "thing")));
    }
    return true;
}

/* Returns whether kernel `i` expects something of the set from kernel `setter`. */
static bool expects_from(const struct contracts *c, size_t i, const struct set *set, size_t setter)
{
    const json_t *expected;
    size_t k;

    json_array_foreach (json_object_get(json_array_get(c->kernels, i), "expects"), k, expected)
        if (is_in_set(set, expected) && find_thing_setter(c, i, get_text_member(expected, "thing")) == setter)
            return true;
    return false;
}

/* Returns whether kernel `setter` set things of the set that no kernel from `setter` up to `i` used. */
static bool is_unused(const struct contracts *c, size_t setter, size_t i, const struct set *set)
{
    if (find_used(c, setter, set))
        return false;
    for (size_t k = setter + 1; k <= i; k++)
        if (expects_from(c, k, set, setter))
            return false;
    return true;
}

/* Reports the first thing of the set that kernel `i` overwrites although an earlier kernel set it and no kernel used
 * it. Returns false without memory. */
static bool check_lost_things(struct contracts *c, size_t i, const struct set *set)
{
    const json_t *left;
    size_t k;

    json_array_foreach (json_object_get(json_array_get(c->kernels, i), "leaves"), k, left) {
        const char *thing = get_text_member(left, "thing");
        const size_t setter = is_in_set(set, left) ? find_thing_setter(c, i, thing) : i;

        if (setter < i && is_unused(c, setter, i, set))
            return add_problem_text(c, get_text_member(left, "at"), get_text_member(find_left(c, setter, thing), "at"),
                                    format_problem("%s overwrites %s, which %s has set and no kernel has used",
                                                   c->check->kernels[i], thing, c->check->kernels[setter]));
    }
    return true;
}

static bool check_thing_set(struct contracts *c, size_t i, const struct set *set)
{
    return check_lost_things(c, i, set) && check_expected_set(c, i, set);
}

static bool check_kernel_contract(struct contracts *c, size_t i)
{
    json_t *expected;
    size_t k;

    json_array_foreach (json_object_get(json_array_get(c->kernels, i), "expects"), k, expected)
        if (!check_expected_thing(c, i, expected))
            return false;
    for (k = 0; k < sizeof sets / sizeof *sets; k++)
        if (!check_thing_set(c, i, &sets[k]))
            return false;
    return check_misc_use(c, i) && check_template_use(c, i);
}

/* ---- Printing ---- */

/* Returns the number of a replay slot, or -1 if the thing is not a replay slot. */
static long get_slot_number(const json_t *element)
{
    return is_of_kind(element, KIND_REPLAY) ? (long)json_integer_value(json_object_get(element, "number")) : -1;
}

/* Returns whether the next element belongs on the same line: the next slot of the same recording. */
static bool joins_next_slot(const json_t *list, size_t i)
{
    const json_t *now = json_array_get(list, i), *next = json_array_get(list, i + 1);

    return next && get_slot_number(now) >= 0 && get_slot_number(next) == get_slot_number(now) + 1
           && strcmp(get_text_member(now, "at"), get_text_member(next, "at")) == 0
           && strcmp(get_text_member(now, "set_at"), get_text_member(next, "set_at")) == 0;
}

/* Prints the verb and the name of elements `first` to `i`: "replay slots 0 to 5", or the element's own name. */
static void put_thing_name(FILE *out, const char *verb, const json_t *list, size_t first, size_t i)
{
    enum { SIZE = 64 };
    const json_t *const from = json_array_get(list, first), *to = json_array_get(list, i);
    char name[SIZE];

    if (first == i)
        snprintf(name, sizeof name, "%s", get_text_member(to, "thing"));
    else
        snprintf(name, sizeof name, "replay slots %ld to %ld", get_slot_number(from), get_slot_number(to));
    fprintf(out, "  %s  %-20s ", verb, name);
}

static void put_expected_thing(FILE *out, const json_t *expected)
{
    const char *const set_at = json_string_value(json_object_get(expected, "set_at"));

    shown_put(out, get_text_member(expected, "at"), strlen(get_text_member(expected, "at")));
    if (set_at) {
        fputs(", set at ", out);
        shown_put(out, set_at, strlen(set_at));
    } else {
        fputs(json_is_true(json_object_get(expected, "of_runtime"))
                  ? ", set by the runtime" : ", set by no kernel here", out);
    }
    fputc('\n', out);
}

static void put_left_thing(FILE *out, const json_t *left)
{
    const char *const value = json_string_value(json_object_get(left, "value"));

    shown_put(out, get_text_member(left, "at"), strlen(get_text_member(left, "at")));
    if (value)
        fprintf(out, ": %s", value);
    if (json_is_true(json_object_get(left, "unusual")))
        fputs(", unlike what the runtime sets", out);
    fputc('\n', out);
}

static void put_list(FILE *out, const json_t *list, const char *verb, void (*put)(FILE *out, const json_t *element))
{
    const json_t *element;
    size_t first = 0, i;

    json_array_foreach (list, i, element) {
        if (joins_next_slot(list, i))
            continue;
        put_thing_name(out, verb, list, first, i);
        put(out, element);
        first = i + 1;
    }
}

static void put_contract(FILE *out, const json_t *contract)
{
    shown_put(out, get_text_member(contract, "kernel"), strlen(get_text_member(contract, "kernel")));
    fputc('\n', out);
    put_list(out, json_object_get(contract, "expects"), "expects", put_expected_thing);
    put_list(out, json_object_get(contract, "leaves"), "leaves ", put_left_thing);
}

static void put_problem(FILE *out, const json_t *problem)
{
    const char *const set_at = json_string_value(json_object_get(problem, "set_at"));

    shown_print(out, "%s: error: %s [%s]", get_text_member(problem, "at"), get_text_member(problem, "text"),
                check_name(CHECK_CONTRACT));
    if (set_at)
        shown_print(out, "    set at %s", set_at);
}

static int print_contracts(const struct contracts *c)
{
    const json_t *of;
    json_t *document;
    size_t i;

    json_array_foreach (c->problems, i, of)
        put_problem(voice_err(), of);
    if (c->check->json) {
        document = json_pack("{s:s, s:i, s:O, s:O}", "schema", "sfpsim-contracts", "version", VERSION, "kernels",
                             c->kernels, "problems", c->problems);
        if (!document || json_dumpf(document, voice_out(), JSON_INDENT(2)) != 0)
            return complain_no_memory();
        fputc('\n', voice_out());
        json_decref(document);
    } else if (!c->check->quiet) {
        json_array_foreach (c->kernels, i, of)
            put_contract(voice_out(), of);
    }
    return json_array_size(c->problems) ? VERDICT_FAILED : 0;
}

int contract_run(const struct contract_check *check)
{
    struct contracts c = {.check = check, .kernels = json_array(), .problems = json_array()};
    int status = c.kernels && c.problems ? 0 : complain_no_memory();

    for (size_t i = 0; !status && i < check->count; i++) {
        status = load_contract_kernel(&c, i);
        status = status ? status : take_contract(&c);
        if (!status && !check_kernel_contract(&c, i))
            status = complain_no_memory();
    }
    status = status ? status : print_contracts(&c);
    sfpu_close(c.m);
    json_decref(c.kernels);
    json_decref(c.problems);
    return status;
}
