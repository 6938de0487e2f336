#ifndef CDESCRIPTORS_H
#define CDESCRIPTORS_H

#include <stddef.h>
#include <sys/types.h>

/* What Swift cannot say about descriptors. Every function may be called from any thread, answers -1
   with `errno` where it fails, and makes descriptors that programs started later do not get. */

/* Sends one message and up to 8 descriptors over a socket (unix(7), SCM_RIGHTS). Never raises
   SIGPIPE. Returns 0. */
int cde_send(int socket, const void *bytes, size_t length, const int *descriptors, int count);

/* Waits for one message. `count` says how many descriptors are taken, at most 8, and is set to how
   many came; where more came, or the message is longer than `capacity`, nothing is taken and the
   answer is -1 with EMSGSIZE. Returns the length of the message; 0 at the end. */
ssize_t cde_receive(int socket, void *bytes, size_t capacity, int *descriptors, int *count);

/* A descriptor that can be read once cde_signal has been called with it (eventfd(2)). */
int cde_signal_descriptor(void);
void cde_signal(int descriptor);

/* A file in memory that nobody can change any more (memfd_create(2), F_ADD_SEALS). */
int cde_sealed_file(const void *bytes, size_t length);

/* A descriptor that can be read when a process has ended (pidfd_open(2)). */
int cde_open_process(pid_t process);

#endif
