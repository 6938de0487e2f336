import Imaging

/// Decodes RLE8 and RLE4 row by row: a header may claim a hundred million pixels without data.
struct BMPRuns {
  enum End {
    /// The next row starts; `gap` rows are skipped before it.
    case row(gap: Int)
    case picture
    case cut
  }

  private let isHalf: Bool
  private var rest: ArraySlice<UInt8>
  private var column = 0
  /// Palette indices of the last row, zero for skipped pixels.
  private(set) var numbers: [UInt8]
  private(set) var hasPixels = false

  init(_ header: BMPHeader, _ bytes: ArraySlice<UInt8>) {
    isHalf = header.bitsPerPixel == 4
    rest = bytes
    numbers = Array(repeating: 0, count: header.size.width)
  }

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

  /// Executes an escape code; returns the number of skipped rows if it moves to another row.
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

  /// Copies literal indices, padded to an even number of bytes.
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
