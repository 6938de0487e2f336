#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

int cl_rename_new(int folder, const char *name, int other, const char *new_name) {
  return renameat2(folder, name, other, new_name, RENAME_NOREPLACE);
}

int cl_exchange(int folder, const char *name, const char *other_name) {
  return renameat2(folder, name, folder, other_name, RENAME_EXCHANGE);
}

int cl_lease(int file) {
  // Breaking the lease sends SIGURG, which is ignored by default, instead of SIGIO, which kills.
  if (fcntl(file, F_SETSIG, SIGURG) != 0) return -1;
  if (fcntl(file, F_SETLEASE, F_RDLCK) != 0) return errno == EAGAIN ? 1 : -1;
  return 0;
}

int cl_lease_holds(int file) {
  return fcntl(file, F_GETLEASE) == F_RDLCK;
}

/* Since Linux 6.8 (linux/stat.h). */
#ifndef STATX_MNT_ID_UNIQUE
#define STATX_MNT_ID_UNIQUE 0x00004000U
#endif

uint64_t cl_mount_id(int number) {
  struct statx status;
  const int flags = AT_EMPTY_PATH | AT_STATX_DONT_SYNC;
  if (statx(number, "", flags, STATX_MNT_ID_UNIQUE, &status) != 0) return 0;
  return status.stx_mask & STATX_MNT_ID_UNIQUE ? status.stx_mnt_id : 0;
}

int cl_unnamed_file(int folder, mode_t mode) {
  return openat(folder, ".", O_TMPFILE | O_RDWR | O_CLOEXEC, mode);
}

int cl_clone(int from, int to) {
  return ioctl(to, FICLONE, from);
}

ssize_t cl_copy_range(int from, int to, size_t length) {
  ssize_t copied;
  do copied = copy_file_range(from, NULL, to, NULL, length, 0);
  while (copied < 0 && errno == EINTR);
  return copied;
}

void cl_copy_attributes(int from, int to) {
  char names[65536], value[65536];
  ssize_t length = flistxattr(from, names, sizeof names);
  for (ssize_t offset = 0; offset < length; offset += (ssize_t)strlen(names + offset) + 1) {
    const char *name = names + offset;
    if (strncmp(name, "user.", 5) != 0) continue;
    ssize_t size = fgetxattr(from, name, value, sizeof value);
    if (size >= 0) (void)fsetxattr(to, name, value, (size_t)size, 0);
  }
}
