/* The approximations behind SFPARECIP, on magnitudes (spec/02 section 2.7). */
#ifndef SFP_ARECIP_TABLE_H
#define SFP_ARECIP_TABLE_H

#include <stdint.h>

/* Approximate reciprocal and exponential of the float with bits `magnitude` (bit 31 clear). */
uint32_t sfp_arecip(uint32_t magnitude);
uint32_t sfp_aexp(uint32_t magnitude);

#endif
