#include <libavformat/version.h>
#include <libswscale/version.h>
