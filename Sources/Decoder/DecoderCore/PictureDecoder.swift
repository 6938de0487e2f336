package import DecoderMessages
import Glibc
package import Imaging
import PictureFormats

/// Turns encoded bytes into a bitmap: no files, no tasks, no state, so that any process and any
/// thread may call it.
///
/// The kind of a picture is told from its first bytes.
package struct PictureDecoder: Sendable {
  /// How much of a file `decodeStart` is worth calling with, in bytes: EXIF blocks end before that.
  package static let startByteCount = 256 * 1024
  /// How much of a file's end `decodeStart` looks at, in bytes.
  package static let endByteCount = JPEGEnding.byteCount

  /// The box in pixels that the picture, as it is shown, is scaled down to fit; never enlarged.
  package let box: PixelSize
  /// The box in pixels for a picture that must be decoded whole; at least as large as `box`.
  package let wholeBox: PixelSize
  /// What an embedded thumbnail may be used for.
  package let thumbnail: ThumbnailUse
  /// Hears the stored size of a picture, in pixels, before it is decoded.
  let onSize: @Sendable (PixelSize) -> Void

  /// Makes a decoder for one box.
  /// - Parameters:
  ///   - box: A size in pixels; sides below 1 count as 1.
  ///   - wholeBox: What a picture that must be decoded whole is scaled down to fit; `box` where none
  ///     is given.
  ///   - thumbnail: What an embedded thumbnail may be used for.
  ///   - onSize: Is called with the stored size of a picture, in pixels, once it is known and allowed:
  ///     before memory is taken for it, on the calling thread, perhaps more than once. Drawings have
  ///     none.
  package init(
    box: PixelSize, wholeBox: PixelSize? = nil, thumbnail: ThumbnailUse = .whereItSuffices,
    onSize: @escaping @Sendable (PixelSize) -> Void = { _ in }
  ) {
    self.box = box
    self.wholeBox = wholeBox ?? box
    self.thumbnail = thumbnail
    self.onSize = onSize
  }

  /// Decodes a whole file; synchronous, callable from any thread.
  /// - Throws: The reason why there is no picture; nothing is kept.
  package func decode(_ bytes: [UInt8]) throws(PictureError) -> DecodedPicture {
    switch try format(of: bytes) {
    case .jpeg:
      guard let photo = try JPEGPicture(bytes) else { throw .truncated }
      let small = try unsafe bytes.withUnsafeBufferPointer { (file) throws(PictureError) in
        try unsafe decodeThumbnail(of: photo, in: file)
      }
      if let small { return small }
      return try decode(photo, turnedBy: photo.header.exif.orientation)
    case .png:
      guard thumbnail != .only else { throw .noThumbnail }
      let picture = try PNGPicture(bytes)
      onSize(picture.size)
      return try picture.decode(into: wholeBox)
    case .bmp:
      guard thumbnail != .only else { throw .noThumbnail }
      let picture = try BMPPicture(bytes)
      onSize(picture.size)
      return try picture.decode(into: wholeBox)
    case let other:
      throw .unsupported(other.description)
    }
  }

  /// Answers what the first bytes of a file are enough for: a thumbnail, or a refusal.
  ///
  /// Synchronous, callable from any thread.
  /// - Parameters:
  ///   - bytes: The first bytes of a larger file.
  ///   - end: Its last bytes, as far as they are known.
  /// - Returns: The picture; nil where the whole file must be looked at.
  /// - Throws: What decoding the whole file would throw.
  package func decodeStart(_ bytes: [UInt8], end: [UInt8]) throws(PictureError) -> DecodedPicture? {
    switch try format(of: bytes) {
    case .jpeg:
      guard thumbnail != .never, let photo = try JPEGPicture(bytes),
        thumbnail == .only || !JPEGEnding.mayBeMissing(at: end)
      else { return nil }
      return try decodeThumbnail(of: photo)
    case .png, .bmp:
      guard thumbnail != .only else { throw .noThumbnail }
      return nil
    case let other:
      throw .unsupported(other.description)
    }
  }

  /// Decodes a file of which the start has been read, without reading the rest into memory.
  ///
  /// Synchronous, callable from any thread.
  /// - Parameters:
  ///   - file: The whole file, which may change meanwhile.
  ///   - start: Its first bytes, which `decodeStart` was called with.
  /// - Returns: The picture; nil where the whole file must be read, for it is looked at more than once.
  /// - Throws: What decoding the whole file would throw.
  package func decode(
    _ file: UnsafeBufferPointer<UInt8>, start: [UInt8]
  ) throws(PictureError) -> DecodedPicture? {
    guard thumbnail != .only, try format(of: start) == .jpeg,
      let photo = try JPEGPicture(start)
    else { return nil }
    if let small = try unsafe decodeThumbnail(of: photo, in: file) { return small }
    guard !photo.header.hasManyScans else { return nil }
    return try fitted(photo, turnedBy: photo.header.exif.orientation) { size throws(PictureError) in
      try unsafe photo.decode(file, to: size)
    }
  }

  private func format(of bytes: [UInt8]) throws(PictureError) -> PictureFormat {
    guard let format = PictureFormat(signatureOf: bytes) else { throw .notAnImage }
    return format
  }

  /// Decodes a JPEG that another file holds, which also says how it is turned.
  ///
  /// Synchronous, callable from any thread.
  /// - Parameters:
  ///   - jpeg: The whole JPEG; what it says of its own orientation does not count.
  ///   - orientation: How it must be turned.
  /// - Returns: The picture, fitted into the box.
  /// - Throws: The reason why there is no picture; nothing is kept.
  package func decode(
    _ jpeg: [UInt8], turnedBy orientation: Orientation
  ) throws(PictureError) -> DecodedPicture {
    guard case .jpeg = try format(of: jpeg) else { throw .damaged }
    guard let photo = try JPEGPicture(jpeg) else { throw .truncated }
    return try decode(photo, turnedBy: orientation)
  }

  private func decode(
    _ photo: JPEGPicture, turnedBy orientation: Orientation
  ) throws(PictureError) -> DecodedPicture {
    try fitted(photo, turnedBy: orientation) { size throws(PictureError) in
      try photo.decode(to: size)
    }
  }

  private func fitted(
    _ photo: JPEGPicture, turnedBy orientation: Orientation,
    by decode: (PixelSize) throws(PictureError) -> (bitmap: Bitmap, isComplete: Bool)
  ) throws(PictureError) -> DecodedPicture {
    onSize(photo.header.size)
    let size = JPEGDecompressor.economicalSize(
      for: photo.header.size, covering: photo.header.size.fitted(into: orientation.shown(box)),
      near: photo.header.size.fitted(into: orientation.shown(wholeBox)))
    let (bitmap, isComplete) = try decode(size)
    return DecodedPicture(
      bitmap: bitmap.turned(by: orientation),
      info: photo.header.exif.info(
        of: photo.header.size, turnedBy: orientation, isComplete: isComplete))
  }
}

