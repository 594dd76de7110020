// Included by shapes.h, as the vendor's kernels include each other.
#pragma once

namespace ckernel::sfpu
{

constexpr int base_config = 0x0100 | (2 << 2);

} // namespace ckernel::sfpu
