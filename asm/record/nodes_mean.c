/* Turns calls of builtins into nodes. */
#include "nodes_reading.h"

#include "isa/modes.h"
#include "isa/small_float.h"
#include "base/array.h"
#include "base/fail.h"

#include <stdarg.h>
#include <stdio.h>

enum {
    SIGNED_12_LEAST = -2048, SIGNED_12_MOST = 2047,
    MOST_CONDITION_NODES = 1 << 10, /* most nodes of one condition */
};

/* Modes of release 7.38 beyond the instructions' own modes. */
enum {
    LOADI_7_INT32 = 16, LOADI_7_UINT32 = 17, ADD_7_IS_LESS = 16, COMPARE_7_FORMATS = 0x38, COMPARE_7_IS_FLOAT = 0x20,
};

bool reading_fail(struct nodes_reading *reading, const char *format, ...)
{
    const bool placed = reading->place.line > 0;
    char *what = NULL;
    va_list arguments;

    *reading->error = NULL;
    va_start(arguments, format);
    what = format_text(format, arguments);
    va_end(arguments);
    if (what && (placed ? asprintf(reading->error, "%s:%u: in '%s': %s",
                                   reading->list->files.names[reading->place.file], reading->place.line,
                                   reading->call ? reading->call : "", what)
                        : asprintf(reading->error, "in '%s': %s", reading->call ? reading->call : "", what)) < 0)
        *reading->error = NULL;
    free(what);
    return false;
}

static bool add_read_node(struct nodes_reading *reading, const struct node *node)
{
    if (node_list_add(reading->list, node))
        return true;
    *reading->error = NULL;
    return false;
}

static struct node start_node(const struct nodes_reading *reading, enum node_kind kind)
{
    return node_of(kind, reading->place);
}

/* Makes a value for the text's next value number. */
static bool make_named(struct nodes_reading *reading, struct node *node, enum node_operand operand)
{
    if (!array_room(&reading->values, reading->value_count, &reading->value_room, sizeof *reading->values)) {
        *reading->error = NULL;
        return false;
    }
    node->makes[operand] = reading->list->values++;
    reading->values[reading->value_count++] = node->makes[operand];
    return true;
}

static bool make_single_value(struct nodes_reading *reading, struct node *node)
{
    return make_named(reading, node, NODE_VD) && add_read_node(reading, node);
}

/* ---- Instructions ---- */

static const struct sfp_operand *find_listed_operand(const struct sfp_operand *operand, enum sfp_field field)
{
    while (!sfp_operand_end(operand) && operand->field != field)
        operand++;
    return sfp_operand_end(operand) ? NULL : operand;
}

static bool number_fits(uint32_t number, unsigned width)
{
    const int64_t most = (INT64_C(1) << width) - 1, least = -(INT64_C(1) << (width - 1));

    return number <= most || ((int32_t)number < 0 && (int32_t)number >= least);
}

/* Sets the node's immediate or address, and its address modifier or rounding mode, if the instruction has the
 * fields. Returns false with an error if a number does not fit. */
static bool set_insn_numbers(struct nodes_reading *reading, struct node *node, const struct builtin_call *call)
{
    const struct sfp_insn *insn = node->insn;
    const struct sfp_operand *imm = find_listed_operand(insn->args, SFP_F_IMM);
    const struct sfp_operand *option = find_listed_operand(insn->ops, SFP_F_RND);

    imm = imm ? imm : find_listed_operand(insn->args, SFP_F_ADDR);
    option = option ? option : find_listed_operand(insn->ops, SFP_F_ADDR_MODE);
    if (call->imm && (!imm || !number_fits(call->imm, imm->width)))
        return reading_fail(reading, "%d does not fit %s", (int)call->imm, insn->macro);
    if (call->option && (!option || call->option >> option->width))
        return reading_fail(reading, "%s has no %s %u", insn->macro,
                            option && option->field == SFP_F_RND ? "rounding mode" : "address modifier", call->option);
    node->imm = imm ? call->imm & ((UINT32_C(1) << imm->width) - 1) : 0;
    node->option = (uint8_t)call->option;
    return true;
}

static bool sets_flags(const struct sfp_insn *insn, unsigned mod)
{
    for (const struct sfp_use *use = insn->writes; use < insn->writes + SFP_MAX_USES; use++)
        if (use->resource == SFP_R_FLAGS && sfp_use_holds(use, mod, 0))
            return true;
    return false;
}

