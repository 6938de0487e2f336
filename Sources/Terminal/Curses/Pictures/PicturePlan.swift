import Imaging

struct PicturePlan {
  var canvas: Canvas
  /// The text in front of the images; nil if the same.
  var finalCanvas: Canvas?
  var leading: [OutputPart] = []
  var trailing: [OutputPart] = []
  var isComplete = true

  init(_ canvas: Canvas) {
    self.canvas = canvas
  }

  /// Shows the image's characters until the next plan, or a single color on a very slow link.
  mutating func postpone(_ placed: PlacedPicture, within budget: Int) {
    isComplete = false
    if LinkSpeed.isSlow(budget) { canvas.flatten(placed) }
  }
}

/// Shows images in one of the terminal protocols; every plan must be sent, in order.
protocol PictureDisplay {
  /// `shown` is nil if the terminal is cleared first.
  ///
  /// Images beyond the budget, in bytes, remain characters until the next plan; one may exceed it.
  mutating func plan(_ frame: Frame, over shown: Canvas?, within budget: Int) -> PicturePlan

  /// Called when the terminal may have lost every image.
  mutating func forget()

  mutating func takeAll() -> [UInt8]

  /// Deletes all images at any later time, whatever was sent until then; at most 256 bytes.
  var restoration: [UInt8] { get }

  var holdings: PictureHoldings { get }

  /// An image that can be queried; nil if there is none.
  var transmitted: TransmittedImage? { get }
}

extension PictureDisplay {
  /// Nil: without placeholders a query would change the screen.
  var transmitted: TransmittedImage? { nil }
}

extension TerminalCapabilities {
  /// Nil if images are drawn as characters.
  func display(
    in depth: ColorDepth, using generator: inout some RandomNumberGenerator
  ) -> (any PictureDisplay)? {
    let images = images(in: depth).value
    let transfer = KittyTransfer(
      medium: readsSharedMemory ? .sharedMemory : .stream, isWrapped: wrapsForTmux,
      isVirtual: images == .kitty)
    switch images {
    case .symbols: return nil
    case .kitty:
      let ids = PictureIDs(colors: depth, using: &generator)
      return KittyPlaceholders(transfer: transfer, ids: ids)
    case .kittyDirect:
      let ids = PictureIDs(colors: .direct, using: &generator)
      return KittyPlacements(transfer: transfer, ids: ids)
    case .sixel: return InlinePictures(bytes: InlineCode.sixel)
    case .iterm2:
      let isWrapped = wrapsForTmux
      return InlinePictures { InlineCode.iterm2($1, isWrapped: isWrapped) }
    }
  }
}

extension Frame {
  /// Excludes overlays, and images that would show through others or scroll the terminal.
  var wholePictures: [PlacedPicture] {
    pictures.filter {
      !$0.isOverlay && !$0.isCovered && $0.frame.intersection(canvas.bounds) == $0.frame
    }
  }
}

extension Canvas {
  /// `glyph` gets column and row in the image; nil keeps the character.
  mutating func replace(_ placed: PlacedPicture, with glyph: (Int, Int) -> Glyph?) {
    let symbols = placed.picture.symbols
    let place = placed.frame.intersection(bounds)
    for row in place.rows {
      for column in place.columns {
        let (x, y) = (column - placed.origin.column, row - placed.origin.row)
        guard self[column, row] == symbols[x, y],
          !placed.isCovered || !placed.isCovered(at: CellPoint(column: column, row: row))
        else { continue }
        if let glyph = glyph(x, y) { self[column, row] = glyph }
      }
    }
  }

  mutating func flatten(_ placed: PlacedPicture) {
    let symbols = placed.picture.symbols
    guard let color = symbols.meanColor else { return }
    let glyph = Glyph(" ", background: color)
    replace(placed) { column, row in symbols[column, row] == .blank ? nil : glyph }
  }
}

/// Kitty's placeholder characters (kitty graphics protocol, "Unicode placeholders").
enum Placeholder {
  static let scalar: Unicode.Scalar = "\u{10EEEE}"

  /// The placeholder of one cell; nil if column or row exceed the available marks.
  ///
  /// The foreground is the lower 24 bits of the ID; the marks are row, column and upper bits. Every
  /// cell has all three, so any part of an image can be shown.
  static func glyph(column: Int, row: Int, of id: PictureID) -> Glyph? {
    guard max(column, row) < marks.count else { return nil }
    return Glyph(
      scalar, marks: SIMD4(marks[row], marks[column], marks[Int(id.number >> 24)], 0),
      foreground: id.color)
  }

  /// For numbers from zero: class 230 in Unicode 6.0 without decomposition, part of none.
  static let marks: [UInt32] = ranges.flatMap { Array($0) }

  private static let ranges: [ClosedRange<UInt32>] = [
    0x305...0x305, 0x30D...0x30E, 0x310...0x310, 0x312...0x312, 0x33D...0x33F, 0x346...0x346,
    0x34A...0x34C, 0x350...0x352, 0x357...0x357, 0x35B...0x35B, 0x363...0x36F, 0x483...0x487,
    0x592...0x595, 0x597...0x599, 0x59C...0x5A1, 0x5A8...0x5A9, 0x5AB...0x5AC, 0x5AF...0x5AF,
    0x5C4...0x5C4, 0x610...0x617, 0x657...0x65B, 0x65D...0x65E, 0x6D6...0x6DC, 0x6DF...0x6E2,
    0x6E4...0x6E4, 0x6E7...0x6E8, 0x6EB...0x6EC, 0x730...0x730, 0x732...0x733, 0x735...0x736,
    0x73A...0x73A, 0x73D...0x73D, 0x73F...0x741, 0x743...0x743, 0x745...0x745, 0x747...0x747,
    0x749...0x74A, 0x7EB...0x7F1, 0x7F3...0x7F3, 0x816...0x819, 0x81B...0x823, 0x825...0x827,
    0x829...0x82D, 0x951...0x951, 0x953...0x954, 0xF82...0xF83, 0xF86...0xF87, 0x135D...0x135F,
    0x17DD...0x17DD, 0x193A...0x193A, 0x1A17...0x1A17, 0x1A75...0x1A7C, 0x1B6B...0x1B6B,
    0x1B6D...0x1B73, 0x1CD0...0x1CD2, 0x1CDA...0x1CDB, 0x1CE0...0x1CE0, 0x1DC0...0x1DC1,
    0x1DC3...0x1DC9, 0x1DCB...0x1DCC, 0x1DD1...0x1DE6, 0x1DFE...0x1DFE, 0x20D0...0x20D1,
    0x20D4...0x20D7, 0x20DB...0x20DC, 0x20E1...0x20E1, 0x20E7...0x20E7, 0x20E9...0x20E9,
    0x20F0...0x20F0, 0x2CEF...0x2CF1, 0x2DE0...0x2DFF, 0xA66F...0xA66F, 0xA67C...0xA67D,
    0xA6F0...0xA6F1, 0xA8E0...0xA8F1, 0xAAB0...0xAAB0, 0xAAB2...0xAAB3, 0xAAB7...0xAAB8,
    0xAABE...0xAABF, 0xAAC1...0xAAC1, 0xFE20...0xFE26, 0x10A0F...0x10A0F, 0x10A38...0x10A38,
    0x1D185...0x1D189, 0x1D1AA...0x1D1AD, 0x1D242...0x1D244,
  ]
}
