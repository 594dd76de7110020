/*
 * What --print, --dst and --expect take: an option that is written again from its parts has the same ones, and what is
 * taken for a file's name is the start of the text. Input: the text, without bytes that a message would show as others.
 */
#include "fuzz.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "run/images.h"
#include "run/print.h"
#include "sfpu.h"

/* ---- --print ---- */

static void put_item(FILE *out, const struct print_item *item)
{
    char name[PRINT_NAME];

    print_item_name(item, name);
    fputs(name, out);
    if (item->kind == PRINT_LREG && item->last > item->first)
        fprintf(out, "-L%u", item->last);
    if (item->hex == PRINT_HEX_ALONE)
        fputs(":hex", out);
    else if (item->format != SFPU_ANY_FORMAT)
        fprintf(out, ":%s%s", sfpu_format_name(item->format), item->hex == PRINT_HEX_BESIDE ? "+hex" : "");
}

static void put_where(FILE *out, const struct print_option *o)
{
    static const char *const names[] = {[PRINT_END] = "end", [PRINT_CYCLE] = "cycle", [PRINT_INDEX] = "index",
                                        [PRINT_REGION] = "region", [PRINT_FINDING] = "finding"};

    if (o->where == PRINT_LINE) {
        fprintf(out, "@%s%s%" PRIu64, o->name ? o->name : "", o->name ? ":" : "", o->number);
        if (o->hit)
            fprintf(out, "#%" PRIu64, o->hit);
        return;
    }
    fprintf(out, "@%s", names[o->where]);
    if (o->where == PRINT_CYCLE || o->where == PRINT_INDEX)
        fprintf(out, "=%" PRIu64, o->number);
    else if (o->name)
        fprintf(out, "=%s", o->name);
}

static char *written(const struct print_option *o)
{
    char *text = NULL;
    size_t size;
    FILE *out = fuzz_memory(open_memstream(&text, &size));

    for (size_t i = 0; i < o->count; i++) {
        fputs(i ? "," : "", out);
        put_item(out, &o->items[i]);
    }
    put_where(out, o);
    fclose(out);
    return text;
}

static void check_again(const struct print_option *o)
{
    char *text = written(o), *error = NULL;
    struct print_option again;

    if (!print_option_parse(text, &again, &error))
        fuzz_fail("'%s' is '%s', which cannot be read: %s", o->text, text, error ? error : "no memory");
    if (again.count != o->count || memcmp(again.items, o->items, o->count * sizeof *o->items) != 0
        || again.where != o->where || again.number != o->number || again.hit != o->hit || !again.name != !o->name
        || (o->name && strcmp(again.name, o->name) != 0))
        fuzz_fail("'%s' is '%s', which is another one", o->text, text);
    print_option_free(&again);
    free(text);
}

static void check_print(const char *text)
{
    struct print_option o;
    char *error = NULL;

    if (!print_option_parse(text, &o, &error)) {
        fuzz_message(error);
        return;
    }
    check_again(&o);
    print_option_free(&o);
}

/* ---- --dst and --expect ---- */

/* Files whose names end so are there. */
static bool ends_in_e(const char *path)
{
    return *path && path[strlen(path) - 1] == 'e';
}

static void check_file(const char *text)
{
    enum { ROWS = 1024 };
    struct file_option o;
    char *error = NULL;

    if (!file_option_parse(text, ends_in_e, &o, &error)) {
        fuzz_message(error);
        return;
    }
    if (strncmp(text, o.path, strlen(o.path)) != 0 || o.row >= ROWS)
        fuzz_fail("'%s' is '%s' at row %u", text, o.path, o.row);
    if (ends_in_e(text) && (strcmp(text, o.path) != 0 || o.row || o.format))
        fuzz_fail("'%s', which is there, is '%s'", text, o.path);
    if (!o.row && !o.format && strcmp(text, o.path) != 0 && !strstr(text, "@0"))
        fuzz_fail("'%s' has lost its end: '%s'", text, o.path);
    file_option_free(&o);
}

int fuzz_options(const uint8_t *data, size_t size)
{
    char *text = fuzz_memory(malloc(size + 1));

    for (size_t i = 0; i < size; i++)
        text[i] = data[i] < ' ' ? ' ' : (char)data[i];
    text[size] = '\0';
    check_print(text);
    check_file(text);
    free(text);
    return 0;
}
