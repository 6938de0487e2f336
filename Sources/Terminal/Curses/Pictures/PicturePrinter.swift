package import Imaging

/// Prints frames with images that remain after the program ends.
@MainActor
package struct PicturePrinter {
  private let images: PictureProtocol
  private let colors: ColorDepth
  private let isWrapped: Bool
  private var placeholders: KittyPlaceholders
  private let placements: KittyTransfer
  private let batch: Int
  private let ids: PictureIDs
  private var placedCount = 0

  package init(capabilities: TerminalCapabilities, colors: ColorDepth) {
    images = capabilities.images(in: colors).value
    isWrapped = capabilities.wrapsForTmux
    self.colors = colors
    batch = capabilities.linkRate.map { LinkSpeed(rate: $0).budget } ?? .max
    var generator = SystemRandomNumberGenerator()
    ids = PictureIDs(colors: images == .kittyDirect ? .direct : colors, using: &generator)
    // Not shared memory: the program may end before the terminal has read it.
    placements = KittyTransfer(medium: .stream, isWrapped: isWrapped, isVirtual: false)
    placeholders = KittyPlaceholders(
      transfer: KittyTransfer(medium: .stream, isWrapped: isWrapped, isVirtual: true), ids: ids,
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

  /// Images first, then the placeholders that show them.
  private mutating func virtual(_ frame: Frame) -> [UInt8] {
    var bytes: [UInt8] = []
    while true {
      let plan = placeholders.plan(frame, over: nil, within: batch)
      bytes += plan.leading.flatMap(\.bytes)
      if plan.isComplete { return bytes + SGRWriter.bytes(of: plan.canvas, colors: colors) }
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
