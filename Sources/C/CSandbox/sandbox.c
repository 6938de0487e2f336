#define _GNU_SOURCE
#include "CSandbox.h"
#include "filter.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <malloc.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* The address space of a child (RLIMIT_AS), in bytes; bounds the page tables in the kernel. */
static const rlim_t address_space = (rlim_t)16 << 30;

/* Added to oom_score_adj: the OOM killer counts this many thousandths of all memory as used by
   these processes. */
enum { OOM_SCORE = 300 };

/* Attempts of fork(2), and of a whole test in a child. */
enum { ATTEMPTS = 5 };

/* struct landlock_ruleset_attr of <linux/landlock.h>, which lacks fields in older releases: the
   access rights to handle. */
struct ruleset {
  uint64_t files;
  uint64_t network;
  uint64_t scopes;
};

/* The process that called csb_prepare. */
static pid_t parent;
static struct csb_limits limits;
/* The hard limits of this process; 0 if not set. */
static rlim_t hard_limits[RLIMIT_NLIMITS];

/* Must precede enter_privileges: the files in /proc/self of a process that is not dumpable belong
   to root. */
static void raise_oom_score(void) {
  int file = open("/proc/self/oom_score_adj", O_RDWR | O_CLOEXEC);
  if (file < 0) return;
  char text[16] = {0};
  if (pread(file, text, sizeof text - 1, 0) > 0) {
    int score = atoi(text) + OOM_SCORE;
    int length = snprintf(text, sizeof text, "%d", score < 1000 ? score : 1000);
    if (pwrite(file, text, (size_t)length, 0) < 0) errno = 0;
  }
  close(file);
}

static int capabilities(int number, struct __user_cap_data_struct *sets) {
  struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
  return (int)syscall(number, &header, sets);
}

/* PR_CAPBSET_DROP fails in a process without capabilities, which does not need it. */
static int drop_capabilities(void) {
  struct __user_cap_data_struct none[_LINUX_CAPABILITY_U32S_3] = {0};
  for (int number = 0; prctl(PR_CAPBSET_READ, number, 0, 0, 0) >= 0; number++)
    prctl(PR_CAPBSET_DROP, number, 0, 0, 0);
  prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
  return capabilities(SYS_capset, none) == 0;
}

static int has_capabilities(void) {
  struct __user_cap_data_struct sets[_LINUX_CAPABILITY_U32S_3];
  struct __user_cap_data_struct none[_LINUX_CAPABILITY_U32S_3] = {0};
  return capabilities(SYS_capget, sets) != 0 || memcmp(sets, none, sizeof none) != 0;
}

static int enter_privileges(void) {
  return drop_capabilities() && prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
         prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) == 0;
}

/* Installs a Landlock ruleset that handles all rights of the kernel's version and has no rules, so
   that all are denied: 13 rights to files in version 1, more in 2, 3 and 5, TCP since 4, scopes
   since 6. */
static int enter_files(void) {
  long version = syscall(
      SYS_landlock_create_ruleset, NULL, 0, 1 /* LANDLOCK_CREATE_RULESET_VERSION */);
  if (version < 1) return 0;
  int rights = version < 2 ? 13 : version < 3 ? 14 : version < 5 ? 15 : 16;
  struct ruleset rules = {
      .files = (UINT64_C(1) << rights) - 1,
      .network = version < 4 ? 0 : 3,
      .scopes = version < 6 ? 0 : 3,
  };
  size_t size = version < 4 ? 8 : version < 6 ? 16 : 24;
  int ruleset = (int)syscall(SYS_landlock_create_ruleset, &rules, size, 0);
  if (ruleset < 0) return 0;
  int entered = syscall(SYS_landlock_restrict_self, ruleset, 0) == 0;
  close(ruleset);
  return entered;
}

void csb_leave(int last) {
  setsid();
  if (chdir("/") != 0) errno = 0;
  syscall(SYS_close_range, last + 1, ~0U, 0);
}

