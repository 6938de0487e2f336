#ifndef FILTER_H
#define FILTER_H

/* Makes the filter of system calls; 0, or -1 where it cannot be had. */
int csb_filter_make(const char *const *more);

/* Puts the filter on this process for good; 0, or -1 where the kernel refuses or there is none. */
int csb_filter_enter(void);

#endif
