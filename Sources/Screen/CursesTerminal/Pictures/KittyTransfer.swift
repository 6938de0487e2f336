import Glibc
import Imaging
internal import PictureEncoding
import Synchronization
internal import System

/// How the pixels of a picture reach a terminal that knows kitty's protocol.
nonisolated struct KittyTransfer {
  /// The way they take.
  enum Medium: Hashable {
    /// Through shared memory: the terminal is on this machine.
    case sharedMemory
    /// Between the characters.
    case stream
  }

  /// The way they take.
  let medium: Medium
  private let shared = SharedPictures()
  /// Whether commands are wrapped for the terminal around tmux.
  let isWrapped: Bool
  /// Whether placeholders show the pictures.
  let isVirtual: Bool
  /// A terminal that takes fewer bytes in a batch is reached over a slow link: 5 MB/s unless something
  /// else is said.
  var slowBatch = LinkSpeed.moment.bytes(atRate: 5_000_000)
  /// One that takes more, 20 MB/s, is sent bytes sooner than they can be compressed.
  var fastBatch = LinkSpeed.moment.bytes(atRate: 20_000_000)

  /// Whether a picture is sent in fewer colours and a tenth of the bytes.
  private func isReduced(_ picture: EncodedPicture, within batch: Int) -> Bool {
    medium == .stream && picture.encoding == .rgb && batch < slowBatch
  }

  /// About what a picture costs between the characters, in bytes.
  /// - Parameters:
  ///   - picture: A picture in `.rgb` or `.rgba`.
  ///   - batch: How many bytes the terminal takes in a batch.
  /// - Returns: A number of bytes.
  func cost(of picture: EncodedPicture, within batch: Int) -> Int {
    if medium == .sharedMemory { return 128 }
    if isReduced(picture, within: batch) { return picture.pixels.area * 2 / 5 }
    let byteCount = picture.bytes.count * 4 / 3
    return batch < fastBatch ? byteCount * 2 / 3 : byteCount
  }

  /// Takes back what the terminal has not taken of a picture.
  func takeBack(_ id: PictureID) {
    shared.remove(id)
  }

  /// The bytes that send a picture; to be made on the thread that writes them.
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

/// The pixels of pictures in shared memory, until the terminal has taken them.
///
/// A picture that is sent twice has two objects: the terminal may not have read the first command yet,
/// and takes the object of each away.
nonisolated final class SharedPictures: Sendable {
  fileprivate struct State {
    var count = 0
    var names: [PictureID: [String]] = [:]
  }

  private let state = Mutex(State())
  /// How many objects of one picture are remembered; the terminal has long taken those before them.
  fileprivate static let namesPerPicture = 4

  /// Puts bytes into a new object (shm_open(3)).
  /// - Returns: Its name; nil where there is no room, and nothing is left.
  func put(_ bytes: [UInt8], for id: PictureID) -> String? {
    let name = state.withLock { $0.name(for: id) }
    let number = unsafe shm_open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard number >= 0 else { return nil }
    let file = Descriptor(taking: number)
    // Space that is promised first cannot run out while it is written, which would be a signal.
    guard posix_fallocate(file.number, 0, off_t(bytes.count)) == 0,
      writeAll(bytes, to: file.number) == nil
    else {
      unsafe shm_unlink(name)
      return nil
    }
    return name
  }

  /// Removes what the terminal has not taken of a picture.
  func remove(_ id: PictureID) {
    let names = state.withLock { $0.names.removeValue(forKey: id) } ?? []
    for name in names { unsafe shm_unlink(name) }
  }
}

nonisolated extension SharedPictures.State {
  /// A name that no object has had; programs differ in their numbers for pictures.
  fileprivate mutating func name(for id: PictureID) -> String {
    count += 1
    let name = "/photocell-\(id.number)-\(count)"
    names[id] = (names[id] ?? []).suffix(SharedPictures.namesPerPicture - 1) + [name]
    return name
  }
}
