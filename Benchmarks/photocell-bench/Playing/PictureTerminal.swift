import Imaging

/// A simulated terminal with images, which answers queries and counts what it is sent.
struct PictureTerminal {
  static let cell = PixelSize(width: 9, height: 18)

  private(set) var screen = TerminalText(size: TerminalProgram.screen)
  private(set) var store: KittyStore
  /// The number of synchronized updates.
  private(set) var updateCount = 0
  /// The number of updates during or after which an image arrived.
  private(set) var pictureUpdateCount = 0
  private let kind: TerminalKind
  /// The sixel images received since `takeSixels`, by position.
  private(set) var sixels: [CellPoint: [UInt8]] = [:]
  private var hasNewPicture = false
  private var answers: [UInt8] = []

  init(_ kind: TerminalKind) {
    self.kind = kind
    store = KittyStore(readsSharedMemory: kind.readsSharedMemory)
  }

  mutating func take(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      rest = rest.dropFirst(screen.takeInside(rest))
      guard let byte = rest.popFirst() else { return }
      take(screen.take(byte))
    }
  }

  private mutating func take(_ event: TerminalText.Event) {
    switch event {
    case .none: break
    case .updateEnd:
      updateCount += 1
      if hasNewPicture { pictureUpdateCount += 1 }
      hasNewPicture = false
    case .control(let parameters, let final):
      if let answer = answer(to: parameters, final) { answers += answer.utf8 }
    case .string(UInt8(ascii: "_"), let content) where kind.takesKittyPictures:
      let count = store.transmissionCount
      if let answer = store.take(content) { answers += answer.utf8 }
      hasNewPicture = hasNewPicture || store.transmissionCount > count
    case .string(UInt8(ascii: "P"), let content) where Self.isSixel(content):
      sixels[screen.cursor] = content
      hasNewPicture = true
    case .string(let introducer, let content):
      if let answer = answer(to: content, introducedBy: introducer) { answers += answer.utf8 }
    }
  }

  /// A sixel image begins with up to three numbers and a letter (DEC STD 070, section 9).
  private static func isSixel(_ content: [UInt8]) -> Bool {
    content.first { !(UInt8(ascii: "0")...UInt8(ascii: ";")).contains($0) } == UInt8(ascii: "q")
  }

  mutating func takeAnswers() -> [UInt8] {
    defer { answers = [] }
    return answers
  }

  mutating func takeSixels() -> [CellPoint: [UInt8]] {
    defer { sixels = [:] }
    return sixels
  }
}

extension PictureTerminal {
  private func answer(to parameters: [UInt8], _ final: UInt8) -> String? {
    let area = TerminalProgram.screen
    let (width, height) = (area.columns * Self.cell.width, area.rows * Self.cell.height)
    return switch String(decoding: parameters + [final], as: UTF8.self) {
    case ">q", ">0q": "\u{1b}P>|\(kind.version)\u{1b}\\"
    case "16t": "\u{1b}[6;\(Self.cell.height);\(Self.cell.width)t"
    case "14t": "\u{1b}[4;\(height);\(width)t"
    case "18t": "\u{1b}[8;\(area.rows);\(area.columns)t"
    case "?2;1;0S", "?2;4;0S": kind == .sixel ? "\u{1b}[?2;0;\(width);\(height)S" : nil
    case "?2026$p": "\u{1b}[?2026;2$y"
    case "5n": "\u{1b}[0n"
    case "c", "0c": "\u{1b}[\(kind.attributes)c"
    default: nil
    }
  }

  private func answer(to content: [UInt8], introducedBy introducer: UInt8) -> String? {
    switch (introducer, String(decoding: content, as: UTF8.self)) {
    case (UInt8(ascii: "]"), "11;?"): "\u{1b}]11;rgb:0000/0000/0000\u{1b}\\"
    case (UInt8(ascii: "P"), "$qm"): "\u{1b}P1$r48:2:1:2:3m\u{1b}\\"
    default: nil
    }
  }
}

extension PictureTerminal {
  /// The number of placeholder cells of each image, by the lower 24 bits of its number.
  private var pieceCounts: [UInt32: Int] {
    var counts: [UInt32: Int] = [:]
    for cell in screen.cells where cell.scalar == TerminalText.placeholder && cell.markCount == 3 {
      counts[cell.pictureNumber, default: 0] += 1
    }
    return counts
  }

  /// Images whose placeholders are all on the screen.
  var wholePictures: Set<UInt32> {
    let counts = pieceCounts
    return Set(
      store.pictures.filter { counts[$0.key & 0xFF_FFFF] == $0.value.cells.area }.map(\.key))
  }

  /// The number of placeholder cells without a stored image.
  var strayPieceCount: Int {
    let held = Set(store.pictures.keys.map { $0 & 0xFF_FFFF })
    return screen.cells.count { cell in
      cell.scalar == TerminalText.placeholder
        && (cell.markCount != 3 || !held.contains(cell.pictureNumber))
    }
  }

  /// The number of cells with a provenance badge (key `i`), which only final images have.
  var badgeCount: Int {
    ["file ", "memory ", "thumbnail "].reduce(0) { $0 + screen.count(of: String($1)) }
  }
}
