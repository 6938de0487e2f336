#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A channel by its name, and where its samples go: the first is that of the pixel the others follow. */
struct OpenEXRChannel {
  const char *name;
  float *pixels;
};

/* Decodes lines by the C++ library, which has the compressions that OpenEXRCore 3.1 lacks (DWA).
 *
 * `pixels` of each channel is for the sample at `left` in the first of the lines; the next sample follows after four
 * floats, the next line after four times `width`. Returns 0; 1 where the file cannot be read, and 2 where there is not
 * enough memory. The pixels are then anything. */
int cel_read(
    const void *bytes, size_t length, int part, int left, size_t width, int first_line, int last_line,
    const struct OpenEXRChannel *channels, size_t count);

#ifdef __cplusplus
}
#endif
