/* What log-bf16.S and its tables keep in registers, by names of coefficients.h. L11 is -1.0, as the runtime leaves it. */
    set_constant 12, 0x7F800000     // infinity
    set_constant 13, 0x84000000     // -2^-119
    set_constant 14, 0x43808000     // 257
    load_word L4, LN2
    load_word L5, H0
    load_word L6, H1
    load_word L7, H2
