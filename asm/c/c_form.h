/*
 * The C form: kernel sources as they stand. The flex scanner hands over at the
 * first word of a C statement (c_run.c); from there c_scan.c finds tokens in
 * the same text, c_statement.c and its neighbours parse and act at once, and
 * the flex scanner goes on behind the statement. A loop's body is parsed once
 * a turn, a function's body once a call.
 *
 * A parser's token is the one under examination. A function that parses a
 * statement starts at its first token and leaves its last one; a function that
 * parses an expression leaves the token after it.
 */
#ifndef SFP_C_FORM_H
#define SFP_C_FORM_H

#include "front/assembler.h"

#include <string.h>

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

/* What is reported: all; in text that is only passed over, what does not end; in text that has an error, nothing. */
enum c_quiet { C_LOUD, C_PASSING, C_QUIET };

/* What ends the statements of a block before its end. */
enum c_jump { C_GO_ON, C_BREAK, C_CONTINUE, C_RETURN };

/* What a function that returns a value returns. */
struct c_result {
    struct c_type type;
    struct value value;
    bool given;
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
    struct c_type number_type;
    const char *error_at; /* where the statement's error is */
    const char *directive; /* the last one that was reported */
    bool failed;          /* the statement has an error: its tokens have ended */
    enum c_quiet quiet;
    enum c_jump jump;
    struct c_result *result; /* of the function; NULL if it returns nothing */
    bool in_list;         /* of a template: a > ends the expression */
    bool unevaluated;     /* the operand counts for its type only: calls in it do nothing */
    const char *template_list; /* of the template that is under way, or NULL */
    unsigned template_depth;   /* templates around one another */
    struct place lost;         /* the name of what a template is of, if sfpasm does not take it */
    enum fault lost_fault;
    unsigned blocks;           /* braces around the statement */
    unsigned loops, switches; /* around the statement */
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

/* Ends the statement's tokens after an error that has been reported. */
void c_fail(struct c_parser *c);

/* Reports the statement's first error and ends its tokens. */
void c_error(struct c_parser *c, struct place place, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* Takes a token that must be here; `wanted` is how a message calls it. False after an error. */
bool c_expect(struct c_parser *c, int token, const char *wanted);
void c_unexpected(struct c_parser *c, const char *wanted);

/* The same for what does not end, in text that is only passed over too. */
void c_error_open(struct c_parser *c, struct place place, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Reports that what the token begins is too deep in others of its kind, after which nothing makes sense. */
void c_too_deep(struct c_parser *c, const char *what);

/* ---- c_blanks.c ---- */

/* Past blanks and comments; NULL at a comment that does not end. */
const char *c_pass_blanks(struct c_parser *c, const char *p);
bool c_starts_line(const struct c_parser *c, const char *p);

/* ---- c_skip.c ---- */

/* Passes over the statement whose first token this is, which is not to be assembled. */
void c_pass_statement(struct c_parser *c);

/* The same after an error. */
void c_skip_statement(struct c_parser *c);

/* Has it been said that a bracket is not closed which opens before `p`, in the same line? */
bool c_said_unclosed(const struct c_parser *c, const char *p);

/* Where to go on after the statement at `begin`, which starts with a name that means nothing: if it leaves a bracket
 * open, as far as its semicolon, the end or another statement on a line of its own tells, says so, and that is at the
 * end of the bracket's line. Else it is where the statement ends if it can end with its `line`, or NULL. */
const char *c_end_of_unknown(const struct c_parser *c, const char *begin, bool line);

/* From an opening bracket to the one that closes it. `header`: semicolons may stand in it. */
void c_pass_brackets(struct c_parser *c, bool header);

/* From an opening parenthesis, bracket or < to what closes it. False after an error. */
bool c_skip_pair(struct c_parser *c);

/* ---- c_words.c ---- */

enum c_word {
    WORD_NONE, WORD_TYPE, WORD_AUTO, WORD_VOID, WORD_CONST, WORD_SPECIFIER, WORD_ATTRIBUTE, WORD_FOR, WORD_WHILE,
    WORD_DO, WORD_IF, WORD_ELSE, WORD_SWITCH, WORD_CASE, WORD_DEFAULT, WORD_BREAK, WORD_CONTINUE, WORD_RETURN,
    WORD_USING, WORD_TYPEDEF, WORD_ENUM, WORD_NAMESPACE, WORD_TEMPLATE, WORD_ASSERT, WORD_REFUSED, WORD_SFPI,
};

/* Parts that make up an integer type. */
enum c_part {
    C_PART_UNSIGNED = 1, C_PART_SIGNED = 2, C_PART_CHAR = 4, C_PART_SHORT = 8, C_PART_INT = 16, C_PART_LONG = 32,
    C_PART_LONG_LONG = 64, C_PART_WHOLE = 128,
};

struct c_word_entry {
    const char *name;
    enum c_word word;
    uint8_t parts;      /* enum c_part */
    struct c_type type; /* of C_PART_WHOLE */
};

/* NULL if the name means nothing to C; `std::` before it does not count. */
const struct c_word_entry *c_word_find(const char *text, size_t length);
enum c_word c_word(const char *text, size_t length);
enum c_word c_token_word(const struct c_parser *c);

/* ---- c_type.c ---- */

/* Parses a type's name, with const. False, with nothing taken, if there is none. */
bool c_parse_type(struct c_parser *c, struct c_type *type);

/* Does a definition of integers start here? */
bool c_starts_definition(struct c_parser *c);

/* ---- c_arith.c ---- */

/* The type of a value, also of one that never got any. */
struct c_type c_type_of(const struct value *value);
struct c_type c_literal_type(const char *text, size_t length, int64_t number);

/* Converts to a type; to none, it only settles the value's own. */
int64_t c_cut(struct c_type type, int64_t value);
struct value c_cut_value(struct c_type type, struct value value);

/* The integral promotions. */
struct c_type c_promoted(struct c_type type);

struct value c_binary(const struct value *left, const struct term *right);
struct value c_unary(enum operator operator, const struct value *value);
struct value c_choose(const struct value *condition, const struct value *yes, const struct value *no);

/* ---- c_names.c ---- */

void c_scope_open(struct assembler *as);
void c_scope_close(struct assembler *as);

/* Defines a name in the innermost scope; the value is cut to the type. NULL after an error. */
struct c_name *c_define(struct assembler *as, struct place name, struct c_type type, struct value value,
                        const char *fixed);

/* A definition that was an error: its name is known all the same, and uses of it are no errors more. */
void c_poison(struct c_parser *c, struct place name, struct c_type type);
bool c_is_poisoned(const struct c_name *name);

/* What a name means, by the rules of C++ and those of enum c_rank. NULL: nothing that C defined, or more than one
 * thing. */
struct c_name *c_find(const struct assembler *as, const char *text, size_t length);

/* What a name can mean. */
struct c_found {
    struct c_name *name; /* or NULL */
    bool stray;          /* C++ would not find it: see C_STRAY */
    bool ambiguous;      /* there are others, of other namespaces */
};
struct c_found c_find_all(const struct assembler *as, const char *text, size_t length);

/* Offers a search the names that could stand behind this qualifier, such as a:: or nothing. */
void c_names_offer(const struct assembler *as, const char *qualifier, size_t length, struct nearest *search);

/* Makes room for one more of `count` items of `size` bytes; `items` is where the pointer to them is kept. False,
 * reported, if memory runs out. */
bool c_reserve(struct assembler *as, void *items, size_t count, size_t *capacity, size_t size);

/* ---- c_lookup.c ---- */

/* The value of a name that C defined. */
struct value c_own_value(struct assembler *as, struct place name, const struct c_found *found);

/* The value of a name in an expression. */
struct value c_value_of_name(struct assembler *as, struct place name);

/* ---- c_array.c ---- */

/* The elements of an array, from the bracket behind its name on. False after an error. */
bool c_array(struct c_parser *c, struct place name, struct c_type type, bool is_const);

/* The element that [index] behind an array's name means; NULL after an error. Leaves the token after it. */
struct value *c_element(struct c_parser *c, struct place name);

/* ---- c_expr.c ---- */

struct value c_expression(struct c_parser *c);

/* Reports a shift by too much. */
struct value c_check_shift(struct c_parser *c, struct value value);

/* What stands for a value of this type, or of one that is not known, in an operand that is not evaluated. */
struct value c_unevaluated(struct place place, struct c_type type);

/* Names must be known where nothing is evaluated too. False, reported, if one is not. */
bool c_check_names(struct c_parser *c, const struct value *value);

/* An expression in parentheses, or braces, from the opening one; leaves the token after the closing one. */
struct value c_parenthesised(struct c_parser *c);

/* The same as c_expression where no comma operator or assignment is meant: the value must turn out known, and is put
 * into *number. False after an error. */
bool c_constant(struct c_parser *c, int64_t *number);
enum operator c_operator(int token);

/* Is this an operator between two operands? */
bool c_is_operator(int token);

/* ---- c_primary.c ---- */

/* An operand, with what stands before it. Leaves the token after it. */
struct value c_operand(struct c_parser *c);
struct value c_no_value(const struct c_parser *c);

/* ---- c_call.c ---- */

enum c_macro_kind { MACRO_NONE, MACRO_STATEMENT, MACRO_WORD };

struct c_macro_prefix {
    enum c_macro_kind kind;
    size_t length;
};

/* What a name's TTI_, TT_ or TT_OP_ makes it; inline, as nearly every name is asked. */
static inline struct c_macro_prefix c_macro_prefix(const char *name, size_t length)
{
    if (length < 4 || name[0] != 'T' || name[1] != 'T')
        return (struct c_macro_prefix){MACRO_NONE, 0};
    if (length > 4 && name[2] == 'I' && name[3] == '_')
        return (struct c_macro_prefix){MACRO_STATEMENT, 4};
    if (length > 6 && memcmp(name, "TT_OP_", 6) == 0)
        return (struct c_macro_prefix){MACRO_WORD, 6};
    return name[2] == '_' ? (struct c_macro_prefix){MACRO_STATEMENT, 3} : (struct c_macro_prefix){MACRO_NONE, 0};
}

static inline enum c_macro_kind c_macro_kind(const char *name, size_t length)
{
    return c_macro_prefix(name, length).kind;
}

/* An instruction macro that is a statement of its own. */
void c_macro_statement(struct c_parser *c);

/* TT_OP_NAME(...), as an expression. Leaves its last token. */
struct value c_word_macro(struct c_parser *c);

/* The operands of a call; those beyond what any instruction has are only counted. */
struct c_operands {
    struct operand operands[SFP_MAX_OPERANDS];
    size_t count;
};

/* From the opening parenthesis; leaves the closing one. False after an error. */
bool c_operands(struct c_parser *c, struct c_operands *args);

/* The same from what stands before the opening parenthesis. */
bool c_call_operands(struct c_parser *c, struct c_operands *args);

/* One field of an instruction. */
struct c_field {
    enum sfp_field field;
    struct operand operand;
};

/* Emits an instruction that the source asks for by another name; those of its fields that are not given are 0. */
void c_emit_fields(struct c_parser *c, const char *macro, struct place place, const struct c_field *fields,
                   size_t count);

/* Any other call. */
void c_call_statement(struct c_parser *c);

/* The error of a call of what is not known. */
void c_unknown_call(struct c_parser *c);

/* ---- c_replay.c ---- */

/* lltt::record or lltt::replay. */
void c_replay(struct c_parser *c, bool record);

/* load_replay_buf(start, length, lambda). */
void c_load_replay(struct c_parser *c);

/* ---- c_helper.c ---- */

/* Is the token one of the vendor's helpers? */
bool c_is_helper(const struct c_parser *c);

/* A call of one; leaves its last token. */
void c_helper(struct c_parser *c);
void c_helpers_offer(enum sfp_arch arch, struct nearest *search);

/* is_valid_instruction_mode(mode), from its name on; leaves the token after it. */
struct value c_valid_mode(struct c_parser *c);

/* ---- c_statement.c ---- */

void c_statement(struct c_parser *c);

/* Statements up to the closing brace, from the opening one. The scope is the caller's. */
void c_block(struct c_parser *c);

/* The same, from the first token of a statement in it; `opened` is the opening brace. */
void c_statements(struct c_parser *c, struct place opened);

/* A statement that is a branch or a loop's body: a scope, braces or not. */
void c_body(struct c_parser *c);

/* Where an error's statement may end because what the error is about begins another. */
bool c_resumes_at_error(const struct c_parser *c, const char *begin);

/* Is what stands at `p` a name, but no word of C? */
bool c_starts_with_name(const char *p);
void c_semicolon(struct c_parser *c);

/* ---- c_assign.c ---- */

/* x = 1, x += 1, x++, ++x and the like. Leaves the token after it. */
void c_assignment(struct c_parser *c);

/* Does a step of sfpi's dst_reg start here, dst_reg++ or dst_reg += n? It is an instruction. */
bool c_steps_dst(struct c_parser *c);
bool c_assigns(int token);

/* ---- c_branch.c ---- */

void c_if(struct c_parser *c);

/* (condition) or (definition; condition), up to the token after it. False after an error. */
bool c_condition(struct c_parser *c, struct value *value);

/* ---- c_switch.c ---- */

void c_switch(struct c_parser *c);

/* ---- c_loop.c ---- */

void c_for(struct c_parser *c);
void c_while(struct c_parser *c);
void c_do(struct c_parser *c);

enum { C_CALL_TURNS = 16 }; /* that a call counts as, as it takes about as long */

/* Counts a turn of a loop, or a call. False, with an error at `place`, if there were too many. */
bool c_count_turn(struct c_parser *c, struct place place);

/* Counts the text that a turn, or a call, has read from `begin` on. */
void c_count_text(struct c_parser *c, const char *begin);

/* ---- c_define.c ---- */

/* A definition of integers, or of a function, from its first specifier or its type. */
void c_definition(struct c_parser *c);

/* Reports why there is no value, unless that is only an error where the value is used: what a parameter has a part in
 * that nobody gave one, and a variable without one. */
struct value c_checked(struct c_parser *c, struct value value);

/* typedef, or using with =. */
void c_type_alias(struct c_parser *c, struct place name);

/* = value, { value }, (value) or nothing between the braces, from its first token up to the one behind it. */
struct value c_initial(struct c_parser *c);

/* [[...]] and __attribute__((...)), which mean nothing here. Leaves the token after them. False after an error. */
bool c_attributes(struct c_parser *c);

/* ---- c_refuse.c ---- */

/* The error of a word of sfpi's C++, which the token is. */
void c_refuse_sfpi(struct c_parser *c);

/* The name that the statement under way declares, from the token on; no source: none. */
struct place c_declared(const struct c_parser *c);

/* Keeps uses of that name from being errors. */
void c_poison_declared(struct c_parser *c);

/* Passes over a definition of a name that sfpasm does not take, from the token on, if the source's calls say what is
 * assembled: it is an error where the name is used, then. False if it is an error here. */
bool c_defer(struct c_parser *c, struct place name);

/* The name of a definition that was refused: uses of it are an error once with FAULT_LOST, none with FAULT_REPORTED. */
void c_lose(struct c_parser *c, struct place name, enum fault fault);

/* The same for what the template was of that ends here. */
void c_lose_template(struct c_parser *c);

/* Is the token a name whose definition was an error? If it is one only now, by this use of it, that is reported. */
bool c_is_lost(const struct c_parser *c);

/* ---- c_namespace.c ---- */

/* From `namespace` on. */
void c_namespace(struct c_parser *c, enum c_space_kind kind);

/* using namespace, from `namespace` on; leaves the token after the name. */
void c_use_namespace(struct c_parser *c);

/* The space of this name, a::b too, in one space or the open one. C_NOWHERE, reported, if there can be none. */
uint32_t c_open_space(struct c_parser *c, uint32_t parent, struct place name, enum c_space_kind kind);
uint32_t c_open_spaces(struct c_parser *c, struct place name, enum c_space_kind kind);

/* ---- c_using.c ---- */

void c_using(struct c_parser *c);

/* ---- c_enum.c ---- */

void c_enumeration(struct c_parser *c);

/* ---- c_function.c ---- */

/* A template's header and the function behind it. */
void c_template(struct c_parser *c);

/* A function from the parenthesis after its name. A scope holds its template parameters. `returns`: where its type
 * begins, or NULL. `special`: it is that of a template for some arguments. */
void c_function(struct c_parser *c, struct place name, const char *returns, bool special);

/* A template's variable, from what gives its value up to the semicolon. `type`: where its type begins. */
void c_template_variable(struct c_parser *c, struct place name, const char *type);

/* ---- c_parameter.c ---- */

/* What a call gives a parameter. */
struct c_argument {
    struct place place;
    struct value value;
    struct c_type type; /* of is_type */
    bool is_type;
};

enum { C_MOST_ARGUMENTS = 32 };

struct c_arguments {
    struct c_argument items[C_MOST_ARGUMENTS];
    size_t count, taken;
    bool passing; /* nobody calls yet: defaults are not worked out */
    size_t parameters, required; /* the list's, and those of them without a default */
};

/* From the opening token up to the one behind the closing one; defines the names. NULL: nobody gives arguments. */
bool c_parameters(struct c_parser *c, int close, struct c_arguments *args);

/* ---- c_functions.c ---- */

enum { C_ANY_NUMBER = -1 }; /* of arguments */

/* How many functions of so many arguments the name means equally well; *index is that of the newest. */
size_t c_find_function(const struct assembler *as, struct place name, int arguments, size_t *index);
void c_report_overloaded(struct assembler *as, struct place name);

/* using space::name, of a function: it can be called by its last part. False after an error. */
bool c_use_function(struct assembler *as, struct place name);

/* Offers a search the functions that can be called here. */
void c_functions_offer(const struct assembler *as, struct nearest *search);

/* Is there such a function whose body can give words? */
bool c_function_emits(const struct assembler *as, struct place name);

/* Is there a function that this name, of a call, can mean? */
bool c_is_function(const struct assembler *as, struct place name);

/* ---- c_invoke.c ---- */

/* Assembles the body of the function whose name the token is; leaves the call's last token. */
struct value c_invoke(struct c_parser *c);

/* ---- c_look.c ---- */

/* Adds to *found all names of the text, which ends in a NUL, as they come. */
void c_look_ahead(struct assembler *as, const char *text, struct c_look *found);

/* ---- c_called.c ---- */

/* Is this name called in the source, outside begin..end, or in one that includes it? */
bool c_is_called(struct assembler *as, struct place name, uint32_t begin, uint32_t end);

/* Is a statement of the source, outside of functions, a call of one of them, or does a source that includes it call
 * one? Then calls say what is assembled. */
bool c_is_driven(struct assembler *as, const struct source *source);

#endif
