/* The machine that a kernel runs on, and its options: what all that sfpsim does with kernels shares. */
#ifndef SFP_MAIN_MACHINE_OPTIONS_H
#define SFP_MAIN_MACHINE_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

#include "cli/option_rows.h"
#include "sfpu.h"

/* A setting of the machine, for sfpu_set. */
struct sfp_setting {
    const char *name, *value;
};

struct sfp_machine_options {
    int arch; /* an enum sfpu_arch */
    struct sfp_setting *settings;
    size_t setting_count;
    int dst_format; /* an enum sfpu_format: of images that do not say theirs, and format 0 of loads and stores */
    bool ignore_waits;
    long long vectors; /* that a pass has, for cycles of each; 0: not given */
    /* Of sources, as sfpasm(1) has them; the lists have room for as many as there are arguments. */
    const char **include_dirs, **defines, **warnings;
    size_t include_dir_count, define_count, warning_count;
    const char **source_dirs; /* of compiled kernels; with room as above */
    size_t source_dir_count;
    bool finds;            /* the run has findings: -W takes their names too, for */
    const char **findings; /* sfpu_warn */
    size_t finding_count;
    sfpu_diagnose *hear; /* what hears diagnostics besides, or NULL */
    void *hearer;
    sfpu_preprocessed *preprocessed; /* is shared with other machines; or NULL */
};

/* Room for the options of so many arguments; all else is 0. False without memory, and what is there is to be freed. */
bool machine_options_init(struct sfp_machine_options *o, size_t count);
void machine_options_free(struct sfp_machine_options *o);

/* How runs of it are, as far as these options say. */
struct sfpu_running machine_running(const struct sfp_machine_options *o);

/* Has sources that `m` loads assembled as the options say. */
int machine_configure_sources(const struct sfp_machine_options *o, sfpu_machine *m);

/* Of a struct sfp_machine_options. */
extern const struct option_table machine_table;

/* Is this setting among the options? */
bool machine_has_setting(const struct sfp_machine_options *o, const char *name);

/* The following return 0, or an exit status after they have said what is wrong. */

/* A machine with the kernel in it, which has the options as long as it is there, and which sfpu_close frees; it may be
 * there after an error too. */
int machine_load(const struct sfp_machine_options *o, const char *kernel, sfpu_machine **m);

/* The same of a kernel whose words are there before it runs, as those of a compiled one are not. */
int machine_load_words(const struct sfp_machine_options *o, const char *kernel, sfpu_machine **m);

/* Brings the machine into the state of the last --init, or without one of the program's .init. Must come before every
 * other setting. */
int machine_initialise(const struct sfp_machine_options *o, sfpu_machine *m);

/* The other settings: they count more than what an image's format or a state says. */
int machine_apply(const struct sfp_machine_options *o, sfpu_machine *m);

#endif
