#define _GNU_SOURCE
#include "traps.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

#if defined __x86_64__ || defined __aarch64__
/* The registers of a system call: its arguments, and its result. */
#ifdef __x86_64__
typedef greg_t cpu_register;
static const int argument[] = {REG_RDI, REG_RSI, REG_RDX, REG_R10};
#define REGISTERS gregs
#define RESULT REG_RAX
#else
typedef unsigned long long cpu_register;
static const int argument[] = {0, 1, 2, 3};
#define REGISTERS regs
#define RESULT 0
#endif

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
  cpu_register *registers = ((ucontext_t *)context)->uc_mcontext.REGISTERS;
  int saved_errno = errno;
  long result = -ENOSYS;
  if (info->si_code != BY_FILTER) {
    /* Not sent by the filter: a forbidden call kills the process, as SIGSYS does by default. */
    syscall(SYS_getppid);
  } else if (info->si_syscall == SYS_newfstatat) {
    result = emulate_newfstatat(
        (int)registers[argument[0]], (const char *)registers[argument[1]],
        (void *)registers[argument[2]], (long)registers[argument[3]]);
  } else if (info->si_syscall == SYS_sched_getaffinity) {
    result = emulate_getaffinity(
        (size_t)registers[argument[1]], (unsigned long *)registers[argument[2]]);
  }
  registers[RESULT] = (cpu_register)result;
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
