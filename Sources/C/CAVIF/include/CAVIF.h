#ifndef CAVIF_H
#define CAVIF_H

#include <avif/avif.h>
#include <stdbool.h>

/* AVIF sequences by libavif, which loads four codecs that photocell does not need: it is loaded by cavif_load
   and not with the program. Nothing else here may be called before that has returned true. */

/* Loads the libavif that belongs to the header once in the life of the process, from any thread; false where there is
   none. */
bool cavif_load(void);

/* Copies and parses a file; NULL with the reason in *result. Frames that the file is too short for fail when they are
   read. */
avifDecoder *cavif_open(const uint8_t *bytes, size_t count, avifResult *result);

/* Decodes the next frame. */
avifResult cavif_next(avifDecoder *decoder);

/* Converts the frame to rows of eight bits each of red, green, blue and alpha, multiplied by it where the file is. */
avifResult cavif_convert(avifDecoder *decoder, uint8_t *pixels);

/* Which sides a frame is mirrored at after it was turned, as in the box imir; -1 for none. */
int cavif_mirror(const avifImage *image);

void cavif_close(avifDecoder *decoder);

#endif
