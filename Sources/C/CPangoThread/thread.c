#include "CPangoThread.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Declarations of GLib's gthread.h. */
typedef void *thread_function(void *);
void *g_thread_new(const char *name, thread_function *function, void *data);
void *g_thread_try_new(const char *name, thread_function *function, void *data, void **error);
void g_thread_unref(void *thread);

/* The name of the thread in pangofc-fontmap.c. */
static const char pango_name[] = "[pango] fontconfig";

/* The thread's function, queue and process. The thread owns a reference to the queue, which a
   forked process never releases. */
static thread_function *function;
static void *queue;
static pid_t process;

void *g_thread_new(const char *name, thread_function *thread_main, void *data) {
  void *thread = g_thread_try_new(name, thread_main, data, NULL);
  if (!thread) abort();
  if (name && strcmp(name, pango_name) == 0) {
    function = thread_main;
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
