// Records the Tensix words that kernel sources issue, when they are compiled for and run on the host: plain C++17.
// sfpasm(1), RECORDING, says how. The parts of this file are in asm/record/ of the sources of sfpasm.
//
// Kernels see the names that C's headers put into the global namespace, and an overload there may suit a call better
// than the one they have on the device. So nothing is included here, nor by what follows, that declares functions
// whose names sfpi has too: <cstdlib>, <cmath>, and all that has these, as <algorithm> and <string>.
#ifndef SFPU_RECORD_HPP
#define SFPU_RECORD_HPP

#if defined(ARCH_WORMHOLE) == defined(ARCH_BLACKHOLE)
#error "define one of ARCH_WORMHOLE and ARCH_BLACKHOLE"
#endif

// gcc takes these in C++17 without a word, and kernels have them.
#ifdef __clang__
#pragma clang diagnostic ignored "-Wc++20-designator"
#endif

#include <array>
#include <cerrno>
#include <climits>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <initializer_list>
#include <limits>
#include <new>
#include <type_traits>
#include <utility>

namespace sfpu_record {

// A line of a source, by the compiler's name of the file, which lives as long as the program.
struct place {
    const char *file;
    unsigned line;
};

// A number that a function is given, with the place of the call.
struct placed {
    std::int64_t value;
    place at;

