import Dispatch
import Imaging
import Synchronization

/// Makes folders of photos from the demo photos, on all cores.
struct PhotoFolder {
  let sources: [Bitmap]

  init(_ stage: Stage) throws(BenchError) {
    var sources: [Bitmap] = []
    for name in Workshop.names(in: stage.demoPhotos) {
      sources.append(try JPEG.decode(try Workshop.read("\(stage.demoPhotos)/\(name)")))
    }
    guard !sources.isEmpty else { throw .file(stage.demoPhotos, errno: 0) }
    self.sources = sources
  }

  /// Writes photos named `IMG_1.jpg` and so on, of `size` pixels.
  ///
  /// Copies with EXIF thumbnails of 160 by 120 pixels are written to `twin`, if it is not nil.
  func write(
    _ count: Int, of size: PixelSize, to folder: String, withThumbnailsTo twin: String? = nil
  ) throws(BenchError) {
    let failure = Mutex<BenchError?>(nil)
    DispatchQueue.concurrentPerform(iterations: count) { index in
      do throws(BenchError) {
        try writePhoto(index, size, to: folder, twin)
      } catch {
        failure.withLock { $0 = error }
      }
    }
    if let error = failure.withLock({ $0 }) { throw error }
  }

  private func writePhoto(
    _ index: Int, _ size: PixelSize, to folder: String, _ twin: String?
  ) throws(BenchError) {
    let photo = CameraPhoto(source: sources[index % sources.count], size: size, number: index)
    let bitmap = photo.bitmap
    let bytes = try JPEG.encode(bitmap, quality: 90)
    try Workshop.write(bytes, to: "\(folder)/IMG_\(index + 1).jpg")
    guard let twin else { return }
    let small = bitmap.scaled(to: PixelSize(width: 160, height: 120))
    let segment = ThumbnailSegment(thumbnail: try JPEG.encode(small, quality: 80))
    try Workshop.write(
      bytes[..<2] + segment.bytes + bytes[2...], to: "\(twin)/IMG_\(index + 1).jpg")
  }
}
