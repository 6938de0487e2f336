#include "CIDN2.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

/* As the header of libidn2 has them. */
enum { nfc_input = 1, nontransitional = 8, ok = 0 };

static struct {
  int (*lookup_u8)(const uint8_t *source, uint8_t **result, int flags);
  void (*free)(void *text);
} library;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static bool is_loaded;

static void load(void) {
  void *handle = dlopen("libidn2.so.0", RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
  if (!handle) return;
  library.lookup_u8 = (__typeof__(library.lookup_u8))dlsym(handle, "idn2_lookup_u8");
  library.free = (__typeof__(library.free))dlsym(handle, "idn2_free");
  is_loaded = library.lookup_u8 && library.free;
}

bool cidn2_load(void) {
  pthread_once(&once, load);
  return is_loaded;
}

char *cidn2_to_ascii(const char *name) {
  uint8_t *result = NULL;
  const int code = library.lookup_u8((const uint8_t *)name, &result, nfc_input | nontransitional);
  return code == ok ? (char *)result : NULL;
}

void cidn2_free(char *text) { library.free(text); }
