#ifndef CSANDBOX_H
#define CSANDBOX_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* The sandbox of the decoders, and what else Swift cannot do there. One thread only: the decoders
   have no other. */

/* The parts of the sandbox: bits. */
enum {
  /* Memory, processor time, files, descriptors, no core. */
  CSB_LIMITS = 1,
  /* No capabilities and no new privileges; no other process may look into this one. */
  CSB_PRIVILEGES = 2,
  /* Nothing in the file system may be opened (Landlock). */
  CSB_FILES = 4,
  /* System calls that decoding does not need kill the process (seccomp). */
  CSB_SYSTEM_CALLS = 8,
};

/* How much a child may use before csb_allow, and how much it may ask for with it. */
struct csb_limits {
  /* Processor time, in seconds. */
  uint64_t seconds, most_seconds;
  /* Memory of its own that can be written to, in bytes. */
  uint64_t bytes, most_bytes;
};

/* Leaves the terminal, the working folder and every descriptor above `last` behind. */
void csb_leave(int last);

/* Takes on what children inherit, CSB_PRIVILEGES and CSB_FILES, and prepares what they take on
   themselves. `more` names system calls that the codecs of this program need beyond the common
   ones; it ends with NULL. Without `threads` a child that makes a thread is killed. From here on the
   kernel prefers this process and its children where it must end some for lack of memory. Call once,
   when everything is opened that has to be. Returns the parts that are in force or prepared. */
unsigned csb_prepare(const struct csb_limits *limits, const char *const *more, int threads);

/* Tries in a child, which ends, whether each of these parts holds, and stores those that do. Returns
   0, or -1 where no child could be made that went through with it: then nothing is known. */
int csb_prove(unsigned parts, unsigned *held);

/* Takes on CSB_LIMITS and CSB_SYSTEM_CALLS in a child that csb_fork made, and lets it die with its
   parent. `socket` is descriptor 5 where the child may have threads, and is closed: it takes the
   listener for csb_judge_thread to the parent. Otherwise it is -1. Returns the parts of `parts`
   that the kernel granted; those inherited count. */
unsigned csb_enter(unsigned parts, int socket);

/* Lets csb_allow raise the processor time of this child without limit: for work whose pieces the
   client limits. Call before csb_enter. */
void csb_allow_any_time(void);

/* Raises what this child may use, as far as csb_prepare said that it may be raised. */
void csb_allow(uint64_t seconds, uint64_t bytes);

/* Answers a child that wants to make a thread: yes as long as it has fewer than `most`. Where the
   kernel does not tell how many it has, those that it was allowed before count, which is `allowed`.
   Returns 1 for yes, 0 for no or where nothing was asked, and -1 where the child has ended. */
int csb_judge_thread(int listener, pid_t child, unsigned most, unsigned allowed);

/* fork(2), tried a few times where the kernel has no room for a process just then. */
pid_t csb_fork(void);

enum { CSB_MOST_KEPT = 144 };

/* Gives descriptors the numbers from 3 on, in their order, and closes all above. Returns 0 or -1. */
int csb_keep(const int *kept, int count);

#endif
