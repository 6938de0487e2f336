#define _GNU_SOURCE
#include "CTerminalGuard.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <termios.h>
#include <unistd.h>

#include "CLinux.h"
#include "watchdog.h"
#include "writing.h"

enum {
  other_thread_limit_milliseconds = 1000,
  kept_bytes_printed = 65536,
  stop_turns = 50,
  stop_turn_milliseconds = 5,
};

/* All signals whose default is to end the process, but SIGKILL, and SIGPIPE, which is ignored; the
   real-time signals are deadly too (signal(7)). */
static const int deadly[] = {SIGSEGV, SIGBUS,  SIGILL,  SIGTRAP, SIGABRT,   SIGFPE,  SIGSYS,
                             SIGHUP,  SIGTERM, SIGINT,  SIGQUIT, SIGUSR1,   SIGUSR2, SIGALRM,
                             SIGXCPU, SIGXFSZ, SIGPROF, SIGIO,   SIGVTALRM, SIGPWR,  SIGSTKFLT};
static const int noticed[] = {SIGWINCH, SIGTSTP, SIGCONT};

static struct watchdog_word word;
static struct sigaction previous[NSIG];
static bool installed[NSIG];
static char signal_stack[65536];

static bool is_open;
static int output_descriptor = -1;
static int terminal = -1;  /* a file description of its own, so that it may be non-blocking */
static int nowhere = -1;   /* /dev/null */
static int notices = -1;   /* an eventfd */
static int kept = -1;      /* a memfd that stands in for standard error */
static int standard_error = -1;
static bool standard_error_is_terminal;

static atomic_int is_armed;
static atomic_uint pending;
static atomic_int rescuer;
static atomic_int rescued;

/* Printing what was kept. All of it is async-signal-safe. */

/* Text of libraries may repeat names of files: a terminal must not obey what stands in them. */
static void disarm_text(unsigned char *text, size_t length, unsigned char before) {
  for (size_t index = 0; index < length; index++) {
    unsigned char byte = text[index];
    bool is_control = (byte < 0x20 && byte != '\n' && byte != '\t') || byte == 0x7F;
    bool is_c1 = before == 0xC2 && byte >= 0x80 && byte < 0xA0;
    if (is_control || is_c1) text[index] = '?';
    before = byte;
  }
}

static void print_kept(void) {
  if (kept < 0 || standard_error < 0) return;
  long long deadline = ctg_milliseconds() + ctg_write_limit_milliseconds;
  off_t size = lseek(kept, 0, SEEK_END);
  off_t offset = size > kept_bytes_printed ? size - kept_bytes_printed : 0;
  int target = standard_error_is_terminal ? terminal : standard_error;
  unsigned char text[2048];
  unsigned char before = 0;
  while (offset < size) {
    ssize_t length = pread(kept, text, sizeof text, offset);
    if (length <= 0) return;
    unsigned char last = text[length - 1];
    if (standard_error_is_terminal) disarm_text(text, (size_t)length, before);
    if (!ctg_write_before(deadline, target, (const char *)text, (size_t)length)) return;
    before = last;
    offset += length;
  }
}

/* Restoring. */

static void restore_modes(void) {
  /* In the background the terminal belongs to the shell, which has set modes of its own. */
  pid_t foreground = tcgetpgrp(terminal);
  if (foreground >= 0 && foreground != getpgrp()) return;
  tcsetattr(terminal, TCSANOW, &word.saved);
}

static void restore_terminal(void) {
  sigset_t background_output, mask;
  sigemptyset(&background_output);
  sigaddset(&background_output, SIGTTOU);
  pthread_sigmask(SIG_BLOCK, &background_output, &mask);
  long long deadline = ctg_milliseconds() + ctg_write_limit_milliseconds;
  ctg_write_before(deadline, terminal, word.restore, word.restore_length);
  restore_modes();
  pthread_sigmask(SIG_SETMASK, &mask, NULL);
}

static void tell_watchdog(bool armed) {
  word.is_armed = armed;
  if (armed) tcgetattr(terminal, &word.own);
  watchdog_tell(&word);
}

