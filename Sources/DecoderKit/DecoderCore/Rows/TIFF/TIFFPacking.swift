import Imaging

/// Decompresses strips and tiles of a TIFF as far as possible (TIFF 6.0, sections 9, 13 and 14).
enum TIFFPacking {
  /// Returns at most `length` bytes; fewer if the data ends early or is damaged.
  ///
  /// `compression` is 5, 8, 32773 or 32946; others count as uncompressed.
  static func unpacked(_ packed: ArraySlice<UInt8>, _ compression: Int, to length: Int) -> [UInt8] {
    switch compression {
    case 5: unpackedLZW(packed, to: length)
    case 8, 32946: Inflation.prefix(of: packed, atMost: length)
    case 32773: PackBits.unpacked(packed, to: length)
    default: Array(packed.prefix(length))
    }
  }

  /// Codes of 9 to 12 bits, highest bit first; widths grow one code early (TIFF 6.0, section 13).
  private static func unpackedLZW(_ packed: ArraySlice<UInt8>, to length: Int) -> [UInt8] {
    let (clear, end, limit) = (256, 257, 4096)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(length)
    // Range of each code's text in the output.
    var texts: [(start: Int, count: Int)] = []
    var last: (start: Int, count: Int)?
    var (buffer, bitCount, width) = (0, 0, 9)
    for byte in packed {
      (buffer, bitCount) = ((buffer << 8 | Int(byte)) & 0xFFFFFF, bitCount + 8)
      guard bitCount >= width else { continue }
      bitCount -= width
      let code = buffer >> bitCount & ((1 << width) - 1)
      if code == end || bytes.count >= length { break }
      if code == clear {
        texts = []
        (last, width) = (nil, 9)
        continue
      }
      let start = bytes.count
      if code < clear {
        bytes.append(UInt8(code))
      } else if code - 258 < texts.count {
        let text = texts[code - 258]
        bytes += bytes[text.start..<text.start + text.count]
      } else if code - 258 == texts.count, let last {
        bytes += bytes[last.start..<last.start + last.count]
        bytes.append(bytes[last.start])
      } else {
        break
      }
      // A new code is the last text plus the byte after it in the output.
      if let last, texts.count + 258 < limit { texts.append((last.start, last.count + 1)) }
      last = (start, bytes.count - start)
      let next = texts.count + 259
      width = next < 512 ? 9 : next < 1024 ? 10 : next < 2048 ? 11 : 12
    }
    return bytes.count > length ? Array(bytes.prefix(length)) : bytes
  }
}

/// Run lengths of bytes (TIFF 6.0, section 9), also in Photoshop documents.
enum PackBits {
  /// Returns at most `length` bytes; fewer if the data ends early.
  static func unpacked(_ packed: ArraySlice<UInt8>, to length: Int) -> [UInt8] {
    var (bytes, rest) = ([UInt8](), packed)
    bytes.reserveCapacity(length)
    while bytes.count < length, let first = rest.popFirst() {
      let head = Int(Int8(bitPattern: first))
      if head >= 0 {
        bytes += rest.prefix(head + 1)
        rest = rest.dropFirst(head + 1)
      } else if head > -128, let value = rest.popFirst() {
        bytes += repeatElement(value, count: 1 - head)
      }
    }
    return bytes.count > length ? Array(bytes.prefix(length)) : bytes
  }
}
