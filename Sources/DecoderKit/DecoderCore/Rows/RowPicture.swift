package import DecoderProtocol
package import Imaging

/// An image decoded without a library: consecutive rows, plain or run-length encoded.
protocol RowPicture {
  var size: PixelSize { get }
  var orientation: Orientation { get }
  var hasAlpha: Bool { get }

  /// Unpacks the next row as RGBA, not premultiplied; returns false if the data ends before.
  ///
  /// Must write all pixels of `row`, which has the width of the image.
  mutating func readRow(into row: inout [UInt8]) -> Bool
}

extension RowPicture {
  func cut(by rule: CropRule) -> CropScale {
    rule.cut(of: size, turnedBy: orientation, decodesWhole: false)
  }

  /// Throws `.truncated` if there is no row; missing rows stay transparent.
  ///
  /// `finish` converts the bitmap in stored orientation.
  func decode(
    _ cut: CropScale, finish: (Bitmap) -> Bitmap = { $0 }
  ) throws(PictureError) -> DecodedPicture {
    var picture = self
    var row = [UInt8](repeating: 255, count: size.width * 4)
    var rows: AveragedRows?
    var isComplete = true
    for number in 0..<cut.area.rows.upperBound {
      guard picture.readRow(into: &row) else {
        isComplete = false
        break
      }
      // Allocate only if there is at least one row.
      if number == 0 { rows = AveragedRows(size, cut, hasAlpha: hasAlpha) }
      unsafe row.withUnsafeBytes { unsafe rows?.take($0) }
    }
    guard var rows else { throw .truncated }
    return DecodedPicture(
      bitmap: finish(rows.finish(isComplete: isComplete)).turned(by: orientation),
      info: PictureInfo(size: orientation.shown(size), isComplete: isComplete), region: cut.region)
  }
}

extension PictureLimit {
  /// Checks the limits of a row-based image, which needs memory for a whole row.
  package static func checkRows(_ size: PixelSize) throws(PictureError) {
    try check(size)
    guard size.width <= side else { throw .tooManyPixels(size) }
  }
}

struct ByteCursor {
  private let bytes: [UInt8]
  var position: Int

  init(_ bytes: [UInt8], at position: Int = 0) {
    (self.bytes, self.position) = (bytes, position)
  }

  var isAtEnd: Bool { position >= bytes.count }

  mutating func next() -> UInt8? {
    guard bytes.indices.contains(position) else { return nil }
    defer { position += 1 }
    return bytes[position]
  }

  mutating func next(_ count: Int) -> ArraySlice<UInt8>? {
    guard count >= 0, position <= bytes.count, bytes.count - position >= count else { return nil }
    defer { position += count }
    return bytes[position..<position + count]
  }

  mutating func big(_ count: Int) -> Int? { next(count)?.bigEndian }
  mutating func little(_ count: Int) -> Int? { next(count)?.littleEndian }
}
