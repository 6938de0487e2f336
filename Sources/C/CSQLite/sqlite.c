#include "CSQLite.h"

#define FUNCTIONS(X)                                                                            \
  X(open_v2) X(close_v2) X(extended_result_codes) X(extended_errcode) X(db_config)              \
  X(busy_timeout) X(exec) X(prepare_v3) X(finalize) X(step) X(reset) X(clear_bindings)          \
  X(bind_null) X(bind_int64) X(bind_text64) X(bind_blob64) X(column_type) X(column_int64)       \
  X(column_text) X(column_blob) X(column_bytes) X(errmsg) X(db_handle)

#define SYMBOL(name) sqlite3_##name
#include "loading.h"

static void load(void) { load_first((const char *const[]){"libsqlite3.so.0", NULL}, NULL); }

bool csqlite_load(void) {
  pthread_once(&once, load);
  return is_loaded;
}

int csqlite_open(const char *path, int flags, sqlite3 **connection) {
  int code = library.open_v2(path, connection, flags, NULL);
  if (!*connection) return code;
  if (code != SQLITE_OK) return library.extended_errcode(*connection);
  return library.extended_result_codes(*connection, 1);
}

const char *csqlite_message(sqlite3 *connection) { return library.errmsg(connection); }

const char *csqlite_statement_message(sqlite3_stmt *statement) {
  return library.errmsg(library.db_handle(statement));
}

void csqlite_close(sqlite3 *connection) { library.close_v2(connection); }

int csqlite_configure(sqlite3 *connection, int option, bool is_on) {
  return library.db_config(connection, option, (int)is_on, NULL);
}

int csqlite_busy_timeout(sqlite3 *connection, int milliseconds) {
  return library.busy_timeout(connection, milliseconds);
}

int csqlite_execute(sqlite3 *connection, const char *sql) {
  return library.exec(connection, sql, NULL, NULL, NULL);
}

int csqlite_prepare(sqlite3 *connection, const char *sql, sqlite3_stmt **statement) {
  return library.prepare_v3(connection, sql, -1, SQLITE_PREPARE_PERSISTENT, statement, NULL);
}

void csqlite_finalize(sqlite3_stmt *statement) { library.finalize(statement); }

int csqlite_step(sqlite3_stmt *statement) { return library.step(statement); }

void csqlite_reset(sqlite3_stmt *statement) {
  library.reset(statement);
  library.clear_bindings(statement);
}

int csqlite_bind_null(sqlite3_stmt *statement, int number) {
  return library.bind_null(statement, number);
}

int csqlite_bind_integer(sqlite3_stmt *statement, int number, int64_t value) {
  return library.bind_int64(statement, number, value);
}

int csqlite_bind_text(sqlite3_stmt *statement, int number, const void *bytes, size_t count) {
  const char *text = bytes ? bytes : "";
  return library.bind_text64(statement, number, text, count, SQLITE_TRANSIENT, SQLITE_UTF8);
}

int csqlite_bind_blob(sqlite3_stmt *statement, int number, const void *bytes, size_t count) {
  return library.bind_blob64(statement, number, bytes ? bytes : "", count, SQLITE_TRANSIENT);
}

int csqlite_column_type(sqlite3_stmt *statement, int number) {
  return library.column_type(statement, number);
}

int64_t csqlite_column_integer(sqlite3_stmt *statement, int number) {
  return library.column_int64(statement, number);
}

/* sqlite3_column_bytes must be called after the conversion of the value, hence after its
   pointer. */
static const void *with_count(
    const void *bytes, sqlite3_stmt *statement, int number, size_t *count) {
  *count = (size_t)library.column_bytes(statement, number);
  return bytes;
}

const void *csqlite_column_text(sqlite3_stmt *statement, int number, size_t *count) {
  return with_count(library.column_text(statement, number), statement, number, count);
}

const void *csqlite_column_blob(sqlite3_stmt *statement, int number, size_t *count) {
  return with_count(library.column_blob(statement, number), statement, number, count);
}
