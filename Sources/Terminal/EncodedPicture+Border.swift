import Imaging

extension EncodedPicture {
  /// In pixels.
  private static let borderWidth = 2

  var takesBorder: Bool {
    encoding == .rgb && min(pixels.width, pixels.height) >= 8 * Self.borderWidth
  }

  /// The picture with its outermost pixels in one color.
  func bordered(by color: RGB) -> EncodedPicture {
    let (width, stride) = (Self.borderWidth, pixels.width * 3)
    let edge = (0..<pixels.width).flatMap { _ in [color.red, color.green, color.blue] }
    let side = edge.prefix(width * 3)
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
