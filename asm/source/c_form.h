/*
 * The C form: the C that people paste into a source. The flex scanner hands over at the first word of a C statement
 * (c_run.c). A recursive-descent parser reads the same text and assembles at once; the flex scanner continues after the
 * statement. A loop's body is read once in each turn. Other C++ gives one error (c_refuse), which says that sfpasm
 * --call has a compiler read it.
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
 * A parser's token is the token under examination. A function that parses a statement starts at the statement's first
 * token and leaves its last token; a function that parses an expression leaves the token after it.
 */
#ifndef SFP_C_FORM_H
#define SFP_C_FORM_H

#include "assembly/assembler.h"

/* Kinds of tokens. A token of one character has the character as its kind. */
enum c_token {
    C_END = 0,                   /* the end of the text; after an error also the end of the statement */
    C_NAME = 256, C_QUALIFIED,   /* a name that contains :: */
    C_DOTTED,                    /* name after a dot: .name */
    C_NUMBER, C_FLOAT, C_STRING, C_STRAY, /* C_STRAY: a byte that starts no token */
    C_OPERATOR,                  /* a binary operator of two characters */
    C_ASSIGN, C_STEP,            /* C_ASSIGN: = and compound assignments such as +=; C_STEP: ++ and -- */
};

/* What C's words mean, in bits. */
enum c_word {
    WORD_UNSIGNED = 1, WORD_SIGNED = 2, WORD_CHAR = 4, WORD_SHORT = 8, WORD_INT = 16, WORD_LONG = 32,
    WORD_LONG_LONG = 64, WORD_ALONE = 128, /* WORD_ALONE: type that stands alone, such as uint32_t */
    WORDS_TYPE = 255,
    WORD_VOID = 256, WORD_CONST = 512, WORD_CONSTEXPR = 1024, WORD_STATIC = 2048, WORD_ATTRIBUTE = 4096,
    WORD_SAID = 8192 /* a specifier without effect here, such as inline */,
    WORDS_SAID = 16383, /* all words that can precede a defined name */
    WORD_LEADS = 16384, /* word that begins a statement, such as for */
    WORD_REFUSED = 32768,
};

enum { C_DEEPEST = 500 };

struct c_parser {
    struct assembler *as;
    struct source *source;
    const char *text;       /* the scanned text; ends in a NUL */
    uint32_t base;          /* offset of `text` in the source */
    const char *p;          /* the end of the token */
    const char *begin;      /* the start of the token */
    const char *behind;     /* the end of the token before */
    int token;              /* kind of the token, an enum c_token or a character */
    enum operator operator; /* the token's operator between two operands or in an assignment, or OP_NONE */
    struct value number;    /* the value of C_NUMBER */
    size_t errors;          /* number of the assembly's errors before the statement */
    const char *error_at;   /* the position of the statement's error */
    bool failed;            /* the statement has an error, and no more tokens */
    bool quiet;             /* errors are neither reported, nor do they end the tokens */
    bool returned;          /* the function returned: the rest of its body is skipped */
    bool in_list;           /* the parser is inside a template's parameter list, where > ends an expression */
    unsigned depth;         /* depth of nested expressions and statements */
};

/* ---- c_scan.c: tokens ---- */

void c_next(struct c_parser *c);
void c_seek(struct c_parser *c, const char *begin);    /* goes back to the token that starts at `begin` */
struct c_parser c_ahead(const struct c_parser *c);     /* returns a quiet parser at the next token */
bool c_is(const struct c_parser *c, const char *name); /* returns whether the token is this name */
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

/* Report the statement's first error, and end its tokens. c_fail() is for an error that was reported elsewhere. */
void c_fail(struct c_parser *c);
void c_error(struct c_parser *c, struct place place, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* ---- c_recover.c: errors, and skipping text ---- */

/* Adds a level of nesting, which the caller subtracts again. Returns false after an error if the nesting is too
 * deep. */
bool c_deeper(struct c_parser *c, const char *what);

/* Reports C++ that the C form does not take, with the text at `place`. Unknown names in later statements are then no
 * errors, since the refused text may define them. */
void c_refuse(struct c_parser *c, struct place place);

/* c_unexpected() reports a token that is not `wanted`, as the message calls the expected token. c_expect() takes
 * `token`, or reports another token. Returns false after an error. */
void c_unexpected(struct c_parser *c, const char *wanted);
bool c_expect(struct c_parser *c, int token, const char *wanted);

/* c_pass_statement() skips a statement that is not assembled, from its first token on; `line`: the statement can end
 * with its line. c_pass_pair() skips from the token (, [ or { to the closing bracket; returns false if the bracket
 * is not closed. c_take_else() takes an else after the statement, if one follows, and returns whether it did. */
void c_pass_statement(struct c_parser *c, bool line);
bool c_pass_pair(struct c_parser *c);
bool c_take_else(struct c_parser *c);

/* Returns where to continue after the faulty statement at `begin`; `line`: the statement can end with its line. */
const char *c_recover(const struct c_parser *c, const char *begin, bool line);

/* ---- c_type.c, c_arith.c: words; C's types on 32-bit cores ---- */

unsigned c_word(const char *text, size_t length);      /* returns enum c_word, or 0 for other names */
unsigned c_token_word(const struct c_parser *c);       /* like c_word(), and also knows [ and the vendor's
                                                        * enumerations */
unsigned c_say(struct c_parser *c, struct c_type *type); /* reads the words of a declaration's type, up to the name */
struct c_type c_literal_type(const char *text, size_t length, int64_t number);
struct value c_cut_value(struct c_type type, struct value value); /* converts a value to the type; 0 bits: to the
                                                                   * value's own type */
struct value c_binary(const struct value *left, const struct term *right);
struct value c_unary(enum operator operator, const struct value *value);
struct value c_choose(const struct value *condition, const struct value *yes, const struct value *no);

/* ---- c_expr.c: expressions, macros ---- */

struct value c_expression(struct c_parser *c);
bool c_constant(struct c_parser *c, int64_t *number);  /* parses an expression with a known value; false after an
                                                        * error */
void c_macro_statement(struct c_parser *c);
struct value c_word_macro(struct c_parser *c);         /* parses a TT_OP_ macro; leaves the token after it */

/* ---- c_define.c: integers and integer parameters ---- */

void c_definition(struct c_parser *c);                 /* parses a definition or a function, from its first word on */
void c_assignment(struct c_parser *c);                 /* parses an assignment; leaves the token after it */
bool c_parameters(struct c_parser *c, int open, int close); /* parses a parameter list; leaves the token after the
                                                             * list; false after an error */

/* ---- c_statement.c ---- */

void c_statement(struct c_parser *c);
void c_function(struct c_parser *c);                   /* parses a function, from its name on */

#endif
