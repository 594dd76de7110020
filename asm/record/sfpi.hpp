// ---- The compiler's vector types ----
//
// The vendor's compiler chooses instructions and registers for expressions of these, so no words can be given for them.
// Headers with such code beside TTI_ macros compile; a call that runs into it is refused.

namespace ckernel {

constexpr int SFP_DESTREG_STRIDE = 2;

} // namespace ckernel

namespace sfpi {

using namespace ckernel;

[[noreturn]] inline void refuse(::sfpu_record::place at = {nullptr, 0})
{
    ::sfpu_record::refuse_recording("sfpi vector code", at);
}

// A value of any vector type. Having one that nothing has been put into takes no instruction.
struct vector_value {
    vector_value() = default;
    vector_value(const vector_value &) = default;
    template <class T>
    vector_value(const T &, const char *file = __builtin_FILE(), unsigned line = __builtin_LINE())
    {
        refuse({file, line});
    }

    vector_value &operator=(const vector_value &) { refuse(); }
    template <class T> vector_value &operator=(const T &) { refuse(); }

    template <class T> vector_value operator[](const T &) const { return {}; }
    template <class... T> vector_value mode(const T &...) const { return {}; }
    vector_value get() const { refuse(); }
    vector_value abs() const { refuse(); }
    vector_value operator-() const { refuse(); }
    vector_value operator~() const { refuse(); }
    vector_value operator!() const { refuse(); }
    vector_value &operator++() { refuse(); }
    vector_value operator++(int) { refuse(); }
    vector_value &operator--() { refuse(); }
    vector_value operator--(int) { refuse(); }

#define SFPU_RECORD_ASSIGN(op) \
    template <class T> vector_value &operator op(const T &) { refuse(); }
    SFPU_RECORD_ASSIGN(+=)
    SFPU_RECORD_ASSIGN(-=)
    SFPU_RECORD_ASSIGN(*=)
    SFPU_RECORD_ASSIGN(&=)
    SFPU_RECORD_ASSIGN(|=)
    SFPU_RECORD_ASSIGN(^=)
    SFPU_RECORD_ASSIGN(<<=)
    SFPU_RECORD_ASSIGN(>>=)
#undef SFPU_RECORD_ASSIGN
};

template <class A, class B>
using if_vector =
    std::enable_if_t<std::is_base_of_v<vector_value, A> || std::is_base_of_v<vector_value, B>, vector_value>;

#define SFPU_RECORD_BINARY(op) \
    template <class A, class B> if_vector<A, B> operator op(const A &, const B &) { refuse(); }
SFPU_RECORD_BINARY(+)
SFPU_RECORD_BINARY(-)
SFPU_RECORD_BINARY(*)
SFPU_RECORD_BINARY(&)
SFPU_RECORD_BINARY(|)
SFPU_RECORD_BINARY(^)
SFPU_RECORD_BINARY(<<)
SFPU_RECORD_BINARY(>>)
SFPU_RECORD_BINARY(<)
SFPU_RECORD_BINARY(>)
SFPU_RECORD_BINARY(<=)
SFPU_RECORD_BINARY(>=)
SFPU_RECORD_BINARY(==)
SFPU_RECORD_BINARY(!=)
SFPU_RECORD_BINARY(&&)
SFPU_RECORD_BINARY(||)
#undef SFPU_RECORD_BINARY

#define SFPU_RECORD_TYPE(name)                                                                         \
    struct name : vector_value {                                                                       \
        name() = default;                                                                              \
        name(const name &) = default;                                                                  \
        template <class T>                                                                             \
        name(const T &, const char *file = __builtin_FILE(), unsigned line = __builtin_LINE())         \
        {                                                                                              \
            refuse({file, line});                                                                      \
        }                                                                                              \
        using vector_value::operator=;                                                                 \
        name &operator=(const name &) { refuse(); }                                                    \
    };
SFPU_RECORD_TYPE(vFloat)
SFPU_RECORD_TYPE(vInt)
SFPU_RECORD_TYPE(vUInt)
SFPU_RECORD_TYPE(vFloat16a)
SFPU_RECORD_TYPE(vFloat16b)
SFPU_RECORD_TYPE(vUInt8)
SFPU_RECORD_TYPE(vUInt16)
SFPU_RECORD_TYPE(vInt8)
SFPU_RECORD_TYPE(vInt16)
SFPU_RECORD_TYPE(vSMag)
SFPU_RECORD_TYPE(vSMag8)
SFPU_RECORD_TYPE(vSMag16)
SFPU_RECORD_TYPE(vMag)
SFPU_RECORD_TYPE(vBool)
#undef SFPU_RECORD_TYPE

template <class To, class From> To reinterpret(const From &)
{
    refuse();
}

template <class To, class From> To as(const From &)
{
    refuse();
}

template <class To, class... From> To convert(const From &...)
{
    refuse();
}

#define SFPU_RECORD_FUNCTION(name) \
    template <class... T> vector_value name(const T &...) { refuse(); }
SFPU_RECORD_FUNCTION(abs)
SFPU_RECORD_FUNCTION(addexp)
SFPU_RECORD_FUNCTION(approx_exp)
SFPU_RECORD_FUNCTION(approx_recip)
SFPU_RECORD_FUNCTION(copysgn)
SFPU_RECORD_FUNCTION(exexp)
SFPU_RECORD_FUNCTION(exexp_nodebias)
SFPU_RECORD_FUNCTION(exman)
SFPU_RECORD_FUNCTION(exman8)
SFPU_RECORD_FUNCTION(exman9)
SFPU_RECORD_FUNCTION(float_to_fp16a)
SFPU_RECORD_FUNCTION(float_to_fp16b)
SFPU_RECORD_FUNCTION(float_to_int8)
SFPU_RECORD_FUNCTION(float_to_int16)
SFPU_RECORD_FUNCTION(float_to_uint8)
SFPU_RECORD_FUNCTION(float_to_uint16)
SFPU_RECORD_FUNCTION(int32_to_float)
SFPU_RECORD_FUNCTION(int32_to_int8)
SFPU_RECORD_FUNCTION(int32_to_uint8)
SFPU_RECORD_FUNCTION(lut)
SFPU_RECORD_FUNCTION(lut2)
SFPU_RECORD_FUNCTION(lut2_sign)
SFPU_RECORD_FUNCTION(lz)
SFPU_RECORD_FUNCTION(lz_nosign)
SFPU_RECORD_FUNCTION(rand)
SFPU_RECORD_FUNCTION(setexp)
SFPU_RECORD_FUNCTION(setman)
SFPU_RECORD_FUNCTION(setsgn)
SFPU_RECORD_FUNCTION(shft)
SFPU_RECORD_FUNCTION(subvec_transp)
SFPU_RECORD_FUNCTION(vec_max)
SFPU_RECORD_FUNCTION(vec_min)
SFPU_RECORD_FUNCTION(vec_min_max)
SFPU_RECORD_FUNCTION(vec_swap)
#undef SFPU_RECORD_FUNCTION

inline constexpr vector_value vConst0{}, vConst1{}, vConstNeg1{}, vConst0p8373{}, vConstTileId{};
inline vector_value l_reg;

// Rows of Dst. Its counter moves by one INCRWC; where the operator has no argument that knows its place, the word is
// shown at the one before.
struct dst_rows {
    struct row : vector_value {
        template <class T> void operator=(const T &) const { refuse(); }
    };

