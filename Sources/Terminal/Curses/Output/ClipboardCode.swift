/// An image for kitty's clipboard (kitty, "Copying all data types to the clipboard", OSC 5522).
struct PictureClipboardCode {
  private static let piece = 4096

  let bytes: [UInt8]

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

/// Text for the clipboard (OSC 52); not acknowledged, and many terminals ignore it.
struct ClipboardCode {
  /// Longer codes would exceed 100,000 bytes, the limit of hterm's `osc52.sh`.
  static let limit = 74_994

  let bytes: [UInt8]

  init?(_ text: [UInt8]) {
    guard text.count <= Self.limit else { return nil }
    bytes = Array("\u{1B}]52;c;".utf8) + Base64.encode(text[...]) + [0x07]
  }
}
