/* Random kernels, node by node; what is known of values so far says what can come next. */
#include "random_nodes.h"

#include "isa/modes.h"
#include "isa/timing.h"
#include "operands.h"
#include "select/node_operands.h"

#include <stdlib.h>

enum {
    BODY_SLOTS = RANDOM_BODY_WORDS,
    VARIABLES = 5,
    OWN_LREGS = 3, /* so many, one behind the other, are what words of the kernel's own use */
    INPUTS = 24, FIRST_OUTPUT = 64, OUTPUTS = 200, STEPS = 16, /* rows of Dst; inputs end before the first output */
    NOINC_WH = 3, NOINC_BH = 7,
    NESTED = 4,
    OWN_PUSHC = 0x87000000, OWN_POPC = 0x88000000, OWN_COMPC = 0x8B000000,
};

struct making {
    struct node_list *list;
    struct slow_nodes slow;
    uint64_t random;
    int32_t variables[VARIABLES]; /* what each is by now; NODE_NONE: it was not set */
    unsigned count;               /* of variables */
    uint32_t stored[OUTPUTS]; /* addresses, without what INCRWC has added */
    unsigned stores;
    uint32_t steps; /* what it has added */
    unsigned opened[NESTED], depth; /* PUSHCs by v_if */
    bool own[NESTED];               /* it was a word */
    uint32_t first_own; /* LReg */
    uint32_t own_percent, moved_percent; /* of statements: the kernel's own words, and what moves lanes */
    uint32_t line;
    bool recorded; /* a body of values */
};

static uint32_t below(struct making *k, uint32_t n)
{
    return (uint32_t)(splitmix64(&k->random) >> 33) % n;
}

static bool chance(struct making *k, uint32_t percent)
{
    return below(k, 100) < percent;
}

static uint32_t own_lreg(struct making *k)
{
    return k->first_own + below(k, OWN_LREGS);
}

static struct node new_node(struct making *k, enum node_kind kind)
{
    return node_of(kind, (struct node_place){0, ++k->line});
}

static void add(struct making *k, const struct node *node)
{
    if (!node_list_add(k->list, node))
        abort();
    slow_nodes_step(&k->slow, k->list->count - 1);
}

static int32_t new_value(struct making *k)
{
    if (k->list->values == RANDOM_VALUES)
        abort();
    return k->list->values++;
}

static int32_t add_making(struct making *k, struct node *node)
{
    node->makes[NODE_VD] = new_value(k);
    add(k, node);
    return node->makes[NODE_VD];
}

static void add_kind(struct making *k, enum node_kind kind)
{
    const struct node node = new_node(k, kind);

    add(k, &node);
}

static struct node insn(struct making *k, enum sfp_id id, unsigned mod)
{
    struct node node = new_node(k, NODE_INSN);

    for (size_t i = 0; i < k->slow.m->index.count; i++)
        if (k->slow.m->index.rows[i]->id == id)
            node.insn = k->slow.m->index.rows[i];
    node.mod = (uint8_t)mod;
    return node;
}

/* Any mode that values can have, or this one. */
static uint8_t some_mode(struct making *k, const struct sfp_insn *insn, uint8_t mode)
{
    const uint8_t other = (uint8_t)below(k, SFP_MODES);
    const uint32_t written = sfp_uses_of(sfp_resources_written(insn, other, 0)).mask;

    if (!sfp_mode_documented(insn, other) || operands_written(insn, other) != operands_written(insn, mode) ||
        written & (SFP_USES_FLAGS | SFP_USES_STACK) || operands_read(insn, other) & OPERANDS_ANY)
        return mode;
    return other;
}

/* ---- Values ---- */

static bool is_known(const struct making *k, int32_t value)
{
    return value != NODE_NONE && !(k->slow.enabled & ~k->slow.values[value].known);
}

