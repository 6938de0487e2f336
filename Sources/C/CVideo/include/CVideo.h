#ifndef CVIDEO_H
#define CVIDEO_H

#include <stdbool.h>
#include <stdint.h>

/* Decodes videos with libavformat, libavcodec and libswscale, loaded by cvideo_load on first use
   because they depend on more than a hundred libraries. Call nothing else before it has returned
   true. A cvideo may be used by one thread at a time. */

/* Loads the libraries in the versions of the headers, once per process; thread-safe. False if they
   are missing. */
bool cvideo_load(void);

typedef struct cvideo cvideo;

typedef enum {
  cvideo_done,
  /* No more frames. */
  cvideo_end,
  cvideo_no_video,
  cvideo_damaged,
  /* Damaged, after a read past the end of the file. */
  cvideo_truncated,
  /* No decoder for the codec, or it is not allowed. */
  cvideo_unsupported,
  cvideo_no_memory,
} cvideo_result;

/* Reads bytes at an offset and returns their number: less than `count` only at the end, 0 or less
   past it. */
typedef int (*cvideo_read)(void *context, uint8_t *bytes, int count, int64_t offset);

typedef struct {
  /* In square pixels, before rotation; 0 if unknown. */
  int width, height;
  /* As in EXIF; 1 if unknown. */
  int orientation;
  /* In milliseconds; 0 if unknown or out of range. */
  int64_t duration;
  /* The name of the codec; NULL if unknown. */
  const char *codec;
} cvideo_facts;

/* Opens a file with the named demuxer, which cannot open other files. NULL on failure, with the
   reason in *result. `read` is called with `context` until cvideo_close. */
cvideo *cvideo_open(
    const char *demuxer, cvideo_read read, void *context, int64_t size, cvideo_result *result);

cvideo_facts cvideo_describe(const cvideo *video);

/* A metadata value of the container, else of the video stream; NULL if absent. */
const char *cvideo_text(const cvideo *video, const char *key);

/* Creates a decoder without threads. It rejects frames of more pixels than (width + 512) *
   (height + 512) of the container. */
cvideo_result cvideo_start(cvideo *video);

/* Decodes the frame at a percentage of the duration, or an earlier one if decoding takes more than
   400 ms of processor time; for 0, the last key frame of the first tenth. Else decodes the first key
   frame, else any frame. *is_whole is false if the first of these failed and the file ended early. */
cvideo_result cvideo_poster(cvideo *video, int percent, bool *is_whole);

/* Decodes the next frame; *time is in milliseconds since the first one. While the processor time
   exceeds that by 500 ms, non-reference frames are skipped. */
cvideo_result cvideo_next(cvideo *video, int64_t *time);

/* The code points of ITU-T H.273. */
void cvideo_colors(const cvideo *video, int *primaries, int *transfer);

/* Scales the frame to RGBA with opaque alpha, width * 4 bytes a row; false if libswscale or an
   allocation fails. */
bool cvideo_scale(cvideo *video, int width, int height, uint8_t *pixels);

void cvideo_close(cvideo *video);

#endif
