internal import Imaging

/// Chooses the colours of a palette: cuts the box of all colours in two, and then again and again the
/// box whose cut lowers the squared error most.
///
/// Wu, "Efficient statistical computations for optimal color quantization" (Graphics Gems II, 1991):
/// a cut lowers the error by |A|²/a + |B|²/b - |A + B|²/(a + b), where A and B are the sums over the a
/// and b pixels of the halves. His table of sums over all cells would have a quarter of a million
/// entries here; a photo has some thousand cells, which are brought into the order of their boxes.
struct PaletteCutter {
  private typealias Sum = ColorHistogram.Sum

  private var cells: [Int32]
  private var sums: [Sum]
  /// The sums of one box over every blue, every green and every red.
  private var slices = [Sum](repeating: .zero, count: 3 * side)

  /// The cells on a side of the cube of all colours.
  private static let side = 64

  init(_ histogram: ColorHistogram) {
    cells = histogram.cells
    sums = histogram.sums
  }

  /// The means of the boxes, in no special order; fewer than wanted where there are no more cells.
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

  /// The box of some entries, with its best cut.
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

  /// |S|²/n.
  private static func score(_ sum: Sum) -> Double {
    let (blue, green, red) = (Double(sum.x), Double(sum.y), Double(sum.z))
    return (blue * blue + green * green + red * red) / Double(sum.w)
  }

  /// Brings the entries of the first half before those of the second.
  /// - Returns: Where the second half begins.
  private mutating func partition(_ box: ColorBox) -> Int {
    var middle = box.entries.lowerBound
    unsafe cells.withUnsafeMutableBufferPointer { cells in
      unsafe sums.withUnsafeMutableBufferPointer { sums in
        for entry in box.entries {
          // Whether or not it belongs there: which one does, no processor could foretell.
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

/// Colours of which a palette may have one.
private struct ColorBox {
  /// Which entries of the histogram these are.
  let entries: Range<Int>
  /// The sum over them.
  var sum = ColorHistogram.Sum.zero
  /// By how much the best cut lowers the squared error; zero where there is nothing to cut.
  var gain = 0.0
  /// The lowest bit of the channel that is cut in the number of a cell.
  var shift: Int32 = 0
  /// The last place of that channel in the first half.
  var last: Int32 = 0
}
