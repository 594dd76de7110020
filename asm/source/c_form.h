/*
 * The C form: what people paste into a source. The flex scanner hands over at
 * the first word of a C statement (c_run.c); recursive descent over the same
 * text acts at once, and the flex scanner goes on behind the statement. A
 * loop's body is read once a turn. All else of C++ is one error (c_refuse),
 * which says that sfpasm --call has a compiler read it.
 *
 *   block       "{" statement... "}"
 *   statement   ";" | block | macro ";" | definition ";" | assignment ";" | function | "return" ";"
 *               "if" ["constexpr"] "(" expression ")" statement ["else" statement]
 *               "for" "(" [definition | assignment] ";" [expression] ";" [assignment [","] ...] ")" statement
 *   macro       a name with TTI_ or TT_ before it ["(" operands ")"]; outside braces a line's end is a semicolon
 *   definition  said... name ["=" expression] ["," name ["=" expression]]...
 *   assignment  name ("=" | "+=" and its like) expression | name ("++" | "--") | ("++" | "--") name
 *   function    ["template" "<" parameters ">"] said... "void" name "(" parameters ")" (block | ";")
 *   parameters  said... name... ["=" expression] [","] ...
 *   said        specifiers, attributes and the words of a type (c_type.c)
 *   expression  of C, without comma and assignment: numbers, characters, names, casts, TT_OP_ macros
 *
 * A parser's token is the one under examination. A function that parses a
 * statement starts at its first token and leaves its last one; a function that
 * parses an expression leaves the token after it.
 */
#ifndef SFP_C_FORM_H
#define SFP_C_FORM_H

#include "assembly/assembler.h"

/* Tokens of one character are that character, operators too. */
enum c_token {
    C_END = 0,                   /* of the text; of the statement too, once it has an error */
    C_NAME = 256, C_QUALIFIED,   /* with :: in it */
    C_DOTTED,                    /* .name */
    C_NUMBER, C_FLOAT, C_STRING, C_STRAY, /* C_STRAY: a byte that starts no token */
    C_OPERATOR,                  /* between two operands, of two characters */
    C_ASSIGN, C_STEP,            /* = and its like; ++ and -- */
};

/* What a name is that C knows, in bits. */
enum c_word {
    WORD_UNSIGNED = 1, WORD_SIGNED = 2, WORD_CHAR = 4, WORD_SHORT = 8, WORD_INT = 16, WORD_LONG = 32,
    WORD_LONG_LONG = 64, WORD_ALONE = 128, /* a type that no other word stands beside */
    WORDS_TYPE = 255,
    WORD_VOID = 256, WORD_CONST = 512, WORD_CONSTEXPR = 1024, WORD_STATIC = 2048, WORD_ATTRIBUTE = 4096,
    WORD_SAID = 8192 /* and means nothing here */,
    WORDS_SAID = 16383, /* before what is defined */
    WORD_LEADS = 16384, /* a statement */
    WORD_REFUSED = 32768,
};

enum { C_DEEPEST = 500 };

struct c_parser {
    struct assembler *as;
    struct source *source;
    const char *text;       /* what is scanned; ends in a NUL */
    uint32_t base;          /* offset of `text` in the source */
    const char *p;          /* behind the token */
    const char *begin;      /* of the token */
    const char *behind;     /* the token before */
    int token;              /* enum c_token or a character */
    enum operator operator; /* of the token, between two operands or in an assignment; or OP_NONE */
    struct value number;    /* of C_NUMBER */
    size_t errors;          /* before the statement */
    const char *error_at;   /* where its error is */
    bool failed;            /* the statement has an error: its tokens have ended */
    bool quiet;             /* errors are not reported, and none ends the tokens */
    bool returned;          /* the function's body is over: what is left of it is passed over */
    bool in_list;           /* of a template: a > ends the expression */
    unsigned depth;         /* of nesting, of expressions and of statements */
};

