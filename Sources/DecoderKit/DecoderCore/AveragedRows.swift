package import Imaging

/// Scales an image or region down row by row with the filter of `Bitmap.scaled(to:)`.
///
/// All row-based codecs use it, so that an image looks the same in every format.
package struct AveragedRows: RowTaking {
  private let area: PixelRect
  private let target: PixelSize
  private let hasAlpha: Bool
  private let columns: [BoxCoverage]
  private var row: [UInt8]
  /// Weighted sum of the source rows that the next target row covers.
  private var sum: RowSum
  private var bytes: [UInt8] = []
  private var rowCount = 0
  /// Position in the region, in source rows times target rows, so that weights are integers.
  private var reached = 0

  /// Neither side of `target` may be longer than that of `size`.
  package init(_ size: PixelSize, to target: PixelSize, hasAlpha: Bool) {
    self.init(size, CropScale(allOf: size, target: target), hasAlpha: hasAlpha)
  }

  package init(_ size: PixelSize, _ cut: CropScale, hasAlpha: Bool) {
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

  package mutating func skip(_ count: Int) {
    let times = takenTimes(count)
    guard times > 0 else { return }
    for index in row.indices { row[index] = 0 }
    takeRow(times: times)
  }

  /// Advances by `times` rows and returns how many of them are inside the region.
  private mutating func takenTimes(_ times: Int) -> Int {
    defer { rowCount += times }
    return (rowCount..<rowCount + times).clamped(to: area.rows).count
  }

  /// Adds an RGBA row, not premultiplied.
  package mutating func take(_ next: UnsafeRawBufferPointer) {
    guard takenTimes(1) > 0 else { return }
    unsafe row.withUnsafeMutableBytes { unsafe $0.copyMemory(from: next) }
    takeRow(times: 1)
  }

  private mutating func takeRow(times: Int) {
    if hasAlpha { row.multiplyByAlpha() }
    guard target != area.size else {
      let part = row[area.x * 4..<area.columns.upperBound * 4]
      for _ in 0..<times { bytes += part }
      return
    }
    let end = reached + target.height * times
    while reached < end {
      let edge = (reached / area.size.height + 1) * area.size.height
      let next = min(edge, end)
      sum.add(row, weight: Float(next - reached))
      reached = next
      if reached == edge { finishRow() }
    }
  }

  package mutating func finish(isComplete: Bool) -> Bitmap {
    if reached % area.size.height != 0 { finishRow() }
    bytes += Array(repeating: 0, count: target.area * 4 - bytes.count)
    defer { bytes = [] }
    return Bitmap(size: target, bytes: bytes)
  }

  private mutating func finishRow() {
    sum.average(over: columns, scale: 1 / Float(area.size.height), into: &bytes)
    sum.clear()
  }
}

/// Receives the rows of an image in order while they are decoded.
protocol RowTaking {
  /// Decodes one RGBA row into a buffer, over the result of an earlier pass.
  ///
  /// `decode` fills a range of the buffer and returns false on failure; that is also the result.
  mutating func takeRow(
    _ number: Int, pass: Int, decode: (inout [UInt8], Range<Int>) -> Bool
  ) -> Bool

  var isFull: Bool { get }

  /// Returns the bitmap, transparent where rows are missing.
  mutating func finish(isComplete: Bool) -> Bitmap
}

extension [UInt8] {
  package mutating func multiplyByAlpha() {
    for start in stride(from: 0, to: count, by: 4) where self[start + 3] != 255 {
      let alpha = UInt32(self[start + 3])
      for channel in start..<start + 3 {
        self[channel] = UInt8((UInt32(self[channel]) * alpha + 127) / 255)
      }
    }
  }

  /// Clamps premultiplied colors to their alpha.
  package mutating func limitToAlpha() {
    for start in stride(from: 0, to: count, by: 4) where self[start + 3] != 255 {
      for channel in start..<start + 3 { self[channel] = Swift.min(self[channel], self[start + 3]) }
    }
  }
}

/// Keeps a whole image for the seven passes of Adam7 (W3C PNG, section 8).
struct InterlacedRows: RowTaking {
  /// Distance in pixels between known pixels after each pass.
  private static let steps: [(x: Int, y: Int)] = [
    (8, 8), (4, 8), (4, 4), (2, 4), (2, 2), (1, 2), (1, 1),
  ]

  private let size: PixelSize
  private let hasAlpha: Bool
  private var bytes: [UInt8]
  private var pass = 0
  let isFull = false

  init(_ size: PixelSize, hasAlpha: Bool) {
    (self.size, self.hasAlpha) = (size, hasAlpha)
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

  private mutating func spreadKnownPixels() {
    let step = Self.steps[max(0, pass - 1)]
    for y in 0..<size.height {
      for x in 0..<size.width where x % step.x != 0 || y % step.y != 0 {
        let known = ((y - y % step.y) * size.width + x - x % step.x) * 4
        let place = (y * size.width + x) * 4
        for channel in 0..<4 { bytes[place + channel] = bytes[known + channel] }
      }
    }
  }
}
