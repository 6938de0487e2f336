#ifndef FILTER_H
#define FILTER_H

/* Makes the filter of system calls; 0, or -1 where the kernel has none. With `threads` the filter asks
   its listener about each. */
int csb_filter_make(const char *const *more, int threads);

/* Puts the filter on this process for good. Returns its listener, or 0 where it has none, or -1
   where the kernel refuses or there is no filter. */
int csb_filter_enter(void);

#endif
