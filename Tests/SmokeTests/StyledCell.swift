/// A character cell and everything that is visible of it.
struct StyledCell: Hashable {
  var character: Unicode.Scalar = " "
  var foreground = CellColor.standard
  var background = CellColor.standard
  /// The SGR numbers of the other attributes: 1 for bold, 2 for dim, 4 for underlined, 7 for reverse.
  var attributes: Set<Int> = []

  /// The cell as a person sees it: a blank does not show its foreground colour.
  var seen: StyledCell {
    var seen = self
    if character == " " && !attributes.contains(7) { seen.foreground = .standard }
    return seen
  }

  /// The cell in the same colours, but neither bold nor reversed.
  var withoutAttributes: StyledCell {
    var plain = self
    plain.attributes = []
    return plain.seen
  }
}
