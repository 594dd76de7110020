/* Of asin and acos, made by coefficients.py. */
/* -1/sqrt(w), to 2^-13.3. */
#define MAGIC 0xDF13081F
#define MINUS_CENTRE 0xBC81 /* as fp16: -1.12597656 */
#define FLOOR 0x3C0E /* as fp16: 1.01367188 */
/* -2/sqrt(w), to 2^-13.6. */
#define ACOS_MAGIC 0xDF2A301F
#define ACOS_MINUS_CENTRE 0xBDF1 /* as fp16: -1.48535156 */
#define ACOS_FLOOR 0x3F10 /* as fp16: 1.765625 */
/* asin, to 2^-27.4. */
#define Q0 0x3E2AAB02 /* 0.166667968 */
#define Q1 0x3D997FAA /* 0.0749505311 */
#define Q2 0x29D2 /* as fp16: 0.0454711914 */
#define Q3 0x2631 /* as fp16: 0.0241851807 */
#define Q4 0x2965 /* as fp16: 0.0421447754 */
/* acos, to 2^-27.4. */
#define ACOS_Q0 0x3E2AAAE5 /* 0.166667536 */
#define ACOS_Q1 0x3D9980D0 /* 0.0749527216 */
#define ACOS_Q2 0x29D2 /* as fp16: 0.0454711914 */
#define ACOS_Q3 0x2631 /* as fp16: 0.0241851807 */
#define ACOS_Q4 0x2965 /* as fp16: 0.0421447754 */
/* pi/2 is TURN MAGIC, or ACOS_TURN QUARTER. */
#define TURN 0xA02F095C /* -1.48261733e-19 */
#define ACOS_TURN 0x3F5C8DE5 /* 0.861540139 */
#define QUARTER 0x3F4B /* as fp16: 1.82324219 */
#define MINUS_QUARTER 0xBF4B /* as fp16: -1.82324219 */
#define TWO_QUARTERS 0x434B /* as fp16: 3.64648438 */
/* asin of bf16; 0 % of half an interval are left. */
#define BF16_MAGIC 0xDF2ACE1F
#define BF16_MINUS_CENTRE 0xBFBE457A /* -1.48649526 */
#define BF16_FLOOR 0x3FE1D19A /* 1.76420903 */
#define BF16_R1 0x3E2A486D /* 0.166291907 */
#define BF16_R2 0x3DB3201B /* 0.0874635801 */
/* acos of bf16; 0 % of half an interval are left. */
#define BF16_ACOS_MAGIC 0xDF10D9FF
#define BF16_ACOS_MINUS_CENTRE 0xBF903343 /* -1.12656438 */
#define BF16_ACOS_FLOOR 0x3F81B290 /* 1.0132618 */
#define BF16_ACOS_R0 0xBFB505E5 /* -1.41424239 */
#define BF16_ACOS_R1 0xAF7F /* as fp16: -0.117126465 */
#define BF16_ACOS_R2 0xA7EB /* as fp16: -0.0309295654 */
#define BF16_ACOS_R3 0x160F /* as fp16: 0.00147914886 */
#define BF16_ACOS_R4 0xA118 /* as fp16: -0.00994873047 */
#define HALF_PI 0x3FC90FDB /* 1.57079637 */
#define PI 0x40490FDB /* 3.14159274 */