    placed(std::int64_t v, const char *file = __builtin_FILE(), unsigned line = __builtin_LINE())
        : value(v), at{file, line}
    {
    }
};

struct word {
    std::uint32_t bits;
    place at;
};

// The words of one call, from number `first` to those of the next.
struct region {
    const char *name;
    std::size_t first;
    unsigned number; // of the call, from 1
};

inline constexpr std::size_t most_words = 1u << 20; // a call that gives more has no end
inline constexpr std::size_t most_regions = 1u << 10;
inline constexpr std::size_t most_operands = 16; // of an instruction
inline constexpr int status_done = 0, status_refused = 2;
inline constexpr const char *call_file = "--call"; // whose lines are the calls, by their numbers

inline word words[most_words];
inline std::size_t word_count;
inline region regions[most_regions];
inline std::size_t region_count;
inline bool in_call;

// What sfpu_vector.hpp adds, once something of it is recorded: words that have no file are the numbers of its nodes.
inline void (*nodes_writer)(std::FILE *out);
inline bool (*nodes_settle)();
inline void (*body_ends)(std::size_t begin);
inline const void *main_frame; // of the frames of calls

// Has the call given a word?
inline bool has_begun()
{
    return word_count > (region_count ? regions[region_count - 1].first : 0);
}

// The last word of the call whose place is known here, or nullptr.
inline const word *last_placed()
{
    const std::size_t first = region_count ? regions[region_count - 1].first : 0;

    for (std::size_t i = word_count; i > first; i--)
        if (words[i - 1].at.file)
            return &words[i - 1];
    return nullptr;
}

inline place place_of_call()
{
    return {call_file, region_count ? regions[region_count - 1].number : 0};
}

// Where the recording has come to: the place of that word, or the call.
inline place here()
{
    const word *last = last_placed();

    return last ? last->at : place_of_call();
}

// Where a signal has interrupted the program, as far as that is known: the instruction, and the frame of its function.
struct interruption {
    std::uintptr_t instruction;
    const std::uintptr_t *frame;
};
inline interruption interrupted;

// For code with nodes sfpu_vector.hpp tells the frames of the interruption, or else, where the last word has no file,
// of that node: sfpasm has the line.
inline void (*tell_frames)(std::FILE *out);

extern "C" void _exit(int status) __attribute__((noreturn)); // <unistd.h> has more names

// Ends the program: what the kernel wants there cannot be written down as words. Signal handlers call it too.
[[noreturn]] inline void refuse(const char *what, place at = {nullptr, 0})
{
    const bool told = !at.file && tell_frames && interrupted.instruction;
    const char *advice = !at.file && !told && has_begun() ? "; this line gave the last word before" : "";

    if (!at.file && tell_frames)
        tell_frames(stderr);
    if (!at.file)
        at = told ? place_of_call() : here();
    std::fprintf(stderr, "%s:%u: error: ", at.file, at.line);
    if (region_count)
        std::fprintf(stderr, "in '%s': ", regions[region_count - 1].name);
    std::fprintf(stderr, "%s%s\n", what, advice);
    std::fflush(stderr);
    _exit(status_refused);
}

[[noreturn]] inline void refuse_recording(const char *what, place at = {nullptr, 0})
{
    static char text[128];

    std::snprintf(text, sizeof text, "%s cannot be recorded", what);
    refuse(text, at);
}

// ---- Operands that do not fit their fields ----

struct operand {
    std::int64_t value;
    unsigned lsb, width; // width 0: SETDMAREG's, of 16 bits if the operand before it is 0, and else of 14
};

// An instruction with one, as it was written. sfpasm says what is wrong with it.
struct misfit {
    const char *macro; // without TTI_
    place at;
    const char *call;
    std::uint32_t bits; // the word it became
    std::size_t count;
    std::int64_t values[most_operands];
};

inline constexpr std::size_t most_misfits = 64; // of which it is told
inline misfit misfits[most_misfits];
inline std::size_t misfit_count;

// Keeps it, unless it has one of that line.
inline void operand_does_not_fit_its_field(const char *macro, std::uint32_t bits, place at,
                                           std::initializer_list<operand> operands)
{
    for (std::size_t i = 0; i < misfit_count; i++)
        if (misfits[i].macro == macro && misfits[i].at.line == at.line && std::strcmp(misfits[i].at.file, at.file) == 0)
            return;
    if (misfit_count == most_misfits)
        return;
    misfit &kept = misfits[misfit_count++];

    kept = {macro, at, region_count ? regions[region_count - 1].name : "", bits, 0, {}};
    for (const operand &o : operands)
        kept.values[kept.count++] = o.value;
}

// Its word is issued here.
inline void place_misfit(std::uint32_t bits, place at)
{
    if (misfit_count > 0 && misfits[misfit_count - 1].bits == bits)
        misfits[misfit_count - 1].at = at;
}

template <class T> constexpr std::int64_t number_of(T value)
{
    return static_cast<std::int64_t>(value);
}

// The word of the instruction. Operands add up as they do in the vendor's macros: one that does not fit its field
// reaches the fields above, and is kept as a misfit; to the compiler it is an error in a constant.
constexpr std::uint32_t make_word(const char *macro, std::uint32_t opcode, place at,
                                  std::initializer_list<operand> operands)
{
    std::uint32_t word = opcode;
    std::int64_t before = 0;
    bool fits = true;

    for (const operand &o : operands) {
        const unsigned width = o.width ? o.width : before == 0 ? 16 : 14;

        word += static_cast<std::uint32_t>(o.value) << o.lsb;
        fits = fits && static_cast<std::uint64_t>(o.value) >> width == 0;
        before = o.value;
    }
    if (!fits)
        operand_does_not_fit_its_field(macro, word, at, operands);
    return word;
}

inline void put_misfit(std::FILE *out, const misfit &m)
{
    std::fprintf(out, "TTI_%s(", m.macro);
    for (std::size_t i = 0; i < m.count; i++)
        std::fprintf(out, "%s%lld", i ? ", " : "", static_cast<long long>(m.values[i]));
    std::fputs(")", out);
}

// ---- Words ----

inline void emit(std::uint32_t bits, const char *file, unsigned line)
{
    if (word_count == most_words)
        refuse("more than 1048576 words", {file, line});
    if (file)
        place_misfit(bits, {file, line});
    words[word_count++] = {bits, {file, line}};
}

inline void end_on_signal(int number)
{
#ifdef SIGXCPU // POSIX
    if (number == SIGXCPU)
        refuse("this does not end within the limit of processor time");
#endif
    if (number == SIGFPE)
        refuse("a division by zero");
    refuse_recording("a read or write of device memory");
}

#ifdef SA_SIGINFO // POSIX
inline interruption interruption_of(void *context)
{
#if defined(__x86_64__) && defined(REG_RIP)
    const auto &registers = static_cast<const ucontext_t *>(context)->uc_mcontext.gregs;

    return {static_cast<std::uintptr_t>(registers[REG_RIP]),
            reinterpret_cast<const std::uintptr_t *>(registers[REG_RBP])};
#else
    return static_cast<void>(context), interruption{};
#endif
}

inline void end_where_interrupted(int number, siginfo_t *, void *context)
{
    if (main_frame) // sfpasm reads the frames
        interrupted = interruption_of(context);
    end_on_signal(number);
}

inline void end_on(int number)
{
    struct sigaction action = {};

    action.sa_sigaction = end_where_interrupted;
    action.sa_flags = SA_SIGINFO;
    sigaction(number, &action, nullptr);
}
#else
inline void end_on(int number)
{
    std::signal(number, end_on_signal);
}
#endif

// exit() ends this, too, and would leave nothing written.
inline struct exit_guard {
    ~exit_guard()
    {
        if (in_call)
            refuse("exit() ends the program, where a call is to return");
    }
} guard_of_exit;

// Begins the words of a call, the one of this number, which is known by `name`.
inline void begin_call(const char *name, unsigned number)
{
    if (region_count == most_regions)
        refuse("more than 1024 calls");
    regions[region_count++] = {name, word_count, number};
    in_call = true;
    end_on(SIGSEGV);
    end_on(SIGFPE);
#ifdef SIGXCPU // POSIX
    end_on(SIGBUS);
    end_on(SIGXCPU);
#endif
}

// Ends it. A call without a word is a mistake, mostly of a template argument.
inline void end_call()
{
    const region &call = regions[region_count - 1];

    in_call = false;
    if (!has_begun())
        std::fprintf(stderr, "--call:%u: warning: '%s' gave no words\n", call.number, call.name);
}

} // namespace sfpu_record
