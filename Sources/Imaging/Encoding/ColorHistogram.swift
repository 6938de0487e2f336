struct ColorHistogram {
  /// Sums of blue, green and red, and the number of pixels.
  typealias Sum = SIMD4<Int32>

  private(set) var cells: [Int32] = []
  private(set) var sums: [Sum] = []

  /// Images with twice as many pixels are subsampled; the sums must fit in 32 bits.
  private static let sampleLimit = 1 << 20

  /// Takes pixels as 0xRRGGBB; ignores larger numbers.
  init(of pixels: [UInt32]) {
    let limit = min(pixels.count, ColorCells.count)
    sums = unsafe [Sum](unsafeUninitializedCapacity: limit) { sums, sumCount in
      unsafe cells = [Int32](unsafeUninitializedCapacity: limit) { cells, cellCount in
        unsafe cellCount = Self.count(pixels, in: cells, sums)
        sumCount = cellCount
      }
    }
  }

  private static func count(
    _ pixels: [UInt32], in cells: UnsafeMutableBufferPointer<Int32>,
    _ sums: UnsafeMutableBufferPointer<Sum>
  ) -> Int {
    // Odd, so that an image of even width is not sampled in every second column only.
    let step = pixels.count / sampleLimit | 1
    // One-based index by cell; zero if it does not occur.
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
