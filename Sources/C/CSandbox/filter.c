#define _GNU_SOURCE
#include "filter.h"
#include "traps.h"

#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <seccomp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

/* The system calls of decoding, measured over some thousand files of all formats. All others kill
   the process. */
static const char *const allowed[] = {
    "read", "write", "pread64", "lseek", "fstat", "newfstatat", "close", "exit", "exit_group",
    "brk", "munmap", "mremap", "madvise", "futex", "rt_sigreturn", "rt_sigprocmask", "rt_sigaction",
    "clock_gettime", "getpid", "gettid", "sched_yield", "getrandom", "sysinfo",
    "set_robust_list", "rseq", NULL};

/* Calls that libraries make but do not depend on; they fail with EACCES. glibc writes fatal
   messages with writev, and abort() executes a trapping instruction if tgkill fails. */
static const char *const denied[] = {
    "openat", "open", "readlink", "stat", "statx", "uname", "getcwd", "ioctl", "socket", "connect",
    "fcntl", "prlimit64", "getdents64", "tgkill", "writev",
    "sched_getaffinity",
    NULL};

/* Return 0 without being executed: fontconfig calls access(2) even for a font that is already open,
   and does not use it otherwise. */
static const char *const faked[] = {"access", "faccessat", "faccessat2", NULL};

/* The namespace flags of clone(2), all of them refused. */
enum {
  NAMESPACES = CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER |
               CLONE_NEWPID | CLONE_NEWNET,
};

static struct sock_fprog program;
static int has_listener;

static int is_trapped(const char *name) {
  for (const char *const *trapped = csb_trapped; *trapped; trapped++) {
    if (strcmp(*trapped, name) == 0) return 1;
  }
  return 0;
}

/* Skips calls that the architecture lacks or libseccomp does not know, and those that are
   trapped. */
static int add_all(scmp_filter_ctx filter, uint32_t action, const char *const *names) {
  for (; *names; names++) {
    if (action != SCMP_ACT_TRAP && is_trapped(*names)) continue;
    int number = seccomp_syscall_resolve_name(*names);
    if (number < 0) continue;
    if (seccomp_rule_add(filter, action, number, 0) != 0) return -1;
  }
  return 0;
}

/* Allows no executable memory, and only mappings that the limits count: private ones without
   MAP_GROWSDOWN or MAP_HUGETLB. */
static int add_memory(scmp_filter_ctx filter) {
  const struct scmp_arg_cmp no_code = SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0);
  const struct scmp_arg_cmp counted = SCMP_A3(
      SCMP_CMP_MASKED_EQ, MAP_TYPE | MAP_GROWSDOWN | MAP_HUGETLB, MAP_PRIVATE);
  if (seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(mmap), 2, no_code, counted) != 0)
    return -1;
  return seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(mprotect), 1, no_code);
}

/* Allows no new process, and a thread only if the supervisor agrees. The child sends the listener
   to it, the parent, over descriptor 5. glibc falls back to clone if clone3 fails with ENOSYS. */
static int add_threads(scmp_filter_ctx filter) {
  const struct scmp_arg_cmp thread =
      SCMP_A0(SCMP_CMP_MASKED_EQ, CLONE_THREAD | NAMESPACES, CLONE_THREAD);
  const struct scmp_arg_cmp to_parent = SCMP_A0(SCMP_CMP_EQ, 5);
  if (seccomp_rule_add(filter, SCMP_ACT_NOTIFY, SCMP_SYS(clone), 1, thread) != 0) return -1;
  return seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(sendmsg), 1, to_parent);
}

/* Allows naming a thread, and no other use of prctl(2). setrlimit(2) raises the soft limits of time
   and memory up to the hard ones, and lowers the limit of descriptors. */
static int add_conditions(scmp_filter_ctx filter) {
  const struct scmp_arg_cmp name = SCMP_A0(SCMP_CMP_EQ, PR_SET_NAME);
  const struct scmp_arg_cmp time = SCMP_A0(SCMP_CMP_EQ, RLIMIT_CPU);
  const struct scmp_arg_cmp memory = SCMP_A0(SCMP_CMP_EQ, RLIMIT_DATA);
  const struct scmp_arg_cmp files = SCMP_A0(SCMP_CMP_EQ, RLIMIT_NOFILE);
  if (seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(prctl), 1, name) != 0) return -1;
  if (seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(setrlimit), 1, time) != 0) return -1;
  if (seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(setrlimit), 1, memory) != 0) return -1;
  if (seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(setrlimit), 1, files) != 0) return -1;
  return seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(clone3), 0);
}

/* Stores the filter as BPF, so that children only install it. */
static int export_bpf(scmp_filter_ctx filter) {
  int file = memfd_create("filter", MFD_CLOEXEC);
  if (file < 0) return -1;
  off_t length = seccomp_export_bpf(filter, file) == 0 ? lseek(file, 0, SEEK_END) : 0;
  struct sock_filter *code = length > 0 ? malloc((size_t)length) : NULL;
  int is_read = code && pread(file, code, (size_t)length, 0) == length;
  close(file);
  if (!is_read) return free(code), -1;
  program.filter = code;
  program.len = (unsigned short)((size_t)length / sizeof *code);
  return 0;
}

int csb_filter_make(int threads) {
  scmp_filter_ctx filter = seccomp_init(SCMP_ACT_KILL_PROCESS);
  if (!filter) return -1;
  int failed = seccomp_attr_set(filter, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS) != 0 ||
               seccomp_attr_set(filter, SCMP_FLTATR_CTL_OPTIMIZE, 2) != 0 ||
               add_all(filter, SCMP_ACT_ALLOW, allowed) != 0 ||
               add_all(filter, SCMP_ACT_ERRNO(EACCES), denied) != 0 ||
               add_all(filter, SCMP_ACT_ERRNO(0), faked) != 0 ||
               add_all(filter, SCMP_ACT_TRAP, csb_trapped) != 0 ||
               add_memory(filter) != 0 || (threads && add_threads(filter) != 0) ||
               add_conditions(filter) != 0 || export_bpf(filter) != 0;
  seccomp_release(filter);
  has_listener = threads;
  return failed ? -1 : 0;
}

int csb_filter_enter(void) {
  if (!program.filter) return -1;
  csb_trap();
  if (!has_listener) return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0);
  unsigned flags = SECCOMP_FILTER_FLAG_NEW_LISTENER;
  return (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, flags, &program);
}
