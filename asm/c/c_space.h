/*
 * The namespaces of C++, and which of them a name can belong to. Enumerations
 * are such too: what stands before a :: is the name of one or the other.
 */
#ifndef SFP_C_SPACE_H
#define SFP_C_SPACE_H

#include "c_table.h"
#include "util/pool.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    C_GLOBAL = 0, /* the space around all others */
    C_DEEPEST_SPACE = 64,
};

#define C_NOWHERE UINT32_MAX /* no space */

enum c_space_kind {
    C_SPACE_NAMED,
    C_SPACE_CLEAR, /* inline, or without a name: its names are those of the space around it too */
    C_SPACE_ENUM,
};

struct c_space {
    struct c_link link;
    const char *name;
    size_t length;
    uint32_t parent;
    uint32_t means;  /* itself; of namespace a = b, b */
    unsigned depth;  /* spaces around it */
    unsigned scope;  /* that it belongs to, as a depth of blocks */
    uint8_t kind;    /* enum c_space_kind */
};

/* Items, from one index up to another, that came after the function that is called: it does not see them. */
struct c_hidden {
    size_t from, to;
};

/* using namespace */
struct c_directive {
    uint32_t space; /* that is used */
    uint32_t where; /* it stands */
    unsigned scope;
};

struct c_spaces {
    struct c_space *items; /* item i is space i + 1 */
    size_t count, capacity;
    struct c_table table;
    struct pool names;
    struct c_directive *directives;
    size_t directive_count, directive_capacity;
    uint32_t open;  /* the one that a definition belongs to */
    unsigned scope; /* blocks that are open */
    struct c_hidden hidden, hidden_directives;
};

/* What is looked for: a name, and the space that stands before it, if one does. */
struct c_wanted {
    const char *name;
    size_t length;
    uint32_t hash;
    bool qualified;
    const char *qualifier;
    size_t qualifier_length;
    uint32_t space; /* if it is qualified: which, or C_NOWHERE */
};

/* How well a name fits that belongs to a space: more is better. */
enum c_rank {
    C_UNREACHED,
    C_STRAY, /* where C++ would not look; sfpasm takes it if it is the only one, for what is pasted is not whole */
    C_REACHED, /* and one more for each space around the one that it is found in */
};

bool c_is_hidden(struct c_hidden hidden, size_t index);

/* Takes a name apart. Finds its qualifier's space, from the one that is open outwards. */
struct c_wanted c_wanted(const struct c_spaces *spaces, const char *text, size_t length);

unsigned c_space_rank(const struct c_spaces *spaces, const struct c_wanted *wanted, uint32_t space);

bool c_space_is_enum(const struct c_spaces *spaces, uint32_t space);

/* The space of this name, a::b too, as seen from the open one; C_NOWHERE if there is none. */
uint32_t c_space_find(const struct c_spaces *spaces, const char *text, size_t length);

/* Spaces can be nested no deeper than this one. */
bool c_space_is_deepest(const struct c_spaces *spaces, uint32_t space);

/* The space of this one name in `parent`, which is added if it is new, as that of an enumeration always is. C_NOWHERE:
 * no memory, or too deep. */
uint32_t c_space_add(struct c_spaces *spaces, uint32_t parent, const char *text, size_t length,
                     enum c_space_kind kind);

/* namespace alias = target, in the open space. False if memory ran out. */
bool c_space_alias(struct c_spaces *spaces, const char *text, size_t length, uint32_t target);

/* using namespace, in the open space. False if memory ran out. */
bool c_space_use(struct c_spaces *spaces, uint32_t space);

/* Ends the innermost block: what belongs to it is gone. */
void c_spaces_close(struct c_spaces *spaces);

/* Of a name like a::b: the length of what stands before the first ::, and where what is behind the colons that may
 * stand at `end` begins. */
size_t c_first_part(const char *text, size_t length);
size_t c_past_colons(const char *text, size_t length, size_t end);

/* Where the part behind the last :: begins. */
size_t c_last_part(const char *text, size_t length);

uint32_t c_space_parent(const struct c_spaces *spaces, uint32_t space);
void c_spaces_free(struct c_spaces *spaces);

#endif
