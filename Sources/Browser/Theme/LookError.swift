nonisolated package struct LookError: Error, Hashable, CustomStringConvertible {
  package enum Reason: Hashable, Sendable {
    case unknown(String)
    /// A second color for foreground or background.
    case secondColor(String)
    case noBackground
  }

  /// Range of the word, in characters from 0.
  package let place: Range<Int>
  package let reason: Reason

  package var description: String {
    switch reason {
    case .unknown(let word):
      "expected a colour (red, bright-blue, 0 to 255, #ff8800, default), bold, dim, underline, reverse, or "
        + "“on” and a colour; found “\(word)”"
    case .secondColor(let word): "expected one colour here, found “\(word)” as another"
    case .noBackground: "expected a colour behind “on”, found nothing"
    }
  }
}
