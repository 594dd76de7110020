/* sfpsim sweep: a kernel on every value of a format. */
#ifndef SFP_SWEEP_H
#define SFP_SWEEP_H

#include "machine.h"
#include "numerics/functions.h"
#include "numerics/report.h"

struct sweep_options {
    struct sfp_machine_options machine;
    const char *kernel;
    const struct function *function;
    int in, dst, out; /* formats: of the values, of Dst before the run, and after it */
    double low, high; /* values in between */
    bool (*print)(FILE *out, const struct sweep_report *report);
};

/* `sfpsim sweep ...`; returns the exit status. */
int sweep_main(int argc, char **argv);

/* Does it all. */
int sweep_run(const struct sweep_options *options);

/* Can Dst of the format `dst` hold the values of `in`? And does it the one of these bits, and as which bits? */
bool sweep_holds(int dst, int in);
bool sweep_encode(int dst, int in, uint32_t bits, uint32_t *encoded);

#endif
