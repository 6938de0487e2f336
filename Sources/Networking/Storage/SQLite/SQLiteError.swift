/// Why SQLite did not do what it was asked.
enum SQLiteError: Error, Hashable {
  /// The system has no SQLite.
  case missing
  /// A call failed, with this extended result code of SQLite.
  case failed(code: Int32)
}
