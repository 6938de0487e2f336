import Imaging

/// Unpacks the runs of a BMP (RLE8 and RLE4): two bytes tell a run, a move or how many numbers follow.
struct BMPRuns {
  private let size: PixelSize
  private let isHalf: Bool
  /// The numbers of all pixels, in the order of the file.
  private(set) var numbers: [UInt8]
  private var column = 0
  private var row = 0

  init(_ header: BMPHeader) {
    size = header.size
    isHalf = header.bitsPerPixel == 4
    numbers = Array(repeating: 0, count: header.size.area)
  }

  /// Reads all runs; false where the bytes end before the picture says that it does.
  mutating func read(_ bytes: ArraySlice<UInt8>) -> Bool {
    var rest = bytes
    while rest.count >= 2, row < size.height {
      let (count, value) = (Int(rest.removeFirst()), rest.removeFirst())
      if count > 0 {
        for index in 0..<count { put(isHalf ? half(value, index) : value) }
      } else if value == 1 {
        return true
      } else {
        follow(value, &rest)
      }
    }
    return row >= size.height
  }

  /// Obeys what stands after a zero.
  private mutating func follow(_ value: UInt8, _ rest: inout ArraySlice<UInt8>) {
    switch value {
    case 0:
      column = 0
      row += 1
    case 2:
      column += Int(rest.popFirst() ?? 0)
      row += Int(rest.popFirst() ?? 0)
    default:
      copy(Int(value), &rest)
    }
  }

  /// Copies numbers that are no run; they fill an even number of bytes.
  private mutating func copy(_ count: Int, _ rest: inout ArraySlice<UInt8>) {
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
    if column < size.width, row < size.height { numbers[row * size.width + column] = number }
    column += 1
  }
}
