/* Loading of ELF files. */
#include "load.h"

#include "core_parts.h"
#include "dis/elf_parts.h"
#include "base/array.h"
#include "base/fail.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* A segment: `size` bytes at `address`, of which the file has the first `bytes`. `load_address` is the address before
 * the program runs. */
struct segment {
    unsigned number;
    uint64_t address, size, bytes, load_address;
    const char *data;
    bool executable;
};

struct loading {
    struct reading *r;
    const struct sfp_buffer *file;
    const struct rv_span *spans;
    struct segment *segments;
    size_t count, capacity;
};

/* ---- Segments ---- */

static bool ranges_overlap(uint64_t a, uint64_t a_size, uint64_t b, uint64_t b_size)
{
    return a < b + b_size && b < a + a_size;
}

static const struct rv_span *span_of(const struct loading *l, uint64_t address, uint64_t size)
{
    for (const struct rv_span *span = l->spans; span < l->spans + RV_SPANS; span++) {
        if (span->size > 0 && address >= span->base && address + size <= (uint64_t)span->base + span->size)
            return span;
    }
    return NULL;
}

/* Checks that the segment lies in a span, which must fetch if the segment is executable, and overlaps no other
 * segment. */
static bool check_segment_place(const struct loading *l, const struct segment *s)
{
    const struct rv_span *span = span_of(l, s->address, s->size);

    if (!span)
        return elf_fail(l->r, "segment %u, of 0x%" PRIx64 " bytes at 0x%08" PRIx64 ", lies outside of the core's memory",
                        s->number, s->size, s->address);
    if (s->executable && !span->fetches)
        return elf_fail(l->r, "executable segment %u at 0x%08" PRIx64 ": no code is fetched from there", s->number,
                        s->address);
    for (size_t i = 0; i < l->count; i++) {
        const struct segment *other = &l->segments[i];

        if (ranges_overlap(s->address, s->size, other->address, other->size))
            return elf_fail(l->r, "segments %u and %u overlap, at 0x%08" PRIx64, other->number, s->number,
                            s->address > other->address ? s->address : other->address);
    }
    return true;
}

static bool take_segment(struct loading *l, unsigned number, const GElf_Phdr *header)
{
    struct segment s = {.number = number, .address = header->p_vaddr, .size = header->p_memsz,
                        .bytes = header->p_filesz, .load_address = header->p_paddr,
                        .executable = header->p_flags & PF_X};

    if (s.bytes > s.size)
        return elf_fail(l->r, "malformed ELF file: segment %u has more bytes in the file than in memory", number);
    if (s.bytes > 0 && (header->p_offset > l->file->size || s.bytes > l->file->size - header->p_offset))
        return elf_fail(l->r, "a truncated ELF file: it ends before segment %u does", number);
    if (!check_segment_place(l, &s))
        return false;
    if (s.bytes > 0)
        s.data = l->file->data + header->p_offset;
    if (!array_room(&l->segments, l->count, &l->capacity, sizeof *l->segments))
        return elf_fail(l->r, NO_MEMORY);
    l->segments[l->count++] = s;
    return true;
}

static bool take_segments(struct loading *l)
{
    size_t count;

    if (elf_getphdrnum(l->r->elf, &count) != 0)
        return elf_fail_malformed(l->r, "segments");
    for (size_t i = 0; i < count; i++) {
        GElf_Phdr header;

        if (!gelf_getphdr(l->r->elf, (int)i, &header))
            return elf_fail_malformed(l->r, "segments");
        if (header.p_type == PT_LOAD && header.p_memsz > 0 && !take_segment(l, (unsigned)i, &header))
            return false;
    }
    return true;
}

static bool note_code(const struct loading *l, struct rv_image *image)
{
    for (size_t i = 0; i < l->count; i++) {
        const struct segment *s = &l->segments[i];

        if (!s->executable)
            continue;
        if (!array_room(&image->code, image->code_count, &image->code_capacity, sizeof *image->code))
            return elf_fail(l->r, NO_MEMORY);
        image->code[image->code_count++] = (struct rv_piece){(uint32_t)s->address, (uint32_t)s->size};
    }
    if (image->code_count == 0 && l->r->code->relocatable)
        return elf_fail(l->r, "an object file: link it, so that it has segments");
    return image->code_count > 0 || elf_fail(l->r, "an ELF file without an executable segment");
}

