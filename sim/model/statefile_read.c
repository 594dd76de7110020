/* Reads the state from JSON text. */
#include "image.h"

#include "state_table.h"
#include "base/json_writer.h"
#include "base/terminal.h"

#include <jansson.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    HEX_PREFIX = 2,     /* "0x" */
    HEX_DIGITS_MAX = 8,
    SHOWN_MAX = 40,     /* characters of a value repeated in a message, at most */
};

/* LRegs that no instruction writes (sfpu-semantics(7), Registers). */
static const uint8_t constants[] = {SFP_LREG_0_8373, SFP_LREG_ZERO, SFP_LREG_ONE, SFP_LREG_LANE_ID};

struct reader {
    struct sfp_state *s;            /* being read */
    const struct sfp_state *before;
    unsigned entry;                 /* index in the family or stack being read, else 0 */
    char **error;
};

/* The reader's position in the tree: a member if `name` is set, else an element. */
struct path {
    const struct path *up;
    const char *name;
    size_t index;
};

/* Prints a member's name. The name of an unknown member may hold any characters. */
static void print_member_name(FILE *out, const char *name)
{
    shown_put(out, name, strnlen(name, SHOWN_MAX));
}

static void print_path(FILE *out, const struct path *at)
{
    if (!at)
        return;
    print_path(out, at->up);
    if (!at->name) {
        fprintf(out, "[%zu]", at->index);
        return;
    }
    fputs(at->up ? "." : "", out);
    print_member_name(out, at->name);
}

/* Sets the error to "PATH: text". Always returns false. */
__attribute__((format(printf, 3, 4)))
static bool fail_at_path(const struct reader *reader, const struct path *at, const char *format, ...)
{
    size_t size;
    char *text = NULL;
    FILE *out = open_memstream(&text, &size);
    va_list args;

    *reader->error = NULL;
    if (!out)
        return false;
    print_path(out, at);
    fputs(at ? ": " : "", out);
    va_start(args, format);
    vfprintf(out, format, args);
    va_end(args);
    if (fclose(out) == 0)
        *reader->error = text;
    else
        free(text);
    return false;
}

/* Fails with the value found in place of `expected`. */
static bool fail_found(const struct reader *reader, const struct path *at, const json_t *found, const char *expected)
{
    struct sfp_json json = {.ascii = true};
    char *text;
    bool cut;

    if (json_is_array(found))
        return fail_at_path(reader, at, "found an array of %zu, expected %s", json_array_size(found), expected);
    if (json_is_object(found))
        return fail_at_path(reader, at, "found an object, expected %s", expected);
    json_tree(&json, NULL, found);
    text = json_take(&json, NULL);
    cut = text && strlen(text) > SHOWN_MAX;
    fail_at_path(reader, at, "found %.*s%s, expected %s", SHOWN_MAX, text ? text : "something else", cut ? "..." : "",
                 expected);
    free(text);
    return false;
}

/* Returns the number for "0x" and one to eight digits, or -1 for other texts. */
static json_int_t parse_hex(const char *text)
{
    static const char digits[] = "0123456789abcdefABCDEF";
    size_t length = strlen(text);

    if (length <= HEX_PREFIX || length > HEX_PREFIX + HEX_DIGITS_MAX || text[0] != '0' ||
        (text[1] != 'x' && text[1] != 'X') || strspn(text + HEX_PREFIX, digits) != length - HEX_PREFIX)
        return -1;
    return (json_int_t)strtoul(text + HEX_PREFIX, NULL, 16);
}

static bool read_json_number(const struct reader *reader, const struct path *at, const json_t *found, uint32_t max,
                             uint32_t *number)
{
    json_int_t n = -1;
    char expected[80];

    if (json_is_integer(found))
        n = json_integer_value(found);
    else if (json_is_string(found))
        n = parse_hex(json_string_value(found));
    if (n >= 0 && n <= max) {
        *number = (uint32_t)n;
        return true;
    }
    snprintf(expected, sizeof expected, "a number from 0 to %u, or \"0x0\" to \"0x%x\"", (unsigned)max, (unsigned)max);
    return fail_found(reader, at, found, expected);
}

