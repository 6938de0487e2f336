import Imaging

/// Takes the rows of a picture one after another, while they are decoded.
protocol RowTaking {
  /// Decodes one row, four bytes a pixel, into a buffer, over what an earlier pass left there.
  /// - Parameters:
  ///   - number: The row, counted from the top.
  ///   - pass: The pass of an interlaced picture, counted from zero.
  ///   - decode: Fills a range of a buffer with the row, and says whether it could.
  /// - Returns: What `decode` said.
  mutating func takeRow(
    _ number: Int, pass: Int, decode: (inout [UInt8], Range<Int>) -> Bool
  ) -> Bool

  /// Ends the picture.
  /// - Parameter isComplete: Tells whether all rows came.
  /// - Returns: The picture, transparent where no row came.
  mutating func finish(isComplete: Bool) -> Bitmap
}

extension [UInt8] {
  /// Multiplies the colours in a range of pixels by their alpha.
  mutating func multiplyByAlpha() {
    for start in stride(from: 0, to: count, by: 4) where self[start + 3] != 255 {
      let alpha = UInt32(self[start + 3])
      for channel in start..<start + 3 {
        self[channel] = UInt8((UInt32(self[channel]) * alpha + 127) / 255)
      }
    }
  }
}
