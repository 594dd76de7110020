/* exp(r) - 1, for tiles of fp32 and of bf16; made by coefficients.py. */
#define BIAS                0x42FDD480 /* 126.915039 */
#define SCALE               0x3FB810E9 /* 1.43801606 */
#define MINUS_LN2_HIGH_FP16 0xB98C     /* -0.693359375 */
#define MINUS_LN2_LOW       0x395E8083 /* 0.000212194442 */
#define C2                  0x3F000000 /* 0.5 */
#define C3                  0x3E2AAAC2 /* 0.166667014 */
#define C4                  0x3D2AAA9F /* 0.0416666232 */
#define C5                  0x3C086E32 /* 0.00832705386 */
#define C6_FP16             0x15B5     /* 0.00139331818 */
#define C7                  0x39690000 /* 0.000222206116 */
#define LOG2E               0x3FB8AA3B /* 1.44269502 */
#define MINUS_LN2           0xBF317218 /* -0.693147182 */
#define BF16_BIAS           0x42FD8000 /* 126.75 */
#define BF16_C4             0x3D454BF0 /* 0.0481681228 */
#define BF16_C3             0x3E29D53C /* 0.165852487 */
#define BF16_C2             0x3EFFEF47 /* 0.499872416 */
