/* Sections of a compiler's output: sections with code give words, the others are skipped. */
#include "directive.h"

#include "base/array.h"

#include <stdlib.h>
#include <string.h>

/* Returns the first operand of a directive, a section's name. It can contain more characters than a symbol's name. */
static struct place cut_section_name(struct place operands)
{
    const char *text = place_text(operands);
    size_t length = 0;

    while (length < place_length(operands) && !strchr(", \t", text[length]))
        length++;
    operands.end = operands.begin + (uint32_t)length;
    return operands;
}

static bool is_text_name(struct place name)
{
    const char *text = place_text(name);
    const size_t length = place_length(name);

    return (length == 5 && memcmp(text, ".text", 5) == 0) || (length > 6 && memcmp(text, ".text.", 6) == 0);
}

/* Do the section's flags, the first string of the operands, contain x (code)? */
static bool is_executable(struct place operands)
{
    const char *begin = memchr(place_text(operands), '"', place_length(operands));
    const char *end = begin ? memchr(begin + 1, '"', place_length(operands) - 1 - (size_t)(begin - place_text(operands)))
                            : NULL;

    return end && memchr(begin, 'x', (size_t)(end - begin));
}

/* Makes a section current. Notes the first skipping of each name. */
static void enter_section(struct assembler *as, struct place directive, struct place name, bool skipped)
{
    struct sections *sections = as->sections;
    const char *kept;
    char text[300];
    size_t index;

    sections->skipped_before = sections->skipped;
    sections->skipped = skipped;
    as->scan.skipping = as->scan.section_skipped = skipped;
    as->scan.block_line_start = true;
    if (!skipped || names_find(&sections->told, place_text(name), place_length(name), &index))
        return;
    kept = assembly_keep_name(as, place_text(name), place_length(name));
    if (!kept || !names_add(&sections->told, kept, place_length(name), 0)) {
        report_no_memory(as);
        return;
    }
    snprintf(text, sizeof text, "section '%.*s' holds no code and is skipped", place_precision(name), place_text(name));
    report_note(as, directive, text);
}

static void push_section(struct assembler *as)
{
    struct sections *s = as->sections;

    for (int i = 0; i < 2; i++) {
        if (!array_room(&s->pushed, s->pushed_count, &s->pushed_capacity, sizeof *s->pushed)) {
            report_no_memory(as);
            return;
        }
        s->pushed[s->pushed_count++] = i == 0 ? s->skipped_before : s->skipped;
    }
}

static void pop_section(struct assembler *as, struct place directive)
{
    struct sections *s = as->sections;

    if (s->pushed_count < 2) {
        report_error(as, directive, "'.popsection' without '.pushsection'");
        return;
    }
    s->skipped = s->pushed[--s->pushed_count];
    s->skipped_before = s->pushed[--s->pushed_count];
    as->scan.skipping = as->scan.section_skipped = s->skipped;
    as->scan.block_line_start = true;
}

/* Handles a section directive in a compiler's output. */
static void compiled_section(struct assembler *as, struct place directive, struct place operands)
{
    switch (directive_kind(directive)) {
    case SECTION_TEXT:
        enter_section(as, directive, directive, false);
        break;
    case SECTION_DATA:
        enter_section(as, directive, directive, true);
        break;
    case SECTION_PREVIOUS:
        enter_section(as, directive, directive, as->sections->skipped_before);
        break;
    case SECTION_POP:
        pop_section(as, directive);
        break;
    case SECTION_SUB:
        enter_section(as, directive, directive, as->sections->skipped);
        break;
    case SECTION_PUSH:
        push_section(as);
        /* fall through */
    default:
        enter_section(as, directive, cut_section_name(operands),
                      !is_text_name(cut_section_name(operands)) && !is_executable(operands));
    }
}

void directive_section(struct assembler *as, struct place directive, struct place operands)
{
    if (as->stopped)
        return;
    if (gnu_compiled(as))
        compiled_section(as, directive, operands);
    else if (directive_kind(directive) == SECTION_NAMED && !is_text_name(cut_section_name(operands)))
        report_error(as, directive, "'%.*s' is supported only for '.text'; a program has one section, of words",
                     place_precision(directive), place_text(directive));
    else if (directive_kind(directive) != SECTION_NAMED && directive_kind(directive) != SECTION_TEXT)
        report_error(as, directive, "'%.*s' is not supported; a program has one section, of words",
                     place_precision(directive), place_text(directive));
}

void sections_end(struct assembler *as)
{
    if (as->scan.section_skipped)
        as->scan.skipping = as->scan.section_skipped = false;
    as->sections->skipped = as->sections->skipped_before = false;
    as->sections->pushed_count = 0;
}

void sections_free(struct assembler *as)
{
    free(as->sections->pushed);
    names_free(&as->sections->told);
}
