#include "CImageEncoder.h"

#include <stdlib.h>
#include <string.h>
#include <webp/encode.h>

#define FUNCTIONS(X) X(EncodeRGBA) X(Free)

#define SYMBOL(name) WebP##name
#include "loading.h"
#include "copying.h"

static void load(void) { load_first((const char *const[]){"libwebp.so.7", NULL}, NULL); }

uint8_t *cwebp_encode(const uint8_t *rgba, int width, int height, int quality, size_t *count) {
  pthread_once(&once, load);
  if (!is_loaded) return NULL;
  uint8_t *file = NULL;
  const size_t length = library.EncodeRGBA(rgba, width, height, width * 4, (float)quality, &file);
  uint8_t *copy = length > 0 ? copied(file, length, count) : NULL;
  library.Free(file);
  return copy;
}
