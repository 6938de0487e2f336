#include <lcms2.h>

/* The pixel formats are macros with arguments, which Swift does not see. */
static const cmsUInt32Number PixelRGBA8 = TYPE_RGBA_8;
static const cmsUInt32Number PixelCMYK8 = TYPE_CMYK_8;
static const cmsUInt32Number PixelInvertedCMYK8 = TYPE_CMYK_8_REV;
static const cmsUInt32Number PixelGray8 = TYPE_GRAY_8;
