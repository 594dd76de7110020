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

#include <algorithm>
#include <array>
#include <climits>
#include <cmath>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <map>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

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
inline constexpr int status_refused = 2;

inline std::vector<word> words;
inline std::vector<region> regions;

// Has the call given a word?
inline bool has_begun()
{
    return !words.empty() && (regions.empty() || words.size() > regions.back().first);
}

// Where the recording has come to: the place of the last word, or the call.
inline place here()
{
    if (has_begun())
        return words.back().at;
    return {"--call", regions.empty() ? 0 : regions.back().number};
}

// Ends the program: what the kernel wants there cannot be written down as words. Signal handlers call it too.
[[noreturn]] inline void refuse(const char *what, place at = {nullptr, 0})
{
    const char *advice = !at.file && has_begun() ? "; this line gave the last word before" : "";

    if (!at.file)
        at = here();
    std::fprintf(stderr, "%s:%u: error: ", at.file, at.line);
    if (!regions.empty())
        std::fprintf(stderr, "in '%s': ", regions.back().name);
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
    if (words.size() >= most_words)
        refuse("more than 1048576 words", {file, line});
    words.push_back({bits, {file, line}});
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

// Begins the words of a call, the one of this number, which is known by `name`.
inline void begin_call(const char *name, unsigned number)
{
    regions.push_back({name, words.size(), number});
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
    if (words.size() == regions.back().first)
        std::fprintf(stderr, "--call:%u: warning: '%s' gave no words\n", regions.back().number, regions.back().name);
}

// ---- The result ----

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
inline void put_string(std::FILE *out, const std::string &text)
{
    std::fputc('"', out);
    for (std::size_t i = 0, length; i < text.size(); i += length) {
        const char *p = text.data() + i;

        length = sequence_length(p, text.size() - i);
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

// The lines of the sources that gave words, and their numbers in the table.
class lines {
public:
    struct entry {
        std::size_t file, text;
        unsigned line, column;
    };

    const entry &of(const place &at)
    {
        const auto key = std::make_pair(at.file, at.line);
        const auto found = places_.find(key);

        return found != places_.end() ? found->second : places_[key] = find(at);
    }

    void write(std::FILE *out) const
    {
        const char *separator = "";

        std::fputs("\"files\": [", out);
        for (const std::string &file : files_) {
            std::fputs(separator, out);
            put_string(out, file);
            separator = ", ";
        }
        std::fputs("],\n\"text\": [", out);
        separator = "\n";
        for (const text &line : texts_) {
            std::fprintf(out, "%s[%zu, %u, ", separator, line.file, line.line);
            put_string(out, line.source);
            std::fputc(']', out);
            separator = ",\n";
        }
        std::fputs("],\n", out);
    }

private:
    struct text {
        std::size_t file;
        unsigned line;
        std::string source;
    };

    // One file may have several names in memory.
    entry find(const place &at)
    {
        const std::size_t file = file_of(at.file);
        const auto found = std::find_if(texts_.begin(), texts_.end(), [&](const text &t) {
            return t.file == file && t.line == at.line;
        });
        const std::size_t number = static_cast<std::size_t>(found - texts_.begin());

        if (found == texts_.end())
            texts_.push_back({file, at.line, line_of(at)});
        const std::size_t blank = texts_[number].source.find_first_not_of(" \t");
        return {file, number, at.line, blank == std::string::npos ? 1 : static_cast<unsigned>(blank) + 1};
    }

    std::size_t file_of(const char *name)
    {
        const auto found = std::find(files_.begin(), files_.end(), name);

        if (found == files_.end()) {
            files_.push_back(name);
            return files_.size() - 1;
        }
        return static_cast<std::size_t>(found - files_.begin());
    }

    const std::string &line_of(const place &at)
    {
        static const std::string none;
        auto &source = sources_[at.file];

        if (source.empty())
            source = read(at.file);
        return at.line > 0 && at.line <= source.size() ? source[at.line - 1] : none;
    }

    static std::vector<std::string> read(const char *name)
    {
        std::vector<std::string> source;
        std::string line;
        std::FILE *in = std::fopen(name, "r");

        for (int c; in && (c = std::fgetc(in)) != EOF;) {
            if (c == '\n') {
                source.push_back(line);
                line.clear();
            } else if (c != '\r') {
                line.push_back(static_cast<char>(c));
            }
        }
        if (in)
            std::fclose(in);
        source.push_back(line);
        return source;
    }

    std::vector<std::string> files_;
    std::vector<text> texts_;
    std::map<std::string, std::vector<std::string>> sources_;
    std::map<std::pair<const char *, unsigned>, entry> places_;
};

// 64-bit FNV-1a of the words as little-endian bytes.
inline std::uint64_t checksum()
{
    std::uint64_t hash = 0xCBF29CE484222325u;

    for (const word &w : words)
        for (unsigned lsb = 0; lsb < 32; lsb += 8)
            hash = (hash ^ (w.bits >> lsb & 0xFF)) * 0x100000001B3u;
    return hash;
}

inline void write_lines(std::FILE *out, lines &places)
{
    const char *separator = "\n";
    place last = {nullptr, 0};

    std::fputs("\"lines\": [", out);
    for (std::size_t i = 0; i < words.size(); i++) {
        const place &at = words[i].at;

        if (at.file == last.file && at.line == last.line)
            continue;
        const lines::entry &entry = places.of(at);
        std::fprintf(out, "%s[%zu, %zu, %u, %u, %zu]", separator, i, entry.file, entry.line, entry.column, entry.text);
        separator = ",\n";
        last = at;
    }
    std::fputs("],\n", out);
}

inline void write_regions(std::FILE *out)
{
    const char *separator = "\n";

    std::fputs("\"regions\": [", out);
    for (std::size_t i = 0; i < regions.size(); i++) {
        const std::size_t end = i + 1 < regions.size() ? regions[i + 1].first : words.size();

        if (end == regions[i].first)
            continue;
        std::fprintf(out, "%s{\"name\": ", separator);
        put_string(out, regions[i].name);
        std::fprintf(out, ", \"first\": %zu, \"end\": %zu}", regions[i].first, end);
        separator = ",\n";
    }
    std::fputs("]}\n", out);
}

// The table of lines that sfpasm(1) describes under DEBUG TABLE.
inline void write_table(std::FILE *out)
{
#ifdef ARCH_WORMHOLE
    const char *arch = "wormhole";
#else
    const char *arch = "blackhole";
#endif
    lines places;

    std::fprintf(out, "{\"schema\": \"sfpasm-debug\", \"version\": 1, \"arch\": \"%s\", \"words\": %zu,\n"
                      "\"checksum\": \"0x%016llx\",\n",
                 arch, words.size(), static_cast<unsigned long long>(checksum()));
    write_lines(out, places);
    places.write(out);
    std::fputs("\"symbols\": [],\n", out);
    write_regions(out);
}

inline void write_words(std::FILE *out)
{
    for (const word &w : words)
        for (unsigned lsb = 0; lsb < 32; lsb += 8)
            std::fputc(static_cast<int>(w.bits >> lsb & 0xFF), out);
}

inline bool write_file(const std::string &path, void (*content)(std::FILE *))
{
    std::FILE *out = std::fopen(path.c_str(), "wb");

    if (out)
        content(out);
    const bool failed = !out || std::ferror(out);
    const bool closed = out && std::fclose(out) == 0;
    if (failed || !closed)
        std::perror(path.c_str());
    return closed && !failed;
}

// Writes the words to `path`, and the table of their lines to `path` with .dbg. Returns the program's exit status.
inline int write(const std::string &path)
{
    return write_file(path, write_words) && write_file(path + ".dbg", write_table) ? EXIT_SUCCESS : status_refused;
}

} // namespace sfpu_record

