/// A box of the ISO base media file format (ISO/IEC 14496-12, section 4.2), which JP2 has as well
/// (ISO/IEC 15444-1, annex I).
package struct ISOBMFFBox {
  /// Its four letters.
  package let kind: String
  /// What follows its header, as far as the bytes go.
  package let content: ArraySlice<UInt8>
  /// Whether the bytes end before the box does.
  package let isCutShort: Bool

  /// The boxes that follow one another; those after a broken one are not looked for.
  package static func all(in bytes: ArraySlice<UInt8>) -> [ISOBMFFBox] {
    prefix(of: bytes).filter { !$0.isCutShort }
  }

  /// The boxes that follow one another, and the one that the bytes end in.
  package static func prefix(of bytes: ArraySlice<UInt8>) -> [ISOBMFFBox] {
    var boxes: [ISOBMFFBox] = []
    var rest = bytes
    while let box = ISOBMFFBox(takenFrom: &rest) { boxes.append(box) }
    return boxes
  }

  /// The first box of a kind; nil where the bytes end before it does.
  package static func first(_ kind: String, in bytes: ArraySlice<UInt8>) -> ISOBMFFBox? {
    firstOrCutShort(kind, in: bytes).flatMap { $0.isCutShort ? nil : $0 }
  }

  /// The first box of a kind, or the one that the bytes end in before it.
  package static func firstOrCutShort(_ kind: String, in bytes: ArraySlice<UInt8>) -> ISOBMFFBox? {
    var rest = bytes
    while let box = ISOBMFFBox(takenFrom: &rest) {
      if box.kind == kind || box.isCutShort { return box }
    }
    return nil
  }

  /// Whether bytes end within the boxes that follow one another.
  package static func isCutShort(_ bytes: ArraySlice<UInt8>) -> Bool {
    var rest = bytes
    while let box = ISOBMFFBox(takenFrom: &rest) {
      if box.isCutShort { return true }
    }
    return (1..<8).contains(rest.count)
  }

  private init?(takenFrom rest: inout ArraySlice<UInt8>) {
    var fields = ISOBMFFReader(rest)
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

/// The numbers of a box one after another, the highest byte first.
package struct ISOBMFFReader {
  /// What has not been taken yet.
  package private(set) var rest: ArraySlice<UInt8>

  /// Takes bytes to read.
  package init(_ bytes: ArraySlice<UInt8>) {
    rest = bytes
  }

  /// The next number; nil where there are not so many bytes, or it is larger than any number here.
  package mutating func take(_ byteCount: Int) -> Int? {
    guard rest.count >= byteCount else { return nil }
    defer { rest = rest.dropFirst(byteCount) }
    return Int(exactly: rest.prefix(byteCount).reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
  }

  /// The next letters.
  package mutating func takeText(_ byteCount: Int) -> String? {
    guard rest.count >= byteCount else { return nil }
    defer { rest = rest.dropFirst(byteCount) }
    return String(decoding: rest.prefix(byteCount), as: UTF8.self)
  }
}
