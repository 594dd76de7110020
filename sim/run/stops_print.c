/* Printing of one moment's values, as text or JSON. */
#include "stops_parts.h"

#include <inttypes.h>
#include <string.h>

#include "action/voice.h"

enum { PLACE = 4096 };

bool stops_has_slid(const struct print *p)
{
    return p->line && p->line != p->option->number;
}

static void put_print_heading(const struct stops *s, const struct print *p, const struct print_values *v,
                              const struct moment *at)
{
    const bool typed = v->item.kind == PRINT_LREG || v->item.kind == PRINT_ROWS || v->item.kind == PRINT_TILE;
    FILE *out = voice_out();
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
    if (stops_has_slid(p))
        fprintf(out, ", for line %" PRIu64, p->option->number);
    if (at->finding)
        fprintf(out, " [%s]", at->finding);
    if (s->at.cycles || !at->end)
        fprintf(out, ", cycle %" PRIu64, at->cycle);
    fputs(":\n", out);
}

static void put_json(struct stops *s, const struct print *p, const struct print_values *v, const struct moment *at)
{
    const char *where = strchr(p->option->text, '@');
    const bool placed = at->index != SIZE_MAX;
    char name[PRINT_NAME], place[PLACE];
    struct sfp_json *j = &s->json;

    print_item_name(&v->item, name);
    json_begin(j, NULL);
    json_text(j, "what", name);
    json_text(j, "where", where ? where + 1 : "end");
    json_count(j, "cycle", at->cycle);
    json_count_if(j, placed, "index", at->index);
    json_text_or_null(j, "place", placed && sfpu_place(s->m, at->index, place, sizeof place) == SFPU_OK ? place : NULL);
    json_bool(j, "slid", stops_has_slid(p));
    json_text_or_null(j, "finding", at->finding);
    print_values_json(j, s->m, v);
    json_end(j);
}

void stops_put(struct stops *s, struct print *p, const struct moment *at)
{
    p->reached = true;
    for (size_t i = 0; i < p->count; i++) {
        if (s->options->json) {
            put_json(s, p, &p->values[i], at);
            s->failed |= s->json.failed;
            continue;
        }
        put_print_heading(s, p, &p->values[i], at);
        s->failed |= !print_values_text(s->m, voice_out(), &p->values[i]);
    }
}

void stops_take(struct stops *s, struct print *p)
{
    for (size_t i = 0; i < p->count; i++) {
        s->failed |= print_values_take(s->m, &p->values[i]) != SFPU_OK;
        if (p->values[i].tree)
            *p->values[i].tree = s->tree;
    }
}

void stops_print(struct stops *s, struct print *p, const struct moment *at)
{
    stops_take(s, p);
    stops_put(s, p, at);
}