static bool expect_array(const struct reader *reader, const struct path *at, const json_t *found, size_t count)
{
    char expected[80];

    if (json_is_array(found) && json_array_size(found) == count)
        return true;
    snprintf(expected, sizeof expected, "an array of %zu", count);
    return fail_found(reader, at, found, expected);
}

static bool read_state_value(const struct reader *reader, const struct path *at, const json_t *found,
                             const struct sfp_value *v)
{
    uint32_t bits = 0;

    if (v->spelling == SFP_SPELL_BOOLEAN) {
        if (!json_is_boolean(found))
            return fail_found(reader, at, found, "true or false");
        bits = json_is_true(found);
    } else if (!read_json_number(reader, at, found, sfp_bits(UINT32_MAX, 0, v->width), &bits)) {
        return false;
    }
    if (!sfp_value_set(reader->s, v, reader->entry, bits))
        return fail_at_path(reader, at, "%s has no such field", sfp_arch_name(reader->s->arch));
    return true;
}

/* Reads one array of words. In an array over lanes one value may stand for all lanes. */
static bool read_word_row(const struct reader *reader, const struct path *at, const json_t *found,
                          const struct sfp_words *words, unsigned row)
{
    uint32_t *to = (uint32_t *)sfp_words_at(reader->s, words, row);
    bool single = words->lanes && !json_is_array(found);

    if (!single && !expect_array(reader, at, found, words->count))
        return false;
    for (unsigned i = 0; i < words->count; i++) {
        struct path element = {.up = at, .index = i};

        if (!read_json_number(reader, single ? at : &element, single ? found : json_array_get(found, i), words->max,
                              &to[i]))
            return false;
    }
    return true;
}

static bool read_state_words(const struct reader *reader, const struct path *at, const json_t *found,
                             const struct sfp_words *words)
{
    if (words->rows == 0)
        return read_word_row(reader, at, found, words, 0);
    if (!expect_array(reader, at, found, words->rows))
        return false;
    for (unsigned row = 0; row < words->rows; row++) {
        struct path element = {.up = at, .index = row};

        if (!read_word_row(reader, &element, json_array_get(found, row), words, row))
            return false;
    }
    return true;
}

static bool read_state_arch(const struct reader *reader, const struct path *at, const json_t *found)
{
    static const char names[] =
#define ARCH(id, name, ...) " or \"" name "\""
#include "arch.def"
#undef ARCH
        ;
    enum sfp_arch arch;

    if (!json_is_string(found) || !sfp_arch_parse(json_string_value(found), &arch))
        return fail_found(reader, at, found, names + strlen(" or "));
    if (arch != reader->s->arch)
        return fail_at_path(reader, at, "state of %s, but the machine is %s", sfp_arch_name(arch),
                            sfp_arch_name(reader->s->arch));
    return true;
}

static bool read_object(struct reader *reader, const struct path *at, json_t *found, const struct sfp_member *object);

/* Reads an array of objects. Object i goes to entry i % entries, so that later objects overwrite earlier ones. */
static bool read_objects(struct reader *reader, const struct path *at, json_t *found, const struct sfp_member *object,
                         unsigned entries)
{
    for (size_t i = 0; i < json_array_size(found); i++) {
        struct path element = {.up = at, .index = i};

        reader->entry = (unsigned)(i % entries);
        if (!read_object(reader, &element, json_array_get(found, i), object))
            return false;
    }
    reader->entry = 0;
    return true;
}

/* Reads the flag stack. An entry beyond the eighth has overwritten the first: the counter goes on, the slots wrap
 * (sfpu-semantics(7), Flag stack). */
static bool read_flag_stack(struct reader *reader, const struct path *at, json_t *found,
                            const struct sfp_member *object)
{
    if (!json_is_array(found) || json_array_size(found) >= SFP_STACK_COUNTER)
        return fail_found(reader, at, found, "an array of 0 to 15");
    memset(&reader->s->stack, 0, sizeof reader->s->stack);
    reader->s->stack_size = (uint8_t)json_array_size(found);
    return read_objects(reader, at, found, object, SFP_STACK_DEPTH);
}

