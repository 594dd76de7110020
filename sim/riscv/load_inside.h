/* What the loader's files share. */
#ifndef RV_LOAD_INSIDE_H
#define RV_LOAD_INSIDE_H

#include "load.h"

struct reading;

/* Takes the symbols of the file over, names and all; image->code is there. */
bool rv_take_symbols(struct reading *r, struct rv_image *image);

#endif
