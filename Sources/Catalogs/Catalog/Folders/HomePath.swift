package import Base

/// A path for display: the user's home folder is written as `~`.
package struct HomePath: Hashable, Sendable, CustomStringConvertible {
  /// `~`, or empty if the path is outside the home folder.
  private let tilde: String
  private let rest: ByteString

  package init(_ path: ByteString, home: ByteString?) {
    let folder = home?.bytes.withoutSlashes ?? []
    let rest = path.bytes.dropFirst(folder.count)
    let isInside = rest.isEmpty || rest.first == UInt8(ascii: "/")
    if !folder.isEmpty, isInside, path.bytes.starts(with: folder) {
      tilde = "~"
      self.rest = ByteString(rest)
    } else {
      tilde = ""
      self.rest = path
    }
  }

  package init(folder: ByteString, home: ByteString?) {
    let bytes = folder.bytes
    self.init(bytes.count > 1 ? ByteString(Array(bytes.dropLast())) : folder, home: home)
  }

  /// The path quoted for a shell; nil if it is not plain text or would be parsed as an option.
  package var shellWord: String? {
    let text = rest.lossyText
    guard ByteString(text) == rest, text.unicodeScalars.allSatisfy(\.isPlain),
      !tilde.isEmpty || !text.hasPrefix("-")
    else { return nil }
    let isPlain = text.utf8.allSatisfy(\.isPlainInShells) && !(tilde + text).isEmpty
    guard !isPlain else { return tilde + text }
    // The tilde and the slash after it are expanded only outside quotes.
    let open = tilde.isEmpty ? "" : "/"
    let quoted = text.dropFirst(open.count).replacing("'", with: #"'\''"#)
    return "\(tilde)\(open)'\(quoted)'"
  }

  /// Not sanitized.
  package var description: String { tilde + rest.lossyText }
}

extension Unicode.Scalar {
  fileprivate var isPlain: Bool {
    ![.control, .format, .unassigned, .privateUse].contains(properties.generalCategory)
  }
}

extension UInt8 {
  /// Whether no shell gives the byte a special meaning.
  fileprivate var isPlainInShells: Bool {
    switch Unicode.Scalar(self) {
    case "a"..."z", "A"..."Z", "0"..."9", "/", ".", "_", "-", "+", ",", ":", "@", "%": true
    default: self >= 0x80
    }
  }
}
