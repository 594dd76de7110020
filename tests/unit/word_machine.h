/* A machine that executes words one by one, for tests, and counts what it finds. Before this come cmocka's headers. */
#ifndef WORD_MACHINE_H
#define WORD_MACHINE_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "model/setup.h"

static unsigned found[SFP_FINDINGS];

static inline void count_finding(void *context, enum sfp_finding finding, const struct sfp_op *op,
                                 const struct sfp_finding_detail *detail)
{
    (void)context;
    (void)op;
    (void)detail;
    found[finding]++;
}

static inline struct sfp_machine *machine(enum sfp_arch arch)
{
    struct sfp_machine *m = sfp_machine_new(arch, sfp_semantics_best());

    assert_non_null(m);
    m->reporter.report = count_finding;
    memset(found, 0, sizeof found);
    return m;
}

static inline void execute(struct sfp_machine *m, uint32_t word)
{
    struct sfp_op op;

    sfp_decode(m, word, 0, &op);
    if (!op.exec)
        fail_msg("%s refuses %08X", sfp_arch_name(m->s.arch), word);
    op.exec(m, &op);
}

static inline bool refused(const struct sfp_machine *m, uint32_t word)
{
    struct sfp_op op;

    sfp_decode(m, word, 0, &op);
    return op.exec == NULL;
}

static const enum sfp_arch arches[] = {SFP_WH, SFP_BH};
#define EACH_ARCH(a)                             \
    for (size_t a##_ = 0; a##_ < 2; a##_++)      \
        for (enum sfp_arch a = arches[a##_], *once_ = &a; once_; once_ = NULL)

#endif
