/* Lines that start with #, between statements and inside those of C: what they mean is the same in both. */
#ifndef SFP_PREPROCESSOR_LINES_H
#define SFP_PREPROCESSOR_LINES_H

#include "assembler.h"

/* What a marker says: # 12 "file". */
struct marker {
    unsigned long line;
    const char *file; /* in the marker */
    size_t length;
};

/* Is the line a marker? `hash` is the #, of which only blanks stand before. The line may go on past its end. */
bool marker_read(const char *hash, struct marker *marker);

/* Is it a directive, or a comment that only starts like one? To GNU as both are comments. */
bool preprocessor_directive(const char *hash);

void line_marker(struct assembler *as, const char *text, struct place place);

/* Reports the line of this text if it is a directive: a kernel source has them to decide what is assembled. */
void preprocessor_line(struct assembler *as, const char *text, struct place place);

/* The same; a rule of the scanner has its name. */
void preprocessor_condition(struct assembler *as, const char *text, struct place place);

#endif
