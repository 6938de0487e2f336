#ifndef CVIDEO_H
#define CVIDEO_H

#include <stdbool.h>
#include <stdint.h>

/* Videos by libavformat, libavcodec and libswscale, which load more than a hundred libraries: they are loaded by
   cvideo_load and not with the program. Nothing else here may be called before that has returned true. */

/* Loads the libraries that belong to the headers once in the life of the process, from any thread; false where they
   are missing. */
bool cvideo_load(void);

typedef struct cvideo cvideo;

typedef enum {
  cvideo_done,
  /* There is no further frame. */
  cvideo_end,
  cvideo_no_video,
  cvideo_damaged,
  /* As damaged, and something was missing behind the end of the file. */
  cvideo_truncated,
  /* There is no decoder for the codec, or it is not among those that are allowed. */
  cvideo_unsupported,
  cvideo_no_memory,
} cvideo_result;

/* Reads bytes at an offset; returns their number, which is less than `count` at the end only. */
typedef int (*cvideo_read)(void *context, uint8_t *bytes, int count, int64_t offset);

typedef struct {
  /* In square pixels, not turned yet; 0 where the container does not say. */
  int width, height;
  /* As in EXIF. */
  int orientation;
  /* In milliseconds; 0 where it is unknown or absurd. */
  int64_t duration;
  const char *codec;
} cvideo_facts;

/* Opens a file with one demuxer; it opens nothing else. NULL with the reason in *result. */
cvideo *cvideo_open(
    const char *demuxer, cvideo_read read, void *context, int64_t size, cvideo_result *result);

cvideo_facts cvideo_describe(const cvideo *video);

/* A text of the container, or of its video stream; NULL without one. */
const char *cvideo_text(const cvideo *video, const char *key);

/* Makes a decoder that has no threads and refuses frames larger than the container says. */
cvideo_result cvideo_start(cvideo *video);

/* Decodes the last key frame of the first tenth, else the first key frame, else any frame; *is_whole is false if
   the file ends before the tenth. */
cvideo_result cvideo_poster(cvideo *video, bool *is_whole);

/* Decodes the next frame, and says when it is shown, in milliseconds since the first one. Frames that no others
   need are left out while decoding takes longer than playing. */
cvideo_result cvideo_next(cvideo *video, int64_t *time);

/* The code points of the frame's colours (ITU-T H.273). */
void cvideo_colors(const cvideo *video, int *primaries, int *transfer);

/* Scales the frame to rows of red, green, blue and alpha, which is opaque; false if memory is short. */
bool cvideo_scale(cvideo *video, int width, int height, uint8_t *pixels);

void cvideo_close(cvideo *video);

#endif
