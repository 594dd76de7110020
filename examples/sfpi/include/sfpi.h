// A header in the shapes of the vendor's sfpi.h, with the parts that the example and tests use: vectors, conditions,
// rows of Dst. With -I .../sfpi/include the example and the tests need no vendor header; other kernels do.
#pragma once

#include <cstdint>
#include <cstring>
#include <type_traits>

#include "tensix_builtins.h"

namespace sfpi {

static_assert(std::is_same_v<int32_t, long>, "the device's");

constexpr unsigned SFPXBOOL_MOD1_AND = 0, SFPXBOOL_MOD1_OR = 1, SFPXBOOL_MOD1_NOT = 2;

enum Relation : unsigned { LT, GE, EQ, NE, GT, LE };
enum Type : unsigned { Unsigned = 0 << 4, Integer = 1 << 4, SignMagnitude = 2 << 4, Float = 3 << 4 };

inline uint32_t bits_of(float x)
{
    uint32_t bits;

    std::memcpy(&bits, &x, sizeof bits);
    return bits;
}

class Value {
    __xtt_vector v = __builtin_rvtt_sfpnovalue();

public:
    Value() = default;
    Value(__xtt_vector value) : v(value) {}
    Value(const Value &) = default;
    Value &operator=(const Value &value)
    {
        v = __builtin_rvtt_sfpassign_lv(v, value.v);
        return *this;
    }
    __xtt_vector get() const { return v; }
};

struct sFloat16b {
    uint32_t bits;
    explicit sFloat16b(int bits_) : bits(uint32_t(bits_)) {}
};

struct vFloat : Value {
    using Value::Value;
    vFloat(float x) : Value(__builtin_rvtt_sfpxloadi(ckernel::instrn_buffer, bits_of(x), 0, 0, -32)) {}
    vFloat(sFloat16b x) : Value(__builtin_rvtt_sfploadi(ckernel::instrn_buffer, x.bits, 0, 0, 0)) {}
};

// int and int32_t are two types, as on the device, and unsigned and uint32_t.
struct vInt : Value {
    using Value::Value;
    vInt(int32_t x) : Value(__builtin_rvtt_sfpxloadi(ckernel::instrn_buffer, uint32_t(x), 0, 0, 31)) {}
    vInt(int x) : vInt(int32_t(x)) {}
};

struct vUInt : Value {
    using Value::Value;
    vUInt(uint32_t x) : Value(__builtin_rvtt_sfpxloadi(ckernel::instrn_buffer, x, 0, 0, 31)) {}
    vUInt(unsigned x) : vUInt(uint32_t(x)) {}
    vUInt(int x) : vUInt(uint32_t(x)) {}
};

inline vFloat operator+(vFloat a, vFloat b) { return __builtin_rvtt_sfpadd(a.get(), b.get(), 0); }
inline vFloat operator*(vFloat a, vFloat b) { return __builtin_rvtt_sfpmul(a.get(), b.get(), 0); }
inline vFloat operator-(vFloat a) { return __builtin_rvtt_sfpmov(a.get(), 1); }
inline vFloat operator-(vFloat a, vFloat b) { return a + -b; }
inline vInt operator+(vInt a, vInt b) { return __builtin_rvtt_sfpiadd_v(a.get(), b.get(), 4); }
inline vInt operator-(vInt a, vInt b) { return __builtin_rvtt_sfpiadd_v(b.get(), a.get(), 6); }
inline vInt operator+(vInt a, int32_t b)
{
    return __builtin_rvtt_sfpiadd_i(ckernel::instrn_buffer, a.get(), b, 0, 0, 4);
}
inline vInt operator+(vInt a, int b) { return a + int32_t(b); }
inline vInt operator&(vInt a, vInt b) { return __builtin_rvtt_sfpand(a.get(), b.get()); }
inline vInt operator<<(vInt a, unsigned n)
{
    return __builtin_rvtt_sfpshft_i(ckernel::instrn_buffer, a.get(), n, 0, 0, 0);
}

template <class To, class From> To as(From value) { return To(value.get()); }

inline vFloat int32_to_float(vInt v) { return __builtin_rvtt_sfpcast(v.get(), 0); }
inline vFloat abs(vFloat v) { return __builtin_rvtt_sfpabs(v.get(), 1); }
inline vInt exexp(vFloat v) { return __builtin_rvtt_sfpexexp(v.get(), 0); }
inline vFloat setexp(vFloat v, unsigned e)
{
    return __builtin_rvtt_sfpsetexp_i(ckernel::instrn_buffer, v.get(), e, 0, 0, 0);
}
inline vFloat setexp(vFloat v, vInt e) { return __builtin_rvtt_sfpsetexp_v(v.get(), e.get(), 0); }
inline vFloat lut(vFloat v, vUInt l0, vUInt l1, vUInt l2)
{
    return __builtin_rvtt_sfplut(l0.get(), l1.get(), l2.get(), v.get(), 4);
}
inline void vec_min_max(vFloat &a, vFloat &b)
{
    auto both = __builtin_rvtt_sfpswap(a.get(), b.get(), 1);

    a = vFloat(__builtin_rvtt_sfpselect2(both, 0));
    b = vFloat(__builtin_rvtt_sfpselect2(both, 1));
}

// ---- Conditions ----

class vBool {
    unsigned number;

public:
    explicit vBool(unsigned n) : number(n) {}
    vBool(Relation r, Type t, Value a, Value b) : number(__builtin_rvtt_sfpxcmpv(a.get(), b.get(), r | t)) {}
    vBool(Relation r, Type t, Value a, uint32_t b)
        : number(__builtin_rvtt_sfpxcmps(ckernel::instrn_buffer, a.get(), b, 0, 0, r | t))
    {
    }
    unsigned get() const { return number; }
};

#define SFPI_COMPARE(op, relation)                                                                 \
    inline vBool operator op(vFloat a, vFloat b) { return {relation, Float, a, b}; }               \
    inline vBool operator op(vFloat a, float b) { return {relation, Float, a, bits_of(b)}; }       \
    inline vBool operator op(vInt a, vInt b) { return {relation, Integer, a, b}; }                 \
    inline vBool operator op(vInt a, int32_t b) { return {relation, Integer, a, uint32_t(b)}; }    \
    inline vBool operator op(vInt a, int b) { return {relation, Integer, a, uint32_t(b)}; }        \
    inline vBool operator op(vUInt a, vUInt b) { return {relation, Unsigned, a, b}; }
SFPI_COMPARE(<, LT)
SFPI_COMPARE(>=, GE)
SFPI_COMPARE(==, EQ)
SFPI_COMPARE(!=, NE)
SFPI_COMPARE(>, GT)
SFPI_COMPARE(<=, LE)
#undef SFPI_COMPARE

inline vBool logic(unsigned mod, vBool a, vBool b) { return vBool(__builtin_rvtt_sfpxbool(mod, a.get(), b.get())); }
inline vBool operator&&(vBool a, vBool b) { return logic(SFPXBOOL_MOD1_AND, a, b); }
inline vBool operator||(vBool a, vBool b) { return logic(SFPXBOOL_MOD1_OR, a, b); }
inline vBool operator!(vBool a) { return logic(SFPXBOOL_MOD1_NOT, a, a); }

// What is open: one PUSHC, and one more for each v_elseif.
class Branches {
    unsigned depth = 0;
    unsigned dependence = __builtin_rvtt_sfpxvif();

public:
    ~Branches()
    {
        for (; depth > 0; depth--)
            __builtin_rvtt_sfppopc(0);
    }
    void push()
    {
        __builtin_rvtt_sfppushc(0);
        depth++;
    }
    void where(vBool c) { __builtin_rvtt_sfpxcondb(c.get(), dependence); }
    void otherwise() { __builtin_rvtt_sfpcompc(); }
};

// ---- Registers ----

// The address modifier that steps nothing, as the vendor's runtime leaves it.
#ifdef ARCH_BLACKHOLE
constexpr unsigned STAYS = 7;
#else
constexpr unsigned STAYS = 3;
#endif
constexpr unsigned FP32 = 3, INT32 = 4;

class Row {
    int row;

public:
    explicit Row(int r) : row(r) {}
    operator vFloat() const { return __builtin_rvtt_sfpload(ckernel::instrn_buffer, row, 0, 0, FP32, STAYS); }
    operator vInt() const { return __builtin_rvtt_sfpload(ckernel::instrn_buffer, row, 0, 0, INT32, STAYS); }
    void operator=(vFloat v) const { __builtin_rvtt_sfpstore(ckernel::instrn_buffer, v.get(), row, 0, 0, FP32, STAYS); }
    void operator=(vInt v) const { __builtin_rvtt_sfpstore(ckernel::instrn_buffer, v.get(), row, 0, 0, INT32, STAYS); }
};

struct Rows {
    Row operator[](int i) const { return Row(2 * i); }
    constexpr void operator++(int) const { __builtin_rvtt_ttincrwc(0, 2, 0, 0); }
};
inline constexpr Rows dst_reg{};

struct LReg {
    unsigned number;
    operator vFloat() const { return __builtin_rvtt_sfpreadlreg(number); }
    operator vInt() const { return __builtin_rvtt_sfpreadlreg(number); }
    void operator=(Value v) const { __builtin_rvtt_sfpwritelreg(v.get(), number); }
};
struct LRegs {
    LReg operator[](unsigned i) const { return {i}; }
};
inline constexpr LRegs l_reg{};

template <class Type> struct Constant {
    unsigned number;
    operator Type() const { return __builtin_rvtt_sfpreadlreg(number); }
    void operator=(Type v) const { __builtin_rvtt_sfpwriteconfig_v(v.get(), 0, number); }
};
inline constexpr Constant<vFloat> vConst0p8373{8}, vConst0{9}, vConst1{10}, vConstNeg1{11}, vConstFloatPrgm0{12},
    vConstFloatPrgm1{13}, vConstFloatPrgm2{14};
inline constexpr Constant<vInt> vConstIntPrgm0{12}, vConstIntPrgm1{13}, vConstIntPrgm2{14};

} // namespace sfpi

#define sfpi_inline inline
#define v_if(condition)                \
    {                                  \
        sfpi::Branches sfpi_branches;  \
        sfpi_branches.push();          \
        sfpi_branches.where(condition);
#define v_elseif(condition)            \
        sfpi_branches.otherwise();     \
        sfpi_branches.push();          \
        sfpi_branches.where(condition);
#define v_else sfpi_branches.otherwise();
#define v_endif }
#define v_block                        \
    {                                  \
        sfpi::Branches sfpi_branches;  \
        sfpi_branches.push();
#define v_and(condition) sfpi_branches.where(condition)
#define v_endblock }
