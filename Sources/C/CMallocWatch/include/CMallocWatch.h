#ifndef CMALLOCWATCH_H
#define CMALLOCWATCH_H

/* Lets this process, where it crashes after memory was refused to it, exit with a code instead:
   many a library continues as if memory were never refused, or gives up by a trap. What crashes
   without that dies as it would have. Every program that links this has its own malloc(3), which is
   glibc's and takes note of what is refused. */
void cmw_exit_on_crash_after_oom(int code);

/* Whether memory was refused to this process that a picture might need. */
int cmw_was_refused(void);

#endif
