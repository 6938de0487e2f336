package import Imaging

/// Prints frames with images that remain after the program ends.
@MainActor
package struct PicturePrinter {
  /// Columns and rows of an image that are surely printed as pixels; of others it may be characters.
  nonisolated package static let cellLimit = Placeholder.marks.count

  private let images: PictureProtocol
  private let colors: ColorDepth
  private let isWrapped: Bool
  private var placeholders: KittyPlaceholders
  private let placements: KittyTransfer
  private let batch: Int
  private let ids: PictureIDs
  private var placedCount = 0

  /// With a `pane`, a number of the terminal or the pane of a multiplexer, images get the IDs of its
  /// preview.
  package init(
    capabilities: TerminalCapabilities, colors: ColorDepth, previewIn pane: UInt64? = nil
  ) {
    images = capabilities.images(in: colors).value
    isWrapped = capabilities.wrapsForTmux
    self.colors = colors
    batch = capabilities.linkRate.map { LinkSpeed(rate: $0).budget } ?? .max
    var generator = SystemRandomNumberGenerator()
    ids =
      pane.map { PictureIDs(previewIn: $0) }
      ?? PictureIDs(colors: images == .kittyDirect ? .direct : colors, using: &generator)
    // Not shared memory: the program may end before the terminal has read it.
    placements = KittyTransfer(isWrapped: isWrapped, isVirtual: false)
    placeholders = KittyPlaceholders(
      transfer: KittyTransfer(isWrapped: isWrapped, isVirtual: true), ids: ids,
      budget: .max)
  }

  /// One line per row; the cursor is at the start of a line before and after.
  package mutating func bytes(of frame: Frame) -> [UInt8] {
    switch images {
    case .symbols: return SGRWriter.bytes(of: frame.canvas, colors: colors)
    case .kitty: return virtual(frame)
    case .kittyDirect, .sixel, .iterm2: return inline(frame)
    }
  }

  /// Replaces the last preview in a box of the screen, in one synchronized update (mode 2026); the
  /// cursor does not move.
  package mutating func bytes(of frame: Frame, in box: Rect) -> [UInt8] {
    var (canvas, leading) = (frame.canvas, [UInt8]())
    let pictures = inlinePictures(of: frame)
    if images == .kitty { (leading, canvas) = sent(frame) }
    for placed in pictures { canvas.fill(placed.frame, with: .blank) }
    var bytes = TerminalModes.beginUpdate + clearing(box) + leading
    for (row, line) in SGRWriter.lines(of: canvas, colors: colors).enumerated() {
      bytes += CursorMove.around(line, at: box.origin + CellPoint(column: 0, row: row))
    }
    for placed in pictures {
      for image in placed.picture.images {
        bytes += CursorMove.around(
          code(of: image, of: placed.picture), at: box.origin + placed.origin + image.origin)
      }
    }
    return bytes + TerminalModes.endUpdate
  }

  /// Removes the last preview, and erases the characters of a box.
  package func clearing(_ box: Rect?) -> [UInt8] {
    var bytes: [UInt8] = []
    if images == .kitty || images == .kittyDirect {
      for place in 0..<ids.count {
        bytes += KittyCommand.free(id: ids[place].number).bytes(wrappedForTmux: isWrapped)
      }
    }
    guard let box else { return bytes }
    // Blanks in the standard colors: ECH would take the current background.
    let blanks =
      Array("\u{1b}[m".utf8) + Array(repeating: UInt8(ascii: " "), count: box.size.columns)
    for row in 0..<box.size.rows {
      bytes += CursorMove.around(blanks, at: box.origin + CellPoint(column: 0, row: row))
    }
    return bytes
  }

  /// For a program that takes the lines apart and passes image codes on, such as fzf: an image code
  /// is on a line of its own before other text, and the cursor is not moved. Takes one image at most,
  /// which is first in the frame, unless images are characters or placeholders.
  package mutating func bytesForPipe(of frame: Frame) -> [UInt8] {
    guard let placed = inlinePictures(of: frame).first else {
      return images == .kitty
        ? virtual(frame, after: clearing(nil)) : clearing(nil) + bytes(of: frame)
    }
    var canvas = Canvas(
      size: CellSize(
        columns: frame.size.columns, rows: frame.size.rows - placed.frame.rows.upperBound))
    canvas.draw(frame.canvas, at: CellPoint(column: 0, row: -placed.frame.rows.upperBound))
    return clearing(nil) + placed.picture.images.flatMap { code(of: $0, of: placed.picture) }
      + Array("\n".utf8) + SGRWriter.bytes(of: canvas, colors: colors)
  }

  /// None if images are characters or placeholders.
  private func inlinePictures(of frame: Frame) -> [PlacedPicture] {
    images == .symbols || images == .kitty ? [] : frame.wholePictures
  }

  /// Images first, then the placeholders that show them.
  private mutating func virtual(_ frame: Frame, after start: [UInt8] = []) -> [UInt8] {
    var (bytes, canvas) = sent(frame, after: start)
    bytes += SGRWriter.bytes(of: canvas, colors: colors)
    return bytes
  }

  private mutating func sent(
    _ frame: Frame, after start: [UInt8] = []
  ) -> (images: [UInt8], canvas: Canvas) {
    var bytes = start
    while true {
      let plan = placeholders.plan(frame, over: nil, within: batch)
      for part in plan.leading {
        let code = part.bytes
        // With room for the text, so that large images are not moved again.
        bytes.reserveCapacity(bytes.count + code.count + plan.canvas.glyphs.count * 32)
        bytes += code
      }
      if plan.isComplete { return (bytes, plan.canvas) }
    }
  }

  /// Text first, which makes room; then the images, positioned from the line below.
  private mutating func inline(_ frame: Frame) -> [UInt8] {
    var canvas = frame.canvas
    let pictures = frame.wholePictures
    for placed in pictures { canvas.fill(placed.frame, with: .blank) }
    var bytes = SGRWriter.bytes(of: canvas, colors: colors)
    for placed in pictures {
      for image in placed.picture.images {
        let up = frame.size.rows - placed.origin.row - image.origin.row
        let column = placed.origin.column + image.origin.column + 1
        bytes += Array("\u{1b}7\u{1b}[\(up)A\u{1b}[\(column)G".utf8)
        bytes += code(of: image, of: placed.picture) + Array("\u{1b}8".utf8)
      }
    }
    return bytes
  }

  private mutating func code(of image: WrittenImage, of picture: EncodedPicture) -> [UInt8] {
    switch images {
    case .sixel: return InlineCode.sixel(image, of: picture)
    case .iterm2: return InlineCode.iterm2(picture, isWrapped: isWrapped)
    case .kitty, .kittyDirect, .symbols:
      let id = ids[placedCount % ids.count]
      placedCount += 1
      return placements.bytes(of: picture, as: id, within: batch)
        + KittyCommand.place(id: id.number, in: picture.size).bytes(wrappedForTmux: isWrapped)
    }
  }
}

extension CellPoint {
  static func + (left: CellPoint, right: CellPoint) -> CellPoint {
    CellPoint(column: left.column + right.column, row: left.row + right.row)
  }

  static func - (left: CellPoint, right: CellPoint) -> CellPoint {
    CellPoint(column: left.column - right.column, row: left.row - right.row)
  }
}
