internal import CLcms2
package import Imaging

extension Bitmap {
  /// Converts CMYK to opaque sRGB; callable from any thread.
  ///
  /// Without a CMYK profile a color is its inverted ink times inverted black, as in most programs.
  /// `isInverted` means that 255 is no ink, as Adobe programs store it.
  package func fromCMYK(isInverted: Bool, _ colors: PictureColors = .standard) -> Bitmap {
    let format = isInverted ? PixelInvertedCMYK8 : PixelCMYK8
    guard let profile = ColorProfile(colors), profile.describes(cmsSigCmykData),
      let colors = profile.converted(bytes, format: format, count: size.area)
    else { return fromPlainCMYK(isInverted: isInverted) }
    return Bitmap(size: size, bytes: colors)
  }

  private func fromPlainCMYK(isInverted: Bool) -> Bitmap {
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
