package import Imaging

/// A BMP for tests, with a header of forty bytes.
package struct SampleBMP {
  /// The size in pixels.
  package let size: PixelSize
  private let bits: Int
  private let compression: Int
  private let isTopDown: Bool
  private let palette: [RGB]
  private let masks: [Int]
  private let rows: [UInt8]

  /// Takes rows as they are stored.
  package init(
    size: PixelSize, bits: Int, compression: Int = 0, isTopDown: Bool = false, palette: [RGB] = [],
    masks: [Int] = [], rows: [UInt8]
  ) {
    self.size = size
    self.bits = bits
    self.compression = compression
    self.isTopDown = isTopDown
    self.palette = palette
    self.masks = masks
    self.rows = rows
  }

  /// Encodes an opaque bitmap in 24 or 32 bits a pixel.
  package static func encode(_ bitmap: Bitmap, bits: Int, isTopDown: Bool) -> [UInt8] {
    let size = bitmap.size
    let lines = (0..<size.height).map { y -> [UInt8] in
      var line = (0..<size.width).flatMap { x -> [UInt8] in
        let color = bitmap[x, y]
        return [color.blue, color.green, color.red] + (bits == 32 ? [0] : [])
      }
      line += Array(repeating: 0, count: (4 - line.count % 4) % 4)
      return line
    }
    let rows = (isTopDown ? lines : lines.reversed()).flatMap { $0 }
    return SampleBMP(size: size, bits: bits, isTopDown: isTopDown, rows: rows).encoded()
  }

  /// The file.
  package func encoded() -> [UInt8] {
    let colors = palette.flatMap { color -> [UInt8] in [color.blue, color.green, color.red, 0] }
    let extra = masks.flatMap { mask -> [UInt8] in Self.bytes(mask, 4) } + colors
    var file = Array("BM".utf8) + Self.bytes(54 + extra.count + rows.count, 4) + Self.bytes(0, 4)
    file += Self.bytes(54 + extra.count, 4) + Self.bytes(40, 4) + Self.bytes(size.width, 4)
    file += Self.bytes(isTopDown ? -size.height : size.height, 4) + Self.bytes(1, 2)
    file += Self.bytes(bits, 2) + Self.bytes(compression, 4) + Self.bytes(rows.count, 4)
    file += Self.bytes(0, 8) + Self.bytes(palette.count, 4) + Self.bytes(0, 4)
    return file + extra + rows
  }

  private static func bytes(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
  }
}
