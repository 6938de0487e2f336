internal import Imaging

/// The size a demo photo is shown at.
enum PhotoShape: Hashable, Sendable {
  case landscape
  case portrait
  case classic
  case panorama

  /// The size as shown, in pixels.
  var size: PixelSize {
    switch self {
    case .landscape: PixelSize(width: 640, height: 480)
    case .portrait: PixelSize(width: 480, height: 640)
    case .classic: PixelSize(width: 636, height: 424)
    case .panorama: PixelSize(width: 800, height: 400)
    }
  }

  /// How many times smaller the embedded thumbnail is: its proportions are exact, and its longer
  /// side is 160 pixels, or 159 where the photo is three by two.
  var thumbnailReduction: Int {
    self == .panorama ? 5 : 4
  }
}
