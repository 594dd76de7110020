/* Short directives, and regions. */
#include "directive.h"

#include "assembly/encode.h"
#include "grammar.h"
#include "assembly/arguments.h"
#include "schedule/table.h"
#include "assembly/suggest.h"
#include "base/array.h"
#include "base/literal.h"
#include "base/terminal.h"
#include "base/word_bytes.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Makes the first name in the operands known as a symbol without a value, since the directive would have given it
 * one. */
static void fail_first(struct assembler *as, struct place operands)
{
    struct cursor c = cursor_of(place_text(operands), place_length(operands));
    const char *name;
    const size_t length = cursor_name(&c, &name);

    operands.begin += (uint32_t)(name - place_text(operands));
    operands.end = operands.begin + (uint32_t)length;
    if (length > 0)
        symbol_fail(as, operands);
}

void directive_unsupported(struct assembler *as, struct place name, struct place operands)
{
    report_error(as, name, "'%.*s' is not supported; %s", place_precision(name), place_text(name),
                 directive_instead(directive_kind(name)));
    if (directive_kind(name) == NO_LATE_VALUE)
        fail_first(as, operands);
}

/* Sets the arch that the source names at `name`; reports a contradiction. */
static void set_arch(struct assembler *as, struct place name, enum sfp_arch arch)
{
    struct sfp_program *program = as->program;

    if (program->arch_stated && arch != program->arch) {
        report_error(as, name, "this says %s, but %s was stated before it or by an option", sfp_arch_name(arch),
                     sfp_arch_name(program->arch));
    } else if (arch != program->arch && (program->count > 0 || as->schedules->count > 0)) {
        report_error(as, name, ".arch must stand before the first instruction, which was assembled for %s",
                     sfp_arch_name(program->arch));
    } else if (arch != program->arch && as->symbols.arch_asked) {
        report_error(as, name, ".arch must stand before names that depend on it, such as %s: they were read for %s",
                     sfp_arch_facts(program->arch)->macro, sfp_arch_name(program->arch));
    } else {
        if (arch != program->arch) {
            program->arch = arch;
            sfp_index_init(&as->index, arch);
            memset(as->facts, 0, OPCODES * sizeof *as->facts);
            as->changes++;
        }
        program->arch_stated = true;
    }
}

void directive_attribute(struct assembler *as, struct place operands)
{
    const char *text = place_text(operands);
    const char *open = memchr(text, '"', place_length(operands));
    const char *close = open ? memchr(open + 1, '"', (size_t)(text + place_length(operands) - open - 1)) : NULL;
    enum sfp_arch arch;
    const char *other;

    if (close && sfp_arch_of_isa(open + 1, (size_t)(close - open - 1), &arch, &other))
        set_arch(as, operands, arch);
}

void directive_arch(struct assembler *as, struct place name)
{
    char text[16] = "", names[SFP_ARCH_NAMES_SIZE];
    enum sfp_arch arch;

    if (place_length(name) < sizeof text)
        memcpy(text, place_text(name), place_length(name));
    if (sfp_arch_parse(text, &arch))
        set_arch(as, name, arch);
    else
        report_error(as, name, "'%.*s' is not an arch; write %s", place_precision(name), place_text(name),
                     sfp_arch_names(names));
}

void directive_init(struct assembler *as, struct place directive, struct place name)
{
    enum sfp_init init;

    if (report_gnu(as, directive, "GNU as has no '.init'"))
        return;
    if (!sfp_init_parse(place_text(name), place_length(name), &init)) {
        report_error(as, name, "expected %s, not '%.*s'", sfp_init_names(), place_precision(name), place_text(name));
    } else if (!as->program->init || as->frames.depths[FRAME_SOURCE] <= as->init_depth) {
        as->program->init = init;
        as->init_depth = as->frames.depths[FRAME_SOURCE];
    }
}

void directive_thread(struct assembler *as, struct place directive, struct place name)
{
    enum sfp_thread_id thread;

    if (as->stopped || report_gnu(as, directive, "GNU as has no '.thread'"))
        return;
    as->changes++; /* a block's next turn may begin in another thread */
    if (!sfp_thread_parse(place_text(name), place_length(name), &thread)) {
        report_error(as, name, "expected %s, not '%.*s'", sfp_thread_names(), place_precision(name), place_text(name));
    } else if (as->regions->depth > 0 && thread != as->threads.thread) {
        report_error(as, directive, "'.thread' cannot stand inside a region, whose words belong to one thread: end "
                     "'%.*s' first", place_precision(as->regions->name), place_text(as->regions->name));
    } else if (thread != as->threads.thread) {
        as->threads.thread = thread;
        if (as->hazards.automatic)
            hazards_refuse_start(as, directive);
    }
}

void directive_set(struct assembler *as, struct place name, const struct value *value, bool once)
{
    if (value_check(as, value))
        symbol_assign(as, name, value->number, once);
    else
        symbol_fail(as, name);
}

void directive_word(struct assembler *as, const struct value *value, struct place place)
{
    if (as->stopped || !value_check(as, value))
        return;
    if (value->number < INT32_MIN || value->number > UINT32_MAX)
        report_error(as, place, "%" PRId64 " does not fit in a word of 32 bits", value->number);
    else
        emit_word(as, (uint32_t)value->number, place);
}

