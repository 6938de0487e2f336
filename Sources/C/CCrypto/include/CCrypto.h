#ifndef CCRYPTO_H
#define CCRYPTO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The two things that photocell asks of OpenSSL's libcrypto, which libcurl mostly brings along. It is
   loaded by ccrypto_load and not with the program; nothing else here may be called before that has
   returned true. Its header is not needed: these functions have been the same since 1.0. */

enum { ccrypto_digest_size = 32 };

/* Loads libcrypto once in the life of the process, from any thread; false where there is none. */
bool ccrypto_load(void);

/* Has the OpenSSL of a library, if it brings one along, not clean up when the process exits: it would free for a
   second time what threads that still run have of their own (OPENSSL_INIT_NO_ATEXIT, OPENSSL_init_crypto(3)). May be
   called before ccrypto_load; counts only before anything else is asked of OpenSSL. */
void ccrypto_keep_until_the_end(void *handle);

/* Writes the SHA-256 of some bytes, 32 bytes long. */
void ccrypto_sha256(const uint8_t *bytes, size_t count, uint8_t *digest);

/* Writes the HMAC-SHA-256 of some bytes under a key, 32 bytes long; false where memory is short. */
bool ccrypto_hmac_sha256(
    const uint8_t *key, size_t key_count, const uint8_t *bytes, size_t count, uint8_t *digest);

#endif
