#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

/* Descriptors per message. */
enum { max_count = 144 };

/* A buffer for control messages, aligned for struct cmsghdr. */
union control {
  char bytes[CMSG_SPACE(max_count * sizeof(int))];
  struct cmsghdr alignment;
};

int cl_send(int socket, const void *bytes, size_t length, const int *descriptors, int count) {
  if (count < 0 || count > max_count) return errno = EINVAL, -1;
  union control control = {{0}};
  struct iovec part = {.iov_base = (void *)bytes, .iov_len = length};
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
  if (count > 0) {
    message.msg_control = control.bytes;
    message.msg_controllen = CMSG_SPACE(count * sizeof(int));
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(count * sizeof(int));
    memcpy(CMSG_DATA(header), descriptors, count * sizeof(int));
  }
  ssize_t sent;
  do sent = sendmsg(socket, &message, MSG_NOSIGNAL);
  while (sent < 0 && errno == EINTR);
  return sent == (ssize_t)length ? 0 : -1;
}

/* Copies the descriptors of a message. Returns 1 if some exceeded `capacity`, which are closed. */
static int copy_descriptors(struct msghdr *message, int *descriptors, int capacity, int *count) {
  int is_truncated = 0;
  *count = 0;
  for (struct cmsghdr *header = CMSG_FIRSTHDR(message); header;
       header = CMSG_NXTHDR(message, header)) {
    if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS) continue;
    size_t sent_count = (header->cmsg_len - CMSG_LEN(0)) / sizeof(int);
    for (size_t index = 0; index < sent_count; index++) {
      int descriptor;
      memcpy(&descriptor, CMSG_DATA(header) + index * sizeof(int), sizeof(int));
      if (*count < capacity) {
        descriptors[(*count)++] = descriptor;
      } else {
        close(descriptor);
        is_truncated = 1;
      }
    }
  }
  return is_truncated;
}

ssize_t cl_receive(int socket, void *bytes, size_t capacity, int *descriptors, int *count) {
  union control control;
  struct iovec part = {.iov_base = bytes, .iov_len = capacity};
  struct msghdr message = {
      .msg_iov = &part,
      .msg_iovlen = 1,
      .msg_control = control.bytes,
      .msg_controllen = sizeof control.bytes,
  };
  int room = *count;
  *count = 0;
  ssize_t length;
  do length = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
  while (length < 0 && errno == EINTR);
  if (length < 0) return -1;
  int is_truncated = copy_descriptors(&message, descriptors, room, count);
  if (!is_truncated && !(message.msg_flags & (MSG_TRUNC | MSG_CTRUNC))) return length;
  while (*count > 0) close(descriptors[--*count]);
  return errno = EMSGSIZE, -1;
}

int cl_signal_descriptor(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

void cl_signal(int descriptor) {
  uint64_t one = 1;
  while (write(descriptor, &one, sizeof one) < 0 && errno == EINTR) {
  }
}

static int write_and_seal(int file, const char *bytes, size_t length) {
  while (length > 0) {
    ssize_t written = write(file, bytes, length);
    if (written < 0 && errno != EINTR) return -1;
    if (written > 0) {
      bytes += written;
      length -= (size_t)written;
    }
  }
  return fcntl(file, F_ADD_SEALS, F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE);
}

int cl_replace(int number, int other) { return dup3(other, number, O_CLOEXEC); }

int cl_memory_file(void) { return memfd_create("memory", MFD_CLOEXEC); }

int cl_sealed_file(const void *bytes, size_t length) {
  int file = memfd_create("picture", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (file < 0) return -1;
  if (write_and_seal(file, bytes, length) == 0) return file;
  int error = errno;
  close(file);
  return errno = error, -1;
}

int cl_open_process(pid_t process) { return (int)syscall(SYS_pidfd_open, process, 0); }

int cl_add_front(posix_spawn_file_actions_t *actions, int terminal) {
  return posix_spawn_file_actions_addtcsetpgrp_np(actions, terminal);
}
