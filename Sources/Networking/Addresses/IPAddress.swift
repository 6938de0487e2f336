internal import Glibc

/// The address of a host: IPv6, or IPv4 as the last four of its bytes.
package struct IPAddress: Hashable, Sendable {
  /// The 16 bytes, those of an IPv4 address behind `::ffff:`.
  let bytes: [UInt8]

  private static let mapped: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]

  /// Reads an address as it is written; nil where it is none.
  package init?(_ text: String) {
    var four = in_addr()
    var six = in6_addr()
    if unsafe inet_pton(AF_INET, text, &four) == 1 {
      bytes = unsafe Self.mapped + withUnsafeBytes(of: &four) { unsafe Array($0) }
    } else if unsafe inet_pton(AF_INET6, text, &six) == 1 {
      bytes = unsafe withUnsafeBytes(of: &six) { unsafe Array($0) }
    } else {
      return nil
    }
  }

  /// Takes the address out of what the system is asked to connect to; nil for other families.
  init?(_ address: UnsafePointer<sockaddr>) {
    switch Int32(unsafe address.pointee.sa_family) {
    case AF_INET:
      let four = unsafe address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
        unsafe withUnsafeBytes(of: $0.pointee.sin_addr) { unsafe Array($0) }
      }
      bytes = Self.mapped + four
    case AF_INET6:
      bytes = unsafe address.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) {
        unsafe withUnsafeBytes(of: $0.pointee.sin6_addr) { unsafe Array($0) }
      }
    default: return nil
    }
  }

  /// Whether the first bits are those of a pattern.
  func hasPrefix(_ pattern: [UInt8], bits: Int, from offset: Int = 0) -> Bool {
    (0..<bits).allSatisfy { bit in
      let shift = UInt8(7 - bit % 8)
      let expected = bit / 8 < pattern.count ? pattern[bit / 8] : 0
      return (bytes[offset + bit / 8] ^ expected) >> shift & 1 == 0
    }
  }
}
