// Records the Tensix words that kernel sources issue, when they are compiled for and run on the host: plain C++17.
// sfpasm(1), RECORDING, says how. The parts of this file are in asm/record/ of the sources of sfpasm.
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
#include <cstdlib>
#include <cstring>
#include <limits>
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
inline constexpr int status_refused = 2;
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

// Where the recording has come to: the place of that word, or the call.
inline place here()
{
    if (const word *last = last_placed())
        return last->at;
    return {call_file, region_count ? regions[region_count - 1].number : 0};
}

// Where the last word has no file, sfpu_vector.hpp says where that node comes from: sfpasm has the line.
inline void (*tell_frames)(std::FILE *out);

// Ends the program: what the kernel wants there cannot be written down as words. Signal handlers call it too.
[[noreturn]] inline void refuse(const char *what, place at = {nullptr, 0})
{
    const char *advice = !at.file && has_begun() ? "; this line gave the last word before" : "";

    if (!at.file && tell_frames)
        tell_frames(stderr);
    if (!at.file)
        at = here();
    std::fprintf(stderr, "%s:%u: error: ", at.file, at.line);
    if (region_count)
        std::fprintf(stderr, "in '%s': ", regions[region_count - 1].name);
    std::fprintf(stderr, "%s%s\n", what, advice);
    std::fflush(stderr);
    std::_Exit(status_refused);
}

[[noreturn]] inline void refuse_recording(const char *what, place at = {nullptr, 0})
{
    static char text[128];

    std::snprintf(text, sizeof text, "%s cannot be recorded", what);
    refuse(text, at);
}

inline void emit(std::uint32_t bits, const char *file, unsigned line)
{
    if (word_count == most_words)
        refuse("more than 1048576 words", {file, line});
    words[word_count++] = {bits, {file, line}};
}

