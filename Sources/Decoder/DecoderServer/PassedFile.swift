import DecoderMessages
import Glibc
import System

/// The file of a picture as a child has it: a descriptor that somebody else has opened.
struct PassedFile: ~Copyable {
  private let file: Descriptor
  private let byteCount: Int
  private var bytes: [UInt8] = []

  /// Takes a file that is open for reading, and how many bytes of it are read at most.
  init(_ file: consuming Descriptor, byteCount: Int) {
    self.file = file
    self.byteCount = byteCount
  }

  /// Decodes the file; an embedded thumbnail, or a refusal, needs no more than its start.
  mutating func decode(with work: some PictureWork) -> PictureAnswer {
    let startByteCount = type(of: work).startByteCount
    if let reason = read(upTo: startByteCount) { return .failure(reason) }
    if bytes.count == startByteCount, byteCount > startByteCount {
      let end = end(type(of: work).endByteCount)
      if let answer = work.decodeStart(bytes, end: end) ?? decodeInPlace(with: work) {
        return answer
      }
      if let reason = read(upTo: byteCount) { return .failure(reason) }
    }
    return work.decode(bytes)
  }

  /// Reads the whole file.
  /// - Throws: `PictureError.unreadable`.
  mutating func wholeBytes() throws(PictureError) -> [UInt8] {
    if let reason = read(upTo: byteCount) { throw reason }
    return bytes
  }

  /// The last bytes, as far as they can be read.
  private func end(_ count: Int) -> [UInt8] {
    var end: [UInt8] = []
    if count > 0 { _ = file.read(count, at: max(0, byteCount - count), into: &end) }
    return end
  }

  private func decodeInPlace(with work: some PictureWork) -> PictureAnswer? {
    guard let mapped = MappedFile(file, byteCount: byteCount) else { return nil }
    return unsafe work.decode(mapped.bytes, start: bytes)
  }

  /// Reads on; a file that has become shorter since it was opened ends early, a grown one does not.
  private mutating func read(upTo end: Int) -> PictureError? {
    let end = min(end, byteCount)
    // Memory that is never touched costs nothing, and moving what was read already would.
    bytes.reserveCapacity(byteCount)
    let failure = file.read(end - bytes.count, at: bytes.count, into: &bytes)
    return failure == 0 ? nil : .unreadable(errno: failure)
  }
}

/// The bytes of a file where the kernel keeps them, for as long as this is there: nothing is copied.
///
/// The file may change meanwhile. Whoever reads behind its new end dies of SIGBUS, which only a child
/// may that decodes one picture.
@safe
struct MappedFile: ~Copyable {
  /// The whole file.
  let bytes: UnsafeBufferPointer<UInt8>

  /// Maps a file, and reads it from the disk; nil where it has become shorter, or there is no room.
  /// - Parameters:
  ///   - file: The file, open for reading.
  ///   - byteCount: Its size in bytes, above zero.
  init?(_ file: borrowing Descriptor, byteCount: Int) {
    var status = stat()
    guard unsafe fstat(file.number, &status) == 0, status.st_size >= byteCount,
      let start = unsafe mmap(
        nil, byteCount, PROT_READ, MAP_PRIVATE | MAP_POPULATE, file.number, 0),
      unsafe start != MAP_FAILED
    else { return nil }
    unsafe bytes = UnsafeBufferPointer(
      start: start.bindMemory(to: UInt8.self, capacity: byteCount), count: byteCount)
  }

  deinit {
    unsafe munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count)
  }
}
