/* The grammar of statements and expressions. */
%code requires {
#include "source/c_entry.h"
#include "source/directive.h"
#include "assembly/macros.h"
#include "schedule/table.h"
#include "assembly/suggest.h"
}

%code top {
#include <stdio.h>
#include <string.h>
}

%define api.pure full
%define api.prefix {sfp_yy}
%define api.token.prefix {TOK_}
%define api.location.type {struct place}
%define parse.error custom
%define parse.lac full
%locations
%lex-param {void *scanner}
%parse-param {void *scanner} {struct assembler *as}
%define api.value.type {union sfp_yyvalue}

%code requires {
union sfp_yyvalue {
    int64_t number;
    struct written_float real;
    size_t length;
    size_t count;
    enum operator operator;
    struct value value;
    struct {
        uint32_t first, second;
    } optionals; /* numbers for optional_kept(); 0: an absent operand */
    struct place place;
    struct {
        struct place opened;
        int64_t count;
    } repetition;
};
}

%code provides {
int sfp_yylex(SFP_YYSTYPE *value, SFP_YYLTYPE *place, void *scanner);
}

%code {
/* Plain data: bison may grow its stacks by copying. */
#define YYSTYPE_IS_TRIVIAL 1
#define YYLTYPE_IS_TRIVIAL 1

#define YYLLOC_DEFAULT(whole, parts, count) \
    do { \
        if (count) { \
            (whole) = YYRHSLOC(parts, 1); \
            (whole).end = YYRHSLOC(parts, count).end; \
        } else { \
            (whole) = YYRHSLOC(parts, 0); \
            (whole).begin = (whole).end; \
        } \
    } while (0)

static void sfp_yyerror(YYLTYPE *place, void *scanner, struct assembler *as, const char *text);

static void push_float(struct assembler *as, struct written_float written, int sign, struct place place);
static void chain_add(struct assembler *as, enum operator operator, const struct value *value, struct place place);
static struct value chain_value(struct assembler *as, size_t count, struct place place);
static struct place body_of(struct place block, size_t length);
}

/* Bison's count of errors is unused; a compiler could warn of that. */
%initial-action {
    (void)yynerrs;
    @$ = (struct place){.source = as->frames.top->source};
}

%token EOL "the end of the statement"
%token YYEOF 0 "the end of the source"
%token NAME "a name" QUALIFIED "a qualified name" STRING "a string"
%token <count> PLAIN "an instruction"
%token C "a C statement" WORD_MACRO "a TT_OP_ macro" LOCAL "a local label"
%token <number> REGISTER "a register" TEMPLATE "a template" NUMBER "a number"
%token <real> FLOAT "a floating-point number"
%token <length> BLOCK "a block"
%token ARCH ".arch" SET ".set" WORD ".word" TTINSN ".ttinsn" REPT ".rept" ENDR ".endr" IGNORED "a directive  "
%token SECTION ".section" ATTRIBUTE ".attribute"
%token INIT ".init"
%token REGION ".region" ENDREGION ".endregion" HAZARDS ".hazards" THREAD ".thread"
%token RISCV "a RISC-V instruction" USER_MACRO "a macro" RAW "text" UNKNOWN "a directive" UNSUPPORTED "a directive "
%token DEFINE ".macro" ENDM ".endm" EXITM ".exitm" PURGEM ".purgem" IRP ".irp"
%token IF ".if" IF_TEXT ".ifdef" ELSE ".else" ELSEIF ".elseif" ENDIF ".endif"
%token INCLUDE ".include" INCBIN ".incbin" EQUIV ".equiv" MESSAGE ".error" LINE ".line"
%token SCHEDULE ".schedule" ENDSCHEDULE ".endschedule" SCHEDULE_NUMBER ".period" ADDRMOD ".addrmod"
%token ROTATE ".rotate" DELAYS ".delays" CARRIED ".carried"
%token HEADER "the header of a table" ROW "a row" BAR "the next cell" NEXT "..." FREE "?" CELL_MACRO "a macro of an instruction"
%token <number> ROTATING "a rotating register" EXTRA "a further operand"
%token SCHEDULE_SETUP ".schedule_setup" SCHEDULE_LOOP ".schedule_loop" SCHEDULE_RECORD ".schedule_record"
%token SCHEDULE_REST ".schedule_rest" SCHEDULE_DRAIN ".schedule_drain"
%token ORG ".org" ALIGN ".align" FILL ".fill"
%token SHIFT_LEFT "<<" SHIFT_RIGHT ">>" LESS_EQUAL "<=" GREATER_EQUAL ">=" EQUAL "==" NOT_EQUAL "!="
%token LOGICAL_AND "&&" LOGICAL_OR "||"