    template <class T> row operator[](const T &) const { return {}; }
    void operator++(int) const { *this += {1, ::sfpu_record::here().file, ::sfpu_record::here().line}; }
    void operator++() const { (*this)++; }
    void operator+=(const ::sfpu_record::placed &rows) const
    {
        ::sfpu_record::emit(TT_OP_INCRWC(0, rows.value * SFP_DESTREG_STRIDE, 0, 0), rows.at.file, rows.at.line);
    }
};
inline constexpr dst_rows dst_reg{};

// ---- Programmable constants ----

inline std::uint32_t bits_of(float x)
{
    std::uint32_t bits;

    std::memcpy(&bits, &x, sizeof bits);
    return bits;
}

// A float of 16 bits. Integers are the bits themselves.
struct sFloat16 {
    std::uint32_t mode, bits;
};

// Of a number with a point, the lower half is dropped.
struct sFloat16b : sFloat16 {
    sFloat16b(float x) : sFloat16{SFPLOADI_MOD0_FLOATB, bits_of(x) >> 16} {}
    sFloat16b(double x) : sFloat16b(static_cast<float>(x)) {}
    sFloat16b(std::int32_t x) : sFloat16{SFPLOADI_MOD0_FLOATB, static_cast<std::uint32_t>(x)} {}
    sFloat16b(std::uint32_t x) : sFloat16{SFPLOADI_MOD0_FLOATB, x} {}
};
using s2vFloat16b = sFloat16b;

// Numbers with a point are none, since the compiler's versions differ in how they round them.
struct sFloat16a : sFloat16 {
    sFloat16a(double, const char *file = __builtin_FILE(), unsigned line = __builtin_LINE()) : sFloat16{}
    {
        ::sfpu_record::refuse_recording("sFloat16a of a number with a point", {file, line});
    }
    sFloat16a(std::int32_t x) : sFloat16{SFPLOADI_MOD0_FLOATA, static_cast<std::uint32_t>(x)} {}
    sFloat16a(std::uint32_t x) : sFloat16{SFPLOADI_MOD0_FLOATA, x} {}
};
using s2vFloat16a = sFloat16a;

// What an assignment loads: as the vendor's compiler does, one SFPLOADI if any of its modes has the value.
struct constant_load {
    std::uint32_t mode, bits; // UPPER: all 32 of them, in two words
    ::sfpu_record::place at;

