import Imaging

struct PicturePlan {
  var canvas: Canvas
  /// The text in front of the images; nil if the same.
  var finalCanvas: Canvas?
  var leading: [OutputPart] = []
  var trailing: [OutputPart] = []
  /// The cells of the trailing images if they become part of the screen.
  var drawn: [Rect] = []
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

  /// Written when the terminal shows no image yet; begins an update unless it is empty.
  mutating func open() -> [OutputPart]

  /// Called when the terminal may have lost every image.
  mutating func forget()

  mutating func takeAll() -> [UInt8]

  /// Deletes all images at any later time, whatever was sent until then; at most 256 bytes.
  var restoration: [UInt8] { get }

  var holdings: PictureHoldings { get }

  /// An image that can be queried; nil if there is none.
  var transmitted: TransmittedImage? { get }

  /// Whether images disappear during an update that begins before the last one was drawn.
  var losesUndrawnImages: Bool { get }
}

extension PictureDisplay {
  /// Nil: without placeholders a query would change the screen.
  var transmitted: TransmittedImage? { nil }

  var losesUndrawnImages: Bool { false }

  mutating func open() -> [OutputPart] { [] }
}

extension TerminalCapabilities {
  /// Nil if images are drawn as characters.
  func display(
    in depth: ColorDepth, using generator: inout some RandomNumberGenerator
  ) -> (any PictureDisplay)? {
    let images = images(in: depth).value
    let transfer = KittyTransfer(
      isWrapped: wrapsForTmux, isVirtual: images == .kitty, usesSharedMemory: readsSharedMemory,
      hintsTransient: hintsTransient)
    switch images {
    case .symbols: return nil
    case .kitty:
      let ids = PictureIDs(colors: depth, using: &generator)
      return KittyPlaceholders(
        transfer: transfer, ids: ids, isAnchored: losesLayers,
        losesUndrawnImages: losesUndrawnImages)
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
