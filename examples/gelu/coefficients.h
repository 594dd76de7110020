/* mills(-s) is N(s) / -D(s) within 2^-25.91; made by coefficients.py. */
#define N0 0x3F000000 /* 0.5 */
#define N1 0xBEDECBB9 /* -0.435148031 */
#define N2 0x3E392DC9 /* 0.180838719 */
#define N3 0xBD230E58 /* -0.0398086011 */
#define N4 0x3B82C14D /* 0.00399032841 */
#define D0 0xBF800000 /* -1 */
#define D1 0x3FD586F4 /* 1.66818094 */
#define D2 0xBF98AA09 /* -1.19268906 */
#define D3 0x3EED2000 /* 0.463134766 */
#define D4 0xBDCC6000 /* -0.0997924805 */
#define D5 0x3C23E000 /* 0.0100021362 */
/* e^(-r / 2) within 2^-27.28; made by coefficients.py. */
#define E1             0xBF000000 /* -0.5 */
#define E2             0x3E000000 /* 0.125 */
#define E3             0xBCAAAA4A /* -0.0208331533 */
#define E4             0x3B2AAB21 /* 0.00260419422 */
#define E5             0xB9892000 /* -0.000261545181 */
#define E6             0x37B60000 /* 2.16960907e-05 */
#define TWICE_LN2_HIGH 0x3FB18000 /* 1.38671875 */
#define TWICE_LN2_LOW  0xB9DE8083 /* -0.000424388883 */
/* The argument of the tanh form; e^r within 2^-27.13; made by coefficients.py. */
#define C1             0x3FCC422A /* 1.59576917 */
#define C1_HIGH        0x3FCC4000 /* 1.59570312 */
#define C1_LOW         0x388A67A8 /* 6.59966026e-05 */
#define C3             0x3D922279 /* 0.0713548139 */
#define C3_HIGH        0x3D922000 /* 0.0713500977 */
#define C3_LOW         0x369E549B /* 4.71861631e-06 */
#define MINUS_LN2_HIGH 0xBF318000 /* -0.693359375 */
#define MINUS_LN2_LOW  0x395E8083 /* 0.000212194442 */
#define P2             0x3F000000 /* 0.5 */
#define P3             0x3E2AAA11 /* 0.166664377 */
#define P4             0x3D2AA93D /* 0.0416653045 */
#define P5             0x3C094000 /* 0.0083770752 */
#define P6             0x3AB80000 /* 0.00140380859 */
/* The 33rd root of normal(-s), 0.9986 of the way to what rounds wrongly; made by coefficients.py. */
#define Q0 0x3F7AADD1 /* 0.979214728 */
#define Q1 0x3CC1F65D /* 0.0236770455 */
#define Q2 0xBC15EE38 /* -0.00915103406 */
#define Q3 0x3A660674 /* 0.00087747653 */
#define Q4 0x397E7467 /* 0.000242666909 */
#define Q5 0x3768CAF6 /* 1.38755331e-05 */
#define Q6 0x3426DA89 /* 1.55394574e-07 */
#define Q7 0xB1740000 /* -3.55066732e-09 */
#define Q8 0x2FBF0000 /* 3.47426976e-10 */
#define Q9 0x2D870000 /* 1.53477231e-11 */
/* The 33rd root of logistic(-s), 1.1351 of the way to what rounds wrongly; made by coefficients.py. */
#define T0  0x3F7AADD4 /* 0.979214907 */
#define T1  0x3CC2D195 /* 0.0237815771 */
#define T2  0xBC0C61C0 /* -0.00856822729 */
#define T3  0x3AFE0620 /* 0.00193804875 */
#define T4  0x3A9AD9A7 /* 0.0011814133 */
#define T5  0x39D958D9 /* 0.00041455662 */
#define T6  0x38A5C0BB /* 7.90371196e-05 */
#define T7  0x3709D781 /* 8.21601225e-06 */
#define T8  0x35000000 /* 4.76837158e-07 */
#define T9  0x327C0000 /* 1.46683306e-08 */
#define T10 0x2F4E0000 /* 1.87355909e-10 */
