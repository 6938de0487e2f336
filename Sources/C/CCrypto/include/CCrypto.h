#ifndef CCRYPTO_H
#define CCRYPTO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* SHA-256 of OpenSSL's libcrypto, which is usually a dependency of libcurl. Loaded by ccrypto_load
   on first use; call nothing else before it has returned true, except ccrypto_keep_until_the_end.
   The functions are declared in crypto.c, since they are unchanged since OpenSSL 1.0. */

enum { ccrypto_digest_size = 32 };

/* Loads libcrypto once per process; thread-safe. False if it is missing. */
bool ccrypto_load(void);

/* Disables the exit handler of the OpenSSL that a library depends on, if any: it would free data of
   running threads a second time (OPENSSL_INIT_NO_ATEXIT, OPENSSL_init_crypto(3)). Effective only
   before the first other call of OpenSSL. */
void ccrypto_keep_until_the_end(void *handle);

/* `digest` has 32 bytes. */
void ccrypto_sha256(const uint8_t *bytes, size_t count, uint8_t *digest);

/* `digest` has 32 bytes. False if memory is short or the key exceeds INT_MAX bytes. */
bool ccrypto_hmac_sha256(
    const uint8_t *key, size_t key_count, const uint8_t *bytes, size_t count, uint8_t *digest);

#endif
