#ifndef CIMAGEENCODER_H
#define CIMAGEENCODER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Encoders for pixels of the user interface; files are decoded in other processes. Each library is
   loaded on first use. All functions are thread-safe.

   The caller frees the returned bytes by `free`. An encoder returns NULL without its library or
   memory, and for sides over 65,500 pixels in JPEG or 16,383 in WebP. Quality is from 1 (smallest)
   to 100. */

/* False if libjpeg-turbo is missing. */
bool cjpeg_load(void);

/* Encodes 3 bytes per pixel, RGB, without padding. `is_subsampled` selects 4:2:0, else 4:4:4. */
uint8_t *cjpeg_encode(
    const uint8_t *rgb, int width, int height, int quality, bool is_subsampled, size_t *count);

/* The next two encode 4 bytes per pixel, RGBA, not premultiplied, without padding; in sRGB, or in
   Display P3 if `is_wide`. */

uint8_t *cwebp_encode(const uint8_t *rgba, int width, int height, int quality, size_t *count);

/* Encodes 4:2:0. `exif` and `xmp` are omitted if empty. */
uint8_t *cavif_encode(
    const uint8_t *rgba, int width, int height, int quality, bool is_wide, const uint8_t *exif,
    size_t exif_count, const uint8_t *xmp, size_t xmp_count, size_t *count);

#endif
