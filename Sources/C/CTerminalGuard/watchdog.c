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
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "CTerminalGuard.h"
#include "writing.h"

/* The only argument of a watchdog. The name of the program is not in it, so that whoever kills all
   processes of that name leaves the watchdog alive. */
static char marker[] = "terminal-watchdog";

/* What a watchdog has open. */
enum { word_socket = 0, its_terminal = 1, its_errors = 2, first_unused = 3 };

/* The program's side. One thread starts the watchdog while another may end it. */

static pthread_mutex_t access_lock = PTHREAD_MUTEX_INITIALIZER;
static pid_t watchdog = -1;
static int far_end = -1;
static int its_copy_of_terminal = -1;
static atomic_int near_end = -1;

static void close_far(void) {
  if (far_end >= 0) close(far_end);
  if (its_copy_of_terminal >= 0) close(its_copy_of_terminal);
  far_end = its_copy_of_terminal = -1;
}

static int above_standard_streams(int descriptor) {
  return fcntl(descriptor, F_DUPFD_CLOEXEC, first_unused);
}

int watchdog_prepare(int terminal) {
  int ends[2];
  if (atomic_load(&near_end) >= 0) return -1;
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) return -1;
  pthread_mutex_lock(&access_lock);
  far_end = above_standard_streams(ends[1]);
  its_copy_of_terminal = above_standard_streams(terminal);
  bool is_ready = far_end >= 0 && its_copy_of_terminal >= 0;
  if (!is_ready) close_far();
  pthread_mutex_unlock(&access_lock);
  close(ends[1]);
  if (is_ready) {
    atomic_store(&near_end, ends[0]);
  } else {
    close(ends[0]);
  }
  return is_ready ? 0 : -1;
}

void watchdog_tell(const struct watchdog_word *word) {
  int descriptor = atomic_load(&near_end);
  if (descriptor < 0) return;
  (void)!send(descriptor, word, sizeof *word, MSG_DONTWAIT | MSG_NOSIGNAL);
}

static int add_descriptors(posix_spawn_file_actions_t *actions) {
  int failure = posix_spawn_file_actions_adddup2(actions, far_end, word_socket);
  if (!failure) {
    failure = posix_spawn_file_actions_adddup2(actions, its_copy_of_terminal, its_terminal);
  }
  if (!failure) {
    failure = posix_spawn_file_actions_addopen(actions, its_errors, "/dev/null", O_RDWR, 0);
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
  if (far_end >= 0) watchdog = start();
  close_far();
  pthread_mutex_unlock(&access_lock);
}

void watchdog_end(void) {
  pthread_mutex_lock(&access_lock);
  close_far();
  if (watchdog > 0) {
    /* It would hear that the socket is closed, unless somebody has stopped it. */
    kill(watchdog, SIGKILL);
    while (waitpid(watchdog, NULL, 0) < 0 && errno == EINTR) continue;
  }
  watchdog = -1;
  pthread_mutex_unlock(&access_lock);
  int descriptor = atomic_exchange(&near_end, -1);
  if (descriptor >= 0) close(descriptor);
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
  /* A shell that has a line editor may have set modes of its own by now. */
  if (tcgetattr(its_terminal, &now) == 0 && are_equal(&now, &word->own)) {
    tcsetattr(its_terminal, TCSANOW, &word->saved);
  }
  long long deadline = ctg_milliseconds() + ctg_write_limit_milliseconds;
  ctg_write_before(deadline, its_terminal, word->restore, word->restore_length);
}

static void watch(void) {
  struct watchdog_word word = {0}, next;
  ssize_t length;
  prctl(PR_SET_NAME, marker);
  close_range(first_unused, ~0U, 0);
  (void)!chdir("/");
  while ((length = recv(word_socket, &next, sizeof next, 0)) != 0) {
    if (length < 0 && errno == EINTR) continue;
    if (length != (ssize_t)sizeof next || next.restore_length > watchdog_restore_limit) return;
    word = next;
  }
  if (word.is_armed) give_back(&word);
}

/* Before any other constructor of the program: a watchdog never gets as far as main. */
__attribute__((constructor(101))) static void watch_if_asked(int count, char **arguments) {
  if (count != 1 || strcmp(arguments[0], marker) != 0) return;
  watch();
  _exit(0);
}
