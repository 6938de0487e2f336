#include "CVipsSamples.h"

#include <stdlib.h>
#include <string.h>
#include <vips/vips.h>

/* Before there is any thread: who finds that another has begun to start libvips does not wait until
   it has ended, and tests of two rooms use it. */
__attribute__((constructor)) static void start(void) {
  vips_init("samples");
}

static VipsInterpretation meaning(int bands, int bits, int is_ink) {
  if (is_ink) return VIPS_INTERPRETATION_CMYK;
  if (bands < 3) return bits == 16 ? VIPS_INTERPRETATION_GREY16 : VIPS_INTERPRETATION_B_W;
  if (bits == 32) return VIPS_INTERPRETATION_scRGB;
  return bits == 16 ? VIPS_INTERPRETATION_RGB16 : VIPS_INTERPRETATION_sRGB;
}

static VipsBandFormat format(int bits) {
  if (bits == 32) return VIPS_FORMAT_FLOAT;
  return bits == 16 ? VIPS_FORMAT_USHORT : VIPS_FORMAT_UCHAR;
}

int samples_encode(
    const void *pixels, int width, int height, int bands, int bits, const char *suffix,
    const void *profile, size_t profile_length, int orientation, int is_ink, void **file,
    size_t *length) {
  size_t byte_count = (size_t) width * height * bands * bits / 8;
  VipsImage *raw = vips_image_new_from_memory(
      pixels, byte_count, width, height, bands, format(bits));
  if (!raw) return -1;
  VipsImage *image = NULL;
  vips_copy(raw, &image, "interpretation", meaning(bands, bits, is_ink), NULL);
  g_object_unref(raw);
  if (!image) return -1;
  if (profile) vips_image_set_blob_copy(image, VIPS_META_ICC_NAME, profile, profile_length);
  if (orientation) vips_image_set_int(image, VIPS_META_ORIENTATION, orientation);
  void *buffer = NULL;
  int status = vips_image_write_to_buffer(image, suffix, &buffer, length, NULL);
  g_object_unref(image);
  // The text of an error stays where it is: it may be another's, whose test is about to read it.
  if (status) return -1;
  *file = malloc(*length);
  memcpy(*file, buffer, *length);
  g_free(buffer);
  return 0;
}
