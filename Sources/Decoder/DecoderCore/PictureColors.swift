/// What the colours of a picture mean.
package enum PictureColors: Hashable, Sendable {
  /// sRGB, also where nothing is said.
  case standard
  /// An ICC profile (ISO 15076-1) as it stands in the file; it may be broken.
  case profile([UInt8])
  /// Three primaries, a white and a curve.
  case calibrated(Calibration)
  /// Light that is brighter than a screen.
  case highRange(HighRange)

  /// How long a profile may be that is looked at, in bytes; the longest of printers have 3 MB.
  package static let profileByteLimit = 4 << 20

  /// How they are brighter than a screen, as far as codes say that; nil where they say nothing of it.
  var highRange: HighRange? {
    switch self {
    case .highRange(let range): range
    case .profile(let bytes): CodedColors(inProfile: bytes)?.highRange
    case .standard, .calibrated: nil
    }
  }
}
