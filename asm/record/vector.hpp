// Replaces the vendor compiler's vector builtins, for the user's own sfpi.h: types, and functions that append nodes to
// the words of sfpu_record.hpp. sfpasm selects words for the nodes; include/builtins.def of its sources gives their
// meanings.
#ifndef SFPU_VECTOR_HPP
#define SFPU_VECTOR_HPP

#include "sfpu_record.hpp"

#include <initializer_list>
#include <link.h>

#ifdef __WCHAR_UNSIGNED__
#error "sfpi needs a signed wchar_t, but wchar_t is unsigned on this machine"
#endif

#ifdef ARCH_BLACKHOLE
#define __riscv_xtttensixbh 1
#else
#define __riscv_xtttensixwh 1
#endif

// Keeps a frame for each function: sfpasm finds a node's source line by the frames.
#define always_inline unused

// A vector value by its number; -1 before the first assignment.
struct __xtt_vector {
    std::int32_t number = -1;
};
struct __xtt_vector2 {
    std::int32_t numbers[2];
};
struct __xtt_vector4 {
    std::int32_t numbers[4];
};

namespace sfpu_record {

struct argument {
    char kind; // 'v' value, 'c' condition, '\0' number
    std::int32_t number;
};

inline constexpr std::size_t most_arguments = 8;
inline constexpr std::size_t most_frames = 16;

struct node {
    const char *name; // the builtin; nullptr: a word
    std::uint32_t bits; // the word
    char result;        // kind of the results, numbered from `first` on
    unsigned results;
    std::int32_t first;
    unsigned argument_count;
    argument arguments[most_arguments];
    unsigned frame_count;
    std::uintptr_t frames[most_frames]; // return addresses of the running functions, innermost first
};

inline constexpr const char *barrier = "barrier";

inline node nodes[most_words];
inline std::size_t node_count;
inline std::int32_t value_count;
inline std::int32_t condition_count;

inline void write_nodes(std::FILE *out);
inline void put_last_frames(std::FILE *out);

// Follows saved frame pointers up to main's frame.
inline void follow_frames(node &n, const std::uintptr_t *frame)
{
    while (n.frame_count < most_frames) {
        const std::uintptr_t *next = reinterpret_cast<const std::uintptr_t *>(frame[0]);

        n.frames[n.frame_count++] = frame[1];
        if (next <= frame || next >= main_frame)
            break;
        frame = next;
    }
}

__attribute__((noinline)) inline void note_frames(node &n)
{
    follow_frames(n, static_cast<const std::uintptr_t *>(__builtin_frame_address(0)));
}

// Appends a node, and a word that holds the node's index.
inline node &append(const char *name, std::uint32_t bits = 0)
{
    node &n = nodes[node_count];

    nodes_writer = write_nodes;
    if (!name)
        place_misfit(bits, place_of_call());
    emit(static_cast<std::uint32_t>(node_count++), nullptr, 0);
    n.name = name;
    n.bits = bits;
    note_frames(n);
    return n;
}

using arguments = std::initializer_list<argument>;

inline std::int32_t append_node(const char *name, char result, unsigned results, arguments kept)
{
    node &n = append(name);
    std::int32_t &next = result == 'c' ? condition_count : value_count;

    n.result = result;
    n.results = results;
    n.first = next;
    next += static_cast<std::int32_t>(results);
    for (const argument &a : kept)
        n.arguments[n.argument_count++] = a;
    return n.first;
}

inline argument value(const __xtt_vector &v) { return {'v', v.number}; }
inline argument condition(unsigned number) { return {'c', static_cast<std::int32_t>(number)}; }
inline argument number(unsigned n) { return {'\0', static_cast<std::int32_t>(n)}; }

inline void plain_node(const char *name, arguments kept)
{
    append_node(name, 'v', 0, kept);
}

inline __xtt_vector value_node(const char *name, arguments kept)
{
    return {append_node(name, 'v', 1, kept)};
}

inline __xtt_vector2 pair_node(const char *name, arguments kept)
{
    const std::int32_t n = append_node(name, 'v', 2, kept);

    return {{n, n + 1}};
}

inline __xtt_vector4 four_node(const char *name, arguments kept)
{
    const std::int32_t n = append_node(name, 'v', 4, kept);

    return {{n, n + 1, n + 2, n + 3}};
}

inline unsigned truth_node(const char *name, arguments kept)
{
    return static_cast<unsigned>(append_node(name, 'c', 1, kept));
}

// Is the word a builtin's node, to be selected by sfpasm?
inline bool is_chosen(const word &w)
{
    return !w.at.file && nodes[w.bits].name;
}

// Ends the body of a load_replay_buf that started with word `begin`: surrounds a body with nodes by two barriers.
inline void end_body(std::size_t begin)
{
    bool chosen = false;

    for (std::size_t i = begin; i < word_count; i++)
        chosen = chosen || is_chosen(words[i]);
    if (!chosen)
        return;
    append(barrier);
    append(barrier);
    std::memmove(&words[begin + 1], &words[begin], (word_count - 1 - begin) * sizeof *words);
    words[begin] = {static_cast<std::uint32_t>(node_count - 1), {nullptr, 0}};
}

// Replaces nodes by their words, each at the place of the word before or of the call. Returns false if a node needs
// selection.
inline bool settle()
{
    std::size_t call = 0;

    for (std::size_t i = 0; i < word_count; i++) {
        if (is_chosen(words[i]))
            return false;
        while (call + 1 < region_count && regions[call + 1].first <= i)
            call++;
        if (words[i].at.file)
            continue;
        words[i].bits = nodes[words[i].bits].bits;
        words[i].at = i > regions[call].first ? words[i - 1].at : place{call_file, regions[call].number};
    }
    return true;
}

inline const bool is_told = (body_ends = end_body, nodes_settle = settle, tell_frames = put_last_frames, true);

// The user's header version, and the modes whose numbers differ between versions.
struct headers {
    const char *version;
    unsigned or_mod, and_mod, not_mod;
};
inline headers headers_read;

inline bool read_headers(const headers &read)
{
    headers_read = read;
    return true;
}

// An open v_if or v_block. Its destructor runs on every exit, but only the regular end calls end(). Lanes are masked,
// not jumped around, so any other exit would skip the code that follows for all lanes.
class block {
    const char *begin, *ending;
    place at;
    bool ended = false;

public:
    block(const char *begins_with, const char *ends_with, const char *file = __builtin_FILE(),
          unsigned line = __builtin_LINE())
        : begin(begins_with), ending(ends_with), at{file, line}
    {
    }
    block(const block &) = delete;
    ~block()
    {
        static char text[256];

        if (ended)
            return;
        std::snprintf(text, sizeof text, "control leaves this %s before its %s, by return, break, continue or goto, "
                      "which skips what follows in all lanes; to leave out some lanes use v_if, v_else or v_and", begin,
                      ending);
        refuse(text, at);
    }
    void end() { ended = true; }
};

inline void put_place(std::FILE *out, const place &at, const places &p)
{
    for (std::size_t i = 0; i < p.source_count; i++)
        if (std::strcmp(p.sources[i].name, at.file) == 0)
            std::fprintf(out, " #%zu:%u\n", i, at.line);
}

inline int find_bias(dl_phdr_info *info, std::size_t, void *bias)
{
    *static_cast<std::uintptr_t *>(bias) = info->dlpi_addr;
    return 1; // the program comes first
}

// Writes return addresses, less one, relative to the program's file.
inline void put_frames(std::FILE *out, const node &n, char end)
{
    static std::uintptr_t bias;
    static const bool found = dl_iterate_phdr(find_bias, &bias) != 0;

    for (unsigned i = 0; found && i < n.frame_count; i++)
        std::fprintf(out, "%s%llx", i ? "," : "@", static_cast<unsigned long long>(n.frames[i] - 1 - bias));
    std::fputc(end, out);
}

// Writes the frames of a signal's interruption. Uses the frame register only if it points into the stack: foreign
// functions may keep other values there.
inline void put_interrupted_frames(std::FILE *out)
{
    static node n;
    const void *here = __builtin_frame_address(0);
    const void *frame = interrupted.frame;

    n.frames[n.frame_count++] = interrupted.instruction + 1; // put_frames() subtracts 1
    if (frame > here && frame < main_frame)
        follow_frames(n, interrupted.frame);
    put_frames(out, n, ' ');
}

// Writes "@FRAMES " before a message: the frames of the interruption, or of the last word if it is a node.
inline void put_last_frames(std::FILE *out)
{
    if (interrupted.instruction) {
        put_interrupted_frames(out);
        return;
    }
    if (!has_begun() || words[word_count - 1].at.file)
        return;
    put_frames(out, nodes[words[word_count - 1].bits], ' ');
}

inline void put_arguments(std::FILE *out, const node &n)
{
    for (unsigned i = 0; i < n.argument_count; i++) {
        const argument &a = n.arguments[i];

        if (a.kind && a.number < 0)
            std::fputs(" -", out);
        else if (a.kind)
            std::fprintf(out, " %c%d", a.kind, static_cast<int>(a.number));
        else
            std::fprintf(out, " 0x%x", static_cast<unsigned>(a.number));
    }
}

inline void put_node(std::FILE *out, const node &n)
{
    if (!n.name)
        std::fprintf(out, "word 0x%08x", static_cast<unsigned>(n.bits));
    for (unsigned i = 0; i < n.results; i++)
        std::fprintf(out, "%c%d ", n.result, static_cast<int>(n.first + static_cast<std::int32_t>(i)));
    if (n.name)
        std::fprintf(out, "%s%s", n.results ? "= " : "", n.name);
    put_arguments(out, n);
    std::fputc(' ', out);
    put_frames(out, n, '\n');
}

inline void put_calls_before(std::FILE *out, std::size_t word, std::size_t &call)
{
    for (; call < region_count && regions[call].first == word; call++) {
        std::fprintf(out, "call %u ", regions[call].number);
        put_string(out, regions[call].name, std::strlen(regions[call].name));
        std::fputc('\n', out);
    }
}

inline void write_nodes(std::FILE *out)
{
    places p = {allocate<source>(word_count), 0, nullptr, 0, nullptr};
    std::size_t call = 0;

    std::fprintf(out, "sfpu-nodes 1\narch %s\nheaders %s\nbools 0x%x 0x%x 0x%x\n", arch_name(), headers_read.version,
                 headers_read.or_mod, headers_read.and_mod, headers_read.not_mod);
    for (std::size_t i = 0; i < word_count; i++)
        if (words[i].at.file)
            source_of(p, words[i].at.file);
    for (std::size_t i = 0; i < p.source_count; i++) {
        std::fputs("file ", out);
        put_string(out, p.sources[i].name, std::strlen(p.sources[i].name));
        std::fputc('\n', out);
    }
    for (std::size_t i = 0; i < word_count; i++) {
        put_calls_before(out, i, call);
        if (!words[i].at.file) {
            put_node(out, nodes[words[i].bits]);
            continue;
        }
        std::fprintf(out, "word 0x%08x", static_cast<unsigned>(words[i].bits));
        put_place(out, words[i].at, p);
    }
    put_calls_before(out, word_count, call);
    free_places(p);
}

} // namespace sfpu_record

