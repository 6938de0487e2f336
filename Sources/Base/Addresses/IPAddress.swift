internal import Glibc

/// An IP address; IPv4 is stored as an IPv4-mapped IPv6 address.
package struct IPAddress: Hashable, Sendable {
  package let bytes: [UInt8]

  private static let mapped: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]

  package init?(bytes: [UInt8]) {
    guard bytes.count == 4 || bytes.count == 16 else { return nil }
    self.bytes = bytes.count == 4 ? Self.mapped + bytes : bytes
  }

  /// Takes dotted decimal IPv4, or IPv6 without brackets.
  package init?(_ text: String) {
    let text = Array(text.utf8)[...]
    guard let bytes = parsed(text, AF_INET, byteCount: 4) ?? IPv6Text.bytes(of: text) else {
      return nil
    }
    self.init(bytes: bytes)
  }

  /// Compares a bit prefix from a byte on; missing bytes of the pattern are zero.
  package func hasPrefix(_ pattern: [UInt8], bits: Int, from offset: Int = 0) -> Bool {
    (0..<(bits + 7) / 8).allSatisfy { index in
      let expected = index < pattern.count ? pattern[index] : 0
      return (bytes[offset + index] ^ expected) >> (8 - min(bits - 8 * index, 8)) == 0
    }
  }
}

/// inet_pton(3).
private func parsed(_ text: ArraySlice<UInt8>, _ family: Int32, byteCount: Int) -> [UInt8]? {
  var bytes = [UInt8](repeating: 0, count: byteCount)
  guard !text.contains(0), unsafe inet_pton(family, text.cString, &bytes) == 1 else { return nil }
  return bytes
}

extension IPAddress {
  /// Whether it is not a public address: loopback, private, reserved or multicast (registries of
  /// RFC 6890).
  ///
  /// Also checks IPv4 addresses embedded in IPv6: mapped and compatible (RFC 4291 section 2.5.5),
  /// NAT64 (RFC 6052), 6to4 (RFC 3056).
  package var isPrivate: Bool {
    guard let carrier = Self.carriers.first(where: { hasPrefix($0.start, bits: $0.bits) }) else {
      return Self.v6.contains { hasPrefix($0.start, bits: $0.bits) }
    }
    return Self.v4.contains { hasPrefix($0.start, bits: $0.bits, from: carrier.offset) }
  }

  private typealias Network = (start: [UInt8], bits: Int)

  /// Networks with embedded IPv4 addresses, and the byte offset of these.
  ///
  /// The unspecified and the loopback address match the first one, and then 0.0.0.0/8.
  private static let carriers: [(start: [UInt8], bits: Int, offset: Int)] = [
    ([], 96, 12),
    ([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF], 96, 12),
    ([0x00, 0x64, 0xFF, 0x9B], 96, 12),
    ([0x20, 0x02], 16, 2),
  ]

  private static let v4: [Network] = [
    ([0], 8), ([10], 8), ([100, 64], 10), ([127], 8), ([169, 254], 16), ([172, 16], 12),
    ([192, 0, 0], 24), ([192, 0, 2], 24), ([192, 88, 99], 24), ([192, 168], 16), ([198, 18], 15),
    ([198, 51, 100], 24), ([203, 0, 113], 24), ([224], 3),
  ]

  private static let v6: [Network] = [
    ([0x00, 0x64, 0xFF, 0x9B, 0x00, 0x01], 48), ([0x01, 0x00], 64), ([0x20, 0x01], 23),
    ([0x20, 0x01, 0x0D, 0xB8], 32), ([0x3F, 0xFF], 20), ([0x5F, 0x00], 16), ([0xFC], 7),
    ([0xFE, 0x80], 9), ([0xFF], 8),
  ]
}

