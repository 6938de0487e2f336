package import Values

/// Where the log goes and what is told, as `PHOTOCELL_LOG` says it: `file` or `file:level`.
package struct LogSetting: Hashable, Sendable {
  /// The file, as it was given.
  package let path: ByteString
  /// The level of what matters least and is still told.
  package let level: LogLevel

  /// Why a setting cannot be followed.
  package enum Fault: Error, Hashable, Sendable {
    /// What follows the last colon is no level.
    case level(String)
    /// There is no file before the colon.
    case noFile
  }

  /// Reads a setting; without a level it is `info`.
  ///
  /// A file with a colon in its own name needs a level behind it, and a colon before a slash is the name
  /// of a folder.
  /// - Throws: `Fault` where the end is no level, or where no file is named.
  package init(_ text: ByteString) throws(Fault) {
    let bytes = text.bytes
    let colon = bytes.lastIndex(of: UInt8(ascii: ":"))
    let name = colon.map { ByteString(bytes[($0 + 1)...]).lossyText }
    if let colon, let name, !name.contains("/") {
      guard let level = LogLevel(rawValue: name) else { throw .level(name) }
      self.level = level
      path = ByteString(bytes[..<colon])
    } else {
      level = .info
      path = text
    }
    guard !path.bytes.isEmpty else { throw .noFile }
  }
}

extension LogSetting.Fault: CustomStringConvertible {
  /// One sentence, in which the level is foreign.
  package var description: String {
    let levels = LogLevel.allCases.map(\.rawValue).joined(separator: ", ")
    return switch self {
    case .level(let name):
      "PHOTOCELL_LOG: '\(name)' is no level: FILE or FILE:LEVEL, one of \(levels)"
    case .noFile: "PHOTOCELL_LOG names no file: FILE or FILE:LEVEL, one of \(levels)"
    }
  }
}
