#ifndef CBAREJPEG_H
#define CBAREJPEG_H

#include <stddef.h>

/* libjpeg's crop and skip, and nothing else: a rectangle of a JPEG to four bytes a pixel, as wide as
   libjpeg makes it. Ends the process where the file is damaged. Returns how many bytes were written;
   pixels must have room for a unit of the JPEG more on each side. */
size_t bare_jpeg_part(
    const unsigned char *file, size_t count, unsigned left, unsigned top, unsigned width,
    unsigned height, unsigned char *pixels);

#endif
