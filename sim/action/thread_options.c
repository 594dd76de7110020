/* Options for kernels of several threads. */
#include "thread_options.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void thread_options_init(struct thread_options *o)
{
    *o = (struct thread_options){.current = ALL_THREADS, .how.size = sizeof o->how};
}

/* Parses the thread's name before `separator`. Sets *rest to the text after the separator. Returns the thread, or -1
 * after an error. */
static int take_thread_name(struct argp_state *state, const char *argument, char separator, const char **rest)
{
    enum { LONGEST = 16 };
    const char *end = strchr(argument, separator);
    const size_t length = end ? (size_t)(end - argument) : strlen(argument);
    char name[LONGEST] = "";
    int thread;

    if (length < sizeof name)
        memcpy(name, argument, length);
    thread = sfpu_thread_named(name);
    if (thread < 0)
        option_error(state, "--%s=%s: '%.*s' is not a thread: it is unpack, math or pack", option_row(state)->name,
                     argument, (int)length, argument);
    else if (!end)
        option_error(state, "--%s=%s: expected %s", option_row(state)->name, argument, option_row(state)->argument);
    *rest = end ? end + 1 : "";
    return end ? thread : -1;
}

static void add_thread(struct argp_state *state, char *argument, void *options)
{
    struct thread_options *o = options;
    const char *file;
    const int thread = take_thread_name(state, argument, '=', &file);

    if (thread < 0)
        return;
    if (!*file)
        option_error(state, "--thread=%s: no file is named", argument);
    else if (o->kernels[thread])
        option_error(state, "--thread=%s: %s has a kernel already: '%s'", argument, sfpu_thread_name(thread),
                     o->kernels[thread]);
    o->kernels[thread] = file;
    o->current = thread;
    o->any = true;
}

static void set_arbiter(struct argp_state *state, char *argument, void *options)
{
    struct thread_options *o = options;

    if (sfpu_parse_arbiter(argument, &o->how) != SFPU_OK)
        option_error(state, "--arbiter: '%s' is none of rr, low, high and random:SEED", argument);
}

static void set_start(struct argp_state *state, char *argument, void *options)
{
    struct thread_options *o = options;
    const char *late;
    const int thread = take_thread_name(state, argument, ':', &late);
    unsigned long cycles;
    char *end;

    if (thread < 0)
        return;
    errno = 0;
    cycles = *late == '+' ? strtoul(late + 1, &end, 0) : 0;
    if (*late != '+' || !isdigit((unsigned char)late[1]) || *end || errno || cycles > SFPU_MOST_START)
        option_error(state, "--start=%s: '%s' is not a number of cycles from +0 to +%d", argument, late,
                     SFPU_MOST_START);
    else if (o->started[thread])
        option_error(state, "--start=%s: %s has a start already", argument, sfpu_thread_name(thread));
    o->how.start[thread] = (unsigned)cycles;
    o->started[thread] = true;
}

static const struct option_row rows[] = {
    {"arbiter", 0, "rr|low|high|random:SEED",
     "which thread gets a unit that several want: the one that has waited longest (rr, the default), the one with the "
     "lowest or highest number, or one by chance", BY(set_arbiter)},
    {"start", 0, "NAME:+N", "thread NAME begins N cycles late", BY(set_start)},
    {"thread", 0, "NAME=FILE",
     "run FILE on the thread NAME: unpack, math or pack; KERNEL is math's; options of a thread after this one are for "
     "NAME, and before any for all threads", BY(add_thread)},
    {0},
};

const struct option_table threads_table = {.rows = rows};

void thread_options_free(struct thread_options *o)
{
    free(o->title);
}

const char *thread_options_subject(const struct thread_options *o, const char *kernel)
{
    return o->title ? o->title : kernel ? kernel : "";
}

/* Returns the names of the threads' kernels in the order of the threads, or NULL without memory. */
static char *make_title(const struct thread_options *o, const char *kernel)
{
    const char *separator = "";
    char *title = NULL;
    size_t size;
    FILE *stream = open_memstream(&title, &size);

    for (unsigned i = 0; stream && i < SFPU_THREADS; i++) {
        const char *name = i == SFPU_THREAD_MATH && kernel ? kernel : o->kernels[i];

        if (!name)
            continue;
        fprintf(stream, "%s%s", separator, name);
        separator = ", ";
    }
    if (stream)
        fclose(stream);
    return title;
}

/* Returns whether more than one kernel is standard input. */
static bool share_input(const struct thread_options *o, const char *kernel)
{
    unsigned count = kernel && strcmp(kernel, "-") == 0;

    for (unsigned i = 0; i < SFPU_THREADS; i++)
        count += o->kernels[i] && strcmp(o->kernels[i], "-") == 0;
    return count > 1;
}

void thread_options_check(struct argp_state *state, struct thread_options *o, const char *kernel)
{
    const char *math = o->kernels[SFPU_THREAD_MATH];

    if (!kernel && !o->any)
        option_error(state, "no kernel given");
    else if (kernel && math)
        option_error(state, "math has two kernels: '%s' and '%s'", kernel, math);
    else if (share_input(o, kernel))
        option_error(state, "standard input can be the kernel of only one thread");
    if (o->any)
        o->title = make_title(o, kernel);
}
