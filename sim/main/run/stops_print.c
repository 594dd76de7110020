/* What is printed of a moment of a run. */
#include "stops_parts.h"

#include <inttypes.h>
#include <string.h>

#include "base/said.h"
#include "json_value.h"
#include "print_json.h"

enum { PLACE = 4096 };

static void put_heading(const struct stops *s, FILE *out, const struct print_values *v, const struct moment *at)
{
    const bool typed = v->item.kind == PRINT_LREG || v->item.kind == PRINT_ROWS || v->item.kind == PRINT_TILE;
    char name[PRINT_NAME], place[PLACE];

    print_item_name(&v->item, name);
    if (typed && v->item.hex == PRINT_HEX_ALONE)
        fprintf(out, "%s in hexadecimal ", name);
    else
        fprintf(out, "%s%s%s ", name, typed ? " as " : "", typed ? sfpu_format_name(v->item.format) : "");
    if (at->end)
        fputs(s->early ? "where the run was stopped" : "at the end", out);
    else if (at->index == SIZE_MAX || sfpu_place(s->m, at->index, place, sizeof place) != SFPU_OK)
        fputs("on the way", out);
    else
        fprintf(out, "at %s", place);
    if (at->finding)
        fprintf(out, " [%s]", at->finding);
    if (s->at.cycles || !at->end)
        fprintf(out, ", cycle %" PRIu64, at->cycle);
    fputs(":\n", out);
}

static json_t *place_of(const struct stops *s, const struct moment *at)
{
    char place[PLACE];

    if (at->index == SIZE_MAX || sfpu_place(s->m, at->index, place, sizeof place) != SFPU_OK)
        return json_null();
    return json_string(place);
}

static json_t *as_json(const struct stops *s, const struct print *p, const struct print_values *v,
                       const struct moment *at)
{
    const char *where = strchr(p->option->text, '@');
    char name[PRINT_NAME];
    json_t *object;

    print_item_name(&v->item, name);
    object = json_pack("{s:s, s:o, s:I, s:o, s:o, s:o}", "what", name, "where", tree_text(where ? where + 1 : "end"),
                       "cycle", (json_int_t)at->cycle, "index",
                       at->index == SIZE_MAX ? json_null() : json_integer((json_int_t)at->index), "place",
                       place_of(s, at), "finding", at->finding ? json_string(at->finding) : json_null());
    if (object && print_values_json(s->m, object, v))
        return object;
    json_decref(object);
    return NULL;
}

void stops_put(struct stops *s, struct print *p, const struct moment *at)
{
    p->reached = true;
    for (size_t i = 0; i < p->count; i++) {
        if (s->json) {
            s->failed |= json_array_append_new(s->json, as_json(s, p, &p->values[i], at)) != 0;
            continue;
        }
        put_heading(s, said_out(), &p->values[i], at);
        s->failed |= !print_values_text(s->m, said_out(), &p->values[i]);
    }
}

void stops_take(struct stops *s, struct print *p)
{
    for (size_t i = 0; i < p->count; i++)
        s->failed |= print_values_take(s->m, &p->values[i]) != SFPU_OK;
}

void stops_print(struct stops *s, struct print *p, const struct moment *at)
{
    stops_take(s, p);
    stops_put(s, p, at);
}
