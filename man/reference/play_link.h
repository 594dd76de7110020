/* Links to the playground that hold a kernel. */
#ifndef REFERENCE_PLAY_LINK_H
#define REFERENCE_PLAY_LINK_H

#include "html.h"

/* From a page's example: a link that opens it. The form of the fragment, "#j=" and JSON in the base64 of links, is that
 * of the playground (sim/web/play-link.js). */
void play_link(struct html *page, const json_t *instruction);

#endif
