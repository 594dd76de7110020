/* Compiled kernels: from an ELF file to a tile that runs. */
#include "core_kernel.h"

#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tile_parts.h"
#include "dis/elf_code.h"
#include "base/array.h"
#include "base/fail.h"

struct poke_list {
    struct tile_poke *pokes;
    size_t count, capacity;
};

struct sfp_compiled {
    const char *name;
    struct sfp_buffer file;
    enum sfp_arch arch;
    bool arch_stated, has_macros;
    struct rv_image image;
    struct elf_lines lines;
    uint32_t base, size; /* base: address of the first code; size: up to the last code */
    struct tile_call *calls, *all; /* calls of one pass, and of a whole run */
    size_t call_count, call_capacity;
    struct poke_list pokes, when_idle;
    struct tile_gifts gifts;
    struct sfp_tile *tile;
};

/* ---- Loading ---- */

bool compiled_can_run(const struct sfp_buffer *file)
{
    const Elf32_Ehdr *header = (const void *)file->data;

    return file->size >= sizeof *header && memcmp(header->e_ident, ELFMAG, SELFMAG) == 0 && header->e_phnum != 0;
}

static void measure_code(struct sfp_compiled *c)
{
    uint64_t end = 0;

    c->base = UINT32_MAX;
    for (size_t i = 0; i < c->image.code_count; i++) {
        const struct rv_piece *p = &c->image.code[i];
        const uint64_t piece_end = (uint64_t)p->address + p->size;

        c->base = p->address < c->base ? p->address : c->base;
        end = piece_end > end ? piece_end : end;
    }
    c->base -= c->base % RV_BYTES;
    c->size = (uint32_t)(end - c->base + RV_BYTES - 1) / RV_BYTES * RV_BYTES;
}

/* Returns whether the word is an SFPLOADMACRO, or the load of the upper half of one that the code stores. */
static bool is_pushed_macro(uint32_t word)
{
    enum { SFPLOADMACRO = 0x93, OPCODE_LSB = 24 };
    const struct rv_op op = rv_decode(word);

    return (op.id == RV_TTINSN || op.id == RV_LUI) && (uint32_t)op.imm >> OPCODE_LSB == SFPLOADMACRO;
}

/* Searches the code, in a copy of L1, for SFPLOADMACRO. */
static void look_for_macros(struct sfp_compiled *c, const uint8_t *l1)
{
    uint32_t word;

    for (uint32_t at = c->base; at < c->base + c->size && !c->has_macros; at += RV_BYTES) {
        memcpy(&word, l1 + at, sizeof word);
        c->has_macros = is_pushed_macro(word);
    }
}

/* Loads the file into temporary memory of `arch`, to learn about its code. Returns false with a message. */
static bool look_at_file(struct sfp_compiled *c, enum sfp_arch arch, char **error)
{
    const uint32_t l1 = tile_region_bytes(arch, TILE_L1), local = tile_region_bytes(arch, TILE_LOCAL);
    uint8_t *bytes = calloc(1, l1 + local);
    const struct rv_span spans[RV_SPANS] = {{tile_region_base(TILE_L1), l1, bytes, true},
                                            {tile_region_base(TILE_LOCAL), local, bytes + l1, false}};
    const bool ok = bytes && rv_load_elf(&c->file, c->name, spans, &c->image, error);

    if (ok) {
        measure_code(c);
        look_for_macros(c, bytes);
    }
    free(bytes);
    return ok;
}

/* Determines the arch: loads the file for the named arch, or for Blackhole and then, if different, for the file's
 * arch. */
static bool find_kernel_arch(struct sfp_compiled *c, enum sfp_arch named, char **error)
{
    const enum sfp_arch first = named ? named : SFP_BH;

    if (!look_at_file(c, first, error))
        return false;
    c->arch = named ? named : c->image.arch ? c->image.arch : SFP_WH;
    c->arch_stated = named || c->image.arch;
    if (c->image.arch && c->image.arch != c->arch)
        return fail_with(error, "%s: it is for %s, not for %s", c->name, sfp_arch_name(c->image.arch),
                         sfp_arch_name(c->arch));
    if (c->image.compressed)
        return fail_with(error, "%s: it may have compressed instructions, which the cores lack", c->name);
    if (c->arch == first)
        return true;
    rv_image_free(&c->image);
    return look_at_file(c, c->arch, error);
}

