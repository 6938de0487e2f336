import Values

/// What of an address has to be written as `%` and two digits: RFC 3986 sections 2 and 3.
///
/// What is encoded already stays; a `%` that begins nothing is encoded itself.
package enum PercentEncoding {
  /// A path, or a part of one.
  static func path(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    encoded(bytes, and: "/:@")
  }

  /// A query.
  static func query(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    encoded(bytes, and: "/:@?")
  }

  /// A name, with a colon and a password behind it or not.
  static func userInfo(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    encoded(bytes, and: ":")
  }

  /// A value of a query that must come back as it is: all but what never has another meaning.
  package static func value(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    bytes.flatMap { isUnreserved($0) ? [$0] : escape($0) }
  }

  private static func encoded(_ bytes: ArraySlice<UInt8>, and others: StaticString) -> [UInt8] {
    let others = Array(String(describing: others).utf8)
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    for index in bytes.indices {
      let byte = bytes[index]
      let stays =
        isUnreserved(byte) || subDelimiters.contains(byte) || others.contains(byte)
        || byte == "%" && isEscape(bytes[index...])
      if stays { result.append(byte) } else { result += escape(byte) }
    }
    return result
  }

  private static let subDelimiters = Array("!$&'()*+,;=".utf8)

  private static func isUnreserved(_ byte: UInt8) -> Bool {
    byte.isLetter || byte.isDigit || byte == "-" || byte == "." || byte == "_" || byte == "~"
  }

  private static func isEscape(_ bytes: ArraySlice<UInt8>) -> Bool {
    let digits = bytes.dropFirst().prefix(2)
    return digits.count == 2 && digits.allSatisfy { $0.hexValue != nil }
  }

  private static func escape(_ byte: UInt8) -> [UInt8] {
    let digits = Array("0123456789ABCDEF".utf8)
    return [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
  }
}
