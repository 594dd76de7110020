/* A small ELF file for tests of libsfpu. */
#ifndef SFPU_ELF_H
#define SFPU_ELF_H

#include <elf.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Two functions, addi and sfploadi, and sfpnop: Tensix words lie rotated left by two in RISC-V code. */
struct elf_file {
    Elf32_Ehdr header;
    uint32_t text[3];
    Elf32_Sym symbols[3];
    char names[16], section_names[40];
    Elf32_Shdr sections[5];
};

enum { ADDI = 0x13, ADDRESS = 0x1000 };
static const uint32_t elf_words[] = {0x71004000 /* L0 = 2.0 */, 0x8F000000};

static inline uint32_t rotated(uint32_t word)
{
    return word << 2 | word >> 30;
}

static inline void elf_make(struct elf_file *f)
{
    static const char names[] = "\0first\0second", section_names[] = "\0.text\0.symtab\0.strtab\0.shstrtab";

    *f = (struct elf_file){
        .header = {.e_ident = {ELFMAG0, ELFMAG1, ELFMAG2, ELFMAG3, ELFCLASS32, ELFDATA2LSB, EV_CURRENT},
                   .e_type = ET_EXEC, .e_machine = EM_RISCV, .e_version = EV_CURRENT,
                   .e_shoff = offsetof(struct elf_file, sections), .e_ehsize = sizeof(Elf32_Ehdr),
                   .e_shentsize = sizeof(Elf32_Shdr), .e_shnum = 5, .e_shstrndx = 4},
        .text = {ADDI, rotated(elf_words[0]), rotated(elf_words[1])},
        .symbols = {{0},
                    {.st_name = 1, .st_value = ADDRESS, .st_size = 8, .st_shndx = 1,
                     .st_info = ELF32_ST_INFO(STB_GLOBAL, STT_FUNC)},
                    {.st_name = 7, .st_value = ADDRESS + 8, .st_size = 4, .st_shndx = 1,
                     .st_info = ELF32_ST_INFO(STB_GLOBAL, STT_FUNC)}},
        .sections = {
            {0},
            {.sh_name = 1, .sh_type = SHT_PROGBITS, .sh_flags = SHF_ALLOC | SHF_EXECINSTR, .sh_addr = ADDRESS,
             .sh_offset = offsetof(struct elf_file, text), .sh_size = sizeof f->text, .sh_addralign = 4},
            {.sh_name = 7, .sh_type = SHT_SYMTAB, .sh_offset = offsetof(struct elf_file, symbols),
             .sh_size = sizeof f->symbols, .sh_link = 3, .sh_info = 1, .sh_entsize = sizeof(Elf32_Sym)},
            {.sh_name = 15, .sh_type = SHT_STRTAB, .sh_offset = offsetof(struct elf_file, names),
             .sh_size = sizeof f->names},
            {.sh_name = 23, .sh_type = SHT_STRTAB, .sh_offset = offsetof(struct elf_file, section_names),
             .sh_size = sizeof f->section_names},
        },
    };
    memcpy(f->names, names, sizeof names);
    memcpy(f->section_names, section_names, sizeof section_names);
}

#endif
