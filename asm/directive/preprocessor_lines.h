/* Lines that start with #, between statements and inside those of C: what they mean is the same in both. */
#ifndef SFP_PREPROCESSOR_LINES_H
#define SFP_PREPROCESSOR_LINES_H

#include "assembly/assembler.h"

/* What a marker says: # 12 "file". */
struct marker {
    unsigned long line;
    const char *file; /* in the marker */
    size_t length;
};

/* Is the line a marker? `hash` is the #, of which only blanks stand before. The line may go on past its end. */
bool marker_read(const char *hash, struct marker *marker);

/* Reports the line from its # on, at `place`, if it is a directive and no comment that only starts like one; to GNU as
 * both are comments, and so are they outside of C if blanks stand behind the #. True if it is one. */
bool preprocessor_report(struct assembler *as, const char *hash, struct place place, bool in_c);

void line_marker(struct assembler *as, const char *text, struct place place);

/* Reports the line of this text if it is a directive: a kernel source has them to decide what is assembled. */
void preprocessor_line(struct assembler *as, const char *text, struct place place);

#endif
