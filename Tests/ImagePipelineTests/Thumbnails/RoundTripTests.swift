import Base
import DecoderKit
import DecoderProtocol
import ExpiringCache
import Glibc
import ImagePipeline
import Imaging
import TestSupport
import Testing

@Suite("Storing and finding thumbnails") struct RoundTripTests {
  private func decode(_ png: [UInt8]) throws -> Bitmap {
    let decoder = PictureDecoder(box: PixelSize(width: 2000, height: 2000))
    return try decoder.decode(png).bitmap
  }

  @Test func `a stored thumbnail is found with the same pixels and facts`() throws {
    let stage = Stage()
    let (store, photo) = (stage.store(), stage.photo())
    #expect(store.found(photo) == nil)
    #expect(store.keepSample(photo))
    let box = PixelSize(width: 128, height: 96)
    guard let found = store.thumbnail(of: photo, filling: box) else {
      Issue.record("nothing found")
      return
    }
    let facts = (found.size, found.pixels, found.info.size, found.isOwn, found.isShared)
    let png = found.file.bytes(atMost: 1 << 24) ?? []
    let sizes = (PixelSize(width: 128, height: 96), PixelSize(width: 4000, height: 3000))
    #expect(facts == (.normal, sizes.0, sizes.1, true, false))
    #expect(try decode(png) == .sample(128, 96))
    #expect(stage.notices.all.isEmpty)
  }

  @Test func `all facts of a photo are stored with its thumbnail`() throws {
    let stage = Stage()
    let photo = stage.photo()
    stage.store().keep(.sample(128, 96), as: .normal, of: photo, info: .whole)
    let box = PixelSize(width: 100, height: 75)
    guard let found = stage.store().thumbnail(of: photo, filling: box) else {
      Issue.record("nothing found")
      return
    }
    var expected = PictureInfo.whole
    expected.byteCount = photo.byteCount
    let (info, hasAllFacts) = (found.info, found.hasAllFacts)
    #expect(info == expected && hasAllFacts)
  }

  @Test func `the file of a found thumbnail remains readable after clearing`() throws {
    let stage = Stage()
    stage.store().keepSample(stage.photo())
    let whole = Stage.bytes(of: stage.path())
    let box = PixelSize(width: 100, height: 75)
    guard let found = stage.store().thumbnail(of: stage.photo(), filling: box) else {
      Issue.record("nothing found")
      return
    }
    stage.store().clear()
    let file = found.takeFile()
    var bytes = [UInt8](repeating: 0, count: whole.count)
    #expect(read(file.number, &bytes, bytes.count) == whole.count)
    #expect(bytes == whole)
  }

  /// 64 by 48 cells of two pixels.
  private func tile(_ stage: Stage, _ change: (inout PixelForm) -> Void = { _ in }) -> Tile? {
    var form = PixelForm(
      encoding: .rgb, cell: PixelSize(width: 2, height: 2),
      characters: TileForm(symbols: .half, colors: .direct).characters)
    form.hasPlaceholders = false
    change(&form)
    return stage.store().tile(
      of: stage.photo(), in: CellSize(columns: 64, rows: 60), form: form)
  }

  @Test func `an own opaque thumbnail is a tile for terminals that decode PNG`() throws {
    let stage = Stage()
    #expect(tile(stage) == nil)
    stage.store().keepSample(stage.photo())
    let tile = try #require(self.tile(stage))
    guard case .pixels(let picture) = tile.content else {
      Issue.record("characters")
      return
    }
    #expect(picture.isPNG && picture.size == CellSize(columns: 64, rows: 48))
    #expect(try decode(picture.bytes) == .sample(128, 96))
    #expect(self.tile(stage) { $0.encoding = .sixel } == nil)
    #expect(self.tile(stage) { $0.cell = PixelSize(width: 3, height: 3) } == nil)
    #expect(self.tile(stage) { $0.characters.backdrop = .color } == nil)
  }

  @Test func `a thumbnail of another program, or with transparency, is decoded here`() throws {
    let stage = Stage()
    stage.store().keepSample(stage.photo())
    let others = PNGParts(Stage.bytes(of: stage.path())).chunks.filter {
      !$0[8...].starts(with: "Software".utf8)
    }
    let foreign = PNGParts(chunks: others).inserting([PNGParts.text("Software", "GIMP")], count: 1)
    Stage.write(foreign, to: stage.path())
    #expect(stage.store().found(stage.photo()) != nil && tile(stage) == nil)
    let clear = Bitmap(
      size: PixelSize(width: 128, height: 96),
      bytes: [UInt8](repeating: 9, count: 128 * 96 * 4))
    stage.store().keep(
      clear, as: .normal, of: stage.photo(),
      info: PictureInfo(size: PixelSize(width: 4000, height: 3000)))
    #expect(stage.store().found(stage.photo()) != nil && tile(stage) == nil)
  }

  @Test func `transparent pixels are preserved`() throws {
    let stage = Stage()
    let pixels: [[UInt8]] = [
      [0, 0, 0, 0], [255, 255, 255, 255], [128, 0, 64, 128], [1, 1, 1, 1], [10, 20, 30, 40],
    ]
    let bytes = (0..<128 * 64).flatMap { pixels[$0 % pixels.count] }
    let bitmap = Bitmap(size: PixelSize(width: 128, height: 64), bytes: bytes)
    stage.store().keep(
      bitmap, as: .normal, of: stage.photo(),
      info: PictureInfo(size: PixelSize(width: 256, height: 128)))
    let png = try #require(stage.store().found(stage.photo()))
    #expect(try decode(png) == bitmap)
  }

