/// Chooses a palette by recursively splitting the box whose split lowers the squared error most.
///
/// Wu, "Efficient statistical computations for optimal color quantization" (Graphics Gems II,
/// 1991): a split lowers the error by |A|²/a + |B|²/b - |A + B|²/(a + b), where A and B are the
/// sums over the a and b pixels of the halves. Instead of his table, which would have 262,144
/// entries here, the few thousand cells of a photo are sorted by box.
struct PaletteCutter {
  private typealias Sum = ColorHistogram.Sum

  private var cells: [Int32]
  private var sums: [Sum]
  /// The sums of one box by blue, green and red.
  private var slices = [Sum](repeating: .zero, count: 3 * side)

  private static let side = 64

  init(_ histogram: ColorHistogram) {
    cells = histogram.cells
    sums = histogram.sums
  }

  mutating func colors(atMost count: Int) -> [RGB] {
    guard !cells.isEmpty else { return [] }
    var boxes = [box(of: 0..<cells.count)]
    while boxes.count < count,
      let best = boxes.indices.max(by: { boxes[$0].gain < boxes[$1].gain }), boxes[best].gain > 0
    {
      let entries = boxes[best].entries
      let middle = partition(boxes[best])
      boxes[best] = box(of: entries.lowerBound..<middle)
      boxes.append(box(of: middle..<entries.upperBound))
    }
    return boxes.map { Self.mean($0.sum) }
  }

  private mutating func box(of entries: Range<Int>) -> ColorBox {
    sumSlices(of: entries)
    var box = ColorBox(entries: entries)
    for place in 0..<Self.side { box.sum &+= slices[place] }
    for channel in 0..<3 { improveCut(of: &box, across: channel) }
    return box
  }

  private mutating func sumSlices(of entries: Range<Int>) {
    unsafe slices.withUnsafeMutableBufferPointer { slices in
      unsafe slices.update(repeating: .zero)
      unsafe cells.withUnsafeBufferPointer { cells in
        unsafe sums.withUnsafeBufferPointer { sums in
          for entry in entries {
            let cell = unsafe Int(cells[entry])
            let sum = unsafe sums[entry]
            unsafe slices[cell & 63] &+= sum
            unsafe slices[Self.side + cell >> 6 & 63] &+= sum
            unsafe slices[2 * Self.side + cell >> 12] &+= sum
          }
        }
      }
    }
  }

  private func improveCut(of box: inout ColorBox, across channel: Int) {
    let whole = Self.score(box.sum)
    var low = Sum.zero
    for place in 0..<Self.side {
      let slice = slices[channel * Self.side + place]
      guard slice.w > 0 else { continue }
      low &+= slice
      guard low.w < box.sum.w else { return }
      let gain = Self.score(low) + Self.score(box.sum &- low) - whole
      if gain > box.gain {
        box.gain = gain
        box.shift = Int32(6 * channel)
        box.last = Int32(place)
      }
    }
  }

  private static func score(_ sum: Sum) -> Double {
    let (blue, green, red) = (Double(sum.x), Double(sum.y), Double(sum.z))
    return (blue * blue + green * green + red * red) / Double(sum.w)
  }

  /// Sorts the entries by half and returns the start of the second.
  private mutating func partition(_ box: ColorBox) -> Int {
    var middle = box.entries.lowerBound
    unsafe cells.withUnsafeMutableBufferPointer { cells in
      unsafe sums.withUnsafeMutableBufferPointer { sums in
        for entry in box.entries {
          // Swap unconditionally: the branch would be unpredictable.
          let (cell, sum) = unsafe (cells[entry], sums[entry])
          unsafe (cells[entry], sums[entry]) = unsafe (cells[middle], sums[middle])
          unsafe (cells[middle], sums[middle]) = (cell, sum)
          middle &+= cell &>> box.shift & 63 <= box.last ? 1 : 0
        }
      }
    }
    return middle
  }

  private static func mean(_ sum: Sum) -> RGB {
    let mean = (sum &+ sum.w / 2) / sum.w
    return RGB(
      UInt8(truncatingIfNeeded: mean.z), UInt8(truncatingIfNeeded: mean.y),
      UInt8(truncatingIfNeeded: mean.x))
  }
}

private struct ColorBox {
  let entries: Range<Int>
  var sum = ColorHistogram.Sum.zero
  /// Reduction of the squared error by the best split; zero if there is none.
  var gain = 0.0
  /// The lowest bit of the split channel in a cell number.
  var shift: Int32 = 0
  /// The last position of that channel in the first half.
  var last: Int32 = 0
}
