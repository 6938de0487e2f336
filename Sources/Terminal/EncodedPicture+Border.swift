import Imaging

extension EncodedPicture {
  /// In pixels.
  private static let borderWidth = 2

  /// Whether its pixels are plain, and enough of them.
  package var takesBorder: Bool {
    encoding == .rgb && min(pixels.width, pixels.height) >= 8 * Self.borderWidth
  }

  /// The picture with its outermost pixels in one color.
  func bordered(by color: RGB) -> EncodedPicture {
    let (width, stride) = (Self.borderWidth, pixels.width * 3)
    let side = [UInt8](repeating: [color.red, color.green, color.blue], count: width)
    let edge = [UInt8](repeating: [color.red, color.green, color.blue], count: pixels.width)
    var bytes = bytes
    for row in 0..<pixels.height {
      let start = row * stride
      if row < width || row >= pixels.height - width {
        bytes.replaceSubrange(start..<start + stride, with: edge)
      } else {
        bytes.replaceSubrange(start..<start + side.count, with: side)
        bytes.replaceSubrange(start + stride - side.count..<start + stride, with: side)
      }
    }
    return EncodedPicture(symbols: symbols, encoding: encoding, pixels: pixels, bytes: bytes)
  }
}

extension [UInt8] {
  fileprivate init(repeating pixel: [UInt8], count: Int) {
    self = (0..<count).flatMap { _ in pixel }
  }
}