/* A second '!' after an operand belongs to the operator '!!'. */
%precedence OR_NOT
%precedence '!'

%type <count> chain operands operand_list
%type <value> number expression unary
%type <operator> binary prefix
%type <repetition> repetition
%type <count> required optional
%type <optionals> more
%type <place> string tag
%type <number> register

%%

input
  : %empty
  | input statement { statement_end(as); if (as->stopped) YYABORT; }
  ;

statement
  : EOL
  | NAME ':'                        { symbol_label(as, @NAME); }
  | NAME '=' number EOL             { directive_set(as, @NAME, &$number, false); }
  | NAME '=' error EOL              { yyerrok; symbol_fail(as, @NAME); }
  | NAME "==" number EOL            { directive_set(as, @NAME, &$number, true); }
  | NAME "==" error EOL             { yyerrok; symbol_fail(as, @NAME); }
  | NAME operands EOL               { statement_gnu(as, @NAME, $operands); }
  | PLAIN                           { statement_gnu(as, @PLAIN, $PLAIN); }
  | C                               { c_run(as, scanner, @C); }
  | SET NAME ',' number EOL         { directive_set(as, @NAME, &$number, false); }
  | SET NAME error EOL              { yyerrok; symbol_fail(as, @NAME); }
  | WORD words EOL
  | TTINSN number EOL               { directive_word(as, &$number, @number); }
  | ARCH NAME EOL                   { directive_arch(as, @NAME); }
  | INIT NAME EOL                   { directive_init(as, @INIT, @NAME); }
  | REGION NAME EOL                 { region_begin(as, @REGION, @NAME); }
  | REGION error EOL                { yyerrok; region_begin_nameless(as, @REGION); }
  | ENDREGION EOL                   { region_end(as, @ENDREGION); }
  | HAZARDS NAME EOL                { directive_hazards(as, @HAZARDS, @NAME); }
  | THREAD NAME EOL                 { directive_thread(as, @THREAD, @NAME); }
  | IGNORED RAW EOL
  | SECTION RAW EOL                 { directive_section(as, @SECTION, @RAW); }
  | ATTRIBUTE RAW EOL               { directive_attribute(as, @RAW); }
  | repetition BLOCK RAW EOL        {
        directive_repeat(as, scanner, $repetition.opened, body_of(@BLOCK, $BLOCK), @EOL, $repetition.count);
    }
  | IRP RAW[header] EOL BLOCK RAW EOL[end] {
        macro_repeat(as, scanner, @IRP, @header, body_of(@BLOCK, $BLOCK), @end);
    }
  | ENDR RAW EOL                    {
        report_warning(as, SFP_W_MACRO, @ENDR, "'.endr' without '.rept' or '.irp'");
    }
  | DEFINE RAW[header] EOL BLOCK RAW EOL { macro_define(as, @DEFINE, @header, body_of(@BLOCK, $BLOCK)); }
  | ENDM RAW EOL                    { report_warning(as, SFP_W_MACRO, @ENDM, "'.endm' without '.macro'"); }
  | PURGEM RAW EOL                  { macro_purge(as, @PURGEM, @RAW); }
  | EXITM RAW EOL                   {
        if (place_length(@RAW) > 0)
            report_warning(as, SFP_W_MACRO, @RAW, "'.exitm' takes no operand");
        input_exit(as, scanner, @EXITM);
    }
  | USER_MACRO RAW EOL              { macro_call(as, scanner, @USER_MACRO, @RAW, @EOL); }
  | IF number EOL                   { condition_expression(as, @IF, &$number); }
  | IF error EOL                    { yyerrok; condition_wrong(as, @IF); }
  | IF_TEXT RAW EOL                 { condition_text(as, @IF_TEXT, @RAW); }
  | ELSEIF number EOL               { condition_elseif(as, @ELSEIF, &$number); }
  | ELSEIF error EOL                { yyerrok; condition_elseif(as, @ELSEIF, NULL); }
  | ELSE RAW EOL                    { directive_rest(as, @ELSE, @RAW); condition_else(as, @ELSE); }
  | ENDIF RAW EOL                   { directive_rest(as, @ENDIF, @RAW); condition_end(as, @ENDIF); }
  | INCLUDE STRING EOL              { include_source(as, scanner, @INCLUDE, @STRING, @EOL); }
  | INCBIN STRING more EOL          {
        include_words(as, @INCBIN, @STRING, optional_kept(as, $more.first), optional_kept(as, $more.second));
    }
  | EQUIV NAME ',' number EOL       { directive_set(as, @NAME, &$number, true); }
  | EQUIV NAME error EOL            { yyerrok; symbol_fail(as, @NAME); }
  | MESSAGE string EOL              { directive_message(as, @MESSAGE, $string); }
  | LINE RAW EOL                    { line_directive(as, @LINE, @RAW, @EOL); }
  | ORG required EOL                { layout_org(as, @ORG, optional_kept(as, $required), optional_kept(as, 0)); }
  | ORG required ',' optional EOL   {
        layout_org(as, @ORG, optional_kept(as, $required), optional_kept(as, $optional));
    }
  | ALIGN required more EOL         {
        layout_align(as, @ALIGN, optional_kept(as, $required), optional_kept(as, $more.first),
                     optional_kept(as, $more.second));
    }
  | FILL required more EOL          {
        layout_fill(as, @FILL, optional_kept(as, $required), optional_kept(as, $more.first),
                    optional_kept(as, $more.second));
    }
  | SCHEDULE NAME EOL               { schedule_begin(as, @SCHEDULE, @NAME); }
  | SCHEDULE NAME ',' NAME[key] '=' number EOL {
        schedule_begin(as, @SCHEDULE, @2);
        schedule_key(as, @key, &$number, @number);
    }
  | SCHEDULE error EOL              { yyerrok; schedule_begin_nameless(as, @SCHEDULE); }
  | ENDSCHEDULE RAW EOL             { directive_rest(as, @ENDSCHEDULE, @RAW); schedule_end(as, @ENDSCHEDULE); }
  | SCHEDULE_NUMBER number EOL      { schedule_number(as, @SCHEDULE_NUMBER, &$number, @number); }
  | ADDRMOD steps EOL
  | ROTATE NAME { schedule_rotate(as, @ROTATE, @NAME); } '=' rotated EOL
  | CARRIED carried EOL
  | DELAYS NAME EOL                 { schedule_delays(as, @DELAYS, @NAME); }
  | DELAYS NAME[first] ',' NAME[second] EOL {
        schedule_delays(as, @DELAYS, @first);
        schedule_gapless(as, @second);
    }
  | HEADER { schedule_header(as, @HEADER); } titles EOL
  | ROW expression { schedule_row(as, &$expression, @expression); } BAR cells EOL
  | SCHEDULE_SETUP { schedule_ask(as); } set_up EOL { schedule_setup(as, @SCHEDULE_SETUP); }
  | SCHEDULE_LOOP { schedule_ask(as); } NAME ',' number options EOL {
        schedule_loop(as, @SCHEDULE_LOOP, @NAME, &$number, @number);
    }
  | SCHEDULE_RECORD NAME ',' number EOL { schedule_record(as, @SCHEDULE_RECORD, @NAME, &$number, @number); }
  | SCHEDULE_REST NAME EOL          { schedule_rest(as, @SCHEDULE_REST, @NAME); }
  | SCHEDULE_DRAIN NAME EOL         { schedule_drain(as, @SCHEDULE_DRAIN, @NAME); }
  | RISCV RAW EOL                   { directive_riscv(as, @RISCV); }
  | UNKNOWN RAW EOL                 { report_unknown_directive(as, @UNKNOWN); }
  | UNSUPPORTED RAW EOL             { directive_unsupported(as, @UNSUPPORTED, @RAW); }
  | error EOL                       { yyerrok; }
  ;

