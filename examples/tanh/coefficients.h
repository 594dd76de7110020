/* tanh(x) for bf16 x > 0, at most 1 ULP / 2 off: x + C2 x^2 + ... + C9 x^9; made by coefficients.py. */
#define BF16_C2 0xBA4A7210 /* -0.000772268511 */
#define BF16_C3 0xBEA500CB /* -0.322271675 */
#define BF16_C4 0xBD6C3856 /* -0.0576709136 */
#define BF16_C5 0x3E8DFD1A /* 0.277321637 */
#define BF16_C6 0xBE3DB429 /* -0.185257569 */
#define BF16_C7 0x3D72D184 /* 0.0592818409 */
#define BF16_C8 0xBC1DB2AD /* -0.00962511916 */
#define BF16_C9 0x3A270000 /* 0.000637054443 */
