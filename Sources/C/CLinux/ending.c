#define _GNU_SOURCE
#include "CLinux.h"

#include <signal.h>
#include <stdatomic.h>
#include <unistd.h>

/* Seconds until SIGALRM ends the program in spite of the holders. */
enum { longest_delay_seconds = 20 };

static atomic_int holders;
static atomic_int postponed;

void cl_hold_end(void) { atomic_fetch_add(&holders, 1); }

static void terminate_by(int number) {
  struct sigaction default_action = {.sa_handler = SIG_DFL};
  sigset_t self;
  sigemptyset(&self);
  sigaddset(&self, number);
  sigaction(number, &default_action, NULL);
  pthread_sigmask(SIG_UNBLOCK, &self, NULL);
  kill(getpid(), number);
  _exit(128 + number);
}

void cl_release_end(void) {
  if (atomic_fetch_sub(&holders, 1) > 1) return;
  int number = atomic_load(&postponed);
  if (number != 0) terminate_by(number);
}

int cl_postpone_end(int number) {
  if (number != SIGHUP && number != SIGTERM && number != SIGINT) return 0;
  int expected = 0;
  if (!atomic_compare_exchange_strong(&postponed, &expected, number)) return 0;
  /* A cl_release_end after this reads the number; one before has already decremented `holders`. */
  if (atomic_load(&holders) == 0) {
    atomic_store(&postponed, 0);
    return 0;
  }
  alarm(longest_delay_seconds);
  return 1;
}

int cl_is_end_postponed(void) { return atomic_load(&postponed) != 0; }