struct sfp_compiled *compiled_new(struct sfp_buffer *file, const char *name, enum sfp_arch arch, char **error)
{
    struct sfp_compiled *c = calloc(1, sizeof *c);

    *error = NULL;
    if (!c) {
        buffer_free(file);
        return NULL;
    }
    c->file = *file;
    c->name = name;
    if (!find_kernel_arch(c, arch, error) || !elf_lines_read(&c->file, &c->lines)) {
        compiled_free(c);
        return NULL;
    }
    return c;
}

static void free_pokes(struct poke_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        free(list->pokes[i].bytes);
    free(list->pokes);
}

void compiled_free(struct sfp_compiled *c)
{
    if (!c)
        return;
    tile_free(c->tile);
    rv_image_free(&c->image);
    elf_lines_free(&c->lines);
    buffer_free(&c->file);
    free_pokes(&c->pokes);
    free_pokes(&c->when_idle);
    tile_gifts_free(&c->gifts);
    free(c->calls);
    free(c->all);
    free(c);
}

/* ---- The file as a program ---- */

static bool is_region(const struct sfp_compiled *c, const struct rv_symbol *s)
{
    return s->function && s->size && s->address >= c->base && s->address - c->base < c->size;
}

static size_t code_index_of(const struct sfp_compiled *c, uint64_t address)
{
    return (size_t)((address - c->base) / RV_BYTES);
}

/* Adds functions as regions, except functions inside other functions. */
static bool add_function_regions(const struct sfp_compiled *c, struct sfp_program *program)
{
    size_t capacity = 0, end = 0;

    for (size_t i = 0; i < c->image.symbol_count; i++) {
        const struct rv_symbol *s = &c->image.symbols[i];
        struct sfp_region *r;

        if (!is_region(c, s) || code_index_of(c, s->address) < end)
            continue;
        if (!array_room(&program->regions, program->region_count, &capacity, sizeof *program->regions))
            return false;
        r = &program->regions[program->region_count++];
        end = code_index_of(c, (uint64_t)s->address + s->size);
        *r = (struct sfp_region){.name = strdup(s->shown), .first = code_index_of(c, s->address), .end = end};
        if (!r->name)
            return false;
    }
    return true;
}

bool compiled_program(const struct sfp_compiled *c, struct source_search *search, struct sfp_program *program)
{
    const size_t count = c->size / RV_BYTES;
    const struct elf_piece piece = {c->base, count};

    *program = (struct sfp_program){.arch = c->arch, .arch_stated = c->arch_stated, .count = count,
                                    .words = calloc(count, sizeof *program->words)};
    if (program->words && add_function_regions(c, program)
        && (c->lines.count == 0 || elf_sources(&c->lines, search, &piece, c->image.entry, program))
        && sfp_program_count_lines(program))
        return true;
    sfp_program_free(program);
    return false;
}

const struct sfp_buffer *compiled_file(const struct sfp_compiled *c)
{
    return &c->file;
}

const char *compiled_lines_trouble(const struct sfp_compiled *c)
{
    return c->lines.trouble;
}

void compiled_place(const struct sfp_compiled *c, size_t index, char *text, size_t size)
{
    const uint32_t address = c->base + (uint32_t)index * RV_BYTES;
    const struct rv_symbol *s = rv_symbol_at(&c->image, address);

    if (s)
        snprintf(text, size, "%s+0x%X (0x%08X)", s->shown, address - s->address, address);
    else
        snprintf(text, size, "0x%08X", address);
}

bool compiled_inlined(const struct sfp_compiled *c, size_t index, size_t level, struct sfp_inlined *inlined)
{
    const struct elf_inlined *at = elf_inlined_at(&c->lines, c->base + (uint32_t)index * RV_BYTES);

    for (size_t i = 0; at && i < level; i++)
        at = elf_inlined_caller(&c->lines, at);
    if (!at)
        return false;
    *inlined = (struct sfp_inlined){.function = at->function, .line = at->line, .column = at->column};
    if (at->file != ELF_NO_FILE)
        inlined->file = c->lines.files[at->file].name;
    return true;
}

/* ---- Calls and memory ---- */

/* Finds the address to call. Returns false, with a message, if the symbol is unknown or not code. */
static bool find_callee(const struct sfp_compiled *c, const char *symbol, uint32_t *address, char **error)
{
    const struct rv_symbol *s = symbol ? rv_symbol_named(&c->image, symbol, error) : NULL;

    *address = s ? s->address : c->image.entry;
    if (s && !s->code)
        return fail_with(error, "'%s' is not code", symbol);
    return s || !symbol;
}

