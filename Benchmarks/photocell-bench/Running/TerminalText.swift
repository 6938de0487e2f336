import Imaging

/// A terminal that knows characters only: enough to tell what stands on a screen that ncurses draws.
struct TerminalText {
  /// What a byte brought to its end.
  enum Event: Equatable {
    case none
    case updateEnd
  }

  private enum State: Equatable {
    case text
    case escape
    /// A sequence of which one more byte is skipped.
    case charset
    case control
    case string
  }

  private let size: CellSize
  private var cells: [Unicode.Scalar]
  private var column = 0
  private var row = 0
  private var state = State.text
  private var parameters: [UInt8] = []
  /// The bits of a character of several bytes, and how many bytes are still to come.
  private var pending: (bits: UInt32, count: Int) = (0, 0)
  private var last: Unicode.Scalar = " "

  init(size: CellSize) {
    self.size = size
    cells = Array(repeating: " ", count: size.area)
  }

  /// The characters of one row.
  func text(ofRow row: Int) -> String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: cells[row * size.columns..<(row + 1) * size.columns])
    return String(text)
  }

  /// The last row.
  var statusLine: String { text(ofRow: size.rows - 1) }

  /// How often a character stands on the screen.
  func count(of scalar: Unicode.Scalar) -> Int { cells.count { $0 == scalar } }

  /// Takes the next byte.
  mutating func take(_ byte: UInt8) -> Event {
    switch state {
    case .text: takeText(byte)
    case .charset: state = .text
    case .string: if byte == 7 || byte == 0x5C { state = .text }
    case .escape: takeEscape(byte)
    case .control:
      guard (0x40...0x7E).contains(byte) else {
        parameters.append(byte)
        return .none
      }
      state = .text
      return control(byte)
    }
    return .none
  }

  private mutating func takeEscape(_ byte: UInt8) {
    parameters = []
    switch byte {
    case UInt8(ascii: "["): state = .control
    case UInt8(ascii: "]"), UInt8(ascii: "P"): state = .string
    case UInt8(ascii: "("), UInt8(ascii: ")"): state = .charset
    default: state = .text
    }
  }

  private mutating func takeText(_ byte: UInt8) {
    switch byte {
    case 0x1B: state = .escape
    case 0x0D: column = 0
    case 0x0A: row = min(row + 1, size.rows - 1)
    case 0x08: column = max(0, column - 1)
    case 0..<0x20: break
    case 0x80..<0xC0 where pending.count > 0:
      pending = (pending.bits << 6 | UInt32(byte & 0x3F), pending.count - 1)
      if pending.count == 0 { put(Unicode.Scalar(pending.bits) ?? "\u{FFFD}") }
    case 0xC0..<0xE0: pending = (UInt32(byte & 0x1F), 1)
    case 0xE0..<0xF0: pending = (UInt32(byte & 0x0F), 2)
    case 0xF0...: pending = (UInt32(byte & 0x07), 3)
    default: put(Unicode.Scalar(byte))
    }
  }

  private mutating func put(_ scalar: Unicode.Scalar) {
    if column == size.columns {
      column = 0
      row = min(row + 1, size.rows - 1)
    }
    cells[row * size.columns + column] = scalar
    column += 1
    last = scalar
  }
}

extension TerminalText {
  /// Carries out a control sequence (ECMA-48, section 8.3).
  private mutating func control(_ final: UInt8) -> Event {
    guard parameters.first != UInt8(ascii: "?") else {
      let isUpdateEnd = final == UInt8(ascii: "l") && parameters.elementsEqual("?2026".utf8)
      return isUpdateEnd ? .updateEnd : .none
    }
    let numbers = parameters.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
      .map { $0.reduce(0) { $0 * 10 + Int($1 &- UInt8(ascii: "0")) } }
    let first = numbers.first ?? 0
    let count = max(1, first)
    switch final {
    case UInt8(ascii: "A"): row -= count
    case UInt8(ascii: "B"): row += count
    case UInt8(ascii: "C"): column += count
    case UInt8(ascii: "D"): column -= count
    case UInt8(ascii: "G"): column = count - 1
    case UInt8(ascii: "d"): row = count - 1
    case UInt8(ascii: "H"): (row, column) = (count - 1, max(1, numbers.dropFirst().first ?? 1) - 1)
    case UInt8(ascii: "J"): erase(first == 2 ? 0..<cells.count : place..<cells.count)
    case UInt8(ascii: "K"):
      let start = row * size.columns
      erase(first == 1 ? start..<place + 1 : place..<start + size.columns)
    case UInt8(ascii: "X"): erase(place..<place + count)
    case UInt8(ascii: "b"): for _ in 0..<count { put(last) }
    default: break
    }
    row = max(0, min(row, size.rows - 1))
    column = max(0, min(column, size.columns))
    return .none
  }

  private var place: Int { row * size.columns + min(column, size.columns - 1) }

  private mutating func erase(_ range: Range<Int>) {
    for index in range.clamped(to: 0..<cells.count) { cells[index] = " " }
  }
}
