/* Gaps: cycles that a RISC-V core leaves between the words of a program that it pushes (--gaps). */
#ifndef SFP_GAPS_H
#define SFP_GAPS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Reads text of lines "INDEX CYCLES": the word of that index in the program is
 * pushed so many cycles late (frontend.h), in every pass. "* CYCLES" is for all words, later
 * lines override earlier ones, # starts a comment. Fills gaps[0..words-1]. False
 * with a message in *error, which the caller frees, that names the line.
 */
bool sfp_gaps_parse(const char *text, size_t size, uint32_t *gaps, size_t words, char **error);

#endif
