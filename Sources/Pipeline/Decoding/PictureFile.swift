import DecoderMessages
import Glibc
import PictureFormats
import System

/// A picture that is open for reading: a regular file, or bytes in a file of memory.
struct PictureFile: ~Copyable {
  /// How large a file may be, in bytes.
  private static let byteLimit = 512_000_000
  /// How many bytes tell the two kinds that most photos have.
  private static let shortSignature = 16

  private let descriptor: Descriptor
  /// The size in bytes when it was opened.
  let byteCount: Int

  /// Opens a picture; blocks for as long as a disk does.
  /// - Throws: `DecodingError.unreadable`, `.notAFile` or `.fileTooLarge`; nothing is left open.
  init(_ source: ImageSource) throws(DecodingError) {
    switch source {
    case .file(let path): try self.init(path: path)
    case .bytes(let bytes): try self.init(bytes: bytes)
    case .open(let picture): try self.init(picture)
    }
  }

  /// Opens a file without ever waiting for one, as opening a FIFO would.
  private init(path: [UInt8]) throws(DecodingError) {
    let file = try PathWalk.open(path)
    byteCount = try Self.byteCount(ofFile: file.number)
    descriptor = file
  }

  /// Keeps a file open of its own, whatever becomes of the other.
  private init(_ picture: OpenPicture) throws(DecodingError) {
    guard let file = picture.file.duplicate() else { throw .refused(.unreadable(errno: errno)) }
    byteCount = try Self.byteCount(ofFile: file.number)
    descriptor = file
  }

  /// Makes a file of bytes, which a decoder cannot change.
  private init(bytes: [UInt8]) throws(DecodingError) {
    guard bytes.count <= Self.byteLimit else { throw .fileTooLarge(byteCount: bytes.count) }
    guard let file = Descriptor.ofSealedFile(bytes) else {
      throw .refused(.unreadable(errno: errno))
    }
    descriptor = file
    byteCount = bytes.count
  }

  private static func byteCount(ofFile descriptor: Int32) throws(DecodingError) -> Int {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { throw .refused(.unreadable(errno: errno)) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .notAFile }
    guard status.st_size <= byteLimit else { throw .fileTooLarge(byteCount: status.st_size) }
    return status.st_size
  }

  /// The descriptor, which is good as long as this is there.
  var number: Int32 { descriptor.number }

  /// Tells what kind of picture it is, from its first bytes.
  /// - Throws: `DecodingError.notAnImage` or `.unreadable`.
  borrowing func format() throws(DecodingError) -> PictureFormat {
    let start = try start(byteCount: Self.shortSignature)
    if let format = PictureFormat(signatureOf: start), format == .jpeg || format == .png {
      return format
    }
    let more = try self.start(byteCount: PictureFormat.signatureLength)
    guard let format = PictureFormat(signatureOf: more) else { throw .refused(.notAnImage) }
    return format
  }

  private borrowing func start(byteCount: Int) throws(DecodingError) -> [UInt8] {
    var start: [UInt8] = []
    let failure = descriptor.read(byteCount, at: 0, into: &start)
    guard failure == 0 else { throw .refused(.unreadable(errno: failure)) }
    return start
  }
}
