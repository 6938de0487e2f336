import CJPEGPart
import DecoderProtocol
import Imaging

/// A region of a JPEG, decoded at one of libjpeg's scale factors; may end inside scaled pixels.
struct JPEGPart {
  private let target: PixelSize
  private let eighths: Int
  private let columns, rows: Range<Double>

  init(_ cut: CropScale) {
    let wanted = PixelSize(width: cut.target.width * 8, height: cut.target.height * 8)
    let eighths = JPEGDecompressor.quickEighths.first { count in
      cut.area.size.width * count >= wanted.width && cut.area.size.height * count >= wanted.height
    }
    let count = eighths ?? 8
    func scaled(_ side: Range<Int>) -> Range<Double> {
      Double(side.lowerBound * count) / 8..<Double(side.upperBound * count) / 8
    }
    target = cut.target
    self.eighths = count
    columns = scaled(cut.area.columns)
    rows = scaled(cut.area.rows)
  }

  func scaledSize(of size: PixelSize) -> PixelSize {
    JPEGDecompressor.scaled(size, to: eighths)
  }

  func bitmap(of whole: Bitmap) -> Bitmap {
    whole.part(columns, rows, scaledTo: target)
  }

  /// Decodes only the region, colors not converted; nil if libjpeg cannot or data is missing.
  func pixels(
    of file: UnsafeBufferPointer<UInt8>, _ size: PixelSize
  ) throws(PictureError) -> Bitmap? {
    let outer = PixelRect(covering: columns, rows).clamped(into: scaledSize(of: size))
    try PictureLimit.check(outer.size, pixels: PictureLimit.byteCount / 4)
    var area = cjp_area(
      left: UInt32(outer.x), top: UInt32(outer.y), width: UInt32(outer.size.width),
      height: UInt32(outer.size.height))
    var outcome = CJP_UNSUITED
    let length = outer.size.area * 4
    let pixels = unsafe [UInt8](unsafeUninitializedCapacity: length) { target, count in
      outcome = unsafe cjp_decode(
        file.baseAddress, file.count, UInt32(eighths), &area, target.baseAddress)
      count = outcome == CJP_DECODED ? length : 0
    }
    if outcome == CJP_OUT_OF_MEMORY { throw .outOfMemory }
    guard outcome == CJP_DECODED else { return nil }
    let (left, top) = (Double(outer.x), Double(outer.y))
    return Bitmap(size: outer.size, bytes: pixels).part(
      columns.lowerBound - left..<columns.upperBound - left,
      rows.lowerBound - top..<rows.upperBound - top, scaledTo: target)
  }
}
