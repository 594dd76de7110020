/* The command line of sfpsim sweep. */
#ifndef SFP_SWEEP_COMMAND_H
#define SFP_SWEEP_COMMAND_H

/* `sfpsim sweep ...`; returns the exit status. */
int sweep_main(int argc, char **argv);

#endif
