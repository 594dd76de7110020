/* sfpsim check: what there is to find in kernels, whatever their data. */
#ifndef SFP_CHECK_COMMAND_H
#define SFP_CHECK_COMMAND_H

/* `sfpsim check KERNEL ...`; returns the exit status. */
int check_main(int argc, char **argv);

#endif
