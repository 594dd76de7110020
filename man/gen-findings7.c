/* Writes sfpu-findings(7), the list of findings, stall causes and timing rules, from their tables. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "insert.h"
#include "table_rows.h"
#include "isa/modes.h"
#include "time/event.h"
#include "model/finding.h"

enum { ALL_MODES = (1 << SFP_MODES) - 1 };

/* Prints the text as a sentence. */
static void print_sentence(const char *text)
{
    if (islower((unsigned char)*text))
        putchar(toupper((unsigned char)*text++));
    print_text(text);
    puts(".");
}

/* Prints a source in parentheses. Names of this manual's pages, such as "sfpu-dst(7), Loads", become references. */
static void print_source(const char *source)
{
    const char *open = strchr(source, '(');

    if (open && strncmp(source, "sfp", 3) == 0 && isdigit((unsigned char)open[1]) && open[2] == ')') {
        printf(".Pq Xr %.*s %c", (int)(open - source), source, open[1]);
        source = open + strlen("(7)");
        for (; *source == ',' || *source == ' '; source++)
            if (*source == ',')
                fputs(" , ", stdout);
    } else {
        fputs(".Pq ", stdout);
    }
    print_text(source);
    putchar('\n');
}

/* Prints the provenance as sfpu-timing(7) spells it, "Documented" for example. */
static void print_provenance(const char *column, const char *end)
{
    const char *name = provenance_name(column);

    printf(".Em %c%s%s\n", toupper((unsigned char)*name), name + 1, end);
}

/* ---- Findings ---- */

/* Prints a kernel, and its command if that has options. A finding of class info needs -W. */
static void print_kernel(const char *heading, const struct sfp_finding_info *info,
                         const struct sfp_finding_kernel *kernel)
{
    const bool asked = info->severity == SFP_INFO;

    printf(".Pp\n%s", heading);
    if (asked || *kernel->options)
        printf(",\n.Ql sfpsim %s%s%s%s k.s", asked ? "-W" : "", asked ? info->name : "",
               asked && *kernel->options ? " " : "", kernel->options);
    puts(":\n.Bd -literal -compact -offset indent");
    for (const char *line = kernel->source; *line; line += strcspn(line, "\n") + 1) {
        if (*line == '.')
            fputs("\\&", stdout);
        printf("%.*s\n", (int)strcspn(line, "\n"), line);
    }
    puts(".Ed");
}

static void print_findings(const char *title, enum sfp_severity severity, const char *meaning)
{
    printf(".Sh %s\n%s\n.Bl -tag -width Ds\n", title, meaning);
    for (unsigned f = 0; f < SFP_FINDINGS; f++) {
        const struct sfp_finding_info *info = sfp_finding_info((enum sfp_finding)f);

        if (info->severity != severity)
            continue;
        printf(".It Cm %s\n", info->name);
        print_sentence(info->text);
        if (sfp_finding_former((enum sfp_finding)f))
            printf("Formerly\n.Cm %s .\n", sfp_finding_former((enum sfp_finding)f));
        print_source(info->source);
        if (sfp_finding_remark((enum sfp_finding)f))
            print_sentences(sfp_finding_remark((enum sfp_finding)f));
        if (!sfp_finding_example((enum sfp_finding)f)->shown.source)
            continue; /* a finding about a core's code, which an assembler source cannot show */
        print_kernel("With the finding", info, &sfp_finding_example((enum sfp_finding)f)->shown);
        print_kernel("Mended", info, &sfp_finding_example((enum sfp_finding)f)->mended);
    }
    puts(".El");
}

/* ---- Stall causes ---- */

static void print_stalls(void)
{
    puts(".Sh STALL CAUSES\n"
         "A cycle in which the thread issues nothing is counted, and traced, by one of these causes:\n"
         ".Bl -tag -width Ds");
    for (unsigned s = SFP_STALL_NONE + 1; s < SFP_STALLS; s++) {
        const struct sfp_stall_info *info = sfp_stall_info((enum sfp_stall)s);

        printf(".It Cm %s\n", info->name);
        print_sentence(info->text);
        print_provenance(info->provenance, " .");
        if (*info->remedy) {
            fputs("What helps: ", stdout);
            print_text(info->remedy);
            puts(".");
        }
    }
    puts(".El");
}

/* ---- Rules ---- */

