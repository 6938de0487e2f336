#ifndef FILTER_H
#define FILTER_H

/* Builds the filter of system calls. With `threads`, the listener decides about each new thread.
   Returns 0, or -1 if libseccomp fails: no memory, or an action that the kernel lacks. */
int csb_filter_make(int threads);

/* Installs the filter in this process, irrevocably. Returns the listener, 0 for a filter without
   one, or -1 if the kernel refuses or no filter was built. */
int csb_filter_enter(void);

#endif