repetition
  : REPT number EOL                 {
        $$.opened = @REPT;
        $$.count = directive_count(as, &$number, @number);
    }
  | REPT error EOL                  {
        yyerrok;
        $$.opened = @REPT;
        $$.count = -1;
    }
  ;

string
  : %empty                          { $$ = @$; }
  | STRING                          { $$ = @STRING; }
  ;

required
  : number                          { $$ = optional_keep(as, &$number, @number); }
  ;

optional
  : %empty                          { $$ = 0; }
  | required
  ;

/* Up to two optional operands after the first. */
more
  : %empty                          { $$.first = $$.second = 0; }
  | ',' optional                    { $$.first = (uint32_t)$optional; $$.second = 0; }
  | ',' optional[first] ',' optional[second] { $$.first = (uint32_t)$first; $$.second = (uint32_t)$second; }
  ;

/* ---- Schedules ---- */

set_up
  : NAME                            { schedule_ask_name(as, @NAME); }
  | set_up ',' NAME                 { schedule_ask_name(as, @NAME); }
  ;

options
  : %empty
  | options ',' NAME                { schedule_ask_option(as, @NAME, NULL, @NAME); }
  | options ',' NAME '=' number     { schedule_ask_option(as, @NAME, &$number, @number); }
  ;

steps
  : step
  | steps ',' step
  ;

