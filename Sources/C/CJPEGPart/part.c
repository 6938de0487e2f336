#include "CJPEGPart.h"

#include <setjmp.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include <jpeglib.h>
/* After jpeglib.h, whose configuration selects the codes. */
#include <jerror.h>

/* An error manager that returns by longjmp; libjpeg's default would exit. */
struct error_handler {
  struct jpeg_error_mgr manager;
  jmp_buf exit;
  /* Coefficients are missing or wrong. */
  bool lacks_data;
  /* The file ended before the EOI marker. */
  bool hit_end;
};

static void fail(j_common_ptr codec) {
  longjmp(((struct error_handler *)codec->err)->exit, 1);
}

/* Whether a warning concerns the entropy-coded data of a scan. Others concern headers and bytes
   that no scan needs: stray ones between markers, progressive parameters of a baseline scan, a
   missing EOI. */
static bool is_about_data(int code) {
  switch (code) {
    case JWRN_HIT_MARKER:
    case JWRN_HUFF_BAD_CODE:
    case JWRN_ARITH_BAD_CODE:
    case JWRN_MUST_RESYNC: return true;
    default: return false;
  }
}

static void record_warning(j_common_ptr codec, int level) {
  struct error_handler *error_handler = (struct error_handler *)codec->err;
  if (level >= 0) return;
  if (is_about_data(error_handler->manager.msg_code)) error_handler->lacks_data = true;
  if (error_handler->manager.msg_code == JWRN_JPEG_EOF) error_handler->hit_end = true;
}

/* A part must not contain missing pixels: fail, so that the caller decodes the whole file. */
static void fail_on_data_warning(j_common_ptr codec, int level) {
  if (level < 0 && is_about_data(codec->err->msg_code)) fail(codec);
}

static void discard_message(j_common_ptr codec) { (void)codec; }

/* Whether libjpeg is known to skip exactly: sequential Huffman coding of 8 bits in a single scan,
   gray or with chroma of sampling factor 1x1 and luma of 1, 2 or 4 by 1 or 2. */
static bool is_supported(const struct jpeg_decompress_struct *codec) {
  const jpeg_component_info *components = codec->comp_info;
  if (codec->progressive_mode || codec->arith_code || codec->data_precision != 8) return false;
  if (codec->comps_in_scan != codec->num_components) return false;
  if (codec->num_components == 1) return true;
  if (codec->num_components != 3) return false;
  for (int index = 1; index < 3; index++) {
    if (components[index].h_samp_factor != 1 || components[index].v_samp_factor != 1) return false;
  }
  return components[0].h_samp_factor != 3 && components[0].v_samp_factor < 3;
}

static bool lies_inside(const struct jpeg_decompress_struct *codec, const struct cjp_area *area) {
  return area->width > 0 && area->left < codec->output_width &&
         area->width <= codec->output_width - area->left && area->height > 0 &&
         area->top < codec->output_height && area->height <= codec->output_height - area->top;
}

/* Decodes one more MCU on each side, since chroma interpolation needs the neighbours of edge
   pixels. */
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

static void init_error_handler(
    struct error_handler *error_handler, void (*emit_message)(j_common_ptr, int)) {
  memset(error_handler, 0, sizeof *error_handler);
  jpeg_std_error(&error_handler->manager);
  error_handler->manager.error_exit = fail;
  error_handler->manager.emit_message = emit_message;
  error_handler->manager.output_message = discard_message;
}

/* The outcome after an error; destroys the codec. */
static enum cjp_outcome destroy_failed(struct jpeg_decompress_struct *codec) {
  const bool is_short = codec->err->msg_code == JERR_OUT_OF_MEMORY;
  jpeg_destroy_decompress(codec);
  return is_short ? CJP_OUT_OF_MEMORY : CJP_UNSUITED;
}

enum cjp_outcome cjp_decode(
    const unsigned char *file, size_t count, unsigned eighths, const struct cjp_area *area,
    unsigned char *pixels) {
  struct jpeg_decompress_struct codec;
  struct error_handler error_handler;
  memset(&codec, 0, sizeof codec);
  init_error_handler(&error_handler, fail_on_data_warning);
  codec.err = &error_handler.manager;
  if (setjmp(error_handler.exit)) return destroy_failed(&codec);
  jpeg_create_decompress(&codec);
  jpeg_mem_src(&codec, file, count);
  bool is_decoded = jpeg_read_header(&codec, TRUE) == JPEG_HEADER_OK && is_supported(&codec);
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

/* TurboJPEG's limit of scans (TJFLAG_LIMITSCANS), against small files with very many scans. */
static const int max_scans = 500;

static void limit_scans(j_common_ptr codec) {
  if (((j_decompress_ptr)codec)->input_scan_number > max_scans) fail(codec);
}

/* Whether all components were in a scan, and all coefficients of a progressive JPEG are at full
   precision. */
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
  struct error_handler error_handler;
  memset(&codec, 0, sizeof codec);
  memset(&progress, 0, sizeof progress);
  init_error_handler(&error_handler, record_warning);
  codec.err = &error_handler.manager;
  if (setjmp(error_handler.exit)) return destroy_failed(&codec);
  jpeg_create_decompress(&codec);
  progress.progress_monitor = limit_scans;
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
  /* The arithmetic decoder does not warn when it reads past the end of its data. */
  *is_complete = !error_handler.lacks_data && has_all_scans(&codec) &&
                 !(codec.arith_code && error_handler.hit_end);
  jpeg_destroy_decompress(&codec);
  return is_decoded ? CJP_DECODED : CJP_UNSUITED;
}
