/// Dithers pixels with a palette by error diffusion, so that areas keep their mean color.
///
/// Floyd and Steinberg, "An adaptive algorithm for spatial grey scale" (1976), in serpentine order.
/// Only three quarters of the error are diffused: weights are 5, 2, 4 and 1 of 16 instead of 7, 3,
/// 5 and 1. For a photo of 400x400 pixels as sixels, full diffusion gave 36.0 dB in 190 KB, three
/// quarters 38.2 dB in 164 KB, none 39.3 dB in 135 KB; the means of 4x4 squares, which show
/// banding, had 48.5, 47.8 and 44.8 dB.
enum ColorDiffusion {
  private typealias Color = SIMD4<Int16>

  /// Takes pixels as 0xRRGGBB; larger numbers give `unset`.
  static func indices(
    of pixels: [UInt32], width: Int, in colors: borrowing NearestColors
  ) -> [UInt8] {
    // Errors of the row in 1/16 channel steps, with an unused one at either end.
    var debts = [Color](repeating: .zero, count: width + 2)
    return unsafe [UInt8](unsafeUninitializedCapacity: pixels.count) { output, count in
      unsafe debts.withUnsafeMutableBufferPointer { debts in
        unsafe pixels.withUnsafeBufferPointer { pixels in
          var direction = 1
          for start in stride(from: 0, to: pixels.count, by: max(1, width)) {
            let row = start..<start + width
            unsafe show(
              UnsafeBufferPointer(rebasing: pixels[row]), debts, towards: direction, in: colors,
              to: UnsafeMutableBufferPointer(rebasing: output[row]))
            direction = -direction
          }
        }
      }
      count = pixels.count
    }
  }

  /// Dithers one row and stores the errors for the next.
  private static func show(
    _ row: UnsafeBufferPointer<UInt32>, _ debts: UnsafeMutableBufferPointer<Color>,
    towards direction: Int, in colors: borrowing NearestColors,
    to output: UnsafeMutableBufferPointer<UInt8>
  ) {
    let white = Color(repeating: 255)
    var place = direction > 0 ? 0 : row.count - 1
    var index: UInt8 = 0
    // Errors for the next pixel, and for those below this one and the next.
    var (ahead, below, beyond) = (Color.zero, Color.zero, Color.zero)
    for _ in 0..<row.count {
      let color = unsafe row[place]
      var error = Color.zero
      if color <= ColorCells.lastColor {
        let owed = unsafe (debts[place &+ 1] &+ 8 &+ ahead) &>> 4
        let channels = Color(truncatingIfNeeded: ColorCells.channels(of: color))
        let wanted = (channels &+ owed).clamped(lowerBound: .zero, upperBound: white)
        index = colors.index(ofCell: ColorCells.cell(of: wanted), hint: index)
        unsafe output[place] = index
        error = wanted &- colors.channels(ofIndex: index)
      } else {
        unsafe output[place] = IndexedPicture.unset
      }
      ahead = error &<< 2 &+ error
      unsafe debts[place &+ 1 &- direction] = below &+ error &<< 1
      below = beyond &+ error &<< 2
      beyond = error
      place &+= direction
    }
    unsafe debts[place &+ 1 &- direction] = below
  }
}