bool compiled_call(struct sfp_compiled *c, const char *symbol, const uint32_t *arguments, size_t count,
                   char **error)
{
    uint32_t address;
    struct tile_call *call;

    *error = NULL;
    if (count > TILE_ARGUMENTS)
        return fail_with(error, "%s: %zu arguments, but only %d registers for arguments", symbol ? symbol : c->name,
                         count, TILE_ARGUMENTS);
    if (!find_callee(c, symbol, &address, error)
        || !array_room(&c->calls, c->call_count, &c->call_capacity, sizeof *c->calls))
        return false;
    call = &c->calls[c->call_count++];
    *call = (struct tile_call){.address = address};
    if (count)
        memcpy(call->arguments, arguments, count * sizeof *arguments);
    return true;
}

bool compiled_give(struct sfp_compiled *c, const char *device, const uint64_t *values, size_t count, char **error)
{
    return tile_give(&c->gifts, c->arch, device, values, count, error);
}

const struct rv_symbol *compiled_symbol(const struct sfp_compiled *c, const char *name, char **error)
{
    return rv_symbol_named(&c->image, name, error);
}

/* Appends a copy of the poke to the list. A poke with bytes must lie in memory; NULL bytes end the run. */
static bool add_poke(struct sfp_compiled *c, struct poke_list *list, const struct tile_poke *poke, char **error)
{
    uint32_t offset;
    const enum tile_region found = tile_region_of(c->arch, poke->address, poke->size, &offset);
    struct tile_poke *p;

    *error = NULL;
    if (poke->bytes && found != TILE_L1 && found != TILE_LOCAL)
        return fail_with(error, "0x%08X: %u bytes at this address do not lie in L1 or the local data RAM",
                         poke->address, poke->size);
    if (!array_room(&list->pokes, list->count, &list->capacity, sizeof *list->pokes))
        return false;
    p = &list->pokes[list->count];
    *p = *poke;
    if (poke->bytes) {
        p->bytes = malloc(poke->size ? poke->size : 1);
        if (!p->bytes)
            return false;
        memcpy(p->bytes, poke->bytes, poke->size);
    }
    list->count++;
    return true;
}

bool compiled_poke(struct sfp_compiled *c, const struct tile_poke *poke, char **error)
{
    return add_poke(c, &c->pokes, poke, error);
}

bool compiled_when_idle(struct sfp_compiled *c, const struct tile_poke *poke, char **error)
{
    return add_poke(c, &c->when_idle, poke, error);
}

/* ---- Two files in one L1 ---- */

/* A range of L1 that a file fills. */
struct filled {
    uint64_t begin, end;
};

/* Sets *filled to the part of L1 in these bytes. Returns false if the part is empty. */
static bool fills_l1(const struct sfp_compiled *c, uint32_t address, uint32_t size, struct filled *filled)
{
    const uint64_t l1_end = (uint64_t)tile_region_base(TILE_L1) + tile_region_bytes(c->arch, TILE_L1);

    *filled = (struct filled){address, (uint64_t)address + size};
    if (filled->end > l1_end)
        filled->end = l1_end;
    return filled->begin < filled->end;
}

/* Lists what a segment of the file fills: where it runs, and where it is loaded. Returns the number of ranges. */
static unsigned list_filled(const struct sfp_compiled *c, unsigned segment, struct filled ranges[2])
{
    Elf32_Ehdr header;
    Elf32_Phdr s;
    unsigned count = 0;

    memcpy(&header, c->file.data, sizeof header);
    memcpy(&s, c->file.data + header.e_phoff + (size_t)segment * header.e_phentsize, sizeof s);
    if (s.p_type != PT_LOAD)
        return 0;
    count += fills_l1(c, s.p_vaddr, s.p_memsz, &ranges[count]);
    if (s.p_paddr != s.p_vaddr)
        count += fills_l1(c, s.p_paddr, s.p_filesz, &ranges[count]);
    return count;
}

static unsigned segment_count(const struct sfp_compiled *c)
{
    return ((const Elf32_Ehdr *)(const void *)c->file.data)->e_phnum;
}

