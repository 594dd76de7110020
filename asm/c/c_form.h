/*
 * The C form: what people paste into a source. The flex scanner hands over at
 * the first word of a C statement (c_run.c); recursive descent over the same
 * text acts at once, and the flex scanner goes on behind the statement. A
 * loop's body is read once a turn. All of C++ else is one error that says which
 * of it, and that sfpasm --call has a compiler read it.
 *
 *   block       "{" statement... "}"
 *   statement   ";" | block | macro ";" | call ";" | step ";" | assignment ";" | definition ";"
 *               "if" ["constexpr"] "(" [definition ";"] expression ")" statement ["else" statement]
 *               "for" "(" [definition | assignments] ";" [expression] ";" [assignments] ")" statement
 *               "break" ";" | "continue" ";" | "return" ";" | function
 *               ("static_assert" | "LLK_ASSERT") "(" expression ["," string...] ")" ";"
 *   macro       a name with TTI_ or TT_ before it ["(" operands ")"]; outside braces a line's end is a semicolon
 *   call        a name of helpers.def ["<" Exec or NoExec ">"] "(" operands ["," lambda] ")"
 *   step        dst_reg "++" | "++" dst_reg | dst_reg "+=" expression
 *   definition  specifier... type name [value] ["," name [value]]...
 *   value       "=" expression | ["="] "{" [expression] "}" | "(" expression ")"
 *   assignment  name ("=" | "+=" and its like) expression | name ("++" | "--") | ("++" | "--") name
 *   function    ["template" "<" parameters ">"] specifier... "void" name "(" parameters ")" (block | ";")
 *   parameters  type [name] ["=" expression] [","] ...
 *   type        C's integers, those of <cstdint>, auto, the vendor's enumerations
 *   expression  of C, without comma and assignment: numbers, characters, names, casts, TT_OP_ macros
 *
 * A parser's token is the one under examination. A function that parses a
 * statement starts at its first token and leaves its last one; a function that
 * parses an expression leaves the token after it.
 */
#ifndef SFP_C_FORM_H
#define SFP_C_FORM_H

#include "front/assembler.h"

/* Tokens of one character are that character. */
enum c_token {
    C_END = 0,     /* of the text; of the statement too, once it has an error */
    C_NAME = 256,  /* plain */
    C_QUALIFIED,   /* with :: in it */
    C_DOTTED,      /* .name */
    C_NUMBER, C_STRING,
    C_SHIFT_LEFT, C_SHIFT_RIGHT, C_LESS_EQUAL, C_GREATER_EQUAL, C_EQUAL, C_NOT_EQUAL, C_AND, C_OR,
    C_INCREMENT, C_DECREMENT,
    C_ASSIGN_ADD, C_ASSIGN_SUBTRACT, C_ASSIGN_MULTIPLY, C_ASSIGN_DIVIDE, C_ASSIGN_MODULO, C_ASSIGN_AND, C_ASSIGN_OR,
    C_ASSIGN_XOR, C_ASSIGN_SHIFT_LEFT, C_ASSIGN_SHIFT_RIGHT,
    C_TOKENS,
};

/* What is reported: all; in text that is only passed over, what does not end; in text that has an error, nothing. */
enum c_quiet { C_LOUD, C_PASSING, C_QUIET };

/* What ends the statements of a block before its end. */
enum c_jump { C_GO_ON, C_BREAK, C_CONTINUE, C_RETURN };

enum c_word {
    WORD_NONE, WORD_TYPE, WORD_AUTO, WORD_VOID, WORD_CONST, WORD_SPECIFIER, WORD_ATTRIBUTE, WORD_FOR, WORD_IF,
    WORD_ELSE, WORD_BREAK, WORD_CONTINUE, WORD_RETURN, WORD_TEMPLATE, WORD_ASSERT, WORD_REFUSED,
    WORD_DEFINING /* likewise, and defines names */, WORD_SFPI,
};

enum { C_DEEPEST = 500 };

struct c_parser {
    struct assembler *as;
    struct source *source;
    const char *text;     /* what is scanned; ends in a NUL */
    uint32_t base;        /* offset of `text` in the source */
    const char *p;        /* behind the token */
    const char *begin;    /* of the token */
    int token;            /* enum c_token or a character */
    int64_t number;       /* of C_NUMBER */
    struct c_type number_type;
    const char *error_at; /* where the statement's error is */
    bool failed;          /* the statement has an error: its tokens have ended */
    enum c_quiet quiet;
    enum c_jump jump;
    bool in_list;         /* of a template: a > ends the expression */
    unsigned loops;       /* around the statement */
    unsigned depth;       /* of nesting, of expressions and of statements */
};

/* ---- c_scan.c: tokens and errors ---- */

