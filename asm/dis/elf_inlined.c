/* Functions that were inlined, and the calls that they were inlined for. */
#include "elf_lines_inside.h"

#include "util/array.h"

#include <dwarf.h>
#include <string.h>

enum { DEEPEST = 256 }; /* blocks in blocks: none has more */

/* What entries of a block have in common. */
struct block {
    const struct elf_unit *unit;
    uint32_t caller; /* what their code was inlined as, or ELF_NO_CALL */
    unsigned depth;
};

static uint32_t number_of(Dwarf_Die *die, unsigned name)
{
    Dwarf_Attribute attribute;
    Dwarf_Word value;

    if (!dwarf_attr(die, name, &attribute) || dwarf_formudata(&attribute, &value) != 0 || value > UINT32_MAX)
        return 0;
    return (uint32_t)value;
}

/* A function's name is with what it is an instance of. */
static const char *name_of(struct elf_line_reading *r, Dwarf_Die *die)
{
    Dwarf_Attribute attribute;
    const char *name = dwarf_formstring(dwarf_attr_integrate(die, DW_AT_name, &attribute)), *kept;

    if (!name || !*name)
        name = "?";
    kept = pool_copy(&r->lines->strings, name, strlen(name));
    r->no_memory |= !kept;
    return kept;
}

static uint32_t caller_file(const struct block *b, Dwarf_Die *die)
{
    const struct elf_unit *u = b->unit;

    if (!u->files || !dwarf_hasattr(die, DW_AT_call_file))
        return ELF_NO_FILE;
    return elf_file_place(u, dwarf_filesrc(u->files, number_of(die, DW_AT_call_file), NULL, NULL));
}

/* A row a range of its code; returns the place of the first, or the caller's if there is no code. */
static uint32_t take_inlined(const struct block *b, Dwarf_Die *die)
{
    struct elf_lines *lines = b->unit->r->lines;
    const size_t first = lines->inlined_count;
    struct elf_inlined inlined = {.caller = b->caller};
    Dwarf_Addr base, begin, end;
    ptrdiff_t next = 0;

    while ((next = dwarf_ranges(die, next, &base, &begin, &end)) > 0) {
        if (begin >= end || end > UINT32_MAX)
            continue;
        if (!inlined.function) {
            inlined.function = name_of(b->unit->r, die);
            inlined.file = caller_file(b, die);
            inlined.line = number_of(die, DW_AT_call_line);
            inlined.column = number_of(die, DW_AT_call_column);
        }
        inlined.begin = (uint32_t)begin;
        inlined.end = (uint32_t)end;
        if (!array_room(&lines->inlined, lines->inlined_count, &lines->inlined_capacity, sizeof *lines->inlined)) {
            b->unit->r->no_memory = true;
            break;
        }
        lines->inlined[lines->inlined_count++] = inlined;
    }
    return first < lines->inlined_count ? (uint32_t)first : b->caller;
}

static bool may_hold_code(int tag)
{
    return tag == DW_TAG_subprogram || tag == DW_TAG_inlined_subroutine || tag == DW_TAG_lexical_block ||
           tag == DW_TAG_namespace;
}

static void take_block(const struct block *b, Dwarf_Die *die)
{
    Dwarf_Die entry;

    if (b->depth > DEEPEST || dwarf_child(die, &entry) != 0)
        return;
    do {
        const int tag = dwarf_tag(&entry);
        struct block inner = *b;

        inner.depth++;
        if (tag == DW_TAG_inlined_subroutine)
            inner.caller = take_inlined(b, &entry);
        if (may_hold_code(tag))
            take_block(&inner, &entry);
    } while (!b->unit->r->no_memory && dwarf_siblingof(&entry, &entry) == 0);
}

void elf_take_inlined(const struct elf_unit *unit)
{
    Dwarf_Die die = unit->die;

    take_block(&(struct block){.unit = unit, .caller = ELF_NO_CALL}, &die);
}

/* ---- By address ---- */

/* The last one that has it: what is called comes behind its callers. */
const struct elf_inlined *elf_inlined_at(const struct elf_lines *lines, uint32_t address)
{
    for (size_t i = lines->inlined_count; i > 0; i--) {
        const struct elf_inlined *inlined = &lines->inlined[i - 1];

        if (address >= inlined->begin && address < inlined->end)
            return inlined;
    }
    return NULL;
}

const struct elf_inlined *elf_inlined_caller(const struct elf_lines *lines, const struct elf_inlined *inlined)
{
    return inlined->caller == ELF_NO_CALL ? NULL : &lines->inlined[inlined->caller];
}
