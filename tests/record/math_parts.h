// Code of the math thread in the shapes of the vendor's library: tests/cases/record-math.case has its words.
#pragma once

#include <cstdint>

#include "ckernel_include.h"
#include "ckernel_ops.h"
#include "ckernel_template.h"
#include "cmath_common.h"
#include "llk_assert.h"

using namespace ckernel::math;

// What a kernel does before its first tile, and around each.
template <DstSync Sync> inline void _begin_()
{
    tensix_sync();
    while (semaphore_read(semaphore::MATH_PACK) > 0)
    {
    };
    while (semaphore_read(semaphore::UNPACK_OPERAND_SYNC) < 2)
        ;
    TTI_SEMINIT(Sync == DstSync::SyncFull ? 1 : 2, 0, p_stall::SEMAPHORE_1);
    reset_dest_offset_id();
    set_dest_section_base<StartZero>();
}

inline void _formats_(const std::uint32_t a, const std::uint32_t b, const bool wide)
{
    const std::uint32_t int8 = is_int8_or_int32_format(a);

    TTI_STALLWAIT(p_stall::STALL_CFG, p_stall::MATH | p_stall::WAIT_SFPU);
    cfg_reg_rmw_tensix<ALU_FORMAT_SPEC_REG0_SrcA_RMW>(a);
    cfg_reg_rmw_tensix<ALU_FORMAT_SPEC_REG1_SrcB_RMW>(b);
    cfg_reg_rmw_tensix<ALU_ACC_CTRL_Fp32_enabled_RMW>(wide);
    cfg_reg_rmw_tensix<ALU_ACC_CTRL_INT8_math_enabled_RMW>(int8);
    TTI_SETC16(CLR_DVALID_SrcA_Disable_ADDR32, 0);
}

inline void _tile_begins_()
{
    math_dest_wait();
}

inline void _tile_ends_()
{
    set_math_semaphores();
    math_sync_tile_dst_index = 0;
    dest_section_flip();
}

inline void _semaphores_()
{
    wait_math_semaphores();
    t6_semaphore_init(semaphore::FPU_SFPU, 0, 3);
    t6_semaphore_post(semaphore::FPU_SFPU);
    t6_semaphore_get<p_stall::MATH>(semaphore::FPU_SFPU);
    t6_semaphore_wait_on_max<p_stall::STALL_MATH>(semaphore::FPU_SFPU);
    t6_semaphore_wait_on_zero<p_stall::STALL_SFPU>(semaphore::FPU_SFPU);
    math_unpack_to_dest_math_ready();
    math_unpack_to_dest_tile_ready();
    TTI_SEMPOST(semaphore::t6_sem(semaphore::MATH_DONE));
}

inline void _banks_()
{
    wait_bank_valid<Srcs::SrcA>();
    wait_bank_valid<Srcs::SrcB>();
    clear_bank_valid<Srcs::SrcA>();
    clear_bank_valid<SrcB>();
    move_d2a_fixed_face(ADDR_MOD_1);
    math::move_d2b_fixed_face(ADDR_MOD_2);
    move_a2d_fixed_face(ADDR_MOD_0);
    math::reset_counters(p_setrwc::SET_ABD_F);
    set_dst_write_addr<DstTileShape::Tile32x32, UnpackDestination::SrcRegs>(3);
    set_dst_write_addr<DstTileShape::Tile16x16, UnpackDestination::SrcRegs>(get_dest_index_in_faces(1, 2));
}

// The elementwise sum of a tile's faces, of 16 rows each: a template of two loops, with an instruction at its end.
inline void _sum_init_()
{
    addr_mod_t {
        .srca = {.incr = 8},
        .srcb = {.incr = 8},
        .dest = {.incr = 8},
    }
        .set(ADDR_MOD_0);

    ckernel_template sum(4, 2, TT_OP_ELWADD(0, 0, p_elwise::SRCB_NO_BCAST, ADDR_MOD_0, 0));
    sum.set_end_op(TT_OP_SETRWC(p_setrwc::CLR_AB, p_setrwc::CR_AB, 0, 0, 0, p_setrwc::SET_AB));
    sum.program();
}

inline void _sum_()
{
    LLK_ASSERT(semaphore_read(semaphore::MATH_PACK) < semaphore::SEMAPHORE_MAX_VALUE, "not evaluated");
    ckernel_template::run();
    clear_dst_reg_addr();
}

