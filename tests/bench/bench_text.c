/*
 * How long sfpasm and sfpdis take for programs of several lengths, and how much memory. Linear means that the time of
 * a line and the memory of a line do not grow with the program. usage: bench_text DIRECTORY-OF-THE-PROGRAMS
 */
#include "dis/dis.h"
#include "yardstick.h"

#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    REPETITIONS = 5, /* the fastest counts */
    PATH_SIZE = 4096,
};
static const size_t lengths[] = {250000, 500000, 1000000, 2000000};
static const size_t marked_length = 1000000;
static const double mark_of_line = 1.81; /* of YARDSTICK_INTEGER: 400 ns a line where that takes 221 */
static const double mark_bytes = 16 << 20;

/* One measured program: what it reads, and the line it is called with, `%s` being DIRECTORY and then the input. */
struct job {
    const char *name;
    enum sfp_syntax syntax;
    bool words; /* it reads words, not text */
    const char *program;
    const char *const arguments[5];
};

static const struct job jobs[] = {
    {"sfpasm, GNU form", SFP_SYNTAX_GNU, false, "sfpasm", {"-w", "-o", "/dev/null"}},
    {"sfpasm, macro form", SFP_SYNTAX_MACRO, false, "sfpasm", {"-w", "-o", "/dev/null"}},
    {"sfpdis, GNU form", SFP_SYNTAX_GNU, true, "sfpdis", {"--syntax=gnu"}},
    {"sfpdis, macro form", SFP_SYNTAX_MACRO, true, "sfpdis", {"--syntax=macro"}},
};

static uint32_t random_word(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return (uint32_t)(*state >> 32);
}

/* A word that both syntaxes can spell: one of an instruction, with no reserved bit set. */
static uint32_t spellable(const struct sfp_index *index, uint64_t *state)
{
    for (;;) {
        const uint32_t word = random_word(state);
        char gnu[SFP_DISASSEMBLY_SIZE];
        char macro[SFP_DISASSEMBLY_SIZE];

        disassembly_of_word(index, word, SFP_SYNTAX_GNU, gnu);
        disassembly_of_word(index, word, SFP_SYNTAX_MACRO, macro);
        if (gnu[0] != '.' && macro[0] != '.')
            return word;
    }
}

static bool write_input(const char *path, const struct job *job, size_t count)
{
    uint64_t state = 0x9E3779B97F4A7C15;
    FILE *file = fopen(path, "wb");
    struct sfp_index index;

    if (!file)
        return false;
    sfp_index_init(&index, SFP_WH);
    for (size_t i = 0; i < count; i++) {
        const uint32_t word = spellable(&index, &state);
        char text[SFP_DISASSEMBLY_SIZE];

        if (job->words) {
            fwrite(&word, sizeof word, 1, file);
        } else {
            disassembly_of_word(&index, word, job->syntax, text);
            fprintf(file, "%s\n", text);
        }
    }
    return fclose(file) == 0;
}

/* What one run took. */
struct cost {
    double seconds; /* of the processor */
    double bytes; /* most memory at a time */
};

static double seconds_of(struct timeval t)
{
    return (double)t.tv_sec + (double)t.tv_usec * 1e-6;
}

static void become(const char *directory, const struct job *job, const char *input)
{
    char path[PATH_SIZE];
    char *argv[sizeof job->arguments / sizeof job->arguments[0] + 3] = {path};
    size_t count = 1;
    const int sink = open("/dev/null", O_WRONLY);

    snprintf(path, sizeof path, "%s/%s", directory, job->program);
    for (size_t i = 0; job->arguments[i]; i++)
        argv[count++] = (char *)(uintptr_t)job->arguments[i];
    argv[count] = (char *)(uintptr_t)input;
    if (sink >= 0 && dup2(sink, STDOUT_FILENO) >= 0)
        execv(path, argv);
    _exit(EXIT_FAILURE);
}

/* Runs a job once. False if it failed. */
static bool run(const char *directory, const struct job *job, const char *input, struct cost *cost)
{
    const pid_t child = fork();
    struct rusage usage;
    int status;

    if (child == 0)
        become(directory, job, input);
    if (child < 0 || wait4(child, &status, 0, &usage) != child)
        return false;
    cost->seconds = seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime);
    cost->bytes = (double)usage.ru_maxrss * 1024;
    return WIFEXITED(status) && WEXITSTATUS(status) == EXIT_SUCCESS;
}

static bool measure(const char *directory, const struct job *job, const char *input, size_t count)
{
    struct cost best = {0};

    if (!write_input(input, job, count))
        return false;
    for (int i = 0; i < REPETITIONS; i++) {
        struct cost cost;

        if (!run(directory, job, input, &cost))
            return false;
        if (i == 0 || cost.seconds < best.seconds)
            best = cost;
    }
    printf("%-20s %9zu %8.3f %8.0f %8.1f %10.1f", job->name, count, best.seconds, best.seconds * 1e9 / (double)count,
           best.bytes / 1e6, best.bytes / (double)count);
    if (count == marked_length)
        printf("  %s %.1f MB", best.bytes <= mark_bytes ? "within" : "above", mark_bytes / 1e6);
    if (count == marked_length)
        yardstick_judge(best.seconds * 1e9 / (double)count, yardstick_ns(YARDSTICK_INTEGER, ""), mark_of_line);
    putchar('\n');
    return true;
}

int main(int argc, char **argv)
{
    const char *directory = argc > 1 ? argv[1] : ".";
    char input[] = "/tmp/sfpbenchXXXXXX";
    const int descriptor = mkstemp(input);
    bool good = descriptor >= 0;

    printf("%-20s %9s %8s %8s %8s %10s  marks\n", "program", "lines", "s", "ns/line", "MB", "bytes/line");
    for (size_t j = 0; good && j < sizeof jobs / sizeof jobs[0]; j++)
        for (size_t l = 0; good && l < sizeof lengths / sizeof lengths[0]; l++)
            good = measure(directory, &jobs[j], input, lengths[l]);
    if (descriptor >= 0) {
        close(descriptor);
        unlink(input);
    }
    if (!good)
        fputs("bench_text: a program could not be run\n", stderr);
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
