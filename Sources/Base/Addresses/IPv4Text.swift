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

  /// Parses four decimal numbers without leading zeros.
  static func plainBytes(of text: ArraySlice<UInt8>) -> [UInt8]? {
    let numbers = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard numbers.count == 4 else { return nil }
    let bytes = numbers.compactMap { digits -> UInt8? in
      guard digits.allSatisfy(\.isDigit), digits.count == 1 || digits.first != UInt8(ascii: "0")
      else { return nil }
      return UInt8(String(decoding: digits, as: UTF8.self))
    }
    return bytes.count == 4 ? bytes : nil
  }

  private static func labels(of host: [UInt8]) -> [ArraySlice<UInt8>] {
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
