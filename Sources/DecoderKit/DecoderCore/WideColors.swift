package import DecoderProtocol
import Imaging
import Synchronization

/// Decodes into Display P3 instead of sRGB.
///
/// `ColorProfile.converted`, by which the codecs convert their pixels, targets Display P3 while
/// `current` is set, so that colors outside sRGB are preserved. Pixels that no codec has converted
/// are sRGB, and are converted at the end.
package final class WideColors: Sendable {
  @TaskLocal static var current: WideColors?
  private let isUsed = Atomic(false)

  static let profileColors = profile(DisplayP3.chromaticities)
  private static let standardColors = profile(Calibration.standardChromaticities)

  private static func profile(_ chromaticities: [Int]) -> PictureColors {
    Calibration(chromaticities: chromaticities, gamma: nil).map { .calibrated($0) } ?? .standard
  }

  /// Callable from any thread, on which `decode` converts.
  package static func decode(_ decode: () -> PictureAnswer) -> PictureAnswer {
    let wide = WideColors()
    return $current.withValue(wide) {
      decode().map { picture in
        guard !wide.isUsed.load(ordering: .relaxed) else { return picture }
        var picture = picture
        picture.bitmap = picture.bitmap.inStandardColors(standardColors, isGray: false)
        return picture
      }
    }
  }

  func use() { isUsed.store(true, ordering: .relaxed) }
}
