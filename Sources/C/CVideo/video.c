#include "CVideo.h"

#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libswscale/swscale.h>
#include <string.h>
#include <time.h>

#define FUNCTIONS(X)                                                                            \
  X(avformat_alloc_context) X(avformat_open_input) X(avformat_find_stream_info)                 \
  X(avformat_close_input) X(av_find_input_format) X(av_read_frame) X(av_seek_frame)             \
  X(avio_alloc_context) X(avio_context_free) X(avcodec_find_decoder) X(avcodec_alloc_context3)  \
  X(avcodec_parameters_to_context) X(avcodec_open2) X(avcodec_send_packet)                      \
  X(avcodec_receive_frame) X(avcodec_flush_buffers) X(avcodec_free_context)                     \
  X(avcodec_descriptor_get) X(av_packet_alloc) X(av_packet_free) X(av_packet_unref)             \
  X(av_frame_alloc) X(av_frame_free) X(av_dict_set) X(av_dict_get) X(av_dict_free)              \
  X(av_malloc) X(av_free) X(av_freep) X(av_strdup) X(av_rescale_q) X(av_log_set_level)          \
  SIDE_DATA(X)
#if LIBAVFORMAT_VERSION_MAJOR < 61
#define SIDE_DATA(X) X(av_stream_get_side_data)
#else
#define SIDE_DATA(X)
#endif
#define SYMBOL(name) name
#include "loading.h"

#define VERSIONED(name, major) name ".so." AV_STRINGIFY(major)

/* libswscale, on which libavformat does not depend. */
static struct {
  __typeof__(&sws_getCachedContext) get_context;
  __typeof__(&sws_setColorspaceDetails) set_colors;
  __typeof__(&sws_getCoefficients) coefficients;
  __typeof__(&sws_scale) scale;
  __typeof__(&sws_freeContext) free_context;
} scaling;

