import Imaging
internal import PictureEncoding

/// Writes a picture as a sixel image with its control string around it (DEC STD 070, section 9).
///
/// What has no colour, and what of the room the picture leaves free, is not drawn: the terminal is asked
/// to let its background stand there (P2 = 1).
struct SixelEncoder {
  /// The rows that are written at once.
  private static let bandHeight = 6

  /// Writes a control string.
  /// - Parameters:
  ///   - picture: The picture, of at least one pixel.
  ///   - room: The size of the image in pixels; nothing is drawn beyond it.
  ///   - margin: Where the picture stands in it.
  /// - Returns: The string from DCS to ST.
  func controlString(
    of picture: IndexedPicture, in room: PixelSize, at margin: PixelSize
  ) -> [UInt8] {
    var text = Array("\u{1B}P0;1;0q\"1;1;\(room.width);\(room.height)".utf8)
    for (number, color) in picture.palette.enumerated() {
      text += Array("#\(number);2;\(Self.coordinates(of: color))".utf8)
    }
    var band = SixelBand(picture, left: margin.width)
    for top in stride(from: 0, to: margin.height + picture.size.height, by: Self.bandHeight) {
      if top > 0 { text.append(UInt8(ascii: "-")) }
      let first = max(0, top - margin.height)
      let end = min(top + Self.bandHeight - margin.height, picture.size.height)
      guard first < end else { continue }
      band.collect(first..<end, fromBit: first + margin.height - top)
      band.write(to: &text)
    }
    // A tile is kept: no more memory than it needs.
    return Array(text[...] + "\u{1B}\\".utf8)
  }

  /// Red, green and blue in percent, the only form that every terminal knows.
  ///
  /// The error, a step at most, is not diffused: areas of one colour would get dots for it.
  private static func coordinates(of color: RGB) -> String {
    [color.red, color.green, color.blue].map { "\((Int($0) * 100 + 127) / 255)" }
      .joined(separator: ";")
  }
}
