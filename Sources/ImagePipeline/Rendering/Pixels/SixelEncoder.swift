internal import Imaging

/// Writes sixel images with their control strings (DEC STD 070, section 9).
///
/// Transparent pixels and the room around the image are not drawn: the terminal keeps its
/// background there (P2 = 1).
struct SixelEncoder {
  /// The largest image that the terminal shows whole, in pixels; nil if unlimited.
  var limit: PixelSize?
  /// Size of a character cell in pixels; images begin at cells.
  let cell: PixelSize

  private static let bandHeight = 6

  /// Writes one image, or several that meet at cell boundaries if the terminal limits their size.
  ///
  /// `picture` has at least one pixel, and is clipped to `room`, in pixels. The images are row by
  /// row, their control strings concatenated, with the same color numbers in all.
  func images(
    of picture: IndexedPicture, in room: PixelSize, at margin: PixelSize
  ) -> (images: [WrittenImage], bytes: [UInt8]) {
    let columns = Self.parts(of: room.width, atMost: limit?.width, cell.width)
    let rows = Self.parts(of: room.height, atMost: limit?.height, cell.height)
    guard columns.count > 1 || rows.count > 1 else {
      let string = controlString(of: picture, in: room, at: margin)
      return ([WrittenImage(origin: CellPoint(column: 0, row: 0), bytes: string.indices)], string)
    }
    var (images, bytes) = ([WrittenImage](), [UInt8]())
    for row in rows {
      for column in columns {
        let drawn = (
          columns: column.clamped(to: margin.width..<margin.width + picture.size.width),
          rows: row.clamped(to: margin.height..<margin.height + picture.size.height)
        )
        guard !drawn.columns.isEmpty, !drawn.rows.isEmpty else { continue }
        let part = picture.cropped(
          to: PixelRect(
            x: drawn.columns.lowerBound - margin.width, y: drawn.rows.lowerBound - margin.height,
            width: drawn.columns.count, height: drawn.rows.count))
        let start = bytes.count
        bytes += controlString(
          of: part, in: PixelSize(width: column.count, height: row.count),
          at: PixelSize(
            width: drawn.columns.lowerBound - column.lowerBound,
            height: drawn.rows.lowerBound - row.lowerBound))
        images.append(
          WrittenImage(
            origin: CellPoint(
              column: column.lowerBound / cell.width, row: row.lowerBound / cell.height),
            bytes: start..<bytes.count))
      }
    }
    return (images, bytes)
  }

  /// As few parts of whole cells as the limit allows.
  private static func parts(of side: Int, atMost limit: Int?, _ cell: Int) -> [Range<Int>] {
    let length = max(1, (limit ?? side) / cell) * cell
    guard length < side else { return [0..<side] }
    return stride(from: 0, to: side, by: length).map { $0..<min($0 + length, side) }
  }

  /// The control string from DCS to ST; `picture` has at least one pixel and is clipped to `room`.
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
    // Trim the capacity, since tiles are cached.
    return Array(text[...] + "\u{1B}\\".utf8)
  }

  /// RGB in percent, the only form that every terminal supports.
  ///
  /// The error, at most one step, is not diffused: flat areas would get dots.
  private static func coordinates(of color: RGB) -> String {
    [color.red, color.green, color.blue].map { "\((Int($0) * 100 + 127) / 255)" }
      .joined(separator: ";")
  }
}
