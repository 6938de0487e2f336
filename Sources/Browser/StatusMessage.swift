/// A message of the status line and its kind, shown by a sign and its color; unsanitized.
///
/// ```swift
/// return .message("Reloading 2 photos")
/// return .warning("No photo is marked")
/// ```
nonisolated package struct StatusMessage: Hashable, Sendable, ExpressibleByStringInterpolation {
  package enum Kind: Sendable {
    case information
    case success
    /// Nothing was done, or not all of it.
    case warning
    case error
  }

  package let text: String
  package let kind: Kind

  package init(_ text: String, _ kind: Kind = .information) {
    self.text = text
    self.kind = kind
  }

  package init(stringLiteral text: String) {
    self.init(text)
  }

  package static func success(_ text: String) -> StatusMessage { StatusMessage(text, .success) }
  package static func warning(_ text: String) -> StatusMessage { StatusMessage(text, .warning) }
  package static func error(_ text: String) -> StatusMessage { StatusMessage(text, .error) }
}

nonisolated extension StatusMessage {
  /// With its sign.
  var shown: String { kind.sign.map { "\($0) \(text)" } ?? text }

  /// For screen readers.
  var spoken: String { kind == .error ? "Error: \(text)" : text }
}

nonisolated extension StatusMessage.Kind {
  var sign: Unicode.Scalar? {
    switch self {
    case .information: nil
    case .success: "✓"
    case .warning: "!"
    case .error: "✗"
    }
  }

  var part: Theme.Part {
    switch self {
    case .information: .status
    case .success: .success
    case .warning: .warning
    case .error: .problem
    }
  }
}
