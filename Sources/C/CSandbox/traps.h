#ifndef TRAPS_H
#define TRAPS_H

/* System calls that the kernel is not asked, but whose answer a library needs: a filter that traps
   them has the process answer itself. Only for processors whose registers traps.c knows;
   elsewhere the list is empty, newfstatat is let through and sched_getaffinity is refused. It ends
   with NULL. */
extern const char *const csb_trapped[];

/* Answers them from here on. */
void csb_trap(void);

#endif
