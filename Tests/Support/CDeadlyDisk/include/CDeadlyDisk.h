#ifndef CDEADLYDISK_H
#define CDEADLYDISK_H

#include <stddef.h>
#include <sys/types.h>

/* Loaded before the system's library (LD_PRELOAD), it kills the program before one of the calls by which it
   changes files: DEADLY_CALL says before which, from 1. With DEADLY_ERROR, a number of errno, that call and all
   after it fail instead. It is also a disk of another kind:

   DEADLY_RENAME   `across` makes each folder a file system of its own; `plain` never renames without
                   replacing, as file systems answer that do not know how
   DEADLY_UNNAMED  files without a name cannot be made
   DEADLY_FULL     there is no room for anything that is copied */

int renameat2(int folder, const char *name, int other, const char *new_name, unsigned flags);
int renameat(int folder, const char *name, int other, const char *new_name);
int linkat(int folder, const char *name, int other, const char *new_name, int flags);
int unlinkat(int folder, const char *name, int flags);
int symlinkat(const char *target, int folder, const char *name);
int mkdirat(int folder, const char *name, mode_t mode);
int openat(int folder, const char *name, int flags, ...);
int fsync(int file);
ssize_t write(int file, const void *bytes, size_t length);
ssize_t copy_file_range(int from, off_t *place, int to, off_t *other, size_t length, unsigned flags);

#endif
