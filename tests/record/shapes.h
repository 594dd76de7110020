// A kernel in the shapes of the vendor's library: tests/cases/record-shapes.case has each function's words.
#pragma once

#include <array>
#include <cstdint>
#include <utility>

#include "ckernel_addrmod.h"
#include "ckernel_ops.h"
#include "lltt.h"
#include "sfpi.h"
#include "shapes_base.h"

namespace ckernel
{
namespace sfpu
{

enum class Step : std::uint8_t { Load, Store };

// Specialisations.
template <Step STEP> void step(std::uint32_t row);

template <> inline void step<Step::Load>(std::uint32_t row)
{
    TT_SFPLOAD(p_sfpu::LREG0, InstrModLoadStore::FP32, ADDR_MOD_3, row);
}

template <> inline void step<Step::Store>(std::uint32_t row)
{
    TT_SFPSTORE(p_sfpu::LREG0, InstrModLoadStore::FP32, ADDR_MOD_3, row);
}

// Overloads, by type.
inline std::uint32_t value(float) { return 0x3f00; }
inline std::uint32_t value(std::uint32_t bits) { return bits; }

// A reference that is written through.
inline void next(std::uint32_t &row)
{
    row += 2;
}

// What the vendor's headers define themselves hides what is known without them.
inline void _sfpu_load_imm32_(const std::uint32_t dest, const std::uint32_t val)
{
    TT_SFPLOADI(dest, sfpi::SFPLOADI_MOD0_UPPER, (val >> 16) & 0xFFFF);
    TT_SFPLOADI(dest, sfpi::SFPLOADI_MOD0_LOWER, val & 0xFFFF);
}

// Arrays of arrays, evaluated by the compiler.
constexpr std::array<std::array<std::uint32_t, 2>, 2> table = {{{{0x3f80, 0x4000}}, {{0x4040, 0x4080}}}};

template <bool APPROXIMATE, int ITERATIONS, typename T>
inline void _calculate_shapes_(T factor)
{
    static_assert(ITERATIONS > 0);
    std::uint32_t row = 0;
    auto twice = [](auto &&body) {
        body();
        body();
    };

    TTI_SFPLOADI(p_sfpu::LREG1, sfpi::SFPLOADI_MOD0_FLOATB, value(factor));
    TTI_SFPLOADI(p_sfpu::LREG2, sfpi::SFPLOADI_MOD0_FLOATB, table[1][0]);
    _sfpu_load_imm32_(p_sfpu::LREG3, 0x12345678);
#pragma GCC unroll ITERATIONS
    for (int d = 0; d < ITERATIONS; d++)
    {
        step<Step::Load>(row);
        TTI_SFPMUL(p_sfpu::LREG0, p_sfpu::LREG1, p_sfpu::LCONST_0, p_sfpu::LREG0, 0);
        if constexpr (!APPROXIMATE)
        {
            twice([] { TTI_SFPNOP; });
        }
        step<Step::Store>(row);
        next(row);
        sfpi::dst_reg++;
    }
    TTI_SFPCONFIG(base_config, 4, 1);
}

// The compiler's vectors, in a function that is not called.
inline void _calculate_vectors_()
{
    sfpi::vFloat x = sfpi::dst_reg[0];
    v_if (x < 0.0f)
    {
        x = -x * sfpi::vConst0p8373 + sfpi::setexp(x, 127);
    }
    v_endif;
    sfpi::dst_reg[0] = x;
}

inline void _init_shapes_()
{
    addr_mod_t {
        .srca = {.incr = 1},
        .srcb = {.incr = 2, .clr = 1},
        .dest = {.incr = -2, .cr = 1},
    }
        .set(ADDR_MOD_6);
    sfpi::vConstFloatPrgm0 = 0.5f;
    sfpi::vConstFloatPrgm1 = 1.0009765625f;
    sfpi::vConstFloatPrgm2 = 1.442695f;
    sfpi::vConstIntPrgm0 = -31;
    sfpi::vConstIntPrgm1 = 0xff00;
    sfpi::vConstIntPrgm2 = 0x5f0b3892;
    sfpi::vConstFloatPrgm1 = sfpi::sFloat16b(0x4300);
    cfg_reg_rmw_tensix<1, 12, 0x0000F000>(5);
    load_replay_buf(4, 2, [] {
        TTI_SFPNOP;
        TTI_INCRWC(0, 4, 0, 0);
    });
    lltt::replay(4, 2);
    lltt::record<lltt::Exec>(0, 1);
    TTI_SFPENCC(3, 0, 0, 10);
    instrn_buffer[0] = lltt::replay_insn(0, 1);
}

} // namespace sfpu
} // namespace ckernel
