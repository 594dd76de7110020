/* Parsing of --print=WHAT[@WHERE]. */
#include "print.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "action/option_values.h"
#include "sfpu.h"
#include "base/fail.h"

enum {
    MOST_ROWS = 1024,
    TILE_ROWS = 64,
    WORD = 24, /* characters: more than a format's name */
};

static const char *const kinds[] = {[PRINT_FLAGS] = "flags", [PRINT_STACK] = "stack", [PRINT_MACRO] = "macro",
                                    [PRINT_RWC] = "rwc", [PRINT_CONFIG] = "config", [PRINT_LANES] = "lanes"};

/* Result of a parser: OTHER, the text is meant for another parser; TAKEN, parsed; WRONG, with a message in *error. */
enum found { OTHER, TAKEN, WRONG };

static enum found found_if_valid(bool ok)
{
    return ok ? TAKEN : WRONG;
}

/* The rest of the text, from the next character to parse. */
struct piece {
    const char *at, *end;
};

static bool take_print_word(struct piece *p, const char *word)
{
    const size_t length = strlen(word);

    if ((size_t)(p->end - p->at) < length || memcmp(p->at, word, length) != 0)
        return false;
    p->at += length;
    return true;
}

/* Reads a decimal number, up to `most`. Returns false without one or if the number is larger. */
static bool take_print_number(struct piece *p, uint64_t most, uint64_t *number)
{
    const char *start = p->at;

    *number = 0;
    while (p->at < p->end && isdigit((unsigned char)*p->at)) {
        const unsigned digit = (unsigned)(*p->at++ - '0');

        if (*number > (most - digit) / 10)
            return false;
        *number = 10 * *number + digit;
    }
    return p->at > start;
}

/* Reads "A" or "A-B", up to `most`, into the item's range. */
static bool take_print_range(struct piece *p, unsigned most, struct print_item *item)
{
    uint64_t first, last;

    if (!take_print_number(p, most, &first))
        return false;
    last = first;
    if (take_print_word(p, "-") && !take_print_number(p, most, &last))
        return false;
    item->first = (unsigned)first;
    item->last = (unsigned)last;
    return first <= last;
}

/* ---- WHAT ---- */

static bool is_register_format(int format)
{
    return sfpu_format_bytes(format) == sizeof(uint32_t);
}

/* Parses the text after the colon: a format, "hex", or "FORMAT+hex". */
static bool parse_format(const struct piece *p, struct print_item *item, char **error)
{
    const int length = (int)(p->end - p->at);
    const char *plus = memchr(p->at, '+', (size_t)length);
    const struct piece more = {plus ? plus + 1 : p->end, p->end};
    char word[WORD];

    snprintf(word, sizeof word, "%.*s", (int)((plus ? plus : p->end) - p->at), p->at);
    if (plus && ((size_t)(more.end - more.at) != strlen("hex") || memcmp(more.at, "hex", strlen("hex")) != 0))
        return fail_with(error, "'%.*s' after the format; expected hex", (int)(more.end - more.at), more.at);
    item->hex = plus ? PRINT_HEX_BESIDE : PRINT_NO_HEX;
    if (!plus && strcmp(word, "hex") == 0) {
        item->hex = PRINT_HEX_ALONE;
        return true;
    }
    item->format = sfpu_format_named(word);
    if (item->kind == PRINT_LREG && !is_register_format(item->format))
        return fail_with(error, "registers are printed as %s or hex, not '%.*s'", wide_format_names + strlen(", "),
                         length, p->at);
    return item->format >= 0 || fail_with(error, "'%.*s' is not a format", length, p->at);
}

/* Parses rows or a tile of Dst. */
static enum found parse_cells(struct piece *p, struct print_item *item, char **error)
{
    const struct piece all = *p;
    uint64_t tile = 0;

