/// IPv4 addresses as people, browsers and attackers write them.
enum IPv4Text {
  /// Whether a host is an address and no name: its last label is a number.
  ///
  /// This is the rule of the WHATWG URL standard ("ends in a number"), which libcurl follows in
  /// what it accepts.
  static func isMeant(by host: [UInt8]) -> Bool {
    guard let last = labels(of: host).last else { return false }
    return last.allSatisfy(\.isDigit) || last.starts(with: "0x".utf8) && number(last) != nil
  }

  /// The four bytes of one to four decimal, octal (`0177`) or hexadecimal (`0x7f`) numbers, the last
  /// of which fills what the others leave; nil where the numbers are none or too large.
  static func bytes(of host: [UInt8]) -> [UInt8]? {
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

  private static func labels(of host: [UInt8]) -> [ArraySlice<UInt8>] {
    (host.last == "." ? host.dropLast() : host[...])
      .split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
  }

  /// A number below 2^32.
  private static func number(_ label: ArraySlice<UInt8>) -> Int? {
    let text = String(decoding: label, as: UTF8.self)
    guard label.first?.isDigit == true else { return nil }
    let value: Int? =
      if label.starts(with: "0x".utf8) {
        label.count == 2 ? 0 : hexadecimal(text)
      } else if label.count > 1, label.first == "0" {
        Int(text, radix: 8)
      } else {
        Int(text)
      }
    return value.flatMap { (0..<1 << 32).contains($0) ? $0 : nil }
  }

  private static func hexadecimal(_ text: String) -> Int? {
    let digits = text.dropFirst(2)
    return digits.utf8.allSatisfy { $0.hexValue != nil } ? Int(digits, radix: 16) : nil
  }
}
