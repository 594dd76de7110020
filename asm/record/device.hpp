// ---- Names that kernels use on the device ----

// Words that sources compose themselves. On the device, a word is rotated to stand among RISC-V instructions; a
// recording keeps the word as it executes.
#define INSTRUCTION_WORD(bits) ::sfpu_record::emit((bits), __FILE__, __LINE__)
#define TRISC_OP_SWIZZLE(bits) (bits)

// Memory of the device, by the vendor's qualifiers.
#define tt_l1_ptr
#define tt_reg_ptr

#define LIKELY(condition) __builtin_expect(static_cast<bool>(condition), 1)
#define UNLIKELY(condition) __builtin_expect(static_cast<bool>(condition), 0)
#define UNREACHABLE() __builtin_unreachable()
#define TT_ALWAYS_INLINE inline

namespace sfpu_record {

// Records the words that a kernel stores to the instruction buffer.
struct instruction_buffer {
    struct slot {
        void operator=(const placed &bits) const
        {
            emit(static_cast<std::uint32_t>(bits.value), bits.at.file, bits.at.line);
        }
    };
    slot operator[](std::size_t) const { return {}; }
};

} // namespace sfpu_record

namespace lltt {

enum ExecBool : bool { NoExec, Exec };

template <ExecBool Executes = NoExec>
inline void record(unsigned start, unsigned length, const char *file = __builtin_FILE(),
                   unsigned line = __builtin_LINE())
{
    ::sfpu_record::emit(TT_OP_REPLAY(start, length, Executes, 1), file, line);
}

inline void replay(unsigned start, unsigned length, const char *file = __builtin_FILE(),
                   unsigned line = __builtin_LINE())
{
    ::sfpu_record::emit(TT_OP_REPLAY(start, length, 0, 0), file, line);
}

constexpr std::uint32_t replay_insn(unsigned start, unsigned length)
{
    return TT_OP_REPLAY(start, length, 0, 0);
}

} // namespace lltt

namespace ckernel {

using namespace lltt;

inline constexpr ::sfpu_record::instruction_buffer instrn_buffer{};

constexpr unsigned DEST_REGISTER_FULL_SIZE = 1024;
constexpr unsigned DEST_REGISTER_HALF_SIZE = 512;

// Records the words that `body` issues as the replay buffer's content.
template <lltt::ExecBool Executes = lltt::NoExec, class Body, class... Arguments>
inline void load_replay_buf(const ::sfpu_record::placed &start, unsigned length, Body &&body, Arguments &&...arguments)
{
    lltt::record<Executes>(static_cast<unsigned>(start.value), length, start.at.file, start.at.line);
    const std::size_t begin = ::sfpu_record::word_count;
    body(std::forward<Arguments>(arguments)...);
    if (::sfpu_record::body_ends)
        ::sfpu_record::body_ends(begin);
}

// The thread's half of Dst and the configuration bank, with their values after reset.
inline std::uint32_t dest_offset_id = 0;
inline std::uint32_t cfg_state_id = 0;

inline std::uint32_t get_dest_buffer_base()
{
    return dest_offset_id ? DEST_REGISTER_HALF_SIZE : 0;
}

template <DstSync Sync, bool Is32Bit, DstTileShape Shape> constexpr std::uint32_t get_dest_max_tiles()
{
    return (Sync == SyncHalf ? DEST_REGISTER_HALF_SIZE : DEST_REGISTER_FULL_SIZE) >> Is32Bit >>
           (6 - static_cast<unsigned>(Shape));
}

// The load and store modes of integer kernels.
constexpr bool is_valid_instruction_mode(InstrModLoadStore mode)
{
    return mode == INT32 || mode == INT32_2S_COMP || mode == LO16;
}

template <class T> constexpr auto to_underlying(T value) noexcept
{
    return static_cast<std::underlying_type_t<T>>(value);
}

template <class T> constexpr bool is_valid(T value, unsigned width)
{
    return value >= 0 && (static_cast<std::uint64_t>(value) >> width) == 0;
}

// Actions of the RISC-V core itself issue no word and are refused.
#define SFPU_RECORD_REFUSED(result, name, parameters, what)                                                      \
    inline result name(parameters, const char *file = __builtin_FILE(), unsigned line = __builtin_LINE())        \
    {                                                                                                            \
        ::sfpu_record::refuse_recording(what, {file, line});                                                     \
    }
#define SFPU_RECORD_TWO std::uint32_t, std::uint32_t
SFPU_RECORD_REFUSED(std::uint32_t, reg_read, std::uint32_t, "a register read (reg_read)")
SFPU_RECORD_REFUSED(std::uint32_t, cfg_read, std::uint32_t, "a configuration read (cfg_read)")
SFPU_RECORD_REFUSED(void, cfg_write, SFPU_RECORD_TWO, "a configuration write of the RISC-V core (cfg_write)")
SFPU_RECORD_REFUSED(std::uint32_t, mailbox_read, std::uint32_t, "a message from another core (mailbox_read)")
SFPU_RECORD_REFUSED(void, mailbox_write, SFPU_RECORD_TWO, "a message to another core (mailbox_write)")
#define SFPU_RECORD_BYTES const std::uint8_t *, std::uint32_t
SFPU_RECORD_REFUSED(void, debug_dump, SFPU_RECORD_BYTES, "a dump of memory (debug_dump)")
SFPU_RECORD_REFUSED(void, debug_dump_seek, std::uint8_t, "a dump of memory (debug_dump_seek)")
#undef SFPU_RECORD_BYTES
#undef SFPU_RECORD_TWO
#undef SFPU_RECORD_REFUSED

// Register writes are refused too, except of the register whose bit 11 sfpsim has as an option.
inline void reg_write(std::uint32_t address, std::uint32_t value, const char *file = __builtin_FILE(),
                      unsigned line = __builtin_LINE())
{
    constexpr std::uint32_t view_of_16_bits = 1 << 11;

    if (address != RISCV_DEBUG_REG_DBG_FEATURE_DISABLE || (value & ~view_of_16_bits))
        ::sfpu_record::refuse_recording("a register write (reg_write)", {file, line});
    if (value)
        std::fprintf(stderr, "%s:%u: warning: no word sets bit 11 of DBG_FEATURE_DISABLE: run this with sfpsim "
                     "--dst-16bit-view\n", file, line);
}

// The core writes the seed, then lets the vector unit wait for the seed to arrive.
inline void init_prng_seed(std::uint32_t seed, const char *file = __builtin_FILE(), unsigned line = __builtin_LINE())
{
    std::fprintf(stderr, "%s:%u: warning: no word sets the seed: run this with sfpsim --prng-seed=%u\n", file, line, seed);
    for (int i = 0; i < 600; i++)
        ::sfpu_record::emit(TT_OP_SFPNOP, file, line);
}

// Waits of the RISC-V core, which issue nothing.
inline void tensix_sync() {}
inline void mop_sync() {}
inline void wait(std::uint32_t) {}

// Writes a configuration word's field, byte by byte as far as the mask reaches.
template <std::uint32_t Word, std::uint32_t Shift, std::uint32_t Mask>
inline void cfg_reg_rmw_tensix(std::uint32_t value, const char *file = __builtin_FILE(),
                               unsigned line = __builtin_LINE())
{
    const std::uint32_t bits = value << Shift;

    if (Mask & 0xFF)
        ::sfpu_record::emit(TT_OP_RMWCIB0(Mask & 0xFF, bits & 0xFF, Word), file, line);
    if (Mask >> 8 & 0xFF)
        ::sfpu_record::emit(TT_OP_RMWCIB1(Mask >> 8 & 0xFF, bits >> 8 & 0xFF, Word), file, line);
    if (Mask >> 16 & 0xFF)
        ::sfpu_record::emit(TT_OP_RMWCIB2(Mask >> 16 & 0xFF, bits >> 16 & 0xFF, Word), file, line);
    if (Mask >> 24)
        ::sfpu_record::emit(TT_OP_RMWCIB3(Mask >> 24, bits >> 24, Word), file, line);
}

// An address modifier; set() issues three SETC16.
struct addr_mod_t {
    struct source {
        std::uint8_t incr = 0, clr = 0, cr = 0;

