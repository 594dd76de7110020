/* main() of sfpsim: finds the action and runs it. */
#include <errno.h>
#include <string.h>

#include "action/action.h"
#include "action/progress.h"
#include "action/voice.h"
#include "cli/interrupt.h"
#include "cli/options.h"

const char *argp_program_version = "sfpsim " SFP_VERSION;

/* The actions. A kernel whose file has an action's name is given as ./NAME. */
static const struct action *const all[] = {
#define ACTION(name) &name##_action,
#include "action/actions.def"
#undef ACTION
};
enum { ACTIONS = sizeof all / sizeof all[0] };

/* Prints the actions' names for `sfpsim --list-actions`, which completions and tests use. Returns whether that was
 * asked for. */
static bool list_actions_if_asked(int argc, char *const *argv)
{
    if (argc != 2 || strcmp(argv[1], "--list-actions") != 0)
        return false;
    for (size_t i = 0; i < ACTIONS; i++)
        puts(all[i]->name);
    return true;
}

static bool is_action_name(const char *name)
{
    for (size_t i = 0; i < ACTIONS; i++)
        if (strcmp(all[i]->name, name) == 0)
            return true;
    return false;
}

/* Replaces `sfpsim help` by `sfpsim --help`, and `sfpsim help WORD` by `sfpsim WORD --help`. Returns 0, or an exit status
 * after a message if WORD is not an action. */
static int replace_help_word(int argc, char **argv)
{
    static char option[] = "--help";

    if (argc < 2 || argc > 3 || strcmp(argv[1], "help") != 0)
        return 0;
    if (argc == 3 && !is_action_name(argv[2]))
        return complain("help: '%s' is not an action; sfpsim --help lists them", argv[2]);
    argv[1] = argv[argc - 1];
    argv[argc - 1] = option;
    return 0;
}

/* Parses the command line and runs the action. Returns the exit status. */
static int run_action_of(const struct action *actions, int argc, char **argv)
{
    int words, status = SFP_CANNOT_RUN;
    const struct action *action = action_find(actions, argc, argv, &words);
    void *options = action_begin(action, actions, (size_t)argc);
    char name[64];

    if (!options)
        return complain_no_memory();
    if (words || action != actions) { /* messages about options then begin with the action's name */
        snprintf(name, sizeof name, "sfpsim %s", action->name);
        argv[words] = name;
    }
    if (options_take(action->table, argc - words, argv + words, options) == 0)
        status = action_do(action, options);
    action_end(action, options);
    return status;
}

int main(int argc, char **argv)
{
    struct action actions[ACTIONS + 1] = {{0}};
    int status;

    for (size_t i = 0; i < ACTIONS; i++)
        actions[i] = *all[i];
    keep_standard_files();
    ignore_write_signals();
    end_on_signals(stopped_say);
    argp_err_exit_status = SFP_CANNOT_RUN;
    status = replace_help_word(argc, argv);
    if (!status && !list_actions_if_asked(argc, argv))
        status = run_action_of(actions, argc, argv);
    if (told_to_stop())
        fflush(stdout);
    end_as_told();
    errno = 0;
    if ((fflush(stdout) != 0 || ferror(stdout)) && status != SFP_CANNOT_RUN) {
        fprintf(stderr, "sfpsim: error: standard output: %s\n", errno ? strerror(errno) : "a write failed");
        status = SFP_CANNOT_RUN;
    }
    return status;
}
