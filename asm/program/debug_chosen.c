/* The debug table's member of words that instruction selection chose. */
#include "debug_parts.h"

#include <stdlib.h>
#include <string.h>

#include "base/fail.h"

void debug_write_chosen(struct sfp_json *j, const struct sfp_program *program)
{
    const struct sfp_chosen *chosen = &program->chosen;

    if (!chosen->profile)
        return;
    json_begin_on_line(j, "selected");
    json_text(j, "profile", chosen->profile);
    json_list(j, "words");
    for (size_t i = 0; i < chosen->count; i++) {
        json_list(j, NULL);
        json_count(j, NULL, chosen->ranges[i].first);
        json_count(j, NULL, chosen->ranges[i].end);
        json_list_end(j);
    }
    json_list_end(j);
    json_end(j);
}

bool debug_read_chosen(struct reading *r)
{
    const json_t *member = json_object_get(r->root, "selected"), *words = json_object_get(member, "words");
    const char *profile = json_string_value(json_object_get(member, "profile"));
    struct sfp_chosen *chosen = &r->program->chosen;
    json_int_t last = 0;
    json_t *entry;
    size_t i;

    if (!member)
        return true;
    chosen->profile = profile ? strdup(profile) : NULL;
    chosen->ranges = calloc(json_array_size(words) + 1, sizeof *chosen->ranges);
    if (profile && (!chosen->profile || !chosen->ranges))
        return debug_fail(r, NO_MEMORY);
    json_array_foreach(words, i, entry) {
        const json_int_t first = debug_number(json_array_get(entry, 0), r->program->count);
        const json_int_t end = debug_number(json_array_get(entry, 1), r->program->count);

        if (first < last || end <= first)
            return debug_fail(r, "malformed debug table: \"selected\", entry %zu", i);
        chosen->ranges[chosen->count++] = (struct sfp_word_range){(size_t)first, (size_t)end};
        last = end;
    }
    return (profile && chosen->count > 0) || debug_fail(r, "malformed debug table: \"selected\"");
}
