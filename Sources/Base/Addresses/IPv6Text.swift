package enum IPv6Text {
  /// Parses RFC 4291 section 2.2 without brackets; zone IDs (`%eth0`) are not supported.
  package static func bytes(of text: ArraySlice<UInt8>) -> [UInt8]? {
    guard text.count <= 45 else { return nil }
    let halves = halves(of: text)
    guard let head = bytes(ofGroups: halves.head, endsAddress: halves.tail == nil) else {
      return nil
    }
    guard let tailText = halves.tail else { return head.count == 16 ? head : nil }
    guard let tail = bytes(ofGroups: tailText, endsAddress: true), head.count + tail.count <= 14
    else { return nil }
    return head + [UInt8](repeating: 0, count: 16 - head.count - tail.count) + tail
  }

  /// The canonical form (RFC 5952 section 4).
  package static func text(of bytes: [UInt8]) -> String {
    let groups = stride(from: 0, to: 16, by: 2).map { Int(bytes[$0]) << 8 | Int(bytes[$0 + 1]) }
    let written = groups.map { String($0, radix: 16) }
    guard let zeros = longestZeros(in: groups) else { return written.joined(separator: ":") }
    return written[..<zeros.lowerBound].joined(separator: ":") + "::"
      + written[zeros.upperBound...].joined(separator: ":")
  }

  private static func halves(
    of text: ArraySlice<UInt8>
  ) -> (head: ArraySlice<UInt8>, tail: ArraySlice<UInt8>?) {
    let colon = text.indices.dropLast().first {
      text[$0] == UInt8(ascii: ":") && text[$0 + 1] == UInt8(ascii: ":")
    }
    guard let colon else { return (text, nil) }
    return (text[..<colon], text[(colon + 2)...])
  }

  /// Groups of up to four digits separated by colons; the last may be an IPv4 address.
  private static func bytes(
    ofGroups text: ArraySlice<UInt8>, endsAddress: Bool
  ) -> [UInt8]? {
    guard !text.isEmpty else { return [] }
    let groups = text.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    var bytes: [UInt8] = []
    for (index, group) in groups.enumerated() {
      let isLast = endsAddress && index == groups.count - 1
      guard let part = pair(group) ?? (isLast ? IPv4Text.plainBytes(of: group) : nil) else {
        return nil
      }
      bytes += part
    }
    return bytes.count <= 16 ? bytes : nil
  }

  private static func pair(_ group: ArraySlice<UInt8>) -> [UInt8]? {
    guard (1...4).contains(group.count), group.allSatisfy({ $0.hexValue != nil }),
      let value = UInt16(String(decoding: group, as: UTF8.self), radix: 16)
    else { return nil }
    return [UInt8(value >> 8), UInt8(value & 0xFF)]
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
