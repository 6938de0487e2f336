#include "CVipsSamples.h"

#include <OpenEXR/openexr.h>
#include <stdlib.h>
#include <string.h>

struct target {
  char *bytes;
  size_t length;
};

static int64_t put(
    exr_const_context_t context, void *data, const void *bytes, uint64_t count, uint64_t offset,
    exr_stream_error_func_ptr_t complain) {
  struct target *target = data;
  (void)context;
  (void)complain;
  if (offset + count > target->length) {
    target->bytes = realloc(target->bytes, offset + count);
    target->length = offset + count;
  }
  memcpy(target->bytes + offset, bytes, count);
  return (int64_t)count;
}

static void complain(exr_const_context_t context, exr_result_t code, const char *text) {
  (void)context;
  (void)code;
  (void)text;
}

static exr_attr_box2i_t box(const int *area) {
  return (exr_attr_box2i_t){
      .min = {.x = area[0], .y = area[1]},
      .max = {.x = area[0] + area[2] - 1, .y = area[1] + area[3] - 1}};
}

static exr_result_t add_part(
    exr_context_t context, struct samples_exr picture, const char *name, int part) {
  exr_attr_box2i_t display = box(picture.display), data = box(picture.data);
  exr_attr_v2f_t center = {.x = 0, .y = 0};
  exr_storage_t storage = picture.is_deep      ? EXR_STORAGE_DEEP_SCANLINE
                          : picture.tile_width ? EXR_STORAGE_TILED
                                               : EXR_STORAGE_SCANLINE;
  exr_result_t status = exr_add_part(context, name, storage, &part);
  if (!status)
    status = exr_initialize_required_attr(
        context, part, &display, &data, 1, &center, 1,
        EXR_LINEORDER_INCREASING_Y, (exr_compression_t)picture.compression);
  if (!status && picture.tile_width)
    status = exr_set_tile_descriptor(
        context, part, (uint32_t)picture.tile_width, (uint32_t)picture.tile_height,
        EXR_TILE_ONE_LEVEL, EXR_TILE_ROUND_DOWN);
  for (const char *name = picture.channels; !status && *name; name++) {
    char text[2] = {*name, 0};
    int step = *name == 'r' || *name == 'b' ? 2 : 1;
    status = exr_add_channel(
        context, part, text, (exr_pixel_type_t)picture.type, EXR_PERCEPTUALLY_LOGARITHMIC, step, step);
  }
  if (!status && picture.chromaticities) {
    exr_attr_chromaticities_t colors;
    memcpy(&colors, picture.chromaticities, sizeof colors);
    status = exr_attr_set_chromaticities(context, part, "chromaticities", &colors);
  }
  if (!status && picture.is_deep) status = exr_set_version(context, part, 1);
  return status;
}

static exr_result_t chunk(
    exr_context_t context, struct samples_exr picture, int part, const exr_chunk_info_t *info, int x,
    int y, const char *samples) {
  exr_encode_pipeline_t pipeline = EXR_ENCODE_PIPELINE_INITIALIZER;
  exr_result_t status = exr_encoding_initialize(context, part, info, &pipeline);
  size_t size = picture.type == 1 ? 2 : 4;
  size_t width = (size_t)picture.data[2], height = (size_t)picture.data[3];
  for (int index = 0; !status && index < pipeline.channel_count; index++) {
    exr_coding_channel_info_t *channel = pipeline.channels + index;
    size_t step = (size_t)channel->x_samples;
    size_t line = width / step;
    channel->user_pixel_stride = (int32_t)size;
    channel->user_line_stride = (int32_t)(size * line);
    channel->encode_from_ptr =
        (const uint8_t *)samples + ((size_t)y / step * line + (size_t)x / step) * size;
    samples += line * (height / step) * size;
  }
  if (!status) status = exr_encoding_choose_default_routines(context, part, &pipeline);
  if (!status) status = exr_encoding_run(context, part, &pipeline);
  exr_encoding_destroy(context, &pipeline);
  return status;
}

static exr_result_t chunks(
    exr_context_t context, struct samples_exr picture, int part, const char *samples) {
  int32_t lines = 1, width = picture.data[2], height = picture.data[3];
  exr_result_t status = EXR_ERR_SUCCESS;
  exr_chunk_info_t info;
  if (picture.tile_width) {
    for (int y = 0; y * picture.tile_height < height; y++)
      for (int x = 0; !status && x * picture.tile_width < width; x++) {
        status = exr_write_tile_chunk_info(context, part, x, y, 0, 0, &info);
        if (!status)
          status = chunk(
              context, picture, part, &info, x * picture.tile_width, y * picture.tile_height,
              samples);
      }
    return status;
  }
  status = exr_get_scanlines_per_chunk(context, part, &lines);
  int count = (height + lines - 1) / lines;
  for (int index = 0; !status && index < count; index++) {
    int y = index * lines;
    status = exr_write_scanline_chunk_info(context, part, picture.data[1] + y, &info);
    if (!status) status = chunk(context, picture, part, &info, 0, y, samples);
  }
  return status;
}

/* A part of depth, all of which is zero. */
static exr_result_t depth_chunks(exr_context_t context, struct samples_exr depth) {
  char *plane = calloc((size_t)depth.data[2] * (size_t)depth.data[3], 4);
  exr_result_t status = plane ? chunks(context, depth, 0, plane) : EXR_ERR_OUT_OF_MEMORY;
  free(plane);
  return status;
}

int samples_encode_exr(
    struct samples_exr picture, const void *samples, void **file, size_t *length) {
  struct target target = {NULL, 0};
  exr_context_t context = NULL;
  exr_context_initializer_t start = EXR_DEFAULT_CONTEXT_INITIALIZER;
  start.error_handler_fn = complain;
  start.user_data = &target;
  start.write_fn = put;
  exr_result_t status = exr_start_write(&context, "memory", EXR_WRITE_FILE_DIRECTLY, &start);
  struct samples_exr depth = picture;
  depth.channels = "Z";
  depth.tile_width = 0;
  int part = picture.has_depth_part ? 1 : 0;
  if (!status && part) status = add_part(context, depth, "depth", 0);
  if (!status) status = add_part(context, picture, part ? "color" : "", part);
  if (!status) status = exr_write_header(context);
  if (!status && part) status = depth_chunks(context, depth);
  if (!status && !picture.is_deep) status = chunks(context, picture, part, samples);
  exr_result_t end = exr_finish(&context);
  if (status || end) return free(target.bytes), -1;
  *file = target.bytes;
  *length = target.length;
  return 0;
}
