import DecoderKit
import DecoderProtocol
import ImagePipeline
import Imaging
import PictureSamples
import Testing

@Suite("Rendering of pixels")
struct PixelRendererTests {
  private static let landscape = SamplePictures.landscape(PixelSize(width: 160, height: 120))
  private static let background = RGB(10, 200, 30)
  /// The landscape fills these cells pixel by pixel.
  private static let box = CellSize(columns: 16, rows: 6)

  private static func tile(
    _ bitmap: Bitmap, _ encoding: PixelEncoding, in box: CellSize = box,
    cell: PixelSize = PixelSize(width: 10, height: 20), detail: PixelDetail = .full,
    isFilled: Bool = false, hasPlaceholders: Bool = true
  ) -> Tile {
    let characters = TileForm(symbols: .half, colors: .direct, background: background).characters
    var form = PixelForm(
      encoding: encoding, cell: cell, detail: detail, isFilled: isFilled, characters: characters)
    form.hasPlaceholders = hasPlaceholders
    return TileRenderer().tile(
      from: bitmap, pictureSize: bitmap.size, fitting: box, form: .pixels(form))
  }

  private static func encoded(_ tile: Tile) throws -> EncodedPicture {
    guard case .pixels(let picture) = tile.content else { throw NotPixels() }
    return picture
  }

  private struct NotPixels: Error {}

  /// The bitmap of a tile on a black background.
  private static func shown(_ tile: Tile) throws -> Bitmap {
    let picture = try encoded(tile)
    switch picture.encoding {
    case .rgb:
      return Bitmap(
        size: picture.pixels,
        bytes: stride(from: 0, to: picture.bytes.count, by: 3).flatMap {
          picture.bytes[$0..<$0 + 3] + [255]
        })
    case .rgba: return Bitmap(size: picture.pixels, bytes: picture.bytes)
    case .sixel: return try SixelDecoder(picture.bytes).bitmap()
    case .jpeg:
      let box = PixelSize(width: 4000, height: 4000)
      return try PictureDecoder(box: box).decode(picture.bytes).bitmap
    }
  }

