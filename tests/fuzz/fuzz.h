/*
 * What the fuzz targets share. Each target is one function that takes any bytes, and aborts when a promise of the
 * library does not hold; a crash, a hang, a leak or a sanitizer's report is a failure just as well. libFuzzer calls it
 * through entry.c, `make check` through tests/unit/test_fuzz_smoke.c.
 */
#ifndef FUZZ_H
#define FUZZ_H

#include "model/thread_state.h"
#include "base/diag.h"

int fuzz_asm(const uint8_t *data, size_t size);   /* source text in GNU form */
int fuzz_batch(const uint8_t *data, size_t size); /* batches of runs */
int fuzz_budget(const uint8_t *data, size_t size); /* budgets */
int fuzz_debug(const uint8_t *data, size_t size); /* debug tables */
int fuzz_dis(const uint8_t *data, size_t size);   /* words, disassembled and assembled again */
int fuzz_elf(const uint8_t *data, size_t size);   /* ELF files */
int fuzz_expression(const uint8_t *data, size_t size); /* references of sweeps */
int fuzz_gaps(const uint8_t *data, size_t size);  /* --gaps files */
int fuzz_gdb(const uint8_t *data, size_t size);   /* what gdb asks */
int fuzz_lines(const uint8_t *data, size_t size); /* line tables of DWARF */
int fuzz_load(const uint8_t *data, size_t size);  /* ELF files for the RISC-V core */
int fuzz_macro(const uint8_t *data, size_t size); /* source text in C, and macros */
int fuzz_nodes(const uint8_t *data, size_t size); /* recordings of sfpi code, and their words */
int fuzz_npy(const uint8_t *data, size_t size);   /* images, .npy and plain */
int fuzz_options(const uint8_t *data, size_t size); /* what options of sfpsim take */
int fuzz_packet(const uint8_t *data, size_t size); /* packets from gdb */
int fuzz_record(const uint8_t *data, size_t size); /* make rules of compilers, and recorded words */
int fuzz_riscv(const uint8_t *data, size_t size); /* RISC-V words, written and executed */
int fuzz_sched(const uint8_t *data, size_t size); /* plain loops, whose tables are searched */
int fuzz_schedule(const uint8_t *data, size_t size); /* tables of schedules */
int fuzz_select(const uint8_t *data, size_t size); /* lists of nodes, selected to words */
int fuzz_sim(const uint8_t *data, size_t size);   /* words, run in time */
int fuzz_state(const uint8_t *data, size_t size); /* state files */
int fuzz_tally(const uint8_t *data, size_t size); /* what sweeps gathered, as JSON */

/* Aborts with a message, and with the input as far as fuzz_describe() was told. */
__attribute__((format(printf, 1, 2), noreturn)) void fuzz_fail(const char *format, ...);

/* Aborts if memory ran out, which is no finding. */
void *fuzz_memory(void *memory);

/* Takes the input apart from its start; zeros follow its end. */
struct fuzz_input {
    const uint8_t *data;
    size_t size;
};
uint8_t fuzz_byte(struct fuzz_input *in);
uint32_t fuzz_word(struct fuzz_input *in); /* little-endian */
uint64_t fuzz_seed(struct fuzz_input *in);

/* splitmix64. */
uint64_t fuzz_random(uint64_t *state);
uint32_t fuzz_below(uint64_t *state, uint32_t n);

/* Makes of any word one that the simulator mostly runs, mostly the vector unit's. Its upper byte chooses. */
uint32_t fuzz_valid_word(const struct sfp_index *index, uint32_t word);

/* A random state such as a state file could describe, or programs leave; refreshed. `s` must have been reset. */
void fuzz_random_state(struct sfp_state *s, const struct sfp_index *index, uint64_t seed);

/* Aborts, naming the first difference, if the states differ in anything but what is derived. */
void fuzz_same_state(const struct sfp_state *a, const struct sfp_state *b, const char *what);

/* A sink that counts errors in the size_t `errors`, and reads all that it is shown. */
void fuzz_sink(void *errors, const struct sfp_diagnostic *diagnostic);

/* Assembles `text`, which must give exactly these words. */
void fuzz_reassemble(enum sfp_arch arch, const char *text, size_t size, const uint32_t *words, size_t count);

/* Checks an error message: it is there, and is one line. Frees it. */
void fuzz_message(char *error);

/* What fuzz_fail prints of the input; the bytes stay the caller's. */
void fuzz_describe(const char *name, size_t number, const uint8_t *data, size_t size);

#endif
