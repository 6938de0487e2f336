import DecoderMessages
import Glibc
import PictureFormats
package import System

/// An encoded picture that is open for reading, and the version of its file that was found then.
///
/// A file is opened once: thumbnails are looked up by its version, the decoder gets its descriptor, and
/// at the end the same descriptor tells whether the file is still what was decoded.
///
///     let photo = try OpenPhoto(path: path)
///     let image = try decoder.decode(.open(photo), for: request, unless: cancellation)
///     guard photo.isUnchanged else { throw .changing }
///
/// It is closed when nobody needs it any more, and equal to itself alone. Every call blocks, on any
/// thread.
package final class OpenPhoto: Sendable {
  /// How large a file may be, in bytes.
  private static let byteLimit = 512_000_000
  /// How many bytes tell the two kinds that most photos have.
  private static let shortSignature = 16

  /// What the file was when it was opened.
  package let version: FileVersion
  private let file: Descriptor

  /// Opens a file without ever waiting for one, as opening a FIFO would.
  /// - Parameter path: A path of any length as bytes.
  /// - Throws: `DecodingError.refused` with `unreadable`, `.notAFile` or `.fileTooLarge`; nothing is left
  ///   open.
  package convenience init(path: [UInt8]) throws(DecodingError) {
    guard let file = DeepPath.open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY) else {
      // A socket never can be opened, nor a device that is not there.
      throw [ENXIO, ENODEV].contains(errno) ? .notAFile : .refused(.unreadable(errno: errno))
    }
    try self.init(file)
  }

  /// Makes a file of bytes in memory, which a decoder cannot change.
  /// - Throws: As for a path.
  convenience init(_ bytes: [UInt8]) throws(DecodingError) {
    guard bytes.count <= Self.byteLimit else { throw .fileTooLarge(byteCount: bytes.count) }
    guard let file = Descriptor.ofSealedFile(bytes) else {
      throw .refused(.unreadable(errno: errno))
    }
    try self.init(file)
  }

  /// Takes over a file that is open for reading.
  /// - Throws: As for a path.
  package init(_ file: consuming Descriptor) throws(DecodingError) {
    guard let status = file.status else { throw .refused(.unreadable(errno: errno)) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .notAFile }
    guard status.st_size <= Self.byteLimit else { throw .fileTooLarge(byteCount: status.st_size) }
    version = FileVersion(status)
    self.file = file
  }

  /// The descriptor, which is good as long as this is there.
  var number: Int32 { file.number }

  /// Whether the file is still there as the version that was opened: what is written to it changes the
  /// time of its last change, and what is put in its place leaves it without a name.
  var isUnchanged: Bool {
    guard let status = file.status else { return false }
    return status.st_nlink > 0 && FileVersion(status) == version
  }

  /// Tells what kind of picture it is, from its first bytes.
  /// - Throws: `DecodingError.refused` with `notAnImage` or `unreadable`.
  func format() throws(DecodingError) -> PictureFormat {
    let start = try start(byteCount: Self.shortSignature)
    if let format = PictureFormat(signatureOf: start), format == .jpeg || format == .png {
      return format
    }
    var more = try self.start(byteCount: PictureFormat.signatureLength)
    if PictureFormat.isUndecided(after: more) {
      more = try self.start(byteCount: PictureFormat.markupLength)
    }
    guard let format = PictureFormat(signatureOf: more) else { throw .refused(.notAnImage) }
    return format
  }

  /// Its first bytes and its last, or all where they would overlap.
  /// - Parameter length: How many of each end.
  /// - Returns: Nil where they cannot be read.
  package func ends(of length: Int) -> [UInt8]? {
    var bytes: [UInt8] = []
    let isShort = version.byteCount <= 2 * length
    guard file.read(isShort ? version.byteCount : length, at: 0, into: &bytes) == 0,
      isShort || file.read(length, at: version.byteCount - length, into: &bytes) == 0
    else { return nil }
    return bytes.count == min(version.byteCount, 2 * length) ? bytes : nil
  }

  private func start(byteCount: Int) throws(DecodingError) -> [UInt8] {
    var start: [UInt8] = []
    let failure = file.read(byteCount, at: 0, into: &start)
    guard failure == 0 else { throw .refused(.unreadable(errno: failure)) }
    return start
  }
}

extension OpenPhoto: Hashable {
  /// Whether both are the same.
  package static func == (left: OpenPhoto, right: OpenPhoto) -> Bool { left === right }

  /// Feeds what tells it from others.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}
