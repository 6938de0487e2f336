/// A box of the ISO base media file format (ISO/IEC 14496-12, section 4.2), which JP2 has as well
/// (ISO/IEC 15444-1, annex I).
struct MediaBox {
  /// Its four letters.
  let kind: String
  /// What follows its header, as far as the bytes go.
  let content: ArraySlice<UInt8>
  /// Whether the bytes end before the box does.
  let isCutShort: Bool

  /// The boxes that follow one another; those after a broken one are not looked for.
  static func all(in bytes: ArraySlice<UInt8>) -> [MediaBox] {
    prefix(of: bytes).filter { !$0.isCutShort }
  }

  /// The boxes that follow one another, and the one that the bytes end in.
  static func prefix(of bytes: ArraySlice<UInt8>) -> [MediaBox] {
    var boxes: [MediaBox] = []
    var rest = bytes
    while let box = MediaBox(takenFrom: &rest) { boxes.append(box) }
    return boxes
  }

  /// The first box of a kind.
  static func first(_ kind: String, in bytes: ArraySlice<UInt8>) -> MediaBox? {
    var rest = bytes
    while let box = MediaBox(takenFrom: &rest) {
      if box.kind == kind { return box.isCutShort ? nil : box }
    }
    return nil
  }

  private init?(takenFrom rest: inout ArraySlice<UInt8>) {
    var fields = MediaFields(rest)
    guard let size = fields.take(4), let kind = fields.takeText(4) else { return nil }
    var length = size
    if size == 1 {
      guard let large = fields.take(8) else { return nil }
      length = large
    } else if size == 0 {
      length = rest.count
    }
    let headLength = rest.count - fields.rest.count
    guard length >= headLength else { return nil }
    self.kind = kind
    isCutShort = length > rest.count
    content = fields.rest.prefix(length - headLength)
    rest = rest.dropFirst(length)
  }
}
