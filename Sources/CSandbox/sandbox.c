#define _GNU_SOURCE
#include "CSandbox.h"
#include "filter.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* Of <linux/landlock.h>, which older systems have only in part: struct landlock_ruleset_attr, and
   what each version of the interface can refuse. */
struct ruleset {
  uint64_t files;
  uint64_t network;
  uint64_t scopes;
};

/* The process that csb_prepare was called in. */
static pid_t parent;

static int enter_privileges(void) {
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) == 0;
}

/* A set of rules that refuses all there is and allows nothing. */
static int enter_files(void) {
  long version = syscall(SYS_landlock_create_ruleset, NULL, 0, 1 /* the version, please */);
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
  syscall(SYS_close_range, last + 1, ~0U, 0);
}

unsigned csb_prepare(const char *const *more) {
  unsigned parts = CSB_LIMITS;
  parent = getpid();
  /* Without new privileges the others may be asked for by everyone. */
  if (enter_privileges()) parts |= CSB_PRIVILEGES;
  if (csb_filter_make(more) == 0) parts |= CSB_SYSTEM_CALLS;
  if (enter_files()) parts |= CSB_FILES;
  return parts;
}

/* Where less is allowed already, that stays: nobody may raise it, nor need to. */
static int limit(int resource, rlim_t soft, rlim_t hard) {
  struct rlimit values;
  if (getrlimit(resource, &values) != 0) return 0;
  if (values.rlim_max > hard) values.rlim_max = hard;
  values.rlim_cur = soft < values.rlim_max ? soft : values.rlim_max;
  return setrlimit(resource, &values) == 0;
}

static int enter_limits(void) {
  /* The soft limit of time sends SIGXCPU, which tells what happened; the hard one is for those who
     do not listen. */
  return limit(RLIMIT_AS, 1 << 30, 1 << 30) && limit(RLIMIT_CPU, 5, 6) &&
         limit(RLIMIT_FSIZE, 0, 0) && limit(RLIMIT_CORE, 0, 0) && limit(RLIMIT_NOFILE, 16, 16);
}

unsigned csb_enter(unsigned parts) {
  /* Who has lost its parent by now will hear of no death. */
  if (prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0) != 0 || getppid() != parent) _exit(1);
  unsigned held = parts & (CSB_PRIVILEGES | CSB_FILES);
  if ((parts & CSB_LIMITS) && enter_limits()) held |= CSB_LIMITS;
  if ((parts & CSB_SYSTEM_CALLS) && csb_filter_enter() == 0) held |= CSB_SYSTEM_CALLS;
  return held;
}

/* What can be seen to hold before system calls are filtered. */
static unsigned try_inherited(void) {
  unsigned held = 0;
  if (prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) == 1 && prctl(PR_GET_DUMPABLE, 0, 0, 0, 0) == 0)
    held |= CSB_PRIVILEGES;
  int root = open("/", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (root < 0 && errno == EACCES) held |= CSB_FILES;
  if (root >= 0) close(root);
  return held;
}

static void try_all(unsigned parts, int report) {
  unsigned held = try_inherited();
  unsigned entered = csb_enter(parts);
  void *memory = mmap(NULL, (size_t)2 << 30, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if ((entered & CSB_LIMITS) && memory == MAP_FAILED) held |= CSB_LIMITS;
  unsigned char answer = (unsigned char)held;
  if (write(report, &answer, 1) != 1) _exit(1);
  getppid(); /* must be the last thing this process does */
  _exit(0);
}

unsigned csb_prove(unsigned parts) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return 0;
  pid_t child = fork();
  if (child == 0) try_all(parts, ends[1]);
  close(ends[1]);
  unsigned char answer = 0;
  int status = 0;
  if (child > 0) {
    while (read(ends[0], &answer, 1) < 0 && errno == EINTR) {
    }
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
  }
  close(ends[0]);
  int killed = child > 0 && WIFSIGNALED(status) && WTERMSIG(status) == SIGSYS;
  return (answer & parts) | (killed ? parts & CSB_SYSTEM_CALLS : 0);
}

pid_t csb_fork(void) { return fork(); }

int csb_keep(int third, int fourth) {
  third = fcntl(third, F_DUPFD, 5);
  fourth = fcntl(fourth, F_DUPFD, 5);
  if (third < 0 || fourth < 0) return -1;
  if (dup2(third, 3) < 0 || dup2(fourth, 4) < 0) return -1;
  return (int)syscall(SYS_close_range, 5, ~0U, 0);
}