static uint32_t random_bits(struct making *k)
{
    static const uint32_t often[] = {0, 0x3F800000, 0xBF800000, 0x3F56594B, 0x3F000000, 0x40490000, 0x3FB8AA3B, 5,
                                     0xFFFFFFF0, 0x40000000, 0x12345, 0xC2000000};

    if (chance(k, 10)) /* about what fp16 holds */
        return (108 + below(k, 40)) << 23 | below(k, 0x800) << 12;
    return chance(k, 80) ? often[below(k, sizeof often / sizeof often[0])] : random_edge_operand(&k->random);
}

static int32_t constant(struct making *k)
{
    struct node node = new_node(k, NODE_CONSTANT);

    node.imm = random_bits(k);
    return add_making(k, &node);
}

static int32_t load(struct making *k)
{
    static const uint8_t formats[] = {SFP_FMT_FP32, SFP_FMT_INT32, SFP_FMT_BF16, SFP_FMT_INT32};
    struct node node = insn(k, SFP_I_SFPLOAD, formats[below(k, sizeof formats)]);
    const uint8_t other = some_mode(k, node.insn, node.mod);

    /* Not a half of what is there, nor what has a stack of addresses on Blackhole. */
    if (chance(k, 10) && !operands_read(node.insn, other) && other != SFP_FMT_INT32_ALL)
        node.mod = other;
    node.imm = 2 * below(k, INPUTS);
    node.option = k->list->arch == SFP_WH ? NOINC_WH : NOINC_BH;
    return add_making(k, &node);
}

/* What was stored before. */
static int32_t load_again(struct making *k)
{
    struct node node = insn(k, SFP_I_SFPLOAD, SFP_FMT_INT32);

    if (k->stores == 0)
        return load(k);
    node.imm = k->stored[below(k, k->stores)] - k->steps;
    node.option = k->list->arch == SFP_WH ? NOINC_WH : NOINC_BH;
    return add_making(k, &node);
}

/* A value that is known where lanes are enabled: mostly a variable's. */
static int32_t operand(struct making *k)
{
    const int32_t value = k->variables[below(k, k->count)];

    if (chance(k, 80) && is_known(k, value))
        return value;
    return chance(k, 60) ? constant(k) : chance(k, 70) ? load(k) : load_again(k);
}

/* ---- Expressions ---- */

static const struct {
    enum sfp_id id;
    uint8_t mod, archs;
} operations[] = {
    {SFP_I_SFPMAD, 0, SFP_BOTH}, {SFP_I_SFPMUL, 0, SFP_BOTH}, {SFP_I_SFPADD, 0, SFP_BOTH}, {SFP_I_SFPMUL, 0, SFP_BOTH},
    {SFP_I_SFPADD, 0, SFP_BOTH}, {SFP_I_SFPMAD, 3, SFP_BH}, {SFP_I_SFPADD, 1, SFP_BH}, {SFP_I_SFPMUL, 1, SFP_BH},
    {SFP_I_SFPIADD, SFP_MODE_SFPIADD_LREG_NONE, SFP_BOTH}, {SFP_I_SFPIADD, SFP_MODE_SFPIADD_MINUS_NONE, SFP_BOTH},
    {SFP_I_SFPIADD, SFP_MODE_SFPIADD_IMM_NONE, SFP_BOTH}, {SFP_I_SFPAND, 0, SFP_BOTH}, {SFP_I_SFPAND, 1, SFP_BH},
    {SFP_I_SFPOR, 0, SFP_BOTH}, {SFP_I_SFPXOR, 0, SFP_BOTH}, {SFP_I_SFPNOT, 0, SFP_BOTH}, {SFP_I_SFPABS, 1, SFP_BOTH},
    {SFP_I_SFPMOV, SFP_MODE_SFPMOV_NEGATE, SFP_BOTH}, {SFP_I_SFPMOV, SFP_MODE_SFPMOV_MOVE, SFP_BOTH},
    {SFP_I_SFPSETEXP, 0, SFP_BOTH}, {SFP_I_SFPSETEXP, 1, SFP_BOTH}, {SFP_I_SFPSETMAN, 0, SFP_BOTH},
    {SFP_I_SFPSETSGN, 0, SFP_BOTH}, {SFP_I_SFPSETSGN, 1, SFP_BOTH}, {SFP_I_SFPEXEXP, 0, SFP_BOTH},
    {SFP_I_SFPEXMAN, 0, SFP_BOTH}, {SFP_I_SFPDIVP2, 1, SFP_BOTH}, {SFP_I_SFPSHFT, 0, SFP_BOTH},
    {SFP_I_SFPSHFT, 1, SFP_BOTH}, {SFP_I_SFPSHFT, 5, SFP_BH}, {SFP_I_SFPLZ, 0, SFP_BOTH}, {SFP_I_SFPCAST, 0, SFP_BOTH},
    {SFP_I_SFPMULI, 0, SFP_BOTH}, {SFP_I_SFPADDI, 0, SFP_BOTH}, {SFP_I_SFPARECIP, 0, SFP_BH},
    {SFP_I_SFPSTOCHRND, SFP_MODE_SFPSTOCHRND_FP32_TO_FP16B, SFP_BOTH}, {SFP_I_SFPGT, 8, SFP_BH},
    {SFP_I_SFPMUL24, 0, SFP_BH}, {SFP_I_SFPSHFT2, SFP_MODE_SFPSHFT2_SHFT_LREG, SFP_BOTH},
    {SFP_I_SFPSHFT2, SFP_MODE_SFPSHFT2_SHFLROR1, SFP_BOTH},
};

