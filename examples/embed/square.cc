// The same as square.c, in C++.
//
//     c++ -std=c++17 square.cc -o square $(pkg-config --cflags --libs sfpu)
#include <sfpu.h>

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <numeric>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace {

constexpr std::string_view kernel = R"(
    sfpload  L0, 0, 3, 3
    sfpmul   L0, L0, L0, L9, 0
    sfpnop
    sfpstore L0, 0, 3, 3
    sfpload  L0, 2, 3, 3
    sfpmul   L0, L0, L0, L9, 0
    sfpstore L0, 2, 3, 3        # too early, as the library says
)";

// Returns a struct of the library, with its size in its first member.
template <typename Struct> Struct sized()
{
    Struct s{};

    s.size = sizeof s;
    return s;
}

class Machine {
public:
    explicit Machine(int arch)
    {
        auto options = sized<sfpu_options>();
        sfpu_machine *opened = nullptr;

        options.arch = arch;
        if (const int code = sfpu_open(&options, &opened); code != SFPU_OK)
            throw std::runtime_error(sfpu_code_text(code));
        m.reset(opened);
    }

    // Throws the library's message if a call has failed.
    void check(int code) const
    {
        if (code < 0)
            throw std::runtime_error(std::string(sfpu_code_text(code)) + ": " + sfpu_error(m.get()));
    }

    std::vector<float> run(std::string_view source, std::vector<float> values) const
    {
        const std::size_t size = values.size() * sizeof values[0];

        check(sfpu_load_text(m.get(), "square", source.data(), source.size()));
        check(sfpu_set(m.get(), "init", "llk"));
        check(sfpu_write_dst(m.get(), SFPU_FP32, SFPU_ROWS, values.data(), size));
        check(sfpu_run(m.get(), 1));
        check(sfpu_read_dst(m.get(), SFPU_FP32, SFPU_ROWS, values.data(), size));
        return values;
    }

    unsigned long long cycles() const
    {
        auto result = sized<sfpu_result>();

        check(sfpu_get_result(m.get(), &result));
        return result.cycles;
    }

    void print_findings() const
    {
        auto finding = sized<sfpu_finding>();
        char place[80];

        for (std::size_t i = 0; sfpu_get_finding(m.get(), i, &finding) == SFPU_OK; i++) {
            check(sfpu_place(m.get(), finding.index, place, sizeof place));
            std::printf("%s: %s: %s\n", place, finding.name, finding.text);
        }
    }

private:
    struct Close {
        void operator()(sfpu_machine *opened) const { sfpu_close(opened); }
    };

    std::unique_ptr<sfpu_machine, Close> m;
};

} // namespace

int main()
try {
    const Machine machine(SFPU_WORMHOLE);
    std::vector<float> values(64); // four rows of Dst

    std::iota(values.begin(), values.end(), 0.0f);
    values = machine.run(kernel, std::move(values));
    std::printf("%g * %g = %g\n", 6.0, 6.0, static_cast<double>(values[6]));
    std::printf("%llu cycles\n", machine.cycles());
    machine.print_findings();
    return EXIT_SUCCESS;
} catch (const std::exception &e) {
    std::fprintf(stderr, "square: %s\n", e.what());
    return EXIT_FAILURE;
}
