/* By its folder: what pkg-config says brings the C++ libraries. */
#include <OpenEXR/openexr.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* The bytes of a file in memory. */
struct OpenEXRBytes {
  const char *start;
  size_t length;
};

/* A function with a variable number of arguments among the parameters has no type in Swift. */
static inline int64_t OpenEXRRead(
    exr_const_context_t context, void *data, void *target, uint64_t count, uint64_t offset,
    exr_stream_error_func_ptr_t complain) {
  const struct OpenEXRBytes *bytes = (const struct OpenEXRBytes *)data;
  (void)context;
  (void)complain;
  if (offset >= bytes->length) return 0;
  if (count > bytes->length - offset) count = bytes->length - offset;
  memcpy(target, bytes->start + offset, count);
  return (int64_t)count;
}

static inline int64_t OpenEXRSize(exr_const_context_t context, void *data) {
  (void)context;
  return (int64_t)((const struct OpenEXRBytes *)data)->length;
}

/* It would write to standard error. */
static inline void OpenEXRComplain(
    exr_const_context_t context, exr_result_t code, const char *text) {
  (void)context;
  (void)code;
  (void)text;
}

/* A chunk that inflates to less than it should leaves the rest of its memory as it was. */
static inline void *OpenEXRAllocate(size_t size) {
  return calloc(1, size);
}

/* Reads the header of bytes in memory, which must outlive the context, as must `bytes`. */
static inline exr_result_t OpenEXROpen(exr_context_t *context, struct OpenEXRBytes *bytes) {
  exr_context_initializer_t start = EXR_DEFAULT_CONTEXT_INITIALIZER;
  start.error_handler_fn = OpenEXRComplain;
  start.alloc_fn = OpenEXRAllocate;
  start.free_fn = free;
  start.user_data = bytes;
  start.read_fn = OpenEXRRead;
  start.size_fn = OpenEXRSize;
  start.flags = EXR_CONTEXT_FLAG_SILENT_HEADER_PARSE;
  return exr_start_read(context, "memory", &start);
}
