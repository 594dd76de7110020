/* What a tally is called in JSON. */
#ifndef SFP_NUMERICS_TALLY_JSON_H
#define SFP_NUMERICS_TALLY_JSON_H

#define TALLY_SCHEMA "sfpsim-tally"
enum { TALLY_VERSION = 1 };

#endif
