// ---- Functions of the math thread ----

namespace sfpu_record {

// A semaphore's value, as the core reads it. Kernels read one only to wait while a comparison holds, and waits of the
// core issue no word: so no comparison holds.
struct semaphore_value {
    template <class T> constexpr bool operator<(T) const { return false; }
    template <class T> constexpr bool operator>(T) const { return false; }
    template <class T> constexpr bool operator<=(T) const { return false; }
    template <class T> constexpr bool operator>=(T) const { return false; }
    template <class T> constexpr bool operator==(T) const { return false; }
    template <class T> constexpr bool operator!=(T) const { return false; }
};

// Waits for the resources, if there are any.
template <std::uint32_t Resources> inline void stall_sync(place at)
{
    if (Resources != ckernel::p_stall::NONE)
        emit(TT_OP_STALLWAIT(ckernel::p_stall::STALL_SYNC, Resources), at.file, at.line);
}

// Waits while the packer has not taken Dst.
inline void wait_for_packer(std::uint32_t blocked, place at)
{
    emit(TT_OP_SEMWAIT(blocked, 1 << ckernel::semaphore::MATH_PACK, ckernel::p_stall::STALL_ON_MAX), at.file, at.line);
}

inline void set_dst_offset(std::uint32_t row, place at)
{
    emit(TT_OP_SETC16(math_offset, row), at.file, at.line);
}

} // namespace sfpu_record

namespace ckernel {

constexpr std::uint32_t DATA_FORMAT_BIT_COUNT = 4, DATA_FORMAT_CONFIG_MASK = (1 << DATA_FORMAT_BIT_COUNT) - 1;
constexpr std::uint32_t DstTileSizeLog2[] = {6, 5, 4}; // of DstTileShape

constexpr std::uint32_t masked_data_format(std::uint32_t format)
{
    return format & DATA_FORMAT_CONFIG_MASK;
}

// The formats for which kernels since autumn 2026 enable INT8 math.
constexpr bool is_int8_or_int32_format(std::uint32_t format)
{
    return masked_data_format(format) == to_underlying(DataFormat::Int8) || format == to_underlying(DataFormat::Int32);
}

#ifdef ARCH_BLACKHOLE
// Data whose low bits are no exponent: moves must not flush them to 0.
constexpr bool requires_disabled_src_zero_flag(std::uint32_t a, std::uint32_t b)
{
    return a == to_underlying(DataFormat::UInt16) || b == to_underlying(DataFormat::UInt16);
}
#endif

// ---- Semaphores and mutexes ----

inline ::sfpu_record::semaphore_value semaphore_read(unsigned) { return {}; }

// The core's own SEMPOST and SEMGET issue no word.
inline void semaphore_post(unsigned) {}
inline void semaphore_get(unsigned) {}

template <std::uint32_t Resources = p_stall::NONE> inline void t6_semaphore_post(const ::sfpu_record::placed &index)
{
    ::sfpu_record::stall_sync<Resources>(index.at);
    ::sfpu_record::emit(TT_OP_SEMPOST(1 << index.value), index.at.file, index.at.line);
}

template <std::uint32_t Resources = p_stall::NONE> inline void t6_semaphore_get(const ::sfpu_record::placed &index)
{
    ::sfpu_record::stall_sync<Resources>(index.at);
    ::sfpu_record::emit(TT_OP_SEMGET(1 << index.value), index.at.file, index.at.line);
}

template <std::uint32_t Blocked> inline void t6_semaphore_wait_on_max(const ::sfpu_record::placed &index)
{
    ::sfpu_record::emit(TT_OP_SEMWAIT(Blocked, 1 << index.value, p_stall::STALL_ON_MAX), index.at.file, index.at.line);
}

template <std::uint32_t Blocked> inline void t6_semaphore_wait_on_zero(const ::sfpu_record::placed &index)
{
    ::sfpu_record::emit(TT_OP_SEMWAIT(Blocked, 1 << index.value, p_stall::STALL_ON_ZERO), index.at.file, index.at.line);
}

inline void t6_semaphore_init(const ::sfpu_record::placed &index, unsigned least, unsigned most)
{
    ::sfpu_record::emit(TT_OP_SEMINIT(most, least, 1 << index.value), index.at.file, index.at.line);
}

// ---- The thread's half of Dst ----

inline void reset_dest_offset_id()
{
    dest_offset_id = 0;
}

inline void update_dest_offset_id()
{
    dest_offset_id = 1 - dest_offset_id;
}

} // namespace ckernel

