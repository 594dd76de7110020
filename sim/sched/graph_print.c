/* Prints graphs as text. */
#include "graph_parts.h"

#include <inttypes.h>

static const char *const slots[] = {
    [GRAPH_VA] = "VA", [GRAPH_VB] = "VB", [GRAPH_VC] = "VC", [GRAPH_B] = "B", [GRAPH_VD] = "VD",
    [GRAPH_NAMED] = "L[L7]", [GRAPH_FIXED] = "fixed",
};

static void print_results(const struct graph_operation *o, FILE *out)
{
    const char *between = "";

    for (unsigned result = 0; result < GRAPH_RESULTS; result++)
        if (o->results[result].value != GRAPH_NONE) {
            fprintf(out, "%sv%d", between, o->results[result].value);
            if (o->results[result].in_place != GRAPH_NONE)
                fprintf(out, " in place of %s", slots[o->sources[o->results[result].in_place].slot]);
            between = ", ";
        }
    fputs(*between ? " = " : "", out);
}

static void print_sources(const struct graph_operation *o, FILE *out)
{
    for (unsigned s = 0; s < o->source_count; s++) {
        const struct graph_source *source = &o->sources[s];

        fprintf(out, "%s %s=%c%d", s ? "," : "", slots[source->slot], source->value == GRAPH_NONE ? 'L' : 'v',
                source->value == GRAPH_NONE ? source->lreg : source->value);
        if (source->slot == GRAPH_FIXED && source->value != GRAPH_NONE)
            fprintf(out, " in L%u", source->lreg);
    }
}

/* Prints the immediate, which distinguishes operations of one instruction. */
static void print_immediate(const struct graph_operation *o, FILE *out)
{
    if (sfp_has_field(o->insn, SFP_F_IMM) && sfp_mode_of(o->insn, o->mode)->imm != SFP_IMM_UNREAD)
        fprintf(out, " %#" PRIx32, sfp_field(o->insn, o->word, SFP_F_IMM));
}

static void print_marks(const struct graph_operation *o, FILE *out)
{
    if (graph_is_load(o) || graph_is_store(o))
        fprintf(out, " [%" PRId32 "] version %u", o->address, o->version);
    if (o->region != GRAPH_NONE)
        fprintf(out, " region %d", o->region);
    if (o->changes_flags)
        fputs(" flags", out);
    if (o->optional)
        fputs(" optional", out);
}

static void print_operation(const struct graph *g, size_t i, FILE *out)
{
    const struct graph_operation *o = &g->operations[i];

    fprintf(out, "%zu %s/%u: ", i, sfp_unit_name((enum sfp_unit)o->unit), o->latency);
    print_results(o, out);
    fprintf(out, "%s %u", o->insn->gnu, o->mode);
    print_immediate(o, out);
    print_sources(o, out);
    print_marks(o, out);
    fprintf(out, "%s%s\n", o->rewrite ? " by " : "", o->rewrite ? graph_rewrite_name(o->rewrite) : "");
}

static void print_registers(const char *what, uint32_t lregs, FILE *out)
{
    if (lregs)
        fputs(what, out);
    for (unsigned lreg = 0; lregs >> lreg; lreg++)
        if (lregs >> lreg & 1)
            fprintf(out, " L%u", lreg);
    if (lregs)
        fputc('\n', out);
}

static void print_carried(const struct graph_carried *carried, FILE *out)
{
    fprintf(out, "L%u hands on v%d:", carried->lreg, carried->exit);
    if (carried->entry != GRAPH_NONE)
        fprintf(out, " to the next iteration as v%d%s", carried->entry, carried->read_after ? "," : "");
    fputs(carried->read_after ? " to the code after the loop\n" : "\n", out);
}

void graph_print(const struct graph *g, FILE *out)
{
    for (size_t i = 0; i < g->count; i++)
        print_operation(g, i, out);
    for (size_t r = 0; r < g->region_count; r++)
        fprintf(out, "region %zu: %u to %u\n", r, g->regions[r].opens, g->regions[r].closes);
    for (unsigned i = 0; i < g->carried_count; i++)
        print_carried(&g->carried[i], out);
    print_registers("kept:", g->kept, out);
    print_registers("constants:", g->constants, out);
    for (unsigned m = 0; m < g->made_count; m++)
        fprintf(out, "L%u made: 0x%08" PRIx32 "\n", g->made[m].lreg, g->made[m].bits);
    fprintf(out, "rows: %" PRId32 "\n", g->rows);
    for (unsigned a = 0; a < sizeof g->addrmods / sizeof g->addrmods[0]; a++)
        if (g->addrmods[a].known)
            fprintf(out, "address modifier %u: %+" PRId32 "\n", a, g->addrmods[a].rows);
}
