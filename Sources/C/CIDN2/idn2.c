#include "CIDN2.h"

#include <stdint.h>

/* Declarations of idn2.h. */
enum { nfc_input = 1, nontransitional = 8, ok = 0 };

int idn2_lookup_u8(const uint8_t *source, uint8_t **result, int flags);
void idn2_free(void *text);

#define FUNCTIONS(X) X(lookup_u8) X(free)
#define SYMBOL(name) idn2_##name
#include "loading.h"

static void load(void) { load_first((const char *const[]){"libidn2.so.0", NULL}, NULL); }

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
