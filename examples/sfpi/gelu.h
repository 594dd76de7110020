// gelu(x) = x * P, where P is the probability that a normal variable is below x, from a table of three lines.
#pragma once

#include "coefficients.h"
#include "sfpi.h"

namespace ckernel::sfpu
{

// P is 1/2 plus an odd function of x, so one side is enough. The table has slope times |x| plus offset for |x| below 1
// (without an offset, as the line starts at 0), below 2, and above 2. From 3 on, the results 0 and x are nearer.
constexpr float gelu_end = 3.0f;

template <int ITERATIONS>
inline void calculate_gelu()
{
    const sfpi::vUInt l0 = GELU_BELOW_1, l1 = GELU_BELOW_2, l2 = GELU_ABOVE_2;

    for (int d = 0; d < ITERATIONS; d++)
    {
        sfpi::vFloat x = sfpi::dst_reg[0];
        sfpi::vFloat y = x;
        v_if (sfpi::abs(x) < gelu_end)
        {
            y = x * (sfpi::lut(x, l0, l1, l2) + 0.5f); // lut() has the sign of x
        }
        v_elseif (x < 0.0f)
        {
            y = sfpi::vConst0;
        }
        v_endif;
        sfpi::dst_reg[0] = y;
        sfpi::dst_reg++;
    }
}

} // namespace ckernel::sfpu
