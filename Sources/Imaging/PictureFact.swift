/// A property of `PictureInfo` as text, stored with thumbnails that cannot express it otherwise.
package enum PictureFact: CaseIterable, Sendable {
  case orientation, captureDate, camera, duration

  private static let cameraLimit = 64

  package func text(of info: PictureInfo) -> String? {
    switch self {
    case .orientation: String(info.orientation.rawValue)
    case .captureDate: info.captureDate?.iso8601
    case .camera: info.camera
    // In seconds, as the Thumbnail Managing Standard has it.
    case .duration: info.duration.map { String(($0 + 500) / 1000) }
    }
  }

  package func take(_ text: String, into info: inout PictureInfo) {
    switch self {
    case .orientation:
      if let turn = Int(text).flatMap(Orientation.init) { info.orientation = turn }
    case .captureDate: info.captureDate = CaptureDate(text: text)
    case .camera:
      let isPlain = text.utf8.allSatisfy { (0x20..<0x7F).contains($0) }
      info.camera = isPlain && (1...Self.cameraLimit).contains(text.utf8.count) ? text : nil
    case .duration:
      info.duration = Int(text).flatMap {
        (1...VideoTime.mostSeconds).contains($0) ? $0 * 1000 : nil
      }
    }
  }
}
