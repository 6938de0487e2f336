/* Copies bytes to memory for `free`; NULL without memory. */
static uint8_t *copied(const void *bytes, size_t length, size_t *count) {
  uint8_t *copy = malloc(length ? length : 1);
  if (!copy) return NULL;
  memcpy(copy, bytes, length);
  *count = length;
  return copy;
}
