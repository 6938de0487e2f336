#ifndef CSTALLEDDISK_H
#define CSTALLEDDISK_H

#include <sys/stat.h>

/* Loaded before the system's library (LD_PRELOAD), it makes files whose names begin with "stalled" lie
   on a disk that has stopped: who opens one, or asks what it is, waits for ever, as on a server that
   does not answer. */

int openat(int folder, const char *name, int flags, ...);
int openat64(int folder, const char *name, int flags, ...);
int fstatat(int folder, const char *restrict name, struct stat *restrict status, int flags);
int fstatat64(int folder, const char *restrict name, struct stat64 *restrict status, int flags);

#endif
