import DecoderMessages
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
