/* Programs as files. */
#include "output.h"

#include "util/terminal.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static bool write_bin(const struct sfp_program *program, const char *name, FILE *stream)
{
    enum { BLOCK = 4096 };
    unsigned char bytes[4 * BLOCK];

    (void)name;
    for (size_t first = 0; first < program->count; first += BLOCK) {
        const size_t count = program->count - first < BLOCK ? program->count - first : BLOCK;

        for (size_t i = 0; i < 4 * count; i++)
            bytes[i] = (unsigned char)(program->words[first + i / 4] >> (8 * (i % 4)));
        fwrite(bytes, 4, count, stream);
    }
    return true;
}

static void write_lines(const struct sfp_program *program, FILE *stream, const char *before)
{
    char line[] = "0x........\n";

    for (size_t i = 0; i < program->count; i++) {
        for (int digit = 0; digit < 8; digit++)
            line[2 + digit] = "0123456789abcdef"[program->words[i] >> (28 - 4 * digit) & 0xF];
        fputs(before, stream);
        fwrite(line, sizeof line - 1, 1, stream);
    }
}

static bool write_hex(const struct sfp_program *program, const char *name, FILE *stream)
{
    (void)name;
    write_lines(program, stream, "");
    return true;
}

static bool write_gas(const struct sfp_program *program, const char *name, FILE *stream)
{
    (void)name;
    write_lines(program, stream, "\t.ttinsn\t");
    return true;
}

/* Source text inside a comment: what would end the comment, or the line, is taken apart. */
static void write_comment(const struct sfp_where *where, FILE *stream)
{
    size_t begin = 0;

    while (begin < where->length && strchr(" \t", where->text[begin]))
        begin++;
    for (size_t i = begin; i < where->length;) {
        const char c = where->text[i];
        const size_t size = sfp_shown_size(where->text + i, where->length - i);

        if (i > begin && ((c == '/' && where->text[i - 1] == '*') || (c == '*' && where->text[i - 1] == '/')))
            fputc(' ', stream);
        if (size == 0 || c == '\t' || (c == '\\' && i + 1 == where->length))
            fputc(' ', stream);
        else
            fwrite(where->text + i, 1, size, stream);
        i += size ? size : 1;
    }
}

static bool write_c(const struct sfp_program *program, const char *name, FILE *stream)
{
    fprintf(stream, "#include <stdint.h>\n\n/* %s */\nconst uint32_t %s[] = {\n", sfp_arch_name(program->arch), name);
    for (size_t i = 0; i < program->count; i++) {
        struct sfp_where where;

        if (!sfp_program_where(program, i, &where))
            return false;
        fprintf(stream, "    0x%08x, /* %lu: ", program->words[i], where.line);
        write_comment(&where, stream);
        fputs(" */\n", stream);
    }
    fputs("};\n", stream);
    return true;
}

/* Names that are no identifiers, though made of letters. */
static bool is_keyword(const char *name)
{
    static const char *const keywords[] = {
        "auto", "break", "case", "char", "const", "continue", "default", "do", "double", "else", "enum", "extern",
        "float", "for", "goto", "if", "inline", "int", "long", "register", "restrict", "return", "short", "signed",
        "sizeof", "static", "struct", "switch", "typedef", "uint32_t", "union", "unsigned", "void", "volatile", "while",
        /* of C++ and of newer C, where the array may go as well */
        "alignas", "alignof", "asm", "bool", "catch", "class", "constexpr", "delete", "explicit", "export", "false",
        "friend", "main", "mutable", "namespace", "new", "nullptr", "operator", "private", "protected", "public",
        "template", "this", "throw", "true", "try", "typename", "typeof", "using", "virtual",
    };

    for (size_t i = 0; i < sizeof keywords / sizeof keywords[0]; i++)
        if (strcmp(name, keywords[i]) == 0)
            return true;
    return false;
}

char *output_identifier(const char *path)
{
    static const char prefix[] = "sfpu_"; /* where the name alone would not do */
    const char *slash = strrchr(path, '/');
    const char *base = strcmp(path, "-") == 0 ? "program" : slash ? slash + 1 : path;
    const char *dot = strchr(base, '.');
    const size_t length = dot && dot > base ? (size_t)(dot - base) : strlen(base);
    char *name = malloc(sizeof prefix + length);
    char *own;

    if (!name)
        return NULL;
    own = name + sizeof prefix - 1;
    memcpy(name, prefix, sizeof prefix - 1);
    for (size_t i = 0; i < length; i++)
        own[i] = isalnum((unsigned char)base[i]) ? base[i] : '_';
    own[length] = '\0';
    if (strcmp(path, "-") != 0 && isalpha((unsigned char)*own) && !is_keyword(own))
        memmove(name, own, length + 1);
    return name;
}

const struct output_format output_formats[OUTPUT_FORMATS] = {
    [OUTPUT_BIN] = {"bin", ".bin", write_bin},
    [OUTPUT_HEX] = {"hex", ".hex", write_hex},
    [OUTPUT_C] = {"c", ".c", write_c},
    [OUTPUT_GAS] = {"gas", ".gas", write_gas},
};
