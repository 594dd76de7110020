// What cannot be recorded, and where: tests/cases/record-refused.case.
#pragma once

#include <cstdint>

#include "ckernel.h"
#include "sfpi.h"

namespace ckernel::sfpu
{

inline void memory(std::uint32_t address)
{
    volatile std::uint32_t tt_l1_ptr *p = reinterpret_cast<volatile std::uint32_t *>(static_cast<std::uintptr_t>(address));
    TTI_SFPNOP;
    TT_SFPLOADI(p_sfpu::LREG0, 0, p[0]);
}

inline void registers()
{
    TT_SFPLOADI(p_sfpu::LREG0, 0, reg_read(0x1000));
}

inline void nothing() {}

} // namespace ckernel::sfpu
