// sfpi.h: wraps the user's own sfpi.h between replacements for the vendor compiler's builtins.
#ifndef SFPU_USER_SFPI_HPP
#define SFPU_USER_SFPI_HPP

#include "sfpu_vector.hpp"

// The user's sfpi.h asserts that int32_t is long.
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
