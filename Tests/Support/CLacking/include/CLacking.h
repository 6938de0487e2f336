#ifndef CLACKING_H
#define CLACKING_H

/* Lets this process and its children live as on a system that lacks a part of the sandbox: by a
   filter of system calls that answers for the kernel. */

/* setrlimit(2) is refused. */
int cla_without_limits(void);
/* PR_SET_DUMPABLE of prctl(2) is refused. */
int cla_without_privileges(void);
/* There is no Landlock. */
int cla_without_files(void);
/* There is no seccomp; must be the last to be lacking. */
int cla_without_system_calls(void);

/* No process can be made. */
int cla_without_processes(void);

/* Asks for a network of its own, for a thread. */
void cla_try_namespace(void);
/* Asks for the status of a file by its path, as if it were open; -1 where that is refused. */
int cla_try_status(const char *path);
/* The number of processors this process may run on, as reported to it. */
int cla_processor_count(void);
/* Waits endlessly. */
void *cla_wait(void);

#endif