  @Test(arguments: PixelEncoding.allCases)
  func `without placeholders the characters are blank, and the pixels the same`(
    encoding: PixelEncoding
  ) throws {
    let blank = Self.tile(Self.landscape, encoding, hasPlaceholders: false)
    #expect(blank.canvas == Canvas(size: Self.box))
    #expect(
      try Self.encoded(blank).bytes == Self.encoded(Self.tile(Self.landscape, encoding)).bytes)
  }

  @Test(arguments: [
    (PixelEncoding.rgb, 200.0), (.rgba, 200), (.sixel, 33), (.jpeg, 32),
  ])
  func `a photo is rendered faithfully in every encoding`(encoding: PixelEncoding, decibels: Double)
    throws
  {
    let tile = Self.tile(Self.landscape, encoding)
    #expect(tile.size == Self.box)
    #expect(tile.background == nil)
    #expect(try Self.encoded(tile).pixels == Self.landscape.size)
    let shown = try Self.shown(tile)
    #expect(SamplePictures.decibels(of: shown, against: Self.landscape) > decibels)
  }

  @Test(arguments: PixelEncoding.allCases, [PixelDetail.half, .quarter])
  func `with less detail fewer pixels fill the same cells`(
    encoding: PixelEncoding, detail: PixelDetail
  ) throws {
    for size in [Self.landscape.size, PixelSize(width: 157, height: 101)] {
      let photo = SamplePictures.landscape(size)
      let (full, tile) = (
        Self.tile(photo, encoding), Self.tile(photo, encoding, detail: detail)
      )
      #expect(tile.size == full.size)
      #expect(try Self.encoded(tile).bytes.count < Self.encoded(full).bytes.count * 3 / 4)
      let (shown, whole) = (try Self.shown(tile), try Self.shown(full))
      if encoding == .sixel {
        #expect(shown.size == whole.size)
      } else {
        let divisor = detail.rawValue
        #expect(shown.size.width == (whole.size.width + divisor - 1) / divisor)
        #expect(shown.size.height == (whole.size.height + divisor - 1) / divisor)
      }
      let coarse = PixelSize(width: 16, height: 12)
      let decibels = SamplePictures.decibels(
        of: shown.scaled(to: coarse), against: whole.scaled(to: coarse))
      #expect(decibels > 30)
    }
  }

  @Test(arguments: PixelEncoding.allCases)
  func `equal bitmaps give equal tiles`(encoding: PixelEncoding) {
    #expect(Self.tile(Self.landscape, encoding) == Self.tile(Self.landscape, encoding))
  }

  @Test(arguments: PixelEncoding.allCases)
  func `the bytes of a tile have at most 64 bytes of unused capacity`(encoding: PixelEncoding)
    throws
  {
    let bytes = try Self.encoded(Self.tile(Self.landscape, encoding)).bytes
    #expect(bytes.capacity <= bytes.count + 64)
  }

  /// In 4 by 1 cells of 10 by 20 pixels one leaves rows free above and below, the other columns.
  private static let sizes = [(30, 8), (15, 20)].map { PixelSize(width: $0.0, height: $0.1) }
  private static let strip = CellSize(columns: 4, rows: 1)

  private static func geometry(_ size: PixelSize) -> PixelGeometry {
    PixelGeometry(fitting: size, in: strip, cell: PixelSize(width: 10, height: 20))
  }

  /// A bitmap as it must be shown in the strip.
  private static func framed(_ bitmap: Bitmap, in background: RGB) -> Bitmap {
    let geometry = geometry(bitmap.size)
    let picture = bitmap.scaled(to: geometry.picture)
    var framed = Bitmap(size: geometry.room, filledWith: background)
    for y in 0..<picture.size.height {
      for x in 0..<picture.size.width {
        framed[x + geometry.margin.width, y + geometry.margin.height] = picture[x, y]
      }
    }
    return framed
  }

  @Test(arguments: [PixelEncoding.rgba, .sixel, .jpeg], sizes)
  func `an image is centred in its cells`(encoding: PixelEncoding, size: PixelSize) throws {
    let bitmap = SamplePictures.fields(size)
    let tile = Self.tile(bitmap, encoding, in: Self.strip)
    let geometry = Self.geometry(size)
    #expect(geometry.margin.width + geometry.margin.height > 0)
    #expect(tile.size == geometry.cells)
    #expect(try Self.encoded(tile).pixels == geometry.room)
    #expect(tile.background == (encoding == .jpeg ? Self.background : nil))
    let around = encoding == .jpeg ? Self.background : RGB(0, 0, 0)
    let expected = Self.framed(bitmap, in: around)
    let decibels = SamplePictures.decibels(of: try Self.opaque(Self.shown(tile)), against: expected)
    #expect(decibels > (encoding == .rgba ? 200 : encoding == .sixel ? 45 : 30))
  }

  @Test(arguments: sizes, [PixelDetail.full, .half])
  func `margins can be drawn, so that no pixel of the cells is left out`(
    size: PixelSize, detail: PixelDetail
  ) throws {
    let bitmap = SamplePictures.fields(size)
    let tile = Self.tile(bitmap, .sixel, in: Self.strip, detail: detail, isFilled: true)
    let (picture, geometry) = (try Self.encoded(tile), Self.geometry(size))
    #expect(tile.background == Self.background && !picture.hasMargins)
    #expect(try SixelDecoder(picture.bytes).pixels.count == geometry.room.area)
    guard detail == .full else { return }
    let expected = Self.framed(bitmap, in: Self.background)
    #expect(SamplePictures.decibels(of: try Self.shown(tile), against: expected) > 40)
    #expect(try Self.encoded(Self.tile(bitmap, .sixel, in: Self.strip)).hasMargins)
  }

  private static func opaque(_ bitmap: Bitmap) -> Bitmap {
    Bitmap(
      size: bitmap.size,
      bytes: bitmap.bytes.enumerated().map { $0.offset % 4 == 3 ? 255 : $0.element })
  }

  @Test(arguments: sizes)
  func `RGBA has a transparent margin around the image, RGB has none`(
    size: PixelSize
  ) throws {
    let bitmap = SamplePictures.fields(size)
    let geometry = Self.geometry(size)
    let rgba = try Self.encoded(Self.tile(bitmap, .rgba, in: Self.strip))
    #expect(rgba.bytes.prefix(4) == [0, 0, 0, 0])
    let inside = (geometry.margin.height * rgba.pixels.width + geometry.margin.width) * 4
    #expect(rgba.bytes[inside + 3] == 255)
    let rgb = try Self.encoded(Self.tile(bitmap, .rgb, in: Self.strip))
    #expect(rgb.pixels == geometry.picture)
    #expect(rgb.bytes.count == rgb.pixels.area * 3)
  }

  /// One colour of some alpha, multiplied by it as bitmaps are.
  private static func red(alpha: UInt8) -> Bitmap {
    let size = PixelSize(width: 20, height: 20)
    return Bitmap(size: size, bytes: (0..<size.area).flatMap { _ in [alpha, 0, 0, alpha] })
  }

  @Test(arguments: [
    (PixelEncoding.rgb, 0, true, RGB(10, 200, 30)), (.rgb, 128, true, RGB(133, 100, 15)),
    (.rgb, 255, false, RGB(255, 0, 0)), (.rgba, 0, false, RGB(0, 0, 0)),
    (.rgba, 128, false, RGB(255, 0, 0)), (.sixel, 0, false, RGB(0, 0, 0)),
    (.sixel, 128, true, RGB(133, 100, 15)), (.sixel, 255, false, RGB(255, 0, 0)),
    (.jpeg, 0, true, RGB(10, 200, 30)), (.jpeg, 128, true, RGB(133, 100, 15)),
  ])
  func `transparent pixels are blended with the background if the encoding needs it`(
    encoding: PixelEncoding, alpha: Int, isMixed: Bool, color: RGB
  ) throws {
    let tile = Self.tile(
      Self.red(alpha: UInt8(alpha)), encoding, in: CellSize(columns: 2, rows: 1))
    #expect(tile.background == (isMixed ? Self.background : nil))
    let shown = try Self.shown(tile)
    #expect(shown[7, 9].squaredDistance(to: color) <= (encoding == .rgba ? 0 : 12))
    if encoding == .rgba { #expect(shown.bytes[3] == UInt8(alpha)) }
  }

  @Test func `sixels omit exactly the fully transparent pixels`() throws {
    var bytes: [UInt8] = []
    for place in 0..<400 { bytes += place % 7 == 0 ? [0, 0, 0, 0] : [9, 9, 9, 9] }
    let bitmap = Bitmap(size: PixelSize(width: 20, height: 20), bytes: bytes)
    let tile = Self.tile(bitmap, .sixel, in: CellSize(columns: 2, rows: 1))
    let image = try SixelDecoder(Self.encoded(tile).bytes)
    for place in 0..<400 {
      #expect((image.shown(place % 20, place / 20) == nil) == (place % 7 == 0))
    }
    #expect(tile.background == Self.background)
  }

  @Test(arguments: [(1, 1), (9, 17), (10, 20), (20, 40), (8, 15)])
  func `sixels do not exceed their cells`(width: Int, height: Int) throws {
    let cell = PixelSize(width: width, height: height)
    for box in [CellSize(columns: 7, rows: 3), CellSize(columns: 1, rows: 4)] {
      let bitmap = SamplePictures.landscape(PixelSize(width: 41, height: 23))
      let tile = Self.tile(bitmap, .sixel, in: box, cell: cell)
      let image = try SixelDecoder(Self.encoded(tile).bytes)
      #expect(image.size.width == tile.size.columns * width)
      #expect(image.size.height == tile.size.rows * height)
      #expect(image.pixels.keys.allSatisfy { $0.width < image.size.width })
      #expect(image.pixels.keys.allSatisfy { $0.height < image.size.height })
      #expect(image.registers.count <= 255)
    }
  }

  @Test func `an image too large for JPEG is drawn with characters`() {
    let bitmap = SamplePictures.fields(PixelSize(width: 70_000, height: 1))
    let tile = Self.tile(
      bitmap, .jpeg, in: CellSize(columns: 70_000, rows: 1), cell: PixelSize(width: 1, height: 1))
    guard case .symbols(let canvas) = tile.content else {
      Issue.record("a JPEG with a side of 70,000 pixels")
      return
    }
    #expect(canvas.size.columns == 70_000)
  }

  @Test(arguments: PixelEncoding.allCases)
  func `an empty box or bitmap gives an empty tile`(encoding: PixelEncoding) {
    let boxes = [(0, 0), (0, 3), (3, 0), (-1, 2)].map { CellSize(columns: $0.0, rows: $0.1) }
    for box in boxes {
      let tile = Self.tile(Self.landscape, encoding, in: box)
      #expect(tile.size == CellSize(columns: 0, rows: 0))
    }
    let empty = Self.tile(Bitmap(size: PixelSize(width: 0, height: 9)), encoding)
    #expect(empty.canvas.glyphs.isEmpty)
  }
}
