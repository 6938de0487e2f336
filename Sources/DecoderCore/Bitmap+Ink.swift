import Imaging

extension Bitmap {
  /// Turns the four inks cyan, magenta, yellow and black into colours, without a colour profile.
  ///
  /// A colour is the light that its ink and the black ink both let pass.
  /// - Parameter isInverted: Tells whether 255 means no ink, as Adobe's programs store it, and not
  ///   all ink.
  /// - Returns: An opaque bitmap.
  func fromInk(isInverted: Bool) -> Bitmap {
    let flip: UInt8 = isInverted ? 0 : 255
    var colors = bytes
    for start in stride(from: 0, to: colors.count, by: 4) {
      let light = UInt32(colors[start + 3] ^ flip)
      for channel in start..<start + 3 {
        colors[channel] = UInt8((UInt32(colors[channel] ^ flip) * light + 127) / 255)
      }
      colors[start + 3] = 255
    }
    return Bitmap(size: size, bytes: colors)
  }
}