/* ---- Bytes ---- */

static void copy_segment_bytes(const struct loading *l, const struct segment *s, uint64_t address, uint64_t size)
{
    const struct rv_span *span = span_of(l, address, size);
    uint8_t *to = span->bytes + (address - span->base);

    memset(to, 0, size);
    if (s->bytes > 0)
        memcpy(to, s->data, s->bytes);
}

/* Returns whether the range lies in a span and overlaps no segment, or, with `filled`, no segment's bytes in the
 * file. */
static bool is_free(const struct loading *l, uint64_t address, uint64_t size, bool filled)
{
    if (size == 0 || !span_of(l, address, size))
        return false;
    for (size_t i = 0; i < l->count; i++) {
        const struct segment *s = &l->segments[i];

        if (ranges_overlap(address, size, s->address, filled ? s->bytes : s->size))
            return false;
    }
    return true;
}

static void copy_all_segments(const struct loading *l)
{
    for (size_t i = 0; i < l->count; i++) {
        const struct segment *s = &l->segments[i];

        copy_segment_bytes(l, s, s->address, s->size);
        if (is_free(l, s->load_address, s->bytes, false))
            copy_segment_bytes(l, s, s->load_address, s->bytes);
    }
}

/* Copies initial data to where start-up code of the vendor's older runtimes expects the data: from the symbol
 * __loader_init_start on, as the vendor's loaders do. */
static void copy_for_start(const struct loading *l, const struct rv_image *image)
{
    const struct rv_symbol *start = rv_symbol_spelt(image, "__loader_init_start");

    for (size_t i = 0; start && i < l->count; i++) {
        const struct segment *s = &l->segments[i];
        const struct rv_span *span = span_of(l, s->address, s->size);
        const uint64_t to = start->address + (s->address - span->base);

        if (!span->fetches && s->load_address == s->address && is_free(l, to, s->bytes, true))
            copy_segment_bytes(l, s, to, s->bytes);
    }
}

/* ---- The whole file ---- */

static bool load_image(struct loading *l, struct rv_image *image)
{
    GElf_Ehdr header;

    if (!elf_open(l->r, l->file) || !elf_read_sections(l->r) || !elf_read_symbols(l->r))
        return false;
    if (!gelf_getehdr(l->r->elf, &header))
        return elf_fail_malformed(l->r, "header");
    image->entry = (uint32_t)header.e_entry;
    image->arch = l->r->code->arch;
    image->compressed = l->r->code->compressed;
    if (!take_segments(l) || !note_code(l, image) || !rv_take_symbols(l->r, image))
        return false;
    copy_all_segments(l);
    copy_for_start(l, image);
    return true;
}

bool rv_load_elf(const struct sfp_buffer *file, const char *name, const struct rv_span spans[static RV_SPANS],
                 struct rv_image *image, char **error)
{
    struct elf_code code = {.file = file};
    struct reading r = {.name = name, .code = &code, .error = error};
    struct loading l = {.r = &r, .file = file, .spans = spans};
    bool done;

    *image = (struct rv_image){0};
    *error = NULL;
    done = elf_is(file) ? load_image(&l, image) : elf_fail(&r, "not an ELF file");
    free(l.segments);
    elf_free(&code);
    if (!done)
        rv_image_free(image);
    return done;
}

void rv_set_entry(struct rv_core *core, const struct rv_image *image)
{
    const struct rv_symbol *gp = rv_symbol_spelt(image, "__global_pointer$");
    const struct rv_symbol *stack = rv_symbol_spelt(image, "__stack_top");

    core->pc = image->entry;
    if (gp)
        core->x[RV_GP] = gp->address;
    if (stack)
        core->x[RV_SP] = stack->address;
}

bool rv_start(struct rv_core *core, const struct rv_image *image)
{
    for (size_t i = 0; i < image->code_count; i++) {
        if (!rv_core_add_code(core, image->code[i].address, image->code[i].size))
            return false;
    }
    rv_set_entry(core, image);
    return true;
}
