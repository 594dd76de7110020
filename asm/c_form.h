/*
 * The C form: kernel sources as they stand. The flex scanner hands over at the
 * first word of a C statement (c_start.c); from there c_scan.c finds tokens in
 * the same text, c_statement.c and its neighbours parse and act at once, and
 * the flex scanner goes on behind the statement. A loop's body is parsed once
 * an iteration.
 *
 * A parser's token is the one under examination. A function that parses a
 * statement starts at its first token and leaves its last one; a function that
 * parses an expression leaves the token after it.
 */
#ifndef SFP_C_FORM_H
#define SFP_C_FORM_H

#include "assembler.h"

/* Tokens of one character are that character. */
enum c_token {
    C_END = 0,     /* of the text; of the statement too, once it has an error */
    C_NAME = 256,  /* plain */
    C_QUALIFIED,   /* with :: in it */
    C_DOTTED,      /* .name */
    C_NUMBER,
    C_STRING,
    C_SHIFT_LEFT, C_SHIFT_RIGHT, C_LESS_EQUAL, C_GREATER_EQUAL, C_EQUAL, C_NOT_EQUAL, C_AND, C_OR,
    C_INCREMENT, C_DECREMENT,
    C_ASSIGN_ADD, C_ASSIGN_SUBTRACT, C_ASSIGN_MULTIPLY, C_ASSIGN_DIVIDE, C_ASSIGN_MODULO, C_ASSIGN_AND, C_ASSIGN_OR,
    C_ASSIGN_XOR, C_ASSIGN_SHIFT_LEFT, C_ASSIGN_SHIFT_RIGHT,
    C_TOKENS,
};

struct c_parser {
    struct assembler *as;
    struct source *source;
    const char *text;     /* what is scanned; ends in a NUL */
    uint32_t base;        /* offset of `text` in the source */
    const char *p;        /* behind the token */
    const char *begin;    /* of the token */
    int token;            /* enum c_token or a character */
    int64_t number;       /* of C_NUMBER */
    const char *error_at; /* where the statement's error is */
    const char *directive; /* the last one that was reported */
    bool failed;          /* the statement has an error: its tokens have ended */
    bool quiet;           /* text is only passed over */
    bool returned;        /* the function's end has been reached */
    unsigned depth;       /* of nesting, of expressions and of statements */
};

enum { C_DEEPEST = 500 };

/* ---- c_scan.c ---- */

void c_next(struct c_parser *c);

/* Goes back to a token: its first byte. */
void c_seek(struct c_parser *c, const char *begin);

/* The next token, which is not taken yet. */
int c_peek(struct c_parser *c);

struct place c_span(const struct c_parser *c, const char *begin, const char *end);
static inline struct place c_place(const struct c_parser *c) { return c_span(c, c->begin, c->p); }

/* Is the token this name? */
bool c_is(const struct c_parser *c, const char *name);

/* Reports the statement's first error and ends its tokens. */
void c_error(struct c_parser *c, struct place place, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* Takes a token that must be here; `wanted` is how a message calls it. False after an error. */
bool c_expect(struct c_parser *c, int token, const char *wanted);
void c_unexpected(struct c_parser *c, const char *wanted);

/* Passes over the statement whose first token this is. */
void c_skip_statement(struct c_parser *c);

/* From an opening parenthesis, bracket or < to what closes it. False after an error. */
bool c_skip_pair(struct c_parser *c);

/* ---- c_words.c ---- */

enum c_word {
    WORD_NONE, WORD_TYPE, WORD_AUTO, WORD_VOID, WORD_CONST, WORD_SPECIFIER, WORD_ATTRIBUTE, WORD_FOR, WORD_IF,
    WORD_ELSE, WORD_RETURN, WORD_USING, WORD_NAMESPACE, WORD_TEMPLATE, WORD_ASSERT, WORD_REFUSED, WORD_SFPI,
};

/* What a name means to C; `std::` before it does not count. */
enum c_word c_word(const char *text, size_t length);
enum c_word c_token_word(const struct c_parser *c);

/* Parses a type's name, with const. False, with nothing taken, if there is none. */
bool c_parse_type(struct c_parser *c, struct c_type *type);
int64_t c_cut(struct c_type type, int64_t value);
struct value c_cut_value(struct c_type type, struct value value);

/* ---- c_names.c ---- */

void c_scope_open(struct assembler *as);
void c_scope_close(struct assembler *as);

/* Defines a name in the innermost scope; the value is cut to the type. */
void c_define(struct assembler *as, struct place name, struct c_type type, struct value value, const char *fixed);
struct c_name *c_find(const struct assembler *as, const char *text, size_t length);

/* The value of a name in an expression. */
struct value c_value_of_name(struct assembler *as, struct place name);
const struct sfp_insn *c_macro(struct assembler *as, const char *name, size_t length);

/* ---- c_expr.c ---- */

struct value c_expression(struct c_parser *c);

/* The same where no comma operator or assignment is meant: `value` must turn out known. False after an error. */
bool c_constant(struct c_parser *c, int64_t *number);
enum operator c_operator(int token);

/* ---- c_call.c ---- */

enum c_macro_kind { MACRO_NONE, MACRO_STATEMENT, MACRO_WORD };

enum c_macro_kind c_macro_kind(const char *name, size_t length);

/* An instruction macro that is a statement of its own. */
void c_macro_statement(struct c_parser *c);

/* TT_OP_NAME(...), as an expression. Leaves its last token. */
struct value c_word_macro(struct c_parser *c);

/* lltt::record, lltt::replay and calls of anything else. */
void c_call_statement(struct c_parser *c);

/* ---- c_statement.c ---- */

void c_statement(struct c_parser *c);

/* Statements up to the closing brace, from the opening one. The scope is the caller's. */
void c_block(struct c_parser *c);

/* ---- c_loop.c ---- */

void c_if(struct c_parser *c);
void c_for(struct c_parser *c);

/* ---- c_define.c ---- */

/* A definition of integers, or of a function, from its first specifier or its type. */
void c_definition(struct c_parser *c);

/* The `= value` of a declarator, or nothing; leaves the token after it. */
void c_declarator(struct c_parser *c, struct c_type type, bool is_const);

/* ---- c_function.c ---- */

/* A template's header and the function behind it. */
void c_template(struct c_parser *c);

/* A function from the parenthesis after its name. A scope holds its template parameters. */
void c_function(struct c_parser *c);

#endif
