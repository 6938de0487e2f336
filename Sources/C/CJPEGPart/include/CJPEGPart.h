#ifndef CJPEGPART_H
#define CJPEGPART_H

#include <stddef.h>

/* Decodes JPEG in two ways that the TurboJPEG API lacks before version 3: only a rectangle (by
   libjpeg's jpeg_crop_scanline and jpeg_skip_scanlines), and all of it with a check for missing
   data. */

/* In pixels of the scaled image, before rotation. */
struct cjp_area {
  unsigned left, top, width, height;
};

enum cjp_outcome {
  CJP_DECODED,
  /* The data are damaged or truncated, or not supported in this way; some pixels may have been
     written. */
  CJP_UNSUITED,
  CJP_OUT_OF_MEMORY
};

/* Decodes a rectangle to RGBA with an alpha of 255; the pixels equal those of TurboJPEG without
   flags. Thread-safe.

   `eighths`, from 1 to 8, is the scale; sides are rounded up. An `area` that is empty or not inside
   the scaled image gives CJP_UNSUITED, as does a JPEG that is progressive, arithmetic-coded, in
   several scans or of uncommon sampling factors. `pixels` has 4 bytes per pixel of `area`. Data
   below the rectangle are not decoded. */
enum cjp_outcome cjp_decode(
    const unsigned char *file, size_t count, unsigned eighths, const struct cjp_area *area,
    unsigned char *pixels);

/* The scale in eighths, and the scaled size in pixels, with sides rounded up. is_cmyk selects CMYK
   instead of RGBA with an alpha of 255. */
struct cjp_whole {
  unsigned width, height, eighths;
  int is_cmyk;
};

/* Decodes all of a JPEG to 4 bytes per pixel. Thread-safe.

   *is_complete is set to 1 if the data of all rows and scans were present, disregarding libjpeg's
   warnings about anything else; it is not set after a fatal error. CJP_UNSUITED also if the size
   differs from `whole` or if there are more than 500 scans. After CJP_DECODED all pixels are
   written. */
enum cjp_outcome cjp_decode_all(
    const unsigned char *file, size_t count, const struct cjp_whole *whole, unsigned char *pixels,
    int *is_complete);

#endif
