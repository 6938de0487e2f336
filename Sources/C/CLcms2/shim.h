#include <lcms2.h>

/* Swift does not import these macros, which call other macros. */
static const cmsUInt32Number PixelRGBA8 = TYPE_RGBA_8;
static const cmsUInt32Number PixelCMYK8 = TYPE_CMYK_8;
static const cmsUInt32Number PixelInvertedCMYK8 = TYPE_CMYK_8_REV;
static const cmsUInt32Number PixelGray8 = TYPE_GRAY_8;
