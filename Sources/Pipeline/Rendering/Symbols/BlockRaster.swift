internal import Imaging

/// The blocks of a tile: a colour for each, or nothing where the picture is transparent.
struct BlockRaster {
  /// A colour that may be counted with: red, green, blue, and one where the block is opaque, zero in
  /// all four where it is transparent.
  typealias Block = SIMD4<Int32>

  /// The size in blocks.
  let size: PixelSize
  /// The blocks, row by row.
  var blocks: [Block]
  /// Whether any block is mixed with the background.
  private(set) var isMixed = false
  /// Whether any block is nothing of the picture's own.
  private(set) var hasGaps = false

  /// The alpha below which a pixel counts as transparent: nobody sees three hundredths of a colour.
  private static let leastAlpha: Int32 = 8

  /// Takes the pixels of a bitmap as blocks, mixed with a background where they are partly
  /// transparent.
  init(_ bitmap: Bitmap, over background: RGB) {
    let behind = Block(Int32(background.red), Int32(background.green), Int32(background.blue), 255)
    size = bitmap.size
    blocks = []
    blocks.reserveCapacity(size.area)
    for start in stride(from: 0, to: size.area * 4, by: 4) {
      var pixel = Block.zero
      for channel in 0..<4 {
        pixel[channel] = Int32(bitmap.bytes[start + channel])
      }
      isMixed = isMixed || (Self.leastAlpha..<255).contains(pixel.w)
      hasGaps = hasGaps || pixel.w < Self.leastAlpha
      blocks.append(Self.block(pixel, over: behind))
    }
  }

  /// Takes the pixels of a bitmap in the middle of some character cells; the blocks around it are
  /// transparent.
  init(_ bitmap: Bitmap, filling cells: CellSize, of grid: PixelSize, over background: RGB) {
    let picture = BlockRaster(bitmap, over: background)
    let whole = PixelSize(width: cells.columns * grid.width, height: cells.rows * grid.height)
    guard picture.size != whole else {
      self = picture
      return
    }
    size = whole
    (isMixed, hasGaps) = (picture.isMixed, picture.hasGaps)
    blocks = Array(repeating: .zero, count: whole.area)
    let left = (whole.width - picture.size.width) / 2
    let top = (whole.height - picture.size.height) / 2
    for row in 0..<picture.size.height {
      let start = (top + row) * whole.width + left
      let line = row * picture.size.width..<(row + 1) * picture.size.width
      blocks.replaceSubrange(start..<start + line.count, with: picture.blocks[line])
    }
  }

  /// Fills what is transparent with a colour, the blocks around the picture included.
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
}

extension BlockRaster {
  /// The blocks of one character cell, row by row from the top left; as many as its grid has, and
  /// transparent ones after them.
  typealias Cell = InlineArray<6, Block>

  /// The character cells that the blocks fill.
  func cells(of grid: PixelSize) -> CellSize {
    CellSize(columns: size.width / grid.width, rows: size.height / grid.height)
  }

  /// The blocks of a character cell.
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
}

extension BlockRaster {
  /// Adds to the colour of every opaque block, in channel steps; what leaves the range of a channel
  /// is cut off.
  static func add(_ change: Block, to cell: inout Cell) {
    for index in cell.indices where cell[index].w != 0 {
      var sum = cell[index] &+ change
      sum.clamp(lowerBound: .zero, upperBound: Block(repeating: 255))
      sum.w = 1
      cell[index] = sum
    }
  }

  /// The lightness of a block from 0 to 255, weighted as the eye does (ITU-R BT.601).
  static func lightness(of block: Block) -> Int32 {
    (77 * block.x + 150 * block.y + 29 * block.z) / 256
  }
}
