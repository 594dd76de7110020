/* Of asin and acos, made by coefficients.py. */
/* -1/sqrt(w), to 2^-14.9. */
#define MAGIC 0xDF11481F
#define MINUS_CENTRE 0xBC82 /* as fp16: -1.12695312 */
#define FLOOR 0x3F81A6C0 /* 1.01290131 */
/* -2/sqrt(w), to 2^-15.1. */
#define ACOS_MAGIC 0xDF2B201F
#define ACOS_MINUS_CENTRE 0xBDF2 /* as fp16: -1.48632812 */
#define ACOS_FLOOR 0x3FE1D7D9 /* 1.76439965 */
/* asin, to 2^-27.2. */
#define Q0 0x3E2AAAFF /* 0.166667923 */
#define Q1 0x2CCC /* as fp16: 0.0749511719 */
#define Q2 0x29D2 /* as fp16: 0.0454711914 */
#define Q3 0x2630 /* as fp16: 0.0241699219 */
#define Q4 0x2966 /* as fp16: 0.042175293 */
/* acos, to 2^-26.8. */
#define ACOS_Q0 0x3E2AAAF1 /* 0.166667715 */
#define ACOS_Q1 0x2CCC /* as fp16: 0.0749511719 */
#define ACOS_Q2 0x29D2 /* as fp16: 0.0454711914 */
#define ACOS_Q3 0x2632 /* as fp16: 0.0242004395 */
#define ACOS_Q4 0x2965 /* as fp16: 0.0421447754 */
/* pi/2 is TURN MAGIC, or ACOS_TURN QUARTER. */
#define TURN 0xA031251D /* -1.50047629e-19 */
#define ACOS_TURN 0x3F5C8DE5 /* 0.861540139 */
#define MINUS_QUARTER 0xBF4B /* as fp16: -1.82324219 */
#define TWO_QUARTERS 0x434B /* as fp16: 3.64648438 */
/* asin of bf16; 0.24 % of half an interval are left. */
#define BF16_MAGIC 0xDF2ACE1F
#define BF16_MINUS_CENTRE 0xBDF2 /* as fp16: -1.48632812 */
#define BF16_FLOOR 0x3FE1D871 /* 1.76441777 */
#define BF16_R1 0x3E2A47D8 /* 0.166289687 */
#define BF16_R2 0x2D9A /* as fp16: 0.0875244141 */
/* acos of bf16; 0.05 % of half an interval are left. */
#define BF16_ACOS_MAGIC 0xDF1D5B9F
#define BF16_ACOS_MINUS_CENTRE 0xBFA59F6E /* -1.29392791 */
#define BF16_ACOS_FLOOR 0x3FAB2B32 /* 1.33725572 */
#define BF16_ACOS_R1 0xAD42 /* as fp16: -0.0821533203 */
#define BF16_ACOS_R2 0xA654 /* as fp16: -0.0247192383 */
#define BF16_ACOS_R3 0x1D42 /* as fp16: 0.00513458252 */
#define BF16_ACOS_R4 0xA08F /* as fp16: -0.00890350342 */
#define HALF_PI 0x3FC90FDB /* 1.57079637 */
#define PI 0x40490FDB /* 3.14159274 */
