/* (e^2v - 1) / 2 = v + v^2 + C3 v^3 + ... + C6 v^6 for |v| <= ln2 / 4, 2^-25.8 off; made by coefficients.py. */
#define C3 0x3F2AAA49 /* 0.666660845 */
#define C4 0x3EAAAA45 /* 0.333330303 */
#define C5 0x3E092000 /* 0.133911133 */
#define C6 0x3D370000 /* 0.0446777344 */
/* 1 / (1 - m) = 1 + R1 m + R2 m^2 for 0 <= m <= 1/2, 2^-7.1 off; made by coefficients.py. */
#define R1 0x3F370000 /* 0.71484375 */
#define R2 0x401F0000 /* 2.484375 */
/* Of the reduction; made by coefficients.py. */
#define LIMIT     0x41110000 /* 9.0625 */
#define TWO_LOG2E 0x4038AA3B /* 2.88539004 */
#define HALF_LN2  0x3EB17218 /* 0.346573591 */
#define MAGIC     0x4B40007F /* 12583039 */
/* tanh(x) for bf16 x > 0, at most 0.74 ULP off: x + C2 x^2 + ... + C6 x^6; made by coefficients.py. */
#define BF16_C2 0x3CBB6730 /* 0.0228763521 */
#define BF16_C3 0xBEF2C48A /* -0.474155724 */
#define BF16_C4 0x3E8AC811 /* 0.271057636 */
#define BF16_C5 0xBD817B1C /* -0.0632230937 */
#define BF16_C6 0x3BB3B645 /* 0.00548437471 */
/* tanh(x) for bf16 x > 0, at most 0.5 ULP off: x + C2 x^2 + ... + C9 x^9; made by coefficients.py. */
#define ROUNDED_C2 0xBA4A7210 /* -0.000772268511 */
#define ROUNDED_C3 0xBEA500CB /* -0.322271675 */
#define ROUNDED_C4 0xBD6C3856 /* -0.0576709136 */
#define ROUNDED_C5 0x3E8DFD1A /* 0.277321637 */
#define ROUNDED_C6 0xBE3DB429 /* -0.185257569 */
#define ROUNDED_C7 0x3D72D184 /* 0.0592818409 */
#define ROUNDED_C8 0xBC1DB2AD /* -0.00962511916 */
#define ROUNDED_C9 0x3A270000 /* 0.000637054443 */
