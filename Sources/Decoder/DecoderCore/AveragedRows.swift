package import Imaging

/// Scales a picture, or a part of it, down while its rows come, so that it is never whole in memory.
///
/// Filtered as in `Bitmap.scaled(to:)`, by the same `RowSum`. Every codec that is asked for rows uses this, so that one picture is the same in every format.
package struct AveragedRows: RowTaking {
  private let area: PixelRect
  private let target: PixelSize
  private let hasAlpha: Bool
  private let columns: [BoxCoverage]
  /// The row that is being decoded.
  private var row: [UInt8]
  /// The weighted sum of the rows that the next new row covers.
  private var sum: RowSum
  /// The new rows that are finished.
  private var bytes: [UInt8] = []
  /// How many rows have come.
  private var rowCount = 0
  /// How far those inside the part reach, in old rows times new rows, so that all shares are whole numbers.
  private var reached = 0

  /// Makes an empty picture.
  /// - Parameters:
  ///   - size: The size of the rows that come, in pixels.
  ///   - target: The size that is wanted, neither side longer, in pixels.
  ///   - hasAlpha: Whether colours must be multiplied by alpha.
  package init(_ size: PixelSize, to target: PixelSize, hasAlpha: Bool) {
    self.init(size, PictureCut(allOf: size, target: target), hasAlpha: hasAlpha)
  }

  /// Makes an empty picture of a part of the rows that come.
  /// - Parameters:
  ///   - size: The size of the rows, in pixels.
  ///   - cut: The part, and the size that is wanted of it.
  ///   - hasAlpha: Whether colours must be multiplied by alpha.
  package init(_ size: PixelSize, _ cut: PictureCut, hasAlpha: Bool) {
    area = cut.area
    target = cut.target
    self.hasAlpha = hasAlpha
    columns = BoxCoverage.all(target.width, over: cut.area.size.width)
      .map { $0.moved(by: cut.area.x) }
    row = Array(repeating: 0, count: size.width * 4)
    sum = RowSum(width: size.width)
    bytes.reserveCapacity(target.area * 4)
  }

  var isFull: Bool { rowCount >= area.rows.upperBound }

  mutating func takeRow(
    _ number: Int, pass: Int, decode: (inout [UInt8], Range<Int>) -> Bool
  ) -> Bool {
    guard decode(&row, 0..<row.count) else { return false }
    let times = takenTimes(1)
    if times > 0 { takeRow(times: times) }
    return true
  }

  /// Passes over rows as if they had come.
  package mutating func skip(_ count: Int) {
    _ = takenTimes(count)
  }

  /// Counts rows that come, and tells how many of them are inside the part.
  private mutating func takenTimes(_ times: Int) -> Int {
    defer { rowCount += times }
    return (rowCount..<rowCount + times).clamped(to: area.rows).count
  }

  /// Takes the next row, four bytes a pixel, colours not multiplied by alpha.
  /// - Parameters:
  ///   - next: The bytes.
  ///   - times: How many rows after one another are the same; many take little longer than one.
  package mutating func take(_ next: UnsafeRawBufferPointer, times: Int = 1) {
    let times = takenTimes(times)
    guard times > 0 else { return }
    unsafe row.withUnsafeMutableBytes { unsafe $0.copyMemory(from: next) }
    takeRow(times: times)
  }

  private mutating func takeRow(times: Int) {
    if hasAlpha { row.multiplyByAlpha() }
    if target == area.size {
      let part = row[area.x * 4..<area.columns.upperBound * 4]
      for _ in 0..<times { bytes += part }
    } else {
      addRow(times: times)
    }
  }

  /// Ends the picture, transparent where no row came.
  package mutating func finish(isComplete: Bool) -> Bitmap {
    if reached % area.size.height != 0 { finishRow() }
    bytes += Array(repeating: 0, count: target.area * 4 - bytes.count)
    defer { bytes = [] }
    return Bitmap(size: target, bytes: bytes)
  }

  /// Adds the row, so many times, to every new row that it touches then.
  private mutating func addRow(times: Int) {
    let end = reached + target.height * times
    while reached < end {
      let edge = (reached / area.size.height + 1) * area.size.height
      let next = min(edge, end)
      sum.add(row, weight: Float(next - reached))
      reached = next
      if reached == edge { finishRow() }
    }
  }

  private mutating func finishRow() {
    sum.average(over: columns, scale: 1 / Float(area.size.height), into: &bytes)
    sum.clear()
  }
}

