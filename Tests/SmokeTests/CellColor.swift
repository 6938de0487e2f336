/// The colour of a character cell as an SGR sequence names it.
enum CellColor: Hashable {
  case standard
  case palette(Int)
  case exact(red: Int, green: Int, blue: Int)

  /// Whether the colour is given by its 24 bits.
  var isExact: Bool {
    if case .exact = self { true } else { false }
  }
}
