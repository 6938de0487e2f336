/// What a child may say once before its answer: how many pixels its picture has.
package struct SizeMessage: Hashable, Sendable {
  /// The length of the message in bytes; no answer is shorter.
  package static let byteCount = 12

  /// How many pixels it says; nothing has checked that.
  package let pixelCount: Int

  /// Takes a number of pixels.
  package init(pixelCount: Int) {
    self.pixelCount = pixelCount
  }

  /// Reads the message; nil where it is none.
  package init?(parsing bytes: [UInt8]) {
    guard var reader = MessageReader(bytes, .size, byteCount: Self.byteCount),
      let count = reader.take(UInt64.self)
    else { return nil }
    pixelCount = Int(clamping: count)
  }

  /// The message as it is sent.
  package var bytes: [UInt8] {
    var writer = MessageWriter(.size)
    writer.put(UInt64(clamping: pixelCount))
    return writer.bytes
  }
}