/* ---- c_scan.c: tokens ---- */

void c_next(struct c_parser *c);
void c_seek(struct c_parser *c, const char *begin);    /* goes back to a token: its first byte */
struct c_parser c_ahead(const struct c_parser *c);     /* at the next token; says nothing */
bool c_is(const struct c_parser *c, const char *name); /* is the token this name? */
bool c_starts_line(const struct c_parser *c, const char *p);
struct place c_span(const struct c_parser *c, const char *begin, const char *end);
static inline int c_peek(const struct c_parser *c) { return c_ahead(c).token; }
static inline bool c_names(const struct c_parser *c) { return c->token == C_NAME || c->token == C_QUALIFIED; }
static inline size_t c_length(const struct c_parser *c) { return (size_t)(c->p - c->begin); }
static inline struct sfp_macro_prefix c_prefix(const struct c_parser *c)
{
    return sfp_macro_prefix(c->begin, c_length(c));
}
static inline struct place c_place(const struct c_parser *c) { return c_span(c, c->begin, c->p); }

/* The statement's first error, after which its tokens have ended: one that has been reported, or is said here. */
void c_fail(struct c_parser *c);
void c_error(struct c_parser *c, struct place place, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* ---- c_recover.c: errors, and passing over text ---- */

/* One level of nesting more, which the caller takes back. False, reported, if that is too deep to go on. */
bool c_deeper(struct c_parser *c, const char *what);

/* The one error of C++ that is not taken, named by what stands at `place`. After one, names that are not known may be
 * of what it would have defined: they are no errors. */
void c_refuse(struct c_parser *c, struct place place);

/* The token is another than is wanted, which is how a message calls it; c_expect takes it. False after an error. */
void c_unexpected(struct c_parser *c, const char *wanted);
bool c_expect(struct c_parser *c, int token, const char *wanted);

/* A statement that is not to be assembled, from its first token on; `line`: it can end with its line. From ( [ or {,
 * which must be here, to what closes it: false if nothing does. To behind an else, if one follows. */
void c_pass_statement(struct c_parser *c, bool line);
bool c_pass_pair(struct c_parser *c);
bool c_take_else(struct c_parser *c);

/* Where to go on after the faulty statement at `begin`; `line`: it can end with its line. */
const char *c_recover(const struct c_parser *c, const char *begin, bool line);

/* ---- c_type.c, c_arith.c: words; C's types of 32-bit cores ---- */

unsigned c_word(const char *text, size_t length);      /* enum c_word; 0: it is none */
unsigned c_token_word(const struct c_parser *c);       /* knows [ and the vendor's enumerations too */
unsigned c_say(struct c_parser *c, struct c_type *type); /* the words of a declaration's type, up to the name */
struct c_type c_literal_type(const char *text, size_t length, int64_t number);
struct value c_cut_value(struct c_type type, struct value value); /* converts; to none, it settles the value's own */
struct value c_binary(const struct value *left, const struct term *right);
struct value c_unary(enum operator operator, const struct value *value);
struct value c_choose(const struct value *condition, const struct value *yes, const struct value *no);

/* ---- c_expr.c: expressions, macros ---- */

struct value c_expression(struct c_parser *c);
bool c_constant(struct c_parser *c, int64_t *number);  /* one whose value must turn out known; false after an error */
void c_macro_statement(struct c_parser *c);
struct value c_word_macro(struct c_parser *c);         /* TT_OP_; leaves the token after it */

/* ---- c_define.c: integers, and the parameters that are some ---- */

void c_definition(struct c_parser *c);                 /* or a function, from the first word said of it */
void c_assignment(struct c_parser *c);                 /* leaves the token after it */
bool c_parameters(struct c_parser *c, int open, int close); /* in these; leaves what follows; false after an error */

/* ---- c_statement.c ---- */

void c_statement(struct c_parser *c);
void c_function(struct c_parser *c);                   /* from its name on */

#endif
