#ifndef CTERMINALGUARD_H
#define CTERMINALGUARD_H

#include <stddef.h>

/* Restores the terminal however the program ends, and reports signals through a descriptor. One
   terminal and one guard per process. Call from one thread at a time, except ctg_start_watchdog. */

/* The bits of ctg_take_notices. */
enum {
  CTG_RESIZED = 1,
  CTG_STOP_ASKED = 2,
  CTG_CONTINUED = 4,
};

/* Saves the modes of the terminal, captures standard error unless it is a regular file or a device
   other than a terminal, installs the signal handlers and arms the guard. `restore` is the output,
   at most 1024 bytes, that undoes the program's settings of the terminal. Returns 0, or -1 with
   nothing changed. */
int ctg_open(int output, const char *restore, size_t length);

/* Replaces `restore`. Returns 0, or -1 without a guard or beyond 1024 bytes. The guard is disarmed
   meanwhile: death at that moment leaves the terminal unrestored. */
int ctg_restore_with(const char *restore, size_t length);

/* Restores the modes if the guard is armed, standard error and the signal handlers, prints the
   captured text and ends the watchdog. Does not write `restore`. */
void ctg_close(void);

/* Sets the alternate signal stack of the calling thread, so that the terminal is restored even
   after a stack overflow. All threads share one stack. */
void ctg_watch_thread(void);

/* Sets whether the terminal is restored when the program ends. */
void ctg_arm(int armed);

/* Prepares `ctg_start_watchdog`; call after setting the terminal's modes, on a thread that lives as
   long as the program. Returns 0 or -1. */
int ctg_prepare_watchdog(void);

/* Starts a process that restores the terminal if this one is killed by SIGKILL; ctg_close ends it.
   Callable from any thread; takes a millisecond. If no process can be created, SIGKILL leaves the
   terminal as it is. */
void ctg_start_watchdog(void);

/* A descriptor that is readable if there are notices. */
int ctg_notice_descriptor(void);

/* Returns and clears the notices. */
unsigned ctg_take_notices(void);

/* Stops the process group as Ctrl-Z does and returns 0 after SIGCONT, or after 250 ms if it does
   not stop; posts CTG_CONTINUED. Leaves the guard disarmed. Returns -1 without a guard, or if the
   program was started with SIGTSTP ignored. */
int ctg_stop(void);

#endif
