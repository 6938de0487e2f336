import Terminal

/// What the user did, before clicks are made of the reports of buttons.
nonisolated enum DecodedInput: Hashable {
  case key(Key)
  case mouse(MouseReport)
}
