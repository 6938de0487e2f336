#include <vips/vips.h>
#include <vips/vector.h>

/* Wrappers for variadic functions, which Swift cannot call. Unless said otherwise they return a new
 * image, or NULL with a message in vips_error_buffer(). Encoded bytes must outlive the image:
 * pixels are decoded on demand. */

/* Converts floats from 0 to 1 to 16-bit integers: grayscale to GREY16, colors with a profile to
 * sRGB. libvips would truncate them to 0 and 1, nearly black. Takes ownership of the image; returns
 * it unchanged if it is of another kind or if the conversion fails. */
static inline VipsImage *VipsInWholeNumbers(VipsImage *image) {
  VipsInterpretation meaning = vips_image_guess_interpretation(image);
  int is_gray = meaning == VIPS_INTERPRETATION_B_W;
  int has_profile = vips_image_get_typeof(image, VIPS_META_ICC_NAME) != 0;
  int is_color = meaning == VIPS_INTERPRETATION_scRGB && has_profile;
  if (!vips_band_format_isfloat(image->BandFmt) || !(is_gray || is_color)) return image;
  VipsInterpretation whole = is_gray ? VIPS_INTERPRETATION_GREY16 : VIPS_INTERPRETATION_RGB16;
  VipsImage *scaled = NULL, *cut = NULL, *named = NULL, *result = NULL;
  int failed = vips_linear1(image, &scaled, 65535, 0, NULL) ||
               vips_cast_ushort(scaled, &cut, NULL) ||
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

/* Loads with sequential access and without errors for missing data. Images that a loader decodes as
 * a whole stay in memory: libvips would write those over 100 MB to a file. `option` is the name of
 * a further integer argument of the loader, or NULL. */
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

/* Declarations of librsvg's rsvg.h and rsvg-handle.h. */
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

/* Computes the bounds of the shapes of an SVG without a view box and without absolute width and
 * height. Returns 0 for any other SVG, for one that is empty, and on failure. */
static inline int VipsUnsizedDrawing(const void *bytes, size_t length, VipsDrawingArea *area) {
  void *handle = rsvg_handle_new_from_data(bytes, length, NULL);
  if (!handle) return 0;
  const int percent = 0;
  int has_width, has_height, has_view;
  VipsDrawingLength width, height;
  VipsDrawingArea view, logical;
  rsvg_handle_get_intrinsic_dimensions(
      handle, &has_width, &width, &has_height, &height, &has_view, &view);
  int unsized = !has_view &&
                (!has_width || width.unit == percent || !has_height || height.unit == percent);
  /* Minimal, so that sizes relative to the viewport do not count. */
  const VipsDrawingArea viewport = {0, 0, 1, 1};
  int found = unsized &&
              rsvg_handle_get_geometry_for_layer(handle, NULL, &viewport, area, &logical, NULL) &&
              area->width > 0 && area->height > 0;
  g_object_unref(handle);
  return found;
}

/* Encodes as JPEG of quality 95 or as PNG, in base64. Free by g_free(). NULL on failure. */
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

/* Converts to sRGB by the embedded profile, which is required. */
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

/* Keeps the upper 8 of 16 bits. */
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

/* Keeps the first `count` bands. */
static inline VipsImage *VipsFirstBands(VipsImage *image, int count) {
  VipsImage *result = NULL;
  vips_extract_band(image, &result, 0, "n", count, NULL);
  return result;
}

/* The address of a pixel in the area of vips_region_prepare(). */
static inline const void *VipsPixels(VipsRegion *region, int x, int y) {
  return VIPS_REGION_ADDR(region, x, y);
}
