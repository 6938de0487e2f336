package import Values

/// A path as people write it: what lies in their home begins with `~`.
package struct HomePath: Hashable, Sendable {
  /// What stands for the home folder: a tilde, or nothing where the path lies elsewhere.
  private let tilde: String
  /// The bytes behind it.
  private let rest: ByteString

  /// Takes a path, and the home folder of the user if there is one.
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

  /// The path as one word for a shell, in quotes where there must be some; nil where it is no plain
  /// text, or would be taken for an option.
  package var shellWord: String? {
    let text = rest.lossyText
    guard ByteString(text) == rest, text.unicodeScalars.allSatisfy(\.isPlain),
      !tilde.isEmpty || !text.hasPrefix("-")
    else { return nil }
    let isPlain = text.utf8.allSatisfy(\.isPlainInShells) && !(tilde + text).isEmpty
    guard !isPlain else { return tilde + text }
    // The tilde and the slash behind it mean the home folder only outside the quotes.
    let open = tilde.isEmpty ? "" : "/"
    let quoted = text.dropFirst(open.count).replacing("'", with: #"'\''"#)
    return "\(tilde)\(open)'\(quoted)'"
  }
}

extension HomePath: CustomStringConvertible {
  /// The path as text; foreign, not sanitised.
  package var description: String { tilde + rest.lossyText }
}

extension [UInt8] {
  fileprivate var withoutSlashes: [UInt8] {
    let end = lastIndex { $0 != UInt8(ascii: "/") }.map { $0 + 1 } ?? 0
    return Array(self[..<end])
  }
}

extension Unicode.Scalar {
  /// Whether it can be seen, and copied from a screen as it is.
  fileprivate var isPlain: Bool {
    ![.control, .format, .unassigned, .privateUse].contains(properties.generalCategory)
  }
}

extension UInt8 {
  /// Whether a byte means itself to every shell.
  fileprivate var isPlainInShells: Bool {
    switch Unicode.Scalar(self) {
    case "a"..."z", "A"..."Z", "0"..."9", "/", ".", "_", "-", "+", ",", ":", "@", "%": true
    default: self >= 0x80
    }
  }
}