    if (!take_print_word(p, "dst:"))
        return OTHER;
    *item = (struct print_item){.kind = PRINT_ROWS};
    if (!take_print_word(p, "tile"))
        return found_if_valid(take_print_range(p, MOST_ROWS - 1, item)
                              || fail_with(error, "'%.*s' are not rows of Dst: A or A-B, up to %d",
                                           (int)(all.end - all.at), all.at, MOST_ROWS - 1));
    item->kind = PRINT_TILE;
    if (p->at < p->end && *p->at != ':' && !take_print_number(p, MOST_ROWS / TILE_ROWS - 1, &tile))
        return found_if_valid(fail_with(error, "'%.*s' is not a tile of Dst: tile0 to tile%d", (int)(all.end - all.at),
                                        all.at, MOST_ROWS / TILE_ROWS - 1));
    item->first = item->last = (unsigned)tile;
    return TAKEN;
}

/* Parses "L0" or "L0-L3". */
static enum found parse_registers(struct piece *p, struct print_item *item, char **error)
{
    const struct piece all = *p;
    uint64_t first, last;

    if (!take_print_word(p, "L") || !take_print_number(p, SFPU_LREGS - 1, &first))
        return OTHER;
    last = first;
    if (take_print_word(p, "-") && (!take_print_word(p, "L") || !take_print_number(p, SFPU_LREGS - 1, &last)
                                    || last < first))
        return found_if_valid(fail_with(error, "'%.*s' is not a range of registers", (int)(all.end - all.at), all.at));
    *item = (struct print_item){.kind = PRINT_LREG, .first = (unsigned)first, .last = (unsigned)last};
    return TAKEN;
}

/* Parses the kinds of items that have no format. */
static enum found parse_kind(struct piece *p, struct print_item *item)
{
    for (int kind = PRINT_FLAGS; kind <= PRINT_LANES; kind++) {
        if (!take_print_word(p, kinds[kind]))
            continue;
        *item = (struct print_item){.kind = (enum print_kind)kind};
        return TAKEN;
    }
    return OTHER;
}

static bool parse_item(struct piece p, struct print_item *item, char **error)
{
    const struct piece all = p;
    enum found found = parse_kind(&p, item);
    const bool takes_format = found != TAKEN;

    if (found == OTHER)
        found = parse_cells(&p, item, error);
    if (found == OTHER)
        found = parse_registers(&p, item, error);
    if (found == WRONG)
        return false;
    if (found == OTHER)
        return fail_with(error, "'%.*s' is none of L0 to L%d, flags, lanes, stack, rwc, macro, config, dst:ROWS and "
                         "dst:tile",
                         (int)(all.end - all.at), all.at, SFPU_LREGS - 1);
    if (p.at == p.end)
        return true;
    if (!takes_format || !take_print_word(&p, ":"))
        return fail_with(error, "unexpected '%.*s' after '%.*s'", (int)(p.end - p.at), p.at, (int)(p.at - all.at),
                         all.at);
    return parse_format(&p, item, error);
}

static size_t count_items(struct piece p)
{
    size_t count = 1;

    for (; p.at < p.end; p.at++)
        count += *p.at == ',';
    return count;
}

/* Parses items separated by commas. */
static bool parse_items(struct piece all, struct print_option *o, char **error)
{
    struct piece p = all;

    o->items = calloc(count_items(all), sizeof *o->items);
    if (!o->items)
        return false;
    for (;;) {
        const char *comma = memchr(p.at, ',', (size_t)(all.end - p.at));

        p.end = comma ? comma : all.end;
        if (!parse_item(p, &o->items[o->count++], error))
            return false;
        if (!comma)
            return true;
        p.at = comma + 1;
    }
}

/* ---- WHERE ---- */

static bool parse_whole_number(const char *text, uint64_t *number)
{
    struct piece p = {text, text + strlen(text)};

    return take_print_number(&p, INT64_MAX, number) && p.at == p.end;
}

/* Parses a "#N" after a line, and cuts it off. A file's name before the last colon may contain a # too. */
static bool parse_hit(char *text, struct print_option *o, char **error)
{
    char *hash = strrchr(text, '#'), *colon = strrchr(text, ':');

    if (!hash || hash < colon)
        return true;
    *hash = '\0';
    if (!parse_whole_number(hash + 1, &o->hit))
        return fail_with(error, "'#%s' is not a hit: #N, from 1 up", hash + 1);
    return o->hit || fail_with(error, "hits count from 1");
}