uint32_t directive_data_word(struct assembler *as, uint32_t word, struct place place)
{
    const uint32_t gnu = sfp_unrotated(word);

    if (gnu_rules(as))
        return gnu;
    if (gnu != word && !as->told.data)
        report_warning(as, SFP_W_GNU_WORD, place, "GNU as makes Tensix word 0x%08" PRIx32 " of this: it rotates words "
                       "of .ttinsn, but not data", gnu);
    as->told.data |= gnu != word;
    return word;
}

void directive_data(struct assembler *as, const struct value *value, struct place place)
{
    if (as->stopped || !value_check(as, value))
        return;
    if (value->number < INT32_MIN || value->number > UINT32_MAX)
        report_error(as, place, "%" PRId64 " does not fit in a word of 32 bits", value->number);
    else
        emit_word(as, directive_data_word(as, (uint32_t)value->number, place), place);
}

int64_t directive_count(struct assembler *as, const struct value *value, struct place place)
{
    if (as->stopped || !value_check(as, value))
        return -1;
    if (value->number < 0)
        report_error(as, place, "%" PRId64 " is not a number of times", value->number);
    return value->number;
}

void directive_repeat(struct assembler *as, void *scanner, struct place opened, struct place body, struct place end,
                      int64_t count)
{
    if (count <= 0 || as->stopped)
        return;
    if (memmem(place_text(body), place_length(body), "\\+", 2))
        macro_count(as, scanner, opened, count, body, end);
    else
        input_repeat(as, scanner, opened, body, end, count);
}

void plain_text(struct place string, struct text *text)
{
    literal_string(place_text(string), place_length(string), text);
    shown_make(text->data, text->size);
    text_add_char(text, '\0');
}

void directive_message(struct assembler *as, struct place directive, struct place string)
{
    const int kind = directive_kind(directive);
    struct text text = {0};
    struct place place = directive;

    if (as->stopped)
        return;
    as->changes++; /* every turn of a block gives the message again */
    if (kind == MESSAGE_NONE) {
        directive_rest(as, directive, string);
    } else if (place_length(string) > 0) {
        plain_text(string, &text);
        place = string;
    }
    if (text.failed)
        report_no_memory(as);
    else if (text.data && kind == MESSAGE_ERROR)
        report_error(as, place, "%s", text.data);
    else if (kind == MESSAGE_ERROR || kind == MESSAGE_NONE)
        report_error(as, place, "'%.*s' is reached", place_precision(directive), place_text(directive));
    else if (kind == MESSAGE_WARNING)
        report_warning(as, SFP_W_USER, place, "%s", text.data ? text.data : "'.warning' is reached");
    else
        report_note(as, place, text.data ? text.data : "");
    text_free(&text);
}

void directive_rest(struct assembler *as, struct place directive, struct place rest)
{
    if (place_length(rest) > 0)
        report_error(as, rest, "nothing may follow '%.*s'", place_precision(directive), place_text(directive));
}

/* ---- Regions ---- */

/* Appends a region that begins here. Returns false without memory. */
static bool append_region(struct assembler *as, struct place name)
{
    struct sfp_program *program = as->program;
    char *copy;

    if (!array_room(&program->regions, program->region_count, &as->regions->capacity, sizeof *program->regions))
        return false;
    copy = strndup(place_text(name), place_length(name));
    if (!copy)
        return false;
    program->regions[program->region_count++] =
        (struct sfp_region){.name = copy, .first = program->count, .end = program->count};
    return true;
}

void region_begin(struct assembler *as, struct place directive, struct place name)
{
    if (as->stopped || report_gnu(as, directive, "GNU as has no '.region'"))
        return;
    if (as->regions->depth++ > 0) {
        report_error(as, directive, "regions do not nest, and '%.*s' is still open", place_precision(as->regions->name),
                     place_text(as->regions->name));
    } else if (!append_region(as, name)) {
        report_no_memory(as);
    } else {
        as->regions->directive = directive;
        as->regions->name = name;
        as->changes++; /* every turn of a block begins a new region, hence assembles differently */
    }
}

void region_begin_nameless(struct assembler *as, struct place directive)
{
    if (as->regions->depth++ > 0)
        return;
    as->regions->directive = directive;
    as->regions->name = directive;
    as->changes++; /* keeps the expansion around the directive, since later messages name it */
}

void region_end(struct assembler *as, struct place directive)
{
    struct sfp_program *program = as->program;
    struct sfp_region *last;

    if (as->stopped || report_gnu(as, directive, "GNU as has no '.endregion'"))
        return;
    if (as->regions->depth == 0) {
        report_error(as, directive, "'.endregion' without '.region'");
        return;
    }
    if (--as->regions->depth > 0 || as->errors > 0) /* after an error no region is kept */
        return;
    as->changes++;
    last = &program->regions[program->region_count - 1];
    last->end = program->count;
    if (last->first == last->end) { /* an empty region has nothing to measure */
        free(last->name);
        program->region_count--;
    }
}

void region_check_closed(struct assembler *as)
{
    if (as->regions->depth > 0 && !as->stopped)
        report_error(as, as->regions->directive, "this '.region' has no '.endregion'");
}