/* Returns whether a segment of `b` fills bytes of the range. */
static bool meets_range(const struct sfp_compiled *b, const struct filled *range, uint32_t *address)
{
    struct filled other[2];

    for (unsigned i = 0; i < segment_count(b); i++)
        for (unsigned count = list_filled(b, i, other); count > 0; count--) {
            const struct filled *o = &other[count - 1];

            *address = (uint32_t)(o->begin > range->begin ? o->begin : range->begin);
            if (o->begin < range->end && range->begin < o->end)
                return true;
        }
    return false;
}

bool compiled_overlap(const struct sfp_compiled *a, const struct sfp_compiled *b, uint32_t *address)
{
    struct filled ranges[2];

    for (unsigned i = 0; i < segment_count(a); i++)
        for (unsigned count = list_filled(a, i, ranges); count > 0; count--)
            if (meets_range(b, &ranges[count - 1], address))
                return true;
    return false;
}

/* ---- Runs ---- */

/* Lists the calls of every pass, in order. sp and gp come from the core. */
static bool list_pass_calls(struct sfp_compiled *c, const struct rv_core *core, unsigned long passes, size_t *total)
{
    const struct tile_call entry = {.address = c->image.entry};
    const struct tile_call *calls = c->call_count ? c->calls : &entry;
    const size_t count = c->call_count ? c->call_count : 1;

    free(c->all);
    c->all = passes <= SIZE_MAX / count ? array_resized(NULL, passes * count, sizeof *c->all) : NULL;
    if (!c->all)
        return false;
    *total = passes * count;
    for (size_t i = 0; i < *total; i++) {
        c->all[i] = calls[i % count];
        c->all[i].stack = core->x[RV_SP];
        c->all[i].global = core->x[RV_GP];
    }
    return true;
}

/* Returns the initial sp for files without __stack_top. */
static uint32_t stack_top(const struct sfp_compiled *c)
{
    return tile_region_base(TILE_LOCAL) + tile_region_bytes(c->arch, TILE_LOCAL);
}

/* Fills memory from the file and the pokes, and sets the core to its entry. Returns false if memory ran out. */
static bool fill_tile(struct sfp_compiled *c, struct sfp_tile *t, uint32_t *words)
{
    char *error = NULL;

    rv_image_free(&c->image);
    if (!rv_load_elf(&c->file, c->name, t->core.spans, &c->image, &error)) {
        free(error); /* find_kernel_arch() has checked the file: memory ran out */
        return false;
    }
    for (size_t i = 0; i < c->pokes.count; i++)
        tile_poke(t, &c->pokes.pokes[i]);
    t->when_idle = c->when_idle.pokes;
    t->when_idle_count = c->when_idle.count;
    t->core.x[RV_SP] = stack_top(c);
    memset(words, 0, c->size / RV_BYTES * sizeof *words);
    return rv_start(&t->core, &c->image) && tile_code(t, words);
}

struct sfp_tile *compiled_begin(struct sfp_compiled *c, struct sfp_machine *m, const struct compiled_seat *seat,
                                uint32_t *words, unsigned long passes, bool timed)
{
    struct sfp_tile *t;
    size_t count;

    tile_free(c->tile);
    c->tile = t = tile_new_thread(m, seat->thread, seat->mates);
    if (t)
        t->devices.offset = seat->offset;
    if (!t || !fill_tile(c, t, words) || !list_pass_calls(c, &t->core, passes, &count))
        return NULL;
    tile_start(t, c->all, count, timed);
    tile_gifts_begin(&c->gifts, t);
    tile_csr_set_gathering(t);
    return t;
}

bool compiled_has_macros(const struct sfp_compiled *c)
{
    return c->has_macros;
}

struct sfp_tile *compiled_tile(const struct sfp_compiled *c)
{
    return c->tile;
}

uint32_t compiled_base(const struct sfp_compiled *c)
{
    return c->base;
}

/* Returns a pass's first call, or a call of the entry if the kernel has no calls. */
static struct tile_call first_call(const struct sfp_compiled *c)
{
    return c->call_count ? c->calls[0] : (struct tile_call){.address = c->image.entry};
}

void compiled_start(const struct sfp_compiled *c, struct rv_core *core)
{
    struct tile_call call = first_call(c);

    rv_core_init(core, c->arch, &(struct rv_bus){.context = NULL});
    core->x[RV_SP] = stack_top(c);
    rv_set_entry(core, &c->image);
    call.stack = core->x[RV_SP];
    call.global = core->x[RV_GP];
    tile_begin_call(core, &call);
}

void compiled_forget_tile(struct sfp_compiled *c)
{
    tile_free(c->tile);
    c->tile = NULL;
}
