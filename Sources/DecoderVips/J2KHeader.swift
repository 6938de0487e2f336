internal import DecoderKit
internal import DecoderProtocol
internal import Imaging

/// The size fields of a JPEG 2000 codestream (ISO/IEC 15444-1, section A.5.1).
///
/// openjpeg allocates memory for all tiles and components when it reads them.
struct J2KHeader {
  let picture, tile: J2KArea
  /// Subsampling: grid points per sample of each component.
  private let steps: [PixelSize]

  private static let mostComponents = 5

  init(_ bytes: ArraySlice<UInt8>) throws(PictureError) {
    var fields = ISOBMFFReader(bytes.dropFirst(2))
    let front = [2, 2, 2].compactMap { fields.take($0) }
    let sides = (0..<8).compactMap { _ in fields.take(4) }
    guard front.count == 3, sides.count == 8, let count = fields.take(2) else { throw .truncated }
    guard front[0] == 0xFF51, count > 0, front[1] == 38 + 3 * count else { throw .damaged }
    guard count <= Self.mostComponents else { throw .unsupported("\(count) channels") }
    steps = (0..<count).compactMap { _ in
      let numbers = (0..<3).compactMap { _ in fields.take(1) }
      return numbers.count == 3 ? PixelSize(width: numbers[1], height: numbers[2]) : nil
    }
    guard steps.count == count else { throw .truncated }
    picture = J2KArea(left: sides[2], top: sides[3], right: sides[0], bottom: sides[1])
    tile = J2KArea(
      left: sides[6], top: sides[7], right: sides[6] + sides[4], bottom: sides[7] + sides[5])
    let areas = [picture.size, tile.size] + steps
    guard areas.allSatisfy({ $0.width > 0 && $0.height > 0 }), tile.left <= picture.left,
      tile.top <= picture.top, tile.right > picture.left, tile.bottom > picture.top
    else { throw .damaged }
  }

  /// The size of the largest component in pixels.
  var size: PixelSize {
    let sizes = steps.map(picture.samples)
    return PixelSize(
      width: sizes.map(\.width).max() ?? 0, height: sizes.map(\.height).max() ?? 0)
  }

  /// Grid distance at which samples of all components start; nil if pixels differ from grid points.
  var unit: Int? {
    let unit = steps.map { max($0.width, $0.height) }.max() ?? 1
    guard picture.left == 0, picture.top == 0, size == picture.size,
      steps.allSatisfy({ unit % $0.width == 0 && unit % $0.height == 0 })
    else { return nil }
    return unit
  }

  var sampleCount: Int { sampleCount(in: picture) }

  func sampleCount(in area: J2KArea) -> Int {
    steps.map { area.samples(every: $0).area }.reduce(0, +)
  }
}

struct J2KArea {
  let left, top, right, bottom: Int

  var size: PixelSize { PixelSize(width: right - left, height: bottom - top) }

  /// The rectangle in pixels, for an image at the origin of the grid.
  var pixels: PixelRect {
    PixelRect(x: left, y: top, width: size.width, height: size.height)
  }

  func part(inside other: J2KArea) -> J2KArea {
    J2KArea(
      left: max(left, other.left), top: max(top, other.top), right: min(right, other.right),
      bottom: min(bottom, other.bottom))
  }

  func moved(_ x: Int, _ y: Int) -> J2KArea {
    J2KArea(left: left + x, top: top + y, right: right + x, bottom: bottom + y)
  }

  func samples(every step: PixelSize) -> PixelSize {
    func count(_ start: Int, _ end: Int, _ step: Int) -> Int {
      (end + step - 1) / step - (start + step - 1) / step
    }
    return PixelSize(
      width: count(left, right, step.width), height: count(top, bottom, step.height))
  }
}
