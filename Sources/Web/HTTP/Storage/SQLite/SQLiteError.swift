/// Why SQLite did not do what it was asked.
enum SQLiteError: Error, Hashable {
  /// The system has no SQLite.
  case missing
  /// A call failed, with this extended result code of SQLite and what it says of it; foreign text.
  case failed(code: Int32, message: String)
}

extension SQLiteError: CustomStringConvertible {
  /// What SQLite said, with its code; not sanitised.
  var description: String {
    switch self {
    case .missing: "SQLite is not installed"
    case .failed(let code, let message): "\(message) (\(code))"
    }
  }
}
