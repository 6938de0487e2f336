#include <stddef.h>
#include <stdint.h>

/* Asks for the line of memory at an address, which is not looked into and may be any. */
static inline void prefetch_line(const void *_Nullable address) {
  __builtin_prefetch(address);
}

/* Asks for the lines that the words of a value lead to, where they are references: Swift keeps marks
   of its own in the uppermost byte of some. Of other words it asks in vain. */
static inline void prefetch_referred(const void *_Nonnull value, size_t size) {
  uintptr_t word;
  for (size_t place = 0; place + sizeof word <= size; place += sizeof word) {
    __builtin_memcpy(&word, (const char *)value + place, sizeof word);
    prefetch_line((const void *)(word & UINTPTR_MAX >> 8));
  }
}
