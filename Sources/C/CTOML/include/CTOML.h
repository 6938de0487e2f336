#ifndef CTOML_H
#define CTOML_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* toml++, which reads TOML 1.0.0, without its types and without exceptions. */

#ifdef __cplusplus
extern "C" {
#endif

/* Documents nested more deeply are refused: parts of one dotted key, and arrays and inline tables in one another. */
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

/* Line and column from 1; the column counts Unicode scalars. */
typedef struct ctoml_position {
  uint32_t line, column;
} ctoml_position;

/* UTF-8 that belongs to the document. */
typedef struct ctoml_text {
  const char *bytes;
  size_t count;
} ctoml_text;

/* A value. The values in an array or a table follow it in the document's nodes, each with all that it contains;
   those of a table in no order. */
typedef struct ctoml_node {
  ctoml_kind kind;
  ctoml_position position;
  ctoml_text key; /* of a value in a table */
  ctoml_position key_position;
  ctoml_text text;
  int64_t integer; /* also 0 or 1 of a Boolean */
  double number;
  size_t count; /* of the values in an array or a table */
} ctoml_node;

typedef struct ctoml_document ctoml_document;

/* Reads a document in UTF-8. To be freed in any case; callable from any thread. */
ctoml_document *ctoml_parse(const char *bytes, size_t count);
void ctoml_free(ctoml_document *document);

/* Whether it could be read; if not, what is wrong and where. */
bool ctoml_is_valid(const ctoml_document *document);
ctoml_text ctoml_error(const ctoml_document *document, ctoml_position *position);

/* All values, the outermost table first; valid as long as the document. */
const ctoml_node *ctoml_nodes(const ctoml_document *document);

#ifdef __cplusplus
}
#endif

#endif
