import Imaging

/// Unpacks the runs of a BMP (RLE8 and RLE4): two bytes tell a run, a move or how many numbers follow.
///
/// One row is kept at a time: a header may promise a hundred million pixels where nothing follows.
struct BMPRuns {
  /// What ended a row.
  enum End {
    /// The next row; carries how many rows are left out before it.
    case row(gap: Int)
    /// The picture says that it ends here.
    case picture
    /// The bytes end.
    case cut
  }

  private let isHalf: Bool
  private var rest: ArraySlice<UInt8>
  private var column = 0
  /// The numbers of the row that was read last, zero where pixels are left out.
  private(set) var numbers: [UInt8]
  /// Whether there is any pixel in that row.
  private(set) var hasPixels = false

  /// Takes the bytes behind the headers.
  init(_ header: BMPHeader, _ bytes: ArraySlice<UInt8>) {
    isHalf = header.bitsPerPixel == 4
    rest = bytes
    numbers = Array(repeating: 0, count: header.size.width)
  }

  /// Reads on to the end of a row.
  mutating func readRow() -> End {
    if hasPixels { numbers = Array(repeating: 0, count: numbers.count) }
    hasPixels = false
    while rest.count >= 2 {
      let (count, value) = (Int(rest.removeFirst()), rest.removeFirst())
      if count > 0 {
        for index in 0..<count { put(isHalf ? half(value, index) : value) }
      } else if value == 1 {
        return .picture
      } else if let gap = follow(value) {
        return .row(gap: gap)
      }
    }
    return .cut
  }

  /// Obeys what stands after a zero; where that leads to another row, tells how many are left out.
  private mutating func follow(_ value: UInt8) -> Int? {
    switch value {
    case 0:
      column = 0
      return 0
    case 2:
      column += Int(rest.popFirst() ?? 0)
      let rows = Int(rest.popFirst() ?? 0)
      return rows > 0 ? rows - 1 : nil
    default:
      copy(Int(value))
      return nil
    }
  }

  /// Copies numbers that are no run; they fill an even number of bytes.
  private mutating func copy(_ count: Int) {
    let length = isHalf ? (count + 1) / 2 : count
    let data = rest.prefix(length)
    for index in 0..<min(count, isHalf ? data.count * 2 : data.count) {
      let byte = data[data.startIndex + (isHalf ? index / 2 : index)]
      put(isHalf ? half(byte, index) : byte)
    }
    rest = rest.dropFirst(length + length % 2)
  }

  private func half(_ byte: UInt8, _ index: Int) -> UInt8 {
    index % 2 == 0 ? byte >> 4 : byte & 15
  }

  private mutating func put(_ number: UInt8) {
    if column < numbers.count {
      numbers[column] = number
      hasPixels = true
    }
    column += 1
  }
}
