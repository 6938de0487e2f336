internal import CSQLite

/// For the thread that uses its connection. After each run it is reset and its values are unbound.
@safe
package final class SQLiteStatement {
  private let statement: OpaquePointer

  init(taking statement: OpaquePointer) {
    unsafe self.statement = statement
  }

  deinit {
    unsafe csqlite_finalize(statement)
  }

  /// Runs the statement to completion; on errors outside of a transaction nothing has changed.
  package func run(
    _ values: [SQLiteValue] = [], forEach row: (borrowing SQLiteRow) -> Void = { _ in }
  ) throws(SQLiteError) {
    defer { unsafe csqlite_reset(statement) }
    try bind(values)
    while try step() { row(unsafe SQLiteRow(of: statement)) }
  }

  /// Runs the statement up to the first row; nil if there is none.
  package func first<Result>(
    _ values: [SQLiteValue] = [], _ read: (borrowing SQLiteRow) -> Result
  ) throws(SQLiteError) -> Result? {
    defer { unsafe csqlite_reset(statement) }
    try bind(values)
    return try step() ? read(unsafe SQLiteRow(of: statement)) : nil
  }

  private func bind(_ values: [SQLiteValue]) throws(SQLiteError) {
    for (number, value) in zip(Int32(1)..., values) {
      let code = bind(value, to: number)
      if code != SQLITE_OK { throw failure(code) }
    }
  }

  private func bind(_ value: SQLiteValue, to number: Int32) -> Int32 {
    switch value {
    case .null: unsafe csqlite_bind_null(statement, number)
    case .integer(let integer): unsafe csqlite_bind_integer(statement, number, integer)
    case .text(var text):
      text.withUTF8 {
        unsafe csqlite_bind_text(statement, number, $0.baseAddress, $0.count)
      }
    case .blob(let bytes): unsafe csqlite_bind_blob(statement, number, bytes, bytes.count)
    }
  }

  /// Advances to the next row; false at the end.
  private func step() throws(SQLiteError) -> Bool {
    switch unsafe csqlite_step(statement) {
    case SQLITE_ROW: true
    case SQLITE_DONE: false
    case let code: throw failure(code)
    }
  }

  private func failure(_ code: Int32) -> SQLiteError {
    .failed(code: code, message: unsafe String(cString: csqlite_statement_message(statement)))
  }
}

package enum SQLiteValue: Sendable {
  case null
  case integer(Int64)
  case text(String)
  case blob([UInt8])

  /// A number that fits into 64 bits with a sign, or `NULL`.
  package init(_ number: (some BinaryInteger)?) {
    self = number.map { .integer(Int64($0)) } ?? .null
  }

  package init(_ text: String?) {
    self = text.map { .text($0) } ?? .null
  }
}

/// Valid only until its statement continues. A column may have any type, as the file is untrusted.
@safe
package struct SQLiteRow: ~Copyable {
  private let statement: OpaquePointer

  init(of statement: OpaquePointer) {
    unsafe self.statement = statement
  }

  /// Columns are counted from 0; nil for other types.
  package func integer(_ column: Int32) -> Int64? {
    guard unsafe csqlite_column_type(statement, column) == SQLITE_INTEGER else { return nil }
    return unsafe csqlite_column_integer(statement, column)
  }

  /// Text with U+FFFD for invalid UTF-8; nil for other types.
  package func text(_ column: Int32) -> String? {
    guard unsafe csqlite_column_type(statement, column) == SQLITE_TEXT else { return nil }
    var count = 0
    let start = unsafe csqlite_column_text(statement, column, &count)
    guard let start = unsafe start else { return nil }
    return unsafe String(
      decoding: UnsafeRawBufferPointer(start: start, count: count), as: UTF8.self)
  }

  package func blob(_ column: Int32) -> [UInt8]? { unsafe withBlob(column) { unsafe [UInt8]($0) } }

  /// Passes bytes that are valid only during the call; nil for other types.
  package func withBlob<Result>(
    _ column: Int32, _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result? {
    guard unsafe csqlite_column_type(statement, column) == SQLITE_BLOB else { return nil }
    var count = 0
    let start = unsafe csqlite_column_blob(statement, column, &count)
    guard unsafe start != nil || count == 0 else { return nil }
    return unsafe body(UnsafeRawBufferPointer(start: start, count: count))
  }
}
