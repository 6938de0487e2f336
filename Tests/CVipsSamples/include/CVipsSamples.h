#include <stddef.h>

/* Encodes pixels with libvips.
 * `pixels` has `bands` channels of `bits` 8, 16 or 32 (native order; 32 are fractions) a pixel;
 * `suffix` names format and options as libvips writes them, such as ".webp[lossless]"; `profile` may
 * be NULL; `orientation` is the EXIF value, 0 for none; `is_ink` says that the channels are cyan,
 * magenta, yellow and black. Returns 0 and a buffer that the caller frees with free(), or -1. */
int samples_encode(
    const void *pixels, int width, int height, int bands, int bits, const char *suffix,
    const void *profile, size_t profile_length, int orientation, int is_ink, void **file,
    size_t *length);
