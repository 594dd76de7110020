/* Reports unknown names of instructions, directives and the like, with suggestions. */
#include "suggest.h"

#include "directive_table.h"
#include "grammar.h"
#include "macros.h"
#include "base/names.h"

#include <string.h>
#include <strings.h>

static void offer_macros(const struct assembler *as, struct nearest *search)
{
    for (size_t i = 0; i < as->macros->count && nearest_open(search); i++)
        if (as->macros->items[i])
            nearest_offer(search, as->macros->items[i]->name);
}

/* ---- Instructions ---- */

typedef const struct sfp_insn *lookup(const struct sfp_index *index, const char *name, size_t length);

/* Reports a name that names an instruction of another arch after the first `prefix` bytes. Returns whether it
 * reported. */
static bool report_other_arch(struct assembler *as, struct place name, size_t prefix, lookup *find)
{
    const enum sfp_arch arch = as->program->arch;
    struct sfp_index index;

    for (unsigned i = 0; i < SFP_ARCHES; i++) {
        sfp_index_init(&index, (enum sfp_arch)(1 << i));
        if (!find(&index, place_text(name) + prefix, place_length(name) - prefix))
            continue;
        report_error(as, name, "'%.*s' is an instruction of %s only, and this is assembled for %s",
                     place_precision(name), place_text(name), sfp_arches[i].name, sfp_arch_name(arch));
        return true;
    }
    return false;
}

static void offer_macro_form(struct assembler *as, struct place name, size_t prefix, struct nearest *search)
{
    nearest_init(search, &as->suggesting, place_text(name) + prefix, place_length(name) - prefix);
    for (size_t i = 0; i < as->index.count; i++)
        nearest_offer(search, as->index.rows[i]->macro);
}

static void offer_gnu_form(struct assembler *as, struct place name, struct nearest *search)
{
    nearest_init(search, &as->suggesting, place_text(name), place_length(name));
    for (size_t i = 0; i < as->index.count; i++)
        nearest_offer(search, as->index.rows[i]->gnu);
    offer_macros(as, search);
}

/* Returns the macro form's prefix that the name starts with, in any case, or NULL. */
static const char *prefix_of(const struct assembler *as, struct place name)
{
    static const char *const prefixes[] = {"TT_OP_", "TTI_", "TT_"};

    for (size_t i = 0; i < sizeof prefixes / sizeof prefixes[0] && !as->options->gnu_strict; i++)
        if (place_length(name) > strlen(prefixes[i]) &&
            strncasecmp(place_text(name), prefixes[i], strlen(prefixes[i])) == 0)
            return prefixes[i];
    return NULL;
}

/* Reports an unknown name, with the nearest name if one was found, after the first `length` bytes of `prefix`. */
static void report_unknown_name(struct assembler *as, struct place name, const char *prefix, size_t length,
                                const struct nearest *search)
{
    if (search->best)
        report_error(as, name, "unknown instruction '%.*s'; did you mean '%.*s%s'?", place_precision(name),
                     place_text(name), (int)length, prefix, search->best);
    else
        report_error(as, name, "unknown instruction '%.*s'", place_precision(name), place_text(name));
}

void report_unknown_gnu(struct assembler *as, struct place name, size_t count)
{
    const char *directive = directive_without_dot(place_text(name), place_length(name));
    const char *prefix = directive ? NULL : prefix_of(as, name);
    struct nearest search = {.best = directive};

    if (report_other_arch(as, name, 0, sfp_insn_by_gnu) || report_macro_below(as, name))
        return;
    if (prefix)
        offer_macro_form(as, name, strlen(prefix), &search);
    if (!search.best) {
        prefix = "";
        offer_gnu_form(as, name, &search);
    }
    if (!search.best && count == 0)
        report_error(as, name, "unknown instruction '%.*s'; a label would end in ':'", place_precision(name),
                     place_text(name));
    else
        report_unknown_name(as, name, prefix ? prefix : "", NEAREST_LONGEST, &search);
}

void report_unknown_macro(struct assembler *as, struct place name, size_t prefix)
{
    struct nearest search;

    if (report_other_arch(as, name, prefix, sfp_insn_by_macro))
        return;
    offer_macro_form(as, name, prefix, &search);
    report_unknown_name(as, name, place_text(name), prefix, &search);
}

/* ---- Directives, macros' arguments and schedules ---- */

void report_unknown_directive(struct assembler *as, struct place name)
{
    struct nearest search;

    if (report_macro_below(as, name))
        return;
    nearest_init(&search, &as->suggesting, place_text(name), place_length(name));
    for (size_t i = 0; directive_at(i); i++)
        if (directive_at(i)->token != TOK_UNSUPPORTED)
            nearest_offer(&search, directive_at(i)->name);
    offer_macros(as, &search);
    if (search.best)
        report_error(as, name, "unknown directive '%.*s'; did you mean '%s'?", place_precision(name),
                     place_text(name), search.best);
    else
        report_error(as, name, "unknown directive '%.*s'", place_precision(name), place_text(name));
}

void report_unknown_argument(struct assembler *as, const struct macro *macro, struct place place)
{
    const char *name = place_text(place);
    struct nearest search;

    nearest_init(&search, &as->suggesting, name, place_length(place));
    for (size_t i = 0; i < macro->count && nearest_open(&search); i++)
        nearest_offer(&search, macro->formals[i].name);
    if (search.best)
        report_error(as, place, "macro '%s' has no argument '%.*s'; did you mean '%s'?", macro->name,
                     place_precision(place), name, search.best);
    else
        report_error(as, place, "macro '%s' has no argument '%.*s'", macro->name, place_precision(place), name);
}

void offer_place(struct assembler *as, struct nearest *search, struct place name)
{
    const char *text = nearest_open(search) ? assembly_keep_name(as, place_text(name), place_length(name)) : NULL;

    if (text)
        nearest_offer(search, text);
}

void report_unknown_schedule(struct assembler *as, struct place name, const char *nearest)
{
    if (nearest)
        report_error(as, name, "no schedule is called '%.*s'; did you mean '%s'?", place_precision(name),
                     place_text(name), nearest);
    else
        report_error(as, name, "no schedule is called '%.*s'", place_precision(name), place_text(name));
}