static bool read_member(struct reader *reader, const struct path *at, json_t *found, const struct sfp_member *m)
{
    switch ((enum sfp_member_kind)m->kind) {
    case SFP_MEMBER_ARCH:
        return read_state_arch(reader, at, found);
    case SFP_MEMBER_VALUE:
        return read_state_value(reader, at, found, &m->value);
    case SFP_MEMBER_WORDS:
        return read_state_words(reader, at, found, &m->words);
    case SFP_MEMBER_OBJECT:
        return read_object(reader, at, found, m);
    case SFP_MEMBER_FAMILY:
        return expect_array(reader, at, found, m->entries) && read_objects(reader, at, found, m, m->entries);
    case SFP_MEMBER_STACK:
        return read_flag_stack(reader, at, found, m);
    case SFP_MEMBER_CYCLES:
    case SFP_MEMBER_HAZARDS:
        break;
    }
    return true;
}

static bool read_object(struct reader *reader, const struct path *at, json_t *found, const struct sfp_member *object)
{
    const char *name;
    json_t *child;

    if (!json_is_object(found))
        return fail_found(reader, at, found, "an object");
    json_object_foreach(found, name, child) {
        struct path element = {.up = at, .name = name};
        const struct sfp_member *m = sfp_member_next(object, object);

        while (m && strcmp(m->name, name) != 0)
            m = sfp_member_next(object, m);
        if (!m)
            return fail_at_path(reader, &element, "unknown member");
        if (!read_member(reader, &element, child, m))
            return false;
    }
    return true;
}

static bool check_constants(const struct reader *reader)
{
    for (size_t i = 0; i < sizeof constants; i++) {
        struct path member = {.name = "lreg"}, row = {.up = &member, .index = constants[i]};

        for (unsigned l = 0; l < SFP_LANES; l++) {
            struct path lane = {.up = &row, .index = l};
            uint32_t found = reader->s->lreg[constants[i]][l], constant = reader->before->lreg[constants[i]][l];

            if (found != constant)
                return fail_at_path(reader, &lane, "found 0x%08x, but L%u always holds 0x%08x", (unsigned)found,
                                    constants[i], (unsigned)constant);
        }
    }
    return true;
}

/* Returns bit i set if word i is not 0. */
static uint32_t nonzero_words(const uint32_t *words, unsigned count)
{
    uint32_t bits = 0;

    for (unsigned i = 0; i < count; i++)
        bits |= (uint32_t)(words[i] != 0) << i;
    return bits;
}

static bool read_state_tree(struct reader *reader, json_t *tree)
{
    if (!read_object(reader, NULL, tree, &sfp_state_members[SFP_STATE_TOP]) || !check_constants(reader))
        return false;
    if (json_object_get(tree, "replay"))
        reader->s->expanders.replay_recorded = nonzero_words(reader->s->expanders.replay, SFP_REPLAY_SLOTS);
    if (json_object_get(tree, "mop_cfg"))
        reader->s->expanders.mop_cfg_set = nonzero_words(reader->s->expanders.mop_cfg, SFP_MOP_CFGS);
    sfp_state_refresh(reader->s);
    return true;
}

bool sfp_statefile_read(const char *text, size_t size, struct sfp_state *s, char **error)
{
    struct sfp_state next = *s;
    struct reader reader = {.s = &next, .before = s, .error = error};
    json_error_t where;
    json_t *tree = json_loadb(text, size, JSON_REJECT_DUPLICATES | JSON_DECODE_ANY, &where);
    bool done;

    if (!tree) {
        shown_make(where.text, strlen(where.text));
        return fail_at_path(&reader, NULL, "line %d, column %d: %s", where.line, where.column, where.text);
    }
    done = read_state_tree(&reader, tree);
    json_decref(tree);
    if (done)
        *s = next;
    return done;
}
