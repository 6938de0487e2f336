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
    var result: [UInt8] = []
    append(bytes, to: &result) { isUnreserved($0) }
    return result
  }

  /// Adds a path whose parts must come back as they are: all but slashes, and what never has another meaning.
  static func append(path: [UInt8], to text: inout [UInt8]) {
    append(path, to: &text) { $0 == "/" || isUnreserved($0) }
  }

  private static func append(
    _ bytes: some Sequence<UInt8>, to text: inout [UInt8], where stays: (UInt8) -> Bool
  ) {
    text.reserveCapacity(text.count + bytes.underestimatedCount)
    for byte in bytes {
      if stays(byte) { text.append(byte) } else { text += escape(byte) }
    }
  }

  /// The bytes of a path, or of a part of one; what begins no escape stays.
  package static func decoded(_ text: some Sequence<UInt8>) -> [UInt8] {
    decoded(Array(text), plus: UInt8(ascii: "+"))
  }

  /// The bytes of a value of a form (`application/x-www-form-urlencoded`): a plus is a space, and what begins no
  /// escape stays.
  package static func decodedForm(_ text: [UInt8]) -> [UInt8] {
    decoded(text, plus: UInt8(ascii: " "))
  }

  private static func decoded(_ text: [UInt8], plus: UInt8) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count)
    var rest = text[...]
    while let byte = rest.popFirst() {
      if byte == "%", let high = rest.first?.hexValue, let low = rest.dropFirst().first?.hexValue {
        bytes.append(high << 4 | low)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte == "+" ? plus : byte)
      }
    }
    return bytes
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
