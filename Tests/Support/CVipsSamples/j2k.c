#include "CVipsSamples.h"

#include <openjpeg.h>
#include <stdlib.h>
#include <string.h>

struct target {
  char *bytes;
  size_t length, room, position;
};

static OPJ_SIZE_T put(void *bytes, OPJ_SIZE_T count, void *data) {
  struct target *target = data;
  size_t end = target->position + count;
  if (end > target->room) {
    target->room = end * 2;
    target->bytes = realloc(target->bytes, target->room);
  }
  memcpy(target->bytes + target->position, bytes, count);
  target->position = end;
  if (end > target->length) target->length = end;
  return count;
}

static OPJ_OFF_T skip(OPJ_OFF_T count, void *data) {
  ((struct target *)data)->position += (size_t)count;
  return count;
}

static OPJ_BOOL seek(OPJ_OFF_T position, void *data) {
  ((struct target *)data)->position = (size_t)position;
  return OPJ_TRUE;
}

/* The planes follow one another, each as large as its step leaves it. */
static opj_image_t *image(struct samples_j2k picture, const int32_t *samples) {
  opj_image_cmptparm_t components[5] = {{0}};
  for (int index = 0; index < picture.components; index++) {
    OPJ_UINT32 step = index == 1 || index == 2 ? (OPJ_UINT32)picture.chroma_step : 1;
    components[index] = (opj_image_cmptparm_t){
        .dx = step, .dy = step, .w = ((OPJ_UINT32)picture.width + step - 1) / step,
        .h = ((OPJ_UINT32)picture.height + step - 1) / step, .prec = (OPJ_UINT32)picture.bits,
        .sgnd = (OPJ_UINT32)picture.is_signed};
  }
  opj_image_t *image =
      opj_image_create((OPJ_UINT32)picture.components, components, OPJ_CLRSPC_UNSPECIFIED);
  if (!image) return NULL;
  image->x1 = (OPJ_UINT32)picture.width;
  image->y1 = (OPJ_UINT32)picture.height;
  for (int index = 0; index < picture.components; index++) {
    size_t count = (size_t)components[index].w * components[index].h;
    memcpy(image->comps[index].data, samples, count * sizeof *samples);
    samples += count;
  }
  return image;
}

static opj_cparameters_t parameters(struct samples_j2k picture) {
  opj_cparameters_t parameters;
  opj_set_default_encoder_parameters(&parameters);
  parameters.tcp_numlayers = 1;
  parameters.cp_disto_alloc = 1;
  parameters.numresolution = picture.resolutions;
  if (picture.tile_side) {
    parameters.tile_size_on = OPJ_TRUE;
    parameters.cp_tdx = parameters.cp_tdy = picture.tile_side;
  }
  return parameters;
}

int samples_encode_j2k(
    struct samples_j2k picture, const int32_t *samples, void **file, size_t *length) {
  struct target target = {0};
  opj_image_t *source = image(picture, samples);
  opj_codec_t *codec = opj_create_compress(OPJ_CODEC_J2K);
  opj_stream_t *stream = opj_stream_default_create(OPJ_FALSE);
  opj_stream_set_user_data(stream, &target, NULL);
  opj_stream_set_write_function(stream, put);
  opj_stream_set_skip_function(stream, skip);
  opj_stream_set_seek_function(stream, seek);
  opj_cparameters_t wanted = parameters(picture);
  int encoded = source && opj_setup_encoder(codec, &wanted, source) &&
                opj_start_compress(codec, source, stream) && opj_encode(codec, stream) &&
                opj_end_compress(codec, stream);
  opj_stream_destroy(stream);
  opj_destroy_codec(codec);
  opj_image_destroy(source);
  if (!encoded) return free(target.bytes), -1;
  *file = target.bytes;
  *length = target.length;
  return 0;
}