// Products of a face, a pass for each phase. The last instruction of a pass goes back and on to the next phase; that of
// the last pass gives the banks back.
template <MathFidelity Fidelity> inline void _product_init_()
{
    constexpr bool phases = is_high_fidelity(Fidelity);

    addr_mod_t {.srca = {.incr = 8}, .srcb = {.incr = 8}, .dest = {.incr = 8}}.set(ADDR_MOD_0);
    addr_mod_t {
        .srca     = {.clr = 1},
        .srcb     = {.clr = 1},
        .dest     = {.cr = 1},
        .fidelity = {.incr = phases},
    }
        .set(ADDR_MOD_1);
    addr_mod_t {
        .srca     = {.clr = 1},
        .srcb     = {.clr = 1},
        .dest     = {.incr = 8, .c_to_cr = 1},
        .fidelity = {.clr = 1},
    }
        .set(ADDR_MOD_2);

    ckernel_template product(phases ? to_underlying(Fidelity) : 1, 2, TT_OP_ELWMUL(0, 0, 0, ADDR_MOD_0, 0));
    product.set_last_inner_loop_instr(TT_OP_ELWMUL(0, 0, 0, ADDR_MOD_1, 0));
    product.set_last_outer_loop_instr(TT_OP_ELWMUL(p_setrwc::CLR_AB, 0, 0, ADDR_MOD_2, 0));
    product.program();
}

inline void _product_()
{
    for (int face = 0; face < 4; face++)
        ckernel_template::run();
    clear_dst_reg_addr();
}

// Transposes a face of 16 rows in place, through SrcB: a template with a mask, of instructions and replays.
inline void _transpose_init_()
{
    addr_mod_t {}.set(ADDR_MOD_1);
    load_replay_buf(replay_buf_offset, 5, [] {
        TTI_MOVD2B(p_mov::DEST_NORM, p_movd2b::SRC_ROW16_OFFSET, ADDR_MOD_1, p_movd2b::MOV_4_ROWS, 0);
        TTI_MOVD2B(p_mov::DEST_NORM, p_movd2b::SRC_ROW16_OFFSET + 4, ADDR_MOD_1, p_movd2b::MOV_4_ROWS, 4);
        TTI_MOVD2B(p_mov::DEST_NORM, p_movd2b::SRC_ROW16_OFFSET + 8, ADDR_MOD_1, p_movd2b::MOV_4_ROWS, 8);
        TTI_MOVD2B(p_mov::DEST_NORM, p_movd2b::SRC_ROW16_OFFSET + 12, ADDR_MOD_1, p_movd2b::MOV_4_ROWS, 12);
        TTI_TRNSPSRCB;
    });

    const std::uint32_t to_srcb = lltt::replay_insn(replay_buf_offset, 5);
    const std::uint32_t back0   = TT_OP_MOVB2D(0, p_movb2d::SRC_ROW16_OFFSET, ADDR_MOD_1, p_movb2d::MOV_4_ROWS, 0);
    const std::uint32_t back4   = TT_OP_MOVB2D(0, p_movb2d::SRC_ROW16_OFFSET + 4, ADDR_MOD_1, p_movb2d::MOV_4_ROWS, 4);
    const std::uint32_t back8   = TT_OP_MOVB2D(0, p_movb2d::SRC_ROW16_OFFSET + 8, ADDR_MOD_1, p_movb2d::MOV_4_ROWS, 8);
    const std::uint32_t back12 = TT_OP_MOVB2D(0, p_movb2d::SRC_ROW16_OFFSET + 12, ADDR_MOD_1, p_movb2d::MOV_4_ROWS, 12);

    ckernel_unpack_template transpose(true, true, to_srcb, back0, back4, back8, TT_OP_SFPNOP, back12, TT_OP_NOP);
    transpose.program();
}

inline void _transpose_()
{
    TTI_STALLWAIT(p_stall::STALL_MATH, p_stall::WAIT_SFPU | p_stall::SRCB_VLD);
    ckernel_unpack_template::run(2, 0b10);
    TTI_SETRWC(p_setrwc::CLR_B, 0, 0, 0, 0, p_setrwc::SET_ABD);
}
