#include <openjpeg.h>
#include <stdlib.h>
#include <string.h>

/* A file in memory and the read position. */
struct OpenJPEGBytes {
  const char *start;
  size_t length, position;
};

static inline OPJ_SIZE_T OpenJPEGRead(void *target, OPJ_SIZE_T count, void *data) {
  struct OpenJPEGBytes *bytes = (struct OpenJPEGBytes *)data;
  size_t rest = bytes->length - bytes->position;
  if (rest == 0) return (OPJ_SIZE_T)-1;
  if (count > rest) count = rest;
  memcpy(target, bytes->start + bytes->position, count);
  bytes->position += count;
  return count;
}

/* Returns the bytes skipped, fewer at the end. OpenJPEG never skips backwards. */
static inline OPJ_OFF_T OpenJPEGSkip(OPJ_OFF_T count, void *data) {
  struct OpenJPEGBytes *bytes = (struct OpenJPEGBytes *)data;
  size_t rest = bytes->length - bytes->position;
  if (count < 0) return -1;
  if ((size_t)count > rest) count = (OPJ_OFF_T)rest;
  bytes->position += (size_t)count;
  return count;
}

static inline OPJ_BOOL OpenJPEGSeek(OPJ_OFF_T position, void *data) {
  struct OpenJPEGBytes *bytes = (struct OpenJPEGBytes *)data;
  if (position < 0 || (size_t)position > bytes->length) return OPJ_FALSE;
  bytes->position = (size_t)position;
  return OPJ_TRUE;
}

/* A stream of bytes, which must outlive it; NULL without memory. */
static inline opj_stream_t *OpenJPEGStream(const void *start, size_t length) {
  struct OpenJPEGBytes *bytes = (struct OpenJPEGBytes *)malloc(sizeof *bytes);
  opj_stream_t *stream = bytes ? opj_stream_create(1 << 16, OPJ_TRUE) : NULL;
  if (!stream) return free(bytes), NULL;
  *bytes = (struct OpenJPEGBytes){(const char *)start, length, 0};
  opj_stream_set_user_data(stream, bytes, free);
  opj_stream_set_user_data_length(stream, length);
  opj_stream_set_read_function(stream, OpenJPEGRead);
  opj_stream_set_skip_function(stream, OpenJPEGSkip);
  opj_stream_set_seek_function(stream, OpenJPEGSeek);
  return stream;
}
