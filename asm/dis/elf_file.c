/* Opens an ELF file with libelf, reports its faults, and finds its arch. */
#include "elf_parts.h"

#include "base/fail.h"
#include "base/terminal.h"
#include "base/word_bytes.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* ---- Opening an ELF file, and its faults ---- */

bool elf_fail(struct reading *reading, const char *format, ...)
{
    char *text = NULL;
    va_list arguments;

    va_start(arguments, format);
    text = format_text(format, arguments);
    va_end(arguments);
    if (text)
        shown_make(text, strlen(text));
    if (!text || asprintf(reading->error, "'%s': %s", reading->name, text) < 0)
        *reading->error = NULL;
    free(text);
    return false;
}

bool elf_fail_malformed(struct reading *reading, const char *what)
{
    const char *why = elf_errmsg(-1);

    return elf_fail(reading, "malformed ELF file: %s: %s", what, why ? why : "no reason known");
}

/* Does the file end before its section headers do? libelf takes such a file for one without sections. */
static bool is_cut(const struct reading *reading, const GElf_Ehdr *header)
{
    const uint64_t count = header->e_shnum > 0 ? header->e_shnum : 1;

    return header->e_shoff > 0 &&
           (header->e_shoff > reading->size || count * header->e_shentsize > reading->size - header->e_shoff);
}

static bool check_header(struct reading *reading)
{
    GElf_Ehdr header;

    if (elf_kind(reading->elf) != ELF_K_ELF)
        return elf_fail(reading, "malformed ELF file: unknown class, byte order or version");
    if (!gelf_getehdr(reading->elf, &header))
        return elf_fail_malformed(reading, "header");
    if (header.e_ident[EI_CLASS] != ELFCLASS32 || header.e_ident[EI_DATA] != ELFDATA2LSB)
        return elf_fail(reading, "not a 32-bit little-endian ELF file");
    if (header.e_machine != EM_RISCV)
        return elf_fail(reading, "an ELF file of machine %u, not of RISC-V", header.e_machine);
    if (header.e_type != ET_REL && header.e_type != ET_EXEC && header.e_type != ET_DYN)
        return elf_fail(reading, "an ELF file of type %u, which holds no code", header.e_type);
    if (is_cut(reading, &header))
        return elf_fail(reading, "a truncated ELF file: it ends before its section headers do");
    reading->code->compressed = header.e_flags & EF_RISCV_RVC;
    reading->code->relocatable = header.e_type == ET_REL;
    return true;
}

bool elf_open(struct reading *reading, const struct sfp_buffer *file)
{
    if (elf_version(EV_CURRENT) == EV_NONE)
        return elf_fail(reading, "this libelf is too old");
    reading->size = file->size;
    if (reading->size < sizeof(Elf32_Ehdr))
        return elf_fail(reading, "a truncated ELF file: %zu bytes, where its header alone has %zu", reading->size,
                        sizeof(Elf32_Ehdr));
    reading->elf = elf_memory(file->data, file->size);
    if (!reading->elf)
        return elf_fail_malformed(reading, "header");
    reading->code->elf = reading->elf;
    return check_header(reading);
}

/* ---- The arch of an ELF file ---- The file's attributes and mapping symbols hold ISA strings, whose extensions
 * tell the arch. */

/* Constants of the attributes section (RISC-V ELF psABI, "Attributes"). */
enum {
    ATTRIBUTES_VERSION = 'A',
    TAG_FILE = 1,
    TAG_RISCV_ARCH = 5,
    SIZE_BYTES = 4,
};

/* Bytes not yet read. */
struct bytes {
    const unsigned char *at;
    size_t left;
};

static bool fail_attributes(struct reading *reading, const char *name)
{
    return elf_fail(reading, "malformed ELF file: the attributes in section '%s' do not end where they should", name);
}

