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
  printed_byte_limit = 65536,
  stop_poll_limit = 50,
  stop_poll_milliseconds = 5,
};

/* All signals whose default action ends the process, except SIGKILL, SIGPIPE, which the program
   handles elsewhere, and the real-time signals (signal(7)), which install_all adds. */
static const int fatal_signals[] = {SIGSEGV, SIGBUS,  SIGILL,  SIGTRAP, SIGABRT,   SIGFPE,  SIGSYS,
                             SIGHUP,  SIGTERM, SIGINT,  SIGQUIT, SIGUSR1,   SIGUSR2, SIGALRM,
                             SIGXCPU, SIGXFSZ, SIGPROF, SIGIO,   SIGVTALRM, SIGPWR,  SIGSTKFLT};
static const int notice_signals[] = {SIGWINCH, SIGTSTP, SIGCONT};

static struct watchdog_word state;
static struct sigaction previous[NSIG];
static bool installed[NSIG];
static char signal_stack[65536];

static bool is_open;
static int output_descriptor = -1;
static int terminal = -1;     /* non-blocking, hence a separate file description */
static int null_device = -1;  /* /dev/null */
static int notices = -1;      /* an eventfd */
static int captured = -1;     /* a memfd that replaces standard error */
static int standard_error = -1;
static bool standard_error_is_terminal;

static atomic_int is_armed;
static atomic_uint pending;
static atomic_int restoring_thread;
static atomic_int is_restored;

/* Printing the captured standard error. Async-signal-safe. */

/* Replaces control characters (C0 except newline and tab, DEL, C1 in UTF-8) by question marks:
   messages of libraries may contain file names with escape sequences. `before` is the preceding
   byte. */
static void replace_controls(unsigned char *text, size_t length, unsigned char before) {
  for (size_t index = 0; index < length; index++) {
    unsigned char byte = text[index];
    bool is_control = (byte < 0x20 && byte != '\n' && byte != '\t') || byte == 0x7F;
    bool is_c1 = before == 0xC2 && byte >= 0x80 && byte < 0xA0;
    if (is_control || is_c1) text[index] = '?';
    before = byte;
  }
}

static void print_captured(void) {
  if (captured < 0 || standard_error < 0) return;
  long long deadline = ctg_milliseconds() + ctg_write_limit_milliseconds;
  off_t size = lseek(captured, 0, SEEK_END);
  off_t offset = size > printed_byte_limit ? size - printed_byte_limit : 0;
  int target = standard_error_is_terminal ? terminal : standard_error;
  unsigned char text[2048];
  unsigned char before = 0;
  while (offset < size) {
    ssize_t length = pread(captured, text, sizeof text, offset);
    if (length <= 0) return;
    unsigned char last = text[length - 1];
    if (standard_error_is_terminal) replace_controls(text, (size_t)length, before);
    if (!ctg_write_before(deadline, target, (const char *)text, (size_t)length)) return;
    before = last;
    offset += length;
  }
}

/* Restoring. */

static void restore_modes(void) {
  /* In the background the terminal has the modes of the shell. */
  pid_t foreground = tcgetpgrp(terminal);
  if (foreground >= 0 && foreground != getpgrp()) return;
  tcsetattr(terminal, TCSANOW, &state.saved);
}

static void restore_terminal(void) {
  sigset_t background_output, mask;
  sigemptyset(&background_output);
  sigaddset(&background_output, SIGTTOU);
  pthread_sigmask(SIG_BLOCK, &background_output, &mask);
  long long deadline = ctg_milliseconds() + ctg_write_limit_milliseconds;
  ctg_write_before(deadline, terminal, state.restore, state.restore_length);
  restore_modes();
  pthread_sigmask(SIG_SETMASK, &mask, NULL);
}

static void update_watchdog(bool armed) {
  state.is_armed = armed;
  if (armed) tcgetattr(terminal, &state.own);
  watchdog_tell(&state);
}

static void restore_and_print(void) {
  if (atomic_exchange(&is_armed, 0)) {
    /* Discard the rest of a frame that another thread may be writing. */
    dup2(null_device, output_descriptor);
    restore_terminal();
    update_watchdog(false);
  }
  print_captured();
}

static void die_by_signal(int number) {
  struct sigaction default_action = {.sa_handler = SIG_DFL};
  sigset_t self;
  sigaction(number, &default_action, NULL);
  sigemptyset(&self);
  sigaddset(&self, number);
  pthread_sigmask(SIG_UNBLOCK, &self, NULL);
  raise(number);
  _exit(128 + number);
}

static void on_fatal_signal(int number) {
  if (getpid() == state.owner) {
    int error = errno;
    int is_postponed = cl_postpone_end(number);
    int self = gettid();
    int expected = 0;
    if (atomic_compare_exchange_strong(&restoring_thread, &expected, self)) {
      restore_and_print();
      atomic_store(&is_restored, 1);
    } else if (expected != self) {
      long long deadline = ctg_milliseconds() + other_thread_limit_milliseconds;
      while (!atomic_load(&is_restored) && ctg_milliseconds() < deadline) poll(NULL, 0, 5);
    }
    if (is_postponed) {
      errno = error;
      return;
    }
  }
  die_by_signal(number);
}