/* Fills in the instruction's node, except its results. Returns false with an error. */
static bool begin_insn(struct nodes_reading *reading, const char *mnemonic, const struct builtin_call *call,
                       struct node *node)
{
    *node = start_node(reading, NODE_INSN);
    node->insn = sfp_insn_by_gnu(&reading->index, mnemonic, strlen(mnemonic));
    if (!node->insn)
        return reading_fail(reading, "%s is not an instruction of %s", mnemonic, sfp_arch_name(reading->list->arch));
    if (call->mod >= SFP_MODES)
        return reading_fail(reading, "%s has no mode %u", node->insn->macro, call->mod);
    if (sets_flags(node->insn, call->mod))
        return reading_fail(reading, "%s in mode %u sets flags by itself", node->insn->macro, call->mod);
    node->mod = (uint8_t)call->mod;
    memcpy(node->uses, call->uses, sizeof node->uses);
    return set_insn_numbers(reading, node, call);
}

static bool mean_insn(struct nodes_reading *reading, const struct builtin_call *call)
{
    const struct builtin *b = call->builtin;
    struct builtin_call whole = *call;
    struct node node;

    whole.mod |= b->node.mod;
    if (!begin_insn(reading, b->node.mnemonic, &whole, &node))
        return false;
    for (unsigned i = 0; i < builtin_results(b); i++)
        if (!make_named(reading, &node, b->node.makes[i]))
            return false;
    return add_read_node(reading, &node);
}

/* Means a shift by a number. Uses the mode with a separate result register if the arch has it, as sfpi's compiler
 * does. */
static bool mean_shift(struct nodes_reading *reading, const struct builtin_call *call)
{
    static const char name[] = "sfpshft";
    const struct sfp_insn *insn = sfp_insn_by_gnu(&reading->index, name, sizeof name - 1);
    struct builtin_call shift = *call;
    struct node node;

    shift.mod |= SFP_MODE_SFPSHFT_ARG_IMM;
    if (insn && sfp_mode_documented(insn, SFP_MODE_SFPSHFT_IMM_LREGC)) {
        shift.mod |= SFP_MODE_SFPSHFT_SRC_LREGC;
    } else {
        shift.uses[NODE_VD] = call->uses[NODE_VC];
        shift.uses[NODE_VC] = NODE_NONE;
    }
    return begin_insn(reading, name, &shift, &node) && make_single_value(reading, &node);
}

/* Means a rounding. Only conversions of integers shift before rounding: the mode then takes the shift from the
 * immediate. */
static bool mean_rounding(struct nodes_reading *reading, const struct builtin_call *call)
{
    struct builtin_call rounding = *call;
    struct node node;

    if (call->mod == SFP_MODE_SFPSTOCHRND_INT32_TO_UINT8 || call->mod == SFP_MODE_SFPSTOCHRND_INT32_TO_INT8)
        rounding.mod |= SFP_MODE_SFPSTOCHRND_IMM_SHIFTS;
    return begin_insn(reading, "sfpstochrnd", &rounding, &node) && make_single_value(reading, &node);
}

/* ---- Constants and registers ---- */

static bool mean_constant(struct nodes_reading *reading, uint32_t bits, enum node_type type)
{
    struct node node = start_node(reading, NODE_CONSTANT);

    node.imm = bits;
    node.type = (uint8_t)type;
    return make_single_value(reading, &node);
}

static bool mean_loadi(struct nodes_reading *reading, const struct builtin_call *call)
{
    struct sfp_loaded loaded;

    if (call->builtin->node.form == FORM_CONSTANT && call->mod >= SFP_MODES)
        return mean_constant(reading, call->imm,
                             call->mod == LOADI_7_INT32 || call->mod == LOADI_7_UINT32 ? NODE_INTEGER : NODE_FLOAT);
    if (!sfp_loadi(call->mod, call->imm, &loaded) || loaded.kept)
        return reading_fail(reading, "SFPLOADI in mode %u does not set a whole value", call->mod);
    return mean_constant(reading, loaded.bits, call->mod == SFP_MODE_SFPLOADI_FLOATB ? NODE_FLOAT : NODE_INTEGER);
}

static bool mean_register(struct nodes_reading *reading, const struct builtin_call *call, enum node_kind kind,
                          uint32_t end)
{
    struct node node = start_node(reading, kind);

    if (call->imm >= end)
        return reading_fail(reading, "no register %u", call->imm);
    if (kind == NODE_CONFIG && call->mod)
        return reading_fail(reading, "SFPCONFIG in mode %u does not take a value", call->mod);
    node.imm = call->imm;
    memcpy(node.uses, call->uses, sizeof node.uses);
    return kind == NODE_READ ? make_single_value(reading, &node) : add_read_node(reading, &node);
}

static bool mean_assignment(struct nodes_reading *reading, const struct builtin_call *call)
{
    struct node node = start_node(reading, NODE_ASSIGN);

    memcpy(node.uses, call->uses, sizeof node.uses);
    return make_single_value(reading, &node);
}

