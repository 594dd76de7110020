/* The state as JSON text. */
#include "image.h"

#include "statefile_parts.h"
#include "util/json.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { INDENT = 2 };

struct writer {
    struct json_tree json;
    const struct sfp_state *s;
    const struct sfp_statefile_run *run; /* NULL: none */
};

static json_t *hex(uint32_t bits)
{
    return json_sprintf("0x%08" PRIx32, bits);
}

static json_t *value(const struct writer *w, const struct sfp_value *v, unsigned entry)
{
    uint32_t bits = sfp_value_get(w->s, v, entry);

    switch ((enum sfp_spelling)v->spelling) {
    case SFP_SPELL_HEX:
        return hex(bits);
    case SFP_SPELL_BOOLEAN:
        return json_boolean(bits != 0);
    case SFP_SPELL_NUMBER:
        break;
    }
    return json_integer(bits);
}

static json_t *word_row(struct writer *w, const struct sfp_words *words, unsigned row)
{
    const void *start = (const char *)w->s + sfp_words_offset(words, row);
    const uint32_t *at = start;
    json_t *array = json_array();

    for (unsigned i = 0; i < words->count; i++)
        tree_append(&w->json, array, hex(at[i]));
    return array;
}

static json_t *word_array(struct writer *w, const struct sfp_words *words)
{
    json_t *array;

    if (words->rows == 0)
        return word_row(w, words, 0);
    array = json_array();
    for (unsigned row = 0; row < words->rows; row++)
        tree_append(&w->json, array, word_row(w, words, row));
    return array;
}

static json_t *hazards(struct writer *w)
{
    json_t *array = json_array();

    for (size_t i = 0; i < w->run->hazard_count; i++) {
        const struct sfp_statefile_hazard *h = &w->run->hazards[i];
        json_t *hazard = json_object();

        tree_set(&w->json, hazard, "cycle", json_integer((json_int_t)h->cycle));
        tree_set(&w->json, hazard, "index", json_integer((json_int_t)h->index));
        tree_set(&w->json, hazard, "by", json_string(h->scheduled ? "macro" : "issue"));
        tree_set(&w->json, hazard, "kind", json_string(h->kind));
        tree_set(&w->json, hazard, "text", json_string(h->text));
        if (h->possible)
            tree_set(&w->json, hazard, "possible", json_true());
        tree_append(&w->json, array, hazard);
    }
    return array;
}

static json_t *object(struct writer *w, const struct sfp_member *members, unsigned entry);

/* An array of `count` objects; `entries` of them are distinct. */
static json_t *objects(struct writer *w, const struct sfp_member *members, unsigned count, unsigned entries)
{
    json_t *array = json_array();

    for (unsigned i = 0; i < count; i++)
        tree_append(&w->json, array, object(w, members, i % entries));
    return array;
}

static json_t *member(struct writer *w, const struct sfp_member *m, unsigned entry)
{
    switch ((enum sfp_member_kind)m->kind) {
    case SFP_MEMBER_ARCH:
        return json_string(sfp_arch_name(w->s->arch));
    case SFP_MEMBER_VALUE:
        return value(w, &m->value, entry);
    case SFP_MEMBER_WORDS:
        return word_array(w, &m->words);
    case SFP_MEMBER_OBJECT:
        return object(w, m->members, entry);
    case SFP_MEMBER_FAMILY:
        return objects(w, m->members, m->entries, m->entries);
    case SFP_MEMBER_STACK:
        return objects(w, m->members, w->s->stack_size, SFP_STACK_DEPTH);
    case SFP_MEMBER_CYCLES:
        return json_integer((json_int_t)w->run->cycles);
    case SFP_MEMBER_HAZARDS:
        return hazards(w);
    }
    return NULL;
}

static bool needs_run(const struct sfp_member *m)
{
    return m->kind == SFP_MEMBER_CYCLES || m->kind == SFP_MEMBER_HAZARDS;
}

static json_t *object(struct writer *w, const struct sfp_member *members, unsigned entry)
{
    json_t *tree = json_object();

    for (const struct sfp_member *m = members; m->name; m++) {
        if (w->run || !needs_run(m))
            tree_set(&w->json, tree, m->name, member(w, m, entry));
    }
    return tree;
}

static bool is_container(const json_t *tree)
{
    return json_is_array(tree) || json_is_object(tree);
}

/* Does a container hold nothing but single values? */
static bool is_flat(json_t *tree)
{
    const char *key;
    json_t *child;
    size_t i;

    json_array_foreach(tree, i, child) {
        if (is_container(child))
            return false;
    }
    json_object_foreach(tree, key, child) {
        if (is_container(child))
            return false;
    }
    return true;
}

static void new_line(FILE *out, int depth)
{
    fprintf(out, "\n%*s", depth * INDENT, "");
}

/* Flat containers on a line, so that an LReg is a line; jansson would give every lane its own. */
static bool render(FILE *out, json_t *tree, int depth)
{
    const char *key;
    json_t *child;
    size_t i, count = 0;
    bool done = true;

    if (is_flat(tree))
        return json_dumpf(tree, out, JSON_ENCODE_ANY) == 0;
    fputc(json_is_array(tree) ? '[' : '{', out);
    json_array_foreach(tree, i, child) {
        fputs(count++ ? "," : "", out);
        new_line(out, depth + 1);
        done = render(out, child, depth + 1) && done;
    }
    json_object_foreach(tree, key, child) {
        fputs(count++ ? "," : "", out);
        new_line(out, depth + 1);
        fprintf(out, "\"%s\": ", key);
        done = render(out, child, depth + 1) && done;
    }
    new_line(out, depth);
    fputc(json_is_array(tree) ? ']' : '}', out);
    return done;
}

/* The tree as text, or NULL. */
static char *text_of(json_t *tree, size_t *size)
{
    char *text = NULL;
    FILE *out = open_memstream(&text, size);
    bool done;

    if (!out)
        return NULL;
    done = render(out, tree, 0);
    fputc('\n', out);
    done = !ferror(out) && done;
    if (fclose(out) == 0 && done)
        return text;
    free(text);
    return NULL;
}

char *sfp_statefile_write(const struct sfp_state *s, const struct sfp_statefile_run *run, size_t *size)
{
    struct writer w = {.s = s, .run = run};
    json_t *tree = object(&w, sfp_state_members, 0);
    char *text = w.json.failed ? NULL : text_of(tree, size);

    json_decref(tree);
    return text;
}
