import Imaging

/// An image ID of kitty's graphics protocol, below 2^31: some terminals show no larger ones.
struct PictureID: Hashable {
  let number: UInt32

  /// Encodes the lower 24 bits in placeholders: a palette color if possible, which every
  /// intermediate terminal passes on, else an exact color.
  var color: Color {
    let low = number & 0xFF_FFFF
    return low < 256 ? .palette(UInt8(low)) : .rgb(RGB(packed: low))
  }
}

/// A random range of image IDs, so that programs on one terminal do not collide.
struct PictureIDs {
  let all: ClosedRange<UInt32>
  var count: Int { columns * rows }

  private let columns: Int
  private let rows: Int

  /// Exact placeholder colors carry 65,536 IDs, a palette 1,920.
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

  subscript(place: Int) -> PictureID {
    let row = UInt32(place / columns) << 24
    return PictureID(number: all.lowerBound + row + UInt32(place % columns))
  }
}