step
  : number[modifier] ':' number[rows] { schedule_addrmod(as, &$modifier, @modifier, &$rows, @rows); }
  ;

rotated
  : REGISTER                        { schedule_rotate_to(as, (unsigned)$REGISTER, @REGISTER); }
  | rotated ',' REGISTER            { schedule_rotate_to(as, (unsigned)$REGISTER, @REGISTER); }
  ;

carried
  : REGISTER                        { schedule_carry(as, (unsigned)$REGISTER); }
  | carried ',' REGISTER            { schedule_carry(as, (unsigned)$REGISTER); }
  ;

titles
  : BAR title
  | titles BAR title
  ;

title
  : NAME                            { schedule_title(as, @$); }
  | NAME NAME                       { schedule_title(as, @$); }
  ;

cells
  : cell
  | cells BAR { yyerrok; schedule_next_cell(as); } cell
  ;

cell
  : %empty
  | NEXT                            { schedule_claim(as, CELL_NEXT, @NEXT); }
  | FREE                            { schedule_free_cell(as, @FREE); }
  | tagged
  | error /* skips up to the next BAR */
  ;

tagged
  : written                         { schedule_cell(as, @written, NULL); }
  | tag written                     { schedule_cell(as, @written, &$tag); }
  ;

tag
  : '[' NAME ']'                    { $$ = @NAME; }
  | '[' ROTATING ']'                { $$ = @ROTATING; }
  ;

written
  : NAME operands extras            { schedule_gnu(as, @NAME, $operands); }
  | CELL_MACRO '(' operands ')' extras { schedule_macro(as, @CELL_MACRO, $operands); }
  ;

extras
  : %empty
  | extras EXTRA register           { schedule_extra(as, (enum sfp_field)$EXTRA, $register, @register); }
  ;

register
  : REGISTER                        { $$ = $REGISTER; }
  | ROTATING                        { $$ = CELL_ROTATING + $ROTATING; }
  ;

operands
  : %empty                          { $$ = 0; }
  | operand_list
  ;

operand_list
  : operand                         { $$ = 1; }
  | operand_list ',' operand        { $$ = $1 + 1; }
  ;

operand
  : REGISTER                        { operand_push(as, OPERAND_REGISTER, value_of($REGISTER), @$); }
  | TEMPLATE                        { operand_push(as, OPERAND_TEMPLATE, value_of($TEMPLATE), @$); }
  | expression                      { operand_push(as, OPERAND_VALUE, $expression, @$); }
  | FLOAT                           { push_float(as, $FLOAT, 1, @$); }
  | '-' FLOAT                       { push_float(as, $FLOAT, -1, @$); }
  | '+' FLOAT                       { push_float(as, $FLOAT, 1, @$); }
  | ROTATING                        { operand_push(as, OPERAND_ROTATING, value_of($ROTATING), @$); }
  | tag                             { operand_push(as, OPERAND_TAG, value_of(0), $tag); }
  ;

words
  : number                          { directive_data(as, &$number, @number); }
  | words ',' number                { directive_data(as, &$number, @number); }
  ;

