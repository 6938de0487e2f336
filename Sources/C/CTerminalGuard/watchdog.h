#ifndef WATCHDOG_H
#define WATCHDOG_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>
#include <termios.h>

/* A process that gives the terminal back when this one is killed by SIGKILL, which no handler sees.

   It is this program once more, which ends in a constructor before anything else of it runs: it needs
   no shell and no stty, and costs little memory. It sleeps on a robust mutex that we hold: of that the
   kernel lets go before it takes our memory, which lasts some milliseconds, and long before it tells
   the shell that we have ended, so the watchdog comes first. */

enum { watchdog_restore_limit = 1024 };

/* All that the watchdog knows. */
struct watchdog_word {
  /* Whether the terminal must be given back when the program dies. */
  bool is_armed;
  pid_t owner;
  /* The process group of the program. */
  pid_t group;
  /* The modes before the program came, and those that it has set. */
  struct termios saved;
  struct termios own;
  size_t restore_length;
  char restore[watchdog_restore_limit];
};

/* Makes the memory that both share, once in each opening of the guard; returns -1 where that cannot be.
   To be called by a thread that lives as long as the program. */
int watchdog_prepare(int terminal);

/* Tells the watchdog, if there is one or will be. Async-signal-safe. */
void watchdog_tell(const struct watchdog_word *word);

/* Ends the watchdog, which writes nothing. To be called by the thread that has prepared it. */
void watchdog_end(void);

#endif