// ---- Functions that the table does not generate ----

inline __xtt_vector __builtin_rvtt_sfpnovalue() { return {}; }
inline __xtt_vector __builtin_rvtt_sfpselect2(const __xtt_vector2 &v, unsigned i) { return {v.numbers[i]}; }
inline __xtt_vector __builtin_rvtt_sfpselect4(const __xtt_vector4 &v, unsigned i) { return {v.numbers[i]}; }
inline unsigned __builtin_rvtt_sfpxvif() { return 0; }
inline unsigned __builtin_rvtt_synth_opcode(unsigned bits, unsigned) { return bits; }

// Keeps nothing if either value was never assigned.
inline __xtt_vector __builtin_rvtt_sfpassign_lv(const __xtt_vector &before, const __xtt_vector &now)
{
    if (before.number < 0 || now.number < 0)
        return now;
    return ::sfpu_record::value_node("sfpassign_lv", {::sfpu_record::value(before), ::sfpu_record::value(now)});
}

// constexpr, as sfpi's headers call this in constexpr functions.
inline constexpr void __builtin_rvtt_ttincrwc(int carriage_return, int d, int b, int a)
{
    if (!__builtin_is_constant_evaluated())
        ::sfpu_record::append(nullptr, TT_OP_INCRWC(carriage_return, d, b, a));
}

template <class Buffer>
inline void __builtin_rvtt_ttreplay(const Buffer &, unsigned length, unsigned, unsigned, unsigned start,
                                    unsigned executes, unsigned records)
{
    ::sfpu_record::append(nullptr, TT_OP_REPLAY(start, length, executes, records));
}