static void rescue(void) {
  if (atomic_exchange(&is_armed, 0)) {
    /* Another thread may be in the middle of a frame: the rest of it must not reach the screen. */
    dup2(nowhere, output_descriptor);
    restore_terminal();
    tell_watchdog(false);
  }
  print_kept();
}

static void die_of(int number) {
  struct sigaction usual = {.sa_handler = SIG_DFL};
  sigset_t self;
  sigaction(number, &usual, NULL);
  sigemptyset(&self);
  sigaddset(&self, number);
  pthread_sigmask(SIG_UNBLOCK, &self, NULL);
  raise(number);
  _exit(128 + number);
}

static void on_deadly(int number) {
  if (getpid() == word.owner) {
    int error = errno;
    int is_postponed = cl_postpone_end(number);
    int self = gettid();
    int expected = 0;
    if (atomic_compare_exchange_strong(&rescuer, &expected, self)) {
      rescue();
      atomic_store(&rescued, 1);
    } else if (expected != self) {
      long long deadline = ctg_milliseconds() + other_thread_limit_milliseconds;
      while (!atomic_load(&rescued) && ctg_milliseconds() < deadline) poll(NULL, 0, 5);
    }
    if (is_postponed) {
      errno = error;
      return;
    }
  }
  die_of(number);
}

static void at_exit(void) {
  if (!is_open || getpid() != word.owner) return;
  if (atomic_exchange(&is_armed, 0)) restore_terminal();
  tell_watchdog(false);
  print_kept();
}

/* Noticing. */

static void post(unsigned notice) {
  uint64_t one = 1;
  atomic_fetch_or(&pending, notice);
  (void)!write(notices, &one, sizeof one);
}

static void on_noticed(int number) {
  int error = errno;
  if (getpid() == word.owner) {
    post(number == SIGWINCH ? CTG_RESIZED : number == SIGTSTP ? CTG_STOP_ASKED : CTG_CONTINUED);
  }
  errno = error;
}

int ctg_notice_descriptor(void) { return notices; }

unsigned ctg_take_notices(void) {
  uint64_t count;
  (void)!read(notices, &count, sizeof count);
  return atomic_exchange(&pending, 0);
}

/* Opening and closing. */

static void install(int number, void (*handler)(int), int flags) {
  struct sigaction action = {.sa_handler = handler, .sa_flags = flags | SA_RESTART};
  sigemptyset(&action.sa_mask);
  sigaction(number, NULL, &previous[number]);
  /* What the starter of the program ignores, as nohup does with SIGHUP, stays ignored. */
  if (previous[number].sa_handler == SIG_IGN) return;
  installed[number] = sigaction(number, &action, NULL) == 0;
}

static void install_all(void) {
  for (size_t index = 0; index < sizeof deadly / sizeof *deadly; index++) {
    install(deadly[index], on_deadly, SA_ONSTACK);
  }
  /* The first ones are the C library's own: SIGRTMIN is a call. */
  for (int number = SIGRTMIN; number <= SIGRTMAX; number++) {
    install(number, on_deadly, SA_ONSTACK);
  }
  for (size_t index = 0; index < sizeof noticed / sizeof *noticed; index++) {
    install(noticed[index], on_noticed, 0);
  }
}

static void keep_standard_error(void) {
  struct stat about;
  /* A file can take the text at once; a terminal, or a pipe that may end in one, can not. */
  if (fstat(STDERR_FILENO, &about) != 0 || S_ISREG(about.st_mode)) return;
  standard_error_is_terminal = isatty(STDERR_FILENO);
  if (S_ISCHR(about.st_mode) && !standard_error_is_terminal) return;
  kept = memfd_create("standard error", MFD_CLOEXEC);
  standard_error = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
  if (kept < 0 || standard_error < 0) return;
  int flags = fcntl(kept, F_GETFL);
  fcntl(kept, F_SETFL, flags | O_APPEND);
  dup2(kept, STDERR_FILENO);
}

