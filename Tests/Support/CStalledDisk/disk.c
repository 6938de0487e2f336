#define _GNU_SOURCE
#include "CStalledDisk.h"

#include <stdarg.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static int is_stalled(const char *name) {
  const char *slash = strrchr(name, '/');
  return strncmp(slash ? slash + 1 : name, "stalled", 7) == 0;
}

static int open_awake(int folder, const char *name, int flags, unsigned mode) {
  while (is_stalled(name)) pause();
  return (int)syscall(SYS_openat, folder, name, flags, mode);
}

int openat(int folder, const char *name, int flags, ...) {
  va_list more;
  va_start(more, flags);
  unsigned mode = va_arg(more, unsigned);
  va_end(more);
  return open_awake(folder, name, flags, mode);
}

int openat64(int folder, const char *name, int flags, ...) {
  va_list more;
  va_start(more, flags);
  unsigned mode = va_arg(more, unsigned);
  va_end(more);
  return open_awake(folder, name, flags, mode);
}

int fstatat(int folder, const char *restrict name, struct stat *restrict status, int flags) {
  while (is_stalled(name)) pause();
  return (int)syscall(SYS_newfstatat, folder, name, status, flags);
}

int fstatat64(int folder, const char *restrict name, struct stat64 *restrict status, int flags) {
  while (is_stalled(name)) pause();
  return (int)syscall(SYS_newfstatat, folder, name, status, flags);
}
