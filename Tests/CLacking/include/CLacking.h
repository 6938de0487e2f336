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

#endif
