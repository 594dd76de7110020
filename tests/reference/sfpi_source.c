/* A kernel of sfpi code as C++. */
#include "sfpi_kernel.h"

#include <stdlib.h>
#include <string.h>

struct source {
    const struct sfpi_kernel *kernel;
    struct text *text;
    unsigned depth; /* of blocks */
};

#define PUT(s, ...) text_print((s)->text, __VA_ARGS__)

static void put_indent(const struct source *s)
{
    enum { INDENT = 4 };

    PUT(s, "%*s", (int)(INDENT * s->depth), "");
}

/* ---- Expressions ---- */

static void put_variable(const struct source *s, unsigned variable)
{
    PUT(s, "x%u", variable);
}

/* The shortest of which the compiler makes the same bits. */
static void put_number(const struct source *s, unsigned type, uint32_t bits)
{
    float value;

    if (type == SFPI_INTEGER) {
        PUT(s, "%d", (int32_t)bits);
        return;
    }
    memcpy(&value, &bits, sizeof value);
    PUT(s, "%af", (double)value);
}

static const char *lreg_name(uint32_t reg)
{
    static const char *const names[] = {"vConst0p8373", "vConst0", "vConst1", "vConstNeg1"};

    return names[reg - 8];
}

static void put_expression(const struct source *s, int16_t expression);

/* Functions by their names, and operators between or before operands. */
static const char *const names[SFPI_OPERATIONS] = {
    [SFPI_ADD] = "+", [SFPI_SUBTRACT] = "-", [SFPI_MULTIPLY] = "*", [SFPI_NEGATE] = "-", [SFPI_ABS] = "abs",
    [SFPI_SETEXP] = "setexp", [SFPI_SETEXP_OF] = "setexp", [SFPI_ADDEXP] = "addexp",
    [SFPI_SETSGN] = "setsgn", [SFPI_COPYSGN] = "copysgn", [SFPI_TO_FLOAT] = "TO_FLOAT",
    [SFPI_ROUND_TO_BF16] = "ROUND_TO_BF16", [SFPI_INTEGER_ADD] = "+", [SFPI_INTEGER_SUBTRACT] = "-",
    [SFPI_ADD_NUMBER] = "+", [SFPI_SUBTRACT_NUMBER] = "-", [SFPI_AND] = "&", [SFPI_OR] = "|", [SFPI_XOR] = "^",
    [SFPI_NOT] = "~", [SFPI_SHIFT_LEFT] = "<<", [SFPI_EXEXP] = "exexp", [SFPI_EXMAN] = "FRACTION",
    [SFPI_TO_INT16] = "TO_INT16",
};

static bool has_immediate(const struct sfpi_expression *e)
{
    switch (e->operation) {
    case SFPI_SETEXP:
    case SFPI_ADDEXP:
    case SFPI_SETSGN:
    case SFPI_ADD_NUMBER:
    case SFPI_SUBTRACT_NUMBER:
    case SFPI_SHIFT_LEFT: return true;
    default: return false;
    }
}

/* name(a), name(a, b), (a name b), or name(a) of an operator before its operand. */
static void put_operation(const struct source *s, const struct sfpi_expression *e)
{
    const char *name = names[e->operation];
    const bool function = !strchr("+-*&|^~<", name[0]), two = e->children[1] != SFPI_NONE || has_immediate(e);

    PUT(s, "%s(", function || !two ? name : "");
    put_expression(s, e->children[0]);
    if (two)
        PUT(s, function ? ", " : " %s ", name);
    if (e->children[1] != SFPI_NONE)
        put_expression(s, e->children[1]);
    else if (two)
        PUT(s, "%d", (int32_t)e->number);
    PUT(s, ")");
}

static void put_table(const struct source *s, const struct sfpi_expression *e)
{
    PUT(s, "lut(");
    put_expression(s, e->children[0]);
    PUT(s, ", vUInt(%u), vUInt(%u), vUInt(%u))", e->table[0], e->table[1], e->table[2]);
}

static void put_expression(const struct source *s, int16_t expression)
{
    const struct sfpi_expression *e = &s->kernel->expressions[expression];

    switch (e->operation) {
    case SFPI_VARIABLE: put_variable(s, e->number); break;
    case SFPI_NUMBER: put_number(s, e->type, e->number); break;
    case SFPI_LREG: PUT(s, "%s", lreg_name(e->number)); break;
    case SFPI_LOAD: PUT(s, e->type == SFPI_FLOAT ? "vFloat(dst_reg[%u])" : "vInt(INTEGERS(%u))", e->number); break;
    case SFPI_LUT: put_table(s, e); break;
    case SFPI_MULTIPLY_ADD:
        put_expression(s, e->children[0]);
        PUT(s, " * ");
        put_expression(s, e->children[1]);
        PUT(s, " + ");
        put_expression(s, e->children[2]);
        break;
    default: put_operation(s, e); break;
    }
}

/* ---- Conditions ---- */

