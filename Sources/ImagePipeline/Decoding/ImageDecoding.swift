package import Base
package import DecoderProtocol
import Glibc
package import Imaging

package protocol ImageDecoding: Sendable {
  /// Decodes one image, scaled down and oriented; blocks; callable concurrently.
  ///
  /// Errors leave nothing open.
  func decode(
    _ source: ImageSource, for request: DecodingRequest, unless cancellation: CancellationSignal
  ) throws(DecodingError) -> LoadedBitmap

  /// Blocks until the size of the frames is known; each is scaled to fit `box`, in pixels.
  ///
  /// Throws `.refused(.unsupported)` unless the image has frames and its format is supported.
  func frames(
    of source: ImageSource, in box: PixelSize, unless cancellation: CancellationSignal
  ) throws(DecodingError) -> FrameStream

  func retryFailures()
}

extension ImageDecoding {
  /// Decodes one image on a thread that may wait; callable from any task.
  package func decode(
    _ source: ImageSource, for request: DecodingRequest
  ) async throws(DecodingError) -> LoadedBitmap {
    try await WorkQueue.decoding.run { (cancellation) throws(DecodingError) in
      try decode(source, for: request, unless: cancellation)
    }
  }

  /// Decodes a drawing, which fills any box, at its own size if that fits the box of the request.
  package func decodeDrawing(
    _ source: ImageSource, for request: DecodingRequest
  ) async throws(DecodingError) -> LoadedBitmap {
    let small = DecodingRequest(box: PixelSize(width: 64, height: 64))
    let own = try await decode(source, for: small).info.size ?? request.box
    let box = own.fitted(into: request.box)
    return try await decode(source, for: DecodingRequest(box: box, isWide: request.isWide))
  }
}

package enum ImageSource: Hashable, Sendable {
  /// Path bytes; opened by this process, not by a codec.
  case file([UInt8])
  case bytes([UInt8])
  case open(OpenPhoto)

  /// Blocks.
  package func opened() throws(DecodingError) -> OpenPhoto {
    switch self {
    case .file(let path): try OpenPhoto(path: path)
    case .bytes(let bytes): try OpenPhoto(bytes)
    case .open(let photo): photo
    }
  }
}

package struct DecodingRequest: Hashable, Sendable {
  /// The box, in pixels, that the displayed image is scaled down to fit; images are not enlarged.
  package var box: PixelSize
  /// The box, in pixels, for an image that must be decoded whole; at least `box`.
  package var wholeBox: PixelSize
  /// In pixels of the displayed image, clipped to it; nil for all of it.
  ///
  /// The region is scaled down to fit `box`, and enlarged only for drawings. If the image must be
  /// decoded whole and is as detailed within `wholeBox`, the answer is the whole. Embedded
  /// thumbnails are not used.
  package var region: PixelRect?
  /// How an embedded thumbnail may be used; it may show the photo before it was edited.
  package var thumbnail: ThumbnailUse
  /// Of a video, the frame at this percentage of its duration, from 1 to 99; nil for its poster.
  package var moment: Int?
  /// Whether the pixels are in Display P3, not sRGB.
  package var isWide: Bool

  package init(
    box: PixelSize, wholeBox: PixelSize? = nil, region: PixelRect? = nil,
    thumbnail: ThumbnailUse = .never, isWide: Bool = false
  ) {
    self.box = box
    self.wholeBox = wholeBox ?? box
    (self.region, self.thumbnail, self.isWide) = (region, thumbnail, isWide)
  }
}

/// An image file that is open for reading, and its version at that time.
///
/// The version finds thumbnails; the descriptor is sent to a decoder, and shows at the end whether
/// the file is unchanged. Compared by identity. Every call blocks.
package final class OpenPhoto: Sendable {
  private static let byteLimit = 512_000_000

  package let version: FileVersion
  private let file: Descriptor
  private let hasName: Bool

  /// Does not wait for a FIFO; errors leave nothing open.
  package convenience init(path: [UInt8]) throws(DecodingError) {
    guard let file = LongPath.open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY) else {
      // Sockets cannot be opened, nor missing devices.
      throw [ENXIO, ENODEV].contains(errno) ? .notAFile : .refused(.unreadable(errno: errno))
    }
    try self.init(file)
  }

  /// Makes a sealed file in memory, which a decoder cannot change.
  convenience init(_ bytes: [UInt8]) throws(DecodingError) {
    guard bytes.count <= Self.byteLimit else { throw .fileTooLarge(byteCount: bytes.count) }
    guard let file = Descriptor.ofSealedFile(bytes) else {
      throw .refused(.unreadable(errno: errno))
    }
    try self.init(file)
  }

  package init(_ file: consuming Descriptor) throws(DecodingError) {
    guard let status = file.status else { throw .refused(.unreadable(errno: errno)) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .notAFile }
    version = FileVersion(status)
    hasName = status.st_nlink > 0
    self.file = file
  }

  /// Valid as long as this object.
  package var number: Int32 { file.number }

  /// Whether the file is the opened version: writes change its change time, replacing unlinks.
  var isUnchanged: Bool {
    guard let status = file.status else { return false }
    return (status.st_nlink > 0) == hasName && FileVersion(status) == version
  }

  package func format() throws(DecodingError) -> PictureFormat {
    guard version.byteCount > 0 else { throw .refused(.empty) }
    let format = try PictureFormat(readingStart: start)
    // Only of videos no more is read than is needed.
    guard format?.isVideo == true || version.byteCount <= Self.byteLimit else {
      throw .fileTooLarge(byteCount: version.byteCount)
    }
    guard let format else { throw .refused(.notAnImage) }
    return format
  }

  /// The first and last `length` bytes, or all if they overlap; nil if unreadable.
  package func ends(of length: Int) -> [UInt8]? {
    var bytes: [UInt8] = []
    let isShort = version.byteCount <= 2 * length
    guard file.read(isShort ? version.byteCount : length, at: 0, into: &bytes) == 0,
      isShort || file.read(length, at: version.byteCount - length, into: &bytes) == 0
    else { return nil }
    return bytes.count == min(version.byteCount, 2 * length) ? bytes : nil
  }

  /// All bytes; throws `changing` if the file has become shorter.
  package func content() throws(DecodingError) -> [UInt8] {
    let bytes = try start(version.byteCount)
    guard bytes.count == version.byteCount else { throw .changing }
    return bytes
  }

  private func start(_ byteCount: Int) throws(DecodingError) -> [UInt8] {
    var start: [UInt8] = []
    let failure = file.read(byteCount, at: 0, into: &start)
    guard failure == 0 else { throw .refused(.unreadable(errno: failure)) }
    return start
  }
}

extension OpenPhoto: Hashable {
  package static func == (left: OpenPhoto, right: OpenPhoto) -> Bool { left === right }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}

extension CaptureDate {
  /// A time in UTC, as containers of videos have it, by the clock of this system; others unchanged.
  var inLocalTime: CaptureDate {
    guard utcOffset == 0 else { return self }
    var seconds = time_t(wallMilliseconds.quotientAndRemainder(dividingBy: 1000).quotient)
    var parts = unsafe tm()
    guard unsafe localtime_r(&seconds, &parts) != nil else { return self }
    let offset = unsafe parts.tm_gmtoff / 60
    return CaptureDate(
      wallMilliseconds: wallMilliseconds + Int64(offset) * 60_000, utcOffset: offset) ?? self
  }
}
