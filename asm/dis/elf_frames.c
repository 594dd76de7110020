/* Unwinds a function's frame to its caller's frame, by the rules that a compiler leaves for each instruction. */
#include "elf_code.h"

#include "elf_parts.h"

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <stdlib.h>

enum { DEEPEST = 16 /* values on a rule's stack, at most */, SP = 2 };

/* The state of unwinding one frame. */
struct stepping {
    Elf *elf;
    Dwarf *dwarf;
    const struct elf_frame *from;
    struct elf_frame to;
    uint32_t address; /* address whose rules apply */
    elf_read_word *read;
    void *context;
    bool done;
};

/* ---- Rules: small programs for a stack machine ---- */

struct rule {
    const struct stepping *stepping;
    const Dwarf_Op *ops;
    size_t count;
    uint32_t cfa;
    uint32_t stack[DEEPEST];
    size_t depth;
    bool is_value; /* the result is the value itself, not the value's address */
};

static bool push_rule_value(struct rule *rule, uint32_t value)
{
    if (rule->depth == DEEPEST)
        return false;
    rule->stack[rule->depth++] = value;
    return true;
}

static bool push_register(struct rule *rule, uint64_t number, uint32_t offset)
{
    return number < ELF_REGISTERS && push_rule_value(rule, rule->stepping->from->x[number] + offset);
}

/* Does an operation on the top value. */
static bool do_unary_op(struct rule *rule, const Dwarf_Op *op)
{
    uint32_t *top = &rule->stack[rule->depth - 1];

    if (rule->depth == 0)
        return false;
    switch (op->atom) {
    case DW_OP_plus_uconst:
        *top += (uint32_t)op->number;
        return true;
    case DW_OP_deref:
        return rule->stepping->read(rule->stepping->context, *top, top);
    case DW_OP_stack_value:
        return rule->is_value = true;
    default:
        return false;
    }
}

static bool do_binary_op(struct rule *rule, const Dwarf_Op *op)
{
    if (rule->depth < 2)
        return false;
    rule->depth--;
    rule->stack[rule->depth - 1] += op->atom == DW_OP_plus ? rule->stack[rule->depth] : 0 - rule->stack[rule->depth];
    return true;
}

/* Does one operation of a rule. Returns false for operations that no compiler uses for RISC-V registers. */
static bool do_rule_op(struct rule *rule, const Dwarf_Op *op)
{
    if (op->atom >= DW_OP_breg0 && op->atom <= DW_OP_breg31)
        return push_register(rule, op->atom - DW_OP_breg0, (uint32_t)op->number);
    if (op->atom >= DW_OP_reg0 && op->atom <= DW_OP_reg31)
        return (rule->is_value = push_register(rule, op->atom - DW_OP_reg0, 0));
    if (op->atom >= DW_OP_lit0 && op->atom <= DW_OP_lit31)
        return push_rule_value(rule, op->atom - DW_OP_lit0);
    switch (op->atom) {
    case DW_OP_bregx:
        return push_register(rule, op->number, (uint32_t)op->number2);
    case DW_OP_regx:
        return (rule->is_value = push_register(rule, op->number, 0));
    case DW_OP_call_frame_cfa:
        return push_rule_value(rule, rule->cfa);
    case DW_OP_const1u: case DW_OP_const1s: case DW_OP_const2u: case DW_OP_const2s: case DW_OP_const4u:
    case DW_OP_const4s: case DW_OP_constu: case DW_OP_consts: case DW_OP_addr:
        return push_rule_value(rule, (uint32_t)op->number);
    case DW_OP_plus: case DW_OP_minus:
        return do_binary_op(rule, op);
    default:
        return do_unary_op(rule, op);
    }
}

static bool evaluate_rule(struct rule *rule, uint32_t *result)
{
    for (size_t i = 0; i < rule->count; i++)
        if (!do_rule_op(rule, &rule->ops[i]))
            return false;
    if (rule->depth == 0)
        return false;
    *result = rule->stack[rule->depth - 1];
    return true;
}

/* ---- Registers ---- */

static bool find_cfa(struct stepping *stepping, Dwarf_Frame *frame, uint32_t *cfa)
{
    struct rule rule = {.stepping = stepping};
    Dwarf_Op *ops;

    if (dwarf_frame_cfa(frame, &ops, &rule.count) != 0)
        return false;
    rule.ops = ops;
    return evaluate_rule(&rule, cfa);
}

/* Finds the caller's value of a register. A register without a rule keeps its value. */
static bool find_register(struct stepping *stepping, Dwarf_Frame *frame, uint32_t cfa, int number, uint32_t *value)
{
    struct rule rule = {.stepping = stepping, .cfa = cfa};
    Dwarf_Op room[3], *ops;
    uint32_t found;

    *value = stepping->from->x[number];
    if (dwarf_frame_register(frame, number, room, &ops, &rule.count) != 0)
        return false;
    if (rule.count == 0)
        return true;
    rule.ops = ops;
    if (!evaluate_rule(&rule, &found))
        return false;
    *value = found;
    return rule.is_value || stepping->read(stepping->context, found, value);
}

static bool find_registers(struct stepping *stepping, Dwarf_Frame *frame)
{
    const int back = dwarf_frame_info(frame, NULL, NULL, NULL);
    uint32_t cfa;

    if (back < 0 || back >= ELF_REGISTERS || !find_cfa(stepping, frame, &cfa))
        return false;
    for (int i = 1; i < ELF_REGISTERS; i++)
        if (!find_register(stepping, frame, cfa, i, &stepping->to.x[i]))
            return false;
    stepping->to.x[SP] = cfa;
    stepping->to.pc = stepping->to.x[back];
    return true;
}

/* ---- Finding the rules ---- */

static void apply_frame_rules(struct stepping *stepping, Dwarf_CFI *rules)
{
    Dwarf_Frame *frame = NULL;

    if (!rules || stepping->done || dwarf_cfi_addrframe(rules, stepping->address, &frame) != 0)
        return;
    stepping->done = find_registers(stepping, frame);
    free(frame);
}

static void look_in_debug_frame(void *context)
{
    struct stepping *stepping = context;

    apply_frame_rules(stepping, dwarf_getcfi(stepping->dwarf));
}

/* Looks in .eh_frame: rules of the same form, made for exceptions at run time. */
static void look_in_eh_frame(struct stepping *stepping)
{
    Dwarf_CFI *rules = dwarf_getcfi_elf(stepping->elf);

    apply_frame_rules(stepping, rules);
    dwarf_cfi_end(rules);
}

static void unwind_one_frame(struct stepping *stepping)
{
    stepping->dwarf = dwarf_begin_elf(stepping->elf, DWARF_C_READ, NULL);
    if (stepping->dwarf && !elf_with_dwarf(stepping->dwarf, look_in_debug_frame, stepping))
        stepping->done = false;
    else if (!stepping->done)
        look_in_eh_frame(stepping);
    dwarf_end(stepping->dwarf);
}

bool elf_frame_return(const struct sfp_buffer *file, struct elf_frame *frame, bool call, elf_read_word *read,
                      void *context)
{
    struct elf_code code = {.file = file};
    char *error = NULL;
    struct reading reading = {.name = "", .code = &code, .error = &error};
    struct stepping stepping = {.from = frame, .address = frame->pc - call, .read = read, .context = context};

    if (elf_open(&reading, file)) {
        stepping.elf = reading.elf;
        unwind_one_frame(&stepping);
    }
    elf_free(&code);
    free(error);
    if (stepping.done)
        *frame = stepping.to;
    return stepping.done;
}
