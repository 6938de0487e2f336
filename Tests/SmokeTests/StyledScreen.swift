/// Text with SGR sequences (ECMA-48, 8.3.117), read into character cells.
struct StyledScreen {
  /// The cells as they are seen, line by line, without blanks at the ends.
  private(set) var rows: [[StyledCell]] = []
  private var row: [StyledCell] = []
  /// The style of the next character.
  private var look = StyledCell()

  init(parsing text: String) {
    var scalars = text.unicodeScalars.makeIterator()
    while let scalar = scalars.next() {
      switch scalar {
      case "\u{1B}": adopt(Self.parameters(&scalars))
      case "\n": endRow()
      default: append(scalar)
      }
    }
  }

  /// The cells whose background or foreground is a colour of 24 bits.
  var exactCells: [StyledCell] {
    rows.joined().filter { $0.background.isExact || $0.foreground.isExact }
  }

  /// Different colours of 24 bits.
  var exactColors: Set<CellColor> {
    Set(exactCells.flatMap { [$0.background, $0.foreground] }.filter(\.isExact))
  }

  private static let brackets = "▐▌╭╮│╰╯|+".unicodeScalars

  /// The lines as they would be if no photo were selected.
  var unmarkedRows: [[StyledCell]] {
    rows.map { row in
      Self.trimmed(
        // Text has the background of the terminal and a style of its own. The brackets beside a selected
        // cell are bold, and images are not.
        row.map { cell in
          guard cell.background == StyledCell().background else { return cell.withoutAttributes }
          let isBracket = cell.attributes.contains(1) && Self.brackets.contains(cell.character)
          var word = StyledCell()
          if !isBracket { word.character = cell.character }
          return word
        })
    }
  }

  private mutating func append(_ scalar: Unicode.Scalar) {
    look.character = scalar
    row.append(look.seen)
  }

  private mutating func endRow() {
    rows.append(Self.trimmed(row))
    row = []
  }

  private static func trimmed(_ row: [StyledCell]) -> [StyledCell] {
    Array(row.prefix((row.lastIndex { $0 != StyledCell() } ?? -1) + 1))
  }

  /// Reads the numbers of a sequence up to the letter that ends it.
  private static func parameters(
    _ scalars: inout String.UnicodeScalarView.Iterator
  ) -> ArraySlice<Int> {
    var text = ""
    while let scalar = scalars.next(), scalar != "m" { text.unicodeScalars.append(scalar) }
    return text.dropFirst().split(separator: ";", omittingEmptySubsequences: false)
      .map { Int($0) ?? 0 }[...]
  }

  private mutating func adopt(_ parameters: ArraySlice<Int>) {
    var rest = parameters
    while let number = rest.popFirst() {
      switch number {
      case 0: look = StyledCell()
      case 1, 2, 4, 7: look.attributes.insert(number)
      case 30...37: look.foreground = .palette(number - 30)
      case 38: look.foreground = Self.color(&rest)
      case 39: look.foreground = .standard
      case 40...47: look.background = .palette(number - 40)
      case 48: look.background = Self.color(&rest)
      case 49: look.background = .standard
      case 90...97: look.foreground = .palette(number - 82)
      case 100...107: look.background = .palette(number - 92)
      default: break
      }
    }
  }

  private static func color(_ rest: inout ArraySlice<Int>) -> CellColor {
    if rest.popFirst() == 5 { return .palette(rest.popFirst() ?? -1) }
    let parts = rest.prefix(3) + [-1, -1, -1]
    rest = rest.dropFirst(3)
    return .exact(
      red: parts[parts.startIndex], green: parts[parts.startIndex + 1],
      blue: parts[parts.startIndex + 2])
  }
}
