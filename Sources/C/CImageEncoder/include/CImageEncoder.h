#ifndef CIMAGEENCODER_H
#define CIMAGEENCODER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Encoders of the interface's own pixels; files of others are only decoded, by other programs. Each library is loaded
   with its first use and not with the program. All functions can be called from any thread.

   The bytes that an encoder returns are freed by `free`. It returns NULL without its library, without memory, or if a
   side is too long for the format: 65,500 pixels in JPEG, 16,383 in WebP. Quality is from 1, small, to 100. */

bool cjpeg_load(void);

/* Encodes rows of three bytes per pixel: red, green, blue. `is_subsampled` halves the resolution of the chroma in both
   directions. */
uint8_t *cjpeg_encode(
    const uint8_t *rgb, int width, int height, int quality, bool is_subsampled, size_t *count);

/* The next two take four bytes per pixel: red, green, blue, alpha, not premultiplied, in sRGB. */

uint8_t *cwebp_encode(const uint8_t *rgba, int width, int height, int quality, size_t *count);

/* The two blocks may be empty. */
uint8_t *cavif_encode(
    const uint8_t *rgba, int width, int height, int quality, const uint8_t *exif, size_t exif_count,
    const uint8_t *xmp, size_t xmp_count, size_t *count);

#endif
