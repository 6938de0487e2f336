#include "CVipsSamples.h"

#include <aom/aom_encoder.h>
#include <aom/aomcx.h>
#include <stdlib.h>
#include <string.h>

/* The planes follow one another, each as large as its shift leaves it. */
static const uint16_t *fill(aom_image_t *image, struct samples_av1 picture, const uint16_t *samples) {
  for (int plane = 0; plane < 3; plane++) {
    unsigned across = plane ? image->x_chroma_shift : 0, down = plane ? image->y_chroma_shift : 0;
    unsigned width = (image->d_w + across) >> across, height = (image->d_h + down) >> down;
    for (unsigned y = 0; y < height; y++) {
      unsigned char *row = image->planes[plane] + (size_t)y * (size_t)image->stride[plane];
      for (unsigned x = 0; x < width; x++) {
        int is_missing = plane && picture.layout == SAMPLES_GRAY;
        uint16_t sample = is_missing ? (uint16_t)(1 << (picture.bits - 1)) : *samples++;
        if (picture.bits > 8) ((uint16_t *)row)[x] = sample;
        else row[x] = (unsigned char)sample;
      }
    }
  }
  return samples;
}

static int begin(aom_codec_ctx_t *encoder, struct samples_av1 picture) {
  aom_codec_enc_cfg_t settings;
  aom_codec_iface_t *codec = aom_codec_av1_cx();
  if (aom_codec_enc_config_default(codec, &settings, AOM_USAGE_GOOD_QUALITY)) return -1;
  settings.g_w = (unsigned)picture.width;
  settings.g_h = (unsigned)picture.height;
  settings.g_threads = 1;
  settings.g_lag_in_frames = 0;
  settings.kf_max_dist = 1000;
  settings.monochrome = picture.layout == SAMPLES_GRAY;
  settings.g_profile = picture.bits == 12 || picture.layout == SAMPLES_422 ? 2
                       : picture.layout == SAMPLES_444                     ? 1
                                                                           : 0;
  settings.g_bit_depth = (aom_bit_depth_t)picture.bits;
  settings.g_input_bit_depth = (unsigned)picture.bits;
  aom_codec_flags_t flags = picture.bits > 8 ? AOM_CODEC_USE_HIGHBITDEPTH : 0;
  if (aom_codec_enc_init(encoder, codec, &settings, flags)) return -1;
  return aom_codec_control(encoder, AOME_SET_CPUUSED, 6) ||
         aom_codec_control(encoder, AV1E_SET_LOSSLESS, 1) ||
         aom_codec_control(encoder, AV1E_SET_COLOR_PRIMARIES, picture.primaries) ||
         aom_codec_control(encoder, AV1E_SET_TRANSFER_CHARACTERISTICS, picture.transfer) ||
         aom_codec_control(encoder, AV1E_SET_MATRIX_COEFFICIENTS, picture.matrix) ||
         aom_codec_control(encoder, AV1E_SET_COLOR_RANGE, picture.is_full_range);
}

static int add(
    aom_codec_ctx_t *encoder, const aom_image_t *image, int frame, void **file, size_t *length) {
  size_t before = *length;
  if (aom_codec_encode(encoder, image, frame, 1, frame ? 0 : AOM_EFLAG_FORCE_KF)) return -1;
  aom_codec_iter_t place = NULL;
  const aom_codec_cx_pkt_t *packet;
  while ((packet = aom_codec_get_cx_data(encoder, &place))) {
    if (packet->kind != AOM_CODEC_CX_FRAME_PKT) continue;
    *file = realloc(*file, *length + packet->data.frame.sz);
    memcpy((char *)*file + *length, packet->data.frame.buf, packet->data.frame.sz);
    *length += packet->data.frame.sz;
  }
  return *length > before ? 0 : -1;
}

int samples_encode_av1(
    struct samples_av1 picture, const uint16_t *samples, void **stream, size_t *lengths) {
  static const aom_img_fmt_t formats[] = {
      AOM_IMG_FMT_I420, AOM_IMG_FMT_I420, AOM_IMG_FMT_I422, AOM_IMG_FMT_I444};
  aom_img_fmt_t format =
      formats[picture.layout] | (picture.bits > 8 ? AOM_IMG_FMT_HIGHBITDEPTH : 0);
  aom_image_t *image =
      aom_img_alloc(NULL, format, (unsigned)picture.width, (unsigned)picture.height, 16);
  aom_codec_ctx_t encoder = {0};
  size_t length = 0;
  *stream = NULL;
  int failed = !image || begin(&encoder, picture);
  for (int frame = 0; frame < picture.frames && !failed; frame++) {
    size_t before = length;
    samples = fill(image, picture, samples);
    failed = add(&encoder, image, frame, stream, &length);
    lengths[frame] = length - before;
  }
  aom_codec_destroy(&encoder);
  aom_img_free(image);
  return failed ? (free(*stream), -1) : 0;
}
