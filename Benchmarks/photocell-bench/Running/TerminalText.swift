import Imaging

/// A text-only terminal emulator, sufficient for the output of ncurses.
struct TerminalText {
  enum Event: Equatable {
    case none
    case updateEnd
    /// An unhandled control sequence: its parameters and final byte.
    case control([UInt8], final: UInt8)
    /// A string sequence: its introducer and content.
    case string(introducer: UInt8, [UInt8])
  }

  struct Cell: Equatable {
    var scalar: Unicode.Scalar = " "
    /// The image number encoded by the foreground color.
    var pictureNumber: UInt32 = 0
    /// The number of combining marks; only placeholders have any.
    var markCount = 0
  }

  private enum State: Equatable {
    case text
    case escape
    /// A sequence with one more byte to skip.
    case charset
    case control
    case string
    /// An escape in a string, which may terminate it.
    case stringEnd
  }

  /// kitty's image placeholder.
  static let placeholder: Unicode.Scalar = "\u{10EEEE}"

  private let size: CellSize
  private(set) var cells: [Cell]
  private var column = 0
  private var row = 0
  private var saved = (column: 0, row: 0)
  private var state = State.text
  private var parameters: [UInt8] = []
  private var color = PictureColor()
  private var introducer: UInt8 = 0
  private var content: [UInt8] = []
  /// The bits of an incomplete UTF-8 character, and the number of bytes to come.
  private var pending: (bits: UInt32, count: Int) = (0, 0)
  private var last: Unicode.Scalar = " "
  /// The number of combining marks expected after a placeholder.
  private var expectedMarks = 0

  init(size: CellSize) {
    self.size = size
    cells = Array(repeating: Cell(), count: size.area)
  }

  var cursor: CellPoint { CellPoint(column: column, row: row) }

  func text(ofRow row: Int) -> String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: cells[row * size.columns..<(row + 1) * size.columns].map(\.scalar))
    return String(text)
  }

  var statusLine: String { text(ofRow: size.rows - 1) }

  /// The number of outlined placeholders, each counted by its top left corner.
  var outlineCount: Int {
    zip(cells, cells.dropFirst()).count { $0.scalar == "╭" && $1.scalar == "─" }
  }

  func count(of scalar: Unicode.Scalar) -> Int { cells.count { $0.scalar == scalar } }

  /// The number of occurrences of a text above the last row.
  func count(of text: String) -> Int {
    (0..<size.rows - 1).reduce(0) { $0 + self.text(ofRow: $1).ranges(of: text).count }
  }

  mutating func take(_ byte: UInt8) -> Event {
    switch state {
    case .text: takeText(byte)
    case .charset: state = .text
    case .string, .stringEnd: return takeString(byte)
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

  /// Consumes the interior of a long string; returns the number of bytes.
  mutating func takeInside(_ bytes: ArraySlice<UInt8>) -> Int {
    // An OSC may end with BEL instead of an escape.
    guard state == .string, introducer != UInt8(ascii: "]") else { return 0 }
    let inside = bytes.prefix { $0 != 0x1B }
    content += inside
    return inside.count
  }

  private mutating func takeEscape(_ byte: UInt8) {
    state = .text
    parameters = []
    switch byte {
    case UInt8(ascii: "["): state = .control
    case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "_"):
      (state, introducer, content) = (.string, byte, [])
    case UInt8(ascii: "("), UInt8(ascii: ")"): state = .charset
    case UInt8(ascii: "7"): saved = (column, row)
    case UInt8(ascii: "8"): (column, row) = saved
    default: break
    }
  }

  private mutating func takeString(_ byte: UInt8) -> Event {
    let isEnd = state == .stringEnd ? byte == UInt8(ascii: "\\") : byte == 7
    if isEnd, state == .stringEnd || introducer == UInt8(ascii: "]") {
      state = .text
      return .string(introducer: introducer, content)
    }
    if state == .stringEnd {
      takeEscape(byte)
    } else if byte == 0x1B {
      state = .stringEnd
    } else {
      content.append(byte)
    }
    return .none
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
    if expectedMarks > 0, column > 0, scalar.value >= 0x300, scalar != Self.placeholder {
      expectedMarks -= 1
      cells[row * size.columns + column - 1].markCount += 1
      return
    }
    // Three marks encode row, column, and the upper bits of the image number.
    expectedMarks = scalar == Self.placeholder ? 3 : 0
    if column == size.columns {
      column = 0
      row = min(row + 1, size.rows - 1)
    }
    cells[place] = Cell(scalar: scalar, pictureNumber: color.number)
    column += 1
    last = scalar
  }
}

extension TerminalText {
  /// Executes a control sequence (ECMA-48, section 8.3).
  private mutating func control(_ final: UInt8) -> Event {
    if let first = parameters.first, (0x3C...0x3F).contains(first) {
      let isUpdateEnd = final == UInt8(ascii: "l") && parameters.elementsEqual("?2026".utf8)
      return isUpdateEnd ? .updateEnd : .control(parameters, final: final)
    }
    let numbers = parameters.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
      .map { $0.reduce(0) { $0 &* 10 &+ Int($1 &- UInt8(ascii: "0")) } }
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
    case UInt8(ascii: "m"): color.take(numbers)
    default: return .control(parameters, final: final)
    }
    row = max(0, min(row, size.rows - 1))
    column = max(0, min(column, size.columns))
    return .none
  }

  private var place: Int { row * size.columns + min(column, size.columns - 1) }

  private mutating func erase(_ range: Range<Int>) {
    for index in range.clamped(to: 0..<cells.count) { cells[index] = Cell() }
  }
}
