#ifndef WRITING_H
#define WRITING_H

#include <stdbool.h>
#include <stddef.h>

/* Writing that gives up if the terminal does not read. All of it is async-signal-safe. */

enum { ctg_write_limit_milliseconds = 300 };

/* A monotonic clock. */
long long ctg_milliseconds(void);

/* Tells whether everything was written before the deadline. */
bool ctg_write_before(long long deadline, int descriptor, const char *bytes, size_t length);

#endif
