/* e^-f = 1 - f + f^2 / 2 + C3 f^3 + ... + C6 f^6 for |f| <= ln2 / 2, 2^-27.7 off; made by coefficients.py. */
#define C3 0xBE2AAA42 /* -0.166665107 */
#define C4 0x3D2AAA0F /* 0.0416660868 */
#define C5 0xBC092000 /* -0.0083694458 */
#define C6 0x3AB70000 /* 0.0013961792 */
/* Of the reduction; made by coefficients.py. */
#define MINUS_LOG2E      0xBFB8AA3B /* -1.44269502 */
#define MINUS_LN2_HIGH   0xBF310000 /* -0.69140625 */
#define MINUS_LN2_LOW    0xBAE42FF0 /* -0.0017409306 */
#define MAGIC            0x4B400057 /* 12582999 */
#define BF16_MAGIC       0x4B40007F /* 12583039 */
#define MINUS_RECIPROCAL 0xFEF30000 /* -1.61501201e+38 */
#define SCALE            0x2B800000 /* 9.09494702e-13 */
#define MINUS_SCALE      0xAB800000 /* -9.09494702e-13 */
/* SIGMOID_WORMHOLE: 2^f = 1 + C1 f + ... + C4 f^4, with a margin of 9.6e-05 ULP / 2; made by coefficients.py. */
#define SIGMOID_WORMHOLE_C1               0x3F316E0A /* 0.693085313 */
#define SIGMOID_WORMHOLE_C2               0x3E760D8D /* 0.240286067 */
#define SIGMOID_WORMHOLE_C3               0x3D661258 /* 0.0561698377 */
#define SIGMOID_WORMHOLE_C4               0x3C17E000 /* 0.00926971436 */
#define SIGMOID_WORMHOLE_E2               0x3F804C72 /* 1.00233293 */
#define SIGMOID_WORMHOLE_MINUS_RECIPROCAL 0xFEF40000 /* -1.62165815e+38 */
/* SIGMOID_BLACKHOLE: 2^f = 1 + C1 f + ... + C4 f^4, with a margin of 6.3e-05 ULP / 2; made by coefficients.py. */
#define SIGMOID_BLACKHOLE_C1 0x3F316DBE /* 0.693080783 */
#define SIGMOID_BLACKHOLE_C2 0x3E7607F7 /* 0.240264758 */
#define SIGMOID_BLACKHOLE_C3 0x3D662BC6 /* 0.0561940894 */
#define SIGMOID_BLACKHOLE_C4 0x3C198000 /* 0.00936889648 */
/* SILU_WORMHOLE: 2^f = 1 + C1 f + ... + C4 f^4, with a margin of -5.2e-05 ULP / 2; made by coefficients.py. */
#define SILU_WORMHOLE_C1               0x3F316F19 /* 0.693101466 */
#define SILU_WORMHOLE_C2               0x3E75E4F5 /* 0.240131214 */
#define SILU_WORMHOLE_C3               0x3D651852 /* 0.0559313968 */
#define SILU_WORMHOLE_C4               0x3C22E000 /* 0.00994110107 */
#define SILU_WORMHOLE_E2               0x3F8035C3 /* 1.00164068 */
#define SILU_WORMHOLE_MINUS_RECIPROCAL 0xFEF60000 /* -1.63495043e+38 */
/* SILU_BLACKHOLE: 2^f = 1 + C1 f + ... + C4 f^4, with a margin of 3.7e-05 ULP / 2; made by coefficients.py. */
#define SILU_BLACKHOLE_C1 0x3F316FA4 /* 0.693109751 */
#define SILU_BLACKHOLE_C2 0x3E75F6BD /* 0.240199044 */
#define SILU_BLACKHOLE_C3 0x3D651432 /* 0.0559274629 */
#define SILU_BLACKHOLE_C4 0x3C222000 /* 0.00989532471 */