/* All lanes, for what moves them. */
static bool is_whole(const struct making *k, int32_t value)
{
    return value != NODE_NONE && k->slow.values[value].known == UINT32_MAX;
}

static int32_t operation(struct making *k)
{
    enum { RANDOM_NUMBERS = 9 };
    const unsigned i = below(k, sizeof operations / sizeof operations[0]);
    struct node node;
    uint32_t read;

    if (!(operations[i].archs & k->list->arch) ||
        (k->slow.in_body && operations[i].id == SFP_I_SFPSHFT2)) /* fewer lanes may be known when it is played back */
        return load(k);
    node = insn(k, operations[i].id, operations[i].mod);
    if (node.insn->id != SFP_I_SFPSHFT2 && chance(k, 25))
        node.mod = some_mode(k, node.insn, node.mod);
    node.imm = below(k, chance(k, 50) ? 4096 : 32);
    if (node.insn->id == SFP_I_SFPMOV)
        node.imm = RANDOM_NUMBERS;
    node.option = node.insn->id == SFP_I_SFPSTOCHRND ? (uint8_t)below(k, 2) : 0;
    read = operands_read(node.insn, node.mod);
    if (node.insn->id == SFP_I_SFPADD)
        read &= ~(1u << NODE_VA);
    if (node.insn->id == SFP_I_SFPMUL || node.insn->id == SFP_I_SFPMUL24)
        read &= ~(1u << NODE_VC);
    for (unsigned o = NODE_VA; o <= NODE_VD; o++)
        if (read >> o & 1)
            node.uses[o] = operand(k);
    if (!(read >> NODE_VD & 1) && !writes_all_lanes(node.insn, node.mod) && chance(k, 10))
        node.uses[NODE_VD] = k->variables[below(k, k->count)];
    return add_making(k, &node);
}

static int32_t read_lreg(struct making *k)
{
    struct node node = new_node(k, NODE_READ);

    node.imm = !k->slow.in_body && chance(k, 50) ? own_lreg(k) : 8 + below(k, 8); /* that might be unknown later */
    return add_making(k, &node);
}

/* ---- Variables ---- */

static void assign(struct making *k, unsigned variable, int32_t value)
{
    struct node node = new_node(k, NODE_ASSIGN);

    node.uses[NODE_VD] = k->variables[variable];
    node.uses[NODE_VC] = value;
    k->variables[variable] = add_making(k, &node);
}

