internal import CSQLite

/// The row that a statement is at.
///
/// Any column may hold any type: the file may be another program's.
@safe
struct SQLiteRow: ~Copyable {
  private let statement: OpaquePointer

  /// Takes the row of a statement that stays at it as long as this is there.
  init(of statement: OpaquePointer) {
    unsafe self.statement = statement
  }

  /// The number in a column, counted from 0; nil where it is anything else.
  func integer(_ column: Int32) -> Int64? {
    guard unsafe csqlite_column_type(statement, column) == SQLITE_INTEGER else { return nil }
    return unsafe csqlite_column_integer(statement, column)
  }

  /// The text in a column, counted from 0, with U+FFFD for what is no UTF-8; nil where it is anything
  /// else.
  func text(_ column: Int32) -> String? {
    guard unsafe csqlite_column_type(statement, column) == SQLITE_TEXT else { return nil }
    var count = 0
    let start = unsafe csqlite_column_text(statement, column, &count)
    guard let start = unsafe start else { return nil }
    return unsafe String(
      decoding: UnsafeRawBufferPointer(start: start, count: count), as: UTF8.self)
  }

  /// The bytes in a column, counted from 0; nil where it is anything else.
  func blob(_ column: Int32) -> [UInt8]? {
    guard unsafe csqlite_column_type(statement, column) == SQLITE_BLOB else { return nil }
    var count = 0
    let start = unsafe csqlite_column_blob(statement, column, &count)
    guard let start = unsafe start else { return count == 0 ? [] : nil }
    return unsafe [UInt8](UnsafeRawBufferPointer(start: start, count: count))
  }
}
