#include "CBareJPEG.h"

#include <stdio.h>

#include <jpeglib.h>

size_t bare_jpeg_part(
    const unsigned char *file, size_t count, unsigned left, unsigned top, unsigned width,
    unsigned height, unsigned char *pixels) {
  struct jpeg_decompress_struct codec;
  struct jpeg_error_mgr errors;
  codec.err = jpeg_std_error(&errors);
  jpeg_create_decompress(&codec);
  jpeg_mem_src(&codec, file, count);
  jpeg_read_header(&codec, TRUE);
  codec.out_color_space = JCS_EXT_RGBA;
  jpeg_start_decompress(&codec);
  jpeg_crop_scanline(&codec, &left, &width);
  jpeg_skip_scanlines(&codec, top);
  const size_t length = (size_t)width * 4;
  for (unsigned y = 0; y < height; y++) {
    JSAMPROW row = pixels + y * length;
    jpeg_read_scanlines(&codec, &row, 1);
  }
  jpeg_destroy_decompress(&codec);
  return length * height;
}
