/* An ELF file of a loop of a RISC-V core that pushes Tensix words, for tests of libsfpu. */
#ifndef LOOP_ELF_H
#define LOOP_ELF_H

#include <elf.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum { LOOP_CODE_MOST = 512, LOOP_ADDRESS = 0x6000, LOOP_LINE_WORDS = 4, LOOP_NOP = 0x13, LOOP_RET = 0x8067 };

/* One segment, which is the code. */
struct loop_elf {
    Elf32_Ehdr header;
    Elf32_Phdr segment;
    uint32_t code[LOOP_CODE_MOST];
    size_t count; /* of code */
};

/* The iteration: its words; how the core pushes each of them, T as .ttinsn and w by a store, again and again; and the
 * words from the start of a line of 16 bytes to the loop; and instructions of a cycle after the words. */
struct loop_body {
    const uint32_t *words;
    size_t count;
    const char *pushes;
    unsigned offset, others;
};

/* addi rd, rs1, immediate */
static inline uint32_t loop_addi(unsigned rd, unsigned rs1, int32_t immediate)
{
    return 0x13 | rd << 7 | rs1 << 15 | (uint32_t)immediate << 20;
}

/* lui rd, the upper 20 bits of value */
static inline uint32_t loop_lui(unsigned rd, uint32_t value)
{
    return 0x37 | rd << 7 | (value & 0xFFFFF000);
}

/* sw rs2, 0(rs1) */
static inline uint32_t loop_sw(unsigned rs2, unsigned rs1)
{
    return 0x2023 | rs1 << 15 | rs2 << 20;
}

/* bne rs1, x0, -bytes, less than 4096 */
static inline uint32_t loop_bne_back(unsigned rs1, uint32_t bytes)
{
    const uint32_t to = -bytes;

    return 0x1063 | rs1 << 15 | (to >> 12 & 1) << 31 | (to >> 5 & 63) << 25 | (to >> 1 & 15) << 8 | (to >> 11 & 1) << 7;
}

static inline void loop_put(struct loop_elf *f, uint32_t word)
{
    if (f->count < LOOP_CODE_MOST)
        f->code[f->count++] = word;
}

/* Makes a file whose code runs the iteration as often as said, up to 2047 times. A word that is stored lies in one of
 * eight registers, which the code before the loop fills: no more than eight different words are stored. */
static inline void loop_elf_make(struct loop_elf *f, const struct loop_body *body, unsigned iterations)
{
    enum { COUNTER = 5, WINDOW_REGISTER = 9, FIRST_WORD = 10, WORD_REGISTERS = 8, TO_LOW = 12, LOW = 0x800 };
    const uint32_t window = 0xFFE40000;
    const size_t letters = strlen(body->pushes);
    uint32_t held[WORD_REGISTERS];
    size_t held_count = 0, loop;

    memset(f, 0, sizeof *f);
    loop_put(f, loop_lui(WINDOW_REGISTER, window));
    for (size_t i = 0; i < body->count; i++) {
        size_t r = 0;

        while (r < held_count && held[r] != body->words[i])
            r++;
        if (body->pushes[i % letters] != 'w' || r < held_count || held_count == WORD_REGISTERS)
            continue;
        held[held_count++] = body->words[i];
        loop_put(f, loop_lui(FIRST_WORD + (unsigned)r, body->words[i] + LOW));
        loop_put(f, loop_addi(FIRST_WORD + (unsigned)r, FIRST_WORD + (unsigned)r,
                              (int32_t)(body->words[i] << (32 - TO_LOW)) >> (32 - TO_LOW)));
    }
    loop_put(f, loop_addi(COUNTER, 0, (int32_t)iterations));
    while (f->count % LOOP_LINE_WORDS != body->offset)
        loop_put(f, LOOP_NOP);
    loop = f->count;
    for (size_t i = 0; i < body->count; i++) {
        size_t r = 0;

        while (r < held_count && held[r] != body->words[i])
            r++;
        loop_put(f, body->pushes[i % letters] == 'w' ? loop_sw(FIRST_WORD + (unsigned)r, WINDOW_REGISTER)
                                                     : body->words[i] << 2 | body->words[i] >> 30);
    }
    for (unsigned i = 0; i < body->others; i++)
        loop_put(f, LOOP_NOP);
    loop_put(f, loop_addi(COUNTER, COUNTER, -1));
    loop_put(f, loop_bne_back(COUNTER, (uint32_t)((f->count - loop) * sizeof *f->code)));
    loop_put(f, LOOP_RET);
    f->header = (Elf32_Ehdr){
        .e_ident = {ELFMAG0, ELFMAG1, ELFMAG2, ELFMAG3, ELFCLASS32, ELFDATA2LSB, EV_CURRENT}, .e_type = ET_EXEC,
        .e_machine = EM_RISCV, .e_version = EV_CURRENT, .e_entry = LOOP_ADDRESS,
        .e_phoff = offsetof(struct loop_elf, segment), .e_ehsize = sizeof(Elf32_Ehdr),
        .e_phentsize = sizeof(Elf32_Phdr), .e_phnum = 1};
    f->segment = (Elf32_Phdr){.p_type = PT_LOAD, .p_offset = offsetof(struct loop_elf, code), .p_vaddr = LOOP_ADDRESS,
                              .p_paddr = LOOP_ADDRESS, .p_filesz = (uint32_t)(f->count * sizeof *f->code),
                              .p_memsz = (uint32_t)(f->count * sizeof *f->code), .p_flags = PF_R | PF_X, .p_align = 4};
}

#endif
