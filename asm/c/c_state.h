/*
 * What the C form of an assembly remembers between statements: names that C
 * definitions gave values, in scopes, and a table that makes looking named
 * constants up quick.
 */
#ifndef SFP_C_STATE_H
#define SFP_C_STATE_H

#include "c_space.h"
#include "c_table.h"
#include "front/expr.h"
#include "isa/isa.h"
#include "util/names.h"
#include "util/pool.h"

enum { C_CONSTANT_SLOTS = 1024 };

enum c_name_kind { C_VALUE, C_ARRAY, C_TYPE };

struct c_name {
    struct c_link link;  /* of its last part's hash */
    struct place place;  /* of its definition */
    struct value value;
    struct c_type type;
    uint8_t kind;        /* enum c_name_kind */
    uint32_t space;      /* that it belongs to */
    uint32_t enumerators; /* of a type: their space; of one that is known without its enumeration: that; or C_NOWHERE */
    size_t first, count; /* of C_ARRAY: its elements */
    const char *fixed;   /* why nothing can be assigned to it, or NULL */
    bool varies;         /* another value each time its definition is come by, maybe */
    bool deduced;        /* a template's type that an argument will tell */
    bool alias;          /* of `using`: its elements are another name's */
    unsigned depth;      /* of the scope it belongs to */
    size_t watched;      /* 0, or one more than an index of c_state.watched */
};

/* A constant that should be used somewhere. */
struct c_watched {
    struct place place;
    bool used;
};

struct c_counts {
    size_t names, functions, spaces, directives;
};

/* A function whose body can be assembled again, where it is called. Offsets are those of its source. */
struct c_function {
    struct c_link link;     /* of its name's last part's hash */
    struct place name;
    uint32_t space;         /* that it belongs to */
    uint32_t templates;     /* offset of its template's list, or 0 */
    uint32_t parameters;    /* of the opening parenthesis; of a variable, of what gives its value */
    bool returns;           /* a value */
    bool special;           /* a template's, for some arguments only */
    bool variable;          /* a template's: there are no parentheses */
    bool faulty;            /* its body has errors, which have been reported */
    bool emits;             /* its body can give words */
    bool assembled;         /* its body has done its work where it stands */
    uint32_t result;        /* offset of the value's type, if it returns one */
    size_t least, most;     /* arguments of a call */
    struct c_counts seen;   /* what was there before it, and itself */
    bool alias;             /* of `using`: another in the space that it belongs to */
    uint32_t home;          /* the space that its body looks from */
    unsigned depth;         /* of the scope it belongs to */
};

/* A name that is called or declared with parameters in a source. */
struct c_called {
    const char *name;
    size_t length;
    uint32_t first, last; /* call of it; UINT32_MAX and 0 if there is none */
    bool outside;         /* of all braces a statement is a call of it */
    bool declared;
};

/* What a look ahead at a source found. */
struct c_look {
    struct c_called *called; /* in order of name */
    size_t count, capacity;
    bool done;
    enum { C_DRIVEN_UNKNOWN, C_DRIVEN, C_UNDRIVEN } driven; /* see c_is_driven */
};

/* A named constant that has been looked up once. */
struct c_constant {
    struct place place; /* where its name is written */
    int64_t value;
};

struct c_state {
    struct c_name *names; /* the newest last */
    size_t name_count, name_capacity;
    struct c_table name_table;
    struct c_hidden hidden_names, hidden_functions;
    struct value *elements;      /* of arrays; the newest last */
    size_t element_count, element_capacity;
    struct c_function *functions; /* the newest last */
    size_t function_count, function_capacity;
    struct c_table function_table;
    unsigned calls;              /* under way */
    struct c_look *looks;        /* by the source's index */
    size_t look_count;
    struct c_spaces spaces;
    unsigned depth;              /* open scopes */
    uint64_t iterations;         /* of all loops, and calls, so far */
    uint64_t text_read;          /* bytes of their bodies */
    uint64_t outer_changes;      /* assignments to what no block holds, so far */
    uint64_t varying_reads;      /* of names whose value varies, so far */
    struct c_constant constants[C_CONSTANT_SLOTS];
    enum sfp_arch arch; /* that the table is for; 0 at the start */
    struct c_watched *watched; /* constants, in the order of their definitions */
    size_t watched_count, watched_capacity;
    struct names watched_places; /* each one's index, by its struct place */
    struct pool watched_keys;
    struct place *unclosed; /* brackets that were said not to be closed, in text that was passed over */
    size_t unclosed_count, unclosed_capacity;
};

/* ---- c_called.c ---- */

void c_looks_free(struct c_state *c);

#endif
