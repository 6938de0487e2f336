#ifndef CJPEGENCODER_H
#define CJPEGENCODER_H

#include <stdbool.h>
#include <stddef.h>

/* The one thing that photocell's interface asks of TurboJPEG: to encode its own pixels. The library is
   loaded by cjpeg_load and not with the program, which needs it in few terminals only; nothing else here
   may be called before that has returned true. The decoders, which are other programs, link it. */

/* Loads TurboJPEG once in the life of the process, from any thread; false where there is none. */
bool cjpeg_load(void);

/* Encodes rows of three bytes a pixel, red, green, blue, as a JPEG file with as much chroma as luma;
   callable from any thread.

   quality is from 1, small, to 100, exact. The file, of count bytes, is given back by cjpeg_free; NULL
   where memory is short, or a side is longer than JPEG allows (65,500 pixels). */
unsigned char *cjpeg_encode(
    const unsigned char *pixels, int width, int height, int quality, size_t *count);

void cjpeg_free(unsigned char *file);

#endif
