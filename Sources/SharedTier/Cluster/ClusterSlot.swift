/// Redis Cluster hash slots: the lower 14 bits of CRC-16/XMODEM ("Key distribution model" of the
/// specification).
///
/// Hash tags in braces are not supported; our keys have none.
enum ClusterSlot {
  static let count = 16_384

  static func number(of name: some Sequence<UInt8>) -> Int {
    var crc: UInt16 = 0
    for byte in name {
      crc ^= UInt16(byte) << 8
      for _ in 0..<8 { crc = crc & 0x8000 == 0 ? crc << 1 : crc << 1 ^ 0x1021 }
    }
    return Int(crc) % count
  }
}