unsigned csb_prepare(const struct csb_limits *allowed, int threads) {
  unsigned parts = CSB_LIMITS;
  parent = getpid();
  limits = *allowed;
  raise_oom_score();
  /* With one arena, memory freed by a thread is reused by all, so that memory use is
     reproducible. */
  mallopt(M_ARENA_MAX, 1);
  /* no_new_privs lets an unprivileged process install seccomp filters and Landlock rulesets. */
  if (enter_privileges()) parts |= CSB_PRIVILEGES;
  if (csb_filter_make(threads) == 0) parts |= CSB_SYSTEM_CALLS;
  if (enter_files()) parts |= CSB_FILES;
  return parts;
}

/* Keeps a hard limit that is already lower. */
static int limit(int resource, rlim_t soft, rlim_t hard) {
  struct rlimit values;
  if (getrlimit(resource, &values) != 0) return 0;
  if (values.rlim_max > hard) values.rlim_max = hard;
  values.rlim_cur = soft < values.rlim_max ? soft : values.rlim_max;
  hard_limits[resource] = values.rlim_max;
  return setrlimit(resource, &values) == 0;
}

/* Memory is limited by RLIMIT_DATA, which counts private writable mappings: RLIMIT_AS also counts
   address space that threads reserve and never use. */
static int enter_limits(void) {
  /* The soft limit of time sends SIGXCPU, so that the exit status shows the cause; the hard one
     sends SIGKILL. */
  return limit(RLIMIT_DATA, limits.bytes, limits.most_bytes) &&
         limit(RLIMIT_AS, address_space, address_space) &&
         limit(RLIMIT_CPU, limits.seconds, limits.most_seconds + 1) &&
         limit(RLIMIT_FSIZE, 0, 0) && limit(RLIMIT_CORE, 0, 0);
}

/* Computes RLIMIT_NOFILE. It is set after the listener was sent, because the kernel refuses to pass
   descriptors if the user has more in flight than this limit (unix(7), ETOOMANYREFS). The filter,
   then in force, allows setrlimit(2) but not prlimit64(2), so that the old value is read before. */
static int compute_file_limit(struct rlimit *values) {
  if (getrlimit(RLIMIT_NOFILE, values) != 0) return 0;
  if (values->rlim_max > 16) values->rlim_max = 16;
  values->rlim_cur = values->rlim_max;
  return 1;
}

static int enter_file_limit(const struct rlimit *values) {
#ifdef SYS_setrlimit
  return syscall(SYS_setrlimit, RLIMIT_NOFILE, values) == 0;
#else
  return setrlimit(RLIMIT_NOFILE, values) == 0;
#endif
}

/* Sends the listener over the socket, and closes both. Returns 0 or -1. */
static int send_listener(int listener, int socket) {
  union {
    char bytes[CMSG_SPACE(sizeof listener)];
    struct cmsghdr aligned;
  } control = {0};
  char byte = 0;
  struct iovec content = {.iov_base = &byte, .iov_len = 1};
  struct msghdr message = {
      .msg_iov = &content,
      .msg_iovlen = 1,
      .msg_control = control.bytes,
      .msg_controllen = sizeof control.bytes,
  };
  struct cmsghdr *header = CMSG_FIRSTHDR(&message);
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  header->cmsg_len = CMSG_LEN(sizeof listener);
  memcpy(CMSG_DATA(header), &listener, sizeof listener);
  int is_sent = socket < 0 || sendmsg(socket, &message, MSG_NOSIGNAL) == 1;
  close(listener);
  if (socket >= 0) close(socket);
  return is_sent ? 0 : -1;
}

static int enter_filter(int socket) {
  int listener = csb_filter_enter();
  return listener > 0 ? send_listener(listener, socket) : listener;
}

unsigned csb_enter(unsigned parts, int socket) {
  /* Exit if the parent died before PR_SET_PDEATHSIG. */
  if (prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0) != 0 || getppid() != parent) _exit(1);
  unsigned in_force = parts & (CSB_PRIVILEGES | CSB_FILES);
  struct rlimit files;
  int has_limits = (parts & CSB_LIMITS) && enter_limits() && compute_file_limit(&files);
  if ((parts & CSB_SYSTEM_CALLS) && enter_filter(socket) == 0) in_force |= CSB_SYSTEM_CALLS;
  if (has_limits && enter_file_limit(&files)) in_force |= CSB_LIMITS;
  return in_force;
}