// The user's own cmath_common.h has the functions of ckernel::math, if a folder of -I has this header: sfpasm links
// it, and its stand-in includes the link. So words are those of the user's version.
#if !__has_include("sfpu_user_math.h")

namespace ckernel {

namespace math {

using namespace ckernel;

constexpr std::uint32_t replay_buf_offset = 16; // the vector unit's bodies use the slots before

constexpr bool is_high_fidelity(MathFidelity fidelity)
{
    return fidelity != MathFidelity::LoFi;
}

constexpr bool is_32bit_input(std::uint32_t source, std::uint32_t destination)
{
    for (std::uint32_t format : {masked_data_format(source), masked_data_format(destination)})
        if (format != to_underlying(DataFormat::Int32) && format != to_underlying(DataFormat::Float32))
            return false;
    return true;
}

// A face's index, counted over all tiles.
constexpr std::uint32_t get_dest_index_in_faces(std::uint32_t tile, std::uint32_t face)
{
    constexpr unsigned faces_log2 = 2;

    return (tile << faces_log2) + face;
}

constexpr std::uint32_t get_dest_max_matmul_tiles(std::uint32_t tile, std::uint32_t columns = 1, std::uint32_t rows = 1)
{
    return tile + columns * rows - 1;
}

inline void incr_counters(std::uint32_t a, std::uint32_t b, std::uint32_t d, std::uint32_t carriage_return,
                          const char *file = __builtin_FILE(), unsigned line = __builtin_LINE())
{
    ::sfpu_record::emit(TT_OP_INCRWC(carriage_return, d, b, a), file, line);
}

template <std::uint32_t Rows = 8>
inline void inc_dst_addr(const char *file = __builtin_FILE(), unsigned line = __builtin_LINE())
{
    ::sfpu_record::emit(TT_OP_SETRWC(0, p_setrwc::CR_D, Rows, 0, 0, p_setrwc::SET_D), file, line);
}

// Moves a face of 16 rows: from Dst to a source, whose bank must be valid, by four rows; from SrcA to Dst by eight.
inline void move_d2a_fixed_face(const ::sfpu_record::placed &modifier)
{
    const ::sfpu_record::place at = modifier.at;

    ::sfpu_record::emit(TT_OP_STALLWAIT(p_stall::STALL_MATH, p_stall::SRCA_VLD), at.file, at.line);
    for (unsigned row = 0; row < FACE_R_DIM; row += 4)
        ::sfpu_record::emit(TT_OP_MOVD2A(0, row, modifier.value, p_movd2a::MOV_4_ROWS, row), at.file, at.line);
}

inline void move_d2b_fixed_face(const ::sfpu_record::placed &modifier)
{
    const ::sfpu_record::place at = modifier.at;

    ::sfpu_record::emit(TT_OP_STALLWAIT(p_stall::STALL_MATH, p_stall::SRCB_VLD), at.file, at.line);
    for (unsigned row = 0; row < FACE_R_DIM; row += 4)
        ::sfpu_record::emit(TT_OP_MOVD2B(0, row, modifier.value, p_movd2b::MOV_4_ROWS, row), at.file, at.line);
}

inline void move_a2d_fixed_face(const ::sfpu_record::placed &modifier)
{
    for (unsigned i = 0; i < 2; i++) // the modifier steps the rows
        ::sfpu_record::emit(TT_OP_MOVA2D(0, 0, modifier.value, p_mova2d::MOV_8_ROWS, 0), modifier.at.file,
                            modifier.at.line);
}

template <std::uint32_t Source>
inline void wait_bank_valid(const char *file = __builtin_FILE(), unsigned line = __builtin_LINE())
{
    constexpr std::uint32_t valid = Source == Srcs::SrcA ? p_stall::SRCA_VLD : p_stall::SRCB_VLD;

    ::sfpu_record::emit(TT_OP_STALLWAIT(p_stall::STALL_MATH, valid), file, line);
}

template <std::uint32_t Source>
inline void clear_bank_valid(const char *file = __builtin_FILE(), unsigned line = __builtin_LINE())
{
    constexpr bool a = Source == Srcs::SrcA;

    ::sfpu_record::emit(TT_OP_SETRWC(a ? p_setrwc::CLR_A : p_setrwc::CLR_B, 0, 0, 0, 0,
                                     a ? p_setrwc::SET_A : p_setrwc::SET_B), file, line);
}

// Sets Dst's base to a tile of 64, 32 or 16 rows.
template <DstTileShape Shape, UnpackDestination Destination>
inline void set_dst_write_addr(std::uint32_t tile, const char *file = __builtin_FILE(),
                               unsigned line = __builtin_LINE())
{
    if (Destination == DestReg)
        ::sfpu_record::refuse_recording("a message to the unpacker (set_dst_write_addr)", {file, line});
    ::sfpu_record::set_dst_offset((tile << DstTileSizeLog2[Shape]) + get_dest_buffer_base(), {file, line});
}

template <DstStart Start>
inline void set_dest_section_base(const char *file = __builtin_FILE(), unsigned line = __builtin_LINE())
{
    ::sfpu_record::set_dst_offset(Start == StartZero ? 0 : DEST_REGISTER_HALF_SIZE, {file, line});
}

inline void dest_section_flip(const char *file = __builtin_FILE(), unsigned line = __builtin_LINE())
{
    update_dest_offset_id();
    ::sfpu_record::emit(TT_OP_STALLWAIT(p_stall::STALL_CFG, p_stall::MATH | p_stall::SFPU1), file, line);
    ::sfpu_record::set_dst_offset(get_dest_buffer_base(), {file, line});
}

// Tells the packer that Dst is ready.
inline void set_math_semaphores(const char *file = __builtin_FILE(), unsigned line = __builtin_LINE())
{
    t6_semaphore_post<p_stall::MATH | p_stall::WAIT_SFPU>({semaphore::MATH_PACK, file, line});
}

inline void wait_math_semaphores(const char *file = __builtin_FILE(), unsigned line = __builtin_LINE())
{
    ::sfpu_record::wait_for_packer(p_stall::STALL_MATH | p_stall::STALL_SFPU, {file, line});
}

inline void math_dest_wait(const char *file = __builtin_FILE(), unsigned line = __builtin_LINE())
{
    ::sfpu_record::wait_for_packer(p_stall::STALL_MATH | p_stall::STALL_SFPU | p_stall::STALL_SYNC, {file, line});
}

// The unpacker writes Dst: the thread tells it that Dst is free, then waits for the tile.
inline void math_unpack_to_dest_math_ready(const char *file = __builtin_FILE(), unsigned line = __builtin_LINE())
{
    t6_semaphore_wait_on_max<p_stall::STALL_SYNC>({semaphore::MATH_DONE, file, line});
    t6_semaphore_post<p_stall::MATH | p_stall::WAIT_SFPU>({semaphore::MATH_DONE, file, line});
}

inline void math_unpack_to_dest_tile_ready(const char *file = __builtin_FILE(), unsigned line = __builtin_LINE())
{
    t6_semaphore_wait_on_zero<p_stall::STALL_SYNC>({semaphore::UNPACK_TO_DEST, file, line});
    t6_semaphore_get<p_stall::MATH | p_stall::WAIT_SFPU>({semaphore::UNPACK_TO_DEST, file, line});
}

#ifdef ARCH_WORMHOLE
inline void set_addr_mod_base(const char *file = __builtin_FILE(), unsigned line = __builtin_LINE())
{
    ::sfpu_record::emit(TT_OP_SETC16(::sfpu_record::addr_mod_base, 1), file, line);
}

inline void clear_addr_mod_base(const char *file = __builtin_FILE(), unsigned line = __builtin_LINE())
{
    ::sfpu_record::emit(TT_OP_SETC16(::sfpu_record::addr_mod_base, 0), file, line);
}
#endif

} // namespace math

} // namespace ckernel

#endif

namespace ckernel {

// sfpu:: names helpers that are in ckernel.
namespace sfpu {
using namespace ckernel;
}

} // namespace ckernel

// Names that the vendor's headers have outside namespaces.
inline std::uint32_t math_sync_tile_dst_index = 0;

using ckernel::SfpuType;

// Constants that kernels find in sfpi, also without sfpi.h.
namespace sfpi {
using namespace ckernel;
}

// Compilers before CWG 2518 refuse static_assert(false) even in templates never instantiated; kernels have such
// templates.
#if (defined(__clang__) && __clang_major__ < 17) || (!defined(__clang__) && __GNUC__ < 13)
#define static_assert(...) static_assert(true, "")
#endif

#endif
