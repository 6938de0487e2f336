#include "CPangoThread.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* As in GLib's gthread.h. */
typedef void *thread_function(void *);
void *g_thread_new(const char *name, thread_function *function, void *data);
void *g_thread_try_new(const char *name, thread_function *function, void *data, void **error);
void g_thread_unref(void *thread);

/* As pango calls it (pangofc-fontmap.c). */
static const char pango_name[] = "[pango] fontconfig";

/* The thread's function, queue and process. The thread owns a reference to its queue, which is never
   released in a forked process. */
static thread_function *function;
static void *queue;
static pid_t process;

void *g_thread_new(const char *name, thread_function *wanted, void *data) {
  void *thread = g_thread_try_new(name, wanted, data, NULL);
  if (!thread) abort();
  if (name && strcmp(name, pango_name) == 0) {
    function = wanted;
    queue = data;
    process = getpid();
  }
  return thread;
}

int cpt_resume(void) {
  if (!function || process == getpid()) return 0;
  void *thread = g_thread_try_new(pango_name, function, queue, NULL);
  if (!thread) return -1;
  g_thread_unref(thread);
  process = getpid();
  return 0;
}
