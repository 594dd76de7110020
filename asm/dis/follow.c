#include "elf_code.h"

#include "elf_parts.h"
#include "riscv.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_PASSES = 64 }; /* over the section; real code needs fewer */

/* ra, t0-t2, a0-a7, t3-t6: what a call may change (RISC-V ELF psABI, "Integer Calling Convention"). */
#define CLOBBERED UINT32_C(0xF003FCE2)

/* A word of the section, with the registers before its execution. */
struct follow_place {
    struct rv_op op;
    bool code;  /* a RISC-V instruction; Tensix words change no register, and stock assemblers mark Tensix words as
                 * data */
    bool entry; /* reachable by ways not followed: no register is known */
    bool seen;  /* reached so far */
    uint32_t known; /* mask of the registers with known values before the word */
    uint32_t values[RV_REGISTERS];
};

/* ---- The section's words ---- */

static bool make_places(struct follow *follow, const struct elf_walk *here)
{
    const struct elf_section *section = &here->code->sections[here->section];

    follow->address = (uint32_t)section->address;
    follow->count = section->size / RV_BYTES;
    if (follow->count > FOLLOW_MOST || section->address % RV_BYTES)
        follow->count = 0;
    if (follow->count == 0)
        return true;
    follow->places = calloc(follow->count, sizeof *follow->places);
    if (!follow->places)
        follow->count = 0;
    return follow->places;
}

static void fill_places(struct follow *follow, const struct elf_walk *here)
{
    struct elf_code whole = *here->code;
    struct elf_walk walk;
    struct elf_word word;

    whole.range = (struct elf_range){.stop = UINT64_MAX};
    whole.wanted = NULL;
    whole.sections = &here->code->sections[here->section];
    whole.section_count = 1;
    elf_walk_begin(&walk, &whole);
    for (struct follow_place *place = follow->places;
         place < follow->places + follow->count && elf_walk_next(&walk, &word); place++) {
        place->code = word.kind == ELF_RISCV;
        place->op = place->code ? rv_decode(word.word) : (struct rv_op){.id = RV_NONE};
        place->entry = word.symbol || word.section;
    }
}

static struct follow_place *find_place_at(const struct follow *follow, uint32_t address)
{
    const uint32_t offset = address - follow->address;

    return offset % RV_BYTES == 0 && offset / RV_BYTES < follow->count ? &follow->places[offset / RV_BYTES] : NULL;
}

static uint32_t find_place_address(const struct follow *follow, const struct follow_place *place)
{
    return follow->address + (uint32_t)(place - follow->places) * RV_BYTES;
}

/* Marks every place of a computed jump's function as an entry: the jump may lead to any of them. */
static void open_function(struct follow *follow, struct follow_place *jump)
{
    struct follow_place *place = jump;

    while (place > follow->places && !place->entry)
        place--;
    do
        (place++)->entry = true;
    while (place < follow->places + follow->count && !place->entry);
}

static bool is_computed(const struct rv_op *op)
{
    return op->id == RV_JALR && op->rd == 0 && op->rs1 != RV_RA;
}

/* Marks entries: first the called functions, which separate functions from each other; then the functions with
 * computed jumps. */
static void find_entries(struct follow *follow)
{
    uint32_t target;

    for (struct follow_place *place = follow->places; place < follow->places + follow->count; place++) {
        struct follow_place *called = NULL;

        if (place->code && place->op.id == RV_JAL && place->op.rd != 0 &&
            rv_target(&place->op, find_place_address(follow, place), &target))
            called = find_place_at(follow, target);
        if (called)
            called->entry = true;
    }
    for (struct follow_place *place = follow->places; place < follow->places + follow->count; place++) {
        if (place->code && is_computed(&place->op))
            open_function(follow, place);
    }
}

/* ---- Following ---- */

/* Registers after a word. */
struct registers {
    uint32_t known, values[RV_REGISTERS];
};

static void set_known_register(struct registers *registers, unsigned rd, bool known, uint32_t value)
{
    const uint32_t bit = UINT32_C(1) << rd;

    if (rd == 0)
        return;
    registers->known = known ? registers->known | bit : registers->known & ~bit;
    registers->values[rd] = known ? value : 0;
}

