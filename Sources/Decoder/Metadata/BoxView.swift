internal import XML

/// A box of the ISO base media file format (ISO/IEC 14496-12, section 4.2) as it stands in a file, of
/// which only the head has been read.
struct BoxView {
  /// Its four letters.
  let kind: String
  /// What follows its head, as far as the file goes.
  let content: ByteView

  private static let mostBoxes = 4096

  /// The boxes that follow one another, as far as they make sense.
  static func all(in view: ByteView) -> [BoxView] {
    var (boxes, position): ([BoxView], Int) = ([], 0)
    while boxes.count < mostBoxes, let length = view.number(at: position, 4),
      let kind = view.bytes(at: position + 4, 4)
    {
      let large = length == 1 ? view.number(at: position + 8, 8) : nil
      let headLength = length == 1 ? 16 : 8
      let whole = length == 0 ? view.count - position : large ?? length
      guard whole >= headLength else { return boxes }
      boxes.append(
        BoxView(
          kind: String(decoding: kind, as: UTF8.self),
          content: view.part(from: position + headLength, count: whole - headLength)))
      guard whole < view.count - position else { return boxes }
      position += whole
    }
    return boxes
  }
}

/// Bytes that somebody else has written, which say of no encoding, or of a wrong one.
enum ForeignBytes {
  /// The bytes as text: UTF-8 where they are that, and otherwise Windows-1252, of which ISO 8859-1 is a
  /// part.
  static func text(_ bytes: ArraySlice<UInt8>) -> String {
    let bytes = Array(bytes)
    let isUTF8 = UTF8Validation.firstFault(in: bytes) == nil
    let encoding: TextEncoding = isUTF8 ? .utf8 : .windows1252
    return String(decoding: isUTF8 ? bytes : encoding.utf8(bytes[...]), as: UTF8.self)
  }

  /// The units of UTF-16 as text, the lower byte first, up to the first zero.
  static func wideText(_ bytes: ArraySlice<UInt8>) -> String {
    let text = String(decoding: TextEncoding.utf16LittleEndian.utf8(bytes), as: UTF8.self)
    return String(text.prefix { $0 != "\0" })
  }
}
