import ImagePipeline
import Imaging
import PictureSamples
import Testing

@Suite("A tile renderer")
struct TileRendererTests {
  private static let landscape = SamplePictures.landscape(PixelSize(width: 320, height: 160))
  /// The landscape as a square photo, so that it fills 40 by 20 cells of half a square each.
  private static let square = PixelSize(width: 320, height: 320)
  private static let box = CellSize(columns: 40, rows: 20)

  private static func tile(_ bitmap: Bitmap, _ form: TileForm) -> Tile {
    TileRenderer().tile(from: bitmap, pictureSize: square, fitting: box, form: form)
  }

  /// The error of the landscape's tile against the landscape, in squared channel steps.
  private static func error(_ form: TileForm) -> Double {
    SamplePictures.error(
      of: SymbolPictures.pixels(of: tile(landscape, form), form: form), against: landscape)
  }

  @Test(arguments: [(255, false), (254, true), (128, true), (8, true), (7, false), (0, false)])
  func `a tile records the background it is blended with`(alpha: UInt8, isMixed: Bool) {
    let size = PixelSize(width: 16, height: 16)
    let pixels = (0..<size.area).flatMap { _ in [alpha, 0, 0, alpha] as [UInt8] }
    let background = RGB(10, 200, 30)
    let tile = TileRenderer().tile(
      from: Bitmap(size: size, bytes: pixels), pictureSize: size,
      fitting: CellSize(columns: 8, rows: 4),
      form: TileForm(symbols: .quadrants, colors: .direct, background: background))
    #expect(tile.background == (isMixed ? background : nil))
  }

  @Test func `finer symbols approximate an image better`() {
    let half = Self.error(TileForm(symbols: .half, colors: .direct))
    let quadrants = Self.error(TileForm(symbols: .quadrants, colors: .direct))
    let sextants = Self.error(TileForm(symbols: .sextants, colors: .direct))
    // In decibels of the peak signal to noise ratio: 24, 25 and 25.6.
    #expect(half < 258.9)
    #expect(quadrants < min(half, 205.6))
    #expect(sextants < min(quadrants, 179.1))
  }

  @Test(arguments: SymbolSet.allCases, ColorDepth.allCases)
  func `a tile uses only the colours and characters of its form`(
    symbols: SymbolSet, colors: ColorDepth
  ) {
    let tile = Self.tile(Self.landscape, TileForm(symbols: symbols, colors: colors))
    #expect(tile.canvas.size == Self.box)
    for glyph in tile.canvas.glyphs {
      #expect(Self.isAllowed(glyph.background, colors))
      #expect(Self.isAllowed(glyph.foreground, colors))
      #expect(symbols == .ascii ? glyph.scalar.isASCII : symbols.scalars.contains(glyph.scalar))
    }
    #expect(tile == Self.tile(Self.landscape, TileForm(symbols: symbols, colors: colors)))
  }

  private static func isAllowed(_ color: Color, _ depth: ColorDepth) -> Bool {
    switch (color.kind, depth) {
    case (.standard, _), (.rgb, .direct): true
    case (.palette(let index), .ansi16): index < 16
    case (.palette(let index), .indexed256): index >= 16
    default: false
    }
  }

  @Test(arguments: [ColorDepth.ansi16, .indexed256], [SymbolSet.half, .quadrants, .sextants])
  func `a palette preserves the mean colours of areas`(colors: ColorDepth, symbols: SymbolSet) {
    let gradient = Self.gradient
    let form = TileForm(symbols: symbols, colors: colors)
    let shown = SymbolPictures.pixels(of: Self.tile(gradient, form), form: form)
    let areas = PixelSize(width: 5, height: 4)
    let error = SamplePictures.error(
      of: shown.scaled(to: areas), against: gradient.scaled(to: areas))
    #expect(error < (colors == .ansi16 ? 150 : 4))
  }

  private static var gradient: Bitmap {
    var bitmap = Bitmap(size: PixelSize(width: 320, height: 160))
    for y in 0..<160 {
      for x in 0..<320 {
        bitmap[x, y] = RGB(UInt8(40 + x / 2), UInt8(60 + y), UInt8(180 - x / 4))
      }
    }
    return bitmap
  }

  @Test(arguments: [SymbolSet.half, .quadrants, .sextants], [0, 64, 128, 200, 255])
  func `without colours greys are drawn by the density of ink`(symbols: SymbolSet, level: Int) {
    let form = TileForm(symbols: symbols, colors: .none)
    let grey = RGB(UInt8(level), UInt8(level), UInt8(level))
    let tile = Self.tile(Bitmap(size: PixelSize(width: 64, height: 64), filledWith: grey), form)
    let shown = SymbolPictures.pixels(of: tile, form: form)
    let mean = shown.scaled(to: PixelSize(width: 1, height: 1))[0, 0]
    #expect(abs(Int(mean.red) - level) < 6)
  }

  @Test func `in ASCII white is drawn as dense ink and black as blank`() {
    let form = TileForm(symbols: .ascii, colors: .none)
    let size = PixelSize(width: 2, height: 2)
    #expect(Self.tile(Bitmap(size: size), form).canvas[0, 0] == .blank)
    let white = Self.tile(Bitmap(size: size, filledWith: RGB(255, 255, 255)), form)
    #expect(white.canvas[3, 3] == Glyph("@"))
  }

