#ifndef CARCHIVE_H
#define CARCHIVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Reading archives with libarchive, which is loaded by carchive_load; nothing else here may be called before that
   has returned true. Its header is not needed: these functions are part of its stable interface. */

/* Loads libarchive once in the life of the process, from any thread; false where there is none. */
bool carchive_load(void);

typedef struct carchive carchive;

typedef struct {
  /* As stored, or in UTF-8; valid until the next member. NULL if it has none. */
  const char *name;
  /* In bytes; -1 if unknown. */
  int64_t size;
  /* In seconds since 1970; 0 if unknown. */
  int64_t modified;
  bool is_file, is_encrypted;
} carchive_member;

enum { carchive_failed = -1, carchive_end = 0, carchive_done = 1 };

/* Opens an archive of any format and compression that libarchive knows, except those that it would start programs
   for. Takes no ownership of the descriptor. NULL if it is no archive, or memory is short. */
carchive *carchive_open(int descriptor);

/* The next member: carchive_done, carchive_end, or carchive_failed if the rest is damaged. */
int carchive_next(carchive *archive, carchive_member *member);

/* The content of the current member, piece by piece: the number of bytes, carchive_end or carchive_failed. */
ptrdiff_t carchive_read(carchive *archive, void *bytes, size_t count);

void carchive_close(carchive *archive);

#endif
