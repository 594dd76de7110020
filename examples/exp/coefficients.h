/* exp(r) of |r| <= ln2 / 2, and as a tile of bf16 needs it; made by coefficients.py. */
#define LOG2E                  0x3FB8AA3B /* 1.44269502 */
#define MINUS_LN2_11_BITS_FP16 0xB98C     /* -0.693359375 */
#define MINUS_LN2_REST         0x395E8083 /* 0.000212194442 */
#define MINUS_LN2_HIGH         0xBF317200 /* -0.693145752 */
#define MINUS_LN2_LOW          0xB5BFBE8E /* -1.42860677e-06 */
#define C2                     0x3EFFFFFE /* 0.49999994 */
#define C3                     0x3E2AAA48 /* 0.166665196 */
#define C4                     0x3D2AAC8C /* 0.0416684598 */
#define C5                     0x3C091D29 /* 0.00836876873 */
#define C6                     0x3AB50000 /* 0.00138092041 */
#define BF16_BIAS              0x42FD8000 /* 126.75 */
#define MINUS_LN2              0xBF317218 /* -0.693147182 */
#define BF16_C4                0x3D45DD4A /* 0.0483067408 */
#define BF16_C3                0x3E29CB1A /* 0.165813833 */
#define BF16_C2                0x3EFFEF5E /* 0.499873102 */
