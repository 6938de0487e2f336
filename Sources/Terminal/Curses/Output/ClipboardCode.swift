/// Base64 (RFC 4648, section 4) with padding.
enum Base64 {
  /// Bytes of data per code of kitty's protocols; encoded they are 4096.
  static let chunk = 3072

  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// The two letters of 12 bits, the first in the lower byte.
  private static let pairs = (0..<4096).map { bits in
    UInt16(alphabet[bits >> 6]) | UInt16(alphabet[bits & 63]) << 8
  }

  static func encode(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var letters: [UInt8] = []
    append(bytes, to: &letters)
    return letters
  }

  static func append(_ bytes: ArraySlice<UInt8>, to output: inout [UInt8]) {
    let (groupCount, rest) = bytes.count.quotientAndRemainder(dividingBy: 3)
    output.append(addingCapacity: groupCount * 4) { span in
      unsafe span.withUnsafeMutableBufferPointer { buffer, count in
        let letters = UnsafeMutableRawBufferPointer(buffer)
        unsafe bytes.withUnsafeBufferPointer { bytes in
          unsafe pairs.withUnsafeBufferPointer { pairs in
            var place = 0
            for _ in 0..<groupCount {
              let high = unsafe Int(bytes[place]) &<< 4 | Int(bytes[place &+ 1]) &>> 4
              let low = unsafe Int(bytes[place &+ 1] & 15) &<< 8 | Int(bytes[place &+ 2])
              let four = unsafe UInt32(pairs[high]) | UInt32(pairs[low]) &<< 16
              unsafe letters.storeBytes(of: four.littleEndian, toByteOffset: count, as: UInt32.self)
              place &+= 3
              count &+= 4
            }
          }
        }
      }
    }
    guard rest > 0 else { return }
    let last = bytes.suffix(rest) + [0]
    let bits = Int(last[last.startIndex]) << 8 | Int(last[last.startIndex + 1])
    output += [alphabet[bits >> 10], alphabet[bits >> 4 & 63]]
    output += [rest == 1 ? UInt8(ascii: "=") : alphabet[bits << 2 & 63], UInt8(ascii: "=")]
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
