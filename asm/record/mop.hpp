// ---- The MOP expander ----
//
// The core programs the expander by stores, which issue no word. So once a template is programmed, a recorded MOP
// becomes the words that the expander makes of it (sfpu-frontend(7), MOP). Before that, a MOP stays a word, for
// `sfpsim --mop-cfg`.
//
// The simulator expands MOPs too (sim/time/mop.c). The rule must be here a second time: this file is compiled by the user's
// compiler into the recording program, of C++ without the library, and the recorded words are the expanded ones.

namespace sfpu_record {

// Indices of the configuration words: of template 0, a mask, and of template 1, two nested loops.
enum mop_mask_word { mask_flags = 1, mask_b, mask_a0, mask_skip_a = 7, mask_skip_b };
enum mop_loop_word { loop_outer, loop_inner, loop_start, loop_end0, loop_end1, loop_op0, loop_op1, loop_last_of_all,
                     loop_last_of_pass };

inline constexpr unsigned mop_words = 9;
inline constexpr std::uint32_t mop_count_mask = 0x7F;
inline constexpr std::uint32_t mask_has_b = 1, mask_has_a123 = 2; // mask_flags
inline constexpr unsigned mask_more_a = 3;                        // A1 to A3 follow A0
inline constexpr unsigned mop_bug_passes = 128; // sfpu-frontend(7), Template 1: end operations run 129 times

inline struct mop_expander {
    std::uint32_t word[mop_words];
    bool programmed; // by a template
    std::uint32_t mask_high;
} mop;

// A MOP word's fields.
struct mop_fields {
    bool loop;
    std::uint32_t count, low;
};

constexpr std::uint32_t opcode_of(std::uint32_t bits)
{
    return bits >> 24;
}

inline bool is_nop(std::uint32_t bits)
{
    return opcode_of(bits) == opcode_of(TT_OP_NOP);
}

// Appends an instruction of the expansion. No stage is left to expand a MOP.
inline void push_expanded(std::uint32_t bits, place at)
{
    if (opcode_of(bits) == opcode_of(TT_OP_MOP(0, 0, 0)) || opcode_of(bits) == opcode_of(TT_OP_MOP_CFG(0)))
        refuse("a MOP template has a MOP or MOP_CFG", at);
    push_word(bits, at);
}

inline void expand_mask(const mop_fields &fields, place at)
{
    std::uint64_t skipped = mop.mask_high << 16 | fields.low;
    const bool has_b = mop.word[mask_flags] & mask_has_b;

    for (std::uint32_t pass = 0; pass <= fields.count; pass++, skipped >>= 1) {
        const bool skips = skipped & 1;

        push_expanded(mop.word[skips ? mask_skip_a : mask_a0], at);
        for (unsigned i = 1; !skips && (mop.word[mask_flags] & mask_has_a123) && i <= mask_more_a; i++)
            push_expanded(mop.word[mask_a0 + i], at);
        if (has_b)
            push_expanded(mop.word[skips ? mask_skip_b : mask_b], at);
    }
}

// The numbers of passes and of loop instructions a pass. On Blackhole counts in the MOP word come first.
struct mop_counts {
    std::uint32_t outer, inner;
};

inline mop_counts counts_of(const mop_fields &fields)
{
    mop_counts counts = {mop.word[loop_outer] & mop_count_mask, mop.word[loop_inner] & mop_count_mask};

#ifdef ARCH_BLACKHOLE
    const std::uint32_t inner = fields.low & 0x3FF, outer = (fields.count & 0xF) << 6 | fields.low >> 10;

    counts = {outer ? outer : counts.outer, inner ? inner : counts.inner};
#else
    static_cast<void>(fields);
#endif
    if (!is_nop(mop.word[loop_op1]))
        counts.inner *= 2;
    if (counts.outer == 1 && counts.inner == 0 && is_nop(mop.word[loop_start]) && !is_nop(mop.word[loop_end0]))
        counts.outer += mop_bug_passes;
    return counts;
}

inline void expand_pass(std::uint32_t inner, bool last, place at)
{
    const bool alternates = !is_nop(mop.word[loop_op1]);

    if (!is_nop(mop.word[loop_start]))
        push_expanded(mop.word[loop_start], at);
    for (std::uint32_t i = 0; i + 1 < inner; i++)
        push_expanded(mop.word[alternates && i % 2 ? loop_op1 : loop_op0], at);
    if (inner > 0)
        push_expanded(mop.word[last ? loop_last_of_all : loop_last_of_pass], at);
    if (is_nop(mop.word[loop_end0]))
        return;
    push_expanded(mop.word[loop_end0], at);
    if (!is_nop(mop.word[loop_end1]))
        push_expanded(mop.word[loop_end1], at);
}

inline void expand_loop(const mop_fields &fields, place at)
{
    const mop_counts counts = counts_of(fields);

    for (std::uint32_t pass = 0; pass < counts.outer; pass++)
        expand_pass(counts.inner, pass + 1 == counts.outer, at);
}

// Takes a word for the expander. Returns false if the word stays as it is.
inline bool take_mop(std::uint32_t bits, place at)
{
    const mop_fields fields = {(bits >> 23 & 1) != 0, bits >> 16 & mop_count_mask, bits & 0xFFFF};

    if (opcode_of(bits) == opcode_of(TT_OP_MOP_CFG(0)))
        mop.mask_high = bits & 0xFFFF;
    else if (opcode_of(bits) != opcode_of(TT_OP_MOP(0, 0, 0)))
        return false;
    else if (mop.programmed && fields.loop)
        expand_loop(fields, at);
    else if (mop.programmed)
        expand_mask(fields, at);
    return mop.programmed;
}

inline const bool mops_are_taken = (mop_taker = take_mop, true);

} // namespace sfpu_record

