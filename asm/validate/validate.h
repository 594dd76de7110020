/*
 * Do the words of a selection do what its nodes mean? This check shares no code with the passes of selection: it reads
 * the list as it was before any pass, and the words.
 *
 * In: a list that select_nodes() has accepted, and the selection that came of it. Out: true, or false with an error
 * "FILE:LINE: internal error: what" for the first store, word of the kernel's own, or effect at the end that differs.
 *
 * Both are executed on terms (terms.h) in SAMPLES lanes. A condition that is not known is drawn at random from its
 * term, with fixed seeds. These must be equal, in all lanes in which the list says what they are: Dst, at the end and
 * at each word of the kernel's own that may use it; LRegs and enabled lanes where such a word reads them; the order of
 * such words, which stay next to each other from SFPLOADMACRO or MOP on; random numbers; L11 to L14, other
 * configuration and flags at the end.
 *
 * Not checked: waits between words; what MOP, SFPLOADMACRO, and REPLAY of slots that the list did not record do. Those
 * are taken to read LRegs that the list's own words or NODE_WRITE wrote, and to leave any value in L0 to L7 and Dst.
 */
#ifndef SFP_VALIDATE_H
#define SFP_VALIDATE_H

#include "select/select.h"

/* False, with a message in *error, which the caller frees; NULL without memory. */
bool validate_selection(const struct node_list *list, const struct selection *selection, char **error);

#endif
