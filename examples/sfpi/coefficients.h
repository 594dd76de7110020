/* P - 1/2 of |x|: a slope and an offset, a byte each; made by coefficients.py. */
#define GELU_BELOW_1 0x26ff /* 0.34375 |x|; x P is 0.0122 off at most */
#define GELU_BELOW_2 0x303e /* 0.125 |x| + 0.234375; x P is 0.0180 off at most */
#define GELU_ABOVE_2 0x662c /* 0.0214844 |x| + 0.4375; x P is 0.0099 off at most */
