#include "CProcess.h"

#include <malloc.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <unistd.h>

/* Exported by libdispatch for the run loops of other libraries, as Core Foundation's: its main queue
   then needs no thread of Dispatch's own. */
extern int _dispatch_get_main_queue_handle_4CF(void);
extern void _dispatch_main_queue_callback_4CF(void *unused);

static int argument_count;
static char **arguments;

/* glibc hands a constructor what main is given. Swift looks for the arguments in /proc, or beside the
   environment, which is elsewhere once a library has set a variable. */
__attribute__((constructor)) static void keep_arguments(int count, char **values) {
  argument_count = count;
  arguments = values;
}

int cpr_argument_count(void) { return argument_count; }

const char *cpr_argument(int index) {
  return index >= 0 && index < argument_count ? arguments[index] : NULL;
}

void cpr_map_blocks(size_t size) { mallopt(M_MMAP_THRESHOLD, (int)size); }

int cpr_open_main_queue(void) {
  /* libdispatch ends the program where it gets no descriptor. */
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
