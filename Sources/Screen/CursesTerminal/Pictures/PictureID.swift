import Imaging

/// A number that a terminal knows a picture by (kitty graphics protocol), below 2^31: beyond that some
/// terminals show nothing.
nonisolated struct PictureID: Hashable {
  /// The number.
  let number: UInt32

  /// The colour that stands for its lower 24 bits in a placeholder: an entry of the palette where they
  /// are one, which every terminal between passes on, and else an exact colour.
  var color: Color {
    let low = number & 0xFF_FFFF
    return low < 256 ? .palette(UInt8(low)) : .rgb(RGB(packed: low))
  }
}

/// The numbers that one program gives its pictures: a range of their own, begun at random, so that two
/// programs on one terminal share none.
nonisolated struct PictureIDs {
  /// All numbers that are ever given.
  let all: ClosedRange<UInt32>
  /// How many there are.
  var count: Int { columns * rows }

  private let columns: Int
  private let rows: Int

  /// Chooses a range.
  /// - Parameters:
  ///   - colors: The colours that placeholders may have: exact ones carry 65,536 numbers, and a palette
  ///     1,920.
  ///   - generator: Where chance comes from.
  init(colors: ColorDepth, using generator: inout some RandomNumberGenerator) {
    if colors == .direct {
      let high = UInt32.random(in: 1..<0x7FFF, using: &generator)
      (columns, rows) = (1 << 16, 1)
      all = high << 16...(high << 16 | 0xFFFF)
    } else {
      let high = UInt32.random(in: 1..<120, using: &generator)
      (columns, rows) = (240, 8)
      all = (high << 24 | 16)...((high + 7) << 24 | 255)
    }
  }

  /// The id of a place in the range, below `count`.
  subscript(place: Int) -> PictureID {
    let row = UInt32(place / columns) << 24
    return PictureID(number: all.lowerBound + row + UInt32(place % columns))
  }
}
