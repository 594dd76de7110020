/* The Tensix words of an ELF file as a program, with what the table of sfpasm -f elf -g knows of them. */
#include "elf_code.h"

#include "program/object.h"
#include "program/debug_table.h"
#include "base/array.h"
#include "base/fail.h"
#include "base/word_bytes.h"

#include <elf.h>
#include <stdio.h>
#include <stdlib.h>

bool elf_has_segments(const struct sfp_buffer *file)
{
    const Elf32_Ehdr *header = (const void *)file->data;

    return file->size >= sizeof *header && elf_is(file) && header->e_phnum != 0;
}

/* Appends the Tensix words of the code, in its order. A table is of all words that there are: with one that is not
 * Tensix's they are not those of the table. */
static bool take_words(const struct elf_code *code, struct sfp_program *program)
{
    size_t capacity = 0;
    struct elf_walk walk;
    struct elf_word word;

    elf_walk_begin(&walk, code);
    while (elf_walk_next(&walk, &word)) {
        if (word.kind != ELF_TENSIX && !code->table)
            continue;
        if (!array_room(&program->words, program->count, &capacity, sizeof *program->words))
            return false;
        program->words[program->count++] = word.word;
    }
    return true;
}

/* Reads the table, which is of all of the code. */
static bool take_table(const struct elf_code *code, const char *name, struct sfp_program *program, char **error)
{
    const struct sfp_buffer table = {.data = (char *)(uintptr_t)code->table, .size = code->table_size};
    enum sfp_arch arch;
    char *path;
    bool taken;

    if (asprintf(&path, "%s: %s", name, OBJECT_TABLE) < 0)
        return false;
    taken = sfp_debug_parse(&table, path, program, &arch, error);
    free(path);
    if (!taken)
        return false;
    if (code->arch && code->arch != arch)
        return fail_with(error, "'%s': it contradicts itself: '%s' says %s, and '%s' says %s", name, code->arch_place,
                         sfp_arch_name(code->arch), OBJECT_TABLE, sfp_arch_name(arch));
    program->arch = arch;
    return true;
}

bool elf_program(const struct elf_code *code, const char *name, struct sfp_program *program, char **error)
{
    *error = NULL;
    program->arch = code->arch;
    program->init = code->init;
    return take_words(code, program) && (!code->table || code->wanted || take_table(code, name, program, error));
}

bool elf_all_of(const struct elf_code *code, const char *name, struct sfp_program *program, char **error)
{
    struct elf_code all = *code;

    all.range = (struct elf_range){.stop = UINT64_MAX};
    all.wanted = NULL;
    return elf_program(&all, name, program, error);
}
