#ifndef CSANDBOX_H
#define CSANDBOX_H

#include <stddef.h>
#include <sys/types.h>

/* The sandbox of the decoders, and what else Swift cannot do there. One thread only: the decoders
   have no other. */

/* The parts of the sandbox: bits. */
enum {
  /* Address space, processor time, files, descriptors, no core. */
  CSB_LIMITS = 1,
  /* No new privileges; no other process may look into this one. */
  CSB_PRIVILEGES = 2,
  /* Nothing in the file system may be opened (Landlock). */
  CSB_FILES = 4,
  /* System calls that decoding does not need kill the process (seccomp). */
  CSB_SYSTEM_CALLS = 8,
};

/* Leaves the terminal and every descriptor above `last` behind. */
void csb_leave(int last);

/* Takes on what children inherit, CSB_PRIVILEGES and CSB_FILES, and prepares what they take on
   themselves. `more` names system calls that the codecs of this program need beyond the common
   ones; it ends with NULL. Call once, when everything is opened that has to be. Returns the parts
   that are in force or prepared. */
unsigned csb_prepare(const char *const *more);

/* Tries in a child, which ends, whether each of these parts holds. Returns those that do. */
unsigned csb_prove(unsigned parts);

/* Takes on CSB_LIMITS and CSB_SYSTEM_CALLS in a child that csb_fork made, and lets it die with its
   parent. Returns the parts of `parts` that could be had; those inherited count. */
unsigned csb_enter(unsigned parts);

/* fork(2). */
pid_t csb_fork(void);

/* Makes one descriptor number 3, another number 4, and closes all above. Returns 0 or -1. */
int csb_keep(int third, int fourth);

#endif
