/* log1p.S: ln(1 + r) = r + (4 r)^2 (C0 + ... + C8 (4 r)^8); made by coefficients.py. */
#define C0        0xBCFFFFFF /* -0.0312499981 */
#define C1        0x3BAAAAB3 /* 0.00520833721 */
#define C2        0xBA800025 /* -0.000976566807 */
#define C3        0x394CBD67 /* 0.000195255139 */
#define C4        0xB82A852F /* -4.06551953e-05 */
#define C5        0x37140000 /* 8.82148743e-06 */
#define C6        0xB6060000 /* -1.9967556e-06 */
#define C7        0x34D50000 /* 3.96743417e-07 */
#define C8        0xB3380000 /* -4.28408384e-08 */
#define MINUS_LN2 0xBF317218 /* -0.693147182 */
/* log1p-bf16.S: 4 r (Q0 + ... + Q5 (4 r)^5), with 0.00044 of half an interval left; made by coefficients.py. */
#define Q0 0x3E800015 /* 0.250000626 */
#define Q1 0xBCFFE776 /* -0.0312382989 */
#define Q2 0x3BAAA742 /* 0.00520792697 */
#define Q3 0xBA836034 /* -0.00100231776 */
#define Q4 0x39540000 /* 0.000202178955 */
#define Q5 0xB7DD0000 /* -2.6345253e-05 */