static void at_exit(void) {
  if (!is_open || getpid() != state.owner) return;
  if (atomic_exchange(&is_armed, 0)) restore_terminal();
  update_watchdog(false);
  print_captured();
}

/* Notices. */

static void post(unsigned notice) {
  uint64_t one = 1;
  atomic_fetch_or(&pending, notice);
  (void)!write(notices, &one, sizeof one);
}

static void on_notice_signal(int number) {
  int error = errno;
  if (getpid() == state.owner) {
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
  /* Signals that the parent process ignored stay ignored, such as SIGHUP under nohup. */
  if (previous[number].sa_handler == SIG_IGN) return;
  installed[number] = sigaction(number, &action, NULL) == 0;
}

static void install_all(void) {
  for (size_t index = 0; index < sizeof fatal_signals / sizeof *fatal_signals; index++) {
    install(fatal_signals[index], on_fatal_signal, SA_ONSTACK);
  }
  /* SIGRTMIN is a function: glibc reserves the first real-time signals. */
  for (int number = SIGRTMIN; number <= SIGRTMAX; number++) {
    install(number, on_fatal_signal, SA_ONSTACK);
  }
  for (size_t index = 0; index < sizeof notice_signals / sizeof *notice_signals; index++) {
    install(notice_signals[index], on_notice_signal, 0);
  }
}

static void capture_standard_error(void) {
  struct stat status;
  /* Regular files and /dev/null need no capture, unlike terminals and pipes, which may lead to
     one. */
  if (fstat(STDERR_FILENO, &status) != 0 || S_ISREG(status.st_mode)) return;
  standard_error_is_terminal = isatty(STDERR_FILENO);
  if (S_ISCHR(status.st_mode) && !standard_error_is_terminal) return;
  captured = memfd_create("standard error", MFD_CLOEXEC);
  standard_error = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
  if (captured < 0 || standard_error < 0) return;
  int flags = fcntl(captured, F_GETFL);
  fcntl(captured, F_SETFL, flags | O_APPEND);
  dup2(captured, STDERR_FILENO);
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
  close_one(&null_device);
  close_one(&notices);
  close_one(&captured);
  close_one(&standard_error);
}

static int reopen_terminal(int output) {
  char name[128];
  int flags = O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC;
  int again = ttyname_r(output, name, sizeof name) == 0 ? open(name, flags) : -1;
  return again >= 0 ? again : fcntl(output, F_DUPFD_CLOEXEC, 3);
}

int ctg_open(int output, const char *restore, size_t length) {
  static bool is_exit_handler_installed;
  if (is_open || length > sizeof state.restore) return -1;
  terminal = reopen_terminal(output);
  null_device = open("/dev/null", O_RDWR | O_CLOEXEC);
  notices = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
  if (terminal < 0 || null_device < 0 || notices < 0 || tcgetattr(terminal, &state.saved) != 0) {
    close_all();
    return -1;
  }
  memcpy(state.restore, restore, length);
  state.restore_length = length;
  output_descriptor = output;
  state.owner = getpid();
  state.group = getpgrp();
  is_open = true;
  atomic_store(&pending, 0);
  atomic_store(&restoring_thread, 0);
  atomic_store(&is_restored, 0);
  capture_standard_error();
  ctg_watch_thread();
  install_all();
  if (!is_exit_handler_installed) is_exit_handler_installed = atexit(at_exit) == 0;
  atomic_store(&is_armed, 1);
  return 0;
}

int ctg_restore_with(const char *restore, size_t length) {
  if (!is_open || length > sizeof state.restore) return -1;
  int armed = atomic_exchange(&is_armed, 0);
  memcpy(state.restore, restore, length);
  state.restore_length = length;
  ctg_arm(armed);
  return 0;
}

void ctg_close(void) {
  if (!is_open) return;
  if (atomic_exchange(&is_armed, 0)) restore_modes();
  update_watchdog(false);
  watchdog_end();
  if (captured >= 0 && standard_error >= 0) dup2(standard_error, STDERR_FILENO);
  print_captured();
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
  update_watchdog(armed);
}

int ctg_prepare_watchdog(void) {
  if (!is_open || watchdog_prepare(terminal) != 0) return -1;
  update_watchdog(atomic_load(&is_armed));
  return 0;
}

int ctg_stop(void) {
  if (!is_open || !installed[SIGTSTP]) return -1;
  struct sigaction default_action = {.sa_handler = SIG_DFL};
  struct sigaction ours;
  atomic_store(&is_armed, 0);
  update_watchdog(false);
  atomic_fetch_and(&pending, ~(unsigned)CTG_CONTINUED);
  sigaction(SIGTSTP, &default_action, &ours);
  kill(0, SIGTSTP);
  /* Another thread may take the signal, so that the process stops after kill has returned. An
     orphaned process group never stops, hence the limit. */
  for (int turn = 0; turn < stop_poll_limit && !(atomic_load(&pending) & CTG_CONTINUED); turn++) {
    poll(NULL, 0, stop_poll_milliseconds);
  }
  sigaction(SIGTSTP, &ours, NULL);
  /* Save the modes again, as the user may have changed them; not in the background, where they are
     those of the shell's line editor. */
  if (tcgetpgrp(terminal) == getpgrp()) tcgetattr(terminal, &state.saved);
  post(CTG_CONTINUED);
  return 0;
}
