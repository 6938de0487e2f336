#include "CJPEGPart.h"

#include <setjmp.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include <jpeglib.h>
/* Behind it: which codes there are depends on how libjpeg was built. */
#include <jerror.h>

/* Where to go when libjpeg gives up: its default would end the process. */
struct complaints {
  struct jpeg_error_mgr manager;
  jmp_buf exit;
  /* Whether coefficients are missing or wrong. */
  bool lacks_data;
  /* Whether the file ended before the marker of its end. */
  bool has_run_out;
};

static void give_up(j_common_ptr codec) {
  longjmp(((struct complaints *)codec->err)->exit, 1);
}

/* Whether a warning is about the data of a scan. Others are about headers, and about bytes that no scan
   needs: stray ones between markers, parameters of a baseline scan, a missing marker at the end. */
static bool is_about_data(int code) {
  switch (code) {
    case JWRN_HIT_MARKER:
    case JWRN_HUFF_BAD_CODE:
    case JWRN_ARITH_BAD_CODE:
    case JWRN_MUST_RESYNC: return true;
    default: return false;
  }
}

static void note_warning(j_common_ptr codec, int level) {
  struct complaints *complaints = (struct complaints *)codec->err;
  if (level >= 0) return;
  if (is_about_data(complaints->manager.msg_code)) complaints->lacks_data = true;
  if (complaints->manager.msg_code == JWRN_JPEG_EOF) complaints->has_run_out = true;
}

/* Of a part, missing pixels may not be shown: others decide what is shown of such a file. */
static void give_up_without_data(j_common_ptr codec, int level) {
  if (level < 0 && is_about_data(((struct complaints *)codec->err)->manager.msg_code)) give_up(codec);
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

static void set_up(struct complaints *complaints, void (*hear)(j_common_ptr, int)) {
  memset(complaints, 0, sizeof *complaints);
  jpeg_std_error(&complaints->manager);
  complaints->manager.error_exit = give_up;
  complaints->manager.emit_message = hear;
  complaints->manager.output_message = say_nothing;
}

/* The outcome of a codec that has given up, which is let go. */
static enum cjp_outcome failed(struct jpeg_decompress_struct *codec) {
  const bool is_short = codec->err->msg_code == JERR_OUT_OF_MEMORY;
  jpeg_destroy_decompress(codec);
  return is_short ? CJP_OUT_OF_MEMORY : CJP_UNSUITED;
}

enum cjp_outcome cjp_decode(
    const unsigned char *file, size_t count, unsigned eighths, const struct cjp_area *area,
    unsigned char *pixels) {
  struct jpeg_decompress_struct codec;
  struct complaints complaints;
  memset(&codec, 0, sizeof codec);
  set_up(&complaints, give_up_without_data);
  codec.err = &complaints.manager;
  if (setjmp(complaints.exit)) return failed(&codec);
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

/* More scans than this are refused, as by TurboJPEG: a few bytes can hold many. */
static const int most_scans = 500;

static void count_scans(j_common_ptr codec) {
  if (((j_decompress_ptr)codec)->input_scan_number > most_scans) give_up(codec);
}

/* Whether every component was in a scan, and in a progressive JPEG every coefficient down to its last bit. */
static bool has_all_scans(const struct jpeg_decompress_struct *codec) {
  for (int component = 0; component < codec->num_components; component++) {
    if (codec->comp_info[component].quant_table == NULL) return false;
    if (!codec->progressive_mode || codec->coef_bits == NULL) continue;
    for (int index = 0; index < DCTSIZE2; index++) {
      if (codec->coef_bits[component][index] != 0) return false;
    }
  }
  return true;
}

enum cjp_outcome cjp_decode_all(
    const unsigned char *file, size_t count, const struct cjp_whole *whole, unsigned char *pixels,
    int *is_complete) {
  struct jpeg_decompress_struct codec;
  struct jpeg_progress_mgr progress;
  struct complaints complaints;
  memset(&codec, 0, sizeof codec);
  memset(&progress, 0, sizeof progress);
  set_up(&complaints, note_warning);
  codec.err = &complaints.manager;
  if (setjmp(complaints.exit)) return failed(&codec);
  jpeg_create_decompress(&codec);
  progress.progress_monitor = count_scans;
  codec.progress = &progress;
  jpeg_mem_src(&codec, file, count);
  bool is_decoded = jpeg_read_header(&codec, TRUE) == JPEG_HEADER_OK;
  if (is_decoded) {
    codec.out_color_space = whole->is_cmyk ? JCS_CMYK : JCS_EXT_RGBA;
    codec.scale_num = whole->eighths;
    codec.scale_denom = 8;
    jpeg_start_decompress(&codec);
    is_decoded = codec.output_width == whole->width && codec.output_height == whole->height &&
                 codec.output_components == 4;
  }
  while (is_decoded && codec.output_scanline < codec.output_height) {
    unsigned char *rows[16];
    const JDIMENSION left = codec.output_height - codec.output_scanline;
    const JDIMENSION row_count = left < 16 ? left : 16;
    for (JDIMENSION index = 0; index < row_count; index++) {
      rows[index] = pixels + (size_t)(codec.output_scanline + index) * whole->width * 4;
    }
    is_decoded = jpeg_read_scanlines(&codec, rows, row_count) > 0;
  }
  /* Arithmetic decoding continues without a warning at the end of its data. */
  *is_complete = !complaints.lacks_data && has_all_scans(&codec) &&
                 !(codec.arith_code && complaints.has_run_out);
  jpeg_destroy_decompress(&codec);
  return is_decoded ? CJP_DECODED : CJP_UNSUITED;
}
