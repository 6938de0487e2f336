package import Imaging

/// The canvas size of a WebP (RFC 9649, sections 2.5 to 2.7 and 3.4).
///
/// libvips allocates the whole canvas when it opens the file, so the size must be checked before.
package struct WebPHeader {
  package let size: PixelSize

  private static let kind = 12
  private static let payload = 20

  package init?(_ bytes: [UInt8]) {
    let kind = bytes.dropFirst(Self.kind).prefix(4)
    let fields = bytes.dropFirst(Self.payload).prefix(10)
    guard fields.count == 10 else { return nil }
    func number(_ offset: Int, _ length: Int) -> Int {
      fields.dropFirst(offset).prefix(length).littleEndian ?? 0
    }
    if kind.elementsEqual("VP8X".utf8) {
      size = PixelSize(width: number(4, 3) + 1, height: number(7, 3) + 1)
    } else if kind.elementsEqual("VP8L".utf8) {
      size = PixelSize(width: number(1, 4) & 0x3FFF + 1, height: number(1, 4) >> 14 & 0x3FFF + 1)
    } else if kind.elementsEqual("VP8 ".utf8) {
      size = PixelSize(width: number(6, 2) & 0x3FFF, height: number(8, 2) & 0x3FFF)
    } else {
      return nil
    }
  }
}