  @Test func `files and folders are accessible to the user only, without leftovers`() throws {
    let stage = Stage()
    let cache = stage.folder.name("new/cache")
    #expect(stage.store(cache: cache).keepSample(stage.photo(), as: .extraLarge))
    let listing = try Tool.output(of: ["find", stage.folder.name("new"), "-printf", "%m %P\n"])
    let name = stage.photo().uri.thumbnailName
    #expect(
      Set(listing.split(separator: "\n").map(String.init)) == [
        "700 ", "700 cache", "700 cache/thumbnails", "700 cache/thumbnails/x-large",
        "600 cache/thumbnails/x-large/\(name)",
      ])
  }

  /// Boxes in pixels, and the size of the thumbnail that fills them; all photos are 4:3.
  @Test(
    arguments: [
      (1, 1, .normal), (128, 128, .normal), (128, 1000, .normal), (1000, 96, .normal),
      (129, 97, .large), (256, 256, .large), (257, 193, .extraLarge), (512, 512, .extraLarge),
      (513, 385, .doubleExtraLarge), (1024, 768, .doubleExtraLarge),
      (1024, 9999, .doubleExtraLarge), (1025, 769, nil), (4000, 3000, nil),
    ] as [(Int, Int, ThumbnailSize?)])
  func `the smallest thumbnail that fills the box is found`(
    width: Int, height: Int, size: ThumbnailSize?
  ) {
    let stage = Stage()
    for size in ThumbnailSize.allCases { stage.store().keepSample(stage.photo(), as: size) }
    #expect(stage.store().size(stage.photo(), width, height) == size)
  }

  @Test func `a larger thumbnail is found if a smaller one is missing`() {
    let stage = Stage()
    stage.store().keepSample(stage.photo(), as: .extraLarge)
    #expect(stage.store().size(stage.photo(), 50, 50) == .extraLarge)
  }

  @Test func `the largest thumbnail is found for a preview`() {
    let stage = Stage()
    var largest: ThumbnailSize? { stage.store().largestThumbnail(of: stage.photo())?.size }
    #expect(largest == nil)
    for (kept, found) in [(ThumbnailSize.large, ThumbnailSize.large), (.normal, .large)] {
      stage.store().keepSample(stage.photo(), as: kept)
      #expect(largest == found)
    }
    stage.addPhoto("a.jpg", bytes: [1])
    #expect(largest == nil)
  }

  @Test func `a small photo is stored whole and found for any box of its size class`() {
    let stage = Stage()
    let size = PixelSize(width: 300, height: 200)
    #expect(
      stage.store().keep(
        .sample(300, 200), as: .extraLarge, of: stage.photo(), info: PictureInfo(size: size)))
    #expect(stage.store().size(stage.photo(), 400, 400) == .extraLarge)
  }

  @Test(arguments: [480, 504, 512])
  func `a bitmap a sixteenth smaller than its class is stored and found`(width: Int) {
    let stage = Stage()
    let size = PixelSize(width: width, height: width * 3 / 4)
    #expect(
      stage.store().keep(
        Bitmap(size: size, filledWith: RGB(9, 9, 9)), as: .extraLarge, of: stage.photo(),
        info: PictureInfo(size: PixelSize(width: 4032, height: 3024))))
    #expect(stage.store().size(stage.photo(), width, 400) == .extraLarge)
    #expect(stage.store().size(stage.photo(), 512, 512) == (width == 512 ? .extraLarge : nil))
  }

  @Test(arguments: [
    // A bitmap that is too large, too small, empty, or of a photo that needs no thumbnail.
    (PixelSize(width: 129, height: 10), PixelSize(width: 400, height: 31)),
    (PixelSize(width: 119, height: 89), PixelSize(width: 4000, height: 3000)),
    (PixelSize(width: 0, height: 0), PixelSize(width: 4000, height: 3000)),
    (PixelSize(width: 100, height: 128), PixelSize(width: 100, height: 128)),
  ])
  func `a bitmap of the wrong size for a thumbnail is not stored`(
    size: PixelSize, picture: PixelSize
  ) {
    let stage = Stage()
    #expect(
      !stage.store().keep(
        Bitmap(size: size), as: .normal, of: stage.photo(), info: PictureInfo(size: picture)))
    #expect(!Stage.exists(stage.thumbnails))
  }

  @Test func `no thumbnails of thumbnails are stored`() throws {
    let stage = Stage()
    stage.store().keepSample(stage.photo())
    let path = Array(stage.path().utf8)
    let thumbnail = try #require(PhotoFile(path: path, workingFolder: []))
    #expect(!stage.store().keepSample(thumbnail))
    stage.folder.folder("photos/.sh_thumbnails")
    stage.addPhoto(".sh_thumbnails/x.png")
    #expect(!stage.store().keepSample(stage.photo(".sh_thumbnails/x.png")))
  }

  @Test func `a private store finds thumbnails but writes and clears nothing`() {
    let stage = Stage()
    let hidden = stage.store(isPrivate: true)
    #expect(!hidden.keepSample(stage.photo()))
    #expect(!hidden.keepFailure(of: stage.photo(), reason: "damaged"))
    #expect(!Stage.exists(stage.thumbnails))
    stage.store().keepSample(stage.photo())
    #expect(hidden.found(stage.photo()) != nil)
    #expect(hidden.clear() == CacheUsage())
    #expect(Stage.exists(stage.path()))
    #expect(stage.notices.all.isEmpty)
  }
}
