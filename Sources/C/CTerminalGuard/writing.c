#include "writing.h"

#include <errno.h>
#include <poll.h>
#include <time.h>
#include <unistd.h>

long long ctg_milliseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000LL + now.tv_nsec / 1000000;
}

bool ctg_write_before(long long deadline, int descriptor, const char *bytes, size_t length) {
  while (length > 0) {
    struct pollfd ready = {.fd = descriptor, .events = POLLOUT};
    long long left = deadline - ctg_milliseconds();
    int count = poll(&ready, 1, left > 0 ? (int)left : 0);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0 || (ready.revents & (POLLERR | POLLHUP | POLLNVAL))) return false;
    /* A pipe that is ready for POLLOUT takes PIPE_BUF (4096) bytes without blocking. */
    ssize_t written = write(descriptor, bytes, length < 4096 ? length : 4096);
    if (written < 0 && errno != EINTR && errno != EAGAIN) return false;
    if (written < 0) {
      if (ctg_milliseconds() >= deadline) return false;
      continue;
    }
    bytes += written;
    length -= (size_t)written;
  }
  return true;
}
