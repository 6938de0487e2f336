#ifndef CTERMINALGUARD_H
#define CTERMINALGUARD_H

#include <stddef.h>

/* Gives the terminal back however the program ends, and turns signals into something to wait for.
   There is one terminal and one guard in a process. Call from one thread at a time: the main actor,
   which Dispatch may run on several threads in turn. */

/* What ctg_take_notices answers: bits. */
enum {
  CTG_RESIZED = 1,
  CTG_STOP_ASKED = 2,
  CTG_CONTINUED = 4,
};

/* Saves the modes of the terminal, keeps what is written to standard error from now on, and
   installs the signal handlers; `restore` are the bytes, at most 1024, that undo what the program is
   going to ask of the terminal. Returns 0, or -1 with nothing changed. */
int ctg_open(int output, const char *restore, size_t length);

/* Replaces the bytes that undo what was asked of the terminal; returns -1 where they are too many. What
   kills the program in between leaves the terminal as it is. */
int ctg_restore_with(const char *restore, size_t length);

/* Installs what was there before, sets the saved modes and prints what was kept. */
void ctg_close(void);

/* Lets the terminal be restored even when the stack of the calling thread overflows. */
void ctg_watch_thread(void);

/* Tells whether the terminal must be restored when the program dies. */
void ctg_arm(int armed);

/* Makes ready what `ctg_start_watchdog` needs; returns -1 where that cannot be. To be called when the
   program has set its modes. */
int ctg_prepare_watchdog(void);

/* Starts a process that gives the terminal back if this one is killed by SIGKILL, and that ends with
   the guard. From any thread; takes a millisecond. Where no process can be had, SIGKILL leaves the
   terminal as it is. */
void ctg_start_watchdog(void);

/* A descriptor that can be read when there are notices. */
int ctg_notice_descriptor(void);

/* The notices since the last call. */
unsigned ctg_take_notices(void);

/* Stops the process group as Ctrl-Z in a shell does, and returns when it is continued; posts
   CTG_CONTINUED. The guard must be armed again afterwards. Returns -1 at once where the program was
   started with SIGTSTP ignored. */
int ctg_stop(void);

#endif
