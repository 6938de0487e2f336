#define _GNU_SOURCE
#include "CPseudoTerminal.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

int cpt_open(unsigned short columns, unsigned short rows, char *name, size_t capacity) {
  int master = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
  if (master < 0) return -1;
  struct winsize size = {.ws_col = columns, .ws_row = rows};
  if (grantpt(master) == 0 && unlockpt(master) == 0 && ioctl(master, TIOCSWINSZ, &size) == 0) {
    int error = ptsname_r(master, name, capacity);
    if (error == 0) return master;
    errno = error;
  }
  int error = errno;
  close(master);
  errno = error;
  return -1;
}

/* Signals are as a shell leaves them, whatever the caller ignores or blocks. */
static int set_attributes(posix_spawnattr_t *attributes) {
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  posix_spawnattr_setsigmask(attributes, &none);
  posix_spawnattr_setsigdefault(attributes, &all);
  return posix_spawnattr_setflags(
      attributes, POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
}

pid_t cpt_spawn(char *const arguments[], char *const environment[], const char *terminal) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  int error = posix_spawn_file_actions_init(&actions);
  if (error != 0) return errno = error, -1;
  error = posix_spawnattr_init(&attributes);
  if (error != 0) {
    posix_spawn_file_actions_destroy(&actions);
    return errno = error, -1;
  }
  pid_t process = -1;
  error = set_attributes(&attributes);
  if (error == 0)
    error = posix_spawn_file_actions_addopen(&actions, 0, terminal ? terminal : "/dev/null", O_RDWR, 0);
  if (error == 0) error = posix_spawn_file_actions_adddup2(&actions, 0, 1);
  if (error == 0) error = posix_spawn_file_actions_adddup2(&actions, 0, 2);
  /* Of other threads' pipes, which may not be closed on exec yet. */
  if (error == 0) error = posix_spawn_file_actions_addclosefrom_np(&actions, 3);
  if (error == 0)
    error = posix_spawnp(&process, arguments[0], &actions, &attributes, arguments, environment);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  if (error != 0) return errno = error, -1;
  return process;
}
