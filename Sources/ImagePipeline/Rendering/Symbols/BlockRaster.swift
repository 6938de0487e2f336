internal import Imaging

/// The blocks of a symbol tile: colors, or transparent.
package struct BlockRaster {
  /// Red, green, blue, and 1 if opaque; all zero if transparent.
  package typealias Block = SIMD4<Int32>

  let size: PixelSize
  var blocks: [Block]
  /// Whether any block is mixed with the background.
  private(set) var isMixed = false
  private(set) var hasGaps = false

  /// Below this alpha a pixel counts as transparent: 3% of a color is invisible.
  private static let leastAlpha: Int32 = 8

  /// Centers a bitmap in character cells, and composes partly transparent pixels with the
  /// background; the blocks around it are transparent.
  init(_ bitmap: Bitmap, filling cells: CellSize, of grid: PixelSize, over background: RGB) {
    let behind = Block(Int32(background.red), Int32(background.green), Int32(background.blue), 255)
    size = PixelSize(width: cells.columns * grid.width, height: cells.rows * grid.height)
    blocks = Array(repeating: .zero, count: size.area)
    let left = (size.width - bitmap.size.width) / 2
    let top = (size.height - bitmap.size.height) / 2
    var start = 0
    for row in top..<top + bitmap.size.height {
      for place in row * size.width + left..<row * size.width + left + bitmap.size.width {
        var pixel = Block.zero
        for channel in 0..<4 { pixel[channel] = Int32(bitmap.bytes[start + channel]) }
        isMixed = isMixed || (Self.leastAlpha..<255).contains(pixel.w)
        hasGaps = hasGaps || pixel.w < Self.leastAlpha
        blocks[place] = Self.block(pixel, over: behind)
        start += 4
      }
    }
  }

  /// Fills transparent blocks, including those around the image.
  mutating func fill(with color: RGB) {
    let filling = Block(Int32(color.red), Int32(color.green), Int32(color.blue), 1)
    for index in blocks.indices where blocks[index].w == 0 { blocks[index] = filling }
  }

  private static func block(_ pixel: Block, over behind: Block) -> Block {
    let alpha = pixel.w
    if alpha == 255 { return Block(pixel.x, pixel.y, pixel.z, 1) }
    if alpha < leastAlpha { return .zero }
    var mixed = pixel &+ (behind &* (255 &- alpha) &+ 127) / 255
    mixed.clamp(lowerBound: .zero, upperBound: Block(repeating: 255))
    mixed.w = 1
    return mixed
  }

  /// Blocks of one character cell, row by row, padded with transparent ones.
  package typealias Cell = InlineArray<6, Block>

  func cells(of grid: PixelSize) -> CellSize {
    CellSize(columns: size.width / grid.width, rows: size.height / grid.height)
  }

  func cell(column: Int, row: Int, of grid: PixelSize) -> Cell {
    var cell = Cell(repeating: .zero)
    var place = 0
    for y in row * grid.height..<(row + 1) * grid.height {
      for x in column * grid.width..<(column + 1) * grid.width {
        cell[place] = blocks[y * size.width + x]
        place += 1
      }
    }
    return cell
  }

  /// Adds to all opaque blocks, in channel steps, and clamps.
  static func add(_ change: Block, to cell: inout Cell) {
    for index in cell.indices where cell[index].w != 0 {
      var sum = cell[index] &+ change
      sum.clamp(lowerBound: .zero, upperBound: Block(repeating: 255))
      sum.w = 1
      cell[index] = sum
    }
  }

  /// Luma from 0 to 255 (ITU-R BT.601).
  static func lightness(of block: Block) -> Int32 {
    (77 * block.x + 150 * block.y + 29 * block.z) / 256
  }
}
