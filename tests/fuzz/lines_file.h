/* An ELF file with line tables and nothing else, for tests of what reads them. */
#ifndef LINES_FILE_H
#define LINES_FILE_H

#include <elf.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct lines_file {
    Elf32_Ehdr header;
    char names[48];
    Elf32_Shdr sections[5];
    unsigned char bytes[]; /* the tables, then the texts that they name */
};

enum { LINES_TABLES = 1, LINES_TEXTS, LINES_OTHER_TEXTS, LINES_NAMES, LINES_SECTIONS };

/* Fills in a file whose bytes have room for both; its size. .debug_str and .debug_line_str are the same. */
static inline size_t lines_file_make(struct lines_file *f, const void *tables, size_t size, const void *texts,
                                     size_t texts_size)
{
    static const char names[] = "\0.debug_line\0.debug_line_str\0.debug_str\0.names";

    *f = (struct lines_file){
        .header = {.e_ident = {ELFMAG0, ELFMAG1, ELFMAG2, ELFMAG3, ELFCLASS32, ELFDATA2LSB, EV_CURRENT},
                   .e_type = ET_EXEC, .e_machine = EM_RISCV, .e_version = EV_CURRENT,
                   .e_shoff = offsetof(struct lines_file, sections), .e_ehsize = sizeof(Elf32_Ehdr),
                   .e_shentsize = sizeof(Elf32_Shdr), .e_shnum = LINES_SECTIONS, .e_shstrndx = LINES_NAMES},
        .sections = {
            [LINES_TABLES] = {.sh_name = 1, .sh_type = SHT_PROGBITS, .sh_offset = offsetof(struct lines_file, bytes),
                              .sh_size = (Elf32_Word)size, .sh_addralign = 1},
            [LINES_TEXTS] = {.sh_name = 13, .sh_type = SHT_PROGBITS,
                             .sh_offset = (Elf32_Off)(offsetof(struct lines_file, bytes) + size),
                             .sh_size = (Elf32_Word)texts_size, .sh_addralign = 1},
            [LINES_NAMES] = {.sh_name = 40, .sh_type = SHT_STRTAB, .sh_offset = offsetof(struct lines_file, names),
                             .sh_size = sizeof names, .sh_addralign = 1},
        },
    };
    f->sections[LINES_OTHER_TEXTS] = f->sections[LINES_TEXTS];
    f->sections[LINES_OTHER_TEXTS].sh_name = 29;
    memcpy(f->names, names, sizeof names);
    memcpy(f->bytes, tables, size);
    memcpy(f->bytes + size, texts, texts_size);
    return sizeof *f + size + texts_size;
}

#endif
