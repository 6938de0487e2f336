#pragma once

#include <stddef.h>
#include <stdint.h>

// XXH64 of xxHash, compiled from its header (XXH_INLINE_ALL), with seed 0.

// Storage of an `XXH64_state_t`.
typedef struct {
  uint64_t words[11];
} cxx_state;

void cxx_reset(cxx_state *state);
void cxx_update(cxx_state *state, const void *bytes, size_t count);
uint64_t cxx_digest(const cxx_state *state);