/* ---- Sums of integers ---- */

static bool mean_sum(struct nodes_reading *reading, const struct builtin_call *call, unsigned mod)
{
    struct builtin_call sum = *call;
    struct node node;

    sum.mod = mod;
    return begin_insn(reading, "sfpiadd", &sum, &node) && make_single_value(reading, &node);
}

/* Means a sum with a number. A number outside the immediate's range becomes a constant node. */
static bool mean_sum_with(struct nodes_reading *reading, const struct builtin_call *call, int32_t number)
{
    struct builtin_call sum = *call;
    struct node constant = start_node(reading, NODE_CONSTANT);

    if (number >= SIGNED_12_LEAST && number <= SIGNED_12_MOST) {
        sum.imm = (uint32_t)number;
        return mean_sum(reading, &sum, SFP_MODE_SFPIADD_IMM_NONE);
    }
    constant.imm = (uint32_t)number;
    constant.makes[NODE_VD] = reading->list->values++;
    sum.imm = 0;
    sum.uses[NODE_VD] = constant.makes[NODE_VD];
    return add_read_node(reading, &constant) && mean_sum(reading, &sum, SFP_MODE_SFPIADD_LREG_NONE);
}

static bool mean_sum_7(struct nodes_reading *reading, const struct builtin_call *call)
{
    const bool is_less = call->mod & ADD_7_IS_LESS;

    if (call->builtin->node.form == FORM_ADD_7)
        return mean_sum(reading, call, is_less ? SFP_MODE_SFPIADD_MINUS_NONE : SFP_MODE_SFPIADD_LREG_NONE);
    return mean_sum_with(reading, call, (int32_t)(is_less ? -call->imm : call->imm));
}

static bool mean_sum_with_number(struct nodes_reading *reading, const struct builtin_call *call)
{
    if (call->mod != SFP_MODE_SFPIADD_CC_NONE)
        return reading_fail(reading, "SFPIADD in mode %u sets flags by itself", call->mod);
    return mean_sum_with(reading, call, (int32_t)call->imm);
}

/* ---- Conditions ---- */

static bool add_condition(struct nodes_reading *reading, const struct read_condition *condition)
{
    if (condition->nodes > MOST_CONDITION_NODES)
        return reading_fail(reading, "a condition of more than %d comparisons", MOST_CONDITION_NODES);
    if (!array_room(&reading->conditions, reading->condition_count, &reading->condition_room,
                    sizeof *reading->conditions)) {
        *reading->error = NULL;
        return false;
    }
    reading->conditions[reading->condition_count++] = *condition;
    return true;
}

static bool mean_comparison(struct nodes_reading *reading, const struct builtin_call *call, unsigned relation,
                            bool is_float)
{
    const struct read_condition condition = {
        .kind = NODE_COMPARE,
        .relation = (uint8_t)relation,
        .type = is_float ? NODE_FLOAT : NODE_INTEGER,
        .value = call->uses[NODE_VC],
        .other = call->uses[NODE_VB],
        .imm = call->imm,
        .nodes = 1,
        .place = reading->place,
    };

    if (!relation)
        return reading_fail(reading, "unknown comparison mode %u", call->mod);
    return add_condition(reading, &condition);
}

static bool mean_comparison_7(struct nodes_reading *reading, const struct builtin_call *call)
{
    static const uint8_t relations[] = {0, NODE_LT, NODE_EQ, NODE_GE, NODE_NE, NODE_LE, NODE_GT, 0};
    const unsigned form = call->builtin->node.form;

    if (form == FORM_COMPARE_FLOAT_7 && (call->mod & COMPARE_7_FORMATS) != COMPARE_7_IS_FLOAT)
        return reading_fail(reading, "a comparison with a 16-bit number is not supported");
    return mean_comparison(reading, call, relations[call->mod & 7], form != FORM_COMPARE_INTEGERS_7);
}

/*
 * Means a comparison by headers of August 2026. Compares unsigned integers like signed ones, by the sign of their
 * difference, as the vendor's compiler does, ignoring overflow (tenstorrent/sfpi-gcc,
 * gcc/config/riscv/tt/gimple-rvtt-expand.cc, its bug 14598). For sign-magnitude numbers, the compiler's versions order
 * two numbers differently; headers of August 2026 only have operators for == and !=.
 */
