/// How often the colours of a picture occur, by their cells.
struct ColorHistogram {
  /// Blue, green and red summed over some pixels, and how many pixels these are.
  typealias Sum = SIMD4<Int32>

  /// The cells that occur, in the order of their first pixels.
  private(set) var cells: [Int32] = []
  /// What falls into each of them.
  private(set) var sums: [Sum] = []

  /// Of more than twice as many pixels some are left out: they would tell little, and the sums must fit
  /// into 32 bits.
  private static let sampleLimit = 1 << 20

  /// Counts pixels, each 0xRRGGBB; greater numbers are not counted.
  init(of pixels: [UInt32]) {
    let limit = min(pixels.count, ColorCells.count)
    sums = unsafe [Sum](unsafeUninitializedCapacity: limit) { sums, sumCount in
      unsafe cells = [Int32](unsafeUninitializedCapacity: limit) { cells, cellCount in
        unsafe cellCount = Self.count(pixels, in: cells, sums)
        sumCount = cellCount
      }
    }
  }

  /// Fills the entries of cells; tells how many there are.
  private static func count(
    _ pixels: [UInt32], in cells: UnsafeMutableBufferPointer<Int32>,
    _ sums: UnsafeMutableBufferPointer<Sum>
  ) -> Int {
    // Odd, so that no picture of even width is seen by every second column alone.
    let step = pixels.count / sampleLimit | 1
    // For each cell how many there are up to its own; zero where it did not occur.
    var places = [Int32](repeating: 0, count: ColorCells.count)
    var count = 0
    unsafe places.withUnsafeMutableBufferPointer { places in
      unsafe pixels.withUnsafeBufferPointer { pixels in
        for index in stride(from: 0, to: pixels.count, by: step) {
          let color = unsafe pixels[index]
          guard color <= ColorCells.lastColor else { continue }
          let cell = ColorCells.cell(of: color)
          let sum = Sum(truncatingIfNeeded: ColorCells.channels(of: color)) &+ Sum(0, 0, 0, 1)
          let place = unsafe Int(places[cell])
          if place > 0 {
            unsafe sums[place &- 1] &+= sum
          } else {
            unsafe cells.initializeElement(at: count, to: Int32(truncatingIfNeeded: cell))
            unsafe sums.initializeElement(at: count, to: sum)
            count &+= 1
            unsafe places[cell] = Int32(truncatingIfNeeded: count)
          }
        }
      }
    }
    return count
  }
}
