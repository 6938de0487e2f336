internal import CZlib

/// Decompresses strips and tiles of a TIFF as far as possible (TIFF 6.0, sections 9, 13 and 14).
enum TIFFPacking {
  /// Returns at most `length` bytes; fewer if the data ends early or is damaged.
  ///
  /// `compression` is 5, 8, 32773 or 32946; others count as uncompressed.
  static func unpacked(_ packed: ArraySlice<UInt8>, _ compression: Int, to length: Int) -> [UInt8] {
    switch compression {
    case 5: unpackedLZW(packed, to: length)
    case 8, 32946: inflated(packed, to: length)
    case 32773: unpackedRuns(packed, to: length)
    default: Array(packed.prefix(length))
    }
  }

  private static func inflated(_ packed: ArraySlice<UInt8>, to length: Int) -> [UInt8] {
    var stream = unsafe z_stream()
    let version = ZLIB_VERSION
    guard unsafe inflateInit_(&stream, version, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
      return []
    }
    defer { unsafe inflateEnd(&stream) }
    var input = Array(packed)
    return unsafe input.withUnsafeMutableBufferPointer { input in
      unsafe [UInt8](unsafeUninitializedCapacity: length) { output, count in
        unsafe stream.next_in = input.baseAddress
        unsafe stream.avail_in = UInt32(clamping: input.count)
        unsafe stream.next_out = output.baseAddress
        unsafe stream.avail_out = UInt32(clamping: length)
        while unsafe inflate(&stream, Z_NO_FLUSH) == Z_OK, unsafe stream.avail_out > 0 {}
        count = unsafe length - Int(stream.avail_out)
      }
    }
  }

  private static func unpackedRuns(_ packed: ArraySlice<UInt8>, to length: Int) -> [UInt8] {
    var (bytes, place): ([UInt8], Int) = ([], packed.startIndex)
    bytes.reserveCapacity(length)
    while bytes.count < length, place < packed.endIndex {
      let head = Int(Int8(bitPattern: packed[place]))
      place += 1
      if head >= 0 {
        bytes += packed[place..<min(packed.endIndex, place + head + 1)]
        place += head + 1
      } else if head > -128, place < packed.endIndex {
        bytes += repeatElement(packed[place], count: 1 - head)
        place += 1
      }
    }
    return bytes.count > length ? Array(bytes.prefix(length)) : bytes
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
