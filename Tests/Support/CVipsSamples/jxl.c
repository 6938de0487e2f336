#include "CVipsSamples.h"

#include <jxl/encode.h>
#include <stdlib.h>

static int begin(JxlEncoder *encoder, struct samples_jxl picture) {
  JxlBasicInfo info;
  JxlEncoderInitBasicInfo(&info);
  info.xsize = (uint32_t)picture.width;
  info.ysize = (uint32_t)picture.height;
  info.bits_per_sample = 8;
  info.uses_original_profile = JXL_TRUE;
  info.orientation = (JxlOrientation)picture.orientation;
  info.have_animation = picture.frames > 1;
  info.animation.tps_numerator = 10;
  info.animation.tps_denominator = 1;
  if (JxlEncoderSetBasicInfo(encoder, &info) != JXL_ENC_SUCCESS) return -1;
  JxlColorEncoding colors;
  JxlColorEncodingSetToSRGB(&colors, JXL_FALSE);
  colors.transfer_function = (JxlTransferFunction)picture.transfer;
  if (picture.transfer != JXL_TRANSFER_FUNCTION_SRGB) colors.primaries = JXL_PRIMARIES_2100;
  return JxlEncoderSetColorEncoding(encoder, &colors) == JXL_ENC_SUCCESS ? 0 : -1;
}

static int add(JxlEncoder *encoder, struct samples_jxl picture, const uint8_t *pixels) {
  const JxlPixelFormat format = {3, JXL_TYPE_UINT8, JXL_NATIVE_ENDIAN, 0};
  size_t length = (size_t)picture.width * (size_t)picture.height * 3;
  for (int frame = 0; frame < picture.frames; frame++) {
    JxlEncoderFrameSettings *settings = JxlEncoderFrameSettingsCreate(encoder, NULL);
    JxlEncoderSetFrameLossless(settings, picture.lossless);
    JxlFrameHeader header;
    JxlEncoderInitFrameHeader(&header);
    header.duration = picture.frames > 1;
    if (JxlEncoderSetFrameHeader(settings, &header) != JXL_ENC_SUCCESS) return -1;
    if (JxlEncoderAddImageFrame(settings, &format, pixels + frame * length, length) !=
        JXL_ENC_SUCCESS)
      return -1;
  }
  JxlEncoderCloseInput(encoder);
  return 0;
}

static int take(JxlEncoder *encoder, uint8_t **file, size_t *length) {
  size_t room = 1 << 16;
  *length = 0;
  *file = malloc(room);
  for (;;) {
    uint8_t *next = *file + *length;
    size_t left = room - *length;
    JxlEncoderStatus status = JxlEncoderProcessOutput(encoder, &next, &left);
    *length = (size_t)(next - *file);
    if (status != JXL_ENC_NEED_MORE_OUTPUT) return status == JXL_ENC_SUCCESS ? 0 : -1;
    room *= 2;
    *file = realloc(*file, room);
  }
}

int samples_encode_jxl(struct samples_jxl picture, const void *pixels, void **file, size_t *length) {
  JxlEncoder *encoder = JxlEncoderCreate(NULL);
  uint8_t *bytes = NULL;
  int failed = begin(encoder, picture) || add(encoder, picture, pixels) ||
               take(encoder, &bytes, length);
  JxlEncoderDestroy(encoder);
  if (failed) free(bytes);
  else *file = bytes;
  return failed ? -1 : 0;
}
