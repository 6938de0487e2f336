#pragma once

#include <stddef.h>
#include <stdint.h>

// XXH64 of xxHash, compiled into the program: its header alone is needed.

// The state of `XXH64_state_t`.
typedef struct {
  uint64_t words[11];
} cxx_state;

void cxx_reset(cxx_state *state);
void cxx_update(cxx_state *state, const void *bytes, size_t count);
uint64_t cxx_digest(const cxx_state *state);
