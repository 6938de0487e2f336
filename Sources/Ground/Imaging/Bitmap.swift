/// Pixels in memory: rows from the top, four bytes a pixel, red, green, blue, alpha.
///
/// Colours are sRGB and already multiplied by alpha, so that scaling may average them.
package struct Bitmap: Hashable, Sendable {
  /// The size in pixels.
  package let size: PixelSize
  /// `size.width * size.height * 4` bytes.
  package private(set) var bytes: [UInt8]

  /// Takes the bytes of a bitmap, which must be exactly as many as the size says.
  package init(size: PixelSize, bytes: [UInt8]) {
    precondition(bytes.count == size.area * 4, "a bitmap has four bytes a pixel")
    self.size = size
    self.bytes = bytes
  }

  /// Makes a bitmap of one opaque colour.
  package init(size: PixelSize, filledWith color: RGB = RGB(0, 0, 0)) {
    self.size = size
    bytes = []
    bytes.reserveCapacity(size.area * 4)
    for _ in 0..<size.area {
      bytes += [color.red, color.green, color.blue, 255]
    }
  }

  /// The colour of a pixel, without its alpha; setting makes the pixel opaque.
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
}

extension Bitmap {
  /// The pixels as they are stored in files: four bytes each, colours not multiplied by alpha, black
  /// where nothing is to be seen of them.
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
}
