import ImagePipeline
import Imaging
import Testing

@Suite("Images on a backdrop")
struct BackdropTests {
  private static let color = RGB(10, 20, 30)
  private static let cell = PixelSize(width: 10, height: 20)

  /// Transparent pixels at the left, and half transparent red at the right.
  private static let picture: Bitmap = {
    let (width, height) = (80, 80)
    var bytes: [UInt8] = []
    for _ in 0..<height {
      for x in 0..<width { bytes += x < width / 2 ? [0, 0, 0, 0] : [128, 0, 0, 128] }
    }
    return Bitmap(size: PixelSize(width: width, height: height), bytes: bytes)
  }()

  private static let opaque = Bitmap(
    size: PixelSize(width: 80, height: 80), filledWith: RGB(200, 100, 50))

  private static func symbols(_ backdrop: Backdrop) -> SymbolForm {
    var form = TileForm(symbols: .quadrants, colors: .direct, background: color).characters
    form.backdrop = backdrop
    return form
  }

  private static func tile(_ bitmap: Bitmap, _ form: TileForm) -> Tile {
    TileRenderer().tile(
      from: bitmap, pictureSize: bitmap.size, fitting: CellSize(columns: 9, rows: 4), form: form)
  }

  private static func pixels(_ encoding: PixelEncoding, _ backdrop: Backdrop) -> TileForm {
    .pixels(PixelForm(encoding: encoding, cell: cell, characters: symbols(backdrop)))
  }

  @Test func `characters have the backdrop's colour in transparent and uncovered areas`() {
    let canvas = Self.tile(Self.picture, .symbols(Self.symbols(.color))).canvas
    #expect(canvas[0, 0] == Glyph(" ", background: .rgb(Self.color)))
    #expect(canvas.glyphs.allSatisfy { $0.background != .standard })
    let mixed = canvas[canvas.size.columns - 2, 1].background
    #expect(mixed == .rgb(RGB(133, 10, 15)))
  }

  @Test func `the checkered backdrop of characters has squares two columns wide`() {
    let canvas = Self.tile(Self.picture, .symbols(Self.symbols(.checkered))).canvas
    let row = (0..<2).map { canvas[$0 * 2, 0].background }
    #expect(Set(row) == [.rgb(RGB(0x66, 0x66, 0x66)), .rgb(RGB(0x99, 0x99, 0x99))])
    #expect(canvas[0, 0].background == canvas[1, 0].background)
    #expect(canvas[0, 0].background == canvas[2, 1].background)
  }

  @Test(arguments: PixelEncoding.allCases, [Backdrop.color, .checkered])
  func `pixels of every encoding are blended with the backdrop and record its colour`(
    encoding: PixelEncoding, backdrop: Backdrop
  ) throws {
    let tile = Self.tile(Self.picture, Self.pixels(encoding, backdrop))
    #expect(tile.background == Self.color)
    guard case .pixels(let picture) = tile.content else { return }
    let samples: Int? = [.rgb: 3, .rgba: 4][encoding]
    guard let samples else { return }
    let first = picture.bytes.prefix(3)
    #expect(picture.pixels == PixelSize(width: 80, height: 80))
    #expect(picture.pixels.area * samples == picture.bytes.count)
    #expect(Array(first) == (backdrop == .color ? [10, 20, 30] : [0x66, 0x66, 0x66]))
  }

  @Test(arguments: PixelEncoding.allCases)
  func `the checkered backdrop does not change the pixels of an opaque image`(
    encoding: PixelEncoding
  ) {
    let plain = Self.tile(Self.opaque, Self.pixels(encoding, .terminal))
    let checkered = Self.tile(Self.opaque, Self.pixels(encoding, .checkered))
    #expect(plain.content == checkered.content)
    let mayStand = plain.mayStand(
      from: Self.pixels(encoding, .terminal), in: Self.pixels(encoding, .checkered))
    #expect(mayStand == (plain.background == nil))
  }

  @Test(
    arguments: [Backdrop.terminal, .color, .checkered], [Backdrop.terminal, .color, .checkered])
  func `a tile is a placeholder only for forms with the same backdrop and background`(
    backdrop: Backdrop, other: Backdrop
  ) {
    let form = TileForm.symbols(Self.symbols(backdrop))
    let wanted = TileForm.symbols(Self.symbols(other))
    #expect(Self.tile(Self.picture, form).mayStand(from: form, in: wanted) == (backdrop == other))
    var elsewhere = wanted
    elsewhere.background = RGB(1, 2, 3)
    #expect(!Self.tile(Self.picture, form).mayStand(from: form, in: elsewhere))
  }
}
