/* Sources written for GNU as: by a compiler, or with instructions of the RISC-V core that pushes the words. */
#include "assembler.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* ---- A compiler's output ---- */

enum { TAIL = 4096 }; /* bytes searched at a text's end */

static const char *find_line_end(const char *p, const char *end)
{
    const char *newline = memchr(p, '\n', (size_t)(end - p));

    return newline ? newline : end;
}

static bool starts_with(const char *p, const char *end, const char *word)
{
    const size_t length = strlen(word);

    return (size_t)(end - p) > length && memcmp(p, word, length) == 0;
}

static const char *skip_gnu_blanks(const char *p, const char *end)
{
    while (p < end && (*p == ' ' || *p == '\t' || *p == '\r'))
        p++;
    return p;
}

/* Does the line begin with this word and a blank? */
static bool is_directive(const char *p, const char *end, const char *word)
{
    return starts_with(p, end, word) && (p[strlen(word)] == ' ' || p[strlen(word)] == '\t');
}

/*
 * Does the text begin like a compiler's output: with the source's name, .file "kernel.cc", and a directive for the
 * core, .option or .attribute? Comments and other directives may stand between; other lines end the head.
 */
static bool has_head(const char *text, const char *end)
{
    bool file = false;
    bool core = false;

    for (const char *p = text, *next; p < end; p = next < end ? next + 1 : end) {
        next = find_line_end(p, end);
        p = skip_gnu_blanks(p, next);
        if (p == next || *p == '#')
            continue;
        if (*p != '.')
            break;
        file = file || (is_directive(p, next, ".file") && *skip_gnu_blanks(p + strlen(".file"), next) == '"');
        core = core || is_directive(p, next, ".option") || is_directive(p, next, ".attribute");
        if (file && core)
            return true;
    }
    return false;
}

/* Does the text end like a compiler's output, with .ident "GCC: ..." or .ident "clang version ..."? */
static bool has_tail(const char *text, const char *end)
{
    static const char ident[] = ".ident";

    if (end - text > TAIL)
        text = end - TAIL;
    for (const char *p = text; (p = memmem(p, (size_t)(end - p), ident, strlen(ident))); p++) {
        const char *name = skip_gnu_blanks(p + strlen(ident), end);

        if (starts_with(name, end, "\"GCC: ") || starts_with(name, end, "\"clang "))
            return true;
    }
    return false;
}

bool gnu_is_compiled(const char *text, size_t size)
{
    return size > 0 && (has_head(text, text + size) || has_tail(text, text + size));
}

bool gnu_compiled(const struct assembler *as)
{
    const struct frame *frame = as->frames.top;

    while (frame && frame->kind != FRAME_SOURCE)
        frame = frame->below;
    return frame && frame->source->compiled;
}

bool gnu_rules(const struct assembler *as)
{
    return as->options->gnu_strict || gnu_compiled(as);
}

/* ---- Instructions of RISC-V ---- */

/* Mnemonics up to their first dot, sorted for bsearch(): RV32 with the extensions of the cores and their compiler,
 * and GNU as's aliases. */
static const char *const mnemonics[] = {
#define RISCV(name) name,
#include "riscv_mnemonics.def"
#undef RISCV
};

struct name_key {
    const char *name;
    size_t length;
};

static int match_mnemonic(const void *k, const void *entry)
{
    const struct name_key *key = k;
    const char *name = *(const char *const *)entry;
    const int order = strncasecmp(key->name, name, key->length);

    return order != 0 ? order : name[key->length] == '\0' ? 0 : -1;
}

bool gnu_is_riscv(const char *name, size_t length)
{
    const char *dot = memchr(name, '.', length);
    const struct name_key key = {name, dot ? (size_t)(dot - name) : length};

    return key.length > 0 &&
           bsearch(&key, mnemonics, sizeof mnemonics / sizeof mnemonics[0], sizeof mnemonics[0],
                   match_mnemonic);
}

void directive_riscv(struct assembler *as, struct place name)
{
    report_error(as, name, "RISC-V instruction '%.*s': this assembles Tensix words, which the core pushes",
                 place_precision(name), place_text(name));
    if (!as->told.riscv && !as->stopped)
        report_note(as, name, "assemble the whole with the vendor's GNU as; sfpdis --raw makes a source of the Tensix words in "
                    "its object");
    as->told.riscv = true;
}
