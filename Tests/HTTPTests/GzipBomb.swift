/// Twenty megabytes of zeros in a few kilobytes of gzip: RFC 1951 and RFC 1952.
enum GzipBomb {
  static let bytes: [UInt8] = {
    var bits = BitWriter()
    bits.write(1, 1)
    bits.write(1, 2)
    // With the fixed codes a zero byte is 0011'0000, and "258 bytes from one byte back" is
    // 1100'0101 followed by the five zeros of the distance.
    bits.writeCode(0b0011_0000, 8)
    for _ in 0..<77_600 {
      bits.writeCode(0b1100_0101, 8)
      bits.writeCode(0, 5)
    }
    bits.writeCode(0, 7)
    let head: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3]
    return head + bits.finished + [UInt8](repeating: 0, count: 8)
  }()
}
