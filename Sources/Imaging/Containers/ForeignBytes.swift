internal import Base

/// Decodes text of metadata whose encoding is not declared, or declared wrongly.
package enum ForeignBytes {
  /// Decodes as UTF-8 if valid, otherwise as Windows-1252, a superset of ISO 8859-1.
  package static func text(_ bytes: ArraySlice<UInt8>) -> String {
    let bytes = Array(bytes)
    let isUTF8 = UTF8Validation.firstFault(in: bytes) == nil
    let encoding: TextEncoding = isUTF8 ? .utf8 : .windows1252
    return String(decoding: isUTF8 ? bytes : encoding.utf8(bytes[...]), as: UTF8.self)
  }

  /// Decodes UTF-16, little-endian, up to the first zero.
  package static func wideText(_ bytes: ArraySlice<UInt8>) -> String {
    let text = String(decoding: TextEncoding.utf16LittleEndian.utf8(bytes), as: UTF8.self)
    return String(text.prefix { $0 != "\0" })
  }
}