void ctg_watch_thread(void) {
  static _Thread_local bool is_watched;
  if (is_watched) return;
  stack_t stack = {.ss_sp = signal_stack, .ss_size = sizeof signal_stack};
  is_watched = sigaltstack(&stack, NULL) == 0;
}

static void close_one(int *descriptor) {
  if (*descriptor >= 0) close(*descriptor);
  *descriptor = -1;
}

static void close_all(void) {
  close_one(&terminal);
  close_one(&nowhere);
  close_one(&notices);
  close_one(&kept);
  close_one(&standard_error);
}

static int open_terminal_again(int output) {
  char name[128];
  int flags = O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC;
  int again = ttyname_r(output, name, sizeof name) == 0 ? open(name, flags) : -1;
  return again >= 0 ? again : fcntl(output, F_DUPFD_CLOEXEC, 3);
}

int ctg_open(int output, const char *restore, size_t length) {
  static bool exits_are_watched;
  if (is_open || length > sizeof word.restore) return -1;
  terminal = open_terminal_again(output);
  nowhere = open("/dev/null", O_RDWR | O_CLOEXEC);
  notices = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
  if (terminal < 0 || nowhere < 0 || notices < 0 || tcgetattr(terminal, &word.saved) != 0) {
    close_all();
    return -1;
  }
  memcpy(word.restore, restore, length);
  word.restore_length = length;
  output_descriptor = output;
  word.owner = getpid();
  word.group = getpgrp();
  is_open = true;
  atomic_store(&pending, 0);
  atomic_store(&rescuer, 0);
  atomic_store(&rescued, 0);
  keep_standard_error();
  ctg_watch_thread();
  install_all();
  if (!exits_are_watched) exits_are_watched = atexit(at_exit) == 0;
  atomic_store(&is_armed, 1);
  return 0;
}

int ctg_restore_with(const char *restore, size_t length) {
  if (!is_open || length > sizeof word.restore) return -1;
  int armed = atomic_exchange(&is_armed, 0);
  memcpy(word.restore, restore, length);
  word.restore_length = length;
  ctg_arm(armed);
  return 0;
}

void ctg_close(void) {
  if (!is_open) return;
  if (atomic_exchange(&is_armed, 0)) restore_modes();
  tell_watchdog(false);
  watchdog_end();
  if (kept >= 0 && standard_error >= 0) dup2(standard_error, STDERR_FILENO);
  print_kept();
  is_open = false;
  for (int number = 1; number < NSIG; number++) {
    if (installed[number]) sigaction(number, &previous[number], NULL);
    installed[number] = false;
  }
  close_all();
}

void ctg_arm(int armed) {
  if (!is_open) return;
  atomic_store(&is_armed, armed);
  tell_watchdog(armed);
}

int ctg_prepare_watchdog(void) {
  if (!is_open || watchdog_prepare(terminal) != 0) return -1;
  tell_watchdog(atomic_load(&is_armed));
  return 0;
}

int ctg_stop(void) {
  if (!is_open || !installed[SIGTSTP]) return -1;
  struct sigaction usual = {.sa_handler = SIG_DFL};
  struct sigaction ours;
  atomic_store(&is_armed, 0);
  tell_watchdog(false);
  atomic_fetch_and(&pending, ~(unsigned)CTG_CONTINUED);
  sigaction(SIGTSTP, &usual, &ours);
  kill(0, SIGTSTP);
  /* Another thread takes the signal, so the stop comes a moment after kill has returned; it never
     comes where no shell could continue the group, which is why the wait has an end. */
  for (int turn = 0; turn < stop_turns && !(atomic_load(&pending) & CTG_CONTINUED); turn++) {
    poll(NULL, 0, stop_turn_milliseconds);
  }
  sigaction(SIGTSTP, &ours, NULL);
  /* The user may have changed the modes meanwhile: those are the ones to give back. In the
     background the modes are those of the shell's own line editor. */
  if (tcgetpgrp(terminal) == getpgrp()) tcgetattr(terminal, &word.saved);
  post(CTG_CONTINUED);
  return 0;
}
