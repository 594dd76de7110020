/*
 * What the kernels of this folder share: words of the matrix unit, in the shapes of the vendor's math thread. Banks and
 * arithmetic: sfpu-matrix(7).
 */

/* A modifier's fields: SrcA's, SrcB's in B(), Dst's, and Wormhole's bias. */
#define CR 1 << 6          /* of a source: the counter becomes the saved counter, after that has stepped */
#define CLEAR 1 << 7       /* of a source: both counters become 0 */
#define B(field) ((field) << 8)
#define DST_CR 1 << 10
#define DST_CLEAR 1 << 11
#define DST_KEEP 1 << 12   /* the saved counter becomes the counter, after that has stepped */
#define DST_BACK(rows) (-(rows) & 0x3FF)
#define NEXT_PHASE 1 << 13
#define FIRST_PHASE 1 << 15

#define STALL_MATH 0x40
#define STALL_CFG 0x80
#define STALL_VECTOR 0x100

#ifdef ARCH_BLACKHOLE
#define MODIFIER(n) (n)
#define OTHER_FOUR 0
#define SAME_FOUR 0
#define MATH 0x10          /* STALLWAIT waits for the end of what the matrix unit does */
#define VECTOR 0x800       /* of what the vector unit does */
#define A_VALID 0x80       /* for a bank */
#define B_VALID 0x100
#else
#define MODIFIER(n) ((n) & 3)
#define OTHER_FOUR 1       /* fields have two bits: those of the next words mean modifiers 4 to 7 */
#define SAME_FOUR 1 << 4   /* they mean modifiers 0 to 3 */
#define MATH 0x80
#define VECTOR 0x4000
#define A_VALID 0x400
#define B_VALID 0x800
#endif

    .macro modifier n:req, sources:req, dst:req, bias=0
    ttsetc16 ADDR_MOD_AB_SEC\n\()_SrcAIncr_ADDR32, \sources
    ttsetc16 ADDR_MOD_DST_SEC\n\()_DestIncr_ADDR32, \dst
    ttsetc16 ADDR_MOD_BIAS_SEC\n\()_BiasIncr_ADDR32, \bias
    .endm

/* The matrix unit begins, or goes on with what the vector unit wrote. Modifier 1 steps nothing. */
    .macro begin_matrix
    ttstallwait STALL_CFG | STALL_MATH, VECTOR
#ifdef ARCH_WORMHOLE
    ttsetc16 ADDR_MOD_SET_Base_ADDR32, 0
#endif
    ttsetrwc 0, 0, 0, 0, 0, 15
    .endm

/* The vector unit goes on with what the matrix unit wrote. Kernels of the vector unit expect these modifiers. */
    .macro begin_vector step=2
    ttstallwait STALL_CFG | STALL_VECTOR, MATH
#ifdef ARCH_WORMHOLE
    ttsetc16 ADDR_MOD_SET_Base_ADDR32, 1
#endif
    modifier 7, 0, 0       // STAY
    modifier 6, 0, \step   // STEP
    ttsetrwc 0, 0, 0, 0, 0, 15
    .endm

/* The tile of Dst that words mean. */
    .macro use_tile n:req
    ttsetc16 DEST_TARGET_REG_CFG_MATH_Offset_ADDR32, 64 * \n
    .endm

/* Marks a tile of Dst invalid, so that it reads as 0. */
    .macro clear_tile n:req
    .irp face, 0, 1, 2, 3
#ifdef ARCH_BLACKHOLE
    ttzeroacc p_zeroacc::CLR_16, 0, 0, MODIFIER(3), 4 * \n + \face
#else
    ttzeroacc p_zeroacc::CLR_16, MODIFIER(3), 4 * \n + \face
#endif
    .endr
    .endm

