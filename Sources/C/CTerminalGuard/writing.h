#ifndef WRITING_H
#define WRITING_H

#include <stdbool.h>
#include <stddef.h>

/* Writes with a deadline, for terminals that do not read. Async-signal-safe. */

enum { ctg_write_limit_milliseconds = 300 };

/* CLOCK_MONOTONIC. */
long long ctg_milliseconds(void);

/* Whether all bytes were written before `deadline` of ctg_milliseconds. */
bool ctg_write_before(long long deadline, int descriptor, const char *bytes, size_t length);

#endif
