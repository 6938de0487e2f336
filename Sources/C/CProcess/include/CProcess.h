#ifndef CPROCESS_H
#define CPROCESS_H

#include <stddef.h>

/* Process-wide state: arguments, malloc options, main queue. */

/* argc of main. */
int cpr_argument_count(void);

/* argv[index] of main; NULL if out of range. Valid for the life of the process. */
const char *cpr_argument(int index);

/* Allocates blocks of at least `size` bytes by mmap(2) and disables glibc's dynamic adjustment of
   that threshold (mallopt(3), M_MMAP_THRESHOLD). */
void cpr_map_blocks(size_t size);

/* Creates the descriptor of the main queue; call before the first job of the main actor. Returns 0,
   or -1 with `errno` without descriptors; then no job may be enqueued. */
int cpr_open_main_queue(void);

/* A descriptor that is readable while the main queue has jobs; open for the life of the process. */
int cpr_main_queue_descriptor(void);

/* Runs the pending jobs of the main queue; only on the first thread, not from within a job. */
void cpr_run_main_queue(void);

#endif
