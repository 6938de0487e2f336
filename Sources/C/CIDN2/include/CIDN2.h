#ifndef CIDN2_H
#define CIDN2_H

#include <stdbool.h>

/* Host names in libidn2, a dependency of libcurl. Loaded by cidn2_load on first use; call nothing
   else before it has returned true. The functions are declared in idn2.c, since their ABI is
   stable. */

/* Loads libidn2 once per process; thread-safe. False if it is missing. */
bool cidn2_load(void);

/* Converts a host name in UTF-8 to ASCII (IDNA 2008, non-transitional processing of UTS #46); free
   by cidn2_free. NULL if the name is invalid or memory is short. */
char *cidn2_to_ascii(const char *name);

void cidn2_free(char *text);

#endif