static unsigned archs_with(const char *name)
{
    size_t i = 0;

    while (strcmp(quirk_rows[i].name, name) != 0)
        i++;
    return quirk_archs(&quirk_rows[i]);
}

static void print_quirks(void)
{
    puts(".Sh RULES BY ARCH\n"
         "Rules that hold on one architecture or on both.\n"
         "The names are those of\n"
         ".Pa include/quirks.def :\n"
         ".Bl -tag -width Ds");
    for (size_t i = 0; i < quirk_row_count; i++) {
        const struct rule_row *q = &quirk_rows[i];

        printf(".It Dv %s : No ", q->name);
        print_arches(quirk_archs(q));
        putchar('\n');
        print_sentence(q->text);
        print_provenance(q->provenance, "");
        print_source(q->source);
    }
    puts(".El");
}

/* ---- The front end's queues ---- */

static bool same_sizes(const struct queue_row *q)
{
    for (unsigned i = 1; i < SFP_ARCHES; i++)
        if (q->words[i] != q->words[0])
            return false;
    return true;
}

static void print_sizes(const struct queue_row *q)
{
    printf(".It ");
    for (unsigned i = 0; i < SFP_ARCHES; i++) {
        if (same_sizes(q) && i > 0)
            continue;
        printf("%s%u", i ? ", " : "", q->words[i]);
        if (!same_sizes(q))
            printf(" on %s", sfp_arches[i].title);
    }
    putchar('\n');
}

static void print_queues(void)
{
    puts(".Ss Queues of the front end\n"
         "The number of words that each queue holds:\n"
         ".Bl -tag -width Ds");
    for (size_t i = 0; i < queue_row_count; i++) {
        const struct queue_row *q = &queue_rows[i];

        print_sizes(q);
        print_sentence(q->text);
        print_provenance(q->provenance, "");
        print_source(q->source);
    }
    puts(".El");
}

/* ---- Lists that rules refer to ---- */

/* Returns the modes that the hardware documents for an instruction on `arch`, or all modes if the instruction has no
 * mode. */
static unsigned documented_modes(enum sfp_id id, enum sfp_arch arch)
{
    for (size_t i = 0; i < sfp_isa_rows; i++) {
        const struct sfp_insn *insn = &sfp_isa[i];
        const struct sfp_operand *mode = sfp_operand_of(insn, SFP_F_MOD);

        if (insn->id == id && insn->arch & arch && mode)
            return sfp_documented_modes(insn, mode);
    }
    return ALL_MODES;
}

/* The modes with (mod & mask) == value. */
static unsigned modes_with(unsigned mask, unsigned value)
{
    unsigned modes = 0;

    for (unsigned mode = 0; mode < SFP_MODES; mode++)
        modes |= (unsigned)((mode & mask) == value) << mode;
    return modes;
}

/* Prints " in modes 0, 2-4" for the documented modes among `modes`. Prints nothing if these are all documented
 * modes. */
static void print_modes(unsigned modes, unsigned documented)
{
    modes &= documented;
    if (modes == documented)
        return;
    fputs(modes & (modes - 1) ? " in modes " : " in mode ", stdout);
    print_modes_of(modes);
}

struct clash {
    enum sfp_id id;
    const char *name;
    unsigned mask, value;
};

static const struct clash clashes[] = {
#define PORT_CLASH(id_, mask_, value_) {.id = SFP_I_##id_, .name = #id_, .mask = (mask_), .value = (value_)},
#include "quirks.def"
#undef PORT_CLASH
};

static void print_clashes(void)
{
    const size_t count = sizeof clashes / sizeof clashes[0];
    const unsigned archs = archs_with("SHFT2_PORT_CLASH");

    fputs(".Ss Write port of SFPSHFT2 (", stdout);
    print_arches(archs);
    puts(")\n"
         "Instructions that may not execute in the cycle after SFPSHFT2 mode 2, 3 or 4:");
    for (size_t i = 0; i < count; i++) {
        unsigned modes = modes_with(clashes[i].mask, clashes[i].value);

        fputs(clashes[i].name, stdout);
        for (; i + 1 < count && clashes[i].id == clashes[i + 1].id; i++)
            modes |= modes_with(clashes[i + 1].mask, clashes[i + 1].value);
        print_modes(modes, documented_modes(clashes[i].id, sfp_first_arch(archs)));
        puts(i + 1 < count ? "," : ".");
    }
}

