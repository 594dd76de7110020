// Records the Tensix words that kernel sources issue, when compiled for and run on the host: plain C++17. See
// sfpasm(1), RECORDING. The parts of this file are in asm/record/ of the sources of sfpasm.
//
// C headers put names into the global namespace, where an overload may suit a kernel's call better than the device's
// own function. So neither this file nor its parts include headers with function names that sfpi has too: <cstdlib>,
// <cmath>, and headers that include these, like <algorithm> and <string>.
#ifndef SFPU_RECORD_HPP
#define SFPU_RECORD_HPP

#if defined(ARCH_WORMHOLE) == defined(ARCH_BLACKHOLE)
#error "define one of ARCH_WORMHOLE and ARCH_BLACKHOLE"
#endif

// Kernels use designated initializers, which gcc accepts silently in C++17.
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

// A source line. The file's name comes from the compiler and lives as long as the program.
struct place {
    const char *file;
    unsigned line;
};

// A number argument, with the place of the call.
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

// The words of a call: from index `first` to the next region's.
struct region {
    const char *name;
    std::size_t first;
    unsigned number; // the call's number, from 1
};

inline constexpr std::size_t most_words = 1u << 20; // a call with more words never ends
inline constexpr std::size_t most_regions = 1u << 10;
inline constexpr std::size_t most_operands = 16; // of an instruction
inline constexpr int status_done = 0, status_refused = 2;
inline constexpr const char *call_file = "--call"; // pseudo file with a line for each call

inline word words[most_words];
inline std::size_t word_count;
inline region regions[most_regions];
inline std::size_t region_count;
inline bool in_call;

// Hooks of sfpu_vector.hpp, set once nodes are recorded. A word without a file holds the index of a node.
inline void (*nodes_writer)(std::FILE *out);
inline bool (*nodes_settle)();
inline void (*body_ends)(std::size_t begin);
inline const void *main_frame; // end of the calls' frames

// Has the current call issued a word?
inline bool has_begun()
{
    return word_count > (region_count ? regions[region_count - 1].first : 0);
}

// Returns the call's last word with a known place, or nullptr.
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

// Returns the current place: of the last placed word, or of the call.
inline place here()
{
    const word *last = last_placed();

    return last ? last->at : place_of_call();
}

// The place of a signal's interruption, zero if unknown: the instruction, and its function's frame.
struct interruption {
    std::uintptr_t instruction;
    const std::uintptr_t *frame;
};
inline interruption interrupted;

// Set for code with nodes: writes the frames of the interruption, or of the last word if it is a node. sfpasm finds the
// line by the frames.
inline void (*tell_frames)(std::FILE *out);

extern "C" void _exit(int status) __attribute__((noreturn)); // declared here, as <unistd.h> declares too many names

// Ends the program with a message: the kernel's request cannot be recorded as words. Signal handlers call refuse() too.
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
    unsigned lsb, width; // bits; width 0: SETDMAREG's value, of 16 bits if the operand before it is 0, else of 14
};

// A misfit: an instruction with an operand that does not fit, as written. sfpasm explains the fault.
struct misfit {
    const char *macro; // without TTI_
    place at;
    const char *call;
    std::uint32_t bits; // the resulting word
    std::size_t count;
    std::int64_t values[most_operands];
};

inline constexpr std::size_t most_misfits = 64; // misfits kept, at most
inline misfit misfits[most_misfits];
inline std::size_t misfit_count;

// Keeps a misfit, unless an earlier misfit is the same macro on the same line.
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

// Moves the last misfit to the place where its word is issued.
inline void place_misfit(std::uint32_t bits, place at)
{
    if (misfit_count > 0 && misfits[misfit_count - 1].bits == bits)
        misfits[misfit_count - 1].at = at;
}

template <class T> constexpr std::int64_t number_of(T value)
{
    return static_cast<std::int64_t>(value);
}

// Returns the instruction's word. Operands are added as in the vendor's macros: an operand that does not fit reaches
// the fields above it, and makes a misfit; in a constant expression, it is a compile error.
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

inline void push_word(std::uint32_t bits, place at)
{
    if (word_count == most_words)
        refuse("more than 1048576 words", at);
    words[word_count++] = {bits, at};
}

// Hook of the MOP expander: returns true if other words, or none, were pushed for the word.
inline bool (*mop_taker)(std::uint32_t bits, place at);

inline void emit(std::uint32_t bits, const char *file, unsigned line)
{
    const place at = {file, line};

    if (file)
        place_misfit(bits, at);
    if (!file || !mop_taker(bits, at))
        push_word(bits, at);
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

// Catches exit() inside a call, which would end the program with nothing written.
inline struct exit_guard {
    ~exit_guard()
    {
        if (in_call)
            refuse("exit() ends the program, but a call must return");
    }
} guard_of_exit;

// Starts the region of the call `number`; `name` is its text.
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

// Ends the call. A call without words is a mistake, usually in a template argument.
inline void end_call()
{
    const region &call = regions[region_count - 1];

    in_call = false;
    if (!has_begun())
        std::fprintf(stderr, "--call:%u: warning: '%s' gave no words\n", call.number, call.name);
}

} // namespace sfpu_record
