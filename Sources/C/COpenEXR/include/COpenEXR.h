#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* An OpenEXR file in memory, read by the C++ library. */
struct OpenEXRFile;

enum OpenEXRStatus {
  OpenEXRDone,
  OpenEXRTruncated,
  OpenEXRDamaged,
  OpenEXROutOfMemory,
  OpenEXRDeep,
  OpenEXRWithoutColors,
  OpenEXRSubsampled
};

/* The coordinates of the first and of the last pixel. */
struct OpenEXRWindow {
  int left, top, right, bottom;
};

typedef float OpenEXRColor __attribute__((ext_vector_type(3)));

/* A part of a file. Its data is stored in chunks: tiles, or some lines. */
struct OpenEXRPart {
  struct OpenEXRWindow display, data;
  /* In pixels; chunks at the right and at the bottom may be smaller. */
  unsigned chunk_width, chunk_height;
  /* Of all channels, also those that are not read. */
  size_t bytes_per_pixel;
  /* Red, green and blue of the file in the primaries of sRGB; luminance is stored as red. */
  OpenEXRColor red, green, blue;
};

/* Keeps a pointer to the bytes; NULL without memory. */
struct OpenEXRFile *coe_open(const void *bytes, size_t length);
void coe_close(struct OpenEXRFile *file);

/* Must be called once, before the functions below. */
enum OpenEXRStatus coe_read_headers(struct OpenEXRFile *file, int *part_count);

/* Selects the part that chunks are read from. */
enum OpenEXRStatus coe_select(struct OpenEXRFile *file, int number, struct OpenEXRPart *part);

/* Decodes a chunk to RGBA floats; without an alpha channel alpha is 1.
 *
 * `pixels` is a row of chunks, as wide as the data. On failure the pixels of the chunk are undefined. */
enum OpenEXRStatus coe_read_chunk(struct OpenEXRFile *file, int column, int row, float *pixels);

#ifdef __cplusplus
}
#endif
