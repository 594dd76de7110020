/* The builtins of the vendor's compiler, include/builtins.def, as a table. */
#ifndef SFP_RECORD_BUILTINS_H
#define SFP_RECORD_BUILTINS_H

#include "select/nodes.h"

enum { BUILTIN_ARGUMENTS = 9, BUILTIN_RESULTS = 4 };

enum builtin_result { RESULT_NOTHING, RESULT_VALUE, RESULT_PAIR, RESULT_FOUR, RESULT_TRUTH };

enum builtin_form {
    FORM_INSN, /* builtin that is one instruction */
    FORM_LOADI, FORM_CONSTANT, FORM_READ, FORM_WRITE, FORM_ASSIGN, FORM_CONFIG, FORM_SHIFT,
    FORM_ROUND,
    FORM_ADD_NUMBER, FORM_ADD_NUMBER_7, FORM_ADD_7,
    FORM_COMPARE, FORM_COMPARE_FLOAT_7, FORM_COMPARE_FLOATS_7, FORM_COMPARE_INTEGERS_7, FORM_BOOL,
    FORM_WHERE, FORM_TRUTH, FORM_PUSHC, FORM_POPC, FORM_COMPC,
};

enum argument_kind {
    ARGUMENT_END,
    ARGUMENT_USE,
    ARGUMENT_CONDITION,
    ARGUMENT_IMM, ARGUMENT_MOD, ARGUMENT_OPTION,
    ARGUMENT_BUFFER, ARGUMENT_IGNORED, /* arguments that are not recorded */
};

struct builtin {
    const char *name; /* name without __builtin_rvtt_ */
    uint8_t archs;    /* set of archs, mask of enum sfp_arch */
    uint8_t result;   /* kind of result, an enum builtin_result */
    bool by_hand;
    struct {
        uint8_t form;         /* form of the node, an enum builtin_form */
        uint8_t mod;          /* bits always set in Mod1 */
        const char *mnemonic; /* mnemonic of FORM_INSN */
        uint8_t makes[BUILTIN_RESULTS];
    } node;
    struct builtin_argument {
        uint8_t kind;    /* kind of argument, an enum argument_kind */
        uint8_t operand; /* operand of ARGUMENT_USE, an enum node_operand */
    } arguments[BUILTIN_ARGUMENTS]; /* arguments of the builtin, up to ARGUMENT_END */
};

extern const struct builtin builtins[];
extern const size_t builtin_count;

/* Returns the number of values and conditions that a call results in. */
unsigned builtin_results(const struct builtin *builtin);

/* Returns whether recordings keep the argument. */
bool builtin_keeps(const struct builtin_argument *argument);

/* Returns the arch's builtin of this name with `kept` recorded arguments, or NULL if it does not exist. */
const struct builtin *builtin_find(const char *name, size_t length, unsigned kept, enum sfp_arch arch);

#endif
