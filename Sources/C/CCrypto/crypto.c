#include "CCrypto.h"

#include <limits.h>
#include <stddef.h>

/* Declarations of OpenSSL's headers. */
unsigned char *SHA256(const unsigned char *bytes, size_t count, unsigned char *digest);
const void *EVP_sha256(void);
unsigned char *HMAC(
    const void *algorithm, const void *key, int key_count, const unsigned char *bytes, size_t count,
    unsigned char *digest, unsigned int *digest_count);

#define FUNCTIONS(X) X(SHA256) X(EVP_sha256) X(HMAC)
#define SYMBOL(name) name
#include "loading.h"

void ccrypto_keep_until_the_end(void *handle) {
  int (*init)(uint64_t, const void *) =
      (int (*)(uint64_t, const void *))dlsym(handle, "OPENSSL_init_crypto");
  if (init) init(0x00080000, NULL);
}

static bool is_usable(void *handle) {
  ccrypto_keep_until_the_end(handle);
  return true;
}

static void load(void) {
  load_first((const char *const[]){"libcrypto.so.3", "libcrypto.so.1.1", NULL}, is_usable);
}

bool ccrypto_load(void) {
  pthread_once(&once, load);
  return is_loaded;
}

void ccrypto_sha256(const uint8_t *bytes, size_t count, uint8_t *digest) {
  library.SHA256(bytes, count, digest);
}

bool ccrypto_hmac_sha256(
    const uint8_t *key, size_t key_count, const uint8_t *bytes, size_t count, uint8_t *digest) {
  unsigned int digest_count = 0;
  if (key_count > INT_MAX) return false;
  return library.HMAC(
             library.EVP_sha256(), key, (int)key_count, bytes, count, digest, &digest_count) &&
         digest_count == ccrypto_digest_size;
}
