/* An ELF file opened by libelf, and what is wrong with it. */
#include "elf_reading.h"

#include "util/terminal.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

bool elf_fail(struct reading *r, const char *format, ...)
{
    char *text = NULL;
    va_list arguments;

    va_start(arguments, format);
    if (vasprintf(&text, format, arguments) < 0)
        text = NULL;
    va_end(arguments);
    if (text)
        sfp_make_shown(text, strlen(text));
    if (!text || asprintf(r->error, "'%s': %s", r->name, text) < 0)
        *r->error = NULL;
    free(text);
    return false;
}

bool elf_fail_malformed(struct reading *r, const char *what)
{
    const char *why = elf_errmsg(-1);

    return elf_fail(r, "malformed ELF file: %s: %s", what, why ? why : "no reason known");
}

/* libelf takes a file that ends before its section headers for one without sections. */
static bool is_cut(const struct reading *r, const GElf_Ehdr *header)
{
    const uint64_t count = header->e_shnum > 0 ? header->e_shnum : 1;

    return header->e_shoff > 0 &&
           (header->e_shoff > r->size || count * header->e_shentsize > r->size - header->e_shoff);
}

static bool check_header(struct reading *r)
{
    GElf_Ehdr header;

    if (elf_kind(r->elf) != ELF_K_ELF)
        return elf_fail(r, "malformed ELF file: a class, byte order or version that there is not");
    if (!gelf_getehdr(r->elf, &header))
        return elf_fail_malformed(r, "header");
    if (header.e_ident[EI_CLASS] != ELFCLASS32 || header.e_ident[EI_DATA] != ELFDATA2LSB)
        return elf_fail(r, "not a 32-bit little-endian ELF file");
    if (header.e_machine != EM_RISCV)
        return elf_fail(r, "an ELF file of machine %u, not of RISC-V", header.e_machine);
    if (header.e_type != ET_REL && header.e_type != ET_EXEC && header.e_type != ET_DYN)
        return elf_fail(r, "an ELF file of type %u, which holds no code", header.e_type);
    if (is_cut(r, &header))
        return elf_fail(r, "a truncated ELF file: it ends before its section headers do");
    r->code->compressed = header.e_flags & EF_RISCV_RVC;
    r->code->relocatable = header.e_type == ET_REL;
    return true;
}

bool elf_open(struct reading *r, const struct sfp_buffer *file)
{
    if (elf_version(EV_CURRENT) == EV_NONE)
        return elf_fail(r, "this libelf is too old");
    r->size = file->size;
    if (r->size < sizeof(Elf32_Ehdr))
        return elf_fail(r, "a truncated ELF file: %zu bytes, where its header alone has %zu", r->size,
                        sizeof(Elf32_Ehdr));
    r->elf = elf_memory(file->data, file->size);
    if (!r->elf)
        return elf_fail_malformed(r, "header");
    r->code->elf = r->elf;
    return check_header(r);
}
