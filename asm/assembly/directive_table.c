/* The table of directives: include/directives.def. */
#include "directive_table.h"

#include "grammar.h"
#include "base/names.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const struct directive directives[] = {
#define DIRECTIVE(name, token, kind, stands, raw, help) {name, TOK_##token, kind, STANDS_##stands, raw, help},
#include "directives.def"
#undef DIRECTIVE
};

struct key {
    const char *name;
    size_t length;
};

static int match_directive(const void *k, const void *entry)
{
    const struct key *key = k;
    const char *name = ((const struct directive *)entry)->name;
    const int order = strncasecmp(key->name, name, key->length);

    return order != 0 ? order : name[key->length] == '\0' ? 0 : -1;
}

/* Is the directive a .cfi_ directive, which describes stack frames to debuggers? */
static bool is_frame_directive(const char *name, size_t length)
{
    static const char prefix[] = ".cfi_";

    return length > strlen(prefix) && strncasecmp(name, prefix, strlen(prefix)) == 0;
}

const struct directive *directive_find(const char *name, size_t length)
{
    static const struct directive frame = {".cfi_", TOK_IGNORED, 0, STANDS_ANYWHERE, true, NULL};
    const struct key key = {name, length};

    if (is_frame_directive(name, length))
        return &frame;
    return bsearch(&key, directives, sizeof directives / sizeof directives[0], sizeof directives[0],
                   match_directive);
}

const struct directive *directive_at(size_t index)
{
    return index < sizeof directives / sizeof directives[0] ? &directives[index] : NULL;
}

int directive_kind(struct place name)
{
    const struct directive *directive = directive_find(place_text(name), place_length(name));

    return directive ? directive->kind : 0;
}

const char *directive_without_dot(const char *name, size_t length)
{
    char dotted[NEAREST_LONGEST + 1] = ".";
    const struct directive *directive;

    if (length >= NEAREST_LONGEST)
        return NULL;
    memcpy(dotted + 1, name, length);
    directive = directive_find(dotted, length + 1);
    return directive && directive->token != TOK_UNSUPPORTED ? directive->name : NULL;
}

const char *directive_instead(int kind)
{
    static const char *const reasons[] = {
        [NO_LOCAL] = "write \\@ instead of LOCAL names",
        [NO_BYTES] = "write whole words, by '.word' or '.fill'",
        [NO_LATE_VALUE] = "write '.set' with a known value",
        [NO_END] = "a source ends at the end of its file",
        [NO_ABORT] = "write '.error'",
        [NO_LINE_FILE] = "write '.file' and '.line'",
        [NO_NOP] = "write sfpnop",
    };

    return reasons[kind];
}

void directive_help(const struct directive *directive, char text[static DIRECTIVE_HELP_SIZE])
{
    if (directive->token == TOK_UNSUPPORTED)
        snprintf(text, DIRECTIVE_HELP_SIZE, "is an error: %s", directive_instead(directive->kind));
    else if (directive->token == TOK_IGNORED)
        snprintf(text, DIRECTIVE_HELP_SIZE, "is read and does nothing");
    else
        snprintf(text, DIRECTIVE_HELP_SIZE, "%s%s", directive->stands == STANDS_TABLE ? "in a schedule: " : "",
                 directive->help);
}
