/// The value of `PHOTOCELL_LOG`: `file` or `file:level`.
package struct LogSetting: Hashable, Sendable {
  package let path: ByteString
  package let level: LogLevel

  package enum Fault: Error, Hashable, Sendable {
    case level(String)
    case noFile
  }

  /// A file name with a colon needs a level; a colon before a slash is part of the path.
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
  package var description: String {
    let levels = LogLevel.allCases.map(\.rawValue).joined(separator: ", ")
    return switch self {
    case .level(let name):
      "PHOTOCELL_LOG: unknown level '\(name)'; write FILE or FILE:LEVEL (\(levels))"
    case .noFile: "PHOTOCELL_LOG names no file; write FILE or FILE:LEVEL (\(levels))"
    }
  }
}
