/// A box of an ISO base media file (ISO/IEC 14496-12, section 4.2) or JP2 (ISO/IEC 15444-1).
package struct ISOBMFFBox {
  package let kind: String
  /// The payload, truncated if the box is; read on demand.
  package let view: ByteView
  package let isCutShort: Bool

  package var content: ArraySlice<UInt8> { view.all(atMost: .max) ?? [] }

  /// Iterates over consecutive boxes; the last may be truncated.
  package struct Boxes: Sequence, IteratorProtocol {
    private var rest: ByteView

    package init(in view: ByteView) {
      rest = view
    }

    package mutating func next() -> ISOBMFFBox? {
      guard let size = rest.number(at: 0, 4), let kind = rest.bytes(at: 4, 4) else { return nil }
      let headLength = size == 1 ? 16 : 8
      let length = size == 0 ? rest.count : size == 1 ? rest.number(at: 8, 8) ?? 0 : size
      guard length >= headLength else { return nil }
      defer { rest = rest.part(from: length) }
      return ISOBMFFBox(
        kind: String(decoding: kind, as: UTF8.self),
        view: rest.part(from: headLength, count: length - headLength),
        isCutShort: length > rest.count)
    }

    /// Whether a box, or the head of one, is truncated.
    package var areCutShort: Bool {
      var boxes = self
      while let box = boxes.next() {
        if box.isCutShort { return true }
      }
      return (1..<8).contains(boxes.rest.count)
    }
  }

  /// Consecutive boxes, including a truncated last one.
  package static func prefix(of bytes: ArraySlice<UInt8>) -> Boxes { Boxes(in: ByteView(bytes)) }

  package static func all(in bytes: ArraySlice<UInt8>) -> [ISOBMFFBox] {
    prefix(of: bytes).filter { !$0.isCutShort }
  }

  /// The first box of a kind; nil if missing or truncated.
  package static func first(_ kind: String, in bytes: ArraySlice<UInt8>) -> ISOBMFFBox? {
    firstOrCutShort(kind, in: bytes).flatMap { $0.isCutShort ? nil : $0 }
  }

  /// The first box of a kind, or a truncated box before it.
  package static func firstOrCutShort(_ kind: String, in bytes: ArraySlice<UInt8>) -> ISOBMFFBox? {
    prefix(of: bytes).first { $0.kind == kind || $0.isCutShort }
  }
}