/// Where the data of a JPEG end, and whether its file goes on until there.
enum JPEGEnding {
  /// How many bytes of the end of a file are looked at first.
  static let byteCount = 4096

  /// Whether a file may end within the data of a scan.
  ///
  /// Behind a byte 0xFF these data have a zero or the number of a restart (ITU-T T.81, section
  /// B.1.1.5). Elsewhere that is rare: in a video, in padding, in what phones append.
  /// - Parameter end: The last bytes of a file.
  /// - Returns: False where data end among these bytes, and where the bytes are no such data.
  static func mayBeMissing(at end: [UInt8]) -> Bool {
    var (dataCount, otherCount) = (0, 0)
    for (mark, next) in zip(end, end.dropFirst()) where mark == 0xFF {
      if next == JPEGMarkers.endOfImage { return false }
      if next == 0 || (0xD0...0xD7).contains(next) { dataCount += 1 } else { otherCount += 1 }
    }
    return dataCount > otherCount
  }

  /// Whether the data of a picture end within its file.
  /// - Parameters:
  ///   - file: The whole file.
  ///   - scanStart: Where the data of its first scan begin, in bytes.
  /// - Returns: Whether the mark of their end is there.
  static func isThere(in file: UnsafeBufferPointer<UInt8>, from scanStart: Int) -> Bool {
    guard let start = file.baseAddress else { return false }
    var position = scanStart
    while position < file.count - 1,
      let mark = unsafe memchr(start + position, 0xFF, file.count - 1 - position)
    {
      position = unsafe UnsafeRawPointer(mark) - UnsafeRawPointer(start) + 1
      if unsafe file[position] == JPEGMarkers.endOfImage { return true }
    }
    return false
  }
}
