/* Makes a program of an ELF file's Tensix words, with the facts in the table of sfpasm -f elf -g. */
#include "elf_code.h"

#include "program/object.h"
#include "program/debug_table.h"
#include "program/streams.h"
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

/* Appends the code's Tensix words, in order. With a table, appends words of every kind: a table describes Tensix
 * words only, so the table's check then finds a foreign word. */
static bool append_code_words(const struct elf_code *code, struct sfp_program *program)
{
    size_t capacity = 0, streams = 0;
    struct elf_walk walk;
    struct elf_word word;

    elf_walk_begin(&walk, code);
    while (elf_walk_next(&walk, &word)) {
        if (word.kind != ELF_TENSIX && !code->table)
            continue;
        if (!array_room(&program->words, program->count, &capacity, sizeof *program->words))
            return false;
        program->words[program->count++] = word.word;
        if (!sfp_streams_add(program, &streams, elf_thread_at(code, word.address), 1))
            return false;
    }
    return true;
}

/* Reads the table, which describes the whole code. */
static bool read_program_table(const struct elf_code *code, const char *name, struct sfp_program *program, char **error)
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
    return append_code_words(code, program) &&
           (!code->table || code->wanted || read_program_table(code, name, program, error));
}

bool elf_all_of(const struct elf_code *code, const char *name, struct sfp_program *program, char **error)
{
    struct elf_code all = *code;

    all.range = (struct elf_range){.stop = UINT64_MAX};
    all.wanted = NULL;
    return elf_program(&all, name, program, error);
}