void c_next(struct c_parser *c);
void c_seek(struct c_parser *c, const char *begin); /* goes back to a token: its first byte */
int c_peek(struct c_parser *c);                     /* the next token, which is not taken yet */
bool c_names(const struct c_parser *c);             /* is the token a name, plain or qualified? */
bool c_is(const struct c_parser *c, const char *name);      /* is it this name? */
bool c_last_is(const struct c_parser *c, const char *name); /* or this one, in a namespace or none? */
struct place c_span(const struct c_parser *c, const char *begin, const char *end);
static inline struct place c_place(const struct c_parser *c) { return c_span(c, c->begin, c->p); }
bool c_starts_line(const struct c_parser *c, const char *p);

/* The statement's first error, after which its tokens have ended: one that has been reported, or is said here; of what
 * is not taken of C++; of what does not end, in text that is only passed over too; of nesting too deep, after which
 * nothing makes sense. */
void c_fail(struct c_parser *c);
void c_error(struct c_parser *c, struct place place, const char *format, ...) __attribute__((format(printf, 3, 4)));
void c_refuse(struct c_parser *c, struct place place, const char *format, ...) __attribute__((format(printf, 3, 4)));
void c_error_open(struct c_parser *c, struct place place, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void c_too_deep(struct c_parser *c, const char *what);

/* Takes a token that must be here; `wanted` is how a message calls it. False after an error. */
bool c_expect(struct c_parser *c, int token, const char *wanted);
void c_unexpected(struct c_parser *c, const char *wanted);

/* ---- c_skip.c: passing over text ---- */

void c_pass_statement(struct c_parser *c);             /* that is not to be assembled, from its first token on */
void c_pass_header(struct c_parser *c);                /* the parentheses of a for */
bool c_skip_pair(struct c_parser *c);                  /* from ( [ or < to what closes it; false after an error */

/* Where to go on after the faulty statement at `begin`; `line`: it can end with its line. */
const char *c_recover(struct c_parser *c, const char *begin, bool line);

/* ---- c_type.c: words and types ---- */

enum c_word c_word(const char *text, size_t length);   /* `std::` before it does not count */
enum c_word c_token_word(const struct c_parser *c);
bool c_parse_type(struct c_parser *c, struct c_type *type); /* with const; false, with nothing taken: there is none */
bool c_starts_definition(struct c_parser *c);

/* ---- c_arith.c: C's types of 32-bit cores ---- */

struct c_type c_literal_type(const char *text, size_t length, int64_t number);
struct value c_cut_value(struct c_type type, struct value value); /* converts; to none, it settles the value's own */
struct value c_binary(const struct value *left, const struct term *right);
struct value c_unary(enum operator operator, const struct value *value);
struct value c_choose(const struct value *condition, const struct value *yes, const struct value *no);

/* ---- c_expr.c: expressions ---- */

struct value c_expression(struct c_parser *c);
bool c_constant(struct c_parser *c, int64_t *number);  /* one whose value must turn out known; false after an error */
struct value c_parenthesised(struct c_parser *c);      /* in ( ) or { }, from the opening one */
bool c_is_operator(int token);                         /* between two operands? */
enum operator c_assigning(int token);                  /* of += and its like; or OP_NONE */
bool c_assigns(int token);

/* ---- c_call.c: macros ---- */

/* The operands of a call; those beyond what any instruction has are only counted. */
struct c_operands {
    struct operand operands[SFP_MAX_OPERANDS];
    size_t count;
};

void c_operand(struct c_parser *c, struct operand *operand);
bool c_operands(struct c_parser *c, struct c_operands *args); /* from ( on; leaves the ); false after an error */
void c_macro_statement(struct c_parser *c);
struct value c_word_macro(struct c_parser *c);         /* TT_OP_; leaves its last token */

/* ---- c_helper.c: calls of helpers, and steps ---- */

void c_call_statement(struct c_parser *c);
void c_unknown_call(struct c_parser *c);               /* the error of a call of what is not known */
bool c_steps_dst(struct c_parser *c);                  /* does dst_reg++, ++dst_reg or dst_reg += n start here? */
void c_step_dst(struct c_parser *c);                   /* leaves the token after it */

/* ---- c_define.c: integers ---- */

/* What stands before a definition's type that means something here. */
struct c_specifiers {
    bool is_const; /* constexpr too */
    bool is_constexpr, is_static;
};

bool c_attributes(struct c_parser *c);                 /* [[...]], __attribute__((...)) or nothing; false: an error */
bool c_specifiers(struct c_parser *c, struct c_specifiers *said); /* up to what they are about */
void c_definition(struct c_parser *c);                 /* or a function, from its first specifier or its type */
void c_assignment(struct c_parser *c);                 /* leaves the token after it */
void c_poison_declared(const struct c_parser *c);      /* keeps uses of what this refused statement declares quiet */
bool c_is_poisoned(const struct c_parser *c);          /* is the token the name of such? */

/* ---- c_function.c: functions around bodies ---- */

void c_function(struct c_parser *c);                   /* from its name on */
void c_template(struct c_parser *c);

/* ---- c_statement.c, c_flow.c ---- */

void c_statement(struct c_parser *c);
void c_block(struct c_parser *c);                      /* { }; the scope is the caller's */
void c_if(struct c_parser *c);
void c_for(struct c_parser *c);

#endif