static void compute(struct making *k)
{
    const unsigned to = below(k, k->count);
    int32_t value = chance(k, 4) ? read_lreg(k) : chance(k, 15) ? load(k) : chance(k, 5) ? constant(k) : operation(k);

    if (chance(k, 30) && is_known(k, value)) { /* a product in a sum, mostly */
        struct node node = insn(k, chance(k, 70) ? SFP_I_SFPADD : SFP_I_SFPMUL, 0);
        const enum node_operand a = node.insn->id == SFP_I_SFPADD ? NODE_VC : NODE_VA;
        const bool first = chance(k, 50);

        node.uses[first ? a : NODE_VB] = value;
        node.uses[first ? NODE_VB : a] = operand(k);
        value = add_making(k, &node);
    }
    assign(k, to, value);
}

/* One becomes another, which was made anywhere. */
static void copy(struct making *k)
{
    const int32_t value = k->variables[below(k, k->count)];

    if (value != NODE_NONE)
        assign(k, below(k, k->count), value);
}

static void declare(struct making *k)
{
    if (k->count == VARIABLES || chance(k, 50)) {
        k->variables[below(k, k->count)] = NODE_NONE;
        return;
    }
    k->variables[k->count++] = NODE_NONE;
}

static void exchange(struct making *k)
{
    static const uint8_t modes[] = {SFP_MODE_SFPSWAP_SWAP, SFP_MODE_SFPSWAP_MIN_MAX, SFP_MODE_SFPSWAP_MIN01_MAX23};
    struct node node = insn(k, SFP_I_SFPSWAP, modes[below(k, sizeof modes)]);
    const uint32_t wanted = 1 + below(k, 3); /* of the two results */

    node.mod = some_mode(k, node.insn, node.mod);
    node.uses[NODE_VD] = operand(k);
    node.uses[NODE_VC] = operand(k);
    node.makes[NODE_VD] = wanted & 1 || chance(k, 50) ? new_value(k) : NODE_NONE;
    node.makes[NODE_VC] = wanted & 2 || chance(k, 50) ? new_value(k) : NODE_NONE;
    add(k, &node);
    if (wanted & 1)
        assign(k, below(k, k->count), node.makes[NODE_VD]);
    if (wanted & 2)
        assign(k, below(k, k->count), node.makes[NODE_VC]);
}

static void look_up(struct making *k)
{
    const bool six = chance(k, 20);
    struct node node = insn(k, six ? SFP_I_SFPLUTFP32 : SFP_I_SFPLUT, below(k, 2) * 4);
    uint32_t read;

    node.mod = some_mode(k, node.insn, node.mod);
    read = operands_read(node.insn, node.mod);
    for (unsigned o = NODE_L0; o < NODE_OPERANDS; o++)
        if (read >> o & 1)
            node.uses[o] = operand(k);
    assign(k, below(k, k->count), add_making(k, &node));
}

static void transpose(struct making *k)
{
    struct node node = insn(k, SFP_I_SFPTRANSP, 0);

    for (unsigned r = 0; r < 4; r++) {
        node.uses[NODE_L0 + r] = operand(k);
        node.makes[NODE_L0 + r] = new_value(k);
        if (!is_whole(k, node.uses[NODE_L0 + r]))
            return; /* values of constants and loads that nobody uses */
    }
    for (unsigned r = 0; r < 4; r++) /* others would have to go through it */
        for (unsigned v = 0; v < k->count; v++)
            if (k->variables[v] != node.uses[NODE_L0 + r])
                k->variables[v] = NODE_NONE;
    add(k, &node);
    for (unsigned r = 0; r < 4; r++)
        if (chance(k, 50))
            assign(k, below(k, k->count), node.makes[NODE_L0 + r]);
}