        constexpr std::uint32_t bits() const { return (incr & 0x3Fu) | (cr & 1u) << 6 | (clr & 1u) << 7; }
    };
    struct destination {
        std::int16_t incr = 0;
        std::uint8_t clr = 0, cr = 0, c_to_cr = 0;

        constexpr std::uint32_t bits() const
        {
            return (static_cast<std::uint32_t>(incr) & 0x3FF) | (cr & 1u) << 10 | (clr & 1u) << 11 |
                   (c_to_cr & 1u) << 12;
        }
    };
    struct step {
        std::uint8_t incr = 0, clr = 0;
    };

    source srca = {}, srcb = {};
    destination dest = {};
    step fidelity = {}, bias = {};
    source pack_ysrc = {}, pack_ydst = {};

    void set(unsigned entry, const char *file = __builtin_FILE(), unsigned line = __builtin_LINE()) const
    {
        const std::uint32_t ab = srca.bits() | srcb.bits() << 8;
        const std::uint32_t dst = dest.bits() | (fidelity.incr & 3u) << 13 | (fidelity.clr & 1u) << 15;
        const std::uint32_t biases = (bias.incr & 15u) | (bias.clr & 1u) << 4;

        ::sfpu_record::emit(TT_OP_SETC16(::sfpu_record::addr_mod_ab[entry], ab), file, line);
        ::sfpu_record::emit(TT_OP_SETC16(::sfpu_record::addr_mod_dst[entry], dst), file, line);
        ::sfpu_record::emit(TT_OP_SETC16(::sfpu_record::addr_mod_bias[entry], biases), file, line);
    }
};

// The Mod0 of loads and stores for tiles of a format; block formats follow the configuration.
template <DataFormat format> constexpr InstrModLoadStore GetSfpLoadStoreInstrMod()
{
    switch (format) {
    case DataFormat::Float32: return InstrModLoadStore::FP32;
    case DataFormat::Float16: return InstrModLoadStore::FP16A;
    case DataFormat::Float16_b: return InstrModLoadStore::FP16B;
    case DataFormat::Int32:
    case DataFormat::UInt32: return InstrModLoadStore::INT32;
    case DataFormat::UInt16: return InstrModLoadStore::LO16;
    case DataFormat::Int8:
    case DataFormat::UInt8: return InstrModLoadStore::INT8;
    default: return InstrModLoadStore::DEFAULT;
    }
}

} // namespace ckernel
