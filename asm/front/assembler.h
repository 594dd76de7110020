/*
 * One assembly under way: what the scanner, the parser and the actions behind
 * it share. Words flow one way: input.c feeds text to lexer.l, grammar.y finds
 * statements, statement.c and directives.c act on them, operands.c encodes,
 * emit.c appends to the program.
 */
#ifndef SFP_ASSEMBLER_H
#define SFP_ASSEMBLER_H

#include "asm.h"
#include "isa/constants.h"
#include "expr.h"
#include "macro/macros.h"
#include "util/names.h"
#include "util/pool.h"
#include "program/source.h"

/* How an operand was written. */
enum operand_kind { OPERAND_VALUE, OPERAND_REGISTER, OPERAND_TEMPLATE, OPERAND_FLOAT };

struct operand {
    enum operand_kind kind;
    struct value value; /* of a register or template, its number; of a float, its bits as a double */
    struct place place;
};

/* A symbol, a label, or an integer of the C form. */
struct symbol {
    const char *name; /* lives as long as the program */
    int64_t value;
    struct place place;   /* of its definition */
    uint32_t hides;       /* one more than the index of the symbol of this name further out, or 0 */
    uint32_t watched;     /* 0, or one more than an index of unused.items */
    uint16_t scope;       /* 0; of an integer of C, one more than the braces around it */
    uint8_t fault;        /* enum fault: why it has no value */
    struct c_type type;   /* of an integer of C */
    bool label : 1;
    bool local : 1;       /* a label N:, which can come again */
    bool fixed : 1;       /* by .equiv, or a constant of C: it cannot be set again */
    bool used : 1;        /* its value was asked for, or whether it exists */
};

/* Constants of C that should be used somewhere. */
struct unused {
    struct watched {
        struct place place;
        bool used;
    } *items; /* in the order of their definitions */
    size_t count, capacity;
    struct names places; /* each one's index, by its struct place */
    struct pool keys;
};

enum frame_kind { FRAME_SOURCE, FRAME_REPETITION, FRAME_MACRO, FRAME_TURNS, FRAME_KINDS };

/* Text being scanned: a whole source, or part of one that is scanned again. The top frame is scanned, others wait. */
struct frame {
    struct frame *below;
    enum frame_kind kind;
    struct source *source;
    char *text;      /* `size` bytes and two NULs */
    size_t size;
    size_t capacity; /* bytes there is room for, of a copy */
    uint32_t base;   /* offset of `text` in the source */
    size_t resume;   /* where in `text` to go on when the frame above ends */
    struct place opened;      /* what began it; without a source, nobody */
    size_t conditions_before; /* .if blocks open where it began */
    int64_t left;             /* of a repetition: iterations still to come after this one */
    struct turns *turns;      /* of FRAME_TURNS */
    size_t words_before; /* state of the assembly when this iteration, or expansion, began */
    uint64_t changes_before;
    size_t errors_before;
    uint64_t macros_before;
    size_t expansions_before;
};

/* An .if block that is open. */
struct condition {
    struct place opened;
    struct place otherwise; /* its .else; without a source, none came yet */
    bool taken;             /* a branch was assembled, or none may be */
};

/* What the scanner remembers between tokens. */
struct scan_state {
    bool statement_start;
    bool label_next;        /* the statement's first name was the last token */
    bool floats;            /* the statement's instruction may take a floating-point number */
    bool names_only;        /* a register's name is one like others in this statement */
    bool faulty;            /* a token of this statement was wrong in itself */
    bool raw_next;          /* what is left of this statement is one token */
    uint32_t raw_begin, raw_end; /* of that token, as far as it has been scanned */
    bool block_next;        /* this statement opens a block, whose text follows it as one token */
    struct place block;     /* the opening directive */
    int block_ends;         /* token of the directive that ends it */
    uint32_t block_begin;   /* offset of the block's text */
    unsigned block_depth;   /* blocks open in that text */
    bool block_line_start;
    bool skipping;          /* the branch of an .if that is not assembled */
    unsigned skip_depth;    /* .if blocks open in that branch */
    bool section_skipped;   /* what is skipped is no branch, but what a compiler put into no section of code */
};

