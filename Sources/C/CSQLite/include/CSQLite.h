#ifndef CSQLITE_H
#define CSQLITE_H

#include <sqlite3.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The functions of SQLite that photocell calls, under the prefix csqlite_, without variable arguments
   and destructors.

   The library is loaded by csqlite_load and not with the program: it takes half a millisecond,
   which a start without the network need not pay. Nothing else here may be called before csqlite_load
   has returned true. What is returned is a result code unless said otherwise, an extended one. */

/* SQLITE_READONLY_DBMOVED: the file has lost its name. Swift does not see a macro that reckons. */
static const int csqlite_readonly_moved = SQLITE_READONLY_DBMOVED;

/* SQLITE_CANTOPEN_SYMLINK: the file is a link, or lies behind one. */
static const int csqlite_cantopen_symlink = SQLITE_CANTOPEN_SYMLINK;

/* What the last call that failed said, in English and UTF-8; holds until the next call. */
const char *csqlite_message(sqlite3 *connection);
const char *csqlite_statement_message(sqlite3_stmt *statement);

/* Loads SQLite once in the life of the process, from any thread; false where there is none. */
bool csqlite_load(void);

/* Opens a connection with the flags SQLITE_OPEN_…; it has to be closed even where that fails, unless
   it is NULL. */
int csqlite_open(const char *path, int flags, sqlite3 **connection);

/* Closes a connection as soon as its statements have been finalized. */
void csqlite_close(sqlite3 *connection);

/* Sets an option SQLITE_DBCONFIG_… that is on or off. */
int csqlite_configure(sqlite3 *connection, int option, bool is_on);

int csqlite_busy_timeout(sqlite3 *connection, int milliseconds);

/* Runs statements one after another; rows are not looked at. */
int csqlite_execute(sqlite3 *connection, const char *sql);

/* Prepares one statement that will be kept. */
int csqlite_prepare(sqlite3 *connection, const char *sql, sqlite3_stmt **statement);
void csqlite_finalize(sqlite3_stmt *statement);

/* SQLITE_ROW or SQLITE_DONE for success. */
int csqlite_step(sqlite3_stmt *statement);

/* Ends a run and forgets the values that were bound to it. */
void csqlite_reset(sqlite3_stmt *statement);

/* Values are numbered from 1. Texts and blobs are copied; no bytes, even at NULL, are an empty one. */
int csqlite_bind_null(sqlite3_stmt *statement, int number);
int csqlite_bind_integer(sqlite3_stmt *statement, int number, int64_t value);
int csqlite_bind_text(sqlite3_stmt *statement, int number, const void *bytes, size_t count);
int csqlite_bind_blob(sqlite3_stmt *statement, int number, const void *bytes, size_t count);

/* Columns of the row at hand are numbered from 0. The type comes first: SQLITE_INTEGER and so on. What
   is pointed to holds until the next step or reset; it is NULL for no bytes, and without memory. */
int csqlite_column_type(sqlite3_stmt *statement, int number);
int64_t csqlite_column_integer(sqlite3_stmt *statement, int number);
const void *csqlite_column_text(sqlite3_stmt *statement, int number, size_t *count);
const void *csqlite_column_blob(sqlite3_stmt *statement, int number, size_t *count);

#endif
