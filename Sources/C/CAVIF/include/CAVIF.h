#ifndef CAVIF_H
#define CAVIF_H

#include <avif/avif.h>
#include <stdbool.h>

/* Decodes AVIF sequences with libavif, loaded by cavif_load on first use because it depends on four
   codecs that photocell does not need. Call nothing else before it has returned true. */

/* Loads libavif in the version of the header, once per process; thread-safe. False if it is
   missing. */
bool cavif_load(void);

/* Copies and parses a file; NULL on failure, with the reason in *result. In a truncated file the
   missing frames fail in cavif_next. */
avifDecoder *cavif_open(const uint8_t *bytes, size_t count, avifResult *result);

/* Decodes the next frame to `decoder->image`. */
avifResult cavif_next(avifDecoder *decoder);

/* Converts the frame to 8-bit RGBA without padding; premultiplied if the file is. */
avifResult cavif_convert(avifDecoder *decoder, uint8_t *pixels);

/* The axis of the imir box, applied after rotation; -1 if absent. */
int cavif_mirror(const avifImage *image);

void cavif_close(avifDecoder *decoder);

#endif
