package import Imaging

/// Writes a picture as a PNG of at most 255 colours, for links on which every byte takes its time.
///
/// It has no state; any thread may use it, and equal pictures give equal files.
package struct PalettePNG: Sendable {
  /// PNG's number for pixels that are numbers of a palette (W3C PNG, section 11.2.1).
  private static let indexed: UInt8 = 3

  /// Makes a writer; all are alike.
  package init() {}

  /// Writes a file; a photo of 600 by 400 pixels takes some 15 ms.
  /// - Parameters:
  ///   - rgb: Three bytes a pixel, rows from the top, as many as the size says.
  ///   - size: The size in pixels.
  /// - Returns: The file; nil where there are no pixels, or no memory to compress them.
  package func file(of rgb: [UInt8], size: PixelSize) -> [UInt8]? {
    precondition(rgb.count == size.area * 3, "a picture has three bytes a pixel")
    guard min(size.width, size.height) > 0 else { return nil }
    let picture = IndexedPicture(flattening: Self.packed(rgb), of: size)
    guard let data = Deflate.repetitions.zlibStream(of: Self.rows(of: picture)) else { return nil }
    var file = PNGFile(size: size, colorType: Self.indexed)
    file.add("PLTE", picture.palette.flatMap { [$0.red, $0.green, $0.blue] })
    file.add("IDAT", data)
    file.add("IEND", [])
    return file.bytes
  }

  private static func packed(_ rgb: [UInt8]) -> [UInt32] {
    unsafe [UInt32](unsafeUninitializedCapacity: rgb.count / 3) { pixels, count in
      unsafe rgb.withUnsafeBufferPointer { rgb in
        for place in 0..<rgb.count / 3 {
          let (red, green) = unsafe (UInt32(rgb[place * 3]), UInt32(rgb[place * 3 + 1]))
          let blue = unsafe UInt32(rgb[place * 3 + 2])
          unsafe pixels.initializeElement(at: place, to: red << 16 | green << 8 | blue)
        }
      }
      count = rgb.count / 3
    }
  }

  /// Each row behind the number of its filter, none: numbers of colours cannot be predicted.
  private static func rows(of picture: IndexedPicture) -> [UInt8] {
    let width = picture.size.width
    return [UInt8](capacity: (width + 1) * picture.size.height) { rows in
      for row in 0..<picture.size.height {
        rows.append(0)
        let start = row * width
        for place in start..<start + width { rows.append(picture.indices[place]) }
      }
    }
  }
}
