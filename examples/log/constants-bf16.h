/* The constants that the bf16 kernels keep in registers. L11 is -1.0, as the vendor's runtime leaves it. */
    set_constant 12, 0x7F800000     // infinity
    set_constant 13, 0x84000000     // -2^-119
    set_constant 14, 0x43808000     // 257
    load_word L4, IN_L4
    load_word L5, LOG(H0)
    load_word L6, LOG(H1)
    load_word L7, LOG(H2)
