import Imaging
import Thumbnails

/// What came of decoding a file, to be kept on disk.
struct Keepsake: Sendable {
  /// The file as it was before it was read.
  let photo: PhotoFile
  let content: Content

  enum Content: Sendable {
    case thumbnail(Bitmap, ThumbnailSize, of: PictureInfo)
    /// Why the file cannot be decoded.
    case failure(String)
  }

  /// What it takes while it waits, in bytes, about.
  var byteCount: Int {
    switch content {
    case .thumbnail(let bitmap, _, _): bitmap.bytes.count
    case .failure: 256
    }
  }

  var isFailure: Bool {
    if case .failure = content { true } else { false }
  }

  /// Writes it, unless the file has changed by now; blocks.
  func write(to store: ThumbnailStore) {
    guard PhotoFile(path: photo.path, workingFolder: []) == photo else { return }
    switch content {
    case .thumbnail(let bitmap, let size, let info):
      store.keep(bitmap, as: size, of: photo, info: info)
    case .failure(let reason):
      store.keepFailure(of: photo, reason: reason)
    }
  }
}
