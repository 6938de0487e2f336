#define _GNU_SOURCE
#include "watchdog.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "CTerminalGuard.h"
#include "writing.h"

/* argv[0] of the watchdog. It does not contain the name of the program, so that killall and pkill
   of that name spare the watchdog. */
static char marker[] = "terminal-watchdog";

/* The descriptors of the watchdog. The program has the write end of the pipe. */
enum {
  memory_descriptor = 0,
  terminal_descriptor = 1,
  error_descriptor = 2,
  pipe_descriptor = 3,
  first_unused = 4
};

struct shared {
  /* Held by the thread of the program that called watchdog_prepare. */
  pthread_mutex_t owner_lock;
  /* Whether `word` is completely written and the terminal must be restored. */
  atomic_int is_armed;
  struct watchdog_word word;
};

/* The program. One thread may start the watchdog while another ends it: access_lock. */

static pthread_mutex_t access_lock = PTHREAD_MUTEX_INITIALIZER;
static pid_t watchdog = -1;
static struct shared *_Atomic shared;
static int write_end = -1;
/* Duplicates for the watchdog, open until it is started. */
static int inherited[] = {-1, -1, -1};
enum { inherited_memory, inherited_terminal, inherited_pipe, inherited_count };

static void close_inherited(void) {
  for (int index = 0; index < inherited_count; index++) {
    if (inherited[index] >= 0) close(inherited[index]);
    inherited[index] = -1;
  }
}

static void close_write_end(void) {
  if (write_end >= 0) close(write_end);
  write_end = -1;
}

static int duplicate(int index, int descriptor) {
  inherited[index] = fcntl(descriptor, F_DUPFD_CLOEXEC, first_unused);
  return inherited[index] < 0 ? -1 : 0;
}

static int create_memory(void) {
  int memory = memfd_create("terminal", MFD_CLOEXEC);
  if (memory < 0) return -1;
  int failure =
      ftruncate(memory, sizeof(struct shared)) != 0 || duplicate(inherited_memory, memory) != 0;
  close(memory);
  return failure ? -1 : 0;
}

static int create_pipe(void) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return -1;
  int failure = duplicate(inherited_pipe, ends[0]);
  close(ends[0]);
  if (failure) {
    close(ends[1]);
  } else {
    write_end = ends[1];
  }
  return failure;
}

static struct shared *map(int memory) {
  void *start =
      mmap(NULL, sizeof(struct shared), PROT_READ | PROT_WRITE, MAP_SHARED, memory, 0);
  return start == MAP_FAILED ? NULL : start;
}

static void lock_robust(pthread_mutex_t *owner_lock) {
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_setpshared(&attributes, PTHREAD_PROCESS_SHARED);
  pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST);
  pthread_mutex_init(owner_lock, &attributes);
  pthread_mutexattr_destroy(&attributes);
  pthread_mutex_lock(owner_lock);
}

int watchdog_prepare(int terminal) {
  if (atomic_load(&shared)) return -1;
  pthread_mutex_lock(&access_lock);
  struct shared *memory = NULL;
  if (duplicate(inherited_terminal, terminal) == 0 && create_memory() == 0 && create_pipe() == 0) {
    memory = map(inherited[inherited_memory]);
  }
  if (memory) {
    lock_robust(&memory->owner_lock);
  } else {
    close_inherited();
    close_write_end();
  }
  atomic_store(&shared, memory);
  pthread_mutex_unlock(&access_lock);
  return memory ? 0 : -1;
}

void watchdog_tell(const struct watchdog_word *word) {
  struct shared *memory = atomic_load(&shared);
  if (!memory) return;
  atomic_store(&memory->is_armed, 0);
  memory->word = *word;
  atomic_store(&memory->is_armed, word->is_armed);
}

static int add_descriptors(posix_spawn_file_actions_t *actions) {
  static const int places[] = {memory_descriptor, terminal_descriptor, pipe_descriptor};
  int failure = posix_spawn_file_actions_addopen(actions, error_descriptor, "/dev/null", O_RDWR, 0);
  for (int index = 0; index < inherited_count && !failure; index++) {
    failure = posix_spawn_file_actions_adddup2(actions, inherited[index], places[index]);
  }
  return failure;
}

/* A separate process group receives no signals from keys or from the shell's job control. With all
   signals blocked only SIGKILL ends the watchdog, and it can write to the terminal from the
   background (SIGTTOU). */
static int add_attributes(posix_spawnattr_t *attributes) {
  sigset_t all;
  sigfillset(&all);
  posix_spawnattr_setsigmask(attributes, &all);
  posix_spawnattr_setpgroup(attributes, 0);
  return posix_spawnattr_setflags(attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP);
}

