#ifndef WRITING_H
#define WRITING_H

#include <stdbool.h>
#include <stddef.h>

/* Writing that gives up when nobody reads. All of it is async-signal-safe. */

enum { ctg_write_limit_milliseconds = 300 };

/* A clock that nobody sets. */
long long ctg_milliseconds(void);

/* Tells whether everything was written before the deadline. */
bool ctg_write_before(long long deadline, int descriptor, const char *bytes, size_t length);

#endif