static void store(struct making *k)
{
    struct node node = insn(k, SFP_I_SFPSTORE, SFP_FMT_INT32);
    const int32_t value = k->variables[below(k, k->count)];

    if (!is_known(k, value) || k->stores == OUTPUTS)
        return;
    node.uses[NODE_VD] = value;
    k->stored[k->stores] = FIRST_OUTPUT + 2 * k->stores + k->steps;
    node.imm = k->stored[k->stores++] - k->steps;
    node.option = k->list->arch == SFP_WH ? NOINC_WH : NOINC_BH;
    add(k, &node);
}

static void configure(struct making *k)
{
    enum { FIRST_EIGHT = 0xFF };
    struct node node = new_node(k, NODE_CONFIG);
    const int32_t value = operand(k);

    if (FIRST_EIGHT & ~k->slow.values[value].known)
        return;
    node.uses[NODE_L0] = value;
    node.imm = 12 + below(k, 3);
    add(k, &node);
}

/* ---- Conditions ---- */

static int32_t new_condition(struct making *k, struct node *node)
{
    node->condition = k->list->conditions++;
    add(k, node);
    return node->condition;
}

static int32_t compare(struct making *k)
{
    struct node node;
    const int32_t a = operand(k), b = chance(k, 40) ? operand(k) : NODE_NONE;

    node = new_node(k, NODE_COMPARE);
    node.relation = (uint8_t)(NODE_LT + below(k, 6));
    node.type = (uint8_t)below(k, 2);
    node.uses[NODE_VC] = a;
    node.uses[NODE_VB] = b;
    node.imm = chance(k, 40) ? 0 : random_bits(k);
    return new_condition(k, &node);
}

static int32_t condition(struct making *k, unsigned within)
{
    struct node node;
    int32_t first, second = NODE_NONE;
    const uint32_t kind = below(k, 10);

    if (within == 3 || kind < 5)
        return compare(k);
    first = condition(k, within + 1);
    if (kind > 5)
        second = condition(k, within + 1);
    node = new_node(k, kind == 5 ? NODE_NOT : kind < 8 ? NODE_AND : NODE_OR);
    node.conditions[0] = first;
    node.conditions[1] = second;
    return new_condition(k, &node);
}

static void narrow(struct making *k)
{
    const int32_t decided = condition(k, 0);
    struct node node = new_node(k, NODE_WHERE);

    node.conditions[0] = decided;
    add(k, &node);
}

/* By whether a value is 0. */
static void narrow_by(struct making *k, int32_t value)
{
    struct node node = new_node(k, NODE_COMPARE);
    int32_t decided;

    node.relation = chance(k, 50) ? NODE_EQ : NODE_NE;
    node.type = NODE_INTEGER;
    node.uses[NODE_VC] = value;
    decided = new_condition(k, &node);
    node = new_node(k, NODE_WHERE);
    node.conditions[0] = decided;
    add(k, &node);
}

static void take_truth(struct making *k)
{
    const int32_t decided = condition(k, 0);
    struct node node = new_node(k, NODE_TRUTH);

    node.conditions[0] = decided;
    if (chance(k, 50) || k->depth == 0)
        assign(k, below(k, k->count), add_making(k, &node));
    else
        narrow_by(k, add_making(k, &node));
}

/* ---- The kernel's own words ---- */

static uint32_t own_word(struct making *k)
{
    const uint32_t a = own_lreg(k), b = own_lreg(k);
    const uint32_t mode = chance(k, 50) ? 0 : 8 + 2 * below(k, 2); /* a half */

    switch (below(k, 5)) {
    case 0: return 0x84000000 | a << 16 | b << 12 | 9 << 8 | a << 4;          /* SFPMAD La, Lb, L9 */
    case 1: return 0x79000000 | below(k, 64) << 12 | a << 8 | b << 4 | 5;     /* SFPIADD Lb = La + imm */
    case 2: return 0x7C000000 | a << 8 | b << 4 | below(k, 3);                /* SFPMOV */
    case 3: return 0x71000000 | a << 20 | mode << 16 | below(k, 0x10000);     /* SFPLOADI */
    default: return 0x8F000000;                                               /* SFPNOP */
    }
}