static void put_condition(const struct source *s, int16_t condition)
{
    static const char *const relations[] = {"<", "==", ">=", "!=", "<=", ">"};
    const struct sfpi_condition *c = &s->kernel->conditions[condition];

    PUT(s, c->kind == SFPI_OPPOSITE ? "!" : "(");
    if (c->kind == SFPI_COMPARE) {
        put_expression(s, c->left);
        PUT(s, " %s ", relations[c->relation]);
        put_expression(s, c->right);
    } else {
        put_condition(s, c->left);
    }
    if (c->kind == SFPI_OPPOSITE)
        return;
    if (c->kind != SFPI_COMPARE) {
        PUT(s, c->kind == SFPI_BOTH ? " && " : " || ");
        put_condition(s, c->right);
    }
    PUT(s, ")");
}

/* ---- Statements ---- */

static void put_list(struct source *s, int16_t first);

static void put_body(struct source *s, int16_t body, const char *end)
{
    PUT(s, "{\n");
    s->depth++;
    put_list(s, body);
    s->depth--;
    put_indent(s);
    PUT(s, "}%s\n", end);
}

static void put_choice(struct source *s, const struct sfpi_statement *statement)
{
    for (;;) {
        if (statement->kind != SFPI_ELSE) {
            PUT(s, statement->kind == SFPI_IF ? "v_if (" : "v_elseif (");
            put_condition(s, statement->condition);
            PUT(s, ") ");
        } else {
            PUT(s, "v_else ");
        }
        put_body(s, statement->body, "");
        put_indent(s);
        if (statement->otherwise == SFPI_NONE)
            break;
        statement = &s->kernel->statements[statement->otherwise];
    }
    PUT(s, "v_endif;\n");
}

static void put_assignment(const struct source *s, const struct sfpi_statement *statement)
{
    if (statement->kind == SFPI_DECLARE)
        PUT(s, statement->type == SFPI_FLOAT ? "vFloat " : "vInt ");
    if (statement->kind == SFPI_STORE)
        PUT(s, statement->type == SFPI_FLOAT ? "dst_reg[%u]" : "INTEGERS(%u)", statement->index);
    else
        put_variable(s, statement->variable);
    PUT(s, " %s= ", statement->kind == SFPI_UPDATE ? names[statement->operation] : "");
    if (statement->kind == SFPI_STORE) /* to dst_reg a number is a float */
        PUT(s, statement->type == SFPI_FLOAT ? "vFloat(" : "vInt(");
    put_expression(s, statement->expression);
    PUT(s, statement->kind == SFPI_STORE ? ");\n" : ";\n");
}

static void put_statement(struct source *s, const struct sfpi_statement *statement)
{
    put_indent(s);
    switch (statement->kind) {
    case SFPI_IF: put_choice(s, statement); break;
    case SFPI_BLOCK:
        PUT(s, "v_block ");
        put_body(s, statement->body, "");
        put_indent(s);
        PUT(s, "v_endblock;\n");
        break;
    case SFPI_NARROW:
        PUT(s, "v_and(");
        put_condition(s, statement->condition);
        PUT(s, ");\n");
        break;
    case SFPI_LOOP:
        PUT(s, "for (int n = 0; n < %u; n++) ", statement->count);
        put_body(s, statement->body, "");
        break;
    case SFPI_STEP: PUT(s, "dst_reg++;\n"); break;
    default: put_assignment(s, statement); break;
    }
}

static void put_list(struct source *s, int16_t first)
{
    for (; first != SFPI_NONE; first = s->kernel->statements[first].next)
        put_statement(s, &s->kernel->statements[first]);
}

void sfpi_write_prologue(struct text *text)
{
    static const char prologue[] =
        "#pragma once\n"
        "#include \"sfpi.h\"\n"
        "#ifdef __builtin_rvtt_sfpxicmps // headers of release 7.38\n"
        "#define INTEGERS(i) dst_reg[i]\n"
        "#define TO_FLOAT(i) int32_to_float(i, 0)\n"
        "#define ROUND_TO_BF16(x) reinterpret<vFloat>(float_to_fp16b(x, 0))\n"
        "#define FRACTION(x) exman9(x)\n"
        "#define TO_INT16(x) vInt(float_to_int16(x, 0))\n"
        "#else\n"
        "#define INTEGERS(i) dst_reg[i].mode<sfpi::DataLayout::I32>()\n"
        "#define TO_FLOAT(i) int32_to_float(i, RoundMode::Nearest)\n"
        "#define ROUND_TO_BF16(x) float_to_fp16b(x, RoundMode::Nearest)\n"
        "#define FRACTION(x) vInt(exman(x))\n"
        "#define TO_INT16(x) float_to_int16(x, RoundMode::Nearest)\n"
        "#endif\n"
        "using namespace sfpi;\n";

    text_add(text, prologue, sizeof prologue - 1);
}

void sfpi_write_source(const struct sfpi_kernel *kernel, const char *name, struct text *text)
{
    struct source s = {.kernel = kernel, .text = text};

    PUT(&s, "\ninline void %s() ", name);
    put_body(&s, kernel->body, "");
}
