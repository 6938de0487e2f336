#include "CJPEGEncoder.h"

#include <dlfcn.h>
#include <pthread.h>
#include <turbojpeg.h>

/* Every function that is called, by its name behind tj. */
#define FUNCTIONS(X) X(InitCompress) X(Compress2) X(Destroy) X(Free)

static struct {
#define FIELD(name) __typeof__(&tj##name) name;
  FUNCTIONS(FIELD)
} library;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static bool is_loaded;

static bool find_functions(void *handle) {
#define FIND(name) \
  if (!(library.name = (__typeof__(library.name))dlsym(handle, "tj" #name))) return false;
  FUNCTIONS(FIND)
  return true;
}

static void load(void) {
  void *handle = dlopen("libturbojpeg.so.0", RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
  is_loaded = handle && find_functions(handle);
}

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
