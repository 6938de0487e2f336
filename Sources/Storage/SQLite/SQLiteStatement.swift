internal import CSQLite

/// A prepared statement, for the thread that has its connection.
///
/// After every run, however it ended, it is ready for the next one and holds no values.
@safe
package struct SQLiteStatement: ~Copyable {
  private let statement: OpaquePointer

  /// Takes over a prepared statement.
  init(taking statement: OpaquePointer) {
    unsafe self.statement = statement
  }

  deinit {
    unsafe csqlite_finalize(statement)
  }

  /// Runs it to its end.
  /// - Parameters:
  ///   - values: What is in the place of its parameters, in their order.
  ///   - row: Called for each row of the answer.
  /// - Throws: `SQLiteError`; outside of a transaction nothing has changed.
  package func run(
    _ values: [SQLiteValue] = [], forEach row: (borrowing SQLiteRow) -> Void = { _ in }
  ) throws(SQLiteError) {
    defer { unsafe csqlite_reset(statement) }
    try bind(values)
    while try step() { row(unsafe SQLiteRow(of: statement)) }
  }

  /// Runs it up to the first row of its answer.
  /// - Parameters:
  ///   - values: What is in the place of its parameters, in their order.
  ///   - read: Takes what is needed from the row.
  /// - Returns: What was taken; nil where there is no row.
  /// - Throws: `SQLiteError`; outside of a transaction nothing has changed.
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
    case .null:
      unsafe csqlite_bind_null(statement, number)
    case .integer(let integer):
      unsafe csqlite_bind_integer(statement, number, integer)
    case .text(var text):
      text.withUTF8 {
        unsafe csqlite_bind_text(statement, number, $0.baseAddress, $0.count)
      }
    case .blob(let bytes):
      unsafe csqlite_bind_blob(statement, number, bytes, bytes.count)
    }
  }

  /// Goes to the next row; false at the end.
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

/// A value for a parameter of a statement.
package enum SQLiteValue: Sendable {
  /// `NULL`.
  case null
  /// A number.
  case integer(Int64)
  /// A text, kept as UTF-8.
  case text(String)
  /// Bytes.
  case blob([UInt8])
}

/// The row that a statement is at.
///
/// Any column may hold any type: the file may be another program's.
@safe
package struct SQLiteRow: ~Copyable {
  private let statement: OpaquePointer

  /// Takes the row of a statement that stays at it as long as this is there.
  init(of statement: OpaquePointer) {
    unsafe self.statement = statement
  }

  /// The number in a column, counted from 0; nil where it is anything else.
  package func integer(_ column: Int32) -> Int64? {
    guard unsafe csqlite_column_type(statement, column) == SQLITE_INTEGER else { return nil }
    return unsafe csqlite_column_integer(statement, column)
  }

  /// The text in a column, counted from 0, with U+FFFD for what is no UTF-8; nil where it is anything
  /// else.
  package func text(_ column: Int32) -> String? {
    guard unsafe csqlite_column_type(statement, column) == SQLITE_TEXT else { return nil }
    var count = 0
    let start = unsafe csqlite_column_text(statement, column, &count)
    guard let start = unsafe start else { return nil }
    return unsafe String(
      decoding: UnsafeRawBufferPointer(start: start, count: count), as: UTF8.self)
  }

  /// The bytes in a column, counted from 0; nil where it is anything else.
  package func blob(_ column: Int32) -> [UInt8]? {
    unsafe withBlob(column) { unsafe [UInt8]($0) }
  }

  /// Looks at the bytes in a column, counted from 0, which are there until this returns; nil where it is
  /// anything else.
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
