import ImagePipeline
import Imaging
import Testing

/// Marks on tiles of every form: an image that is white at its left, black at its right, and grey
/// in between.
@Suite("Clipping marks")
struct ClippingMarkTests {
  private static let size = PixelSize(width: 96, height: 32)
  private static let picture: Bitmap = {
    var picture = Bitmap(size: size, filledWith: RGB(128, 128, 128))
    for y in 0..<size.height {
      for x in 0..<32 {
        picture[x, y] = RGB(255, 255, 255)
        picture[95 - x, y] = RGB(0, 0, 0)
      }
    }
    return picture
  }()
  /// Twelve characters, of which a third are 8 by 16 pixels of each tone.
  private static let box = CellSize(columns: 12, rows: 2)

  private func tile(
    _ form: TileForm, extent: PictureExtent = .filling, isMarked: Bool = true
  ) -> Tile {
    TileRenderer().tile(
      from: Self.picture, pictureSize: Self.size, extent: extent, fitting: Self.box, form: form,
      marksClipping: isMarked)
  }

  private static let part = PictureExtent.part(
    PicturePart(of: size, scaledTo: size, PixelRect(size)))

  private func pixelForm(_ encoding: PixelEncoding) -> TileForm {
    .pixels(
      PixelForm(
        encoding: encoding, cell: PixelSize(width: 8, height: 16),
        characters: TileForm(symbols: .quadrants, colors: .direct).characters))
  }

  @Test(arguments: [PictureExtent.filling, .fitting, part])
  func `characters of clipped areas are red and blue`(extent: PictureExtent) {
    let canvas = tile(TileForm(symbols: .quadrants, colors: .direct), extent: extent).canvas
    #expect(canvas.size == Self.box)
    for row in 0..<2 {
      for (column, color) in [
        (1, RGB(255, 0, 0)), (6, RGB(128, 128, 128)), (10, RGB(0, 0, 255)),
      ] {
        let glyph = canvas[column, row]
        #expect([glyph.foreground, glyph.background].contains(.rgb(color)))
      }
    }
  }

  @Test func `without colours clipped highlights are dark and clipped shadows bright`() {
    let form = TileForm(symbols: .ascii, colors: .none)
    let canvas = tile(form).canvas
    let plain = tile(form, isMarked: false).canvas
    #expect(canvas[1, 0] == plain[10, 0] && canvas[10, 0] == plain[1, 0])
    #expect(canvas[6, 0] == plain[6, 0] && plain[1, 0] != plain[10, 0])
  }

  @Test(arguments: [PictureExtent.filling, part])
  func `pixels of clipped areas are red and blue`(extent: PictureExtent) throws {
    guard case .pixels(let picture) = tile(pixelForm(.rgb), extent: extent).content else {
      Issue.record("no pixels")
      return
    }
    #expect(picture.pixels == Self.size)
    for (x, color) in [(3, [255, 0, 0]), (48, [128, 128, 128]), (92, [0, 0, 255])] {
      let start = (7 * Self.size.width + x) * 3
      #expect(picture.bytes[start..<start + 3].map(Int.init) == color)
    }
  }

  @Test(arguments: PixelEncoding.allCases)
  func `marks change tiles of every encoding, but only if something is clipped`(
    encoding: PixelEncoding
  ) {
    #expect(tile(pixelForm(encoding)) != tile(pixelForm(encoding), isMarked: false))
    let grey = Bitmap(size: Self.size, filledWith: RGB(128, 128, 128))
    func greyTile(_ isMarked: Bool) -> Tile {
      TileRenderer().tile(
        from: grey, pictureSize: Self.size, fitting: Self.box, form: pixelForm(encoding),
        marksClipping: isMarked)
    }
    #expect(greyTile(true) == greyTile(false))
  }
}
