import Glibc
import Imaging
internal import PictureEncoding
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
  /// Whether commands are wrapped for the terminal around tmux.
  let isWrapped: Bool
  /// Whether placeholders show the pictures.
  let isVirtual: Bool
  /// A terminal that takes fewer bytes in a batch is reached over a slow link: 5 MB/s unless something
  /// else is said.
  var slowBatch = LinkSpeed.moment.bytes(atRate: 5_000_000)

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
    return isReduced(picture, within: batch) ? picture.pixels.area / 4 : picture.bytes.count * 4 / 3
  }

  /// The bytes that send a picture; to be made on the thread that writes them.
  func bytes(of picture: EncodedPicture, as id: PictureID, within batch: Int) -> [UInt8] {
    command(of: picture, as: id, within: batch).bytes(wrappedForTmux: isWrapped)
  }

  private func command(
    of picture: EncodedPicture, as id: PictureID, within batch: Int
  ) -> KittyCommand {
    if medium == .sharedMemory, let name = SharedPicture.put(picture.bytes, for: id) {
      return .transmit(picture, id: id.number, isVirtual: isVirtual, inSharedMemory: name)
    }
    if isReduced(picture, within: batch),
      let file = PalettePNG().file(of: picture.bytes, size: picture.pixels)
    {
      return .transmit(file, showing: picture, id: id.number, isVirtual: isVirtual)
    }
    return .transmit(picture, id: id.number, isVirtual: isVirtual)
  }
}

/// The pixels of a picture in shared memory, until the terminal has taken them.
nonisolated enum SharedPicture {
  /// The name of the object for an id; another program has other ids.
  static func name(for id: PictureID) -> String { "/photocell-\(id.number)" }

  /// Puts bytes into a new object (shm_open(3)).
  /// - Returns: Its name; nil where there is no room, and nothing is left.
  static func put(_ bytes: [UInt8], for id: PictureID) -> String? {
    let name = name(for: id)
    // One that the terminal has not taken shows an older picture.
    unsafe shm_unlink(name)
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

  /// Removes the object for an id, if the terminal has not.
  static func remove(_ id: PictureID) {
    unsafe shm_unlink(name(for: id))
  }
}
