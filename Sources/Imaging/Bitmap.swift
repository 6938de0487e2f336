/// Pixels in memory: RGBA rows from the top, sRGB, premultiplied so that they can be averaged.
package struct Bitmap: Hashable, Sendable {
  package let size: PixelSize
  package private(set) var bytes: [UInt8]

  package init(size: PixelSize, bytes: [UInt8]) {
    precondition(bytes.count == size.area * 4, "a bitmap has four bytes a pixel")
    (self.size, self.bytes) = (size, bytes)
  }

  package init(size: PixelSize, filledWith color: RGB = RGB(0, 0, 0)) {
    self.size = size
    let pixel = UInt32(color.red) | UInt32(color.green) << 8 | UInt32(color.blue) << 16 | 0xFF << 24
    bytes = unsafe [UInt8](unsafeUninitializedCapacity: size.area * 4) { bytes, count in
      _ = unsafe UnsafeMutableRawBufferPointer(bytes).initializeMemory(
        as: UInt32.self, repeating: pixel.littleEndian)
      count = size.area * 4
    }
  }

  /// The color without alpha; setting makes the pixel opaque.
  package subscript(x: Int, y: Int) -> RGB {
    get {
      let index = (y * size.width + x) * 4
      return RGB(bytes[index], bytes[index + 1], bytes[index + 2])
    }
    set {
      let index = (y * size.width + x) * 4
      bytes[index] = newValue.red
      bytes[index + 1] = newValue.green
      bytes[index + 2] = newValue.blue
      bytes[index + 3] = 255
    }
  }

  /// RGBA, not premultiplied; fully transparent pixels are black.
  package var straightBytes: [UInt8] {
    var straight = bytes
    unsafe straight.withUnsafeMutableBufferPointer { straight in
      for start in stride(from: 0, to: straight.count, by: 4) {
        let alpha = unsafe Int(straight[start + 3])
        guard alpha < 255 else { continue }
        for index in start..<start + 3 {
          let product = unsafe Int(straight[index])
          let channel = alpha == 0 ? 0 : min(255, (product * 255 + alpha / 2) / alpha)
          unsafe straight[index] = UInt8(channel)
        }
      }
    }
    return straight
  }

  /// Draws another bitmap over this one; parts outside are left out.
  package mutating func draw(_ other: Bitmap, x: Int, y: Int) {
    let (width, height) = (size.width, size.height)
    let columns = max(0, -x)..<max(max(0, -x), min(other.size.width, width - x))
    let rows = max(0, -y)..<max(max(0, -y), min(other.size.height, height - y))
    var pixels = bytes.mutableSpan
    let source = other.bytes.span
    for row in rows {
      var (from, to) = (
        (row * other.size.width + columns.lowerBound) * 4,
        ((row + y) * width + columns.lowerBound + x) * 4
      )
      for _ in columns {
        let rest = 255 - Int(source[from + 3])
        for channel in 0..<4 {
          // Premultiplied, so that the sum cannot exceed 255.
          let below = (Int(pixels[to + channel]) * rest + 127) / 255
          pixels[to + channel] = UInt8(min(255, Int(source[from + channel]) + below))
        }
        (from, to) = (from + 4, to + 4)
      }
    }
  }
}
