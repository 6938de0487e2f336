internal import XML

/// Bytes that somebody else has written, which say of no encoding, or of a wrong one.
package enum ForeignBytes {
  /// The bytes as text: UTF-8 where they are that, and otherwise Windows-1252, of which ISO 8859-1 is a
  /// part.
  package static func text(_ bytes: ArraySlice<UInt8>) -> String {
    let bytes = Array(bytes)
    let isUTF8 = UTF8Validation.firstFault(in: bytes) == nil
    let encoding: TextEncoding = isUTF8 ? .utf8 : .windows1252
    return String(decoding: isUTF8 ? bytes : encoding.utf8(bytes[...]), as: UTF8.self)
  }

  /// The units of UTF-16 as text, the lower byte first, up to the first zero.
  package static func wideText(_ bytes: ArraySlice<UInt8>) -> String {
    let text = String(decoding: TextEncoding.utf16LittleEndian.utf8(bytes), as: UTF8.self)
    return String(text.prefix { $0 != "\0" })
  }
}
