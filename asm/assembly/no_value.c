/* Reports expressions without a value: the reason, and a suggestion. */
#include "suggest.h"

#include "arguments.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

/* Tells whether the text at `p`, a name of `length` bytes in a text that starts at `begin`, is a definition of that
 * name. */
typedef bool definition(const char *begin, const char *p, size_t length, bool c_rules);

/* Returns the end of the text before `p`, without the blanks between. */
static const char *end_before(const char *begin, const char *p)
{
    while (p > begin && (p[-1] == ' ' || p[-1] == '\t'))
        p--;
    return p;
}

/* Is the name defined as a symbol? In C, name = value assigns to an existing name. */
static bool defines_symbol(const char *begin, const char *p, size_t length, bool c_rules)
{
    const char *after = p + length + strspn(p + length, " \t");
    const char *before = end_before(begin, p);

    if (*after == ':' || (!c_rules && *after == '=' && after[1] != '='))
        return true;
    return *after == ',' && before - begin >= 4 &&
           (memcmp(before - 4, ".set", 4) == 0 || memcmp(before - 4, ".equ", 4) == 0);
}

static bool defines_macro(const char *begin, const char *p, size_t length, bool c_rules)
{
    static const char directive[] = ".macro";
    const char *before = end_before(begin, p);

    (void)length;
    (void)c_rules;
    return before < p && before - begin >= (ptrdiff_t)strlen(directive) &&
           strncasecmp(before - strlen(directive), directive, strlen(directive)) == 0;
}

/* Is the name defined below? Searches a limited part of the text. */
static bool defined_below(struct assembler *as, struct place name, definition *defines)
{
    enum { GLANCE = 1 << 16 };
    const size_t length = place_length(name);
    const char *text = name.source->text.data;
    const char *p = text + name.end;
    const size_t left = name.source->text.size - name.end;
    const char *end = p + (left < GLANCE ? left : GLANCE);

    if (!nearest_afford(&as->suggesting, (uint64_t)(end - p)))
        return false;
    while (p < end && (p = memmem(p, (size_t)(end - p), place_text(name), length))) {
        if (!is_name_part(p[-1]) && !is_name_part(p[length]) && defines(text, p, length, as->c.depth > 0))
            return true;
        p += length;
    }
    return false;
}

bool report_macro_below(struct assembler *as, struct place name)
{
    if (!defined_below(as, name, defines_macro))
        return false;
    report_error(as, name, "macro '%.*s' is defined only below; a macro must be defined before its use",
                 place_precision(name), place_text(name));
    return true;
}

/* Returns the length of the qualifier up to and including the name's last ::. */
static size_t qualifier_length(struct place name)
{
    return names_last_part(place_text(name), place_length(name));
}

/* Returns the b of a::b::c; empty for an unqualified name. */
static struct place last_of_qualifier(struct place name)
{
    enum { COLONS = 2 };
    const size_t length = qualifier_length(name);

    name.end = name.begin + (uint32_t)(length < COLONS ? 0 : length - COLONS);
    name.begin += (uint32_t)names_last_part(place_text(name), place_length(name));
    return name;
}

/* Is the type before a name known, so that the name itself is misspelt? */
static bool is_known_type(struct place type)
{
    return place_length(type) == 0 || sfp_constants_type(place_text(type), place_length(type));
}

/* Offers names without a qualifier, or with the right one. */
static void offer_names(struct assembler *as, struct place name, struct place type, struct nearest *search)
{
    const size_t qualified = qualifier_length(name);

    nearest_init(search, &as->suggesting, place_text(name) + qualified, place_length(name) - qualified);
    for (size_t i = 0; qualified == 0 && i < as->symbols.count && nearest_open(search); i++)
        nearest_offer(search, as->symbols.items[i].name);
    if (as->options->gnu_strict)
        return;
    sfp_constants_offer(as->program->arch, place_text(type), place_length(type), search);
}

/* Offers types that have a constant of the name. */
static void offer_types(struct assembler *as, struct place name, struct place type, struct nearest *search)
{
    const size_t qualified = qualifier_length(name);

    nearest_init(search, &as->suggesting, place_text(type), place_length(type));
    if (constants_needed(as))
        sfp_constants_offer_types(&as->vendor.table, place_text(name) + qualified, place_length(name) - qualified,
                                  search);
}

/* Reports a name that is a constant of a vendor's type but too common to be used without the type. Returns whether
 * it reported. */
static bool report_common(struct assembler *as, struct place name)
{
    enum { MOST = 3 };
    const char *types[MOST];
    char text[256] = "";
    size_t length = 0;
    size_t count;

    if (as->options->gnu_strict || qualifier_length(name) > 0 || !constants_needed(as))
        return false;
    count = sfp_constants_types(&as->vendor.table, as->program->arch, place_text(name), place_length(name), types,
                                MOST);
    for (size_t i = 0; i < count && length < sizeof text; i++)
        length += (size_t)snprintf(text + length, sizeof text - length, "%s%s::%.*s", i == 0 ? "" : " or ", types[i],
                                   place_precision(name), place_text(name));
    if (count > 0)
        report_error(as, name, "'%.*s' is not defined; the vendor's constant is written %s", place_precision(name),
                     place_text(name), text);
    return count > 0;
}

