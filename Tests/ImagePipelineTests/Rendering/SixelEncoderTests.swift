import Base
import ImagePipeline
import Imaging
import Testing

@Suite("A sixel encoder")
struct SixelEncoderTests {
  private static let encoder = SixelEncoder(cell: PixelSize(width: 10, height: 20))

  /// Pixels in runs and gaps of many lengths.
  private static func pixels(_ size: PixelSize, seed: UInt64) -> [UInt32] {
    var generator = SplitMix64(seed: seed)
    var pixels: [UInt32] = []
    while pixels.count < size.area {
      let color = UInt32.random(in: 0...12, using: &generator) * 0x140F0A
      let length = Int.random(in: 1...20, using: &generator)
      let pixel = color > 0xA00000 ? 0x0100_0000 : color
      pixels += Array(repeating: pixel, count: length * length / 8 + 1)
    }
    return Array(pixels.prefix(size.area))
  }

  @Test(
    arguments: [(1, 1), (1, 13), (13, 1), (6, 6), (5, 7), (37, 18), (300, 13), (1200, 7)],
    [(0, 0), (1, 0), (3, 5), (0, 6), (9, 17), (1000, 2)])
  func `encoded sixels decode to the same pixels`(
    side: (width: Int, height: Int), margin: (width: Int, height: Int)
  ) throws {
    let size = PixelSize(width: side.width, height: side.height)
    let picture = IndexedPicture(
      diffusing: Self.pixels(size, seed: UInt64(side.width * 64 + margin.width)), of: size)
    let room = PixelSize(
      width: size.width + 2 * margin.width, height: size.height + 2 * margin.height)
    let image = try SixelDecoder(
      Self.encoder.controlString(
        of: picture, in: room, at: PixelSize(width: margin.width, height: margin.height)))
    #expect(image.size == room)
    #expect(image.overdrawnCount == 0)
    var expected: [PixelSize: Int] = [:]
    for (place, index) in picture.indices.enumerated() where index != IndexedPicture.unset {
      let x = place % size.width + margin.width
      let y = place / size.width + margin.height
      expected[PixelSize(width: x, height: y)] = Int(index)
    }
    #expect(image.pixels == expected)
  }

  @Test func `a run is encoded as a repetition if that is shorter`() {
    func data(_ width: Int) -> String {
      let size = PixelSize(width: width, height: 6)
      let picture = IndexedPicture(
        diffusing: Array(repeating: 0xFFFFFF, count: size.area), of: size)
      let text = Self.encoder.controlString(
        of: picture, in: size, at: PixelSize(width: 0, height: 0))
      return String(decoding: text, as: UTF8.self)
    }
    #expect(data(1) == "\u{1B}P0;1;0q\"1;1;1;6#0;2;100;100;100#0~\u{1B}\\")
    #expect(data(3) == "\u{1B}P0;1;0q\"1;1;3;6#0;2;100;100;100#0~~~\u{1B}\\")
    #expect(data(4) == "\u{1B}P0;1;0q\"1;1;4;6#0;2;100;100;100#0!4~\u{1B}\\")
    #expect(data(1000) == "\u{1B}P0;1;0q\"1;1;1000;6#0;2;100;100;100#0!1000~\u{1B}\\")
  }

  @Test func `colours side by side share one pass over the row`() {
    let row: [UInt32] = Array(repeating: 0, count: 20) + Array(repeating: 0xFFFFFF, count: 20)
    let size = PixelSize(width: 80, height: 1)
    let picture = IndexedPicture(diffusing: row + row, of: size)
    let text = Self.encoder.controlString(
      of: picture, in: size, at: PixelSize(width: 0, height: 0))
    #expect(String(decoding: text, as: UTF8.self).hasSuffix("#0!20@#1!20@#0!20@#1!20@\u{1B}\\"))
  }

  @Test(arguments: [
    (PixelSize?.none, 1), (PixelSize(width: 300, height: 200), 1),
    (PixelSize(width: 129, height: 200), 3), (PixelSize(width: 160, height: 99), 6),
    (PixelSize(width: 3, height: 2), 28 * 8),
  ])
  func `an image above the size limit is split at character cells`(
    limit: PixelSize?, count: Int
  ) throws {
    let (cell, room) = (Self.encoder.cell, PixelSize(width: 300, height: 200))
    let margin = PixelSize(width: 13, height: 29)
    let size = PixelSize(width: 270, height: 140)
    let picture = IndexedPicture(diffusing: Self.pixels(size, seed: 5), of: size)
    let (images, bytes) = SixelEncoder(limit: limit, cell: cell)
      .images(of: picture, in: room, at: margin)
    var pixels: [PixelSize: Int] = [:]
    var end = 0
    for image in images {
      let part = try SixelDecoder(Array(bytes[image.bytes]))
      #expect(part.size.width <= max(cell.width, limit?.width ?? .max))
      #expect(part.size.height <= max(cell.height, limit?.height ?? .max))
      for (place, color) in part.pixels {
        let whole = PixelSize(
          width: place.width + image.origin.column * cell.width,
          height: place.height + image.origin.row * cell.height)
        #expect(pixels.updateValue(color, forKey: whole) == nil)
      }
      #expect(image.bytes.lowerBound == end)
      end = image.bytes.upperBound
    }
    #expect(end == bytes.count)
    #expect(images.count == count)
    let whole = try SixelDecoder(Self.encoder.controlString(of: picture, in: room, at: margin))
    #expect(pixels == whole.pixels)
  }
}
