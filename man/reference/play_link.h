/* Links to the playground that hold a kernel. */
#ifndef REFERENCE_PLAY_LINK_H
#define REFERENCE_PLAY_LINK_H

#include "html.h"

/* Writes a link that opens the page's example in the playground. The fragment is "#j=" and JSON in base64 for links,
 * as in sim/web/play-link.js. */
void play_link(struct html *page, const json_t *instruction);

#endif
