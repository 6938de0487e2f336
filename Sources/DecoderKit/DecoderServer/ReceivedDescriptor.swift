import Base
import DecoderProtocol
import Glibc

struct ReceivedDescriptor: ~Copyable {
  private let file: Descriptor
  private let byteCount: Int
  private var bytes: [UInt8] = []

  /// `byteCount` is the maximum number of bytes to read.
  init(_ file: consuming Descriptor, byteCount: Int) {
    self.file = file
    self.byteCount = byteCount
  }

  /// Decodes the file; reads only its start if that suffices for a thumbnail or an error.
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

  mutating func wholeBytes() throws(PictureError) -> [UInt8] {
    if let reason = read(upTo: byteCount) { throw reason }
    return bytes
  }

  private func end(_ count: Int) -> [UInt8] {
    var end: [UInt8] = []
    if count > 0 { _ = file.read(count, at: max(0, byteCount - count), into: &end) }
    return end
  }

  private func decodeInPlace(with work: some PictureWork) -> PictureAnswer? {
    guard let mapped = MappedFile(file, byteCount: byteCount) else { return nil }
    return unsafe work.decode(mapped.bytes, start: bytes)
  }

  /// Continues reading; stops early if the file has been truncated since it was opened.
  private mutating func read(upTo end: Int) -> PictureError? {
    let end = min(end, byteCount)
    // Untouched memory costs nothing, and growing would move the bytes already read.
    bytes.reserveCapacity(byteCount)
    let failure = file.read(end - bytes.count, at: bytes.count, into: &bytes)
    return failure == 0 ? nil : .unreadable(errno: failure)
  }
}

/// A mapped file: access beyond a new end raises SIGBUS, so only children may use it.
@safe
struct MappedFile: ~Copyable {
  let bytes: UnsafeBufferPointer<UInt8>

  /// Maps and reads the file; nil if it has been truncated or memory is short.
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
