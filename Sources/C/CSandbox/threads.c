#define _GNU_SOURCE
#include "CSandbox.h"

#include <errno.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <sys/stat.h>

/* Threads that a child may create over its lifetime if the running ones cannot be counted. */
enum { MAX_ALLOWED = 1000 };

/* The number of threads of a process, from the link count of /proc/PID/task: Landlock forbids
   open(2) but not stat(2). 0 if unknown, as with `hidepid`. */
static unsigned thread_count(pid_t process) {
  char path[32];
  struct stat status;
  snprintf(path, sizeof path, "/proc/%d/task", (int)process);
  return stat(path, &status) == 0 && status.st_nlink > 2 ? (unsigned)status.st_nlink - 2 : 0;
}

int csb_judge_thread(int listener, pid_t child, unsigned max_threads, unsigned allowed) {
  /* SECCOMP_IOCTL_NOTIF_RECV would block forever after the child has exited. */
  struct pollfd polled = {.fd = listener, .events = POLLIN};
  if (poll(&polled, 1, 0) < 1) return 0;
  if (!(polled.revents & POLLIN)) return -1;
  struct seccomp_notif request = {0};
  if (ioctl(listener, SECCOMP_IOCTL_NOTIF_RECV, &request) != 0) return 0;
  unsigned count = thread_count(child);
  int is_allowed = count > 0 ? count < max_threads : allowed < MAX_ALLOWED;
  struct seccomp_notif_resp response = {.id = request.id};
  if (is_allowed) response.flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE;
  if (!is_allowed) response.error = -EAGAIN;
  return ioctl(listener, SECCOMP_IOCTL_NOTIF_SEND, &response) == 0 && is_allowed;
}
