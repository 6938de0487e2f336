#ifndef CTOML_H
#define CTOML_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A C interface to toml++, which parses TOML 1.0.0. */

#ifdef __cplusplus
extern "C" {
#endif

/* Maximum number of parts of a dotted key, and nesting depth of arrays and inline tables. */
enum { ctoml_greatest_depth = 16 };

typedef enum ctoml_kind {
  CTOML_STRING,
  CTOML_INTEGER,
  CTOML_FLOAT,
  CTOML_BOOLEAN,
  CTOML_DATE,
  CTOML_ARRAY,
  CTOML_TABLE,
} ctoml_kind;

/* From 1; columns in Unicode scalars. */
typedef struct ctoml_position {
  uint32_t line, column;
} ctoml_position;

/* UTF-8, owned by the document. */
typedef struct ctoml_text {
  const char *bytes;
  size_t count;
} ctoml_text;

/* A value. The nodes are in depth-first order: an array or table is followed by its values and
   their descendants. The order within a table is unspecified. */
typedef struct ctoml_node {
  ctoml_kind kind;
  ctoml_position position;
  ctoml_text key; /* in a table */
  ctoml_position key_position;
  ctoml_text text;
  int64_t integer; /* 0 or 1 for a boolean */
  double number;
  size_t count; /* of the values in an array or table */
} ctoml_node;

typedef struct ctoml_document ctoml_document;

/* Parses a document in UTF-8, to be freed also if it is invalid. Thread-safe. */
ctoml_document *ctoml_parse(const char *bytes, size_t count);
void ctoml_free(ctoml_document *document);

/* Whether parsing succeeded; if not, ctoml_error returns the message and the position. */
bool ctoml_is_valid(const ctoml_document *document);
ctoml_text ctoml_error(const ctoml_document *document, ctoml_position *position);

/* All values, the root table first; owned by the document. */
const ctoml_node *ctoml_nodes(const ctoml_document *document);

#ifdef __cplusplus
}
#endif

#endif
