/* Writes the state as JSON text. A container of single values takes one line, hence an LReg one line. */
#include "image.h"

#include "state_table.h"
#include "base/json_writer.h"

enum { DIGITS = 8 };

struct writer {
    struct sfp_json json;
    const struct sfp_state *s;
    const struct sfp_statefile_run *run; /* NULL: no run */
};

static void put_state_value(struct writer *writer, const char *name, const struct sfp_value *v, unsigned entry)
{
    const uint32_t bits = sfp_value_get(writer->s, v, entry);

    switch ((enum sfp_spelling)v->spelling) {
    case SFP_SPELL_HEX:
        json_hex(&writer->json, name, bits, DIGITS);
        break;
    case SFP_SPELL_BOOLEAN:
        json_bool(&writer->json, name, bits != 0);
        break;
    case SFP_SPELL_NUMBER:
        json_count(&writer->json, name, bits);
        break;
    }
}

static void put_word_row(struct writer *writer, const char *name, const struct sfp_words *words, unsigned row)
{
    const uint32_t *at = sfp_words_at(writer->s, words, row);

    json_list_on_line(&writer->json, name);
    for (unsigned i = 0; i < words->count; i++)
        json_hex(&writer->json, NULL, at[i], DIGITS);
    json_list_end(&writer->json);
}

static void put_state_words(struct writer *writer, const char *name, const struct sfp_words *words)
{
    if (words->rows == 0) {
        put_word_row(writer, name, words, 0);
        return;
    }
    json_list(&writer->json, name);
    for (unsigned row = 0; row < words->rows; row++)
        put_word_row(writer, NULL, words, row);
    json_list_end(&writer->json);
}

static void put_state_hazards(struct writer *writer, const char *name)
{
    struct sfp_json *j = &writer->json;

    json_list(j, name);
    for (size_t i = 0; i < writer->run->hazard_count; i++) {
        const struct sfp_statefile_hazard *h = &writer->run->hazards[i];

        json_begin_on_line(j, NULL);
        json_count(j, "cycle", h->cycle);
        json_count(j, "index", h->index);
        json_text(j, "by", h->scheduled ? "macro" : "issue");
        json_text(j, "kind", h->kind);
        json_text(j, "text", h->text);
        if (h->possible)
            json_bool(j, "possible", true);
        json_end(j);
    }
    json_list_end(j);
}

static void put_state_object(struct writer *writer, const char *name, const struct sfp_member *object, unsigned entry);

/* Writes an array of `count` objects. Object i shows entry i % entries. */
static void put_objects(struct writer *writer, const struct sfp_member *m, unsigned count, unsigned entries)
{
    json_list(&writer->json, m->name);
    for (unsigned i = 0; i < count; i++)
        put_state_object(writer, NULL, m, i % entries);
    json_list_end(&writer->json);
}

static void put_member(struct writer *writer, const struct sfp_member *m, unsigned entry)
{
    switch ((enum sfp_member_kind)m->kind) {
    case SFP_MEMBER_ARCH:
        json_text(&writer->json, m->name, sfp_arch_name(writer->s->arch));
        break;
    case SFP_MEMBER_VALUE:
        put_state_value(writer, m->name, &m->value, entry);
        break;
    case SFP_MEMBER_WORDS:
        put_state_words(writer, m->name, &m->words);
        break;
    case SFP_MEMBER_OBJECT:
        put_state_object(writer, m->name, m, entry);
        break;
    case SFP_MEMBER_FAMILY:
        put_objects(writer, m, m->entries, m->entries);
        break;
    case SFP_MEMBER_STACK:
        put_objects(writer, m, writer->s->stack_size, SFP_STACK_DEPTH);
        break;
    case SFP_MEMBER_CYCLES:
        json_count(&writer->json, m->name, writer->run->cycles);
        break;
    case SFP_MEMBER_HAZARDS:
        put_state_hazards(writer, m->name);
        break;
    }
}

static bool needs_run(const struct sfp_member *m)
{
    return m->kind == SFP_MEMBER_CYCLES || m->kind == SFP_MEMBER_HAZARDS;
}

static bool holds_containers(const struct sfp_member *object)
{
    for (const struct sfp_member *m = sfp_member_next(object, object); m; m = sfp_member_next(object, m))
        if (m->kind != SFP_MEMBER_ARCH && m->kind != SFP_MEMBER_VALUE && m->kind != SFP_MEMBER_CYCLES)
            return true;
    return false;
}

static void put_state_object(struct writer *writer, const char *name, const struct sfp_member *object, unsigned entry)
{
    if (holds_containers(object))
        json_begin(&writer->json, name);
    else
        json_begin_on_line(&writer->json, name);
    for (const struct sfp_member *m = sfp_member_next(object, object); m; m = sfp_member_next(object, m))
        if (writer->run || !needs_run(m))
            put_member(writer, m, entry);
    json_end(&writer->json);
}

char *sfp_statefile_write(const struct sfp_state *s, const struct sfp_statefile_run *run, size_t *size)
{
    struct writer writer = {.s = s, .run = run};

    put_state_object(&writer, NULL, &sfp_state_members[SFP_STATE_TOP], 0);
    return json_take(&writer.json, size);
}
