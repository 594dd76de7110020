/* The warning classes of warnings.def and the -W options that switch them. */
#include "diag.h"

#include <string.h>

static const struct {
    const char *name;
    bool on;
    const char *help;
} classes[SFP_WARNINGS] = {
#define WARNING(id, name, on, help) {name, on, help},
#include "warnings.def"
#undef WARNING
};

void sfp_warnings_init(struct sfp_warnings *warnings)
{
    for (size_t i = 0; i < SFP_WARNINGS; i++) {
        warnings->on[i] = classes[i].on;
        warnings->error[i] = false;
    }
}

/* The class called `name`, or SFP_WARNINGS. */
static size_t find(const char *name)
{
    size_t i = 0;

    while (i < SFP_WARNINGS && strcmp(classes[i].name, name) != 0)
        i++;
    return i;
}

/* If `text` starts with `prefix`, what follows it; else NULL. */
static const char *after(const char *text, const char *prefix)
{
    size_t length = strlen(prefix);

    return strncmp(text, prefix, length) == 0 ? text + length : NULL;
}

/* -Werror turns on no class; -Werror=NAME turns NAME on, as compilers do. */
static bool set_errors(struct sfp_warnings *warnings, const char *name, bool value)
{
    size_t class;

    if (*name == '\0') {
        for (size_t i = 0; i < SFP_WARNINGS; i++)
            warnings->error[i] = value;
        return true;
    }
    if (*name != '=' || (class = find(name + 1)) == SFP_WARNINGS)
        return false;
    warnings->error[class] = value;
    warnings->on[class] |= value;
    return true;
}

static void set_all(struct sfp_warnings *warnings, bool value)
{
    for (size_t i = 0; i < SFP_WARNINGS; i++)
        warnings->on[i] = value;
}

bool sfp_warnings_set(struct sfp_warnings *warnings, const char *argument)
{
    const char *name = after(argument, "no-");
    const bool value = name == NULL;
    size_t class;

    if (value)
        name = argument;
    if (after(name, "error"))
        return set_errors(warnings, after(name, "error"), value);
    if (strcmp(name, "all") == 0) {
        set_all(warnings, value);
        return true;
    }
    class = find(name);
    if (class == SFP_WARNINGS)
        return false;
    warnings->on[class] = value;
    return true;
}

const char *sfp_warning_name(enum sfp_warning warning)
{
    return classes[warning].name;
}

const char *sfp_warning_help(enum sfp_warning warning)
{
    return classes[warning].help;
}

bool sfp_warning_default(enum sfp_warning warning)
{
    return classes[warning].on;
}
