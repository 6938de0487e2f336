/// A box of an ISO base media file (ISO/IEC 14496-12, section 4.2) whose payload has not been read.
struct BoxView {
  let kind: String
  let content: ByteView

  private static let mostBoxes = 4096

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