/* An operand that may be left out. */
struct optional {
    bool given;
    struct value value;
    struct place place;
};

/* Which sections of a compiler's output are read. */
struct sections {
    bool skipped, skipped_before; /* the one in force, and the one before it, for .previous */
    bool *pushed;                 /* by .pushsection: two a time, those */
    size_t pushed_count, pushed_capacity;
    struct names told;            /* names of skipped ones */
};

/* What the warnings about operands ask of a row for each word. */
struct insn_facts {
    bool ready;
    uint8_t mode_lsb;             /* of the mode, or a place where the word has only 0 */
    uint8_t vd_lsb;               /* of the register VD, the same */
    bool vd_selects;              /* VD may name a template */
    bool wraps;                   /* an immediate or address may count as another number */
    uint16_t documented;          /* modes */
    uint16_t only_vd;             /* modes in which it only writes VD */
    uint32_t zero;                /* bits that must be 0 */
    uint32_t ignored[SFP_MODES];  /* sfp_ignored_bits */
};

/* A named constant that has been looked up: it is asked for again and again. */
struct constant_slot {
    const struct constant *constant; /* NULL: free */
    struct place place;              /* where its name is written */
};

enum { CONSTANT_SLOTS = 1024 };

enum { OPCODES = 256 };

enum { OPTIONALS = 4 }; /* number 0, and as many as a directive takes */

/* What the C form remembers between statements. */
struct c_state {
    uint64_t turns; /* of loops, so far */
    uint64_t text;  /* bytes of their bodies that were read */
    bool lost;      /* a definition of names was C++ that it does not take: unknown names may be those */
};

struct assembler {
    const struct sfp_asm_options *options;
    struct sfp_program *program;
    size_t word_capacity;
    struct sfp_index index; /* of program->arch */
    struct insn_facts facts[OPCODES]; /* of its rows, by opcode, as far as they were asked for */
    uint64_t repeated; /* words that the sources do not spell out */
    uint64_t expanded; /* bytes of text that they do not, with EXPANSION_COST for each text of a macro */
    uint64_t spelled;  /* bytes of the sources themselves */
    struct constants constants;
    bool constants_ready;
    struct names read_constants;  /* by short names, as the source defines none: an index to read_places */
    struct place *read_places;    /* where first */
    size_t read_count, read_capacity;
    struct symbol *symbols;
    size_t symbol_count, symbol_capacity;
    size_t given_symbols; /* the first of them, from -D */
    struct names symbol_names;    /* the innermost of each name; UNNAMED: no more */
    unsigned scope;               /* braces of C that are open */
    struct unused unused;
    struct constant_slot constant_slots[CONSTANT_SLOTS];
    enum sfp_arch slots_arch;     /* that they are for; 0 at the start */
    struct frame *top;
    unsigned depths[FRAME_KINDS]; /* frames of each kind */
    size_t held;                  /* bytes of text copied for frames */
    struct source *expansions;    /* all texts that macros and .irp blocks expand to; NULL before the first */
    struct macros macros;
    struct condition *conditions; /* open .if blocks, the innermost last */
    size_t condition_count, condition_capacity;
    struct names files;           /* of the program, by name */
    struct source **included;     /* files that .include has read, by name in included_names */
    size_t included_count, included_capacity;
    struct names included_names;
    size_t includes;              /* files included so far */
    struct names file_numbers;    /* .file N: an index to file_names */
    const char **file_names;
    size_t file_name_count, file_name_capacity;
    struct scan_state scan;
    struct sections sections;
    bool told_riscv;  /* what to do with RISC-V instructions */
    bool told_data;   /* in this statement, that GNU as does not rotate data */
    size_t region_capacity;
    unsigned region_depth; /* open regions; more than one is an error */
    struct place region_directive, region_name; /* of the outermost */
    struct c_state c;
    struct terms terms;
    struct operand *operands; /* of the statement and the calls in it; the newest last */
    size_t operand_count, operand_capacity;
    struct optional optionals[OPTIONALS]; /* of the directive; the first is never given */
    size_t last_optional;
    unsigned c_depth;  /* not 0: what is read is C, not the GNU form */
    uint64_t changes;  /* counts whatever can make the same text assemble differently the next time */
    uint64_t suggesting; /* work done to find names for misspelt ones */
    size_t errors;
    bool stopped;      /* an error that ends the assembly has been reported */
};