struct detected {
    enum sfp_id id;
    const char *name;
    struct sfp_use uses[SFP_MAX_USES];
};

static const struct detected detected[] = {
#define DETECTS(id_, ...) {.id = SFP_I_##id_, .name = #id_, .uses = {__VA_ARGS__}},
#include "quirks.def"
#undef DETECTS
};

static const char *resource_name(enum sfp_resource resource)
{
    switch (resource) {
    case SFP_R_VA: return "VA";
    case SFP_R_VB: return "VB";
    case SFP_R_VC: return "VC";
    case SFP_R_VD: return "VD";
    case SFP_R_B: return "the second source";
    case SFP_R_L0: return "L0";
    case SFP_R_L7: return "L7";
    case SFP_R_L0_L3: return "L0 to L3";
    case SFP_R_L1_L3: return "L1 to L3";
    case SFP_R_L4_L6: return "L4 to L6";
    case SFP_R_L0_L7:
    case SFP_R_ANY: return "L0 to L7";
    case SFP_R_NONE:
    case SFP_R_FLAGS:
    case SFP_R_STACK:
    case SFP_R_PRNG:
    case SFP_R_DST:
    case SFP_R_RWC:
    case SFP_R_CONFIG:
    case SFP_R_LANE_CONFIG:
    case SFP_R_MACRO_CONFIG:
    case SFP_R_LATCH: break;
    }
    return "other state";
}

/* Prints each resource once, with the modes of all its uses. */
static void print_uses(const struct sfp_use uses[SFP_MAX_USES], unsigned documented)
{
    const char *separator = "";

    for (unsigned i = 0; i < SFP_MAX_USES && uses[i].resource != SFP_R_NONE; i++) {
        unsigned modes = 0;
        bool before = false;

        for (unsigned j = 0; j < SFP_MAX_USES && uses[j].resource != SFP_R_NONE; j++) {
            if (uses[j].resource != uses[i].resource)
                continue;
            before |= j < i;
            modes |= modes_with(uses[j].mask, uses[j].value);
        }
        if (before)
            continue;
        printf("%s%s", separator, resource_name(uses[i].resource));
        print_modes(modes, documented);
        separator = "; ";
    }
    puts(*separator ? "." : "Nothing.");
}

static void print_detected(void)
{
    const unsigned archs = archs_with("MAD_INTERLOCK");

    fputs(".Ss Reads that the scoreboard sees (", stdout);
    print_arches(archs);
    puts(")\n"
         "For these instructions the scoreboard sees other reads than the real ones.\n"
         "For all other instructions it sees the real reads, except that SFPLUTFP32 has a field for them.\n"
         ".Xr sfpu-timing 7\nlists seen and real reads side by side.\n"
         ".Bl -tag -width \"SFPSTOCHRND\" -compact");
    for (size_t i = 0; i < sizeof detected / sizeof detected[0]; i++) {
        printf(".It %s\n", detected[i].name);
        print_uses(detected[i].uses, documented_modes(detected[i].id, sfp_first_arch(archs)));
    }
    puts(".El");
}

/* ---- The page ---- */

static void print_introduction(void)
{
    puts(".Dd $Mdocdate$\n.Dt SFPU-FINDINGS 7\n.Os\n.Sh NAME\n.Nm sfpu-findings\n"
         ".Nd what sfpsim reports about programs, why they lose cycles, and the rules behind it\n"
         ".Sh DESCRIPTION\n"
         "A finding of\n"
         ".Xr sfpsim 1\n"
         "reports an act of a program that the hardware leaves undefined, reserves or loses, or that surprises.\n"
         "A finding never stops a run; its text says what the program gets instead.\n"
         "This page is made from the tables that the program uses.\n"
         ".Pp\n"
         "A finding is printed as\n"
         ".Dl Ar place : severity : text Bq Ar name\n"
         "with the instruction, the number of words at the place, and how often the finding occurred there.\n"
         "Findings about time add the cycle of the first occurrence, the register, the lanes concerned, the number of\n"
         "lanes in which the value differed, and the other instruction.\n"
         "With\n.Fl -timing Ns = Ns Cm off\n"
         "sfpsim does not search for these.\n"
         "Some findings depend on data.\n"
         "If other data than those of the run would cause a finding, its text begins with\n"
         ".Ql possible: ;\n"
         "its severity and the exit status are those of a finding that occurred\n"
         ".Pq Xr sfpu-timing 7 , Other data .\n"
         "For each finding, except those of compiled code, this page has a minimal kernel with this finding and no\n"
         "other, and a mended kernel;\n"
         ".Nm sfpsim Cm explain Ar name\n"
         "prints both, too.\n"
         "A kernel needs no options unless the page shows some.\n"
         "Scheduled instructions are printed with their sub-unit and with the SFPLOADMACRO that scheduled them.\n"
         ".Pp\n"
         "Each rule's source is in parentheses: a section of a page of this manual, which names its sources, a page\n"
         "of the public ISA documentation, or a public issue or pull request of the vendor's repositories.\n"
         "Words such as\n.Em documented , measured , derived\nand\n.Em chosen\nhave the meaning that\n"
         ".Xr sfpu-timing 7\ngives them.");
}

