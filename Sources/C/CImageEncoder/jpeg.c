#include "CImageEncoder.h"

#include <stdlib.h>
#include <string.h>
#include <turbojpeg.h>

#define FUNCTIONS(X) X(InitCompress) X(Compress2) X(Destroy) X(Free)

#define SYMBOL(name) tj##name
#include "loading.h"
#include "copying.h"

static void load(void) { load_first((const char *const[]){"libturbojpeg.so.0", NULL}, NULL); }

bool cjpeg_load(void) {
  pthread_once(&once, load);
  return is_loaded;
}

uint8_t *cjpeg_encode(
    const uint8_t *rgb, int width, int height, int quality, bool is_subsampled, size_t *count) {
  tjhandle encoder = cjpeg_load() ? library.InitCompress() : NULL;
  if (!encoder) return NULL;
  unsigned char *file = NULL;
  unsigned long length = 0;
  /* The slow integer DCT gives the same bytes on all processors. */
  const int code = library.Compress2(
      encoder, rgb, width, 0, height, TJPF_RGB, &file, &length,
      is_subsampled ? TJSAMP_420 : TJSAMP_444, quality, TJFLAG_ACCURATEDCT);
  library.Destroy(encoder);
  uint8_t *copy = code == 0 ? copied(file, length, count) : NULL;
  library.Free(file);
  return copy;
}
