import Imaging
import Terminal

/// What the user did, before clicks are made of the reports of buttons, and what the terminal answers.
nonisolated enum DecodedInput: Hashable {
  case key(Key)
  case mouse(MouseReport)
  /// The terminal says what its background is.
  case background(RGB)
  /// The terminal has answered everything that it was asked (DA1, ECMA-48, 8.3.24).
  case answered
}
