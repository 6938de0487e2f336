import Base
import Imaging

@testable import Terminal

/// Images whose pixels contain their number.
enum PictureSamples {
  /// The image of a number, in a size in character cells of two by four pixels.
  static func picture(
    _ number: Int, _ columns: Int, _ rows: Int, encoding: PixelEncoding = .rgb,
    hasGaps: Bool = false, hasMargins: Bool? = nil
  ) -> EncodedPicture {
    let pixels = PixelSize(width: columns * 2, height: rows * 4)
    let channels = encoding == .rgba ? 4 : 3
    let bytes = (0..<pixels.area * channels).map {
      UInt8(truncatingIfNeeded: number + $0 % channels)
    }
    let glyph = Glyph(
      number % 2 == 0 ? " " : "▀", foreground: .rgb(RGB(packed: UInt32(number))),
      background: .rgb(RGB(packed: UInt32(number))))
    return EncodedPicture(
      symbols: Canvas(size: CellSize(columns: columns, rows: rows), filledWith: glyph),
      encoding: encoding, pixels: pixels, bytes: bytes, hasGaps: hasGaps,
      hasMargins: hasMargins)
  }

  /// A frame with rows of images, each in a cell of its own.
  static func frame(
    _ pictures: [EncodedPicture], columns: Int = 60, rows: Int = 12, cell: CellSize
  ) -> Frame {
    var frame = Frame(size: CellSize(columns: columns, rows: rows))
    let perRow = columns / cell.columns
    for (place, picture) in pictures.enumerated() {
      frame.draw(
        Tile(.pixels(picture)),
        centredIn: Rect(
          column: place % perRow * cell.columns, row: place / perRow * cell.rows,
          columns: cell.columns, rows: cell.rows))
    }
    return frame
  }

  /// The numbers of a palette, or of exact colours.
  static func ids(_ colors: ColorDepth = .direct, seed: UInt64 = 1) -> PictureIDs {
    var generator = SplitMix64(seed: seed)
    return PictureIDs(colors: colors, using: &generator)
  }
}
