#ifndef CPROCESS_H
#define CPROCESS_H

#include <stddef.h>

/* What a process has exactly once: its arguments, its memory, and the queue of its main actor. */

/* How many arguments the kernel gave the program, its name included. */
int cpr_argument_count(void);

/* One of the arguments as the kernel gave it; NULL where there is none of this number. */
const char *cpr_argument(int index);

/* Has every block of so many bytes and more be a mapping of its own, from now on and whatever has been
   freed before (mallopt(3), M_MMAP_THRESHOLD). */
void cpr_map_blocks(size_t size);

/* Makes the descriptor of the main actor's queue; to be called before any job is for the main actor.
   Returns -1, with errno, where the system has no descriptor to give: no job may be made then. */
int cpr_open_main_queue(void);

/* A descriptor that can be read when jobs wait for the main actor; it stays open as long as the
   process. */
int cpr_main_queue_descriptor(void);

/* Runs the jobs that wait for the main actor; for the first thread, and never from one of the jobs. */
void cpr_run_main_queue(void);

#endif
