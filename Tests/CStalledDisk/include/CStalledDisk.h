#ifndef CSTALLEDDISK_H
#define CSTALLEDDISK_H

/* Loaded before the system's library (LD_PRELOAD), it makes files whose names begin with "stalled" lie
   on a disk that has stopped: who opens one waits for ever, as on a server that does not answer. */

int openat(int folder, const char *name, int flags, ...);
int openat64(int folder, const char *name, int flags, ...);

#endif
