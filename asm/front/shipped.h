/* Where the files are that come with the programs. */
#ifndef SFP_SHIPPED_H
#define SFP_SHIPPED_H

/*
 * The directory of sfpu.inc, by where the program or library is that this is part of: include/ there or a step further up,
 * as where it was built, or share/sfpu/ a step or two further up, as where it is installed. To be freed; NULL with
 * errno if there is none, ENOENT, or no memory, ENOMEM.
 */
char *sfp_shipped_directory(void);

#endif