  @Test(arguments: SymbolSet.allCases)
  func `a plain image is drawn as spaces of its colour`(symbols: SymbolSet) {
    let plain = Bitmap(size: PixelSize(width: 10, height: 10), filledWith: RGB(12, 34, 56))
    let tile = Self.tile(plain, TileForm(symbols: symbols, colors: .direct))
    #expect(Set(tile.canvas.glyphs) == [Glyph(" ", background: .rgb(RGB(12, 34, 56)))])
  }

  @Test(arguments: SymbolSet.allCases, ColorDepth.allCases)
  func `cells are blank where the image is transparent`(
    symbols: SymbolSet, colors: ColorDepth
  ) {
    let size = PixelSize(width: 80, height: 120)
    let faint = (0..<size.area).flatMap { _ in [7, 7, 7, 7] as [UInt8] }
    let tile = Self.tile(
      Bitmap(size: size, bytes: faint), TileForm(symbols: symbols, colors: colors))
    #expect(Set(tile.canvas.glyphs) == [.blank])
  }

  @Test(
    arguments: [
      (RGB(0, 0, 0), RGB(200, 0, 0)), (RGB(255, 255, 255), RGB(255, 55, 55)),
      (RGB(0, 100, 0), RGB(200, 22, 0)),
    ] as [(RGB, RGB)])
  func `partly transparent pixels are blended with the background`(background: RGB, mixed: RGB) {
    // Left half red of alpha 200, right half empty; 3 x 4 blocks, so that the middle cell has both.
    let row: [UInt8] =
      [200, 0, 0, 200, 200, 0, 0, 200, 200, 0, 0, 200] + Array(repeating: 0, count: 12)
    let bitmap = Bitmap(size: PixelSize(width: 6, height: 2), bytes: row + row)
    let tile = TileRenderer().tile(
      from: bitmap, pictureSize: PixelSize(width: 3, height: 2),
      fitting: CellSize(columns: 3, rows: 1),
      form: TileForm(symbols: .quadrants, colors: .direct, background: background))
    #expect(
      Array(tile.canvas.glyphs) == [
        Glyph(" ", background: .rgb(mixed)),
        Glyph("▌", foreground: .rgb(mixed)),
        .blank,
      ])
  }

  @Test func `a tile preserves the proportions of the photo`() {
    let tile = TileRenderer().tile(
      from: Bitmap(size: PixelSize(width: 40, height: 30)),
      pictureSize: PixelSize(width: 4000, height: 3000),
      fitting: CellSize(columns: 30, rows: 30), form: TileForm(symbols: .half, colors: .direct))
    #expect(tile.canvas.size == CellSize(columns: 30, rows: 11))
  }

  @Test func `a panorama is drawn whole on a part of the box`() {
    // Six times as wide as high: red, then green, then blue.
    let row: [UInt8] = [255, 0, 0, 255] + [0, 255, 0, 255] + [0, 0, 255, 255]
    let tile = TileRenderer().tile(
      from: Bitmap(size: PixelSize(width: 3, height: 1), bytes: row),
      pictureSize: PixelSize(width: 600, height: 100), fitting: CellSize(columns: 10, rows: 5),
      form: TileForm(symbols: .half, colors: .direct))
    #expect(tile.canvas.size == CellSize(columns: 6, rows: 1))
    let colors = [RGB(255, 0, 0), RGB(0, 255, 0), RGB(0, 0, 255)]
    #expect(
      Array(tile.canvas.glyphs)
        == colors.flatMap { color in
          Array(repeating: Glyph("▀", foreground: .rgb(color)), count: 2)
        })
  }

  private static let pixels = PixelForm(
    encoding: .rgb, cell: PixelSize(width: 8, height: 17),
    characters: TileForm(symbols: .half, colors: .direct, cellAspect: 8 / 17).characters)

  @Test(
    arguments: [TileForm.pixels(pixels), TileForm(symbols: .half, colors: .direct)],
    [PixelSize(width: 4, height: 1), PixelSize(width: 1, height: 4)])
  func `a covering tile fills its box with the middle of the image`(
    form: TileForm, size: PixelSize
  ) {
    let (edge, middle) = ([255, 0, 0, 255] as [UInt8], [0, 255, 0, 255] as [UInt8])
    let tile = TileRenderer().tile(
      from: Bitmap(size: size, bytes: edge + middle + middle + edge), pictureSize: size,
      extent: .covering, fitting: CellSize(columns: 7, rows: 4), form: form)
    #expect(tile.size == CellSize(columns: 7, rows: 4))
    #expect(tile.canvas.meanColor == .rgb(RGB(0, 255, 0)))
  }

  @Test(arguments: [
    (PixelSize(width: 0, height: 5), CellSize(columns: 3, rows: 3)),
    (PixelSize(width: 5, height: 5), CellSize(columns: 3, rows: 0)),
    (PixelSize(width: 5, height: 5), CellSize(columns: -1, rows: 2)),
  ])
  func `an empty image or box gives an empty tile`(picture: PixelSize, box: CellSize) {
    let tile = TileRenderer().tile(
      from: Bitmap(size: PixelSize(width: 0, height: 0)), pictureSize: picture, fitting: box,
      form: TileForm(symbols: .half, colors: .direct))
    #expect(tile.canvas.glyphs.isEmpty)
  }
}
