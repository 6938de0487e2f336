package import Imaging

/// Images with known pixels.
package enum SamplePictures {
  /// Four fields of different colours, so that every orientation gives another image.
  package static func fields(_ size: PixelSize) -> Bitmap {
    var bitmap = Bitmap(size: size)
    for y in 0..<size.height {
      for x in 0..<size.width {
        switch (x * 2 < size.width, y * 2 < size.height) {
        case (true, true): bitmap[x, y] = RGB(220, 30, 30)
        case (false, true): bitmap[x, y] = RGB(30, 200, 40)
        case (true, false): bitmap[x, y] = RGB(30, 40, 210)
        case (false, false): bitmap[x, y] = RGB(230, 220, 200)
        }
      }
    }
    return bitmap
  }

  /// Noise, which makes a large file; the same at every call.
  package static func noise(_ size: PixelSize) -> Bitmap {
    var state: UInt32 = 1
    var bitmap = Bitmap(size: size)
    for y in 0..<size.height {
      for x in 0..<size.width {
        state = state &* 1_664_525 &+ 1_013_904_223
        bitmap[x, y] = RGB(packed: state >> 8)
      }
    }
    return bitmap
  }

  /// The bitmap as stored by a camera that writes an orientation, from the definition in EXIF.
  package static func stored(_ shown: Bitmap, _ orientation: Orientation) -> Bitmap {
    let right = shown.size.width - 1
    let bottom = shown.size.height - 1
    var stored = Bitmap(size: orientation.shown(shown.size))
    for y in 0...bottom {
      for x in 0...right {
        let (column, row) =
          switch orientation {
          case .topLeft: (x, y)
          case .topRight: (right - x, y)
          case .bottomRight: (right - x, bottom - y)
          case .bottomLeft: (x, bottom - y)
          case .leftTop: (y, x)
          case .rightTop: (y, right - x)
          case .rightBottom: (bottom - y, right - x)
          case .leftBottom: (bottom - y, x)
          }
        stored[column, row] = shown[x, y]
      }
    }
    return stored
  }

  /// The largest difference of a channel between two bitmaps; 256 if the sizes differ.
  package static func difference(_ one: Bitmap, _ other: Bitmap) -> Int {
    guard one.size == other.size else { return 256 }
    return zip(one.bytes, other.bytes).map { abs(Int($0) - Int($1)) }.max() ?? 0
  }
}