/// Takes the rows of a picture one after another, while they are decoded.
protocol RowTaking {
  /// Decodes one row, four bytes a pixel, into a buffer, over what an earlier pass left there.
  /// - Parameters:
  ///   - number: The row, counted from the top.
  ///   - pass: The pass of an interlaced picture, counted from zero.
  ///   - decode: Fills a range of a buffer with the row, and says whether it could.
  /// - Returns: What `decode` said.
  mutating func takeRow(
    _ number: Int, pass: Int, decode: (inout [UInt8], Range<Int>) -> Bool
  ) -> Bool

  /// Whether no further row is needed.
  var isFull: Bool { get }

  /// Ends the picture.
  /// - Parameter isComplete: Whether all rows came.
  /// - Returns: The picture, transparent where no row came.
  mutating func finish(isComplete: Bool) -> Bitmap
}

extension [UInt8] {
  /// Multiplies the colours of pixels of four bytes by their alpha.
  package mutating func multiplyByAlpha() {
    for start in stride(from: 0, to: count, by: 4) where self[start + 3] != 255 {
      let alpha = UInt32(self[start + 3])
      for channel in start..<start + 3 {
        self[channel] = UInt8((UInt32(self[channel]) * alpha + 127) / 255)
      }
    }
  }

  /// Limits the colours of pixels of four bytes, which are multiplied by their alpha, to that alpha.
  package mutating func limitToAlpha() {
    for start in stride(from: 0, to: count, by: 4) where self[start + 3] != 255 {
      for channel in start..<start + 3 { self[channel] = Swift.min(self[channel], self[start + 3]) }
    }
  }
}

/// Keeps a whole picture for the seven passes of Adam7 (W3C PNG, section 8).
struct InterlacedRows: RowTaking {
  /// The distance in pixels between the pixels that are known after each pass.
  private static let steps: [(x: Int, y: Int)] = [
    (8, 8), (4, 8), (4, 4), (2, 4), (2, 2), (1, 2), (1, 1),
  ]

  private let size: PixelSize
  private let hasAlpha: Bool
  private var bytes: [UInt8]
  private var pass = 0
  let isFull = false

  /// Makes an empty picture.
  init(_ size: PixelSize, hasAlpha: Bool) {
    self.size = size
    self.hasAlpha = hasAlpha
    bytes = Array(repeating: 0, count: size.area * 4)
  }

  mutating func takeRow(
    _ number: Int, pass: Int, decode: (inout [UInt8], Range<Int>) -> Bool
  ) -> Bool {
    self.pass = pass
    let start = number * size.width * 4
    return decode(&bytes, start..<start + size.width * 4)
  }

  mutating func finish(isComplete: Bool) -> Bitmap {
    if !isComplete { spreadKnownPixels() }
    if hasAlpha { bytes.multiplyByAlpha() }
    defer { bytes = [] }
    return Bitmap(size: size, bytes: bytes)
  }

  /// Draws every pixel of the last whole pass as a block, up to its next neighbours.
  private mutating func spreadKnownPixels() {
    let step = Self.steps[max(0, pass - 1)]
    for y in 0..<size.height {
      for x in 0..<size.width where x % step.x != 0 || y % step.y != 0 {
        let known = ((y - y % step.y) * size.width + x - x % step.x) * 4
        let place = (y * size.width + x) * 4
        for channel in 0..<4 {
          bytes[place + channel] = bytes[known + channel]
        }
      }
    }
  }
}
