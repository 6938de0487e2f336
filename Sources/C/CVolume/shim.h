#include <sys/vfs.h>
