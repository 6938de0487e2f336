#include "CCrypto.h"

#include <dlfcn.h>
#include <limits.h>
#include <pthread.h>

static struct {
  unsigned char *(*sha256)(const unsigned char *bytes, size_t count, unsigned char *digest);
  const void *(*evp_sha256)(void);
  unsigned char *(*hmac)(
      const void *algorithm, const void *key, int key_count, const unsigned char *bytes,
      size_t count, unsigned char *digest, unsigned int *digest_count);
} library;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static bool is_loaded;

static bool find_functions(void *handle) {
  library.sha256 = (__typeof__(library.sha256))dlsym(handle, "SHA256");
  library.evp_sha256 = (__typeof__(library.evp_sha256))dlsym(handle, "EVP_sha256");
  library.hmac = (__typeof__(library.hmac))dlsym(handle, "HMAC");
  return library.sha256 && library.evp_sha256 && library.hmac;
}

void ccrypto_keep_until_the_end(void *handle) {
  int (*init)(uint64_t, const void *) =
      (int (*)(uint64_t, const void *))dlsym(handle, "OPENSSL_init_crypto");
  if (init) init(0x00080000, NULL);
}

static void load(void) {
  static const char *const names[] = {"libcrypto.so.3", "libcrypto.so.1.1"};
  for (size_t index = 0; index < sizeof names / sizeof *names && !is_loaded; index++) {
    void *handle = dlopen(names[index], RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    if (!handle) continue;
    ccrypto_keep_until_the_end(handle);
    is_loaded = find_functions(handle);
    if (!is_loaded) dlclose(handle);
  }
}

bool ccrypto_load(void) {
  pthread_once(&once, load);
  return is_loaded;
}

void ccrypto_sha256(const uint8_t *bytes, size_t count, uint8_t *digest) {
  library.sha256(bytes, count, digest);
}

bool ccrypto_hmac_sha256(
    const uint8_t *key, size_t key_count, const uint8_t *bytes, size_t count, uint8_t *digest) {
  unsigned int digest_count = 0;
  if (key_count > INT_MAX) return false;
  return library.hmac(
             library.evp_sha256(), key, (int)key_count, bytes, count, digest, &digest_count) &&
         digest_count == ccrypto_digest_size;
}