static bool load_scaling(void *handle) {
  (void)handle;
  void *scaler = dlopen(
      VERSIONED("libswscale", LIBSWSCALE_VERSION_MAJOR), RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
  if (!scaler) return false;
#define FIND_SCALING(field, name) (scaling.field = (__typeof__(scaling.field))dlsym(scaler, #name))
  return FIND_SCALING(get_context, sws_getCachedContext) &&
         FIND_SCALING(set_colors, sws_setColorspaceDetails) &&
         FIND_SCALING(coefficients, sws_getCoefficients) && FIND_SCALING(scale, sws_scale) &&
         FIND_SCALING(free_context, sws_freeContext);
}

static void load(void) {
  load_first(
      (const char *const[]){VERSIONED("libavformat", LIBAVFORMAT_VERSION_MAJOR), NULL},
      load_scaling);
  if (is_loaded) library.av_log_set_level(AV_LOG_QUIET);
}

bool cvideo_load(void) {
  pthread_once(&once, load);
  return is_loaded;
}

/* The codecs that cameras, phones and browsers write. No other is used. */
static const char decoders[] =
    "h264,hevc,vp8,vp9,libdav1d,mpeg4,mpeg2video,mpeg1video,mjpeg,prores,dnxhd,h263,"
    "msmpeg4,msmpeg4v2,vc1,wmv3,dvvideo,theora,cinepak,qtrle,rawvideo,png,svq1,svq3,"
    "huffyuv,ffv1,ffvhuff,utvideo,cfhd";

enum {
  buffer_size = 64 << 10,
  /* Bytes read to open a file, to seek, or to decode a frame. */
  budget = 64 << 20,
  /* Decoding errors before a frame is given up. */
  max_errors = 256,
  stride_alignment = 64,
  default_frame_time = 40,
  /* Milliseconds by which processor time may exceed the time played before frames are skipped. */
  max_delay = 500,
  /* Milliseconds of processor time from a key frame to the requested frame. */
  max_search = 400,
  max_duration = INT32_MAX,
};

/* Larger timestamps, in time base units or milliseconds, are rejected, so that sums do not
   overflow. */
static const int64_t max_time = INT64_C(1) << 52;

struct cvideo {
  cvideo_read read;
  void *context;
  int64_t size, position, budget;
  bool has_reached_end, is_draining, is_at_end;
  /* A transport stream has no index and no length: its end does not say that more is missing. */
  bool may_end_anywhere;
  AVFormatContext *file;
  AVIOContext *io;
  AVStream *stream;
  AVCodecContext *codec;
  AVPacket *packet;
  AVFrame *frame;
  struct SwsContext *scaler;
  uint8_t *rows;
  size_t row_count;
  /* Timestamps of the current frame and of the first one, in milliseconds. */
  int64_t time, first_time;
  bool has_first;
  clock_t began;
};

static int read_part(void *opaque, uint8_t *bytes, int count) {
  cvideo *video = opaque;
  if (video->budget <= 0) return AVERROR_EXIT;
  const int length = video->read(video->context, bytes, count, video->position);
  if (length <= 0) {
    video->has_reached_end = !video->may_end_anywhere;
    return AVERROR_EOF;
  }
  video->position += length;
  video->budget -= length;
  return length;
}

static int64_t seek_to(void *opaque, int64_t offset, int whence) {
  cvideo *video = opaque;
  if (whence & AVSEEK_SIZE) return video->size;
  whence &= ~AVSEEK_FORCE;
  const int64_t base = whence == SEEK_CUR ? video->position : whence == SEEK_END ? video->size : 0;
  if (offset < -base || offset > INT64_MAX - base) return AVERROR(EINVAL);
  return video->position = base + offset;
}

static int deny_open(
    AVFormatContext *file, AVIOContext **io, const char *address, int flags,
    AVDictionary **options) {
  (void)file, (void)io, (void)address, (void)flags, (void)options;
  return AVERROR(EACCES);
}

static cvideo_result reason(const cvideo *video, int error) {
  if (error == AVERROR(ENOMEM)) return cvideo_no_memory;
  return video->has_reached_end ? cvideo_truncated : cvideo_damaged;
}

static int open_file(cvideo *video, const char *demuxer) {
  uint8_t *buffer = library.av_malloc(buffer_size);
  video->io = buffer ? library.avio_alloc_context(
                           buffer, buffer_size, 0, video, read_part, NULL, seek_to)
                     : NULL;
  video->file = library.avformat_alloc_context();
  if (!video->io || !video->file) return AVERROR(ENOMEM);
  video->file->pb = video->io;
  video->file->io_open = deny_open;
  video->file->probesize = 4 << 20;
  video->file->max_analyze_duration = 2 * AV_TIME_BASE;
  AVDictionary *options = NULL;
  library.av_dict_set(&options, "format_whitelist", "mov,matroska,avi,mpegts", 0);
  library.av_dict_set(&options, "protocol_whitelist", "", 0);
  library.av_dict_set(&options, "codec_whitelist", decoders, 0);
  const int error = library.avformat_open_input(
      &video->file, "", library.av_find_input_format(demuxer), &options);
  library.av_dict_free(&options);
  return error;
}

/* Returns the first video stream that is no cover art or thumbnails, and discards all others. */
static AVStream *choose_stream(AVFormatContext *file) {
  AVStream *chosen = NULL;
  for (unsigned index = 0; index < file->nb_streams; index++) {
    AVStream *stream = file->streams[index];
    const int excluded = AV_DISPOSITION_ATTACHED_PIC | AV_DISPOSITION_TIMED_THUMBNAILS;
    const bool is_video = stream->codecpar->codec_type == AVMEDIA_TYPE_VIDEO &&
                          !(stream->disposition & excluded);
    if (is_video && !chosen) {
      chosen = stream;
    } else {
      stream->discard = AVDISCARD_ALL;
    }
  }
  return chosen;
}

static bool has_size_and_duration(const cvideo *video) {
  return video->stream && video->stream->codecpar->width > 0 &&
         video->stream->codecpar->height > 0 &&
         (video->file->duration > 0 || video->stream->duration > 0);
}

cvideo *cvideo_open(
    const char *demuxer, cvideo_read read, void *context, int64_t size, cvideo_result *result) {
  *result = cvideo_no_memory;
  cvideo *video = library.av_malloc(sizeof *video);
  if (!video) return NULL;
  *video = (cvideo){.read = read, .context = context, .size = size, .budget = budget};
  video->may_end_anywhere = strcmp(demuxer, "mpegts") == 0;
  video->packet = library.av_packet_alloc();
  video->frame = library.av_frame_alloc();
  int error = video->packet && video->frame ? open_file(video, demuxer) : AVERROR(ENOMEM);
  if (error == 0) {
    video->stream = choose_stream(video->file);
    if (!has_size_and_duration(video) && library.avformat_find_stream_info(video->file, NULL) >= 0)
      video->stream = choose_stream(video->file);
  }
  *result = error < 0 ? reason(video, error) : video->stream ? cvideo_done : cvideo_no_video;
  if (*result == cvideo_done) return video;
  cvideo_close(video);
  return NULL;
}

static const int32_t *display_matrix(const AVStream *stream) {
#if LIBAVFORMAT_VERSION_MAJOR < 61
  size_t size = 0;
  const uint8_t *matrix = library.av_stream_get_side_data(stream, AV_PKT_DATA_DISPLAYMATRIX, &size);
  return matrix && size >= 9 * sizeof(int32_t) ? (const int32_t *)matrix : NULL;
#else
  const AVCodecParameters *parameters = stream->codecpar;
  for (int index = 0; index < parameters->nb_coded_side_data; index++) {
    const AVPacketSideData *data = parameters->coded_side_data + index;
    if (data->type == AV_PKT_DATA_DISPLAYMATRIX && data->size >= 9 * sizeof(int32_t))
      return (const int32_t *)data->data;
  }
  return NULL;
#endif
}

/* The EXIF orientation of a display matrix (ISO/IEC 14496-12, section 8.2.2); 1 for angles that are
   not multiples of 90 degrees. */
static int orientation(const int32_t *matrix) {
  if (!matrix) return 1;
  const int32_t a = matrix[0], b = matrix[1], c = matrix[3], d = matrix[4];
  if (a == 0 && d == 0 && b != 0 && c != 0) return b > 0 ? (c > 0 ? 5 : 6) : c > 0 ? 8 : 7;
  if (b == 0 && c == 0 && a != 0 && d != 0) return a > 0 ? (d > 0 ? 1 : 4) : d > 0 ? 2 : 3;
  return 1;
}

/* 0 if unknown or out of range. */
static int64_t milliseconds(int64_t time, AVRational base) {
  if (time == AV_NOPTS_VALUE || base.num <= 0 || base.den <= 0) return 0;
  const int64_t found = library.av_rescale_q(time, base, (AVRational){1, 1000});
  return found > -max_time && found < max_time ? found : 0;
}

static int64_t duration(const cvideo *video) {
  int64_t time = milliseconds(video->file->duration, (AVRational){1, AV_TIME_BASE});
  if (time <= 0) time = milliseconds(video->stream->duration, video->stream->time_base);
  return time > 0 && time <= max_duration ? time : 0;
}

cvideo_facts cvideo_describe(const cvideo *video) {
  const AVCodecParameters *parameters = video->stream->codecpar;
  AVRational shape = video->stream->sample_aspect_ratio;
  if (shape.num <= 0 || shape.den <= 0) shape = parameters->sample_aspect_ratio;
  int64_t width = parameters->width;
  if (shape.num > 0 && shape.den > 0)
    width = library.av_rescale_q(width, shape, (AVRational){1, 1});
  /* Ignore implausible pixel aspect ratios. */
  if (width < parameters->width / 4 || width > (int64_t)parameters->width * 4)
    width = parameters->width;
  const AVCodecDescriptor *codec = library.avcodec_descriptor_get(parameters->codec_id);
  return (cvideo_facts){
      .width = width > INT32_MAX ? INT32_MAX : (int)width,
      .height = parameters->height,
      .orientation = orientation(display_matrix(video->stream)),
      .duration = duration(video),
      .codec = !codec ? NULL : codec->long_name ? codec->long_name : codec->name,
  };
}

const char *cvideo_text(const cvideo *video, const char *key) {
  const AVDictionaryEntry *entry = library.av_dict_get(video->file->metadata, key, NULL, 0);
  if (!entry) entry = library.av_dict_get(video->stream->metadata, key, NULL, 0);
  return entry ? entry->value : NULL;
}

cvideo_result cvideo_start(cvideo *video) {
  const AVCodecParameters *parameters = video->stream->codecpar;
  if (parameters->codec_id == AV_CODEC_ID_NONE) return reason(video, 0);
  const AVCodec *decoder = library.avcodec_find_decoder(parameters->codec_id);
  if (!decoder) return cvideo_unsupported;
  AVCodecContext *codec = video->codec = library.avcodec_alloc_context3(decoder);
  if (!codec) return cvideo_no_memory;
  int error = library.avcodec_parameters_to_context(codec, parameters);
  if (error < 0) return reason(video, error);
  codec->thread_count = 1;
  codec->pkt_timebase = video->stream->time_base;
  codec->codec_whitelist = library.av_strdup(decoders);
  const int64_t width = parameters->width, height = parameters->height;
  /* Decoders pad their buffers on all sides. */
  codec->max_pixels = (width + 512) * (height + 512);
  error = library.avcodec_open2(codec, decoder, NULL);
  if (error == AVERROR(EINVAL)) return cvideo_unsupported;
  return error < 0 ? reason(video, error) : cvideo_done;
}

/* Sends the next packet to the decoder if it is of the stream and wanted; drains the decoder at the
   end. */
static int send_packet(cvideo *video, bool only_key) {
  const int error = library.av_read_frame(video->file, video->packet);
  if (error < 0) {
    video->is_at_end = video->is_draining = true;
    return library.avcodec_send_packet(video->codec, NULL);
  }
  const bool is_wanted = video->packet->stream_index == video->stream->index &&
                         (!only_key || video->packet->flags & AV_PKT_FLAG_KEY);
  const int sent = is_wanted ? library.avcodec_send_packet(video->codec, video->packet) : 0;
  library.av_packet_unref(video->packet);
  /* A key frame needs no later packet: drain the decoder. */
  if (is_wanted && only_key && sent == 0) {
    video->is_draining = true;
    library.avcodec_send_packet(video->codec, NULL);
  }
  return sent;
}

static cvideo_result decode(cvideo *video, bool only_key) {
  video->budget = budget;
  for (int errors = 0; errors < max_errors;) {
    const int error = library.avcodec_receive_frame(video->codec, video->frame);
    if (error == 0) return cvideo_done;
    if (error == AVERROR(ENOMEM)) return cvideo_no_memory;
    if (video->is_draining) {
      if (video->is_at_end) return cvideo_end;
      library.avcodec_flush_buffers(video->codec);
      video->is_draining = false;
    } else if (error != AVERROR(EAGAIN)) {
      errors++;
    }
    const int sent = send_packet(video, only_key);
    if (sent == AVERROR(ENOMEM)) return cvideo_no_memory;
    if (sent < 0) errors++;
  }
  return cvideo_damaged;
}

static bool seek(cvideo *video, int stream, int64_t place, int flags) {
  video->budget = budget;
  if (library.av_seek_frame(video->file, stream, place, flags) < 0) return false;
  library.avcodec_flush_buffers(video->codec);
  video->is_draining = video->is_at_end = false;
  return true;
}

static bool seek_time(cvideo *video, int64_t time) {
  return seek(video, video->stream->index, time, AVSEEK_FLAG_BACKWARD);
}

/* Transport streams are searched by the times of decoding: the first frame, shown later, would be
   missed. */
static void rewind_to(cvideo *video, int64_t first) {
  if (!video->may_end_anywhere || !seek(video, -1, 0, AVSEEK_FLAG_BYTE)) seek_time(video, first);
}

/* Decodes from the preceding key frame up to a time. */
static cvideo_result decode_until(cvideo *video, int64_t time) {
  const clock_t began = clock();
  cvideo_result result;
  int64_t shown;
  video->codec->skip_frame = AVDISCARD_DEFAULT;
  do {
    result = decode(video, false);
    shown = video->frame->best_effort_timestamp;
  } while (result == cvideo_done && shown != AV_NOPTS_VALUE && shown < time &&
           (int64_t)(clock() - began) * 1000 / CLOCKS_PER_SEC < max_search);
  return result;
}

cvideo_result cvideo_poster(cvideo *video, int percent, bool *is_whole) {
  const AVRational base = video->stream->time_base;
  const int64_t start = video->stream->start_time;
  const int64_t first = start > -max_time && start < max_time ? start : 0;
  const int64_t time = duration(video) * (percent > 0 ? percent : 10) / 100;
  const int64_t wanted = library.av_rescale_q(time, (AVRational){1, 1000}, base);
  const bool is_within = wanted > 0 && wanted < max_time;
  *is_whole = true;
  if (percent > 0 && is_within && seek_time(video, first + wanted)) {
    const cvideo_result result = decode_until(video, first + wanted);
    if (result == cvideo_done || result == cvideo_no_memory) return result;
  }
  video->codec->skip_frame = AVDISCARD_NONKEY;
  if (is_within && seek_time(video, first + wanted)) {
    const cvideo_result result = decode(video, true);
    if (result == cvideo_done || result == cvideo_no_memory) return result;
    *is_whole = !video->has_reached_end;
    rewind_to(video, first);
  }
  cvideo_result result = decode(video, true);
  if (result == cvideo_done || result == cvideo_no_memory) return result;
  video->codec->skip_frame = AVDISCARD_DEFAULT;
  rewind_to(video, first);
  result = decode(video, false);
  return result == cvideo_end ? reason(video, 0) : result;
}

cvideo_result cvideo_next(cvideo *video, int64_t *time) {
  if (!video->has_first) video->began = clock();
  const int64_t used = (int64_t)(clock() - video->began) * 1000 / CLOCKS_PER_SEC;
  video->codec->skip_frame =
      video->has_first && used > video->time - video->first_time + max_delay
          ? AVDISCARD_NONREF
          : AVDISCARD_DEFAULT;
  const cvideo_result result = decode(video, false);
  if (result != cvideo_done) return result;
  const int64_t stamp = video->frame->best_effort_timestamp;
  const int64_t shown =
      stamp == AV_NOPTS_VALUE ? video->time + default_frame_time
                              : milliseconds(stamp, video->stream->time_base);
  if (!video->has_first) video->first_time = shown;
  /* Timestamps that jump: a fragment of a longer stream, or concatenated streams. */
  if (video->has_first && (shown < video->time || shown - video->time > 10000)) {
    video->first_time += shown - video->time - default_frame_time;
  }
  video->time = shown;
  video->has_first = true;
  *time = video->time - video->first_time;
  return cvideo_done;
}

void cvideo_colors(const cvideo *video, int *primaries, int *transfer) {
  *primaries = (int)video->frame->color_primaries;
  *transfer = (int)video->frame->color_trc;
}

static bool set_scaler(cvideo *video, int width, int height) {
  const AVFrame *frame = video->frame;
  struct SwsContext *scaler = scaling.get_context(
      video->scaler, frame->width, frame->height, frame->format, width, height,
      AV_PIX_FMT_RGBA, SWS_AREA, NULL, NULL, NULL);
  if (!scaler) return video->scaler = NULL, false;
  if (scaler == video->scaler) return true;
  video->scaler = scaler;
  /* Unspecified: BT.709 for HD, BT.601 for SD. */
  const int matrix = frame->colorspace != AVCOL_SPC_UNSPECIFIED ? (int)frame->colorspace
                     : frame->height > 576                      ? SWS_CS_ITU709
                                                                : SWS_CS_ITU601;
  scaling.set_colors(
      scaler, scaling.coefficients(matrix), frame->color_range == AVCOL_RANGE_JPEG,
      scaling.coefficients(SWS_CS_DEFAULT), 0, 0, 1 << 16, 1 << 16);
  return true;
}

bool cvideo_scale(cvideo *video, int width, int height, uint8_t *pixels) {
  /* libswscale may write past the end of a row. */
  const size_t length = (size_t)width * 4;
  const size_t stride = (length + 2 * stride_alignment) / stride_alignment * stride_alignment;
  if (video->row_count != stride * (size_t)height) {
    library.av_freep(&video->rows);
    video->row_count = stride * (size_t)height;
    video->rows = library.av_malloc(video->row_count + stride_alignment);
  }
  if (!video->rows || !set_scaler(video, width, height)) return video->row_count = 0, false;
  const AVFrame *frame = video->frame;
  uint8_t *rows[] = {video->rows, NULL, NULL, NULL};
  const int strides[] = {(int)stride, 0, 0, 0};
  if (scaling.scale(
          video->scaler, (const uint8_t *const *)frame->data, frame->linesize, 0, frame->height,
          rows, strides) != height)
    return false;
  for (int row = 0; row < height; row++) {
    uint8_t *target = pixels + (size_t)row * length;
    memcpy(target, video->rows + (size_t)row * stride, length);
    for (size_t position = 3; position < length; position += 4) target[position] = 0xFF;
  }
  return true;
}

void cvideo_close(cvideo *video) {
  scaling.free_context(video->scaler);
  library.avcodec_free_context(&video->codec);
  library.avformat_close_input(&video->file);
  if (video->io) library.av_freep(&video->io->buffer);
  library.avio_context_free(&video->io);
  library.av_packet_free(&video->packet);
  library.av_frame_free(&video->frame);
  library.av_free(video->rows);
  library.av_free(video);
}
