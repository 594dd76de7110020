# min(max(x, 0), 6) of a 32x32 fp32 tile, in place, on Wormhole and Blackhole.
#
# SFPSWAP compares sign-magnitude integers. This orders fp32 numbers, and puts
# NaNs beyond the infinities of their sign. SFPSWAP writes the smaller operand to
# the first register and the larger to the second, but never writes a constant
# register. So one constant and one instruction make a minimum or a maximum.
#
# Loads and stores move bits (INT32), because a store as fp32 would flush
# denormals to zero on Blackhole, but not on Wormhole.
#
# Expects predication on and address modifiers that stay and that step Dst by
# 2, as the vendor's runtime leaves them (.init llk of sfpu.inc).
#
# kernel: relu6, fp32
# arch: wormhole blackhole
# domain: all; of a NaN the limit on its side
# cycles: 6
# sweep: --fn=relu6 --in=bf16 --dst-format=fp32
#     max_ulp=0 max_real_ulp=0 cycles=6.0625 numbers=254
# long: --fn=relu6 --in=fp32
#     max_ulp=0 max_real_ulp=0 cycles=6.0625 numbers=16777214
# data: in.npy expected.npy
# left: L1 L2 L3 L4 L5 L6 L7 L11 L13 L14

    .include "sfpu.inc"

    sfploadi L0, 6.0, SFPLOADI_FLOATB
    sfpconfig 12, 0, 0                  # L12 = L0

    .rept 32
    sfpload L0, 0, INT32, STAY
    sfpswap L9, L0, SWAP_MIN            # L0 = max(x, 0): L9 is 0
    sfpnop                              # the swap takes two cycles
    sfpswap L0, L12, SWAP_MIN           # L0 = min(L0, 6)
    sfpnop
    sfpstore L0, 0, INT32, STEP
    .endr
