/// Pads texts to the width of a column; one that is too long is not cut.
enum Column {
  /// The text, and blanks after it.
  static func left(_ text: String, _ width: Int) -> String {
    text + blanks(width - text.count)
  }

  /// Blanks, and the text after them.
  static func right(_ text: String, _ width: Int) -> String {
    blanks(width - text.count) + text
  }

  private static func blanks(_ count: Int) -> String {
    String(repeating: " ", count: max(0, count))
  }
}
