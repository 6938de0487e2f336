#ifndef CMALLOCWATCH_H
#define CMALLOCWATCH_H

/* Installs signal handlers that exit with `code` if the process crashes after a failed allocation:
   many libraries do not check for NULL, or abort. Other crashes keep their signal.

   Linking this replaces malloc(3) and its relatives by glibc's, with a record of failures; not
   under a sanitizer. */
void cmw_exit_on_crash_after_oom(int code);

/* Whether an allocation of at most 4 GiB has failed in this process. */
int cmw_was_refused(void);

#endif
