#define _GNU_SOURCE
#include "traps.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

#ifdef __x86_64__
/* glibc asks newfstatat for the status of an open descriptor, with an empty path. A filter cannot
   read the path, and any other would tell of files that are not open. How many processors there are
   decides how many threads a codec wants. */
const char *const csb_trapped[] = {"newfstatat", "sched_getaffinity", NULL};

/* SYS_SECCOMP of <asm-generic/siginfo.h>: the signal is the filter's. */
enum { BY_FILTER = 1 };

/* The status of an open descriptor, which fstat tells without a path. */
static long status(int descriptor, const char *path, void *status, long flags) {
  if (!(flags & AT_EMPTY_PATH) || !path || *path) return -EACCES;
  return syscall(SYS_fstat, descriptor, status) == 0 ? 0 : -errno;
}

/* One processor, whichever it is. */
static long processors(size_t size, unsigned long *mask) {
  if (size < sizeof *mask) return -EINVAL;
  *mask = 1;
  return sizeof *mask;
}

static void answer(int number, siginfo_t *info, void *context) {
  (void)number;
  greg_t *registers = ((ucontext_t *)context)->uc_mcontext.gregs;
  int kept = errno;
  long result = -ENOSYS;
  if (info->si_code != BY_FILTER) {
    /* Sent by a process: a forbidden call ends this one as the signal would have. */
    syscall(SYS_getppid);
  } else if (info->si_syscall == SYS_newfstatat) {
    result = status(
        (int)registers[REG_RDI], (const char *)registers[REG_RSI], (void *)registers[REG_RDX],
        registers[REG_R10]);
  } else if (info->si_syscall == SYS_sched_getaffinity) {
    result = processors((size_t)registers[REG_RSI], (unsigned long *)registers[REG_RDX]);
  }
  registers[REG_RAX] = result;
  errno = kept;
}

void csb_trap(void) {
  struct sigaction action = {.sa_sigaction = answer, .sa_flags = SA_SIGINFO | SA_NODEFER};
  sigaction(SIGSYS, &action, NULL);
}
#else
const char *const csb_trapped[] = {NULL};

void csb_trap(void) {}
#endif
