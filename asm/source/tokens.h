/* What the rules of lexer.l do with the text they match. Places are those of that text. */
#ifndef SFP_TOKENS_H
#define SFP_TOKENS_H

#include "assembly/assembler.h"
#include "directive.h"

#include "grammar.h"

/* The parser recovers from it without a word: the error has been reported. */
enum { TOKEN_INVALID = TOK_SFP_YYerror };

/* ---- tokens.c ---- */

/* At the end of the statement that opens a block: its text starts at `offset`. */
void begin_block(struct assembler *as, uint32_t offset);

/* Counts the blocks that open and close in a block's text. True if this word ends the whole block. */
bool block_word(struct assembler *as, const char *text, size_t length);

/* The token of a name. 0: what follows is skipped. */
int name_token(struct assembler *as, void *scanner, const char *text, union sfp_yyvalue *value, struct place place);

/* ---- Schedules ---- */

/* Where a statement of a schedule starts: is the name there not one of a directive or a macro, but the first of a row? Is
 * it the `t` that the header starts with? */
bool starts_row(struct assembler *as, const char *text, size_t length);
bool is_header(const char *text, size_t length);

/* The token of a name in a row. */
int cell_token(struct assembler *as, const char *text, union sfp_yyvalue *value, struct place place);

/* The register that an operand such as b=L2 gives: an enum sfp_field. */
int64_t extra_field(char letter);

void count_bracket(struct assembler *as, char bracket);

/* ---- tokens.c again ---- */

/* The token of L0..L15 or T0..T3. */
int register_token(struct assembler *as, const char *text, size_t length, union sfp_yyvalue *value);
int number_token(struct assembler *as, const char *text, union sfp_yyvalue *value, struct place place);

/* A word in text that is skipped: its token if it ends the skipping, else 0. */
int skip_token(struct assembler *as, struct place place);

/* A character literal, and whether it is one that means something else to GNU as: reports that; true if an error. */
int character_token(struct assembler *as, const char *text, union sfp_yyvalue *value, struct place place);
bool report_escape(struct assembler *as, struct place place);

/* A blank to this assembler and none to GNU as. True if that is an error. */
bool vertical_tab(struct assembler *as, struct place place);

/* What is left of a statement is one token: adds to it, and ends it; then *place is where it stands. */
void raw_add(struct assembler *as, struct place place);
int raw_token(struct assembler *as, struct place *place);

/* The place where the text of the frame on top ends. */
void end_text(struct assembler *as, struct place *place);

/* The token of what starts a C statement, or an error: GNU as has none. */
int c_token(struct assembler *as, struct place place);

/* A number with a point or an exponent. */
int float_token(struct assembler *as, union sfp_yyvalue *value, struct place place);

/* Reports a character that no rule matches, if it is the statement's first such. */
void bad_character(struct assembler *as, char c, struct place place);

/* A comment that starts with two slashes, which GNU as does not know. True if that is an error. */
bool slashes(struct assembler *as, struct place place);

/* ---- plain_line.c ---- */

/* If the statement that starts with `name`, in the frame on top, is a mnemonic with registers and numbers alone: pushes
 * these, sets *count to their number and returns where the scanner goes on, in the frame's text. Else NULL. */
const char *plain_line(struct assembler *as, struct place name, size_t *count);

#endif
