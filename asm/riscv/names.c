/* Names of registers, extensions and classes. */
#include "riscv.h"

static const struct csr {
    uint16_t number;
    uint8_t arches;
    const char *name;
} csrs[] = {
#define RISCV_CSR(id, number, name, arches) {number, arches, name},
#define RISCV_OWN_CSR(id, number, name, arches) {number, arches, name},
#include "riscv.def"
};

static const struct csr *csr_numbered(unsigned number)
{
    for (size_t i = 0; i < sizeof csrs / sizeof *csrs; i++) {
        if (csrs[i].number == number)
            return &csrs[i];
    }
    return NULL;
}

const char *rv_csr_name(unsigned number)
{
    const struct csr *csr = csr_numbered(number);

    return csr ? csr->name : NULL;
}

bool rv_has_csr(enum sfp_arch arch, unsigned number)
{
    const struct csr *csr = csr_numbered(number);

    return csr && sfp_row_is_of(csr->arches, arch);
}

const char *rv_extension_name(enum rv_extension extension)
{
    static const char *const names[] = {
#define RISCV_EXTENSION(id, name, ...) name,
#include "riscv.def"
    };

    return names[extension];
}

const char *rv_class_name(enum rv_class timing)
{
    static const char *const names[] = {
#define RISCV_CLASS(id, name) name,
#include "riscv.def"
    };

    return names[timing];
}

const char *rv_register_name(unsigned number)
{
    static const char *const names[RV_REGISTERS] = {
        "zero", "ra", "sp", "gp", "tp",  "t0",  "t1", "t2", "s0", "s1", "a0", "a1", "a2", "a3", "a4", "a5",
        "a6",   "a7", "s2", "s3", "s4",  "s5",  "s6", "s7", "s8", "s9", "s10", "s11", "t3", "t4", "t5", "t6",
    };

    return names[number % RV_REGISTERS];
}
