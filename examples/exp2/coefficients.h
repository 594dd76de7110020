/* 2^r of |r| <= 1/2, and as a tile of bf16 needs it; made by coefficients.py. */
#define C1        0x3F317219 /* 0.693147242 */
#define C2        0x3E75FDF2 /* 0.240226537 */
#define C3        0x3D635746 /* 0.0555031523 */
#define C4        0x3C1D93D7 /* 0.0096177673 */
#define C5        0x3AAFB01D /* 0.00134039263 */
#define C6        0x39230000 /* 0.000155448914 */
#define BF16_BIAS 0x42FDE000 /* 126.9375 */
#define BF16_C4   0x3C203F96 /* 0.00978078507 */
#define BF16_C3   0x3D69BC11 /* 0.0570641197 */
#define BF16_C2   0x3E759003 /* 0.239807174 */
#define BF16_C1   0x3F316DFD /* 0.693084538 */
