/// Percent-encoding (RFC 3986 sections 2 and 3); existing escapes stay, an invalid `%` is encoded.
package enum PercentEncoding {
  static func path(_ bytes: ArraySlice<UInt8>) -> [UInt8] { encoded(bytes, and: "/:@") }

  static func query(_ bytes: ArraySlice<UInt8>) -> [UInt8] { encoded(bytes, and: "/:@?") }

  static func userInfo(_ bytes: ArraySlice<UInt8>) -> [UInt8] { encoded(bytes, and: ":") }

  /// A query value that must be preserved: encodes all but unreserved characters.
  package static func value(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    append(bytes, to: &result) { isUnreserved($0) }
    return result
  }

  /// A path that must be preserved: encodes all but slashes and unreserved characters.
  package static func append(path: [UInt8], to text: inout [UInt8]) {
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

  package static func decoded(_ text: some Sequence<UInt8>) -> [UInt8] {
    decoded(Array(text), plus: UInt8(ascii: "+"))
  }

  /// Decodes `application/x-www-form-urlencoded`: a plus is a space; invalid escapes stay.
  package static func decodedForm(_ text: [UInt8]) -> [UInt8] {
    decoded(text, plus: UInt8(ascii: " "))
  }

  package static func strictlyDecoded(_ text: some Collection<UInt8>) -> [UInt8]? {
    let text = Array(text)
    let isValid = text.indices.allSatisfy { text[$0] != "%" || isEscape(text[$0...]) }
    return isValid ? decoded(text) : nil
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

  package static func isEscape(_ bytes: ArraySlice<UInt8>) -> Bool {
    let digits = bytes.dropFirst().prefix(2)
    return digits.count == 2 && digits.allSatisfy { $0.hexValue != nil }
  }

  package static func escape(_ byte: UInt8) -> [UInt8] {
    let digits = Array("0123456789ABCDEF".utf8)
    return [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
  }
}
