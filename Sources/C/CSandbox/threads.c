#define _GNU_SOURCE
#include "CSandbox.h"

#include <errno.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <sys/stat.h>

/* The most threads of a child over its life, where the running ones cannot be counted. */
enum { MOST_ALLOWED = 1000 };

/* How many threads a process has; the kernel tells that by the links of a folder, which can be asked
   where nothing can be opened. 0 where it hides other processes. */
static unsigned thread_count(pid_t process) {
  char path[32];
  struct stat status;
  snprintf(path, sizeof path, "/proc/%d/task", (int)process);
  return stat(path, &status) == 0 && status.st_nlink > 2 ? (unsigned)status.st_nlink - 2 : 0;
}

int csb_judge_thread(int listener, pid_t child, unsigned most, unsigned allowed) {
  /* Receiving would wait for ever where the child has ended. */
  struct pollfd polled = {.fd = listener, .events = POLLIN};
  if (poll(&polled, 1, 0) < 1) return 0;
  if (!(polled.revents & POLLIN)) return -1;
  struct seccomp_notif asked = {0};
  if (ioctl(listener, SECCOMP_IOCTL_NOTIF_RECV, &asked) != 0) return 0;
  unsigned count = thread_count(child);
  int is_allowed = count > 0 ? count < most : allowed < MOST_ALLOWED;
  struct seccomp_notif_resp answer = {.id = asked.id};
  if (is_allowed) answer.flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE;
  if (!is_allowed) answer.error = -EAGAIN;
  return ioctl(listener, SECCOMP_IOCTL_NOTIF_SEND, &answer) == 0 && is_allowed;
}
