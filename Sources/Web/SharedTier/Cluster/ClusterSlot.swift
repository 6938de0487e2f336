/// The slot of a key in a Redis Cluster, which tells the node that has it: the lower 14 bits of CRC-16/XMODEM
/// (Redis' cluster specification, "Key distribution model").
///
/// What stands in braces would count alone; our keys have none.
enum ClusterSlot {
  /// How many there are.
  static let count = 16_384

  /// The slot of a name.
  static func number(of name: some Sequence<UInt8>) -> Int {
    var crc: UInt16 = 0
    for byte in name {
      crc ^= UInt16(byte) << 8
      for _ in 0..<8 { crc = crc & 0x8000 == 0 ? crc << 1 : crc << 1 ^ 0x1021 }
    }
    return Int(crc) % count
  }
}