static void print_policy(void)
{
    puts(".Sh WHAT IS REPORTED\n"
         "A finding is of the class error, warning, advice or info, as listed below.\n"
         "Findings of class info are reported only with\n.Fl v ,\nthe others always.\n"
         "The options below change that for one finding.\n"
         "They accept former names, too.\n"
         "If several options name the same finding, the last one decides whether it is reported:\n"
         ".Bl -tag -width Ds\n"
         ".It Fl W Ar name\nReport the finding: one of class info as a warning, others by their class.\n"
         ".It Fl W Ns Cm no- Ns Ar name\nDo not report the finding.\n"
         ".It Fl W Ns Cm error= Ns Ar name\n"
         "Report the finding as an error, and let the exit status be 1 if it occurs, except with\n"
         ".Fl -hazards Ns = Ns Cm off .\n"
         ".El\n.Pp\n"
         "The effect of reported findings depends on\n.Fl -hazards :\n"
         ".Bl -tag -width Ds\n"
         ".It Fl -hazards Ns = Ns Cm warn\nThe default: they are printed to standard error, but with\n"
         ".Fl q\nthey are not printed.\n"
         "Those of class error are printed as warnings, since they do not fail the run.\n"
         ".It Fl -hazards Ns = Ns Cm error\n"
         "Those of class error and warning are printed as errors, and the exit status is 1; advice does not count.\n"
         "Outputs are still written.\n"
         ".It Fl -hazards Ns = Ns Cm off\nFindings are not printed, and do not fail the run.\n"
         ".El\n.Pp\n"
         "So a finding is printed as\n.Ql error:\n"
         "if and only if it makes the exit status 1; then it is printed with\n.Fl q\ntoo.\n"
         "Findings do not fail sweeps, comparisons and budgets, which therefore never print one as an error.\n.Pp\n"
         ".Cm macro-old-value\nand\n.Cm macro-same-cycle\n"
         "are errors where one SFPLOADMACRO schedules reader and writer.\n"
         "For a cell of a\n.Ic .schedule ,\n"
         ".Cm store-load\n"
         "is advice if a loop of the schedule is not proven to be right whenever the thread is late\n"
         ".Pq Xr sfpu-schedules 7 , Gaps .");
}

int main(void)
{
    print_introduction();
    print_policy();
    print_findings("ERRORS IN PROGRAMS", SFP_ERROR,
                   "Class error: the hardware leaves the case undefined, or loses something.");
    print_findings("WARNINGS", SFP_WARNING, "Class warning: the case is reserved or doubtful.");
    print_findings("ADVICE", SFP_ADVICE,
                   "Class advice: the case is well defined, and most often a mistake.\n"
                   "Some kernels intend it, so that it does not fail a run.");
    print_findings("NOTES", SFP_INFO, "Class info: the case is well defined, but surprising.");
    print_stalls();
    print_quirks();
    print_queues();
    print_clashes();
    print_detected();
    puts(".Sh SEE ALSO\n.Xr sfpsim 1 ,\n.Xr sfpsim-check 1 ,\n.Xr sfpsim-explain 1 ,\n.Xr sfpu 7 ,\n.Xr sfpu-dst 7 ,\n"
         ".Xr sfpu-frontend 7 ,\n.Xr sfpu-semantics 7 ,\n.Xr sfpu-threads 7 ,\n.Xr sfpu-timing 7");
    return fflush(stdout) != 0;
}
