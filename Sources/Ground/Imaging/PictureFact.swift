/// A property of `PictureInfo` as a text, for a thumbnail that is kept or shared: what of a photo neither its pixels nor
/// the standard for thumbnails tell.
package enum PictureFact: CaseIterable, Sendable {
  /// How the stored picture is turned, as EXIF counts it; always written.
  case orientation
  /// When it was taken, as ISO 8601.
  case captureDate
  /// The camera.
  case camera

  private static let cameraLimit = 64

  /// The text; nil where the property is not known.
  package func text(of info: PictureInfo) -> String? {
    switch self {
    case .orientation: String(info.orientation.rawValue)
    case .captureDate: info.captureDate?.iso8601
    case .camera: info.camera
    }
  }

  /// Sets the property; a text that does not mean anything is left out.
  package func take(_ text: String, into info: inout PictureInfo) {
    switch self {
    case .orientation:
      if let turn = Int(text).flatMap(Orientation.init) { info.orientation = turn }
    case .captureDate: info.captureDate = CaptureDate(text: text)
    case .camera:
      let isPlain = text.utf8.allSatisfy { (0x20..<0x7F).contains($0) }
      info.camera = isPlain && (1...Self.cameraLimit).contains(text.utf8.count) ? text : nil
    }
  }
}
