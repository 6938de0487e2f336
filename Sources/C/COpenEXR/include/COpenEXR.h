#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* OpenEXR files in memory through OpenEXR's C++ library, for one thread. No call throws. */
struct cexr_file;

enum cexr_status {
  CEXR_DONE = 0,
  CEXR_DAMAGED,
  CEXR_TRUNCATED,
  CEXR_OUT_OF_MEMORY,
  /* A part that is not supported: deep data, no colors, or colors of fewer pixels. */
  CEXR_DEEP,
  CEXR_COLORLESS,
  CEXR_SUBSAMPLED,
};

/* A part of a file. Windows are left, top, right and bottom, the last two inclusive. */
struct cexr_part {
  int display[4], data[4];
  /* The size of a tile; of lines that are compressed together only the height. */
  size_t chunk_width, chunk_height;
  /* The bytes of one pixel in all channels. */
  size_t pixel_bytes;
  int is_tiled, is_gray;
  /* Whether colors must be converted to sRGB primaries: light times the rows of this matrix. */
  int has_primaries;
  float to_standard[9];
};

/* Reads the headers only; the bytes must outlive the file. `behind` is the length of what follows the headers.
 * The file must be closed. */
enum cexr_status cexr_open(
    const void *bytes, size_t length, struct cexr_file **file, size_t *behind, size_t *part_count);

void cexr_close(struct cexr_file *file);

enum cexr_status cexr_describe(struct cexr_file *file, size_t index, struct cexr_part *part);

/* Makes tables of all chunks that the header of the part announces, which must have been checked. */
enum cexr_status cexr_start(struct cexr_file *file, size_t index);

/* Decodes a chunk of the started part to RGBA, gray in the first component, alpha 1 if the part has none.
 *
 * `pixels` is for its first pixel; a line follows after `stride` pixels. The pixels are undefined after an error. */
enum cexr_status cexr_read(
    struct cexr_file *file, int column, int band, float *pixels, size_t stride);

#ifdef __cplusplus
}
#endif