bool register_in_lower_case(struct place name, char shown[static SHOWN_REGISTER])
{
    const size_t length = place_length(name);
    int64_t number;

    if (length == 0 || length >= SHOWN_REGISTER || (place_text(name)[0] != 'l' && place_text(name)[0] != 't'))
        return false;
    memcpy(shown, place_text(name), length);
    shown[0] = shown[0] == 'l' ? 'L' : 'T';
    shown[length] = '\0';
    return sfp_register_named(shown, length, &number) != '\0';
}

static void report_undefined(struct assembler *as, struct place name)
{
    const struct place type = last_of_qualifier(name);
    const int length = place_precision(name);
    const int qualified = (int)qualifier_length(name);
    const char *text = place_text(name);
    struct constant_hit hit;
    const enum constant_match match = symbol_constant(as, name, &hit);
    char shown[SHOWN_REGISTER];
    struct nearest search;

    if (match == CONSTANT_OTHER_ARCH && !as->options->gnu_strict) {
        report_error(as, name, "'%.*s' exists on %s only, and this is assembled for %s", length, text,
                     sfp_arch_name((enum sfp_arch)hit.hit->archs), sfp_arch_name(as->program->arch));
        return;
    }
    if (defined_below(as, name, defines_symbol)) {
        report_error(as, name, "'%.*s' is defined only below; a name must be defined before its use", length,
                     text);
        return;
    }
    if (match != CONSTANT_UNKNOWN && as->options->gnu_strict) {
        report_gnu(as, name, "GNU as has no named constants");
        return;
    }
    if (register_in_lower_case(name, shown)) {
        report_error(as, name, "'%.*s' is not defined; registers are written in upper case: %s", length, text, shown);
        return;
    }
    if (report_common(as, name))
        return;
    if (is_known_type(type)) {
        offer_names(as, name, type, &search);
        if (search.best)
            report_error(as, name, "'%.*s' is not defined; did you mean '%.*s%s'?", length, text, qualified, text,
                         search.best);
    } else {
        offer_types(as, name, type, &search);
        if (search.best)
            report_error(as, name, "'%.*s' is not defined; did you mean '%s::%.*s'?", length, text, search.best,
                         length - qualified, text + qualified);
    }
    if (!search.best)
        report_error(as, name, "'%.*s' is not defined", length, text);
}

static void report_ambiguous(struct assembler *as, struct place name)
{
    struct constant_hit hit;

    symbol_constant(as, name, &hit);
    report_error(as, name, "'%.*s' is ambiguous: %s::%s is %" PRId64 ", %s::%s is %" PRId64, place_precision(name),
                 place_text(name), hit.hit->type, hit.hit->name, hit.hit->value, hit.other->type, hit.other->name,
                 hit.other->value);
}

/* Reports a parameter without a value, once; its later uses give no error. */
static void report_parameter(struct assembler *as, struct place use)
{
    struct symbol *parameter = symbol_of_c(as, place_text(use), place_length(use));

    if (parameter && parameter->fault == FAULT_REPORTED)
        return;
    report_error(as, use, "'%.*s' is a parameter without a value: give it one with -D %.*s=VALUE, or a default where "
                 "it is declared", place_precision(use), place_text(use), place_precision(use), place_text(use));
    if (parameter)
        parameter->fault = FAULT_REPORTED;
}

/* Reports a shift distance out of range; in C the range depends on the value's type. */
static void report_shift(struct assembler *as, const struct value *value)
{
    if (value->type.bits)
        report_error(as, value->at, "a shift of a value of %d bits must be by 0..%d", value->type.bits,
                     value->type.bits - 1);
    else
        report_error(as, value->at, "a shift must be by 0..63");
}

bool value_check(struct assembler *as, const struct value *value)
{
    switch ((enum fault)value->fault) {
    case FAULT_NONE:
        return true;
    case FAULT_REPORTED:
        break;
    case FAULT_UNDEFINED:
        report_undefined(as, value->at);
        break;
    case FAULT_AMBIGUOUS:
        report_ambiguous(as, value->at);
        break;
    case FAULT_DIVIDE:
        report_error(as, value->at, "division by zero");
        break;
    case FAULT_SHIFT:
        report_shift(as, value);
        break;
    case FAULT_PARAMETER:
        report_parameter(as, value->at);
        break;
    case FAULT_UNSET:
        report_error(as, value->at, "'%.*s' has no value here", place_precision(value->at), place_text(value->at));
        break;
    }
    return false;
}
