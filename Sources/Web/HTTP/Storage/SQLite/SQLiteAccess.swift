internal import CSQLite

/// What a database is opened for.
enum SQLiteAccess {
  /// To read and write; the file is made where it is not there.
  case writing
  /// To read only, while others may write.
  case reading
  /// To read a file that nobody can write, from a disk where SQLite cannot have its own files beside
  /// it. What is not in the file itself, but still in its journal, is left out.
  case readingImmutable

  var flags: Int32 {
    switch self {
    case .writing: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    case .reading: SQLITE_OPEN_READONLY
    case .readingImmutable: SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
    }
  }

  /// What SQLite calls a file.
  func name(of path: String) -> String {
    guard case .readingImmutable = self else { return path }
    let escaped = path.utf8.reduce(into: "") { text, byte in
      let isPlain = byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26 || byte == 0x2F
      let digits = String(byte, radix: 16)
      text +=
        isPlain ? String(Unicode.Scalar(byte)) : digits.count == 2 ? "%\(digits)" : "%0\(digits)"
    }
    return "file:\(escaped)?immutable=1"
  }
}