/* Parses LINE or FILE:LINE, each with or without a hit. Cuts the text at the colon. */
static bool parse_place_line(char *text, struct print_option *o, char **error)
{
    char *colon;

    o->where = PRINT_LINE;
    if (!parse_hit(text, o, error))
        return false;
    colon = strrchr(text, ':');
    if (parse_whole_number(text, &o->number))
        return o->number || fail_with(error, "lines count from 1");
    if (!colon || colon == text || !parse_whole_number(colon + 1, &o->number) || !o->number)
        return fail_with(error, "'%s' is not a place: [FILE:]LINE[#N], cycle=N, index=N, region[=NAME], finding[=NAME] "
                         "or end", text);
    *colon = '\0';
    o->name = text;
    return true;
}

/* Parses "NAME=N". */
static enum found parse_counted(const char *text, const char *name, enum print_where where, struct print_option *o,
                                char **error)
{
    const size_t length = strlen(name);

    if (strncmp(text, name, length) != 0 || text[length] != '=')
        return OTHER;
    o->where = where;
    return found_if_valid(parse_whole_number(text + length + 1, &o->number)
                          || fail_with(error, "%s: '%s' is not a number from 0 up", name, text + length + 1));
}

/* Parses "NAME", which means any, or "NAME=ONE". */
static enum found parse_named(const char *text, const char *name, enum print_where where, struct print_option *o,
                              char **error)
{
    const size_t length = strlen(name);

    if (strncmp(text, name, length) != 0 || (text[length] && text[length] != '='))
        return OTHER;
    o->where = where;
    o->name = text[length] ? text + length + 1 : NULL;
    return found_if_valid(!o->name || (*o->name && (where != PRINT_FINDING || sfpu_finding_named(o->name)))
                          || fail_with(error, "there is no %s '%s'", name, o->name));
}

static bool parse_where(char *text, struct print_option *o, char **error)
{
    enum found found = strcmp(text, "end") == 0 ? TAKEN : OTHER;

    if (found == OTHER)
        found = parse_counted(text, "cycle", PRINT_CYCLE, o, error);
    if (found == OTHER)
        found = parse_counted(text, "index", PRINT_INDEX, o, error);
    if (found == OTHER)
        found = parse_named(text, "region", PRINT_REGION, o, error);
    if (found == OTHER)
        found = parse_named(text, "finding", PRINT_FINDING, o, error);
    return found == OTHER ? parse_place_line(text, o, error) : found == TAKEN;
}

/* ---- The whole option ---- */

static bool parse_print_option(struct print_option *o, char **error)
{
    const char *at = strchr(o->text, '@');

    if (!parse_items((struct piece){o->text, at ? at : o->text + strlen(o->text)}, o, error))
        return false;
    if (!at)
        return true;
    o->own = strdup(at + 1);
    return o->own && parse_where(o->own, o, error);
}

bool print_option_parse(const char *text, struct print_option *option, char **error)
{
    *option = (struct print_option){.text = strdup(text)};
    *error = NULL;
    if (option->text && parse_print_option(option, error))
        return true;
    print_option_free(option);
    return false;
}

void print_option_free(struct print_option *option)
{
    free(option->text);
    free(option->items);
    free(option->own);
    *option = (struct print_option){0};
}

void print_item_name(const struct print_item *item, char name[PRINT_NAME])
{
    switch (item->kind) {
    case PRINT_LREG:
        snprintf(name, PRINT_NAME, "L%u", item->first);
        return;
    case PRINT_ROWS:
        if (item->first == item->last)
            snprintf(name, PRINT_NAME, "dst:%u", item->first);
        else
            snprintf(name, PRINT_NAME, "dst:%u-%u", item->first, item->last);
        return;
    case PRINT_TILE:
        snprintf(name, PRINT_NAME, "dst:tile%u", item->first);
        return;
    case PRINT_FLAGS:
    case PRINT_STACK:
    case PRINT_MACRO:
    case PRINT_RWC:
    case PRINT_CONFIG:
    case PRINT_LANES:
        snprintf(name, PRINT_NAME, "%s", kinds[item->kind]);
    }
}