extension WebURL {
  /// Whether the host is a private address or a local name by its text.
  ///
  /// Does not resolve names: since every name can resolve to a private address, the address must be
  /// checked again when connecting.
  package var isPrivateAddress: Bool {
    let host = host
    let bareHost = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
    if let address = IPAddress(bareHost) { return address.isPrivate }
    if IPv4Text.isMeant(by: Array(host.utf8)) { return true }
    let name = host.hasSuffix(".") ? String(host.dropLast()) : host
    // RFC 6761, RFC 6762, RFC 8375, and a domain reserved by ICANN.
    let domains = [".localhost", ".local", ".home.arpa", ".internal"]
    return !name.contains(".") || domains.contains { name.hasSuffix($0) } || name == "home.arpa"
  }
}

/// Parses IPv4 addresses as written by people, browsers and attackers.
package enum IPv4Text {
  /// Whether a host is an address instead of a name: its last label is a number.
  ///
  /// The rule of the WHATWG URL standard ("ends in a number"), which libcurl follows too.
  package static func isMeant(by host: [UInt8]) -> Bool {
    guard let last = labels(of: host).last else { return false }
    return last.allSatisfy(\.isDigit) || isHexadecimal(last)
  }

  /// Parses 1 to 4 decimal, octal (`0177`) or hex (`0x7f`) numbers; the last one fills the rest.
  package static func bytes(of host: [UInt8]) -> [UInt8]? {
    let numbers = labels(of: host).map(number)
    guard (1...4).contains(numbers.count), let last = numbers.last ?? nil,
      last < 1 << (8 * (5 - numbers.count))
    else { return nil }
    var address = last
    for (index, value) in numbers.dropLast().enumerated() {
      guard let value, value < 256 else { return nil }
      address |= value << (8 * (3 - index))
    }
    return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: address >> $0) }
  }

  static func labels(of host: [UInt8]) -> [ArraySlice<UInt8>] {
    (host.last == UInt8(ascii: ".") ? host.dropLast() : host[...])
      .split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
  }

  private static func number(_ label: ArraySlice<UInt8>) -> Int? {
    let text = String(decoding: label, as: UTF8.self)
    guard label.first?.isDigit == true else { return nil }
    let value: Int? =
      if label.starts(with: "0x".utf8) {
        label.count == 2 ? 0 : isHexadecimal(label) ? Int(text.dropFirst(2), radix: 16) : nil
      } else if label.count > 1, label.first == UInt8(ascii: "0") {
        Int(text, radix: 8)
      } else {
        Int(text)
      }
    return value.flatMap { (0..<1 << 32).contains($0) ? $0 : nil }
  }

  private static func isHexadecimal(_ label: ArraySlice<UInt8>) -> Bool {
    label.starts(with: "0x".utf8) && label.dropFirst(2).allSatisfy { $0.hexValue != nil }
  }
}

package enum IPv6Text {
  /// Parses RFC 4291 section 2.2 without brackets; zone IDs (`%eth0`) are not supported.
  package static func bytes(of text: ArraySlice<UInt8>) -> [UInt8]? {
    parsed(text, AF_INET6, byteCount: 16)
  }

  /// The canonical form (RFC 5952 section 4).
  package static func text(of bytes: [UInt8]) -> String {
    let groups = stride(from: 0, to: 16, by: 2).map { Int(bytes[$0]) << 8 | Int(bytes[$0 + 1]) }
    let written = groups.map { String($0, radix: 16) }
    guard let zeros = longestZeros(in: groups) else { return written.joined(separator: ":") }
    return written[..<zeros.lowerBound].joined(separator: ":") + "::"
      + written[zeros.upperBound...].joined(separator: ":")
  }

  private static func longestZeros(in groups: [Int]) -> Range<Int>? {
    var longest = 0..<0
    for start in groups.indices {
      let end = groups[start...].firstIndex { $0 != 0 } ?? groups.endIndex
      if end - start > longest.count { longest = start..<end }
    }
    return longest.count >= 2 ? longest : nil
  }
}
