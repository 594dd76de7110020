/*
 * The inside of a run that stops on its way:
 *   stops_where.c  which words and values an option means
 *   stops_print.c  what is printed of a moment
 *   stops.c        the run
 */
#ifndef SFP_STOPS_PARTS_H
#define SFP_STOPS_PARTS_H

#include "print.h"
#include "stops.h"

/* An option under way. */
struct print {
    const struct print_option *option;
    struct print_values *values; /* each register has one */
    size_t count;
    uint32_t *words;             /* LINE, INDEX: those that it is printed before; REGION: which of these a word is in,
                                  * from 1; else NULL */
    bool reached;
    unsigned long line;          /* LINE: that its words are of, the wanted one or a later one; else 0 */
    uint64_t hits;               /* LINE, INDEX: how often the run came there */
    size_t last_word;            /* LINE, of compiled code: the last of its words to stop at, */
    uint64_t last_issued;        /* and how many instructions there had been before that one */
    bool found;                  /* FINDING: it was made in this cycle ... */
    size_t index;                /* ... about this word */
    const char *name;
};

/* When and where something is printed. */
struct moment {
    uint64_t cycle;
    size_t index;        /* the word that is next to issue, or that a finding is about; SIZE_MAX: none */
    const char *finding;
    bool end;
};

struct stops {
    const struct stops_options *options;
    sfpu_machine *m;
    struct print *prints;
    size_t *breakpoints;    /* with room for one more */
    size_t breakpoint_count;
    size_t *all;            /* REGION: every word */
    size_t word_count;
    bool wants_regions, wants_findings, wants_lanes;
    struct lanes_tree tree; /* LANES: as it is by now */
    size_t position;        /* where the last instruction came from, and in which pass */
    uint64_t pass;
    size_t entered;         /* the word before which values of a region are due, or SIZE_MAX */
    struct sfp_json json;   /* the list of what was printed */
    struct sfpu_result at;  /* where it stands */
    bool early, failed;
};

/* Finds what option `option` means. False with a message in *error (NULL: no memory even for that) if there is no such
 * thing. */
bool stops_find(struct stops *s, size_t option, int format, char **error);

/* Is it printed for a line that has no instruction, before one that is of a later line? */
bool stops_has_slid(const struct print *p);

/* Takes its values, as they are. */
void stops_take(struct stops *s, struct print *p);

/* Puts out what was taken; and both. */
void stops_put(struct stops *s, struct print *p, const struct moment *at);
void stops_print(struct stops *s, struct print *p, const struct moment *at);

#endif
