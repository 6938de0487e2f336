package import DecoderMessages
package import Imaging

/// A picture that no library reads here: its rows are numbers one after another, plain or in runs.
protocol RowPicture {
  /// The stored size in pixels.
  var size: PixelSize { get }
  /// How it must be turned.
  var orientation: Orientation { get }
  /// Whether pixels may be transparent.
  var hasAlpha: Bool { get }

  /// Unpacks the next row.
  /// - Parameter row: Gets four bytes a pixel, colours not multiplied by alpha, and all of them written;
  ///   it has as many as the picture is wide.
  /// - Returns: False where the bytes end before the row does.
  mutating func readRow(into row: inout [UInt8]) -> Bool
}

extension RowPicture {
  /// What is made of it.
  func cut(by rule: CutRule) -> PictureCut {
    rule.cut(of: size, turnedBy: orientation, decodesWhole: false)
  }

  /// Decodes, scaled down; what is missing at the end stays transparent.
  /// - Parameters:
  ///   - cut: What is made of it.
  ///   - finish: What becomes of the bitmap, which is not turned yet.
  /// - Returns: The picture, turned as it is shown.
  /// - Throws: `PictureError.truncated` where not one row is there.
  func decode(
    _ cut: PictureCut, finish: (Bitmap) -> Bitmap = { $0 }
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
      // Memory is taken for what has a row at least.
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
  /// Refuses a picture of rows for its size, one of which is kept whole.
  /// - Throws: `PictureError.damaged` for an empty picture, `PictureError.tooManyPixels`.
  package static func checkRows(_ size: PixelSize) throws(PictureError) {
    try check(size)
    guard size.width <= side else { throw .tooManyPixels(size) }
  }
}

/// Bytes that are read one after another.
struct ByteCursor {
  private let bytes: [UInt8]
  /// The next byte, counted from the beginning of the file.
  var position: Int

  /// Begins at an offset in a file.
  init(_ bytes: [UInt8], at position: Int = 0) {
    self.bytes = bytes
    self.position = position
  }

  /// Whether there is no further byte.
  var isAtEnd: Bool { position >= bytes.count }

  /// The next byte; nil at the end.
  mutating func next() -> UInt8? {
    guard bytes.indices.contains(position) else { return nil }
    defer { position += 1 }
    return bytes[position]
  }

  /// The next bytes, all of them or nil.
  mutating func next(_ count: Int) -> ArraySlice<UInt8>? {
    guard count >= 0, position <= bytes.count, bytes.count - position >= count else { return nil }
    defer { position += count }
    return bytes[position..<position + count]
  }

  /// The next bytes as a number, the highest byte first.
  mutating func big(_ count: Int) -> Int? {
    next(count).map { $0.reduce(0) { $0 << 8 | Int($1) } }
  }

  /// The next bytes as a number, the lowest byte first.
  mutating func little(_ count: Int) -> Int? {
    next(count).map { $0.reversed().reduce(0) { $0 << 8 | Int($1) } }
  }
}
