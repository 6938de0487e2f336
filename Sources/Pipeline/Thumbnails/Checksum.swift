internal import CZlib

/// The checksum of PNG's chunks: CRC-32 (W3C PNG, annex D).
enum Checksum {
  static func crc32(of bytes: ArraySlice<UInt8>) -> UInt32 {
    let sum = unsafe bytes.withUnsafeBufferPointer { buffer in
      unsafe CZlib.crc32_z(0, buffer.baseAddress, buffer.count)
    }
    return UInt32(truncatingIfNeeded: sum)
  }
}
