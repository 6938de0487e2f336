/// Base64 (RFC 4648, section 4) with padding.
enum Base64 {
  /// Bytes of data per code of kitty's protocols; encoded they are 4096.
  static let chunk = 3072

  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  static func encode(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    let count = (bytes.count + 2) / 3 * 4
    return unsafe bytes.withUnsafeBufferPointer { input in
      unsafe alphabet.withUnsafeBufferPointer { letters in
        unsafe [UInt8](unsafeUninitializedCapacity: count) { output, initialized in
          var place = 0
          for start in stride(from: 0, to: input.count, by: 3) {
            let left = input.count - start
            let second = left > 1 ? unsafe UInt32(input[start + 1]) : 0
            let third = left > 2 ? unsafe UInt32(input[start + 2]) : 0
            let group = unsafe UInt32(input[start]) << 16 | second << 8 | third
            unsafe output[place] = letters[Int(group >> 18)]
            unsafe output[place + 1] = letters[Int(group >> 12 & 63)]
            unsafe output[place + 2] = left > 1 ? letters[Int(group >> 6 & 63)] : 0x3D
            unsafe output[place + 3] = left > 2 ? letters[Int(group & 63)] : 0x3D
            place += 4
          }
          initialized = count
        }
      }
    }
  }
}

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
