#include <jxl/decode.h>

/* libjxl 0.9 removed an unused argument of these functions. They return the profile of the decoded
 * pixels, not of the encoded ones. */

static inline JxlDecoderStatus JXLProfileSize(const JxlDecoder *decoder, size_t *size) {
#if JPEGXL_NUMERIC_VERSION >= JPEGXL_COMPUTE_NUMERIC_VERSION(0, 9, 0)
  return JxlDecoderGetICCProfileSize(decoder, JXL_COLOR_PROFILE_TARGET_DATA, size);
#else
  const JxlPixelFormat format = {4, JXL_TYPE_UINT8, JXL_NATIVE_ENDIAN, 0};
  return JxlDecoderGetICCProfileSize(decoder, &format, JXL_COLOR_PROFILE_TARGET_DATA, size);
#endif
}

static inline JxlDecoderStatus JXLProfile(const JxlDecoder *decoder, uint8_t *bytes, size_t size) {
#if JPEGXL_NUMERIC_VERSION >= JPEGXL_COMPUTE_NUMERIC_VERSION(0, 9, 0)
  return JxlDecoderGetColorAsICCProfile(decoder, JXL_COLOR_PROFILE_TARGET_DATA, bytes, size);
#else
  const JxlPixelFormat format = {4, JXL_TYPE_UINT8, JXL_NATIVE_ENDIAN, 0};
  return JxlDecoderGetColorAsICCProfile(
      decoder, &format, JXL_COLOR_PROFILE_TARGET_DATA, bytes, size);
#endif
}
