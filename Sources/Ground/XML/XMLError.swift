/// Why a document is not read.
package enum XMLError: Error, Hashable, Sendable {
  /// It is larger than it may be; carries the limit in bytes.
  case largeDocument(limit: Int)
  /// It is no XML; carries where that was found.
  case malformed(XMLFault, TextPosition)
}

extension XMLError: CustomStringConvertible {
  /// One short phrase in ASCII.
  package var description: String {
    switch self {
    case .largeDocument(let limit): "larger than \(limit) bytes"
    case .malformed(let fault, let position): "\(position): \(fault)"
    }
  }
}

/// How large a document may be that somebody else has written.
package struct DocumentLimits: Hashable, Sendable {
  /// The size in bytes.
  package var bytes: Int
  /// How many values, or elements, attributes and texts, there may be.
  package var parts: Int
  /// How deep they may lie in one another.
  package var depth: Int

  /// Enough for some ten thousand photos with everything that is said of them, and at most some
  /// hundred megabytes while the document is read.
  package static let standard = DocumentLimits(bytes: 16 << 20, parts: 1_000_000, depth: 64)

  /// Takes limits.
  package init(bytes: Int, parts: Int, depth: Int) {
    self.bytes = bytes
    self.parts = parts
    self.depth = depth
  }
}
