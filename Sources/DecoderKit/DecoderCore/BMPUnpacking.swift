struct BMPUnpacking {
  private struct Part {
    let mask: UInt32
    let shift: Int
    let most: UInt32

    init(_ mask: UInt32) {
      self.mask = mask
      shift = mask == 0 ? 0 : mask.trailingZeroBitCount
      most = mask == 0 ? 0 : mask >> UInt32(shift)
    }

    func value(in pixel: UInt32) -> UInt8 {
      guard most > 0 else { return 255 }
      return UInt8(
        (UInt64((pixel & mask) >> UInt32(shift)) * 255 + UInt64(most / 2)) / UInt64(most))
    }
  }

  private let bits: Int
  /// RGBA pixels, in memory order, of 256 indices.
  private let palette: [UInt32]
  private let parts: [Part]

  init(_ header: BMPHeader) {
    bits = header.bitsPerPixel
    palette = Self.colors(header.palette)
    parts = header.packing == .masks ? header.masks.map(Part.init) : []
  }

  private static func colors(_ palette: [UInt8]) -> [UInt32] {
    (0..<256).map { number in
      let color = palette.dropFirst(number * 4).prefix(4)
      guard color.count == 4 else { return UInt32(littleEndian: 0xFF00_0000) }
      return UInt32(littleEndian: color.reversed().reduce(0) { $0 << 8 | UInt32($1) })
    }
  }

  func unpack(_ stored: ArraySlice<UInt8>, into row: inout [UInt8]) {
    if parts.isEmpty {
      color(numbers(stored, count: row.count / 4), into: &row)
    } else {
      mask(stored, into: &row)
    }
  }

  /// Maps indices to colors; indices beyond the palette are black.
  func color(_ numbers: ArraySlice<UInt8>, into row: inout [UInt8]) {
    unsafe row.withUnsafeMutableBytes { row in
      unsafe numbers.withUnsafeBytes { numbers in
        for index in 0..<min(numbers.count, row.count / 4) {
          let color = unsafe palette[Int(numbers[index])]
          unsafe row.storeBytes(of: color, toByteOffset: index * 4, as: UInt32.self)
        }
      }
    }
  }

  /// The first index of a byte is in its highest bits.
  private func numbers(_ stored: ArraySlice<UInt8>, count: Int) -> ArraySlice<UInt8> {
    if bits == 8 { return stored.prefix(count) }
    let perByte = 8 / bits
    return (0..<count).map { index in
      let byte = stored[stored.startIndex + index / perByte]
      return byte >> UInt8(8 - bits - index % perByte * bits) & (1 << UInt8(bits) - 1)
    }[...]
  }

  private func mask(_ stored: ArraySlice<UInt8>, into row: inout [UInt8]) {
    let length = bits / 8
    for index in 0..<row.count / 4 {
      let start = stored.startIndex + index * length
      let pixel = (0..<length).reduce(UInt32(0)) { sum, byte in
        sum | UInt32(stored[start + byte]) << UInt32(byte * 8)
      }
      for channel in 0..<4 { row[index * 4 + channel] = parts[channel].value(in: pixel) }
    }
  }
}