static void execute_followed(struct registers *registers, const struct rv_op *op, uint32_t address)
{
    const uint32_t imm = (uint32_t)op->imm;

    if (op->id == RV_LUI)
        set_known_register(registers, op->rd, true, imm);
    else if (op->id == RV_AUIPC)
        set_known_register(registers, op->rd, true, address + imm);
    else if (op->id == RV_ADDI)
        set_known_register(registers, op->rd, registers->known >> op->rs1 & 1, registers->values[op->rs1] + imm);
    else if (op->id != RV_NONE && (rv_used(op->id) & RV_RD))
        set_known_register(registers, op->rd, false, 0);
}

/* Merges the registers from another way to a place: a value stays known if every way has the same value. Returns
 * whether the place changed. */
static bool merge_registers(struct follow_place *place, const struct registers *registers)
{
    uint32_t known = registers->known;

    if (!place->seen) {
        place->seen = true;
        place->known = place->entry ? 1 : known;
        memcpy(place->values, registers->values, sizeof place->values);
        return true;
    }
    for (unsigned i = 0; i < RV_REGISTERS; i++) {
        if (place->values[i] != registers->values[i])
            known &= ~(UINT32_C(1) << i);
    }
    known &= place->known;
    if (known == place->known)
        return false;
    place->known = known;
    return true;
}

/* Passes the registers after a place on to its successors. Returns whether a successor changed. */
static bool pass_registers_on(struct follow *follow, struct follow_place *place)
{
    const struct rv_op *op = &place->op;
    struct follow_place *next = place + 1 < follow->places + follow->count ? place + 1 : NULL, *other = NULL;
    struct registers registers = {.known = place->known};
    bool changed = false;
    uint32_t target;

    memcpy(registers.values, place->values, sizeof registers.values);
    if (place->code) {
        execute_followed(&registers, op, find_place_address(follow, place));
        if (rv_target(op, find_place_address(follow, place), &target))
            other = find_place_at(follow, target);
        if ((op->id == RV_JAL || op->id == RV_JALR) && op->rd != 0)
            registers.known &= ~CLOBBERED;
        else if (op->id == RV_JAL || op->id == RV_JALR)
            next = NULL;
    }
    if (other)
        changed |= merge_registers(other, &registers);
    if (next)
        changed |= merge_registers(next, &registers);
    return changed;
}

static void follow_all(struct follow *follow)
{
    static const struct registers nothing = {.known = 1}; /* x0 is 0 */
    bool changed = true;
    unsigned passes = 0;

    for (struct follow_place *place = follow->places; place < follow->places + follow->count; place++) {
        if (place->entry)
            merge_registers(place, &nothing);
    }
    for (; changed && passes < MOST_PASSES; passes++) {
        changed = false;
        for (struct follow_place *place = follow->places; place < follow->places + follow->count; place++) {
            if (place->seen && pass_registers_on(follow, place))
                changed = true;
        }
    }
    if (changed)
        follow_end(follow);
}

bool follow_begin(struct follow *follow, const struct elf_walk *walk)
{
    *follow = (struct follow){0};
    if (!make_places(follow, walk))
        return false;
    if (follow->count == 0)
        return true;
    fill_places(follow, walk);
    find_entries(follow);
    follow_all(follow);
    return true;
}

void follow_end(struct follow *follow)
{
    free(follow->places);
    *follow = (struct follow){0};
}

bool follow_pushed(const struct follow *follow, uint32_t address, uint32_t *word)
{
    const struct follow_place *place = find_place_at(follow, address);
    uint32_t needed;

    if (!place || !place->code || place->op.id != RV_SW)
        return false;
    needed = UINT32_C(1) << place->op.rs1 | UINT32_C(1) << place->op.rs2;
    *word = place->values[place->op.rs2];
    return place->seen && (place->known & needed) == needed &&
           place->values[place->op.rs1] + (uint32_t)place->op.imm - RV_PUSH_BASE < RV_PUSH_SIZE;
}
