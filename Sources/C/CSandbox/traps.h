#ifndef TRAPS_H
#define TRAPS_H

/* System calls that the handler of SIGSYS emulates, since libraries need their results; ends with
   NULL. On architectures other than x86-64 the list is empty: newfstatat is allowed and
   sched_getaffinity fails with EACCES. */
extern const char *const csb_trapped[];

/* Installs the handler. */
void csb_trap(void);

#endif