void csb_allow_any_time(void) { limits.most_seconds = RLIM_INFINITY - 1; }

static void raise_limit(int resource, rlim_t soft) {
#ifdef SYS_setrlimit
  rlim_t hard = hard_limits[resource];
  if (hard == 0) return;
  struct rlimit values = {.rlim_cur = soft < hard ? soft : hard, .rlim_max = hard};
  syscall(SYS_setrlimit, resource, &values);
#endif
}

void csb_allow(uint64_t seconds, uint64_t bytes) {
  raise_limit(RLIMIT_CPU, seconds);
  raise_limit(RLIMIT_DATA, bytes);
}

/* The inherited parts that are in force; called before system calls are filtered. */
static unsigned test_inherited(void) {
  unsigned in_force = 0;
  if (prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) == 1 && prctl(PR_GET_DUMPABLE, 0, 0, 0, 0) == 0 &&
      !has_capabilities())
    in_force |= CSB_PRIVILEGES;
  int root = open("/", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (root < 0 && errno == EACCES) in_force |= CSB_FILES;
  if (root >= 0) close(root);
  return in_force;
}

/* Whether a mapping of twice the memory limit fails. */
static int is_limited(void) {
  int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
  void *memory = mmap(NULL, 2 * limits.bytes, PROT_READ | PROT_WRITE, flags, -1, 0);
  return memory == MAP_FAILED;
}

static void run_test(unsigned parts, int report) {
  unsigned in_force = test_inherited();
  unsigned entered = csb_enter(parts, -1);
  if ((entered & CSB_LIMITS) && is_limited()) in_force |= CSB_LIMITS;
  unsigned char answer = (unsigned char)in_force;
  if (write(report, &answer, 1) != 1) _exit(1);
  getppid(); /* Not allowed, must be last: kills this process if the filter works. */
  _exit(0);
}

/* Reaps a child that executes run_test; 0, or -1 if it did not finish the test. */
static int collect_report(pid_t child, int report, unsigned parts, unsigned *in_force) {
  unsigned char answer = 0;
  int status = 0;
  ssize_t count;
  while ((count = read(report, &answer, 1)) < 0 && errno == EINTR) {
  }
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  int is_killed = WIFSIGNALED(status) && WTERMSIG(status) == SIGSYS;
  int has_exited = WIFEXITED(status) && WEXITSTATUS(status) == 0;
  if (count != 1 || !(is_killed || has_exited)) return -1;
  *in_force = (answer & parts) | (is_killed ? parts & CSB_SYSTEM_CALLS : 0);
  return 0;
}

static int test_in_child(unsigned parts, unsigned *in_force) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return -1;
  pid_t child = csb_fork();
  if (child == 0) run_test(parts, ends[1]);
  close(ends[1]);
  int result = child > 0 ? collect_report(child, ends[0], parts, in_force) : -1;
  close(ends[0]);
  return result;
}

int csb_prove(unsigned parts, unsigned *in_force) {
  for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (test_in_child(parts, in_force) == 0) return 0;
  }
  return -1;
}

pid_t csb_fork(void) {
  struct timespec pause = {.tv_nsec = 1000000};
  pid_t process = fork();
  for (int attempt = 1; process < 0 && attempt < ATTEMPTS; attempt++, pause.tv_nsec *= 2) {
    if (errno != EAGAIN && errno != ENOMEM) break;
    nanosleep(&pause, NULL);
    process = fork();
  }
  return process;
}

int csb_keep(const int *descriptors, int count) {
  enum { FIRST = 3 };
  int copies[CSB_MOST_KEPT];
  if (count < 1 || count > CSB_MOST_KEPT) return -1;
  for (int index = 0; index < count; index++) {
    copies[index] = fcntl(descriptors[index], F_DUPFD, FIRST + count);
    if (copies[index] < 0) return -1;
  }
  for (int index = 0; index < count; index++)
    if (dup2(copies[index], FIRST + index) < 0) return -1;
  return (int)syscall(SYS_close_range, FIRST + count, ~0U, 0);
}
