/* 2^r of |r| <= 1/2, and as a tile of bf16 needs it; made by coefficients.py. */
#define C1        0x3F317218 /* 0.693147182 */
#define C2        0x3E75FDEE /* 0.240226477 */
#define C3        0x3D6357C0 /* 0.0555036068 */
#define C4        0x3C1D96AD /* 0.00961844344 */
#define C5        0x3AAF8657 /* 0.00133914768 */
#define C6        0x39210000 /* 0.000153541565 */
#define BF16_BIAS 0x42FDE000 /* 126.9375 */
#define BF16_C4   0x3C203F96 /* 0.00978078507 */
#define BF16_C3   0x3D69BC11 /* 0.0570641197 */
#define BF16_C2   0x3E759003 /* 0.239807174 */
#define BF16_C1   0x3F316DFD /* 0.693084538 */