/* A tile of Dst to a bank of SrcA or SrcB, which its unpacker has given: `move` is ttmovd2a or ttmovd2b. */
    .macro move_tile move:req, valid:req, row=0
    ttstallwait STALL_MATH, \valid
    .irp four, 0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 48, 52, 56, 60
    \move 0, \four, MODIFIER(3), 2, \row + \four
    .endr
    .endm

/* ---- Products ---- */

/* Modifiers of matmul and of rows_to_tile. */
    .macro begin_matmul
    modifier 0, B(8), 8
    modifier 1, B(24), 24, OTHER_FOUR
    modifier 3, 0, 0
    modifier 4, B(8), 8
    modifier 5, 16 | B(CR), DST_CR | 16, SAME_FOUR
    modifier 6, 16 | B(CR | 16), DST_CR | DST_BACK(16), SAME_FOUR
    modifier 7, CLEAR | B(CLEAR), DST_CLEAR | NEXT_PHASE, SAME_FOUR
    .endm

/*
 * Dst += SrcB SrcA, 32 x 32 each, in a number of fidelity phases. Of a face of SrcA the four words take the upper and the
 * lower 8 rows of the upper face of SrcB, then those of the lower face. The faces of SrcA follow each other: at the
 * right; below at the left, with the faces at the right of SrcB; below at the right.
 */
    .macro matmul phases:req
    ttreplay 0, 16, 1, 1
    .irp next, 5, 6, 5, 7
    ttmvmul 0, 0, MODIFIER(0), 0
    ttmvmul 0, 0, MODIFIER(1), 0
    ttmvmul 0, 0, MODIFIER(4), 0
    ttmvmul 0, 0, MODIFIER(\next), 0
    .endr
    .rept \phases - 1
    ttreplay 0, 16, 0, 0
    .endr
    ttsetrwc 3, 0, 0, 0, 0, 15
    .endm

/* All 32 rows of a tile of Dst become row 0 of SrcB's tile. */
    .macro rows_to_tile
    .irp row, 0, 8, 32, 40
    ttmovb2d 0, 0, MODIFIER(3), 2, \row
    ttmovb2d 0, 16, MODIFIER(3), 2, \row + 16
    .endr
    ttsetrwc 2, 0, 0, 0, 0, 7
    .endm

/* Modifiers of product. */
    .macro begin_product
    modifier 0, 8 | B(8), 8
    modifier 2, CLEAR | B(CLEAR), DST_CLEAR | NEXT_PHASE
    modifier 3, 0, 0
    .endm

/* Dst += SrcA SrcB, element by element of a tile. A phase passes over the whole tile, so that a block of Dst is written
 * again 8 words later, when it can be. */
    .macro product phases:req
    ttreplay 0, 8, 1, 1
    .rept 7
    ttelwmul 0, 0, 0, MODIFIER(0), 0
    .endr
    ttelwmul 0, 0, 0, MODIFIER(2), 0
    .rept \phases - 1
    ttreplay 0, 8, 0, 0
    .endr
    ttsetrwc 3, 0, 0, 0, 0, 15
    .endm

/* Modifiers of product_by_row. */
    .macro begin_product_by_row
    modifier 0, 8, 8
    modifier 1, 8 | B(16), 8
    modifier 2, CLEAR | B(CLEAR), DST_CLEAR | NEXT_PHASE
    modifier 3, 0, 0
    .endm

/* Dst += SrcA times a row of SrcB, which has it in row 0 of each face. */
    .macro product_by_row phases:req
    ttreplay 0, 8, 1, 1
    .rept 3
    ttelwmul 0, 0, 2, MODIFIER(0), 0
    ttelwmul 0, 0, 2, MODIFIER(1), 0
    .endr
    ttelwmul 0, 0, 2, MODIFIER(0), 0
    ttelwmul 0, 0, 2, MODIFIER(2), 0
    .rept \phases - 1
    ttreplay 0, 8, 0, 0
    .endr
    ttsetrwc 3, 0, 0, 0, 0, 15
    .endm
