/* The builtins of the vendor's compiler. */
#include "builtins.h"

#include <string.h>

const struct builtin builtins[] = {
#define USE(operand) {ARGUMENT_USE, NODE_##operand}
#define CONDITION {ARGUMENT_CONDITION, 0}
#define IMM {ARGUMENT_IMM, 0}
#define MOD {ARGUMENT_MOD, 0}
#define OPTION {ARGUMENT_OPTION, 0}
#define BUFFER {ARGUMENT_BUFFER, 0}
#define IGNORED {ARGUMENT_IGNORED, 0}
#define INSN(mnemonic, mod) {FORM_INSN, mod, mnemonic, {NODE_VD}}
#define MAKES(mnemonic, ...) {FORM_INSN, 0, mnemonic, {__VA_ARGS__}}
#define FORM(form) {FORM_##form, 0, NULL, {NODE_VD}}
#define BUILTIN(name, archs, result, node, ...) {#name, archs, RESULT_##result, false, node, {__VA_ARGS__}},
#define BY_HAND(name, archs, result, node, ...) {#name, archs, RESULT_##result, true, node, {__VA_ARGS__}},
#include "builtins.def"
#undef USE
#undef CONDITION
#undef IMM
#undef MOD
#undef OPTION
#undef BUFFER
#undef IGNORED
#undef INSN
#undef MAKES
#undef FORM
#undef BUILTIN
#undef BY_HAND
};
const size_t builtin_count = sizeof builtins / sizeof builtins[0];

unsigned builtin_results(const struct builtin *builtin)
{
    static const uint8_t counts[] = {
        [RESULT_NOTHING] = 0, [RESULT_VALUE] = 1, [RESULT_PAIR] = 2, [RESULT_FOUR] = 4, [RESULT_TRUTH] = 1,
    };

    return counts[builtin->result];
}

bool builtin_keeps(const struct builtin_argument *argument)
{
    return argument->kind != ARGUMENT_BUFFER && argument->kind != ARGUMENT_IGNORED;
}

static unsigned count_kept_arguments(const struct builtin *builtin)
{
    unsigned kept = 0;

    for (const struct builtin_argument *a = builtin->arguments; a->kind != ARGUMENT_END; a++)
        kept += builtin_keeps(a);
    return kept;
}

const struct builtin *builtin_find(const char *name, size_t length, unsigned kept, enum sfp_arch arch)
{
    for (const struct builtin *b = builtins; b < builtins + builtin_count; b++)
        if (sfp_row_is_of(b->archs, arch) && strlen(b->name) == length && memcmp(b->name, name, length) == 0 &&
            count_kept_arguments(b) == kept)
            return b;
    return NULL;
}
