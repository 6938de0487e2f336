#include "CAVIF.h"

#include <stdlib.h>
#include <string.h>

#define FUNCTIONS(X) \
  X(DecoderCreate) X(DecoderSetSource) X(DecoderSetIO) X(DecoderParse) X(DecoderReset) X(DecoderNextImage) \
  X(DecoderDestroy) X(RGBImageSetDefaults) X(ImageYUVToRGB)
#define SYMBOL(name) avif##name
#include "loading.h"

/* The structures of 1.0 differ from those before, and so do the names. */
#if AVIF_VERSION < 1000000
#define NAME "libavif.so.15"
#define MIRROR(image) (image)->imir.mode
#else
#define NAME "libavif.so.16"
#define MIRROR(image) (image)->imir.axis
#endif

/* Twelve hours of 24 frames a second: libavif makes a table of all frames, 56 bytes each. */
enum { MOST_FRAMES = 12 * 3600 * 24 };

static void load(void) { load_first((const char *const[]){NAME, NULL}, NULL); }

bool cavif_load(void) {
  pthread_once(&once, load);
  return is_loaded;
}

/* libavif is not told the length, as it would refuse a file that is too short for its last frame. */
struct file {
  avifIO io;
  size_t count;
  uint8_t bytes[];
};

static avifResult read_file(avifIO *io, uint32_t flags, uint64_t offset, size_t size, avifROData *part) {
  const struct file *file = (const struct file *)io;
  (void)flags;
  if (offset > file->count) return AVIF_RESULT_TRUNCATED_DATA;
  const size_t rest = file->count - (size_t)offset;
  part->data = file->bytes + offset;
  part->size = size < rest ? size : rest;
  return AVIF_RESULT_OK;
}

static void free_file(avifIO *io) { free(io); }

/* The brand avif in the box ftyp requires a still image, which is not needed here. */
static void require_no_still(uint8_t *bytes, size_t count) {
  if (count < 8) return;
  const size_t length = (size_t)bytes[2] << 8 | bytes[3];
  for (size_t place = 8; place + 4 <= count && place + 4 <= length; place += 4) {
    if (memcmp(bytes + place, "avif", 4) == 0) memcpy(bytes + place, "avis", 4);
  }
}

static avifIO *copy_file(const uint8_t *bytes, size_t count) {
  struct file *file = malloc(sizeof *file + count);
  if (!file) return NULL;
  file->io = (avifIO){.destroy = free_file, .read = read_file, .persistent = AVIF_TRUE};
  file->count = count;
  memcpy(file->bytes, bytes, count);
  require_no_still(file->bytes, count);
  return &file->io;
}

static avifResult parse(avifDecoder *decoder) {
  decoder->codecChoice = AVIF_CODEC_CHOICE_DAV1D;
  decoder->maxThreads = 1;
  decoder->ignoreExif = decoder->ignoreXMP = AVIF_TRUE;
  decoder->imageDimensionLimit = 0;
  decoder->imageCountLimit = MOST_FRAMES;
  decoder->strictFlags = AVIF_STRICT_DISABLED;
  avifResult result = library.DecoderSetSource(decoder, AVIF_DECODER_SOURCE_TRACKS);
  if (result == AVIF_RESULT_OK) result = library.DecoderParse(decoder);
  if (result != AVIF_RESULT_OK) return result;
  /* No frame may be larger than the track says. */
  decoder->imageSizeLimit = decoder->image->width * decoder->image->height;
  return library.DecoderReset(decoder);
}

avifDecoder *cavif_open(const uint8_t *bytes, size_t count, avifResult *result) {
  *result = AVIF_RESULT_OUT_OF_MEMORY;
  avifIO *file = copy_file(bytes, count);
  avifDecoder *decoder = file ? library.DecoderCreate() : NULL;
  if (!decoder) return free(file), NULL;
  library.DecoderSetIO(decoder, file);
  *result = parse(decoder);
  if (*result == AVIF_RESULT_OK) return decoder;
  library.DecoderDestroy(decoder);
  return NULL;
}

avifResult cavif_next(avifDecoder *decoder) { return library.DecoderNextImage(decoder); }

avifResult cavif_convert(avifDecoder *decoder, uint8_t *pixels) {
  avifImage *image = decoder->image;
  avifRGBImage rgb;
  library.RGBImageSetDefaults(&rgb, image);
  rgb.depth = 8;
  rgb.chromaUpsampling = AVIF_CHROMA_UPSAMPLING_NEAREST;
  /* libyuv is up to 20 of 255 off for BT.709 and BT.2020 in limited range, libavif's own conversion 1. */
  rgb.avoidLibYUV = AVIF_TRUE;
  rgb.alphaPremultiplied = image->alphaPremultiplied;
  rgb.pixels = pixels;
  rgb.rowBytes = 4 * image->width;
  const avifResult result = library.ImageYUVToRGB(image, &rgb);
  if (result == AVIF_RESULT_OK) return result;
  /* A matrix that libavif does not have: BT.2020 with constant luminance is near that without, others are unknown. */
  image->matrixCoefficients = image->matrixCoefficients == AVIF_MATRIX_COEFFICIENTS_BT2020_CL
                                  ? AVIF_MATRIX_COEFFICIENTS_BT2020_NCL
                                  : AVIF_MATRIX_COEFFICIENTS_UNSPECIFIED;
  return library.ImageYUVToRGB(image, &rgb);
}

int cavif_mirror(const avifImage *image) {
  return image->transformFlags & AVIF_TRANSFORM_IMIR ? MIRROR(image) : -1;
}

void cavif_close(avifDecoder *decoder) { library.DecoderDestroy(decoder); }
