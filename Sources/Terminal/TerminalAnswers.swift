package import Imaging

/// The terminal's replies to one round of queries.
///
/// A value is nil until its reply arrives, or if the terminal does not know the query.
package struct TerminalAnswers: Hashable, Sendable {
  package enum Progress: Hashable, Sendable {
    case notAsked
    /// The last query is unanswered, and may remain so.
    case awaited
    /// The last query was answered, so no more replies follow.
    case complete
  }

  package var progress = Progress.notAsked
  /// Name and version (XTVERSION), such as `kitty(0.41.1)`; unsanitized.
  package var version: String?
  /// Whether a 24-bit color was unchanged when queried (DECRQSS).
  package var keepsExactColors: Bool?
  /// Device attributes (DA1); the first is the type of terminal.
  package var attributes: [Int] = []
  /// Whether it accepted an image in kitty's graphics protocol.
  package var takesKittyPictures: Bool?
  /// Whether it found such an image in this machine's shared memory.
  package var readsSharedMemory: Bool?
  /// The largest sixel image in pixels (XTSMGRAPHICS).
  package var sixelLimit: PixelSize?
  package var sizes = SizeAnswers()
  /// The replies of the terminal outside tmux; nil if it was not queried.
  package var outer: OuterAnswers?

  package init(progress: Progress = .notAsked) {
    self.progress = progress
  }

  /// Attribute 4, not counting the terminal type.
  package var hasSixel: Bool { attributes.dropFirst().contains(4) }

  package var isTmux: Bool { brand?.value == .tmux }

  /// A plain VT220 without a name, as mosh replies (terminalfunctions.cc, CSI_DA).
  var isLikeMosh: Bool { version == nil && attributes == [62] }

  var brand: Capability<TerminalBrand>? {
    guard let version, let brand = TerminalBrand(version: version) else { return nil }
    return Capability(brand, by: .name(version))
  }

  var colors: Capability<ColorDepth>? {
    if keepsExactColors == true { return Capability(.direct, by: .answer) }
    return brand.map { Capability($0.value.colors, by: $0.source) }
  }
}

extension TerminalAnswers.Progress: CustomStringConvertible {
  package var description: String {
    switch self {
    case .notAsked: "terminal not queried"
    case .awaited: "terminal did not answer"
    case .complete: "terminal did not say"
    }
  }
}

/// The replies of the terminal outside tmux, queried through tmux.
package struct OuterAnswers: Hashable, Sendable {
  /// Stays `awaited` if tmux does not pass queries on.
  package var progress = TerminalAnswers.Progress.awaited
  /// XTVERSION; unsanitized.
  package var version: String?
  /// Whether it accepted an image in kitty's graphics protocol.
  package var takesKittyPictures: Bool?

  package init() {}
}
