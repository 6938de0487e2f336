#ifndef WATCHDOG_H
#define WATCHDOG_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>
#include <termios.h>

/* A process that restores the terminal after the program was killed by SIGKILL, which cannot be
   caught.

   It executes this program again and runs entirely in a constructor, so that it needs no shell, no
   stty and little memory. It waits for a robust mutex that the program holds. The kernel marks the
   mutex before it frees the memory of the program, which takes some milliseconds, and before it
   notifies the shell; so the watchdog precedes the shell. */

enum { watchdog_restore_limit = 1024 };

/* The data that is shared with the watchdog. */
struct watchdog_word {
  /* Whether the terminal must be restored when the program dies. */
  bool is_armed;
  pid_t owner;
  /* The process group of the program. */
  pid_t group;
  /* The modes to restore, and those that the program has set. */
  struct termios saved;
  struct termios own;
  size_t restore_length;
  char restore[watchdog_restore_limit];
};

/* Creates the shared memory and the pipe and locks the mutex, so that the calling thread must live
   as long as the program. Returns 0, or -1 on failure or without a watchdog_end since the last
   call. */
int watchdog_prepare(int terminal);

/* Updates the shared data, if watchdog_prepare has succeeded. Async-signal-safe. */
void watchdog_tell(const struct watchdog_word *word);

/* Kills the watchdog, which then restores nothing. Call on the thread of watchdog_prepare. */
void watchdog_end(void);

#endif
