/// A box of an ISO base media file (ISO/IEC 14496-12, section 4.2) or JP2 (ISO/IEC 15444-1).
package struct ISOBMFFBox {
  package let kind: String
  /// The payload, truncated if the box is.
  package let content: ArraySlice<UInt8>
  package let isCutShort: Bool

  package static func all(in bytes: ArraySlice<UInt8>) -> [ISOBMFFBox] {
    prefix(of: bytes).filter { !$0.isCutShort }
  }

  /// Consecutive boxes, including a truncated last one.
  package static func prefix(of bytes: ArraySlice<UInt8>) -> [ISOBMFFBox] {
    var boxes: [ISOBMFFBox] = []
    var rest = bytes
    while let box = ISOBMFFBox(takenFrom: &rest) { boxes.append(box) }
    return boxes
  }

  /// The first box of a kind; nil if missing or truncated.
  package static func first(_ kind: String, in bytes: ArraySlice<UInt8>) -> ISOBMFFBox? {
    firstOrCutShort(kind, in: bytes).flatMap { $0.isCutShort ? nil : $0 }
  }

  /// The first box of a kind, or a truncated box before it.
  package static func firstOrCutShort(_ kind: String, in bytes: ArraySlice<UInt8>) -> ISOBMFFBox? {
    var rest = bytes
    while let box = ISOBMFFBox(takenFrom: &rest) {
      if box.kind == kind || box.isCutShort { return box }
    }
    return nil
  }

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

package struct ISOBMFFReader {
  package private(set) var rest: ArraySlice<UInt8>

  package init(_ bytes: ArraySlice<UInt8>) {
    rest = bytes
  }

  package mutating func take(_ byteCount: Int) -> Int? {
    guard rest.count >= byteCount else { return nil }
    defer { rest = rest.dropFirst(byteCount) }
    return Int(exactly: rest.prefix(byteCount).reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
  }

  package mutating func takeText(_ byteCount: Int) -> String? {
    guard rest.count >= byteCount else { return nil }
    defer { rest = rest.dropFirst(byteCount) }
    return String(decoding: rest.prefix(byteCount), as: UTF8.self)
  }
}