static bool reads_known(const struct making *k, uint32_t word)
{
    const struct sfp_issued issued = sfp_issued_of(&k->slow.m->index, word);

    for (unsigned r = 0; r < SLOW_LREGS; r++)
        if (issued.reads >> r & 1 && k->slow.enabled & ~k->slow.lregs[r].known)
            return false;
    return true;
}

static void add_word(struct making *k, uint32_t word)
{
    struct node node = new_node(k, NODE_WORD);

    node.imm = word;
    add(k, &node);
}

static void write_lreg(struct making *k)
{
    const int32_t value = operand(k);
    struct node node = new_node(k, NODE_WRITE);

    node.uses[NODE_VC] = value;
    node.imm = own_lreg(k);
    add(k, &node);
}

/* INCRWC. */
static void step(struct making *k)
{
    const uint32_t rows = 2 + 2 * below(k, 2);

    if (k->steps + rows > STEPS)
        return;
    add_word(k, 0x38000000 | rows << 14);
    k->steps += rows;
}

/* An even count of products between, so that the latency of the last is met in a word that the kernel wrote. */
static void own_words(struct making *k)
{
    for (uint32_t i = 1 + below(k, 3); i > 0; i--) {
        const uint32_t word = own_word(k);

        if (reads_known(k, word))
            add_word(k, word);
        add_word(k, 0x8F000000);
    }
}

static void replayed_words(struct making *k)
{
    enum { WORDS = 2 };
    const uint32_t slot = BODY_SLOTS + below(k, SFP_REPLAY_SLOTS - 2 * WORDS - BODY_SLOTS + 1);
    uint32_t words[WORDS];

    for (unsigned i = 0; i < WORDS; i++) {
        words[i] = own_word(k);
        if (!reads_known(k, words[i]))
            return;
    }
    add_word(k, 0x04000000 | slot << 14 | (2 * WORDS) << 4 | below(k, 2) << 1 | 1);
    for (unsigned i = 0; i < WORDS; i++) {
        add_word(k, words[i]);
        add_word(k, 0x8F000000);
    }
    while (chance(k, 60)) {
        compute(k);
        for (unsigned i = 0; i < WORDS; i++)
            if (!reads_known(k, words[i]))
                return;
        add_word(k, 0x04000000 | slot << 14 | (2 * WORDS) << 4);
    }
}

/* ---- If and else ---- */

/* SFPSETCC of what is known. */
static bool narrow_by_word(struct making *k)
{
    static const uint32_t modes[] = {0, 2, 4, 6};
    const uint32_t word = 0x7B000000 | own_lreg(k) << 8 | modes[below(k, 4)];

    if (!reads_known(k, word))
        return false;
    add_word(k, word);
    return true;
}

static void begin_if(struct making *k)
{
    if (k->depth == NESTED)
        return;
    k->own[k->depth] = !k->slow.in_body && chance(k, k->own_percent);
    if (k->own[k->depth])
        add_word(k, OWN_PUSHC);
    else
        add_kind(k, NODE_PUSHC);
    k->opened[k->depth++] = 1;
    if (!k->own[k->depth - 1] || !narrow_by_word(k))
        narrow(k);
}

/* As headers of vector kernels spell it: the other lanes, and those of a further condition, in the same nest or a new
 * one. */
static void go_else(struct making *k)
{
    unsigned pushed = 0;

    if (k->depth == 0)
        return;
    for (unsigned i = 0; i < k->depth; i++)
        pushed += k->opened[i];
    if (k->own[k->depth - 1])
        add_word(k, OWN_COMPC);
    else
        add_kind(k, NODE_COMPC);
    if (chance(k, 50) || k->own[k->depth - 1])
        return;
    if (chance(k, 50) && pushed < 5) {
        add_kind(k, NODE_PUSHC);
        k->opened[k->depth - 1]++;
    }
    narrow(k);
}

