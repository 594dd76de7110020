/* Time of the matrix unit's instructions: the table. */
#include "matrix_time.h"

static const struct sfp_matrix_time rows[SFP_IDS] = {
#define MATRIX_TIME(id, group_, access_, cycles_, shut_, closed_, provenance_, source_) \
    [SFP_I_##id] = {.cycles = cycles_, .group = SFP_MATRIX_##group_, .access = SFP_BLOCK_##access_, .shut = (shut_), \
                    .closed = (closed_), .provenance = #provenance_, .source = source_},
#include "matrix_time.def"
#undef MATRIX_TIME
};

const struct sfp_matrix_time *sfp_matrix_time(const struct sfp_insn *insn)
{
    return &rows[insn->id];
}

bool sfp_is_matrix_work(const struct sfp_insn *insn)
{
    return sfp_is_matrix(insn) && rows[insn->id].group != SFP_MATRIX_COUNTERS;
}

unsigned sfp_matrix_cycles(const struct sfp_insn *insn, enum sfp_arch arch)
{
    return sfp_is_matrix(insn) ? rows[insn->id].cycles[sfp_nth(arch)] : 0;
}