namespace ckernel {

// Template 1: a loop of one or two instructions in a loop, with instructions at the start and end of each pass.
class ckernel_template {
    std::uint32_t words[::sfpu_record::mop_words];

public:
    ckernel_template(std::uint32_t outer, std::uint32_t inner) : ckernel_template(outer, inner, TT_OP_NOP) {}
    ckernel_template(std::uint32_t outer, std::uint32_t inner, std::uint32_t op)
        : words{outer, inner, TT_OP_NOP, TT_OP_NOP, TT_OP_NOP, op, TT_OP_NOP, op, op}
    {
    }
    ckernel_template(std::uint32_t outer, std::uint32_t inner, std::uint32_t op0, std::uint32_t op1)
        : words{outer, inner, TT_OP_NOP, TT_OP_NOP, TT_OP_NOP, op0, op1, op1, op1}
    {
    }

    void set_loop_op0(std::uint32_t op) { words[::sfpu_record::loop_op0] = op; }
    void set_loop_op1(std::uint32_t op) { words[::sfpu_record::loop_op1] = op; }
    void set_start_op(std::uint32_t op) { words[::sfpu_record::loop_start] = op; }
    void set_end_op(std::uint32_t op) { set_end_ops(op, TT_OP_NOP); }
    void set_end_ops(std::uint32_t op0, std::uint32_t op1)
    {
        words[::sfpu_record::loop_end0] = op0;
        words[::sfpu_record::loop_end1] = op1;
    }
    void set_last_inner_loop_instr(std::uint32_t op) { words[::sfpu_record::loop_last_of_pass] = op; }
    void set_last_outer_loop_instr(std::uint32_t op) { words[::sfpu_record::loop_last_of_all] = op; }

    void program() const
    {
        for (unsigned i = 0; i < ::sfpu_record::mop_words; i++)
            ::sfpu_record::mop.word[i] = words[i];
        ::sfpu_record::mop.programmed = true;
    }

    static void run(const char *file = __builtin_FILE(), unsigned line = __builtin_LINE())
    {
        ::sfpu_record::emit(TT_OP_MOP(1, 0, 0), file, line);
    }

    void program_and_run(const char *file = __builtin_FILE(), unsigned line = __builtin_LINE()) const
    {
        program();
        run(file, line);
    }
};

// Template 0: for each bit of a mask, up to five instructions, or one or two if the bit is set.
class ckernel_unpack_template {
    std::uint32_t words[::sfpu_record::mop_words];

public:
    ckernel_unpack_template(bool has_b, bool has_a123, std::uint32_t a0, std::uint32_t a1, std::uint32_t a2,
                            std::uint32_t a3, std::uint32_t skip_a, std::uint32_t b, std::uint32_t skip_b)
        : words{0, (has_b ? ::sfpu_record::mask_has_b : 0) | (has_a123 ? ::sfpu_record::mask_has_a123 : 0), b, a0, a1,
                a2, a3, skip_a, skip_b}
    {
    }

    static ckernel_unpack_template lA(std::uint32_t a, std::uint32_t skip_a = TT_OP_NOP)
    {
        return {false, false, a, 0, 0, 0, skip_a, 0, 0};
    }
    static ckernel_unpack_template lB(std::uint32_t b, std::uint32_t skip_b = TT_OP_NOP) { return lA(b, skip_b); }
    static ckernel_unpack_template lBA(std::uint32_t a, std::uint32_t skip_a, std::uint32_t b, std::uint32_t skip_b)
    {
        return {true, false, a, 0, 0, 0, skip_a, b, skip_b};
    }
    static ckernel_unpack_template loopx1instr(std::uint32_t op, std::uint32_t skip = TT_OP_NOP)
    {
        return lA(op, skip);
    }
    static ckernel_unpack_template loopx2instr(std::uint32_t op0, std::uint32_t op1, std::uint32_t skip0 = TT_OP_NOP,
                                               std::uint32_t skip1 = TT_OP_NOP)
    {
        return lBA(op0, skip0, op1, skip1);
    }

    void program() const // word 0 is template 1's
    {
        for (unsigned i = 1; i < ::sfpu_record::mop_words; i++)
            ::sfpu_record::mop.word[i] = words[i];
        ::sfpu_record::mop.programmed = true;
    }

    static void run(unsigned count, const ::sfpu_record::placed &mask)
    {
        const std::uint32_t bits = static_cast<std::uint32_t>(mask.value);

        ::sfpu_record::emit(TT_OP_MOP_CFG(bits >> 16), mask.at.file, mask.at.line);
        ::sfpu_record::emit(TT_OP_MOP(0, count - 1, bits & 0xFFFF), mask.at.file, mask.at.line);
    }

    static void run(const ::sfpu_record::placed &count)
    {
        ::sfpu_record::emit(TT_OP_MOP(0, count.value - 1, 0), count.at.file, count.at.line);
    }

    void program_and_run(unsigned count, const ::sfpu_record::placed &mask) const
    {
        program();
        run(count, mask);
    }
};

// Runs a template of a number of passes.
inline void mop_run(unsigned type, unsigned count, const char *file = __builtin_FILE(),
                    unsigned line = __builtin_LINE())
{
    ::sfpu_record::emit(TT_OP_MOP(type, count - 1, 0), file, line);
}

} // namespace ckernel
