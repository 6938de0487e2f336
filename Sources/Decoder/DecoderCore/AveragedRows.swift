package import Imaging

/// Scales a picture down while its rows come, so that it is never whole in memory.
///
/// Every new pixel is the mean of the area that it covers (box filter), as in `Bitmap.scaled(to:)`.
/// Every codec that is asked for rows uses this, so that one picture is the same in every format.
package struct AveragedRows: RowTaking {
  private let size: PixelSize
  private let target: PixelSize
  private let hasAlpha: Bool
  private let columns: [ColumnShare]
  /// The row that is being decoded.
  private var row: [UInt8]
  /// The weighted sum of the rows that the next new row covers.
  private var sums: [Float]
  /// The new rows that are finished.
  private var bytes: [UInt8] = []
  /// How far the rows reach, in old rows times new rows, so that all shares are whole numbers.
  private var reached = 0

  /// Makes an empty picture.
  /// - Parameters:
  ///   - size: The size of the rows that come, in pixels.
  ///   - target: The size that is wanted, neither side longer, in pixels.
  ///   - hasAlpha: Tells whether colours must be multiplied by alpha.
  package init(_ size: PixelSize, to target: PixelSize, hasAlpha: Bool) {
    self.size = size
    self.target = target
    self.hasAlpha = hasAlpha
    columns = ColumnShare.all(target.width, of: size.width)
    row = Array(repeating: 0, count: size.width * 4)
    sums = Array(repeating: 0, count: size.width * 4)
    bytes.reserveCapacity(target.area * 4)
  }

  mutating func takeRow(
    _ number: Int, pass: Int, decode: (inout [UInt8], Range<Int>) -> Bool
  ) -> Bool {
    guard decode(&row, 0..<row.count) else { return false }
    takeRow()
    return true
  }

  /// Takes the next row, four bytes a pixel, colours not multiplied by alpha.
  /// - Parameters:
  ///   - next: The bytes.
  ///   - times: How many rows after one another are the same; many take little longer than one.
  package mutating func take(_ next: UnsafeRawBufferPointer, times: Int = 1) {
    unsafe row.withUnsafeMutableBytes { unsafe $0.copyMemory(from: next) }
    takeRow(times: times)
  }

  private mutating func takeRow(times: Int = 1) {
    if hasAlpha { row.multiplyByAlpha() }
    if target == size {
      for _ in 0..<times { bytes += row }
    } else {
      addRow(times: times)
    }
  }

  /// Ends the picture, transparent where no row came.
  package mutating func finish(isComplete: Bool) -> Bitmap {
    if reached % size.height != 0 { finishRow() }
    bytes += Array(repeating: 0, count: target.area * 4 - bytes.count)
    defer { bytes = [] }
    return Bitmap(size: target, bytes: bytes)
  }

  /// Adds the row, so many times, to every new row that it touches then.
  private mutating func addRow(times: Int) {
    let end = reached + target.height * times
    while reached < end {
      let edge = (reached / size.height + 1) * size.height
      let next = min(edge, end)
      add(weight: Float(next - reached))
      reached = next
      if reached == edge { finishRow() }
    }
  }

  /// The loop goes over plain memory, or it would not become vector instructions.
  private mutating func add(weight: Float) {
    unsafe row.withUnsafeBufferPointer { row in
      unsafe sums.withUnsafeMutableBufferPointer { sums in
        for index in 0..<sums.count {
          unsafe sums[index] += Float(row[index]) * weight
        }
      }
    }
  }

  private mutating func finishRow() {
    let scale = 1 / (Float(size.width) * Float(size.height))
    for column in columns {
      for channel in 0..<4 {
        // Sums of very many rows are rounded, perhaps to more than white.
        bytes.append(UInt8(min(255, column.sum(of: sums, channel) * scale + 0.5)))
      }
    }
    for index in sums.indices { sums[index] = 0 }
  }
}

/// The old columns that a new one covers, weighted in shares of one old column.
private struct ColumnShare {
  let first: Int
  let firstWeight: Float
  let last: Int
  let lastWeight: Float
  let wholeWeight: Float

  /// Divides old columns evenly.
  static func all(_ count: Int, of length: Int) -> [ColumnShare] {
    (0..<count).map { column in
      let start = column * length
      let end = start + length
      let first = start / count
      let last = (end - 1) / count
      return ColumnShare(
        first: first, firstWeight: Float(min(end, (first + 1) * count) - start),
        last: last, lastWeight: first == last ? 0 : Float(end - last * count),
        wholeWeight: Float(count))
    }
  }

  /// The weighted sum over the columns, for one channel.
  func sum(of sums: [Float], _ channel: Int) -> Float {
    var whole: Float = 0
    var index = (first + 1) * 4 + channel
    while index < last * 4 {
      whole += sums[index]
      index += 4
    }
    return sums[first * 4 + channel] * firstWeight + sums[last * 4 + channel] * lastWeight
      + whole * wholeWeight
  }
}
