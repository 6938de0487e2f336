internal import CZlib

/// W3C PNG, section 5.
package struct PNGFile: Sendable {
  package private(set) var bytes = signature

  package static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// Writes IHDR with eight bits per channel, not interlaced (section 11.2.1).
  package init(size: PixelSize, colorType: UInt8) {
    add(
      "IHDR",
      size.width.bigEndianBytes(4) + size.height.bigEndianBytes(4) + [8, colorType, 0, 0, 0])
  }

  /// Whether a file that begins like ours is RGB (color type 2).
  package static func hasOpaqueColors(_ file: [UInt8]) -> Bool { file.count > 25 && file[25] == 2 }

  package mutating func add(_ type: String, _ data: [UInt8]) {
    bytes += Self.chunk(type, data)
  }

  static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
    var bytes = data.count.bigEndianBytes(4) + Array(type.utf8)
    bytes += data
    return bytes + Int(checksum(of: bytes[4...])).bigEndianBytes(4)
  }

  /// CRC-32 of the type and data of a chunk (annex D).
  package static func checksum(of bytes: ArraySlice<UInt8>) -> UInt32 {
    let sum = unsafe bytes.withUnsafeBufferPointer { buffer in
      unsafe CZlib.crc32_z(0, buffer.baseAddress, buffer.count)
    }
    return UInt32(truncatingIfNeeded: sum)
  }
}
