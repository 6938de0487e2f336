#ifndef CSQLITE_H
#define CSQLITE_H

#include <sqlite3.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Wrappers for SQLite without variadic arguments and destructors.

   The library is loaded by csqlite_load on first use, which takes 0.5 ms. Call nothing else before
   it has returned true. Functions return extended result codes unless said otherwise. */

/* The database file was renamed or deleted. Swift does not import macros with expressions. */
static const int csqlite_readonly_moved = SQLITE_READONLY_DBMOVED;

/* With SQLITE_OPEN_NOFOLLOW: the path contains a symbolic link. */
static const int csqlite_cantopen_symlink = SQLITE_CANTOPEN_SYMLINK;

/* The message of the last error, in English and UTF-8; valid until the next call. */
const char *csqlite_message(sqlite3 *connection);
const char *csqlite_statement_message(sqlite3_stmt *statement);

/* Loads SQLite once per process; thread-safe. False if it is missing. */
bool csqlite_load(void);

/* Opens a connection with flags SQLITE_OPEN_…. Unless *connection is NULL, it must be closed even
   on failure. */
int csqlite_open(const char *path, int flags, sqlite3 **connection);

/* Closes the connection, or marks it to be closed with its last statement (sqlite3_close_v2). */
void csqlite_close(sqlite3 *connection);

/* Sets a boolean option SQLITE_DBCONFIG_…. */
int csqlite_configure(sqlite3 *connection, int option, bool is_on);

int csqlite_busy_timeout(sqlite3 *connection, int milliseconds);

/* Executes one or more statements and ignores rows. */
int csqlite_execute(sqlite3 *connection, const char *sql);

/* Prepares the first statement of `sql`, for repeated use (SQLITE_PREPARE_PERSISTENT). */
int csqlite_prepare(sqlite3 *connection, const char *sql, sqlite3_stmt **statement);
void csqlite_finalize(sqlite3_stmt *statement);

/* SQLITE_ROW or SQLITE_DONE on success. */
int csqlite_step(sqlite3_stmt *statement);

/* Resets the statement and clears its bindings. */
void csqlite_reset(sqlite3_stmt *statement);

/* Parameters are numbered from 1. Texts and blobs are copied; NULL binds an empty one, with a count
   of 0. */
int csqlite_bind_null(sqlite3_stmt *statement, int number);
int csqlite_bind_integer(sqlite3_stmt *statement, int number, int64_t value);
int csqlite_bind_text(sqlite3_stmt *statement, int number, const void *bytes, size_t count);
int csqlite_bind_blob(sqlite3_stmt *statement, int number, const void *bytes, size_t count);

/* Columns are numbered from 0. Read the type (SQLITE_INTEGER…) first, since reading a value may
   convert it. Pointers are valid until the next step or reset; NULL if a blob is empty or memory is
   short. */
int csqlite_column_type(sqlite3_stmt *statement, int number);
int64_t csqlite_column_integer(sqlite3_stmt *statement, int number);
const void *csqlite_column_text(sqlite3_stmt *statement, int number, size_t *count);
const void *csqlite_column_blob(sqlite3_stmt *statement, int number, size_t *count);

#endif
