#include "CProcess.h"

#include <malloc.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <unistd.h>

/* Exported by libdispatch for other run loops such as that of Core Foundation; with them the main
   queue needs no thread of libdispatch. */
extern int _dispatch_get_main_queue_handle_4CF(void);
extern void _dispatch_main_queue_callback_4CF(void *unused);

static int argument_count;
static char **arguments;

/* glibc calls constructors with the arguments of main. Swift reads /proc, or searches before
   `environ`, which moves when a library calls setenv. */
__attribute__((constructor)) static void save_arguments(int count, char **values) {
  argument_count = count;
  arguments = values;
}

int cpr_argument_count(void) { return argument_count; }

const char *cpr_argument(int index) {
  return index >= 0 && index < argument_count ? arguments[index] : NULL;
}

void cpr_map_blocks(size_t size) { mallopt(M_MMAP_THRESHOLD, (int)size); }

int cpr_open_main_queue(void) {
  /* libdispatch aborts if it cannot create a descriptor. */
  int probe = eventfd(0, EFD_CLOEXEC);
  if (probe < 0) return -1;
  close(probe);
  (void)_dispatch_get_main_queue_handle_4CF();
  return 0;
}

int cpr_main_queue_descriptor(void) { return _dispatch_get_main_queue_handle_4CF(); }

void cpr_run_main_queue(void) {
  uint64_t count;
  (void)!read(_dispatch_get_main_queue_handle_4CF(), &count, sizeof count);
  _dispatch_main_queue_callback_4CF(NULL);
}