bool elf_note_arch(struct reading *reading, const char *isa, size_t length, const char *place)
{
    struct elf_code *code = reading->code;
    enum sfp_arch arch;
    const char *other;
    char names[SFP_ARCH_NAMES_SIZE];

    if (!sfp_arch_of_isa(isa, length, &arch, &other))
        return !other || elf_fail(reading, "'%s' says that the code is for %s, not for %s", place, other,
                                  sfp_arch_names(names));
    if (code->arch && code->arch != arch)
        return elf_fail(reading, "it contradicts itself: '%s' says %s, and '%s' says %s", code->arch_place,
                        sfp_arch_name(code->arch), place, sfp_arch_name(arch));
    if (!code->arch)
        code->arch_place = place;
    code->arch = arch;
    return true;
}

/* Removes the first `size` bytes from `from`; *part gets the bytes after the first `head`. Returns false if too few
 * are left. */
static bool take_attribute_bytes(struct bytes *from, size_t size, size_t head, struct bytes *part)
{
    if (size < head || size > from->left)
        return false;
    *part = (struct bytes){from->at + head, size - head};
    from->at += size;
    from->left -= size;
    return true;
}

/* Reads a ULEB128 number: seven bits in each byte, lowest bits first. Bits beyond 32 are lost. Returns false at the
 * end of the bytes. */
static bool take_uleb128(struct bytes *from, uint32_t *number)
{
    unsigned shift = 0;

    for (*number = 0; from->left > 0; shift += 7) {
        const unsigned char byte = *from->at++;

        from->left--;
        if (shift < 32)
            *number |= (uint32_t)(byte & 0x7F) << shift;
        if (!(byte & 0x80))
            return true;
    }
    return false;
}

/* Takes a string, with its NUL. */
static bool take_attribute_string(struct bytes *from, struct bytes *string)
{
    const unsigned char *end = from->left ? memchr(from->at, '\0', from->left) : NULL;

    return end && take_attribute_bytes(from, (size_t)(end - from->at) + 1, 0, string);
}

/* Reads the attributes of the whole file: an odd tag has a string, an even tag has a number. */
static bool read_file_attributes(struct reading *reading, struct bytes list, const char *name)
{
    while (list.left > 0) {
        struct bytes string = {0};
        uint32_t tag = 0, number;

        if (!take_uleb128(&list, &tag) ||
            !(tag % 2 ? take_attribute_string(&list, &string) : take_uleb128(&list, &number)))
            return fail_attributes(reading, name);
        if (tag == TAG_RISCV_ARCH && !elf_note_arch(reading, (const char *)string.at, string.left - 1, name))
            return false;
    }
    return true;
}

/* Reads one vendor's parts. A part is a tag, the part's size (tag and size included), and attributes. */
static bool read_vendor(struct reading *reading, struct bytes vendor, const char *name)
{
    enum { HEAD = 1 + SIZE_BYTES };

    while (vendor.left > 0) {
        const unsigned char tag = vendor.at[0];
        struct bytes part;

        if (vendor.left < HEAD || !take_attribute_bytes(&vendor, sfp_word_at(vendor.at + 1), HEAD, &part))
            return fail_attributes(reading, name);
        if (tag == TAG_FILE && !read_file_attributes(reading, part, name))
            return false;
    }
    return true;
}

bool elf_read_attributes(struct reading *reading, Elf_Scn *section, const char *name)
{
    static const char riscv[] = "riscv";
    const Elf_Data *data = elf_rawdata(section, NULL);
    struct bytes rest, vendor, vendor_name;

    if (!data || (!data->d_buf && data->d_size > 0))
        return elf_fail_malformed(reading, name);
    rest = (struct bytes){data->d_buf, data->d_size};
    if (rest.left == 0 || rest.at[0] != ATTRIBUTES_VERSION)
        return true; /* a version unknown to this reader */
    for (rest.at++, rest.left--; rest.left > 0;) {
        if (rest.left < SIZE_BYTES || !take_attribute_bytes(&rest, sfp_word_at(rest.at), SIZE_BYTES, &vendor) ||
            !take_attribute_string(&vendor, &vendor_name))
            return fail_attributes(reading, name);
        if (vendor_name.left == sizeof riscv && memcmp(vendor_name.at, riscv, sizeof riscv) == 0 &&
            !read_vendor(reading, vendor, name))
            return false;
    }
    return true;
}
