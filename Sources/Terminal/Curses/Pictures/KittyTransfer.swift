internal import Base
import Glibc
internal import Imaging
import Synchronization

/// How pixels are transmitted to a terminal with kitty's protocol.
struct KittyTransfer {
  enum Medium: Hashable {
    case sharedMemory
    case stream
  }

  let medium: Medium
  private let shared = SharedPictures()
  let isWrapped: Bool
  /// Whether placeholders show the images.
  let isVirtual: Bool
  /// Batch size below which the link is slow and images are reduced: 5 MB/s.
  var slowBatch = LinkSpeed.moment.bytes(atRate: 5_000_000)
  /// Batch size above which sending is faster than compressing: 20 MB/s.
  var fastBatch = LinkSpeed.moment.bytes(atRate: 20_000_000)

  private func isReduced(_ picture: EncodedPicture, within batch: Int) -> Bool {
    medium == .stream && picture.encoding == .rgb && batch < slowBatch
  }

  /// In bytes, as is `batch`.
  func cost(of picture: EncodedPicture, within batch: Int) -> Int {
    if medium == .sharedMemory { return 128 }
    if isReduced(picture, within: batch) { return picture.pixels.area * 2 / 5 }
    let byteCount = picture.bytes.count * 4 / 3
    return batch < fastBatch ? byteCount * 2 / 3 : byteCount
  }

  func takeBack(_ id: PictureID) {
    shared.remove(id)
  }

  /// Call on the writing thread, as it encodes the image.
  func bytes(of picture: EncodedPicture, as id: PictureID, within batch: Int) -> [UInt8] {
    command(of: picture, as: id, within: batch).bytes(wrappedForTmux: isWrapped)
  }

  private func command(
    of picture: EncodedPicture, as id: PictureID, within batch: Int
  ) -> KittyCommand {
    if medium == .sharedMemory, let name = shared.put(picture.bytes, for: id) {
      return .transmit(picture, id: id.number, isVirtual: isVirtual, inSharedMemory: name)
    }
    if isReduced(picture, within: batch),
      let file = PalettePNG().file(of: picture.bytes, size: picture.pixels)
    {
      return .transmit(file, showing: picture, id: id.number, isVirtual: isVirtual)
    }
    if medium == .stream, batch < fastBatch,
      let data = Deflate.quick.zlibStream(of: picture.bytes), data.count < picture.bytes.count
    {
      return .transmit(picture, id: id.number, isVirtual: isVirtual, compressed: data)
    }
    return .transmit(picture, id: id.number, isVirtual: isVirtual)
  }
}

/// Pixels in shared memory until the terminal has read them.
///
/// Every command needs its own object, as the terminal unlinks it.
final class SharedPictures: Sendable {
  fileprivate struct State {
    var count = 0
    var names: [PictureID: [String]] = [:]
  }

  private let state = Mutex(State())
  fileprivate static let namesPerPicture = 4

  /// Returns the name of the new object (shm_open(3)); nil if there is no space.
  func put(_ bytes: [UInt8], for id: PictureID) -> String? {
    let name = state.withLock { $0.name(for: id) }
    let flags = O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC
    guard let file = Descriptor(opened: unsafe shm_open(name, flags, 0o600)) else { return nil }
    // Reserve space first: running out of it while writing would raise a signal.
    guard posix_fallocate(file.number, 0, off_t(bytes.count)) == 0,
      writeAll(bytes, to: file.number) == nil
    else {
      unsafe shm_unlink(name)
      return nil
    }
    return name
  }

  func remove(_ id: PictureID) {
    let names = state.withLock { $0.names.removeValue(forKey: id) } ?? []
    for name in names { unsafe shm_unlink(name) }
  }
}

extension SharedPictures.State {
  /// Programs have different ID ranges.
  fileprivate mutating func name(for id: PictureID) -> String {
    count += 1
    let name = "/photocell-\(id.number)-\(count)"
    names[id] = (names[id] ?? []).suffix(SharedPictures.namesPerPicture - 1) + [name]
    return name
  }
}
