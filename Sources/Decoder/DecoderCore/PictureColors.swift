/// What the colours of a picture mean.
package enum PictureColors: Hashable, Sendable {
  /// sRGB, also where nothing is said.
  case standard
  /// An ICC profile (ISO 15076-1) as it stands in the file; it may be broken.
  case profile([UInt8])
  /// Three primaries, a white and a curve.
  case calibrated(Calibration)
  /// HDR, by one of its two curves.
  case hdr(HDRColors)

  /// How long a profile may be that is looked at, in bytes; the longest of printers have 3 MB.
  package static let profileByteLimit = 4 << 20

  /// The HDR that code points mean; nil where they mean none.
  var hdr: HDRColors? {
    switch self {
    case .hdr(let range): range
    case .profile(let bytes): CICP(inProfile: bytes)?.hdr
    case .standard, .calibrated: nil
    }
  }
}
