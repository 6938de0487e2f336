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

/* The only argument of a watchdog. The name of the program is not in it, so that killing all processes
   of that name leaves the watchdog alive. */
static char marker[] = "terminal-watchdog";

/* What a watchdog has open: the memory, the terminal, and a pipe whose other end is ours. */
enum { its_memory = 0, its_terminal = 1, its_errors = 2, its_pipe = 3, first_unused = 4 };

struct shared {
  /* Held by the first thread of the program. */
  pthread_mutex_t life;
  /* Whether `word` is whole, and says that the terminal must be given back. */
  atomic_int is_armed;
  struct watchdog_word word;
};

/* The program's side. One thread starts the watchdog while another may end it. */

static pthread_mutex_t access_lock = PTHREAD_MUTEX_INITIALIZER;
static pid_t watchdog = -1;
static struct shared *_Atomic shared;
static int near_end = -1;
/* What the watchdog gets, until it is started. */
static int given[] = {-1, -1, -1};
enum { given_memory, given_terminal, given_pipe, given_count };

static void close_given(void) {
  for (int index = 0; index < given_count; index++) {
    if (given[index] >= 0) close(given[index]);
    given[index] = -1;
  }
}

static void close_near(void) {
  if (near_end >= 0) close(near_end);
  near_end = -1;
}

static int give(int index, int descriptor) {
  given[index] = fcntl(descriptor, F_DUPFD_CLOEXEC, first_unused);
  return given[index] < 0 ? -1 : 0;
}

static int give_memory(void) {
  int memory = memfd_create("terminal", MFD_CLOEXEC);
  if (memory < 0) return -1;
  int failure = ftruncate(memory, sizeof(struct shared)) != 0 || give(given_memory, memory) != 0;
  close(memory);
  return failure ? -1 : 0;
}

static int give_pipe(void) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return -1;
  int failure = give(given_pipe, ends[0]);
  close(ends[0]);
  if (failure) {
    close(ends[1]);
  } else {
    near_end = ends[1];
  }
  return failure;
}

static struct shared *map(int memory) {
  void *start =
      mmap(NULL, sizeof(struct shared), PROT_READ | PROT_WRITE, MAP_SHARED, memory, 0);
  return start == MAP_FAILED ? NULL : start;
}

static void hold(pthread_mutex_t *life) {
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_setpshared(&attributes, PTHREAD_PROCESS_SHARED);
  pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST);
  pthread_mutex_init(life, &attributes);
  pthread_mutexattr_destroy(&attributes);
  pthread_mutex_lock(life);
}

int watchdog_prepare(int terminal) {
  if (atomic_load(&shared)) return -1;
  pthread_mutex_lock(&access_lock);
  struct shared *memory = NULL;
  if (give(given_terminal, terminal) == 0 && give_memory() == 0 && give_pipe() == 0) {
    memory = map(given[given_memory]);
  }
  if (memory) {
    hold(&memory->life);
  } else {
    close_given();
    close_near();
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
  static const int places[] = {its_memory, its_terminal, its_pipe};
  int failure = posix_spawn_file_actions_addopen(actions, its_errors, "/dev/null", O_RDWR, 0);
  for (int index = 0; index < given_count && !failure; index++) {
    failure = posix_spawn_file_actions_adddup2(actions, given[index], places[index]);
  }
  return failure;
}

/* In a process group of its own no key reaches it, and no signal that the shell sends to its job;
   with every signal blocked from its first moment nothing ends it but SIGKILL, and it may write to a
   terminal that it is in the background of. */
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
  if (given[given_memory] >= 0) watchdog = start();
  close_given();
  pthread_mutex_unlock(&access_lock);
}

void watchdog_end(void) {
  pthread_mutex_lock(&access_lock);
  close_given();
  if (watchdog > 0) {
    /* It would end when the pipe is closed, unless it was stopped. */
    kill(watchdog, SIGKILL);
    while (waitpid(watchdog, NULL, 0) < 0 && errno == EINTR) continue;
  }
  watchdog = -1;
  pthread_mutex_unlock(&access_lock);
  struct shared *memory = atomic_exchange(&shared, NULL);
  if (memory) {
    pthread_mutex_unlock(&memory->life);
    munmap(memory, sizeof *memory);
  }
  close_near();
}

/* The watchdog's side. */

/* A shell takes the terminal when it has been told of our end, and then nothing is left of us. Where
   it has the terminal while we are still to be buried, we had been stopped: what is on the screen is
   the shell's, or another program's. */
static bool may_write(const struct watchdog_word *word) {
  pid_t foreground = tcgetpgrp(its_terminal);
  if (foreground < 0 || foreground == word->group) return true;
  return kill(word->owner, 0) != 0 && errno == ESRCH;
}

static bool are_equal(const struct termios *first, const struct termios *second) {
  return first->c_iflag == second->c_iflag && first->c_oflag == second->c_oflag &&
         first->c_cflag == second->c_cflag && first->c_lflag == second->c_lflag;
}

static void give_back(const struct watchdog_word *word) {
  struct termios now;
  if (!may_write(word)) return;
  /* A shell with a line editor may have set its own modes by now. Otherwise pending input was meant
     for the program: keys, and the terminal's replies to its queries, which a shell would take for a
     command. */
  if (tcgetattr(its_terminal, &now) == 0 && are_equal(&now, &word->own)) {
    tcflush(its_terminal, TCIFLUSH);
    tcsetattr(its_terminal, TCSANOW, &word->saved);
  }
  long long deadline = ctg_milliseconds() + ctg_write_limit_milliseconds;
  ctg_write_before(deadline, its_terminal, word->restore, word->restore_length);
}

/* Ends the watchdog when the program has ended; the first of its threads that gets here does it. */
static void end_after(struct shared *memory) {
  static pthread_mutex_t once = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&once);
  bool is_whole = memory->word.restore_length <= watchdog_restore_limit;
  if (atomic_load(&memory->is_armed) && is_whole) give_back(&memory->word);
  _exit(0);
}

/* Linux before 5.18 may take the memory that names our mutexes before it looks at it, when it kills us
   for want of memory; it closes the pipe whatever happens. */
static void *watch_pipe(void *memory) {
  char byte;
  while (read(its_pipe, &byte, sizeof byte) < 0 && errno == EINTR) continue;
  end_after(memory);
  return NULL;
}

static void watch(void) {
  pthread_t thread;
  prctl(PR_SET_NAME, marker);
  close_range(first_unused, ~0U, 0);
  (void)!chdir("/");
  struct shared *memory = map(its_memory);
  if (!memory) return;
  bool has_thread = pthread_create(&thread, NULL, watch_pipe, memory) == 0;
  int result = pthread_mutex_lock(&memory->life);
  if (result == EOWNERDEAD) end_after(memory);
  if (result != 0 && has_thread) pthread_join(thread, NULL);
}

/* Before any other constructor of the program: a watchdog never gets as far as main. */
__attribute__((constructor(101))) static void watch_if_asked(int count, char **arguments) {
  if (count != 1 || strcmp(arguments[0], marker) != 0) return;
  watch();
  _exit(0);
}
