#include <stddef.h>

/* The C library has it, but the module of the toolchain does not show it (XSI extension). */
extern int wcwidth(wchar_t character);
