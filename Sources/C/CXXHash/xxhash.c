#include "CXXHash.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

_Static_assert(sizeof(cxx_state) == sizeof(XXH64_state_t), "another version of xxHash");

void cxx_reset(cxx_state *state) { XXH64_reset((XXH64_state_t *)state, 0); }

void cxx_update(cxx_state *state, const void *bytes, size_t count) {
  XXH64_update((XXH64_state_t *)state, bytes, count);
}

uint64_t cxx_digest(const cxx_state *state) { return XXH64_digest((const XXH64_state_t *)state); }