static bool mean_comparison_now(struct nodes_reading *reading, const struct builtin_call *call)
{
    static const uint8_t relations[] = {NODE_LT, NODE_GE, NODE_EQ, NODE_NE, NODE_GT, NODE_LE, 0, 0};
    enum { TYPE_LSB = 4, TYPES = 3, SIGN_MAGNITUDE = 2, FLOAT = 3 };
    const unsigned relation = relations[call->mod & 7], type = call->mod >> TYPE_LSB & TYPES;

    if (type == SIGN_MAGNITUDE && relation != NODE_EQ && relation != NODE_NE)
        return reading_fail(reading, "sign-magnitude numbers (vSMag) can only be compared by == and !=");
    return mean_comparison(reading, call, relation, type == FLOAT);
}

static bool mean_bool(struct nodes_reading *reading, const struct builtin_call *call)
{
    struct read_condition condition = {.kind = NODE_NOT, .value = NODE_NONE, .other = NODE_NONE,
                                       .place = reading->place};

    if (call->mod == reading->or_mod)
        condition.kind = NODE_OR;
    else if (call->mod == reading->and_mod)
        condition.kind = NODE_AND;
    else if (call->mod != reading->not_mod)
        return reading_fail(reading, "unknown logic mode %u", call->mod);
    condition.nodes = 1 + reading->conditions[call->conditions[0]].nodes;
    if (condition.kind != NODE_NOT)
        condition.nodes += reading->conditions[call->conditions[1]].nodes;
    memcpy(condition.operands, call->conditions, sizeof condition.operands);
    return add_condition(reading, &condition);
}

/* Adds the nodes of a condition's tree, at most MOST_CONDITION_NODES; *made is the number of the root's condition. */
static bool add_tree(struct nodes_reading *reading, uint32_t place, int32_t *made)
{
    const struct read_condition c = reading->conditions[place];
    struct node node = node_of(c.kind, c.place);
    const unsigned operands = c.kind == NODE_COMPARE ? 0 : c.kind == NODE_NOT ? 1 : 2;

    for (unsigned i = 0; i < operands; i++)
        if (!add_tree(reading, c.operands[i], &node.conditions[i]))
            return false;
    node.relation = c.relation;
    node.type = c.type;
    node.imm = c.imm;
    if (c.kind == NODE_COMPARE) {
        node.uses[NODE_VC] = c.value;
        node.uses[NODE_VB] = c.other;
    }
    node.condition = reading->list->conditions++;
    *made = node.condition;
    return add_read_node(reading, &node);
}

static bool mean_use(struct nodes_reading *reading, const struct builtin_call *call, enum node_kind kind)
{
    struct node node = start_node(reading, kind);

    return add_tree(reading, call->conditions[0], &node.conditions[0]) &&
           (kind == NODE_TRUTH ? make_single_value(reading, &node) : add_read_node(reading, &node));
}

static bool mean_flags(struct nodes_reading *reading, const struct builtin_call *call, enum node_kind kind)
{
    const struct node node = start_node(reading, kind);

    return call->mod ? reading_fail(reading, "%s in mode %u", call->builtin->name, call->mod)
                     : add_read_node(reading, &node);
}

/* ---- Every builtin ---- */

bool builtin_mean(struct nodes_reading *reading, const struct builtin_call *call)
{
    enum { LREGS = 16, GENERAL_LREGS = 8, TARGETS = 16 };

    switch ((enum builtin_form)call->builtin->node.form) {
    case FORM_INSN: return mean_insn(reading, call);
    case FORM_LOADI:
    case FORM_CONSTANT: return mean_loadi(reading, call);
    case FORM_READ: return mean_register(reading, call, NODE_READ, LREGS);
    case FORM_WRITE: return mean_register(reading, call, NODE_WRITE, GENERAL_LREGS);
    case FORM_CONFIG: return mean_register(reading, call, NODE_CONFIG, TARGETS);
    case FORM_ASSIGN: return mean_assignment(reading, call);
    case FORM_SHIFT: return mean_shift(reading, call);
    case FORM_ROUND: return mean_rounding(reading, call);
    case FORM_ADD_NUMBER: return mean_sum_with_number(reading, call);
    case FORM_ADD_NUMBER_7:
    case FORM_ADD_7: return mean_sum_7(reading, call);
    case FORM_COMPARE: return mean_comparison_now(reading, call);
    case FORM_COMPARE_FLOAT_7:
    case FORM_COMPARE_FLOATS_7:
    case FORM_COMPARE_INTEGERS_7: return mean_comparison_7(reading, call);
    case FORM_BOOL: return mean_bool(reading, call);
    case FORM_WHERE: return mean_use(reading, call, NODE_WHERE);
    case FORM_TRUTH: return mean_use(reading, call, NODE_TRUTH);
    case FORM_PUSHC: return mean_flags(reading, call, NODE_PUSHC);
    case FORM_POPC: return mean_flags(reading, call, NODE_POPC);
    case FORM_COMPC: return mean_flags(reading, call, NODE_COMPC);
    }
    return false;
}
