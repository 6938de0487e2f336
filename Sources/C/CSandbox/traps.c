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
/* glibc implements fstat(3) as newfstatat with an empty path. A seccomp filter cannot read the
   path, and any other path would disclose the status of files that are not open. Codecs derive
   their number of threads from sched_getaffinity. */
const char *const csb_trapped[] = {"newfstatat", "sched_getaffinity", NULL};

/* SYS_SECCOMP of <asm-generic/siginfo.h>: si_code of a signal from the filter. */
enum { BY_FILTER = 1 };

/* Accepts only an empty path, as fstat(2); else -EACCES. */
static long emulate_newfstatat(int descriptor, const char *path, void *status, long flags) {
  if (!(flags & AT_EMPTY_PATH) || !path || *path) return -EACCES;
  return syscall(SYS_fstat, descriptor, status) == 0 ? 0 : -errno;
}

/* Reports one processor. */
static long emulate_getaffinity(size_t size, unsigned long *mask) {
  if (size < sizeof *mask) return -EINVAL;
  *mask = 1;
  return sizeof *mask;
}

static void handle_sigsys(int number, siginfo_t *info, void *context) {
  (void)number;
  greg_t *registers = ((ucontext_t *)context)->uc_mcontext.gregs;
  int saved_errno = errno;
  long result = -ENOSYS;
  if (info->si_code != BY_FILTER) {
    /* Not sent by the filter: a forbidden call kills the process, as SIGSYS does by default. */
    syscall(SYS_getppid);
  } else if (info->si_syscall == SYS_newfstatat) {
    result = emulate_newfstatat(
        (int)registers[REG_RDI], (const char *)registers[REG_RSI], (void *)registers[REG_RDX],
        registers[REG_R10]);
  } else if (info->si_syscall == SYS_sched_getaffinity) {
    result = emulate_getaffinity((size_t)registers[REG_RSI], (unsigned long *)registers[REG_RDX]);
  }
  registers[REG_RAX] = result;
  errno = saved_errno;
}

void csb_trap(void) {
  struct sigaction action = {.sa_sigaction = handle_sigsys, .sa_flags = SA_SIGINFO | SA_NODEFER};
  sigaction(SIGSYS, &action, NULL);
}
#else
const char *const csb_trapped[] = {NULL};

void csb_trap(void) {}
#endif
