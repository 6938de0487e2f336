/// One thing that ncurses has read.
nonisolated enum Reading: Hashable {
  /// A character, as its scalar value.
  case character(UInt32)
  /// A key that ncurses knows a sequence of, as one of its `KEY_` numbers.
  case key(Int32)
  /// There is nothing more for now.
  case pause
  /// Nothing has come since the last pause, for as long as the decoder had patience.
  case silence
}
