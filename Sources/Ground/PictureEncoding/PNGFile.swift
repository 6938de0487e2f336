internal import CZlib
package import Imaging

/// A PNG while it is written, chunk by chunk (W3C PNG, section 5).
package struct PNGFile: Sendable {
  /// What is written so far.
  package private(set) var bytes = signature

  /// How every PNG begins.
  package static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// Begins with the header IHDR: eight bits, the only methods there are, not interlaced (section
  /// 11.2.1).
  /// - Parameters:
  ///   - size: The size in pixels, both sides at least 1.
  ///   - colorType: PNG's number for what the channels are.
  package init(size: PixelSize, colorType: UInt8) {
    add("IHDR", Self.bigEndian(size.width) + Self.bigEndian(size.height) + [8, colorType, 0, 0, 0])
  }

  /// Adds a chunk.
  /// - Parameters:
  ///   - type: The four letters of its type.
  ///   - data: What it holds.
  package mutating func add(_ type: String, _ data: [UInt8]) {
    bytes += Self.bigEndian(data.count)
    let start = bytes.count
    bytes += Array(type.utf8)
    bytes += data
    bytes += Self.bigEndian(Int(Self.checksum(of: bytes[start...])))
  }

  /// The checksum of the type and the data of a chunk: CRC-32 (annex D).
  package static func checksum(of bytes: ArraySlice<UInt8>) -> UInt32 {
    let sum = unsafe bytes.withUnsafeBufferPointer { buffer in
      unsafe CZlib.crc32_z(0, buffer.baseAddress, buffer.count)
    }
    return UInt32(truncatingIfNeeded: sum)
  }

  private static func bigEndian(_ number: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }
}
