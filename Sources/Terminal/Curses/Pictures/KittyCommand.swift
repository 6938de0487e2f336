internal import Base
import Glibc
import Imaging
import Synchronization

/// A command of kitty's protocol, without a reply, which could arrive after we stop reading.
struct KittyCommand {
  private let control: String
  private let payload: [UInt8]

  private init(_ control: String, payload: [UInt8] = []) {
    self.control = "\(control),q=2"
    self.payload = payload
  }

  /// `isVirtual` adds a placement for placeholders, of this size; terminals evict images without
  /// placements first. `isTransient` marks an image that is shown for a short time; kitty before 0.48
  /// refuses such a command.
  static func transmit(
    _ payload: [UInt8], format: String, id: UInt32, isVirtual: Bool, size: CellSize,
    isTransient: Bool = false
  ) -> KittyCommand {
    let action = isVirtual ? "a=T,U=1,p=1,c=\(size.columns),r=\(size.rows)" : "a=t"
    let hint = isTransient ? ",N=1" : ""
    return KittyCommand("\(action),i=\(id),\(format)\(hint)", payload: payload)
  }

  /// Below this level kitty draws cell backgrounds over images too.
  private static let level = Int32.min / 2 - 1

  /// Below the text, without moving the cursor; placement numbers start at 1.
  static func place(id: UInt32, number: Int = 1, in size: CellSize) -> KittyCommand {
    KittyCommand("a=p,i=\(id),p=\(number),c=\(size.columns),r=\(size.rows),C=1,z=\(level)")
  }

  /// Removes a placement; the terminal keeps the image.
  static func takeOff(id: UInt32, number: Int) -> KittyCommand {
    KittyCommand("a=d,d=i,i=\(id),p=\(number)")
  }

  static func free(id: UInt32) -> KittyCommand { KittyCommand("a=d,d=I,i=\(id)") }

  /// Since kitty 0.33.
  static func free(ids: ClosedRange<UInt32>) -> KittyCommand {
    KittyCommand("a=d,d=R,x=\(ids.lowerBound),y=\(ids.upperBound)")
  }

  func bytes(wrappedForTmux isWrapped: Bool = false) -> [UInt8] {
    var bytes: [UInt8] = []
    guard payload.count > Base64.chunk else {
      append(control, payload[...], isWrapped, to: &bytes)
      return bytes
    }
    bytes.reserveCapacity(payload.count * 4 / 3 + payload.count / Base64.chunk * 32)
    for start in stride(from: 0, to: payload.count, by: Base64.chunk) {
      let end = min(payload.count, start + Base64.chunk)
      let more = end < payload.count ? 1 : 0
      let head = start == 0 ? "\(control),m=\(more)" : "m=\(more),q=2"
      append(head, payload[start..<end], isWrapped, to: &bytes)
    }
    return bytes
  }

  private func append(
    _ control: String, _ payload: ArraySlice<UInt8>, _ isWrapped: Bool, to bytes: inout [UInt8]
  ) {
    guard !isWrapped else {
      var code: [UInt8] = []
      append(control, payload, false, to: &code)
      return bytes += TmuxPassthrough.wrap(code)
    }
    bytes += Array("\u{1b}_G\(control)\(payload.isEmpty ? "" : ";")".utf8)
    Base64.append(payload, to: &bytes)
    bytes += Array("\u{1b}\\".utf8)
  }
}

/// How pixels are transmitted to a terminal with kitty's protocol.
struct KittyTransfer {
  private let shared = SharedPictures()
  let isWrapped: Bool
  let isVirtual: Bool
  var usesSharedMemory = false
  var hintsTransient = false
  /// Close-ups and frames of videos have more pixels; a thumbnail has fewer.
  static let transientArea = 300_000
  /// Batch size below which the link is slow and images are reduced: 5 MB/s.
  var slowBatch = LinkSpeed.moment.bytes(atRate: 5_000_000)
  /// Batch size above which sending is faster than compressing: 20 MB/s.
  var fastBatch = LinkSpeed.moment.bytes(atRate: 20_000_000)

  private func isReduced(_ picture: EncodedPicture, within batch: Int) -> Bool {
    !usesSharedMemory && picture.encoding == .rgb && !picture.isPNG && batch < slowBatch
  }

  /// In bytes, as is `batch`.
  func cost(of picture: EncodedPicture, within batch: Int) -> Int {
    if usesSharedMemory { return 128 }
    if isReduced(picture, within: batch) { return picture.pixels.area * 2 / 5 }
    let byteCount = picture.bytes.count * 4 / 3
    return batch < fastBatch ? byteCount * 2 / 3 : byteCount
  }

  func takeBack(_ id: PictureID) {
    shared.remove(id)
  }

  /// Call on the writing thread, as it encodes the image.
  func bytes(of picture: EncodedPicture, as id: PictureID, within batch: Int) -> [UInt8] {
    let (payload, format) = content(of: picture, as: id, within: batch)
    return KittyCommand.transmit(
      payload, format: format, id: id.number, isVirtual: isVirtual, size: picture.size,
      isTransient: hintsTransient && picture.pixels.area > Self.transientArea
    ).bytes(wrappedForTmux: isWrapped)
  }

  private func content(
    of picture: EncodedPicture, as id: PictureID, within batch: Int
  ) -> (payload: [UInt8], format: String) {
    guard !picture.isPNG else { return (picture.bytes, "f=100") }
    let depth = picture.encoding == .rgba ? 32 : 24
    let pixels = "f=\(depth),s=\(picture.pixels.width),v=\(picture.pixels.height)"
    // The terminal unlinks the shared memory object.
    if usesSharedMemory, let name = shared.put(picture.bytes, for: id) {
      return (Array(name.utf8), "\(pixels),t=s")
    }
    if isReduced(picture, within: batch),
      let file = PalettePNG().file(of: picture.bytes, size: picture.pixels)
    {
      return (file, "f=100")
    }
    // A zlib stream (RFC 1950).
    if !usesSharedMemory, batch < fastBatch,
      let data = Deflate.quick.zlibStream(of: picture.bytes), data.count < picture.bytes.count
    {
      return (data, "\(pixels),o=z")
    }
    return (picture.bytes, pixels)
  }
}

/// Pixels in shared memory until the terminal has read them.
///
/// Every command needs its own object, as the terminal unlinks it.
final class SharedPictures: Sendable {
  private let state = Mutex((count: 0, names: [PictureID: [String]]()))
  private static let namesPerPicture = 4

  /// Returns the name of the new object (shm_open(3)); nil if there is no space.
  func put(_ bytes: [UInt8], for id: PictureID) -> String? {
    let name = state.withLock { state in
      state.count += 1
      // Programs have different ID ranges.
      let name = "/photocell-\(id.number)-\(state.count)"
      state.names[id] = (state.names[id] ?? []).suffix(Self.namesPerPicture - 1) + [name]
      return name
    }
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
