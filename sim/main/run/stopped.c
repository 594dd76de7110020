/* How far a run was that a signal ended. */
#include "stopped.h"

#include <stdatomic.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

static const sfpu_machine *_Atomic watched;

void stopped_watch(const sfpu_machine *m)
{
    atomic_store(&watched, m);
}

/* A line under way: stdio is not for signal handlers. */
struct line {
    char text[160]; /* room for all the words below, and three numbers */
    size_t length;
};

static void add(struct line *line, const char *text)
{
    const size_t length = strlen(text);

    memcpy(line->text + line->length, text, length);
    line->length += length;
}

static void add_number(struct line *line, uint64_t number)
{
    char digits[21];
    char *first = digits + sizeof digits - 1;

    *first = '\0';
    do {
        *--first = (char)('0' + number % 10);
        number /= 10;
    } while (number);
    add(line, first);
}

void stopped_say(const char *signal)
{
    struct sfpu_progress p = {.size = sizeof p};
    struct line line = {.length = 0};

    if (sfpu_get_progress(atomic_load(&watched), &p) != SFPU_OK || !p.running)
        return;
    add(&line, "sfpsim: stopped by ");
    add(&line, signal);
    add(&line, " after ");
    add_number(&line, p.passes);
    add(&line, " of ");
    add_number(&line, p.wanted);
    add(&line, " passes");
    if (p.cycles) {
        add(&line, ", in cycle ");
        add_number(&line, p.cycles);
    }
    add(&line, "\n");
    (void)!write(STDERR_FILENO, line.text, line.length);
}
