/// What cannot be understood of a look that somebody has written.
nonisolated package struct LookError: Error, Hashable, CustomStringConvertible {
  /// What is wrong.
  package enum Reason: Hashable, Sendable {
    /// A word that is neither a colour nor a style.
    case unknown(String)
    /// A colour where there is one already.
    case secondColor(String)
    /// There is no colour behind `on`.
    case noBackground
  }

  /// Where the word stands in the text, in characters from 0.
  package let place: Range<Int>
  /// What is wrong with it.
  package let reason: Reason

  /// What is wrong, in a sentence.
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
