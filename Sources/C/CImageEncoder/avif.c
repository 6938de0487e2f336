#include "CImageEncoder.h"

#include <avif/avif.h>
#include <stdlib.h>
#include <string.h>

#define FUNCTIONS(X) \
  X(ImageCreate) X(ImageDestroy) X(ImageSetMetadataExif) X(ImageSetMetadataXMP) \
  X(RGBImageSetDefaults) X(ImageRGBToYUV) X(EncoderCreate) X(EncoderWrite) X(EncoderDestroy) \
  X(RWDataFree)

#define SYMBOL(name) avif##name
#include "loading.h"
#include "copying.h"

/* The structures of 1.0 differ from earlier ones in layout. */
#if AVIF_VERSION < 1000000
#define NAME "libavif.so.15"
#else
#define NAME "libavif.so.16"
#endif

/* From 0 (slowest, best) to 10; the default of avifenc. */
enum { SPEED = 6 };

static void load(void) { load_first((const char *const[]){NAME, NULL}, NULL); }

static void set_quality(avifEncoder *encoder, int quality) {
#if AVIF_VERSION < 1000000
  encoder->minQuantizer = encoder->maxQuantizer =
      (100 - quality) * AVIF_QUANTIZER_WORST_QUALITY / 100;
#else
  encoder->quality = encoder->qualityAlpha = quality;
#endif
}

static bool write_image(avifImage *image, const uint8_t *rgba, int quality, avifRWData *file) {
  avifRGBImage pixels;
  library.RGBImageSetDefaults(&pixels, image);
  pixels.format = AVIF_RGB_FORMAT_RGBA;
  pixels.depth = 8;
  pixels.pixels = (uint8_t *)rgba;
  pixels.rowBytes = image->width * 4;
  if (library.ImageRGBToYUV(image, &pixels) != AVIF_RESULT_OK) return false;
  avifEncoder *encoder = library.EncoderCreate();
  if (!encoder) return false;
  encoder->speed = SPEED;
  set_quality(encoder, quality);
  const bool is_written = library.EncoderWrite(encoder, image, file) == AVIF_RESULT_OK;
  library.EncoderDestroy(encoder);
  return is_written;
}

uint8_t *cavif_encode(
    const uint8_t *rgba, int width, int height, int quality, bool is_wide, const uint8_t *exif,
    size_t exif_count, const uint8_t *xmp, size_t xmp_count, size_t *count) {
  pthread_once(&once, load);
  if (!is_loaded) return NULL;
  avifImage *image =
      library.ImageCreate((uint32_t)width, (uint32_t)height, 8, AVIF_PIXEL_FORMAT_YUV420);
  if (!image) return NULL;
  image->colorPrimaries = is_wide ? AVIF_COLOR_PRIMARIES_SMPTE432 : AVIF_COLOR_PRIMARIES_BT709;
  image->transferCharacteristics = AVIF_TRANSFER_CHARACTERISTICS_SRGB;
  image->matrixCoefficients = AVIF_MATRIX_COEFFICIENTS_BT601;
  if (exif_count > 0) library.ImageSetMetadataExif(image, exif, exif_count);
  if (xmp_count > 0) library.ImageSetMetadataXMP(image, xmp, xmp_count);
  avifRWData file = AVIF_DATA_EMPTY;
  uint8_t *copy =
      write_image(image, rgba, quality, &file) ? copied(file.data, file.size, count) : NULL;
  library.RWDataFree(&file);
  library.ImageDestroy(image);
  return copy;
}
