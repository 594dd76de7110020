/* Named stretches of the program: .region and .endregion. */
#include "directive.h"

#include "util/array.h"

#include <stdlib.h>
#include <string.h>

/* Appends a region that begins here. False if memory ran out. */
static bool add(struct assembler *as, struct place name)
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
    } else if (!add(as, name)) {
        report_no_memory(as);
    } else {
        as->regions->directive = directive;
        as->regions->name = name;
        as->changes++; /* a repeated block is another region each time */
    }
}

void region_begin_nameless(struct assembler *as, struct place directive)
{
    if (as->regions->depth++ > 0)
        return;
    as->regions->directive = directive;
    as->regions->name = directive;
    as->changes++; /* keeps the expansion that this may stand in: later messages name it */
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
    if (--as->regions->depth > 0 || as->errors > 0) /* after an error nothing is kept */
        return;
    as->changes++;
    last = &program->regions[program->region_count - 1];
    last->end = program->count;
    if (last->first == last->end) { /* nothing to measure */
        free(last->name);
        program->region_count--;
    }
}

void region_check_closed(struct assembler *as)
{
    if (as->regions->depth > 0 && !as->stopped)
        report_error(as, as->regions->directive, "this '.region' has no '.endregion'");
}
