// sfpi.h: the user's own, between what the vendor's compiler has for it.
#ifndef SFPU_USER_SFPI_HPP
#define SFPU_USER_SFPI_HPP

#include "sfpu_vector.hpp"

// It says that int32_t is long.
#pragma push_macro("static_assert")
#undef static_assert
#define static_assert(...)
#include "sfpu_user_sfpi.h"
#pragma pop_macro("static_assert")
#include "sfpu_blocks.hpp"

namespace sfpu_record {
inline const bool headers_are_read = read_headers(
    {SFPU_SFPI_VERSION, sfpi::SFPXBOOL_MOD1_OR, sfpi::SFPXBOOL_MOD1_AND, sfpi::SFPXBOOL_MOD1_NOT});
}

#endif
