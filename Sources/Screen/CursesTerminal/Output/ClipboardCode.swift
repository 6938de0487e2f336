/// The escape codes by which kitty is asked to put a picture on the clipboard (kitty, "Copying all data types
/// to the clipboard", OSC 5522).
nonisolated struct PictureClipboardCode {
  /// The most bytes of a picture in one code.
  private static let piece = 4096

  /// The codes.
  let bytes: [UInt8]

  /// Makes the codes.
  /// - Parameters:
  ///   - picture: The bytes of a file.
  ///   - type: Its media type.
  init(_ picture: [UInt8], type: String) {
    let name = String(decoding: Base64.encode(Array(type.utf8)[...]), as: UTF8.self)
    var bytes = Self.code("type=write")
    bytes.reserveCapacity(picture.count * 3 / 2)
    for start in stride(from: 0, to: picture.count, by: Self.piece) {
      let piece = picture[start..<min(start + Self.piece, picture.count)]
      bytes += Self.code("type=wdata:mime=\(name);", Base64.encode(piece))
    }
    self.bytes = bytes + Self.code("type=wdata")
  }

  private static func code(_ metadata: String, _ payload: [UInt8] = []) -> [UInt8] {
    Array("\u{1B}]5522;\(metadata)".utf8) + payload + Array("\u{1B}\\".utf8)
  }
}

/// The escape code by which a terminal is asked to put text on the clipboard (OSC 52).
///
/// No terminal answers: many ask their user first, or do nothing.
nonisolated struct ClipboardCode {
  /// The most bytes of text that terminals take: with more, the code is longer than 100,000 bytes, which
  /// hterm's `osc52.sh` set as the limit.
  static let limit = 74_994

  /// The code.
  let bytes: [UInt8]

  /// Makes the code; nil for more text than terminals take.
  init?(_ text: [UInt8]) {
    guard text.count <= Self.limit else { return nil }
    bytes = Array("\u{1B}]52;c;".utf8) + Base64.encode(text[...]) + [0x07]
  }
}
