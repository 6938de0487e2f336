#include "CJPEGEncoder.h"

#include <turbojpeg.h>

#define FUNCTIONS(X) X(InitCompress) X(Compress2) X(Destroy) X(Free)

#define SYMBOL(name) tj##name
#include "loading.h"

static void load(void) { load_first((const char *const[]){"libturbojpeg.so.0", NULL}, NULL); }

bool cjpeg_load(void) {
  pthread_once(&once, load);
  return is_loaded;
}

unsigned char *cjpeg_encode(
    const unsigned char *pixels, int width, int height, int quality, size_t *count) {
  tjhandle encoder = library.InitCompress();
  if (!encoder) return NULL;
  unsigned char *file = NULL;
  unsigned long length = 0;
  /* The slow integer transform gives the same bytes on every processor. */
  const int code = library.Compress2(
      encoder, pixels, width, 0, height, TJPF_RGB, &file, &length, TJSAMP_444, quality,
      TJFLAG_ACCURATEDCT);
  library.Destroy(encoder);
  *count = length;
  if (code == 0) return file;
  library.Free(file);
  return NULL;
}

void cjpeg_free(unsigned char *file) { library.Free(file); }
