/*
 * Prints the playground's words as JSON, from the tables, at build time:
 *
 *     {"arches": [name, ...], "mnemonics": {mnemonic: description, ...}, "directives": {name: description, ...},
 *      "formats": {name: {"bytes", "numbers", "mantissa"}, ...}}
 */
#include <stdio.h>
#include <string.h>

#include "isa/arch.h"
#include "isa/isa.h"

/* Writes a JSON string. The tables' texts need no escapes except for these two characters. */
static void put_word_string(const char *text)
{
    putchar('"');
    for (; text && *text; text++) {
        if (*text == '"' || *text == '\\')
            putchar('\\');
        putchar(*text);
    }
    putchar('"');
}

static void put_word_pair(const char *name, const char *text)
{
    put_word_string(name);
    putchar(':');
    put_word_string(text);
}

static void put_mnemonics(void)
{
    const char *before = "";

    for (size_t i = 0; i < sfp_isa_rows; i++) {
        if (strcmp(sfp_isa[i].gnu, before) == 0) /* row of the same mnemonic for the other arch */
            continue;
        printf(i ? ",\n" : "\n");
        put_word_pair(sfp_isa[i].gnu, sfp_isa[i].what);
        before = sfp_isa[i].gnu;
    }
}

static void put_directives(void)
{
    static const struct {
        const char *name, *help;
    } directives[] = {
#define DIRECTIVE(name, token, kind, stands, raw, help) {name, help},
#include "directives.def"
    };

    for (size_t i = 0; i < sizeof directives / sizeof *directives; i++) {
        printf(i ? ",\n" : "\n");
        put_word_pair(directives[i].name, directives[i].help);
    }
}

static void put_formats(void)
{
    static const struct {
        const char *name, *numbers;
        unsigned bytes, mantissa;
    } formats[] = {
#define DST_FORMAT(name, enumerator, bytes, cells, numbers, mantissa, ...) {#name, #numbers, bytes, mantissa},
#include "formats.def"
    };

    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        printf("%s\n\"%s\":{\"bytes\":%u,\"numbers\":\"%s\",\"mantissa\":%u}", i ? "," : "", formats[i].name,
               formats[i].bytes, formats[i].numbers, formats[i].mantissa);
}

int main(void)
{
    printf("{\"arches\":[");
    for (size_t i = 0; i < SFP_ARCHES; i++)
        printf("%s\"%s\"", i ? "," : "", sfp_arches[i].name);
    printf("],\"mnemonics\":{");
    put_mnemonics();
    printf("},\"directives\":{");
    put_directives();
    printf("},\"formats\":{");
    put_formats();
    printf("}}\n");
    return 0;
}
