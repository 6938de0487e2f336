#ifndef CPSEUDOTERMINAL_H
#define CPSEUDOTERMINAL_H

#include <stddef.h>
#include <sys/types.h>

/* Opens a pseudo terminal of a size in character cells and copies the name of its other end, which
   is at most `capacity` bytes long with its zero. Returns a descriptor, or -1 with errno. */
int cpt_open(unsigned short columns, unsigned short rows, char *name, size_t capacity);

/* Starts a program in a session of its own, its standard streams at a terminal, which becomes its
   controlling one, or at /dev/null where there is none. Both lists end with NULL. Returns the
   process, or -1 with errno. */
pid_t cpt_spawn(char *const arguments[], char *const environment[], const char *terminal);

#endif
