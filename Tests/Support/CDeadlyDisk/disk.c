#define _GNU_SOURCE
#include "CDeadlyDisk.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static long left = -1;

__attribute__((constructor)) static void begin(void) {
  const char *call = getenv("DEADLY_CALL");
  left = call ? atol(call) : -1;
}

/* Returns -1 with `errno` where the call is to fail. */
static int count(void) {
  const char *number = getenv("DEADLY_SIGNAL"), *error = getenv("DEADLY_ERROR");
  if (left > 1 || left < 0) {
    left -= left > 0;
    return 0;
  }
  if (error) return errno = atoi(error), -1;
  if (left > 0 && --left == 0) kill(getpid(), number ? atoi(number) : SIGKILL);
  return 0;
}

static int is(const char *name, const char *value) {
  const char *found = getenv(name);
  return found && strcmp(found, value) == 0;
}

static int is_same(int folder, int other) {
  struct stat here, there;
  return fstat(folder, &here) == 0 && fstat(other, &there) == 0 && here.st_ino == there.st_ino;
}

int renameat2(int folder, const char *name, int other, const char *new_name, unsigned flags) {
  if (is("DEADLY_RENAME", "plain")) return errno = EINVAL, -1;
  if (is("DEADLY_RENAME", "across") && !is_same(folder, other)) return errno = EXDEV, -1;
  if (count() != 0) return -1;
  return (int)syscall(SYS_renameat2, folder, name, other, new_name, flags);
}

int renameat(int folder, const char *name, int other, const char *new_name) {
  if (count() != 0) return -1;
  return (int)syscall(SYS_renameat2, folder, name, other, new_name, 0);
}

int linkat(int folder, const char *name, int other, const char *new_name, int flags) {
  if (count() != 0) return -1;
  return (int)syscall(SYS_linkat, folder, name, other, new_name, flags);
}

int unlinkat(int folder, const char *name, int flags) {
  if (count() != 0) return -1;
  return (int)syscall(SYS_unlinkat, folder, name, flags);
}

int symlinkat(const char *target, int folder, const char *name) {
  if (count() != 0) return -1;
  return (int)syscall(SYS_symlinkat, target, folder, name);
}

int mkdirat(int folder, const char *name, mode_t mode) {
  if (count() != 0) return -1;
  return (int)syscall(SYS_mkdirat, folder, name, mode);
}

int openat(int folder, const char *name, int flags, ...) {
  va_list more;
  va_start(more, flags);
  unsigned mode = va_arg(more, unsigned);
  va_end(more);
  int is_unnamed = (flags & O_TMPFILE) == O_TMPFILE;
  if (is_unnamed && getenv("DEADLY_UNNAMED")) return errno = EOPNOTSUPP, -1;
  if ((is_unnamed || flags & O_CREAT) && count() != 0) return -1;
  return (int)syscall(SYS_openat, folder, name, flags, mode);
}

int fsync(int file) {
  if (count() != 0) return -1;
  return (int)syscall(SYS_fsync, file);
}

ssize_t write(int file, const void *bytes, size_t length) {
  struct stat status;
  // A full disk does not keep a program from saying so.
  int is_file = !getenv("DEADLY_ERROR") || (fstat(file, &status) == 0 && S_ISREG(status.st_mode));
  if (is_file && count() != 0) return -1;
  return syscall(SYS_write, file, bytes, length);
}

ssize_t copy_file_range(int from, off_t *place, int to, off_t *other, size_t length, unsigned flags) {
  if (getenv("DEADLY_FULL")) return errno = ENOSPC, -1;
  if (count() != 0) return -1;
  return syscall(SYS_copy_file_range, from, place, to, other, length, flags);
}
