#include "CJPEGPart.h"

#include <setjmp.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include <jerror.h>
#include <jpeglib.h>

/* Where to go when libjpeg gives up: its default would end the process. */
struct complaints {
  struct jpeg_error_mgr manager;
  jmp_buf exit;
};

static void give_up(j_common_ptr codec) {
  longjmp(((struct complaints *)codec->err)->exit, 1);
}

/* A warning means that pixels are missing or wrong: others decide what is shown of such a file. */
static void hear(j_common_ptr codec, int level) {
  if (level < 0) give_up(codec);
}

static void say_nothing(j_common_ptr codec) { (void)codec; }

/* Whether a picture is made of the kinds of units for which libjpeg is known to skip exactly. */
static bool is_suited(const struct jpeg_decompress_struct *codec) {
  const jpeg_component_info *parts = codec->comp_info;
  if (codec->progressive_mode || codec->arith_code || codec->data_precision != 8) return false;
  if (codec->comps_in_scan != codec->num_components) return false;
  if (codec->num_components == 1) return true;
  if (codec->num_components != 3) return false;
  for (int index = 1; index < 3; index++) {
    if (parts[index].h_samp_factor != 1 || parts[index].v_samp_factor != 1) return false;
  }
  return parts[0].h_samp_factor != 3 && parts[0].v_samp_factor < 3;
}

static bool lies_inside(const struct jpeg_decompress_struct *codec, const struct cjp_area *area) {
  return area->width > 0 && area->left < codec->output_width &&
         area->width <= codec->output_width - area->left && area->height > 0 &&
         area->top < codec->output_height && area->height <= codec->output_height - area->top;
}

/* Where chroma is interpolated, pixels on an edge lack their neighbours: so a unit more is decoded on
   every side. */
static bool decode(
    struct jpeg_decompress_struct *codec, const struct cjp_area *area, unsigned char *pixels) {
  const JDIMENSION unit_width = codec->max_h_samp_factor * codec->min_DCT_scaled_size;
  const JDIMENSION unit_height = codec->max_v_samp_factor * codec->min_DCT_scaled_size;
  const JDIMENSION end = area->left + area->width, bottom = area->top + area->height;
  JDIMENSION left = area->left > unit_width ? area->left - unit_width : 0;
  const JDIMENSION right =
      codec->output_width - end > unit_width ? end + unit_width : codec->output_width;
  JDIMENSION width = right - left;
  if (width < codec->output_width) jpeg_crop_scanline(codec, &left, &width);
  if (left > area->left || left + width < end) return false;
  const JDIMENSION first = area->top / unit_height;
  const JDIMENSION skipped = first > 1 ? (first - 1) * unit_height : 0;
  if (skipped > 0 && jpeg_skip_scanlines(codec, skipped) != skipped) return false;
  const size_t length = (size_t)area->width * 4;
  JSAMPARRAY row = codec->mem->alloc_sarray((j_common_ptr)codec, JPOOL_IMAGE, width * 4, 1);
  while (codec->output_scanline < bottom) {
    const JDIMENSION y = codec->output_scanline;
    if (jpeg_read_scanlines(codec, row, 1) != 1) return false;
    if (y < area->top) continue;
    memcpy(pixels + (y - area->top) * length, row[0] + (size_t)(area->left - left) * 4, length);
  }
  return true;
}

enum cjp_outcome cjp_decode(
    const unsigned char *file, size_t count, unsigned eighths, const struct cjp_area *area,
    unsigned char *pixels) {
  struct jpeg_decompress_struct codec;
  struct complaints complaints;
  memset(&codec, 0, sizeof codec);
  codec.err = jpeg_std_error(&complaints.manager);
  complaints.manager.error_exit = give_up;
  complaints.manager.emit_message = hear;
  complaints.manager.output_message = say_nothing;
  if (setjmp(complaints.exit)) {
    const bool is_short = complaints.manager.msg_code == JERR_OUT_OF_MEMORY;
    jpeg_destroy_decompress(&codec);
    return is_short ? CJP_OUT_OF_MEMORY : CJP_UNSUITED;
  }
  jpeg_create_decompress(&codec);
  jpeg_mem_src(&codec, file, count);
  bool is_decoded = jpeg_read_header(&codec, TRUE) == JPEG_HEADER_OK && is_suited(&codec);
  if (is_decoded) {
    codec.out_color_space = JCS_EXT_RGBA;
    codec.scale_num = eighths;
    codec.scale_denom = 8;
    jpeg_start_decompress(&codec);
    is_decoded = lies_inside(&codec, area) && decode(&codec, area, pixels);
  }
  jpeg_destroy_decompress(&codec);
  return is_decoded ? CJP_DECODED : CJP_UNSUITED;
}
