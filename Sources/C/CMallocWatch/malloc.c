#include "CMallocWatch.h"

#include <errno.h>
#include <signal.h>
#include <stddef.h>
#include <unistd.h>

static volatile sig_atomic_t was_refused;
static volatile sig_atomic_t exit_code;

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define HAS_SANITIZER 1
#endif
#endif

/* The sanitizers replace these functions themselves. */
#ifndef HAS_SANITIZER
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *memory, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

/* In bytes. Images within the limits need no larger blocks: such a request results from damaged
   data and is not recorded. */
static const size_t max_block = (size_t)1 << 32;

static void *recorded(void *memory, size_t size) {
  if (!memory && size > 0 && size <= max_block) was_refused = 1;
  return memory;
}

void *malloc(size_t size) { return recorded(__libc_malloc(size), size); }

void *calloc(size_t count, size_t size) {
  return recorded(__libc_calloc(count, size), count * size);
}

void *realloc(void *memory, size_t size) { return recorded(__libc_realloc(memory, size), size); }

void *aligned_alloc(size_t alignment, size_t size) {
  return recorded(__libc_memalign(alignment, size), size);
}

int posix_memalign(void **memory, size_t alignment, size_t size) {
  if (alignment % sizeof(void *) != 0 || alignment == 0 || (alignment & (alignment - 1)) != 0)
    return EINVAL;
  void *block = recorded(__libc_memalign(alignment, size), size);
  if (!block) return ENOMEM;
  *memory = block;
  return 0;
}
#endif

int cmw_was_refused(void) { return was_refused; }

/* Returning repeats the faulting instruction, now with the default action (SA_RESETHAND). */
static void on_crash(int number) {
  (void)number;
  if (was_refused) _exit(exit_code);
}

void cmw_exit_on_crash_after_oom(int code) {
  static const int crashes[] = {SIGABRT, SIGFPE, SIGILL, SIGSEGV, SIGTRAP};
  exit_code = code;
  struct sigaction action = {.sa_handler = on_crash, .sa_flags = (int)SA_RESETHAND};
  for (size_t index = 0; index < sizeof crashes / sizeof *crashes; index++)
    sigaction(crashes[index], &action, NULL);
}
