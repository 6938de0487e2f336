import DecoderProtocol
import Imaging

/// An image decoded without a library: consecutive rows, plain or run-length encoded.
protocol RowPicture {
  var size: PixelSize { get }
  var orientation: Orientation { get }
  var hasAlpha: Bool { get }
  /// Whether a region takes as long as the whole image.
  var decodesWhole: Bool { get }

  /// Unpacks the next row as RGBA, not premultiplied.
  ///
  /// Must write all pixels of `row`, which has the width of the image, unless the data has ended.
  mutating func readRow(into row: inout [UInt8]) -> RowContent

  /// Skips at most `count` rows from the top, if that is faster than reading them; returns how many.
  mutating func skipRows(_ count: Int) -> Int

  /// Converts the bitmap, in stored orientation, to sRGB.
  func inStandardColors(_ bitmap: Bitmap) -> Bitmap
}

enum RowContent {
  case whole, partial
  /// A transparent row; others may follow.
  case missing
  case end
}

extension RowPicture {
  var orientation: Orientation { .topLeft }

  var decodesWhole: Bool { false }

  mutating func skipRows(_ count: Int) -> Int { 0 }

  func inStandardColors(_ bitmap: Bitmap) -> Bitmap { bitmap }

  func cut(by rule: CropRule) -> CropScale {
    rule.cut(of: size, turnedBy: orientation, decodesWhole: decodesWhole)
  }

  /// Throws `.truncated` if there is no row; missing rows are transparent.
  func decode(_ cut: CropScale) throws(PictureError) -> DecodedPicture {
    var picture = self
    var row = [UInt8](repeating: 255, count: size.width * 4)
    var rows: AveragedRows?
    var isComplete = true
    var emptyCount = picture.skipRows(cut.area.y)
    for _ in emptyCount..<cut.area.rows.upperBound {
      let content = picture.readRow(into: &row)
      if content != .whole { isComplete = false }
      if content == .end { break }
      if rows == nil {
        if content == .missing {
          emptyCount += 1
          continue
        }
        // Allocate only if there is at least one row.
        rows = AveragedRows(size, cut, hasAlpha: hasAlpha)
        rows?.skip(emptyCount)
      }
      unsafe row.withUnsafeBytes { unsafe rows?.take($0) }
    }
    guard var rows else { throw .truncated }
    return DecodedPicture(
      bitmap: inStandardColors(rows.finish(isComplete: isComplete)).turned(by: orientation),
      info: PictureInfo(size: orientation.shown(size), isComplete: isComplete), region: cut.region)
  }
}
