/* What an assembly leaves: words, and where they came from. */
#include "program.h"

#include "origins.h"
#include "schedules.h"
#include "source.h"

#include <stdlib.h>

bool origins_where(const struct sfp_program *program, struct sfp_origin origin, struct sfp_where *where)
{
    struct position position;

    if (!source_locate(program->sources[origin.source], origin.offset, &position))
        return false;
    *where = (struct sfp_where){
        .file = position.file,
        .line = position.line,
        .column = position.column,
        .text = position.text,
        .length = position.length,
        .from_file = position.from_file,
        .from_line = position.from_line,
    };
    return true;
}

bool sfp_program_where(const struct sfp_program *program, size_t index, struct sfp_where *where)
{
    return origins_where(program, origins_at(&program->origins, index), where);
}

void sfp_program_free(struct sfp_program *program)
{
    for (size_t i = 0; i < program->source_count; i++)
        source_free(program->sources[i]);
    for (size_t i = 0; i < program->region_count; i++)
        free(program->regions[i].name);
    for (size_t i = 0; i < program->file_count; i++)
        free(program->files[i].name);
    for (size_t i = 0; i < program->schedule_count; i++)
        sfp_schedule_free(&program->schedules[i]);
    free(program->schedules);
    free(program->files);
    free(program->symbols);
    free(program->regions);
    free(program->sources);
    origins_free(&program->origins);
    free(program->words);
    *program = (struct sfp_program){0};
}
