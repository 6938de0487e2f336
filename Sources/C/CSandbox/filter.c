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

/* What decoding needs, as measured over some thousand files of all kinds; all else kills. */
static const char *const allowed[] = {
    "read", "write", "pread64", "lseek", "fstat", "newfstatat", "close", "exit", "exit_group", "brk",
    "munmap", "mremap", "madvise", "futex", "rt_sigreturn", "rt_sigprocmask", "rt_sigaction",
    "clock_gettime", "getpid", "gettid", "sched_yield", "getrandom", "sysinfo",
    "set_robust_list", "rseq", NULL};

/* What libraries ask without need: they are told that it is not allowed, and go on. abort() writes
   its last words by writev, and ends by an illegal instruction where it may not send itself a
   signal. */
static const char *const denied[] = {
    "openat", "open", "readlink", "stat", "statx", "uname", "getcwd", "ioctl", "socket", "connect",
    "fcntl", "prlimit64", "getdents64", "tgkill", "writev",
    "sched_getaffinity",
    NULL};

/* Answered with yes, and the kernel is not asked: fontconfig uses a font that is open already only
   after it has asked whether it could be read. */
static const char *const agreed[] = {"access", "faccessat", "faccessat2", NULL};

/* What a new thread may share with the others or not, but no namespace of its own. */
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

/* A call that this processor does not have, or this library does not know, needs no rule. */
static int add_all(scmp_filter_ctx filter, uint32_t action, const char *const *names) {
  for (; *names; names++) {
    if (action != SCMP_ACT_TRAP && is_trapped(*names)) continue;
    int number = seccomp_syscall_resolve_name(*names);
    if (number < 0) continue;
    if (seccomp_rule_add(filter, action, number, 0) != 0) return -1;
  }
  return 0;
}

/* Memory is never made executable, and only what the limits count is made at all: nothing shared, and
   nothing that grows like a stack. */
static int add_memory(scmp_filter_ctx filter) {
  const struct scmp_arg_cmp no_code = SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0);
  const struct scmp_arg_cmp counted = SCMP_A3(
      SCMP_CMP_MASKED_EQ, MAP_TYPE | MAP_GROWSDOWN | MAP_HUGETLB, MAP_PRIVATE);
  if (seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(mmap), 2, no_code, counted) != 0) return -1;
  return seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(mprotect), 1, no_code);
}

/* A new process is never made, and a thread only where the listener, which the child sends to its
   parent by descriptor 5, says so. glibc tries clone3 first and takes clone where that is missing. */
static int add_threads(scmp_filter_ctx filter) {
  const struct scmp_arg_cmp thread =
      SCMP_A0(SCMP_CMP_MASKED_EQ, CLONE_THREAD | NAMESPACES, CLONE_THREAD);
  const struct scmp_arg_cmp to_parent = SCMP_A0(SCMP_CMP_EQ, 5);
  if (seccomp_rule_add(filter, SCMP_ACT_NOTIFY, SCMP_SYS(clone), 1, thread) != 0) return -1;
  return seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(sendmsg), 1, to_parent);
}

/* Of prctl(2) only the name of a thread is left. A child may raise two of its limits, as far as the
   kernel lets it. */
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

/* Keeps the filter as the kernel takes it, so that a child has nothing to build. */
static int keep(scmp_filter_ctx filter) {
  int file = memfd_create("filter", MFD_CLOEXEC);
  if (file < 0) return -1;
  off_t length = seccomp_export_bpf(filter, file) == 0 ? lseek(file, 0, SEEK_END) : 0;
  struct sock_filter *code = length > 0 ? malloc((size_t)length) : NULL;
  int kept = code && pread(file, code, (size_t)length, 0) == length;
  close(file);
  if (!kept) return free(code), -1;
  program.filter = code;
  program.len = (unsigned short)((size_t)length / sizeof *code);
  return 0;
}

int csb_filter_make(const char *const *more, int threads) {
  scmp_filter_ctx filter = seccomp_init(SCMP_ACT_KILL_PROCESS);
  if (!filter) return -1;
  int failed = seccomp_attr_set(filter, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS) != 0 ||
               seccomp_attr_set(filter, SCMP_FLTATR_CTL_OPTIMIZE, 2) != 0 ||
               add_all(filter, SCMP_ACT_ALLOW, allowed) != 0 ||
               add_all(filter, SCMP_ACT_ALLOW, more) != 0 ||
               add_all(filter, SCMP_ACT_ERRNO(EACCES), denied) != 0 ||
               add_all(filter, SCMP_ACT_ERRNO(0), agreed) != 0 ||
               add_all(filter, SCMP_ACT_TRAP, csb_trapped) != 0 ||
               add_memory(filter) != 0 || (threads && add_threads(filter) != 0) ||
               add_conditions(filter) != 0 || keep(filter) != 0;
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