static void end_if(struct making *k)
{
    if (k->depth == 0)
        return;
    k->depth--;
    while (k->opened[k->depth]-- > 0) {
        if (k->own[k->depth])
            add_word(k, OWN_POPC);
        else
            add_kind(k, NODE_POPC);
    }
}

/* ---- What REPLAY records of values ---- */

static void forget_variables(struct making *k)
{
    for (unsigned v = 0; v < k->count; v++)
        k->variables[v] = NODE_NONE;
}

static void compute_and_store(struct making *k)
{
    compute(k);
    if (chance(k, 30))
        exchange(k);
    if (chance(k, 50))
        compute(k);
    store(k);
}

/* A REPLAY of slot 0, of as many words as will have been selected: random_nodes.h. */
static void record_body(struct making *k)
{
    const unsigned depth = k->depth;

    forget_variables(k);
    add_word(k, RANDOM_BODY | below(k, 2) << 1 | 1);
    add_kind(k, NODE_BARRIER);
    compute_and_store(k);
    if (chance(k, 30)) {
        begin_if(k);
        compute_and_store(k);
        while (k->depth > depth)
            end_if(k);
    }
    forget_variables(k);
    add_kind(k, NODE_BARRIER);
    k->recorded = true;
}

static void play_body(struct making *k)
{
    forget_variables(k);
    add_word(k, RANDOM_BODY);
}

/* ---- Kernels ---- */

static void own_statement(struct making *k)
{
    const uint32_t kind = below(k, 5);

    if (kind == 4 && !k->recorded)
        record_body(k);
    else if (kind == 4)
        play_body(k);
    else if (kind < 2)
        write_lreg(k);
    else if (kind == 2)
        own_words(k);
    else
        replayed_words(k);
}

static void moving_statement(struct making *k)
{
    if (chance(k, 30))
        transpose(k);
    else if (chance(k, 50))
        exchange(k);
    else
        look_up(k);
}

static void flow_statement(struct making *k)
{
    const uint32_t kind = below(k, 20);

    if (kind < 8)
        begin_if(k);
    else if (kind < 12)
        go_else(k);
    else if (kind < 18)
        end_if(k);
    else if (kind < 19)
        take_truth(k);
    else if (k->depth)
        narrow(k);
}

static void statement(struct making *k)
{
    const uint32_t kind = below(k, 100);

    if (chance(k, k->own_percent))
        own_statement(k);
    else if (chance(k, k->moved_percent))
        moving_statement(k);
    else if (kind < 50)
        compute(k);
    else if (kind < 62)
        store(k);
    else if (kind < 66)
        step(k);
    else if (kind < 90)
        flow_statement(k);
    else if (kind < 93)
        declare(k);
    else if (kind < 99)
        copy(k);
    else
        configure(k);
}

void random_nodes(struct node_list *list, struct sfp_machine *m, uint64_t seed)
{
    enum { ROOM = 90 }; /* for what one statement adds, and the end */
    struct making k = {.list = list, .random = seed};
    const uint32_t statements = 4 + below(&k, 40);

    k.count = 1 + below(&k, 3);
    k.first_own = chance(&k, 50) ? 0 : SLOW_LREGS - OWN_LREGS;
    k.own_percent = chance(&k, 30) ? 25 : 2;
    k.moved_percent = chance(&k, 20) ? 25 : 4;
    slow_nodes_start(&k.slow, list, m, RANDOM_VALUES, RANDOM_NODES);
    for (unsigned v = 0; v < VARIABLES; v++)
        k.variables[v] = NODE_NONE;
    for (uint32_t i = 0; i < statements && list->count + ROOM < RANDOM_NODES; i++)
        statement(&k);
    while (k.depth > 0)
        end_if(&k);
    for (unsigned v = 0; v < k.count; v++)
        store(&k);
    if (k.slow.unsure) /* it was to be known */
        abort();
    slow_nodes_end(&k.slow);
}
