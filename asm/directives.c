/* Directives. */
#include "assembler.h"

#include "grammar.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* In order of name, for bsearch. Section directives change nothing here: there is one section. */
static const struct directive {
    const char *name;
    int token;
} directives[] = {
    {".arch", TOK_ARCH},     {".endr", TOK_ENDR},     {".endregion", TOK_ENDREGION}, {".equ", TOK_SET},
    {".global", TOK_IGNORED}, {".globl", TOK_IGNORED}, {".long", TOK_WORD},          {".region", TOK_REGION},
    {".rept", TOK_REPT},     {".set", TOK_SET},       {".text", TOK_IGNORED},        {".ttinsn", TOK_TTINSN},
    {".word", TOK_WORD},
};

struct key {
    const char *name;
    size_t length;
};

static int match(const void *k, const void *entry)
{
    const struct key *key = k;
    const char *name = ((const struct directive *)entry)->name;
    const int order = strncasecmp(key->name, name, key->length);

    return order != 0 ? order : name[key->length] == '\0' ? 0 : -1;
}

int directive_token(const char *name, size_t length)
{
    const struct key key = {name, length};
    const struct directive *hit =
        bsearch(&key, directives, sizeof directives / sizeof directives[0], sizeof directives[0], match);

    return hit ? hit->token : 0;
}

void directive_unknown(struct assembler *as, struct place name)
{
    struct nearest search;

    nearest_init(&search, place_text(name), place_length(name));
    for (size_t i = 0; i < sizeof directives / sizeof directives[0]; i++)
        nearest_offer(&search, directives[i].name);
    if (search.best)
        report_error(as, name, "unknown directive '%.*s'; did you mean '%s'?", place_precision(name),
                     place_text(name), search.best);
    else
        report_error(as, name, "unknown directive '%.*s'", place_precision(name), place_text(name));
}

void directive_arch(struct assembler *as, struct place name)
{
    struct sfp_program *program = as->program;
    char text[16];
    enum sfp_arch arch;

    snprintf(text, sizeof text, "%.*s", place_precision(name), place_text(name));
    if (place_length(name) >= sizeof text || !sfp_arch_parse(text, &arch)) {
        report_error(as, name, "'%.*s' is no arch; it is wormhole (wh) or blackhole (bh)", place_precision(name),
                     place_text(name));
    } else if (program->arch_stated && arch != program->arch) {
        report_error(as, name, "this says %s, and %s was stated before it or by an option", sfp_arch_name(arch),
                     sfp_arch_name(program->arch));
    } else if (arch != program->arch && program->count > 0) {
        report_error(as, name, ".arch must stand before the first instruction, which was assembled for %s",
                     sfp_arch_name(program->arch));
    } else {
        if (arch != program->arch) {
            program->arch = arch;
            sfp_index_init(&as->index, arch);
            as->changes++;
        }
        program->arch_stated = true;
    }
}

void directive_word(struct assembler *as, const struct value *value, struct place place)
{
    if (as->stopped || !value_check(as, value))
        return;
    if (value->number < INT32_MIN || value->number > UINT32_MAX)
        report_error(as, place, "%" PRId64 " does not fit in a word of 32 bits", value->number);
    else
        emit_word(as, (uint32_t)value->number, place);
}

int64_t directive_count(struct assembler *as, const struct value *value, struct place place)
{
    if (as->stopped || !value_check(as, value))
        return -1;
    if (value->number < 0)
        report_error(as, place, "%" PRId64 " is no number of times", value->number);
    return value->number;
}
