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

static bool make_places(struct follow *f, const struct elf_walk *here)
{
    const struct elf_section *section = &here->code->sections[here->section];

    f->address = (uint32_t)section->address;
    f->count = section->size / RV_BYTES;
    if (f->count > FOLLOW_MOST || section->address % RV_BYTES)
        f->count = 0;
    if (f->count == 0)
        return true;
    f->places = calloc(f->count, sizeof *f->places);
    if (!f->places)
        f->count = 0;
    return f->places;
}

static void fill_places(struct follow *f, const struct elf_walk *here)
{
    struct elf_code whole = *here->code;
    struct elf_walk walk;
    struct elf_word word;

    whole.range = (struct elf_range){.stop = UINT64_MAX};
    whole.wanted = NULL;
    whole.sections = &here->code->sections[here->section];
    whole.section_count = 1;
    elf_walk_begin(&walk, &whole);
    for (struct follow_place *p = f->places; p < f->places + f->count && elf_walk_next(&walk, &word); p++) {
        p->code = word.kind == ELF_RISCV;
        p->op = p->code ? rv_decode(word.word) : (struct rv_op){.id = RV_NONE};
        p->entry = word.symbol || word.section;
    }
}

static struct follow_place *place_at(const struct follow *f, uint32_t address)
{
    const uint32_t offset = address - f->address;

    return offset % RV_BYTES == 0 && offset / RV_BYTES < f->count ? &f->places[offset / RV_BYTES] : NULL;
}

static uint32_t find_place_address(const struct follow *f, const struct follow_place *p)
{
    return f->address + (uint32_t)(p - f->places) * RV_BYTES;
}

/* Marks every place of a computed jump's function as an entry: the jump may lead to any of them. */
static void open_function(struct follow *f, struct follow_place *jump)
{
    struct follow_place *p = jump;

    while (p > f->places && !p->entry)
        p--;
    do
        (p++)->entry = true;
    while (p < f->places + f->count && !p->entry);
}

static bool is_computed(const struct rv_op *op)
{
    return op->id == RV_JALR && op->rd == 0 && op->rs1 != RV_RA;
}

/* Marks entries: first the called functions, which separate functions from each other; then the functions with
 * computed jumps. */
static void find_entries(struct follow *f)
{
    uint32_t target;

    for (struct follow_place *p = f->places; p < f->places + f->count; p++) {
        struct follow_place *called = NULL;

        if (p->code && p->op.id == RV_JAL && p->op.rd != 0 && rv_target(&p->op, find_place_address(f, p), &target))
            called = place_at(f, target);
        if (called)
            called->entry = true;
    }
    for (struct follow_place *p = f->places; p < f->places + f->count; p++) {
        if (p->code && is_computed(&p->op))
            open_function(f, p);
    }
}

/* ---- Following ---- */

/* Registers after a word. */
struct registers {
    uint32_t known, values[RV_REGISTERS];
};

static void set_known_register(struct registers *r, unsigned rd, bool known, uint32_t value)
{
    const uint32_t bit = UINT32_C(1) << rd;

    if (rd == 0)
        return;
    r->known = known ? r->known | bit : r->known & ~bit;
    r->values[rd] = known ? value : 0;
}

static void execute_followed(struct registers *r, const struct rv_op *op, uint32_t address)
{
    const uint32_t imm = (uint32_t)op->imm;

    if (op->id == RV_LUI)
        set_known_register(r, op->rd, true, imm);
    else if (op->id == RV_AUIPC)
        set_known_register(r, op->rd, true, address + imm);
    else if (op->id == RV_ADDI)
        set_known_register(r, op->rd, r->known >> op->rs1 & 1, r->values[op->rs1] + imm);
    else if (op->id != RV_NONE && (rv_used(op->id) & RV_RD))
        set_known_register(r, op->rd, false, 0);
}

/* Merges the registers from another way to a place: a value stays known if every way has the same value. Returns
 * whether the place changed. */
static bool merge_registers(struct follow_place *p, const struct registers *r)
{
    uint32_t known = r->known;

    if (!p->seen) {
        p->seen = true;
        p->known = p->entry ? 1 : known;
        memcpy(p->values, r->values, sizeof p->values);
        return true;
    }
    for (unsigned i = 0; i < RV_REGISTERS; i++) {
        if (p->values[i] != r->values[i])
            known &= ~(UINT32_C(1) << i);
    }
    known &= p->known;
    if (known == p->known)
        return false;
    p->known = known;
    return true;
}

/* Passes the registers after a place on to its successors. Returns whether a successor changed. */
static bool pass_registers_on(struct follow *f, struct follow_place *p)
{
    const struct rv_op *op = &p->op;
    struct follow_place *next = p + 1 < f->places + f->count ? p + 1 : NULL, *other = NULL;
    struct registers r = {.known = p->known};
    bool changed = false;
    uint32_t target;

    memcpy(r.values, p->values, sizeof r.values);
    if (p->code) {
        execute_followed(&r, op, find_place_address(f, p));
        if (rv_target(op, find_place_address(f, p), &target))
            other = place_at(f, target);
        if ((op->id == RV_JAL || op->id == RV_JALR) && op->rd != 0)
            r.known &= ~CLOBBERED;
        else if (op->id == RV_JAL || op->id == RV_JALR)
            next = NULL;
    }
    if (other)
        changed |= merge_registers(other, &r);
    if (next)
        changed |= merge_registers(next, &r);
    return changed;
}

static void follow_all(struct follow *f)
{
    static const struct registers nothing = {.known = 1}; /* x0 is 0 */
    bool changed = true;
    unsigned passes = 0;

    for (struct follow_place *p = f->places; p < f->places + f->count; p++) {
        if (p->entry)
            merge_registers(p, &nothing);
    }
    for (; changed && passes < MOST_PASSES; passes++) {
        changed = false;
        for (struct follow_place *p = f->places; p < f->places + f->count; p++) {
            if (p->seen && pass_registers_on(f, p))
                changed = true;
        }
    }
    if (changed)
        follow_end(f);
}

bool follow_begin(struct follow *f, const struct elf_walk *walk)
{
    *f = (struct follow){0};
    if (!make_places(f, walk))
        return false;
    if (f->count == 0)
        return true;
    fill_places(f, walk);
    find_entries(f);
    follow_all(f);
    return true;
}

void follow_end(struct follow *f)
{
    free(f->places);
    *f = (struct follow){0};
}

bool follow_pushed(const struct follow *f, uint32_t address, uint32_t *word)
{
    const struct follow_place *p = place_at(f, address);
    uint32_t needed;

    if (!p || !p->code || p->op.id != RV_SW)
        return false;
    needed = UINT32_C(1) << p->op.rs1 | UINT32_C(1) << p->op.rs2;
    *word = p->values[p->op.rs2];
    return p->seen && (p->known & needed) == needed &&
           p->values[p->op.rs1] + (uint32_t)p->op.imm - RV_PUSH_BASE < RV_PUSH_SIZE;
}
