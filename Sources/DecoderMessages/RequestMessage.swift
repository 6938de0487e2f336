package import Imaging

/// What a decoder is asked for, as it is sent: with it come the descriptors of the file, of the end
/// that the answer is written to, and of the end that is told how the decoding ended.
package struct RequestMessage: Hashable, Sendable {
  /// The longest side of a box in pixels: a picture that fits has at most a gigabyte.
  package static let sideLimit = 16_384
  /// The length of the message in bytes.
  package static let byteCount = 21

  /// The box in pixels that the picture, as it is shown, is scaled down to fit; sides from 1 to
  /// `sideLimit`.
  package let box: PixelSize
  /// Tells whether an embedded thumbnail is all that is wanted.
  package let wantsThumbnailOnly: Bool
  /// How many bytes of the file are read at most.
  package let fileByteCount: Int

  /// Makes a request; sides of the box beyond the limits are brought to them.
  package init(box: PixelSize, wantsThumbnailOnly: Bool, fileByteCount: Int) {
    self.box = PixelSize(
      width: max(1, min(box.width, Self.sideLimit)),
      height: max(1, min(box.height, Self.sideLimit)))
    self.wantsThumbnailOnly = wantsThumbnailOnly
    self.fileByteCount = max(0, fileByteCount)
  }

  /// Reads a request; nil where any number of it is out of its limits.
  package init?(parsing bytes: [UInt8]) {
    guard var reader = MessageReader(bytes, .request, byteCount: Self.byteCount),
      let box = reader.takeSize(), let thumbnail = reader.take(UInt8.self), thumbnail <= 1,
      let count = reader.take(UInt64.self), let fileByteCount = Int(exactly: count)
    else { return nil }
    self.init(box: box, wantsThumbnailOnly: thumbnail == 1, fileByteCount: fileByteCount)
    guard self.box == box else { return nil }
  }

  /// The request as it is sent.
  package var bytes: [UInt8] {
    var writer = MessageWriter(.request)
    writer.put(UInt32(box.width))
    writer.put(UInt32(box.height))
    writer.put(UInt8(wantsThumbnailOnly ? 1 : 0))
    writer.put(UInt64(fileByteCount))
    return writer.bytes
  }
}
