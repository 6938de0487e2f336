internal import Base
internal import Glibc
package import Imaging

/// An image like a photo, and measures of similarity.
extension SamplePictures {
  /// Something like a photograph: a sky, a round edge, a slope, fine stripes and noise.
  package static func landscape(_ size: PixelSize) -> Bitmap {
    var generator = SplitMix64(seed: 42)
    var bitmap = Bitmap(size: size)
    for y in 0..<size.height {
      for x in 0..<size.width {
        let noise = Int.random(in: -6...6, using: &generator)
        let color = surface(Double(x) / Double(size.width), Double(y) / Double(size.height))
        bitmap[x, y] = RGB(
          shade(color.0, noise), shade(color.1, noise), shade(color.2, noise))
      }
    }
    return bitmap
  }

  private static func shade(_ share: Double, _ noise: Int) -> UInt8 {
    UInt8(min(255, max(0, Int(share * 255) + noise)))
  }

  /// The colour at a position, both from 0 to 1.
  private static func surface(_ x: Double, _ y: Double) -> (Double, Double, Double) {
    let fromSun = (x - 0.7) * (x - 0.7) + (y - 0.3) * (y - 0.3) / 4
    if fromSun < 0.012 { return (0.98, 0.9, 0.6) }
    if y > 0.85 - 0.5 * x {
      return Int(x * 90 + y * 17) % 3 == 0 ? (0.1, 0.25, 0.1) : (0.3, 0.4, 0.15)
    }
    return (0.25 + 0.4 * y, 0.45 + 0.3 * y, 0.95 - 0.2 * x)
  }

  /// The mean squared difference of two bitmaps of one size, in squared channel steps; equal
  /// bitmaps have zero.
  package static func error(of picture: Bitmap, against original: Bitmap) -> Double {
    let sum = zip(picture.bytes, original.bytes).reduce(0) { sum, pair in
      sum + (Int(pair.0) - Int(pair.1)) * (Int(pair.0) - Int(pair.1))
    }
    return Double(sum) / Double(original.size.area * 3)
  }

  /// The peak signal to noise ratio of two bitmaps of one size, in decibels; infinite if they are
  /// equal.
  package static func decibels(of picture: Bitmap, against original: Bitmap) -> Double {
    10 * log10(255 * 255 / error(of: picture, against: original))
  }
}
