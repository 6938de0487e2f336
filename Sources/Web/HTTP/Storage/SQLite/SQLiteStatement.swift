internal import CSQLite

/// A prepared statement, for the thread that has its connection.
///
/// After every run, however it ended, it is ready for the next one and holds no values.
@safe
struct SQLiteStatement: ~Copyable {
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
  func run(
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
  func first<Result>(
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
