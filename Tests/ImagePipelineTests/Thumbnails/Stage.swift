import Base
import Glibc
import ImagePipeline
import Imaging
import Synchronization
import TestSupport

/// A photo, a cache folder and a store of a test's own.
final class Stage: Sendable {
  let folder = TemporaryFolder()
  let notices = Notices()

  init() {
    folder.folder("cache")
    folder.folder("photos")
    addPhoto("a.jpg")
  }

  /// The folder of all thumbnails.
  var thumbnails: String { folder.name("cache/thumbnails") }

  func store(
    cache: String? = nil, isPrivate: Bool = false, version: String = "1.0"
  ) -> ThumbnailStore {
    let variables = ["XDG_CACHE_HOME": cache ?? folder.name("cache")]
    return ThumbnailStore(
      place: ThumbnailPlace { variables[$0] }, version: version, isPrivate: isPrivate,
      onNotice: notices.add)
  }

  func addPhoto(_ name: String, bytes: [UInt8] = [1, 2, 3]) {
    _ = folder.write(bytes, as: "photos/\(name)")
  }

  /// A photo's file as it is now.
  func photo(_ name: String = "a.jpg") -> PhotoFile {
    guard let photo = PhotoFile(path: Array(folder.name("photos/\(name)").utf8), workingFolder: [])
    else { preconditionFailure("the photo is there") }
    return photo
  }

  /// The path of the file that is a photo's thumbnail.
  func path(_ size: ThumbnailSize = .normal, of name: String = "a.jpg") -> String {
    "\(thumbnails)/\(size.folderName)/\(photo(name).uri.thumbnailName)"
  }

  /// The path of the file that records that a photo could not be decoded.
  func failurePath(version: String = "1.0") -> String {
    "\(thumbnails)/fail/photocell-\(version)/\(photo().uri.thumbnailName)"
  }

  /// The content of a file.
  static func bytes(of path: String) -> [UInt8] {
    Descriptor(opened: open(path, O_RDONLY | O_CLOEXEC))?.bytes(atMost: 1 << 24) ?? []
  }

  static func write(_ bytes: [UInt8], to path: String) {
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    precondition(Glibc.write(file, bytes, bytes.count) == bytes.count, "a test needs its file")
    close(file)
  }

  /// Unblocks all signals in the calling thread; threads of Dispatch block most.
  static func unblockSignals() {
    var none = sigset_t()
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, nil)
  }

  static func exists(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }
}

/// The notices that a store gave.
final class Notices: Sendable {
  private let list = Mutex<[ThumbnailError]>([])

  var all: [ThumbnailError] { list.withLock { $0 } }

  func add(_ error: ThumbnailError) {
    list.withLock { $0.append(error) }
  }
}

extension Bitmap {
  /// An image in which no two neighbouring pixels are equal.
  static func sample(_ width: Int, _ height: Int, seed: Int = 0) -> Bitmap {
    var bytes = [UInt8](repeating: 255, count: width * height * 4)
    for index in 0..<width * height {
      let (x, y) = (index % width, index / width)
      bytes[index * 4] = UInt8(truncatingIfNeeded: x * 3 + seed)
      bytes[index * 4 + 1] = UInt8(truncatingIfNeeded: y * 5)
      bytes[index * 4 + 2] = UInt8(truncatingIfNeeded: x ^ y)
    }
    return Bitmap(size: PixelSize(width: width, height: height), bytes: bytes)
  }
}

extension ThumbnailStore {
  /// Stores a thumbnail of a photo of 4000 by 3000 pixels.
  @discardableResult func keepSample(
    _ photo: PhotoFile, as size: ThumbnailSize = .normal, seed: Int = 0
  ) -> Bool {
    keep(
      .sample(size.side, size.side * 3 / 4, seed: seed), as: size, of: photo,
      info: PictureInfo(size: PixelSize(width: 4000, height: 3000), format: .jpeg))
  }

  /// The bytes of the thumbnail that is found for a box.
  func found(_ photo: PhotoFile, _ width: Int = 100, _ height: Int = 100) -> [UInt8]? {
    let box = PixelSize(width: width, height: height)
    guard let thumbnail = thumbnail(of: photo, filling: box) else { return nil }
    return thumbnail.file.bytes(atMost: StoredThumbnail.byteLimit)
  }

  /// The size of the thumbnail that is found for a box.
  func size(_ photo: PhotoFile, _ width: Int, _ height: Int) -> ThumbnailSize? {
    let box = PixelSize(width: width, height: height)
    guard let thumbnail = thumbnail(of: photo, filling: box) else { return nil }
    return thumbnail.size
  }
}
