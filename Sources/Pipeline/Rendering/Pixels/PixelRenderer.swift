import Imaging

/// Makes tiles of pixels: scales a bitmap to those of its character cells, and writes them as a terminal
/// takes them.
struct PixelRenderer {
  /// Draws a picture as large as it fits into a box, as `PixelGeometry` says.
  ///
  /// Parameters and result are those of `TileRenderer.tile`.
  func tile(
    from bitmap: Bitmap, pictureSize: PixelSize, fitting box: CellSize, form: PixelForm
  ) -> Tile {
    guard min(pictureSize.width, pictureSize.height, box.columns, box.rows) > 0 else {
      return Tile(canvas: Canvas(size: CellSize(columns: 0, rows: 0)))
    }
    let geometry = PixelGeometry(fitting: pictureSize, in: box, cell: form.cell)
    let picture = bitmap.scaled(to: geometry.picture)
    switch form.encoding {
    case .rgb: return rgb(picture, geometry, over: form.characters.background)
    case .rgba, .sixel, .jpeg: return Tile(canvas: Canvas(size: geometry.cells))
    }
  }

  /// The picture itself: what is transparent of it shows the background.
  private func rgb(_ picture: Bitmap, _ geometry: PixelGeometry, over background: RGB) -> Tile {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(picture.size.area * 3)
    var isMixed = false
    let pixels = picture.bytes
    for start in stride(from: 0, to: pixels.count, by: 4) {
      let rest = 255 - Int(pixels[start + 3])
      if rest == 0 {
        bytes.append(pixels[start])
        bytes.append(pixels[start + 1])
        bytes.append(pixels[start + 2])
      } else {
        isMixed = true
        bytes.append(Self.mixed(pixels[start], with: background.red, rest))
        bytes.append(Self.mixed(pixels[start + 1], with: background.green, rest))
        bytes.append(Self.mixed(pixels[start + 2], with: background.blue, rest))
      }
    }
    let encoded = EncodedPicture(
      size: geometry.cells, encoding: .rgb, pixels: picture.size, bytes: bytes)
    return Tile(.pixels(encoded), background: isMixed ? background : nil)
  }

  /// A channel that is multiplied by alpha already, over one of the background.
  private static func mixed(_ channel: UInt8, with background: UInt8, _ rest: Int) -> UInt8 {
    UInt8(min(255, Int(channel) + (Int(background) * rest + 127) / 255))
  }
}
