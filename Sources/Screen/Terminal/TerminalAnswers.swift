package import Imaging

/// What a terminal has answered to the questions it was asked in one exchange.
///
/// A question is answered with nil as long as no answer has come, or where the terminal does not know
/// the question.
package struct TerminalAnswers: Hashable, Sendable {
  /// How far an exchange has come.
  package enum Progress: Hashable, Sendable {
    /// Nothing has been asked.
    case notAsked
    /// The last question has not been answered, and may never be.
    case awaited
    /// The last question has been answered, and with it all that will be.
    case complete
  }

  /// How far the exchange has come.
  package var progress = Progress.notAsked
  /// The name and the version that it gives itself (XTVERSION), such as `kitty(0.41.1)`; foreign text.
  package var version: String?
  /// Whether a colour of 24 bits that was set was still the same when the terminal was asked for it
  /// (DECRQSS).
  package var keepsExactColors: Bool?
  /// The numbers of its device attributes (DA1): the kind of terminal, and what it has.
  package var attributes: [Int] = []
  /// Whether it has taken a picture by kitty's graphics protocol; false where it has said no.
  package var takesKittyPictures: Bool?
  /// Whether it has found such a picture in the shared memory of this machine.
  package var readsSharedMemory: Bool?
  /// The size of the largest sixel image that it shows, in pixels (XTSMGRAPHICS).
  package var sixelLimit: PixelSize?
  /// What it says of its window.
  package var sizes = SizeAnswers()
  /// What the terminal has answered that tmux is shown on; nil where it was not asked.
  package var outer: OuterAnswers?

  /// Makes answers of an exchange in which none has come.
  package init(progress: Progress = .notAsked) {
    self.progress = progress
  }

  /// Whether it has sixel graphics; the first attribute is the kind of terminal.
  package var hasSixel: Bool { attributes.dropFirst().contains(4) }

  /// Whether it is tmux by the name that it gives itself.
  package var isTmux: Bool { brand?.value == .tmux }

  /// Whether it answers as mosh does (terminalfunctions.cc, CSI_DA): a plain VT220 without a name.
  var isLikeMosh: Bool { version == nil && attributes == [62] }

  /// The terminal by the name that it gives itself; nil where that is missing or nothing is known of
  /// it.
  var brand: Capability<TerminalBrand>? {
    guard let version, let brand = TerminalBrand(version: version) else { return nil }
    return Capability(brand, by: .name(version))
  }

  /// The colours that the answers promise; nil where they promise nothing.
  var colors: Capability<ColorDepth>? {
    if keepsExactColors == true { return Capability(.direct, by: .answer) }
    return brand.map { Capability($0.value.colors, by: $0.source) }
  }
}

extension TerminalAnswers.Progress: CustomStringConvertible {
  /// Why a question has no answer, in a few words.
  package var description: String {
    switch self {
    case .notAsked: "the terminal was not asked"
    case .awaited: "the terminal did not answer"
    case .complete: "the terminal did not say"
    }
  }
}

/// What the terminal has answered that tmux is shown on, asked through tmux.
package struct OuterAnswers: Hashable, Sendable {
  /// How far the exchange has come; tmux passes nothing on where it is not told to.
  package var progress = TerminalAnswers.Progress.awaited
  /// The name and the version that it gives itself (XTVERSION); foreign text.
  package var version: String?
  /// Whether it has taken a picture by kitty's graphics protocol.
  package var takesKittyPictures: Bool?

  /// Makes answers of which none has come.
  package init() {}
}