// Operands add up as they do in the vendor's macros: one that does not fit its field reaches the fields above.
template <class T> constexpr std::uint32_t operand(T value, unsigned lsb)
{
    return static_cast<std::uint32_t>(value) << lsb;
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

// exit() comes here, too, and would leave nothing written.
inline void end_on_exit()
{
    if (in_call)
        refuse("exit() ends the program, where a call is to return");
}

// Begins the words of a call, the one of this number, which is known by `name`.
inline void begin_call(const char *name, unsigned number)
{
    if (region_count == most_regions)
        refuse("more than 1024 calls");
    if (region_count == 0)
        std::atexit(end_on_exit);
    regions[region_count++] = {name, word_count, number};
    in_call = true;
    std::signal(SIGSEGV, end_on_signal);
    std::signal(SIGFPE, end_on_signal);
#ifdef SIGXCPU // POSIX
    std::signal(SIGBUS, end_on_signal);
    std::signal(SIGXCPU, end_on_signal);
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

// ---- Text ----

// Bytes of the UTF-8 sequence at `p`, of which `left` are there; 0 if it is none.
inline std::size_t sequence_length(const char *p, std::size_t left)
{
    const unsigned char lead = static_cast<unsigned char>(*p);
    const std::size_t length = lead < 0x80 ? 1 : lead >= 0xC2 && lead < 0xE0 ? 2 : (lead & 0xF0) == 0xE0 ? 3
                               : lead >= 0xF0 && lead < 0xF5 ? 4 : 0;
    const unsigned char second = left > 1 ? static_cast<unsigned char>(p[1]) : 0;

    if (length == 0 || length > left)
        return 0;
    // Overlong forms, surrogates, and what lies beyond the last character.
    if ((lead == 0xE0 && second < 0xA0) || (lead == 0xED && second >= 0xA0) || (lead == 0xF0 && second < 0x90) ||
        (lead == 0xF4 && second >= 0x90))
        return 0;
    for (std::size_t i = 1; i < length; i++)
        if ((static_cast<unsigned char>(p[i]) & 0xC0) != 0x80)
            return 0;
    return length;
}

// Writes a JSON string. Bytes that are not UTF-8 become question marks, so that columns hold.
inline void put_string(std::FILE *out, const char *text, std::size_t size)
{
    std::fputc('"', out);
    for (std::size_t i = 0, length; i < size; i += length) {
        const char *p = text + i;

        length = sequence_length(p, size - i);
        if (length == 0 || *p == '\0')
            std::fputc('?', out);
        else if (*p == '"' || *p == '\\')
            std::fprintf(out, "\\%c", *p);
        else if (length == 1 && static_cast<unsigned char>(*p) < ' ')
            std::fprintf(out, "\\u%04x", static_cast<unsigned>(*p));
        else
            std::fwrite(p, 1, length, out);
        length += length == 0; // one byte of what is no character
    }
    std::fputc('"', out);
}

template <class T> T *allocate(std::size_t count)
{
    T *items = static_cast<T *>(std::calloc(count + 1, sizeof(T)));

    if (!items)
        refuse("out of memory");
    return items;
}

// ---- The lines of the sources that gave words ----

struct source {
    const char *name;
    char *text;
    std::size_t size;
};

struct line {
    std::size_t file;   // in `sources`
    unsigned number;
    const char *text;   // not ending in NUL
    std::size_t length;
};

// All of it, by word.
struct places {
    source *sources;
    std::size_t source_count;
    line *lines; // in the order of their first words
    std::size_t line_count;
    std::size_t *line_of; // for each word, in `lines`
};

inline source read_source(const char *name)
{
    source read = {name, nullptr, 0};
    std::FILE *in = std::fopen(name, "rb");

    if (!in)
        return read;
    for (std::size_t capacity = 0, got = 1; got > 0; read.size += got) {
        if (read.size == capacity) {
            capacity = capacity ? 2 * capacity : 1u << 16;
            read.text = static_cast<char *>(std::realloc(read.text, capacity));
            if (!read.text)
                refuse("out of memory");
        }
        got = std::fread(read.text + read.size, 1, capacity - read.size, in);
    }
    std::fclose(in);
    return read;
}

inline std::size_t source_of(places &p, const char *name)
{
    for (std::size_t i = 0; i < p.source_count; i++)
        if (std::strcmp(p.sources[i].name, name) == 0)
            return i;
    p.sources[p.source_count] = read_source(name);
    return p.source_count++;
}

inline line first_line(std::size_t file, unsigned number, const char *text, std::size_t left)
{
    const void *end = left ? std::memchr(text, '\n', left) : nullptr;
    std::size_t length = end ? static_cast<std::size_t>(static_cast<const char *>(end) - text) : left;

    if (length > 0 && text[length - 1] == '\r')
        length--;
    return {file, number, text, length};
}

// The text of a call is its name. Where there is no such line it is empty.
inline line find_line(places &p, const place &at)
{
    const std::size_t file = source_of(p, at.file);
    const char *text = p.sources[file].text;
    std::size_t left = p.sources[file].size;

    for (std::size_t i = 0; i < region_count; i++)
        if (regions[i].number == at.line && std::strcmp(at.file, call_file) == 0)
            return first_line(file, at.line, regions[i].name, std::strlen(regions[i].name));
    for (unsigned number = 1; number < at.line && left > 0; number++) {
        const void *end = std::memchr(text, '\n', left);
        const std::size_t passed = end ? static_cast<std::size_t>(static_cast<const char *>(end) - text) + 1 : left;

        text += passed;
        left -= passed;
    }
    return first_line(file, at.line, text, left);
}

// Orders words, by their numbers, by file, line and number.
inline int by_place(const void *a, const void *b)
{
    const std::size_t x = *static_cast<const std::size_t *>(a);
    const std::size_t y = *static_cast<const std::size_t *>(b);
    const place &p = words[x].at;
    const place &q = words[y].at;
    const int files = p.file == q.file ? 0 : std::strcmp(p.file, q.file);

    if (files)
        return files;
    return p.line != q.line ? (p.line < q.line ? -1 : 1) : x < y ? -1 : x > y;
}

inline bool is_same_place(const place &a, const place &b)
{
    return a.line == b.line && std::strcmp(a.file, b.file) == 0;
}

inline places find_places()
{
    places p = {allocate<source>(word_count), 0, allocate<line>(word_count), 0, allocate<std::size_t>(word_count)};
    std::size_t *order = allocate<std::size_t>(word_count);
    std::size_t *first = allocate<std::size_t>(word_count); // for each word, the first one of its place

    for (std::size_t i = 0; i < word_count; i++)
        order[i] = i;
    std::qsort(order, word_count, sizeof *order, by_place);
    for (std::size_t i = 0; i < word_count; i++)
        first[order[i]] = i > 0 && is_same_place(words[order[i]].at, words[order[i - 1]].at) ? first[order[i - 1]]
                                                                                             : order[i];
    for (std::size_t i = 0; i < word_count; i++) {
        if (first[i] == i)
            p.lines[p.line_count] = find_line(p, words[i].at);
        p.line_of[i] = first[i] == i ? p.line_count++ : p.line_of[first[i]];
    }
    std::free(order);
    std::free(first);
    return p;
}

inline void free_places(places &p)
{
    for (std::size_t i = 0; i < p.source_count; i++)
        std::free(p.sources[i].text);
    std::free(p.sources);
    std::free(p.lines);
    std::free(p.line_of);
}

// ---- The table, as sfpasm(1) describes it under DEBUG TABLE ----

// 64-bit FNV-1a of the words as little-endian bytes.
inline std::uint64_t checksum()
{
    std::uint64_t hash = 0xCBF29CE484222325u;

    for (std::size_t i = 0; i < word_count; i++)
        for (unsigned lsb = 0; lsb < 32; lsb += 8)
            hash = (hash ^ (words[i].bits >> lsb & 0xFF)) * 0x100000001B3u;
    return hash;
}

inline void write_files(std::FILE *out, const places &p)
{
    std::fputs("\"files\": [", out);
    for (std::size_t i = 0; i < p.source_count; i++) {
        std::fputs(i ? ", " : "", out);
        put_string(out, p.sources[i].name, std::strlen(p.sources[i].name));
    }
    std::fputs("],\n\"text\": [", out);
    for (std::size_t i = 0; i < p.line_count; i++) {
        std::fprintf(out, "%s\n[%zu, %u, ", i ? "," : "", p.lines[i].file, p.lines[i].number);
        put_string(out, p.lines[i].text, p.lines[i].length);
        std::fputc(']', out);
    }
    std::fputs("],\n", out);
}

// A word's column is that of its line's first character.
inline void write_lines(std::FILE *out, const places &p)
{
    std::fputs("\"lines\": [", out);
    for (std::size_t i = 0; i < word_count; i++) {
        const std::size_t number = p.line_of[i];
        const line &of = p.lines[number];
        std::size_t column = 0;

        if (i > 0 && number == p.line_of[i - 1])
            continue;
        while (column < of.length && (of.text[column] == ' ' || of.text[column] == '\t'))
            column++;
        std::fprintf(out, "%s\n[%zu, %zu, %u, %zu, %zu]", i ? "," : "", i, of.file, of.number, column + 1, number);
    }
    std::fputs("],\n", out);
}

inline void write_regions(std::FILE *out)
{
    const char *separator = "\n";

    std::fputs("\"regions\": [", out);
    for (std::size_t i = 0; i < region_count; i++) {
        const std::size_t end = i + 1 < region_count ? regions[i + 1].first : word_count;

        if (end == regions[i].first)
            continue;
        std::fprintf(out, "%s{\"name\": ", separator);
        put_string(out, regions[i].name, std::strlen(regions[i].name));
        std::fprintf(out, ", \"first\": %zu, \"end\": %zu}", regions[i].first, end);
        separator = ",\n";
    }
    std::fputs("]}\n", out);
}

inline const char *arch_name(); // from the tables

inline void write_table(std::FILE *out)
{
    places p = find_places();

    std::fprintf(out, "{\"schema\": \"sfpasm-debug\", \"version\": 1, \"arch\": \"%s\", \"words\": %zu,\n"
                      "\"checksum\": \"0x%016llx\",\n",
                 arch_name(), word_count, static_cast<unsigned long long>(checksum()));
    write_files(out, p);
    write_lines(out, p);
    std::fputs("\"symbols\": [],\n", out);
    write_regions(out);
    free_places(p);
}

inline void write_words(std::FILE *out)
{
    for (std::size_t i = 0; i < word_count; i++)
        for (unsigned lsb = 0; lsb < 32; lsb += 8)
            std::fputc(static_cast<int>(words[i].bits >> lsb & 0xFF), out);
}

inline bool write_file(const char *path, void (*content)(std::FILE *))
{
    std::FILE *out = std::fopen(path, "wb");

    if (out)
        content(out);
    const bool failed = !out || std::ferror(out);
    const bool closed = out && std::fclose(out) == 0;
    if (failed || !closed)
        std::fprintf(stderr, "%s: error: %s\n", path, std::strerror(errno));
    return closed && !failed;
}

inline bool write_beside(const char *path, const char *suffix, void (*content)(std::FILE *))
{
    char *name = allocate<char>(std::strlen(path) + std::strlen(suffix));

    std::strcat(std::strcpy(name, path), suffix);
    const bool written = write_file(name, content);
    std::free(name);
    return written;
}

// Writes the words to `path`, and the table of their lines to `path` with .dbg. Returns the program's exit status.
inline int write(const char *path)
{
    if (nodes_writer && !nodes_settle())
        refuse("sfpi code, whose words sfpasm --call chooses: no other program can write them");
    return write_file(path, write_words) && write_beside(path, ".dbg", write_table) ? EXIT_SUCCESS : status_refused;
}

// The same for sfpasm, which is given `path` with .nodes instead of both, if there are nodes.
inline int write_for_sfpasm(const char *path)
{
    if (!nodes_writer)
        return write(path);
    return write_beside(path, ".nodes", nodes_writer) ? EXIT_SUCCESS : status_refused;
}

} // namespace sfpu_record