/* ---- report.c ---- */

void report_error(struct assembler *as, struct place place, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void report_warning(struct assembler *as, enum sfp_warning class, struct place place, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
void report_note(struct assembler *as, struct place place, const char *text);

/* Something GNU as would refuse: an error under --gnu-strict, else a -Wgnu warning. True if it is an error. */
bool report_gnu(struct assembler *as, struct place place, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* An error at no place in a source; `file` may be NULL. Ends the assembly. */
void report_failure(struct assembler *as, const char *file, const char *text);
void report_no_memory(struct assembler *as);

/* ---- emit.c ---- */

void emit_word(struct assembler *as, uint32_t word, struct place place);

/* May `place` give `count` words, one after another? Counts them if it has given words before, else the source spells
 * them out; if they are too many reports it. */
bool emit_allowed(struct assembler *as, uint64_t count, struct place place);

/* Appends one of these; `further`: of the directive that gave the one before, whose line a listing shows once. */
void emit_allowed_word(struct assembler *as, uint32_t word, struct place place, bool further);

/* Appends words first..first+count-1 again, `times` times. */
void emit_again(struct assembler *as, size_t first, size_t count, uint64_t times, struct place place);

/* Appends the last word `times` times more, further words of the directive at `place`. */
void emit_further(struct assembler *as, uint64_t times, struct place place);

/* At the end: hands the labels over to the program. */
void emit_symbols(struct assembler *as);

/* Would `count` more words that are not spelled out be too many? If so reports it at `place` and stops the assembly. */
bool emit_too_many(struct assembler *as, uint64_t count, struct place place);

/* ---- expansion.c ---- */

/* What it costs to make a text, in bytes of it. */
enum { EXPANSION_COST = 12 };

/* May the sources ask for so much more text than they spell out? If not reports it at `place` and ends the assembly. */
bool expansion_allowed(struct assembler *as, uint64_t bytes, struct place place);

/* ---- input.c ---- */

/* Makes a source part of the program, which frees it with itself; frees it at once if memory runs out. */
bool input_add_source(struct assembler *as, struct source *source);

/*
 * Begins to scan a source. `scanner` is the flex scanner here and below. `opened` is what includes it and `end` where
 * that statement ends, or both have no source.
 */
bool input_open(struct assembler *as, void *scanner, struct source *source, struct place opened, struct place end);

/* Begins to scan a block of the frame on top `count` times. `body` is its text, `end` the end of the statement that
 * ends it. */
void input_repeat(struct assembler *as, void *scanner, struct place opened, struct place body, struct place end,
                  int64_t count);

/*
 * Begins to scan as->macros.text, which the statement that ends with `end` is expanded to. If `turns` is not NULL its
 * further texts follow; they are taken over.
 */
void input_expand(struct assembler *as, void *scanner, struct expansion *expansion, struct place end,
                  struct turns *turns);

/* A copy of a name that lives as long as the program; NULL if memory ran out. */
const char *input_keep_name(struct assembler *as, const char *name, size_t length);

/* At the end of the frame on top: begins its next iteration, or goes on below it. False if nothing is below. */
bool input_next(struct assembler *as, void *scanner);

/* Ends the innermost macro or repeated block (.exitm). */
void input_exit(struct assembler *as, void *scanner, struct place directive);

/* Drops all frames, after an assembly that stopped. */
void input_close(struct assembler *as);

/* ---- symbols.c ---- */

/* Gives a symbol a value, as .set does, or `once` as .equiv does; or reports why there is no value. */
void symbol_assign(struct assembler *as, struct place name, const struct value *value, bool once);

/* Makes a symbol known whose value is wrong, as has been reported: its uses are not worth an error of their own. */
void symbol_fail(struct assembler *as, struct place name);

/* Is there a symbol of this name? Named constants and integers of C are none. */
bool symbol_exists(struct assembler *as, const char *name, size_t length);

/* Does this name stand for something that the source itself defines? */
bool symbol_is_own(struct assembler *as, const char *name, size_t length);

/* The innermost integer of C of this name; NULL if there is none, or a symbol further in. */
struct symbol *symbol_of_c(struct assembler *as, const char *name, size_t length);

/* Opens and closes a scope of these. */
void symbol_scope_open(struct assembler *as);
void symbol_scope_close(struct assembler *as);

/* Defines one in the scope that is open, or reports why it cannot; `fixed`: it is constant. */
void symbol_define(struct assembler *as, struct place name, const struct value *value, bool fixed);

/* Has -D or .set given this name a value, whatever C gave it? */
bool symbol_given(struct assembler *as, struct place name, int64_t *value);

/* Defines a label here; a number is a local one. */
void symbol_label(struct assembler *as, struct place name);

/* The value of a symbol or a named constant, which --gnu-strict does not know. */
struct value symbol_value(struct assembler *as, struct place name);

/* The value of Nb, the last local label N before. */
struct value symbol_local(struct assembler *as, struct place name);

/* The value of a directive's operand: labels in it count words, and to GNU as bytes. */
void symbol_count_labels(struct assembler *as, struct value *value);

/* A name is about to get a meaning: reports it if it was read as a vendor's constant before. */
void symbol_check_unread(struct assembler *as, struct place name);

/* The vendor's constant of this name. */
enum constant_match symbol_constant(struct assembler *as, struct place name, struct constant_hit *hit);

/* Are the vendor's constants ready? False, reported, if memory ran out. */
bool constants_needed(struct assembler *as);

/* ---- faults.c ---- */

/* Reports why `value` has none, if it has none. True if it has one. */
bool value_check(struct assembler *as, const struct value *value);

/* Is an unknown name at the start of a statement that of a macro that is defined further down? Then says so. */
bool report_macro_below(struct assembler *as, struct place name);

/* ---- operands.c ---- */

/* Encodes an instruction from its operands, or reports what is wrong with them. `name` is where it is named. */
bool encode_gnu(struct assembler *as, const struct sfp_insn *insn, struct place name, const struct operand *operands,
                size_t count, uint32_t *word);
bool encode_macro(struct assembler *as, const struct sfp_insn *insn, struct place name, const struct operand *operands,
                  size_t count, uint32_t *word);

/* ---- plain_line.c ---- */

/* If the statement that starts with `name`, in the frame on top, is a mnemonic with registers and numbers alone: pushes
 * these, sets *count to their number and returns where the scanner goes on, in the frame's text. Else NULL. */
const char *plain_line(struct assembler *as, struct place name, size_t *count);

/* ---- statement.c ---- */

/* Adds an operand to the statement: to be filled in, or as given. NULL if that ended the assembly, which `place` is the
 * reason for. */
struct operand *operand_new(struct assembler *as, struct place place);
void operand_push(struct assembler *as, enum operand_kind kind, struct value value, struct place place);

/* Assembles an instruction whose `count` operands are the last ones pushed, and takes them away. */
void statement_gnu(struct assembler *as, struct place name, size_t count);

/* Encodes a macro from its operands. `insn` is NULL if there is none of that name, of which `prefix` bytes are TTI_ or
 * the like. False after an error. */
bool statement_macro(struct assembler *as, const struct sfp_insn *insn, struct place name, size_t prefix,
                     const struct operand *operands, size_t count, uint32_t *word);

/* Ends a statement, whether it was well formed or not. */
void statement_end(struct assembler *as);

/* ---- directives.c ---- */

/* A directive: its token, and which of those that share the token it is. */
struct directive {
    const char *name;
    int token;
    int kind;
    bool raw; /* what follows is taken as text */
    const char *help; /* NULL if it is ignored or not supported */
};

enum condition_kind {
    IF_NOT_ZERO, IF_ZERO, IF_MORE, IF_MORE_OR_ZERO, IF_LESS, IF_LESS_OR_ZERO, /* the expression, compared with 0 */
    IF_DEFINED, IF_NOT_DEFINED, IF_BLANK, IF_NOT_BLANK, IF_SAME, IF_NOT_SAME, IF_SAME_STRINGS, IF_NOT_SAME_STRINGS,
};

enum align_kind { ALIGN_UNITS, ALIGN_POWER };
enum message_kind { MESSAGE_ERROR, MESSAGE_WARNING, MESSAGE_NOTE, MESSAGE_NONE /* an error that takes no text */ };
enum unsupported_kind {
    NO_LOCAL, NO_BYTES, NO_LATE_VALUE, NO_END, NO_ABORT, NO_LINE_FILE, NO_NOP,
};
enum section_kind {
    SECTION_NAMED, SECTION_TEXT, SECTION_DATA, SECTION_PUSH, SECTION_POP, SECTION_PREVIOUS, SECTION_SUB,
};
enum line_kind { LINE_FILE, LINE_LINE, LINE_LOC };

/* The directive of this name, or NULL. `name` starts with the dot; case does not matter. */
const struct directive *directive_find(const char *name, size_t length);

/* One directive after another, from 0 on; NULL behind the last. */
const struct directive *directive_at(size_t index);

/* What it does, in a line without an end. */
enum { DIRECTIVE_HELP_SIZE = 100 };
void directive_help(const struct directive *directive, char text[static DIRECTIVE_HELP_SIZE]);

int directive_kind(struct place name);

/* The directive that is called so but for its dot; NULL if there is none. */
const char *directive_without_dot(const char *name, size_t length);

void directive_arch(struct assembler *as, struct place name);
void directive_word(struct assembler *as, const struct value *value, struct place place);

/* The same for data, of .word or its like, which GNU as puts where instructions stand as they are: a Tensix word, that
 * hardware rotates by two bits there, is another one. */
void directive_data(struct assembler *as, const struct value *value, struct place place);

/* What such data are here: the word that GNU as gives where the source is to be read as it does, else the same, with a
 * warning at `place` if GNU as gives another. */
uint32_t directive_data_word(struct assembler *as, uint32_t word, struct place place);

/* The number of a .rept; -1 after an error. */
int64_t directive_count(struct assembler *as, const struct value *value, struct place place);

/* Scans the block of a .rept `count` times. */
void directive_repeat(struct assembler *as, void *scanner, struct place opened, struct place body, struct place end,
                      int64_t count);

/* Adds what a string says, made fit for one line of a terminal, and a NUL. */
struct text;
void plain_text(struct place string, struct text *text);

/* .error, .err, .warning and .print; without a text `string` is empty. */
void directive_message(struct assembler *as, struct place directive, struct place string);

/* Says that there is no directive of this name. */
void directive_unknown(struct assembler *as, struct place name);

/* Says that a directive of GNU as, with these operands, is not supported. */
void directive_unsupported(struct assembler *as, struct place name, struct place operands);

/* .section and its like. What a compiler puts into sections that hold no code is skipped; in other sources there is one
 * section. */
void directive_section(struct assembler *as, struct place directive, struct place operands);

/* At the end of a source: skips no more. */
void sections_end(struct assembler *as);
void sections_free(struct assembler *as);

/* Says that a line is an instruction of the RISC-V core. */
void directive_riscv(struct assembler *as, struct place name);

/* ---- gnu_source.c ---- */

/* Is the text a compiler's, by what such texts begin with or end in? */
bool gnu_is_compiled(const char *text, size_t size);

/* Do directives of the statement under way mean what they mean to GNU as, because of --gnu-strict or as a compiler wrote
 * the source? */
bool gnu_rules(const struct assembler *as);
bool gnu_compiled(const struct assembler *as);

/* Is this the mnemonic of a RISC-V instruction? */
bool gnu_is_riscv(const char *name, size_t length);

/* .attribute, whose list of extensions can say the arch. */
void directive_attribute(struct assembler *as, struct place operands);

/* Says that this stands where nothing may follow, if it is not empty. */
void directive_rest(struct assembler *as, struct place directive, struct place rest);

/* ---- layout.c ---- */

/*
 * Keeps an operand that was given until the next but two, and returns its number; what was kept under a number, or
 * under 0 an operand that was not given. They would make the parser's stack three times as large.
 */
size_t optional_keep(struct assembler *as, const struct value *value, struct place place);
const struct optional *optional_kept(const struct assembler *as, size_t number);

void layout_org(struct assembler *as, struct place directive, const struct optional *to, const struct optional *fill);
void layout_align(struct assembler *as, struct place directive, const struct optional *unit,
                  const struct optional *fill, const struct optional *most);
void layout_fill(struct assembler *as, struct place directive, const struct optional *count,
                 const struct optional *size, const struct optional *fill);

/* ---- conditions.c ---- */

/* .if and its like: the condition is an expression, or text, or was wrong and has been reported. */
void condition_expression(struct assembler *as, struct place directive, const struct value *value);
void condition_text(struct assembler *as, struct place directive, struct place text);
void condition_wrong(struct assembler *as, struct place directive);

void condition_else(struct assembler *as, struct place directive);
void condition_end(struct assembler *as, struct place directive);

/* An .elseif whose condition counts: no branch before it was taken. NULL: the condition was wrong. */
void condition_elseif(struct assembler *as, struct place directive, const struct value *value);

/* At an .elseif: does its condition not count? Then what follows is skipped. */
bool condition_elseif_skipped(struct assembler *as, struct place directive);

/* Takes in a directive in the text that is skipped. True if it ends the skipping. */
bool condition_skip(struct assembler *as, struct place directive, int token);

/* At the end of the text of the frame on top: reports .if blocks that are open in it, and drops them. Skipping goes on
 * where an .if outside it has begun it. */
void condition_check_closed(struct assembler *as);

/* ---- include.c ---- */

/* Text that the scanner can be shown? */
bool source_is_text(struct assembler *as, struct source *source);

/* Notes a file that was read; `system`: one of the headers that the C preprocessor takes for the system's. */
void include_note(struct assembler *as, const char *name, size_t length, bool system);

void include_source(struct assembler *as, void *scanner, struct place directive, struct place string,
                    struct place end);
void include_words(struct assembler *as, struct place directive, struct place string, const struct optional *skip,
                   const struct optional *count);

/* ---- lines.c ---- */

/* # 12 "file" 1, in a line that `place` ends: the next one is line 12. `file` stands in that line. */
void line_mark(struct assembler *as, struct place place, unsigned long line, const char *file, size_t length);

/* .file, .line and .loc; `end` is the end of the statement. */
void line_directive(struct assembler *as, struct place directive, struct place operands, struct place end);

/* ---- regions.c ---- */

void region_begin(struct assembler *as, struct place directive, struct place name);

/* One whose name was wrong, and reported: only what ends it is wanted still. */
void region_begin_nameless(struct assembler *as, struct place directive);
void region_end(struct assembler *as, struct place directive);

/* At the end of all sources: reports a region that is still open. */
void region_check_closed(struct assembler *as);

/* ---- preprocess.c ---- */

/* The text of `path` after the C preprocessor. False, with a message to free, if it failed. */
bool preprocess(const struct sfp_asm_options *options, const char *path, struct sfp_buffer *text, char **error);

/* ---- c_run.c ---- */

/* Does the name at the start of a statement start one of the C form? What follows it counts too. */
bool c_starts(struct assembler *as, const char *text, size_t length);

/* Assembles the C statement that starts at `first`, in the frame on top; the scanner goes on behind it. */
void c_run(struct assembler *as, void *scanner, struct place first);

/* The value of the TT_OP_ macro named at `first`; the scanner goes on behind it. */
struct value c_run_word(struct assembler *as, void *scanner, struct place first);

/* ---- unused.c ---- */

/* Begins to look whether a constant of C is used. */
void unused_watch(struct assembler *as, struct symbol *constant);

/* A symbol has been used. */
void unused_mark_used(struct assembler *as, struct symbol *symbol);

/* At the end: warns of symbols and constants that nothing used; -D and included files may define more than needed. */
void unused_check(struct assembler *as);
void unused_free(struct unused *unused);

/* ---- helpers ---- */

static inline const char *place_text(struct place place) { return place.source->text.data + place.begin; }
static inline size_t place_length(struct place place) { return place.end - place.begin; }

/* A bound on what a source expands to, usually `bytes`. */
static inline uint64_t expansion_bound(const struct assembler *as, uint64_t bytes)
{
    const uint64_t most = as->options->max_expansion;

    return most && most < bytes ? most : bytes;
}

/* A place's length as printf's %.*s wants it; names that long are cut. */
static inline int place_precision(struct place place)
{
    return place_length(place) < 200 ? (int)place_length(place) : 200;
}

#endif
