#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Reads an OpenEXR file in memory through the C++ library. */
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

/* Inclusive pixel coordinates. */
struct OpenEXRWindow {
  int left, top, right, bottom;
};

typedef float OpenEXRColor __attribute__((ext_vector_type(3)));

/* A part of a file. Its pixels are stored in chunks: tiles, or blocks of scan lines. */
struct OpenEXRPart {
  struct OpenEXRWindow display, data;
  /* In pixels; chunks at the right and bottom edges may be smaller. */
  unsigned chunk_width, chunk_height;
  /* Of all channels, including those that are not read. */
  size_t bytes_per_pixel;
  /* The primaries of the file in linear sRGB. Luminance is stored in the red channel. */
  OpenEXRColor red, green, blue;
};

/* The bytes must outlive the file. NULL without memory. */
struct OpenEXRFile *coe_open(const void *bytes, size_t length);
void coe_close(struct OpenEXRFile *file);

/* Call once, before the functions below. */
enum OpenEXRStatus coe_read_headers(struct OpenEXRFile *file, int *part_count);

/* Selects the part that chunks are read from. */
enum OpenEXRStatus coe_select(struct OpenEXRFile *file, int number, struct OpenEXRPart *part);

/* Decodes a chunk to RGBA floats; alpha is 1 if there is no channel.
 *
 * `pixels` is a row of chunks, as wide as the data window. On failure the pixels of the chunk are
 * undefined. */
enum OpenEXRStatus coe_read_chunk(struct OpenEXRFile *file, int column, int row, float *pixels);

#ifdef __cplusplus
}
#endif
