/* Functions that turn the text matched by lexer.l into tokens. `place` is the matched text. */
#ifndef SFP_TOKENS_H
#define SFP_TOKENS_H

#include "assembly/assembler.h"
#include "directive.h"

#include "grammar.h"

/* The token of an error that was reported: the parser recovers without a message. */
enum { TOKEN_INVALID = TOK_SFP_YYerror };

/* ---- tokens.c ---- */

/* At the end of the statement that opens a block: the block's text starts at `offset`. */
void begin_block(struct assembler *as, uint32_t offset);

/* Counts the blocks that open and close in a block's text. Returns true if this word ends the whole block. */
bool block_word(struct assembler *as, const char *text, size_t length);

/* Returns the token of a name, or 0 if the text that follows is skipped. */
int name_token(struct assembler *as, void *scanner, const char *text, union sfp_yyvalue *value, struct place place);

/* ---- Schedules ---- */

/* At the start of a statement in a schedule. starts_row(): does the name begin a row, rather than a directive or
 * macro? is_header(): is the name the `t` that begins the header? */
bool starts_row(struct assembler *as, const char *text, size_t length);
bool is_header(const char *text, size_t length);

/* Returns the token of a name in a row. */
int cell_token(struct assembler *as, const char *text, union sfp_yyvalue *value, struct place place);

/* Returns the field, an enum sfp_field, that an operand such as b=L2 sets. */
int64_t extra_field(char letter);

void count_bracket(struct assembler *as, char bracket);

/* ---- tokens.c again ---- */

/* Returns the token of L0..L15 or T0..T3. */
int register_token(struct assembler *as, const char *text, size_t length, union sfp_yyvalue *value);
int number_token(struct assembler *as, const char *text, union sfp_yyvalue *value, struct place place);

/* Returns the token of a word in skipped text if the word ends the skipping, else 0. */
int skip_token(struct assembler *as, struct place place);

/* character_token() returns the token of a character literal. report_escape() reports an escape that GNU as reads
 * differently, and returns whether that is an error. */
int character_token(struct assembler *as, const char *text, union sfp_yyvalue *value, struct place place);
bool report_escape(struct assembler *as, struct place place);

/* Handles a vertical tab: a blank to this assembler, but not to GNU as. Returns whether it is an error. */
bool vertical_tab(struct assembler *as, struct place place);

/* Collect the raw rest of a statement in one token: raw_add() extends it, raw_token() ends it and sets *place to its
 * place. */
void raw_add(struct assembler *as, struct place place);
int raw_token(struct assembler *as, struct place *place);

/* Sets *place to the end of the top frame's text. */
void end_text(struct assembler *as, struct place *place);

/* Returns the token of text that starts a C statement. Reports an error if GNU as's rules hold, since GNU as has no
 * C. */
int c_token(struct assembler *as, struct place place);

/* Returns the token of a number with a point or an exponent. */
int float_token(struct assembler *as, union sfp_yyvalue *value, struct place place);

/* Reports a character that no rule matches, if the statement has no faulty token yet. */
void bad_character(struct assembler *as, char c, struct place place);

/* Handles a comment that starts with //, which GNU as does not know. Returns whether it is an error. */
bool slashes(struct assembler *as, struct place place);

/* ---- plain_line.c ---- */

/* Reads a statement that consists of a mnemonic, registers and numbers, starting with `name` in the top frame.
 * Pushes the operands, sets *count to their number, and returns the position in the frame's text where the scanner
 * continues. Returns NULL for other statements. */
const char *plain_line(struct assembler *as, struct place name, size_t *count);

#endif
