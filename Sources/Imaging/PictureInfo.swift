/// Properties of a displayed image besides its pixels.
///
/// Stored in disk and shared thumbnails, and shown in the status line.
package struct PictureInfo: Hashable, Sendable {
  /// The displayed size in pixels; nil if a thumbnail lacks it.
  package var size: PixelSize?
  package var orientation: Orientation
  package var format: PictureFormat?
  /// Size of the file in bytes; zero inside a decoder.
  package var byteCount: Int
  /// Whether all pixels were decoded: false for truncated and damaged files.
  package var isComplete: Bool
  /// Whether it is an animation that a decoder can play, or a motion photo.
  package var isMoving: Bool
  /// Of a video, in milliseconds; nil if unknown.
  package var duration: Int?
  package var captureDate: CaptureDate?
  /// Make and model; untrusted text.
  package var camera: String?

  package init(
    size: PixelSize?, orientation: Orientation = .topLeft, format: PictureFormat? = nil,
    byteCount: Int = 0, isComplete: Bool = true, isMoving: Bool = false,
    captureDate: CaptureDate? = nil, camera: String? = nil
  ) {
    (self.size, self.orientation, self.format) = (size, orientation, format)
    (self.byteCount, self.isComplete, self.isMoving) = (byteCount, isComplete, isMoving)
    (self.captureDate, self.camera) = (captureDate, camera)
  }

  /// Whether it is a photo with a video behind it.
  package var isMotionPhoto: Bool { isMoving && format?.mayEndWithVideo == true }

  /// Metadata of the file overrides that of a thumbnail, which may be incomplete or foreign.
  package mutating func update(from metadata: PhotoMetadata) {
    size = metadata.size ?? size
    orientation = metadata.orientation ?? orientation
    format = metadata.format ?? format
    duration = metadata.duration ?? duration
    isMoving = metadata.isMotionPhoto ?? isMoving
    captureDate = metadata.captureDate ?? captureDate
    camera = metadata.camera ?? camera
  }

  package func turned(by turn: Orientation) -> PictureInfo {
    guard turn != .topLeft else { return self }
    var info = self
    info.size = size.map(turn.shown)
    info.orientation = orientation.followed(by: turn)
    return info
  }
}
