#ifndef CJPEGPART_H
#define CJPEGPART_H

#include <stddef.h>

/* What TurboJPEG's own interface cannot do before version 3: a rectangle of a JPEG without the rest
   (libjpeg's jpeg_crop_scanline and jpeg_skip_scanlines), and all of it with the answer whether all its
   data were there. */

/* A rectangle, in pixels of the scaled picture as it is stored. */
struct cjp_area {
  unsigned left, top, width, height;
};

enum cjp_outcome {
  CJP_DECODED,
  /* The data are damaged, end too early or are of a kind that cannot be decoded in parts; not all of the
     rectangle has been written. */
  CJP_UNSUITED,
  CJP_OUT_OF_MEMORY
};

/* Decodes a rectangle to four bytes a pixel, red, green, blue and 255, as the whole picture would be
   decoded by TurboJPEG without flags; callable from any thread.

   file, of count bytes, is a baseline JPEG. eighths, from 1 to 8, is how large it is decoded, every side
   rounded up. area must lie inside the scaled picture and not be empty; pixels has room for all of it.
   Nothing below the rectangle is looked at. */
enum cjp_outcome cjp_decode(
    const unsigned char *file, size_t count, unsigned eighths, const struct cjp_area *area,
    unsigned char *pixels);

/* How all of a JPEG is decoded: to a size in pixels, which is that many eighths of its own, every side rounded
   up, and to CMYK instead of red, green, blue and 255. */
struct cjp_whole {
  unsigned width, height, eighths;
  int is_cmyk;
};

/* Decodes all of a JPEG to four bytes a pixel; callable from any thread.

   pixels has room for all of it. is_complete gets 1 where the data of all rows and scans were there; libjpeg's
   warnings about anything else do not count. After CJP_DECODED every pixel has been written. */
enum cjp_outcome cjp_decode_all(
    const unsigned char *file, size_t count, const struct cjp_whole *whole, unsigned char *pixels,
    int *is_complete);

#endif