/* The operand of a directive. */
number
  : expression                      { $$ = $expression; symbol_count_labels(as, &$$); }
  ;

expression
  : chain                           { $$ = chain_value(as, $chain, @$); }
  | chain '?'[question] { $<value>$ = chain_value(as, $chain, @chain); }[condition]
    expression[yes] ':' expression[no] {
        if (report_gnu(as, @question, "GNU as has no ?: operator"))
            $$ = value_faulty(FAULT_REPORTED, @$);
        else
            $$ = value_choose(&$<value>condition, &$yes, &$no);
    }
  ;

/* Operators and operands stay flat until the chain ends: GNU as's precedence is not C's. */
chain
  : unary                           { chain_add(as, OP_NONE, &$unary, @unary); $$ = 1; }
  | chain binary unary              { chain_add(as, $binary, &$unary, @unary); $$ = $1 + 1; }
  ;

binary
  : '*' { $$ = OP_MULTIPLY; }       | '/' { $$ = OP_DIVIDE; }        | '%' { $$ = OP_MODULO; }
  | "<<" { $$ = OP_SHIFT_LEFT; }    | ">>" { $$ = OP_SHIFT_RIGHT; }
  | '|' { $$ = OP_OR; }             | '&' { $$ = OP_AND; }           | '^' { $$ = OP_XOR; }
  | '!' %prec OR_NOT { $$ = OP_OR_NOT; } | '!' '!' { $$ = OP_XOR; }
  | '+' { $$ = OP_ADD; }            | '-' { $$ = OP_SUBTRACT; }
  | "==" { $$ = OP_EQUAL; }         | "!=" { $$ = OP_NOT_EQUAL; }
  | '<' { $$ = OP_LESS; }           | '>' { $$ = OP_GREATER; }
  | "<=" { $$ = OP_LESS_EQUAL; }    | ">=" { $$ = OP_GREATER_EQUAL; }
  | "&&" { $$ = OP_LOGICAL_AND; }   | "||" { $$ = OP_LOGICAL_OR; }
  ;

unary
  : NUMBER                          { $$ = value_of($NUMBER); }
  | NAME                            { $$ = symbol_value(as, @NAME); }
  | QUALIFIED                       { $$ = symbol_value(as, @QUALIFIED); }
  | LOCAL                           { $$ = symbol_local(as, @LOCAL); }
  | '(' expression ')'              { $$ = $expression; }
  | WORD_MACRO                      { $$ = c_run_word(as, scanner, @WORD_MACRO); }
  | prefix unary[value]             { $$ = value_unary($prefix, &$value); }
  ;

prefix
  : '-' { $$ = OP_NEGATE; } | '+' { $$ = OP_PLUS; } | '~' { $$ = OP_COMPLEMENT; } | '!' { $$ = OP_LOGICAL_NOT; }
  ;

%%

static void push_float(struct assembler *as, struct written_float written, int sign, struct place place)
{
    const double number = sign * written.number;
    struct operand *operand = operand_new(as, place);

    if (!operand)
        return;
    *operand = (struct operand){.kind = OPERAND_FLOAT, .place = place, .suffix = (uint8_t)written.suffix};
    memcpy(&operand->value.number, &number, sizeof number);
}

static void chain_add(struct assembler *as, enum operator operator, const struct value *value, struct place place)
{
    if (as->terms.count >= MOST_TERMS && !as->stopped) {
        report_error(as, place, "this expression has more than %d operands", MOST_TERMS);
        as->stopped = true;
    }
    if (!as->stopped && !terms_push(&as->terms, operator, value, place))
        report_no_memory(as);
}

/* Computes the newest chain of `count` terms. Warns if C's precedence would give another value. */
static struct value chain_value(struct assembler *as, size_t count, struct place place)
{
    bool differs;
    struct value value;

    if (as->stopped)
        return value_faulty(FAULT_REPORTED, place);
    value = terms_value(&as->terms, count, &differs);
    if (differs)
        report_warning(as, SFP_W_PRECEDENCE, place,
                       "GNU as binds * / %% << >> first, then | & ^, then + -; C would give another value here");
    return value;
}

/* Returns a block's text, without the directive that ends the block. */
static struct place body_of(struct place block, size_t length)
{
    block.end = block.begin + (uint32_t)length;
    return block;
}