static pid_t start(void) {
  char *arguments[] = {marker, NULL};
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  pid_t process = -1;
  if (posix_spawn_file_actions_init(&actions) != 0) return -1;
  if (posix_spawnattr_init(&attributes) == 0) {
    if (add_descriptors(&actions) != 0 || add_attributes(&attributes) != 0 ||
        posix_spawn(&process, "/proc/self/exe", &actions, &attributes, arguments, environ) != 0) {
      process = -1;
    }
    posix_spawnattr_destroy(&attributes);
  }
  posix_spawn_file_actions_destroy(&actions);
  return process;
}

void ctg_start_watchdog(void) {
  pthread_mutex_lock(&access_lock);
  if (inherited[inherited_memory] >= 0) watchdog = start();
  close_inherited();
  pthread_mutex_unlock(&access_lock);
}

void watchdog_end(void) {
  pthread_mutex_lock(&access_lock);
  close_inherited();
  if (watchdog > 0) {
    /* Closing the pipe would not end a watchdog that was stopped (SIGSTOP). */
    kill(watchdog, SIGKILL);
    while (waitpid(watchdog, NULL, 0) < 0 && errno == EINTR) continue;
  }
  watchdog = -1;
  pthread_mutex_unlock(&access_lock);
  struct shared *memory = atomic_exchange(&shared, NULL);
  if (memory) {
    pthread_mutex_unlock(&memory->owner_lock);
    munmap(memory, sizeof *memory);
  }
  close_write_end();
}

/* The watchdog. */

/* A shell takes the terminal after it has reaped the program, whose process then no longer exists.
   If another group is in the foreground before that, the program was stopped when it was killed,
   and the screen belongs to the shell or to another program. */
static bool may_write(const struct watchdog_word *word) {
  pid_t foreground = tcgetpgrp(terminal_descriptor);
  if (foreground < 0 || foreground == word->group) return true;
  return kill(word->owner, 0) != 0 && errno == ESRCH;
}

static bool are_equal(const struct termios *first, const struct termios *second) {
  return first->c_iflag == second->c_iflag && first->c_oflag == second->c_oflag &&
         first->c_cflag == second->c_cflag && first->c_lflag == second->c_lflag;
}

static void restore_terminal(const struct watchdog_word *word) {
  struct termios now;
  if (!may_write(word)) return;
  /* Keep modes that a shell's line editor has set since. Otherwise pending input was for the
     program: keys and replies of the terminal, which a shell would execute as commands. */
  if (tcgetattr(terminal_descriptor, &now) == 0 && are_equal(&now, &word->own)) {
    tcflush(terminal_descriptor, TCIFLUSH);
    tcsetattr(terminal_descriptor, TCSANOW, &word->saved);
  }
  long long deadline = ctg_milliseconds() + ctg_write_limit_milliseconds;
  ctg_write_before(deadline, terminal_descriptor, word->restore, word->restore_length);
}

/* Called after the program has died, by both threads of the watchdog; the second one blocks. */
static void restore_and_exit(struct shared *memory) {
  static pthread_mutex_t once = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&once);
  bool is_whole = memory->word.restore_length <= watchdog_restore_limit;
  if (atomic_load(&memory->is_armed) && is_whole) restore_terminal(&memory->word);
  _exit(0);
}

/* Before Linux 5.18 the OOM reaper may free the robust list before the kernel reads it, so that the
   mutex is never marked; the pipe is closed in any case. */
static void *watch_pipe(void *memory) {
  char byte;
  while (read(pipe_descriptor, &byte, sizeof byte) < 0 && errno == EINTR) continue;
  restore_and_exit(memory);
  return NULL;
}

static void watch(void) {
  pthread_t thread;
  prctl(PR_SET_NAME, marker);
  close_range(first_unused, ~0U, 0);
  (void)!chdir("/");
  struct shared *memory = map(memory_descriptor);
  if (!memory) return;
  bool has_thread = pthread_create(&thread, NULL, watch_pipe, memory) == 0;
  int result = pthread_mutex_lock(&memory->owner_lock);
  if (result == EOWNERDEAD) restore_and_exit(memory);
  if (result != 0 && has_thread) pthread_join(thread, NULL);
}

/* Priority 101 precedes all other constructors of the program. The watchdog never reaches main. */
__attribute__((constructor(101))) static void run_as_watchdog(int count, char **arguments) {
  if (count != 1 || strcmp(arguments[0], marker) != 0) return;
  watch();
  _exit(0);
}
