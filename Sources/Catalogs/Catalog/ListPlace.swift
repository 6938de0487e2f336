package import Values

/// Where a list of photos is.
package enum ListPlace: Hashable, Sendable {
  /// What is written into the program.
  case standardInput
  /// A file, which may be a pipe: the path.
  case file(ByteString)
}

extension ListPlace: CustomStringConvertible {
  /// What the list is called in a message; not sanitised.
  package var description: String {
    switch self {
    case .standardInput: "standard input"
    case .file(let path): path.lossyText
    }
  }
}
