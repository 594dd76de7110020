/* erf.S: G(A), within 2^-25.95 of erf; made by coefficients.py. */
#define G0 0x3E0375D3 /* 0.128379151 */
#define G1 0xBD8E9A64 /* -0.0696304142 */
#define G2 0x3988E18F /* 0.000261079957 */
#define G3 0x38D7E05C /* 0.000102937891 */
#define G4 0xB4C54F2C /* -3.67517146e-07 */
#define G5 0xB406B6E4 /* -1.25462577e-07 */
#define G6 0xB13B0000 /* -2.72120815e-09 */
#define G7 0xADA20000 /* -1.84172677e-11 */
/* erf-bf16-*.S: F(-|x|), 0.999796 of the way to a number that rounds wrongly; made by coefficients.py. */
#define F0 0x3F906EBE /* 1.12837958 */
#define F1 0x39CD81B7 /* 0.000391972921 */
#define F2 0xBEBCFBC1 /* -0.36910823 */
#define F3 0x3D0F83A3 /* 0.0350376479 */
#define F4 0x3E42951B /* 0.190021917 */
#define F5 0x3DA8B94F /* 0.0823846981 */
#define F6 0x3C390000 /* 0.0112915039 */
