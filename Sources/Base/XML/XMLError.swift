package enum XMLError: Error, Hashable, Sendable {
  case largeDocument(limit: Int)
  case malformed(XMLFault, TextPosition)
}

extension XMLError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .largeDocument(let limit): "larger than \(limit) bytes"
    case .malformed(let fault, let position): "\(position): \(fault)"
    }
  }
}

/// Limits for untrusted documents.
package struct DocumentLimits: Hashable, Sendable {
  package var bytes: Int
  /// Number of values, or elements, attributes and texts.
  package var parts: Int
  package var depth: Int

  /// Enough for about ten thousand photos; needs at most some hundred megabytes while reading.
  package static let standard = DocumentLimits(bytes: 16 << 20, parts: 1_000_000, depth: 64)

  package init(bytes: Int, parts: Int, depth: Int) {
    self.bytes = bytes
    self.parts = parts
    self.depth = depth
  }
}
