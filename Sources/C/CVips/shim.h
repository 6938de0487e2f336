#include <vips/vips.h>
#include <vips/vector.h>

/* Swift cannot call C functions with a variable number of arguments, and libvips has no others for
 * this. All return a new image, or NULL with a text in vips_error_buffer(); the bytes must outlive
 * the image. Nothing is decoded before pixels are asked for. */

/* Fractions from 0 to 1 as whole numbers: greys of 16 bits, and colours with a profile as sRGB of 16
 * bits. libvips would cut them off to 0 and 1, which is black. Takes the image over and returns it or
 * the other one. */
static inline VipsImage *VipsInWholeNumbers(VipsImage *image) {
  VipsInterpretation meaning = vips_image_guess_interpretation(image);
  int is_gray = meaning == VIPS_INTERPRETATION_B_W;
  int has_profile = vips_image_get_typeof(image, VIPS_META_ICC_NAME) != 0;
  int is_color = meaning == VIPS_INTERPRETATION_scRGB && has_profile;
  if (!vips_band_format_isfloat(image->BandFmt) || !(is_gray || is_color)) return image;
  VipsInterpretation whole = is_gray ? VIPS_INTERPRETATION_GREY16 : VIPS_INTERPRETATION_RGB16;
  VipsImage *scaled = NULL, *cut = NULL, *named = NULL, *result = NULL;
  int failed = vips_linear1(image, &scaled, 65535, 0, NULL) || vips_cast_ushort(scaled, &cut, NULL) ||
               vips_copy(cut, &named, "interpretation", whole, NULL) ||
               (is_color ? vips_icc_transform(
                               named, &result, "srgb", "embedded", TRUE, "intent",
                               VIPS_INTENT_PERCEPTUAL, "depth", 16, NULL)
                         : vips_copy(named, &result, NULL));
  VipsImage *passed[] = {scaled, cut, named, failed ? result : image};
  for (int index = 0; index < 4; index++) {
    if (passed[index]) g_object_unref(passed[index]);
  }
  if (failed) vips_error_clear();
  return failed ? image : result;
}

/* Loads row by row from the top, as far as the bytes go. What a loader can only decode as a whole is
 * kept in memory: libvips would put more than 100 MB of it into a file. `option` is one further
 * argument of the loader, an integer, or NULL. */
static inline VipsImage *VipsLoad(
    const char *loader, const void *bytes, size_t length, const char *option, int value) {
  VipsImage *image = NULL;
  VipsBlob *blob = vips_blob_new(NULL, bytes, length);
  vips_call(
      loader, blob, &image, "access", VIPS_ACCESS_SEQUENTIAL, "fail_on", VIPS_FAIL_ON_NONE,
      "memory", TRUE, option, value, NULL);
  vips_area_unref(VIPS_AREA(blob));
  return image ? VipsInWholeNumbers(image) : NULL;
}

static inline VipsImage *VipsLoadDrawing(const void *bytes, size_t length, double scale) {
  VipsImage *image = NULL;
  VipsBlob *blob = vips_blob_new(NULL, bytes, length);
  vips_call("svgload_buffer", blob, &image, "scale", scale, NULL);
  vips_area_unref(VIPS_AREA(blob));
  return image;
}

/* As in librsvg's rsvg.h and rsvg-handle.h, which libvips loads. */
typedef struct {
  double length;
  int unit;
} VipsDrawingLength;
typedef struct {
  double x, y, width, height;
} VipsDrawingArea;
void *rsvg_handle_new_from_data(const void *bytes, size_t length, GError **error);
void rsvg_handle_get_intrinsic_dimensions(
    void *handle, int *has_width, VipsDrawingLength *width, int *has_height,
    VipsDrawingLength *height, int *has_view, VipsDrawingArea *view);
int rsvg_handle_get_geometry_for_layer(
    void *handle, const char *id, const VipsDrawingArea *viewport, VipsDrawingArea *ink,
    VipsDrawingArea *logical, GError **error);

/* Where the shapes of a drawing lie that has neither a view box nor a width and a height other than a
 * share of what it is shown in. Returns 0 for any other one. */
static inline int VipsUnsizedDrawing(const void *bytes, size_t length, VipsDrawingArea *area) {
  void *handle = rsvg_handle_new_from_data(bytes, length, NULL);
  if (!handle) return 0;
  const int percent = 0;
  int has_width, has_height, has_view;
  VipsDrawingLength width, height;
  VipsDrawingArea view, logical;
  rsvg_handle_get_intrinsic_dimensions(
      handle, &has_width, &width, &has_height, &height, &has_view, &view);
  int unsized = !has_view && (!has_width || width.unit == percent || !has_height || height.unit == percent);
  /* What is a share of the viewport must not count. */
  const VipsDrawingArea viewport = {0, 0, 1, 1};
  int found = unsized &&
              rsvg_handle_get_geometry_for_layer(handle, NULL, &viewport, area, &logical, NULL) &&
              area->width > 0 && area->height > 0;
  g_object_unref(handle);
  return found;
}

/* An image as PNG, or else as JPEG, in base64; NULL where it cannot be. To be freed with g_free(). */
static inline char *VipsInBase64(VipsImage *image, int as_jpeg) {
  void *bytes = NULL;
  size_t length = 0;
  int failed = as_jpeg ? vips_jpegsave_buffer(image, &bytes, &length, "Q", 95, NULL)
                       : vips_pngsave_buffer(image, &bytes, &length, "compression", 3, NULL);
  char *text = failed ? NULL : g_base64_encode(bytes, length);
  if (failed) vips_error_clear();
  g_free(bytes);
  return text;
}

/* To sRGB by the profile inside the image, which must have one. */
static inline VipsImage *VipsToStandardByProfile(VipsImage *image) {
  VipsImage *result = NULL;
  vips_icc_transform(
      image, &result, "srgb", "embedded", TRUE, "intent", VIPS_INTENT_PERCEPTUAL, NULL);
  return result;
}

static inline VipsImage *VipsToStandard(VipsImage *image) {
  VipsImage *result = NULL;
  vips_colourspace(image, &result, VIPS_INTERPRETATION_sRGB, NULL);
  return result;
}

static inline VipsImage *VipsToBytes(VipsImage *image) {
  VipsImage *result = NULL;
  vips_cast(image, &result, VIPS_FORMAT_UCHAR, NULL);
  return result;
}

/* Of sixteen bits the upper eight. */
static inline VipsImage *VipsCMYKToBytes(VipsImage *image) {
  VipsImage *result = NULL;
  vips_cast(image, &result, VIPS_FORMAT_UCHAR, "shift", TRUE, NULL);
  return result;
}

static inline VipsImage *VipsAddAlpha(VipsImage *image) {
  VipsImage *result = NULL;
  vips_addalpha(image, &result, NULL);
  return result;
}

/* Of more channels than that, the first `count`. */
static inline VipsImage *VipsFirstBands(VipsImage *image, int count) {
  VipsImage *result = NULL;
  vips_extract_band(image, &result, 0, "n", count, NULL);
  return result;
}

/* The address of a pixel inside what vips_region_prepare() has filled. */
static inline const void *VipsPixels(VipsRegion *region, int x, int y) {
  return VIPS_REGION_ADDR(region, x, y);
}
