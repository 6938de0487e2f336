#include "CAVIF.h"

#include <stdlib.h>
#include <string.h>

#define FUNCTIONS(X) \
  X(DecoderCreate) X(DecoderSetSource) X(DecoderSetIO) X(DecoderParse) X(DecoderReset) \
  X(DecoderNextImage) X(DecoderDestroy) X(RGBImageSetDefaults) X(ImageYUVToRGB)
#define SYMBOL(name) avif##name
#include "loading.h"

/* The structures of 1.0 differ from earlier ones in layout and names. */
#if AVIF_VERSION < 1000000
#define NAME "libavif.so.15"
#define MIRROR(image) (image)->imir.mode
#else
#define NAME "libavif.so.16"
#define MIRROR(image) (image)->imir.axis
#endif

/* Twelve hours at 24 frames per second. libavif allocates 56 bytes per frame. */
enum { MOST_FRAMES = 12 * 3600 * 24 };

static void load(void) { load_first((const char *const[]){NAME, NULL}, NULL); }

bool cavif_load(void) {
  pthread_once(&once, load);
  return is_loaded;
}

/* `sizeHint` of `io` stays 0, since libavif would reject a truncated file. */
struct file {
  avifIO io;
  size_t count;
  uint8_t bytes[];
};

static avifResult read_file(
    avifIO *io, uint32_t flags, uint64_t offset, size_t size, avifROData *part) {
  const struct file *file = (const struct file *)io;
  (void)flags;
  if (offset > file->count) return AVIF_RESULT_TRUNCATED_DATA;
  const size_t rest = file->count - (size_t)offset;
  part->data = file->bytes + offset;
  part->size = size < rest ? size : rest;
  return AVIF_RESULT_OK;
}

static void free_file(avifIO *io) { free(io); }

/* Replaces the brand avif in the ftyp box by avis: libavif would require a still image. */
static void replace_brand(uint8_t *bytes, size_t count) {
  if (count < 8) return;
  const size_t length = (size_t)bytes[2] << 8 | bytes[3];
  for (size_t offset = 8; offset + 4 <= count && offset + 4 <= length; offset += 4) {
    if (memcmp(bytes + offset, "avif", 4) == 0) memcpy(bytes + offset, "avis", 4);
  }
}

static avifIO *copy_file(const uint8_t *bytes, size_t count) {
  struct file *file = malloc(sizeof *file + count);
  if (!file) return NULL;
  file->io = (avifIO){.destroy = free_file, .read = read_file, .persistent = AVIF_TRUE};
  file->count = count;
  memcpy(file->bytes, bytes, count);
  replace_brand(file->bytes, count);
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
  /* Reject frames larger than the track. */
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
  /* For BT.709 and BT.2020 in limited range, libyuv is off by up to 20 of 255, libavif's own
     conversion by 1. */
  rgb.avoidLibYUV = AVIF_TRUE;
  rgb.alphaPremultiplied = image->alphaPremultiplied;
  rgb.pixels = pixels;
  rgb.rowBytes = 4 * image->width;
  const avifResult result = library.ImageYUVToRGB(image, &rgb);
  if (result == AVIF_RESULT_OK) return result;
  /* libavif does not support the matrix. Approximate BT.2020 constant luminance by the non-constant
     one, and treat others as unspecified. */
  image->matrixCoefficients = image->matrixCoefficients == AVIF_MATRIX_COEFFICIENTS_BT2020_CL
                                  ? AVIF_MATRIX_COEFFICIENTS_BT2020_NCL
                                  : AVIF_MATRIX_COEFFICIENTS_UNSPECIFIED;
  return library.ImageYUVToRGB(image, &rgb);
}

int cavif_mirror(const avifImage *image) {
  return image->transformFlags & AVIF_TRANSFORM_IMIR ? MIRROR(image) : -1;
}

void cavif_close(avifDecoder *decoder) { library.DecoderDestroy(decoder); }
