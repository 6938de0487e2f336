package import Imaging

/// The canvas size of a WebP (RFC 9649, sections 2.5 to 2.7 and 3.4).
///
/// libvips allocates the whole canvas when it opens the file, so the size must be checked before.
package struct WebPHeader {
  package let size: PixelSize

  package init?(_ bytes: [UInt8]) {
    let view = ByteView(bytes)
    guard view.count >= 30 else { return nil }
    func number(_ offset: Int, _ length: Int) -> Int { view.little(at: 20 + offset, length) ?? 0 }
    if view.has("VP8X", at: 12) {
      size = PixelSize(width: number(4, 3) + 1, height: number(7, 3) + 1)
    } else if view.has("VP8L", at: 12) {
      size = PixelSize(width: number(1, 4) & 0x3FFF + 1, height: number(1, 4) >> 14 & 0x3FFF + 1)
    } else if view.has("VP8 ", at: 12) {
      size = PixelSize(width: number(6, 2) & 0x3FFF, height: number(8, 2) & 0x3FFF)
    } else {
      return nil
    }
  }
}