/* Writes a token's name for a message: its text, or its alias where the text may be long or empty. */
static void name_of_token(char *text, size_t size, yysymbol_kind_t kind, struct place place)
{
    switch (kind) {
    case YYSYMBOL_EOL:
    case YYSYMBOL_YYEOF:
    case YYSYMBOL_STRING:
    case YYSYMBOL_BLOCK:
    case YYSYMBOL_RAW:
        snprintf(text, size, "%s", yysymbol_name(kind));
        break;
    default:
        snprintf(text, size, "'%.*s'", place_precision(place), place_text(place));
    }
}

static bool contains(const yysymbol_kind_t *kinds, int count, yysymbol_kind_t kind)
{
    for (int i = 0; i < count; i++)
        if (kinds[i] == kind)
            return true;
    return false;
}

/* Drops operators from the tokens expected after an operand, since a message need not list them. Returns the number of
 * tokens kept. */
static int drop_operators(yysymbol_kind_t *expected, int count)
{
    static const char *const others[] = {"the end of the statement", "','", "':'", "the next cell"};
    int kept = 0;

    for (int i = 0; i < count; i++)
        for (size_t k = 0; k < sizeof others / sizeof others[0]; k++)
            if (strcmp(yysymbol_name(expected[i]), others[k]) == 0)
                expected[kept++] = expected[i];
    return kept;
}

/* Is a bracket open, so that only an operator or ')' can follow? */
static bool in_brackets(const yysymbol_kind_t *expected, int count)
{
    for (int i = 0; i < count; i++)
        if (strcmp(yysymbol_name(expected[i]), "')'") == 0)
            return true;
    return false;
}

/* Names the expected tokens in words. Leaves the text empty if a list would not help. */
static void name_expected(char *text, size_t size, yysymbol_kind_t *expected, int count)
{
    enum { MOST = 4 };
    size_t length = 0;

    text[0] = '\0';
    if (contains(expected, count, YYSYMBOL_SHIFT_LEFT) && !in_brackets(expected, count))
        count = drop_operators(expected, count);
    if (contains(expected, count, YYSYMBOL_REGISTER)) {
        snprintf(text, size, "an operand");
    } else if (contains(expected, count, YYSYMBOL_NUMBER)) {
        snprintf(text, size, "an expression");
    } else if (in_brackets(expected, count)) {
        snprintf(text, size, "')'");
    } else if (count <= MOST) {
        for (int i = 0; i < count && length < size; i++)
            length += (size_t)snprintf(text + length, size - length, "%s%s",
                                       i == 0 ? "" : i + 1 == count ? " or " : ", ", yysymbol_name(expected[i]));
    }
}

static int yyreport_syntax_error(const yypcontext_t *context, void *scanner, struct assembler *as)
{
    const yysymbol_kind_t found = yypcontext_token(context);
    const struct place place = *yypcontext_location(context);
    yysymbol_kind_t expected[YYNTOKENS];
    const int count = yypcontext_expected_tokens(context, expected, YYNTOKENS);
    char text[256] = "this";
    char wanted[256];

    (void)scanner;
    if (as->stopped)
        return 0;
    /* GNU as takes a string at a statement's start and in expressions as a symbol's name. */
    if (found == YYSYMBOL_STRING &&
        (contains(expected, count, YYSYMBOL_REPT) || contains(expected, count, YYSYMBOL_NUMBER))) {
        report_error(as, place, "quoted symbol names are not supported");
        return 0;
    }
    if (found != YYSYMBOL_YYEMPTY)
        name_of_token(text, sizeof text, found, place);
    /* A statement could start with almost any token, so the list would not help. */
    name_expected(wanted, sizeof wanted, expected, contains(expected, count, YYSYMBOL_REPT) ? 0 : count);
    if (wanted[0])
        report_error(as, place, "expected %s before %s", wanted, text);
    else
        report_error(as, place, "%s is out of place here", text);
    return 0;
}

/* Bison calls this function if its stack is full or cannot grow. Only a deeply nested expression makes the stack grow. */
static void sfp_yyerror(YYLTYPE *place, void *scanner, struct assembler *as, const char *text)
{
    (void)scanner;
    (void)text;
    report_error(as, *place, "this expression is nested more than %d deep", YYMAXDEPTH);
    as->stopped = true;
}
