#ifndef CIDN2_H
#define CIDN2_H

#include <stdbool.h>

/* The one thing that photocell asks of libidn2, which libcurl brings along. It is loaded by cidn2_load
   and not with the program; nothing else here may be called before that has returned true. Its header
   is not needed: these two functions and their flags are part of its stable interface. */

/* Loads libidn2 once in the life of the process, from any thread; false where there is none. */
bool cidn2_load(void);

/* Writes a host name in UTF-8 as the name service has it: IDNA 2008 with the mapping of UTS #46,
   non-transitional. NULL where no host can have that name, or memory is short. */
char *cidn2_to_ascii(const char *name);

void cidn2_free(char *text);

#endif
