#ifndef CARCHIVE_H
#define CARCHIVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Reads archives with libarchive, loaded by carchive_load on first use. Call nothing else before it
   has returned true. A carchive may be used by one thread at a time. */

/* Loads libarchive once per process, and sets LC_CTYPE; thread-safe. False if it is missing. */
bool carchive_load(void);

typedef struct carchive carchive;

typedef struct {
  /* In UTF-8 if it can be converted, else as stored; valid until the next member. NULL if
     absent. */
  const char *name;
  /* In bytes; -1 if unknown. */
  int64_t size;
  /* In seconds since 1970; 0 if unknown. */
  int64_t modified;
  /* is_file: a regular file and not a hard link. */
  bool is_file, is_encrypted;
} carchive_member;

enum { carchive_failed = -1, carchive_end = 0, carchive_done = 1 };

/* Opens a 7z, RAR, tar or ZIP archive, compressed by bzip2, gzip, lz4, xz or zstd, from the start
   of the file. The descriptor must stay open until carchive_close. NULL if memory is short; if it
   is not an archive, carchive_next fails. */
carchive *carchive_open(int descriptor);

/* Reads the next header. Returns carchive_done, carchive_end, or carchive_failed if it is
   damaged. */
int carchive_next(carchive *archive, carchive_member *member);

/* After carchive_next has failed for the first member: whether the file began like an archive, or is
   cut off in its compression. */
bool carchive_is_recognized(carchive *archive);

/* Whether a part that has been read is encrypted, such as the names of a 7z archive. */
bool carchive_is_encrypted(carchive *archive);

/* Reads up to `count` bytes of the member. Returns their number, carchive_end or
   carchive_failed. */
ptrdiff_t carchive_read(carchive *archive, void *bytes, size_t count);

void carchive_close(carchive *archive);

#endif
