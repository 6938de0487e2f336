#ifndef CSANDBOX_H
#define CSANDBOX_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* The sandbox of the decoders, and fork(2), which Swift cannot call. Not thread-safe, but csb_allow
   may be called from any thread. */

/* The parts of the sandbox, as bits. */
enum {
  /* Resource limits of memory, processor time and descriptors; files of size 0, no core dumps. */
  CSB_LIMITS = 1,
  /* No capabilities, no_new_privs, not dumpable: no unprivileged process can trace this one. */
  CSB_PRIVILEGES = 2,
  /* Nothing in the file system can be opened (Landlock). Nor can TCP be used if the kernel has
     version 4, nor abstract sockets of and signals to outside processes if it has version 6. */
  CSB_FILES = 4,
  /* System calls that decoding does not need kill the process (seccomp). */
  CSB_SYSTEM_CALLS = 8,
};

/* The limits of a child at the start, and the most that csb_allow can raise them to. */
struct csb_limits {
  /* Processor time, in seconds. */
  uint64_t seconds, most_seconds;
  /* Private writable memory (RLIMIT_DATA), in bytes. */
  uint64_t bytes, most_bytes;
};

/* Starts a new session, changes to the root directory and closes the descriptors above `last`. */
void csb_leave(int last);

/* Enters the parts that children inherit, CSB_PRIVILEGES and CSB_FILES, and prepares the others.
   Without `threads` a child that creates a thread is killed. Raises the OOM score of this process
   and its children. Call once, after all files are open. Returns the parts that are in force or
   prepared. */
unsigned csb_prepare(const struct csb_limits *limits, int threads);

/* Tests `parts` in a child process and stores those that work. Returns 0, or -1 if no child could
   be forked or completed the test; then nothing is stored. */
int csb_prove(unsigned parts, unsigned *in_force);

/* Enters CSB_LIMITS and CSB_SYSTEM_CALLS in a child of csb_fork, and kills the child when its
   parent dies. If the child may have threads, `socket` must be descriptor 5: the listener for
   csb_judge_thread is sent over it, and it is closed. Otherwise it is -1. Returns those of `parts`
   that are in force; inherited ones count as such. */
unsigned csb_enter(unsigned parts, int socket);

/* Lets csb_allow raise the processor time of this child without limit, for requests that the client
   limits step by step. Call before csb_enter. */
void csb_allow_any_time(void);

/* Sets the limits of this child, at most to those passed to csb_prepare. Errors are ignored. */
void csb_allow(uint64_t seconds, uint64_t bytes);

/* Decides about a thread that a child wants to create, without blocking: allowed if the child has
   fewer than `max_threads`. If their number is unknown, `allowed`, the number of threads
   allowed so far, must be below 1000. Returns 1 if allowed, 0 if denied or if there is no request,
   -1 if the child has exited. */
int csb_judge_thread(int listener, pid_t child, unsigned max_threads, unsigned allowed);

/* fork(2), retried up to four times after EAGAIN and ENOMEM, within 15 ms. */
pid_t csb_fork(void);

enum { CSB_MOST_KEPT = 144 };

/* Renumbers descriptors from 3 in this order, and closes all above. Returns 0, or -1 with some of
   them duplicated. */
int csb_keep(const int *descriptors, int count);

#endif
