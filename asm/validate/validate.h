/*
 * Checks that the words of a selection mean the same as its nodes. The check shares no code with the passes of
 * selection. It reads the words, and the list as it was before any pass.
 *
 * Input: a list that select_nodes() has accepted, and the resulting selection. Output: true, or false with an error
 * "FILE:LINE: internal error: what" about the first store, own word or final state that differs.
 *
 * Both sides are executed on terms (terms.h) in SAMPLES lanes. The outcome of an unknown condition is drawn at random
 * from its term, with fixed seeds. In all lanes that the list defines, the following must be equal: Dst, at the end and
 * at each own word that may use Dst; the LRegs and enabled lanes that own words read; the order of own words, which
 * stay consecutive after an SFPLOADMACRO or MOP; random numbers; L11 to L14, other configuration, and flags at the end.
 *
 * Not checked: waits between words; the effects of MOP, SFPLOADMACRO, and REPLAY of slots that the list did not record.
 * These are assumed to read LRegs that own words or NODE_WRITE wrote, and to leave any value in L0 to L7 and Dst.
 */
#ifndef SFP_VALIDATE_H
#define SFP_VALIDATE_H

#include "select/select.h"

/* Returns whether the two sides agree. If not, sets *error to a message that the caller frees; NULL if memory ran
 * out. */
bool validate_selection(const struct node_list *list, const struct selection *selection, char **error);

#endif