    static constant_load of_float(std::uint32_t bits, ::sfpu_record::place at)
    {
        const std::uint32_t exponent = bits >> 23 & 0xFF;

        if ((bits & 0xFFFF) == 0)
            return {SFPLOADI_MOD0_FLOATB, bits >> 16, at};
        if ((bits & 0x1FFF) == 0 && exponent >= 127 - 14 && exponent <= 127 + 15)
            return {SFPLOADI_MOD0_FLOATA,
                    (bits >> 16 & 0x8000) | (exponent - 127 + 15) << 10 | (bits >> 13 & 0x3FF), at};
        return {SFPLOADI_MOD0_UPPER, bits, at};
    }

    static constant_load of_int(std::uint32_t bits, bool is_signed, ::sfpu_record::place at)
    {
        if (is_signed && bits + 0x8000 <= 0xFFFF)
            return {SFPLOADI_MOD0_SHORT, bits & 0xFFFF, at};
        if (bits <= 0xFFFF)
            return {SFPLOADI_MOD0_USHORT, bits, at};
        return {SFPLOADI_MOD0_UPPER, bits, at};
    }
};

template <class T> using if_number = std::enable_if_t<std::is_arithmetic_v<T>>;

struct assigned_float : constant_load {
    template <class T, class = if_number<T>>
    assigned_float(T x, const char *file = __builtin_FILE(), unsigned line = __builtin_LINE())
        : constant_load(of_float(bits_of(static_cast<float>(x)), {file, line}))
    {
    }
    assigned_float(const sFloat16 &x, const char *file = __builtin_FILE(), unsigned line = __builtin_LINE())
        : constant_load{x.mode, x.bits, {file, line}}
    {
    }
    assigned_float(const vector_value &, const char *file = __builtin_FILE(), unsigned line = __builtin_LINE())
        : constant_load{}
    {
        refuse({file, line});
    }
};

struct assigned_int : constant_load {
    template <class T, class = if_number<T>>
    assigned_int(T x, const char *file = __builtin_FILE(), unsigned line = __builtin_LINE())
        : constant_load(of_int(static_cast<std::uint32_t>(x), std::is_signed_v<T>, {file, line}))
    {
    }
    assigned_int(const vector_value &, const char *file = __builtin_FILE(), unsigned line = __builtin_LINE())
        : constant_load{}
    {
        refuse({file, line});
    }
};

// A constant register. The compiler is free in which register it loads for SFPCONFIG: here it is L0.
template <class Value> struct programmable {
    unsigned index;

    void operator=(const Value &value) const
    {
        if (value.mode == SFPLOADI_MOD0_UPPER)
            load(SFPLOADI_MOD0_UPPER, value.bits >> 16, value.at);
        load(value.mode == SFPLOADI_MOD0_UPPER ? SFPLOADI_MOD0_LOWER : value.mode, value.bits & 0xFFFF, value.at);
        ::sfpu_record::emit(TT_OP_SFPCONFIG(0, index, 0), value.at.file, value.at.line);
    }

    operator vector_value() const { return {}; }

private:
    static void load(std::uint32_t mode, std::uint32_t bits, ::sfpu_record::place at)
    {
        ::sfpu_record::emit(TT_OP_SFPLOADI(0, mode, bits), at.file, at.line);
    }
};

inline constexpr programmable<assigned_float> vConstFloatPrgm0{CREG_IDX_PRGM1}, vConstFloatPrgm1{CREG_IDX_PRGM2},
    vConstFloatPrgm2{CREG_IDX_PRGM3};
inline constexpr programmable<assigned_int> vConstIntPrgm0{CREG_IDX_PRGM1}, vConstIntPrgm1{CREG_IDX_PRGM2},
    vConstIntPrgm2{CREG_IDX_PRGM3};

} // namespace sfpi

#define v_if(x) if (static_cast<void>(x), true)
#define v_elseif(x) else if (static_cast<void>(x), true)
#define v_else else
#define v_endif
#define v_and(x) static_cast<void>(x)
#define v_block {
#define v_endblock }
#define sfpi_inline inline

