/* The options of sfpasm. */
#ifndef SFP_SFPASM_OPTIONS_H
#define SFP_SFPASM_OPTIONS_H

#include "depend.h"
#include "sfpu.h"

/* The strings are the command line's. */
struct settings {
    struct sfpu_assembly how;
    const char **sources;
    size_t source_count;
    const char **include_dirs;
    const char **defines;
    const char **warnings;
    const char **calls; /* of C++ functions; without any, the sources are assembly */
    size_t call_count;
    const char *header_directory; /* where the headers of recording go; NULL: nowhere */
    int format; /* an enum sfpu_output */
    const char *output;
    const char *listing;
    bool debug;
    bool no_warnings; /* whatever the options say */
    struct depend_options depend;
    bool color;
};

/* Room for everything that `count` words of a command line can name, and what holds without options. False if memory
 * ran out; settings_free is due either way. */
bool settings_init(struct settings *settings, size_t count);
void settings_free(struct settings *settings);

/* Reads the command line. Ends the program after --help, --version and wrong options. */
bool settings_parse(struct settings *settings, int argc, char **argv);

#endif
