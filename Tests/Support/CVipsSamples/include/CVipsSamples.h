#include <stddef.h>
#include <stdint.h>

/* Encodes pixels with libvips.
 * `pixels` has `bands` channels of `bits` 8, 16 or 32 (native order; 32 are fractions) a pixel;
 * `suffix` names format and options as libvips writes them, such as ".webp[lossless]"; `profile` may
 * be NULL; `orientation` is the EXIF value, 0 for none; `is_ink` says that the channels are cyan,
 * magenta, yellow and black. Returns 0 and a buffer that the caller frees with free(), or -1. */
int samples_encode(
    const void *pixels, int width, int height, int bands, int bits, const char *suffix,
    const void *profile, size_t profile_length, int orientation, int is_ink, void **file,
    size_t *length);

/* A JPEG XL that libvips cannot write: `transfer` is the code of its curve (ITU-T H.273, section
 * 8.2), 13 for sRGB, all others with the primaries of BT.2100. */
struct samples_jxl {
  int width, height, frames, orientation, transfer, lossless;
};

/* Encodes frames of red, green and blue with libjxl; see samples_encode. */
int samples_encode_jxl(struct samples_jxl picture, const void *pixels, void **file, size_t *length);

/* A JPEG 2000 codestream without loss: of `components` planes the second and third are as much smaller
 * as `chroma_step` says; `tile_side` is 0 for a single tile. */
struct samples_j2k {
  int width, height, components, bits, is_signed, chroma_step, tile_side, resolutions;
};

/* Encodes planes of samples, one after another, with openjpeg; see samples_encode. */
int samples_encode_j2k(
    struct samples_j2k picture, const int32_t *samples, void **file, size_t *length);

/* How large the planes of chroma are, if there are any. */
enum { SAMPLES_GRAY, SAMPLES_420, SAMPLES_422, SAMPLES_444 };

/* Frames in AV1 without loss, of which the first is a key frame; the codes are those of ITU-T H.273. */
struct samples_av1 {
  int width, height, frames, layout, bits, primaries, transfer, matrix, is_full_range;
};

/* Encodes the planes of each frame, one after another, with libaom. Returns 0, the frames one after
 * another in a buffer that the caller frees with free(), and the length of each; or -1. */
int samples_encode_av1(
    struct samples_av1 picture, const uint16_t *samples, void **stream, size_t *lengths);

/* An OpenEXR: `data` and `display` are left, top, width and height; channels have names of one byte, in
 * alphabetical order; `type` is 0 for whole numbers, 1 for half, 2 for single precision; `tile_width` is
 * 0 for scan lines. Only luminance and chroma are known to be subsampled: those named r and b, every
 * other pixel in each direction. Of deep data there is the header alone; a part of depth comes before
 * the picture's. */
struct samples_exr {
  int data[4], display[4], type, compression, tile_width, tile_height, is_deep, has_depth_part;
  const char *channels;
  const float *chromaticities;
};

/* Encodes planes of samples of that type, one after another, with OpenEXRCore; see samples_encode. */
int samples_encode_exr(
    struct samples_exr picture, const void *samples, void **file, size_t *length);

/* Writes an OpenEXR of lines once more, packed by DWAA or, in chunks of more lines, DWAB. Returns 0 where it could. */
int samples_pack_exr(const void *bytes, size_t count, int is_tall, void **file, size_t *length);
