/*
 * Internals of a run that stops on its way:
 *
 *   stops_where.c  words and values that an option means
 *   stops_print.c  printing the values of a moment
 *   stops.c        the run
 */
#ifndef SFP_STOPS_PARTS_H
#define SFP_STOPS_PARTS_H

#include "print.h"
#include "stops.h"

/* The progress of one --print option. */
struct print {
    const struct print_option *option;
    struct print_values *values; /* values to print, one element for each register or other item */
    size_t count;
    uint32_t *words;             /* LINE, INDEX: by word, 1 if values are printed before the word; REGION: by word,
                                  * number of the word's region, from 1; else NULL */
    bool reached;
    unsigned long line;          /* LINE: line of the words in `words`, the wanted line or a later one; else 0 */
    uint64_t hits;               /* LINE, INDEX: number of times that the run reached a word of `words` */
    size_t last_word;            /* LINE, compiled code: the last word of the line where the run stopped */
    uint64_t last_issued;        /* number of instructions issued before last_word */
    bool found;                  /* FINDING: the finding was made in this cycle */
    size_t index;                /* word that the finding is about */
    const char *name;
};

/* Time and place of printed values. */
struct moment {
    uint64_t cycle;
    size_t index;        /* index of the next word to issue, or of a finding's word; SIZE_MAX: no word */
    const char *finding;
    bool end;
};

struct stops {
    const struct stops_options *options;
    sfpu_machine *m;
    struct print *prints;
    size_t *breakpoints;    /* words to stop at, with room for one more */
    size_t breakpoint_count;
    size_t *all;            /* REGION: breakpoints at every word */
    size_t word_count;
    bool wants_regions, wants_findings, wants_lanes;
    struct lanes_tree tree; /* LANES: the present tree */
    size_t position;        /* position and pass of the last instruction */
    uint64_t pass;
    size_t entered;         /* word before which a region's values are due, or SIZE_MAX */
    struct sfp_json json;   /* list of printed values */
    struct sfpu_result at;  /* result where the run stands */
    bool early, failed;
};

/* Finds the words and values of option `option`. Returns false with a message in *error (NULL: memory ran out) if
 * they do not exist. */
bool stops_find(struct stops *s, size_t option, int format, char **error);

/* Returns whether a line without instructions is served by a later line. */
bool stops_has_slid(const struct print *p);

/* Copies the option's values from the machine. */
void stops_take(struct stops *s, struct print *p);

/* stops_put() prints the copied values; stops_print() copies and prints. */
void stops_put(struct stops *s, struct print *p, const struct moment *at);
void stops_print(struct stops *s, struct print *p, const struct moment *at);

#endif
