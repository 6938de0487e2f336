import DecoderKit
import DecoderProtocol
import Imaging
import PictureSamples
import Testing

@testable import DecoderVips

extension VipsTests {
  @Suite("Items of HEIC and AVIF files") struct HEIFTests {
    private static let size = PixelSize(width: 128, height: 96)
    private static let suffixes = [".heic[Q=95]", ".avif[Q=95]"]
    private static let gainMap = "urn:com:apple:photo:2020:aux:hdrgainmap"
    private static let depth = "urn:mpeg:hevc:2015:auxid:2"
    private static let alpha = "urn:mpeg:hevc:2015:auxid:1"

    private func item(_ bitmap: Bitmap, _ suffix: String) throws -> SampleHEIF.Item {
      try #require(SampleHEIF.item(of: SampleVips(bitmap).encoded(suffix)))
    }

    private func photo(_ suffix: String) throws -> SampleHEIF.Item {
      try item(SamplePictures.fields(Self.size), suffix)
    }

    private func auxiliary(_ type: String, _ suffix: String) throws -> SampleHEIF.Item {
      var item = try item(Bitmap(size: Self.size, filledWith: RGB(128, 128, 128)), suffix)
      item.properties.append(SampleHEIF.auxiliary(type))
      item.isHidden = true
      return item
    }

    private func decode(_ file: SampleHEIF, box: PixelSize = size) throws(PictureError)
      -> DecodedPicture
    {
      try VipsDecoder(box: box, thumbnail: .never).decode(file.encoded())
    }

    private func expectPhoto(
      _ file: SampleHEIF, _ comment: Comment, _ location: SourceLocation = #_sourceLocation
    ) throws {
      let picture = try decode(file)
      let fields = SamplePictures.fields(Self.size)
      #expect(
        picture.info.size == Self.size && picture.info.isComplete, comment, sourceLocation: location
      )
      for (x, y) in [(20, 20), (100, 20), (20, 80), (100, 80)] {
        #expect(
          picture.bitmap[x, y].squaredDistance(to: fields[x, y]) < 3 * 12 * 12, comment,
          sourceLocation: location)
      }
    }

    @Test(
      arguments: suffixes, [[1], [1, 3], [3, 1], [3], [1, 1, 1], [2], [9], [], [1, 2, 3, 4, 9]])
    func `references between items do not prevent decoding of a photo`(
      suffix: String, targets: [Int]
    ) throws {
      let (photo, map) = (try photo(suffix), try auxiliary(Self.gainMap, suffix))
      let size = SampleHEIF.size(Self.size)
      for kind in ["auxl", "thmb", "cdsc", "dimg", "prem", "zzzz"] {
        let file = SampleHEIF(
          [
            (1, photo), (2, map), (3, .init("tmap", [0, 0, 0], properties: [size])),
            (4, .init("Exif", Array("\0\0\0\0II*\0\u{8}\0\0\0\0\0".utf8))),
          ],
          [
            (kind, 2, targets), (kind, 4, targets), ("dimg", 3, [1, 2]), ("cdsc", 4, [3, 1]),
            (kind, 3, targets),
          ])
        try expectPhoto(file, "\(kind)")
      }
    }

    @Test(arguments: suffixes)
    func `items that the photo does not need may be invalid`(suffix: String) throws {
      let photo = try photo(suffix)
      let strange: [SampleHEIF.Item] = [
        .init("hvc1"), .init("av01", [1]), .init("grid", [9]), .init("zzzz", [1, 2, 3]),
        .init("iovl"), .init("jpeg", properties: [SampleHEIF.auxiliary(Self.alpha)]),
        .init("hvc1", properties: [SampleHEIF.size(PixelSize(width: 90_000, height: 90_000))]),
      ]
      for item in strange {
        var file = SampleHEIF([(1, photo), (2, item)])
        try expectPhoto(file, "\(item.kind)")
        file.references = [
          ("auxl", 2, [1]), ("thmb", 2, [1]), ("dimg", 2, [2, 1]), ("cdsc", 2, [1]),
        ]
        try expectPhoto(file, "\(item.kind), of the photo")
      }
    }

    @Test(arguments: suffixes)
    func `the base image of a tone map is decoded`(suffix: String) throws {
      var file = SampleHEIF(
        [
          (1, try photo(suffix)), (2, try auxiliary(Self.gainMap, suffix)),
          (3, .init("tmap", [0, 0, 0], properties: [SampleHEIF.size(Self.size)])),
        ], [("dimg", 3, [1, 2])])
      file.primary = 3
      file.others = SampleHEIF.box(
        "grpl",
        SampleHEIF.full("altr", [0, 0, 0, 9, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0, 1]))
      try expectPhoto(file, "tone map")
      file.items[0].item.isHidden = true
      file.primary = 1
      try expectPhoto(file, "hidden")
    }

    @Test(arguments: suffixes, [false, true])
    func `colours that are already multiplied by alpha are not multiplied again`(
      suffix: String, isMultiplied: Bool
    ) throws {
      let color = RGB(110, 20, 16)
      var file = SampleHEIF(
        [
          (1, try item(Bitmap(size: Self.size, filledWith: color), suffix)),
          (2, try auxiliary(Self.alpha, suffix)),
        ], [("auxl", 2, [1])])
      if isMultiplied { file.references.append(("prem", 1, [2])) }
      let bytes = try decode(file).bitmap.bytes.prefix(4).map(Int.init)
      let wanted = isMultiplied ? [110, 20, 16, 128] : [55, 10, 8, 128]
      #expect(zip(bytes, wanted).allSatisfy { abs($0 - $1) <= 3 }, "\(bytes)")
    }

    @Test(arguments: suffixes)
    func `a depth map is not taken for alpha`(suffix: String) throws {
      let file = SampleHEIF(
        [(1, try photo(suffix)), (2, try auxiliary(Self.depth, suffix))], [("auxl", 2, [1])])
      try expectPhoto(file, "depth")
    }

    @Test(
      arguments: [
        ("jpeg", "HEIF of JPEG"), ("avc1", "HEIF of AVC"), ("vvc1", "HEIF of VVC"),
        ("unci", "HEIF without compression"), ("j2k1", "HEIF of JPEG 2000"),
        ("zzzz", "HEIF of another codec"),
      ])
    func `an image of another codec is unsupported, and truncated if it ends early`(
      kind: String, name: String
    ) {
      let picture = SampleHEIF.Item(
        kind, [UInt8](repeating: 0, count: 300), properties: [SampleHEIF.size(Self.size)])
      let grid = SampleHEIF.Item(
        "grid", SampleHEIF.grid(1, 1, Self.size), properties: [SampleHEIF.size(Self.size)])
      for file in [
        SampleHEIF([(1, picture)]), SampleHEIF([(1, grid), (2, picture)], [("dimg", 1, [2])]),
      ] {
        #expect(throws: PictureError.unsupported(name)) { try decode(file) }
        #expect(throws: PictureError.truncated) {
          try VipsDecoder(box: Self.size).decode(Array(file.encoded().dropLast(100)))
        }
      }
    }

    @Test(arguments: suffixes)
    func `invalid image data and missing items are damaged`(suffix: String) throws {
      var photo = try photo(suffix)
      photo.data = [UInt8](repeating: 0xFF, count: photo.data.count)
      #expect(throws: PictureError.damaged) { try decode(SampleHEIF([(1, photo)])) }
      #expect(throws: PictureError.damaged) {
        try decode(SampleHEIF([(1, .init("grid", [1, 2])), (2, photo)], [("dimg", 1, [2])]))
      }
      var file = SampleHEIF([(1, photo)])
      file.primary = 7
      #expect(throws: PictureError.damaged) { try decode(file) }
    }

    /// Four tiles, and the orientation of the whole.
    private func grid(_ suffix: String, _ turn: [[UInt8]] = []) throws -> SampleHEIF {
      let tile = PixelSize(width: 64, height: 64)
      let colors = [RGB(220, 30, 30), RGB(30, 200, 40), RGB(30, 40, 210), RGB(230, 220, 200)]
      let tiles = try colors.map { color in
        var tile = try item(Bitmap(size: tile, filledWith: color), suffix)
        tile.isHidden = true
        return tile
      }
      let grid = SampleHEIF.Item(
        "grid", SampleHEIF.grid(2, 2, PixelSize(width: 120, height: 110)),
        properties: [SampleHEIF.size(PixelSize(width: 120, height: 110))] + turn)
      return SampleHEIF(
        [(1, grid)] + tiles.enumerated().map { ($0.offset + 2, $0.element) },
        [("dimg", 1, [2, 3, 4, 5])])
    }

    @Test(arguments: suffixes, [0, 1, 2, 3])
    func `a truncated grid gives its available tiles`(
      suffix: String, missing: Int
    ) throws {
      let file = try grid(suffix)
      let lost = file.items.suffix(missing).reduce(0) { $0 + $1.item.data.count }
      let cut = missing == 0 ? 0 : lost - 1
      let picture = try VipsDecoder(box: PixelSize(width: 120, height: 110), thumbnail: .never)
        .decode(Array(file.encoded().dropLast(cut)))
      #expect(picture.info.isComplete == (missing == 0))
      for (number, (x, y)) in [(30, 30), (100, 30), (30, 90), (100, 90)].enumerated() {
        let pixel = picture.bitmap.bytes[((y * 120) + x) * 4 + 3]
        #expect(pixel == (number < 4 - missing ? 255 : 0), "\(number)")
      }
    }

    @Test(
      arguments: [
        (SampleHEIF.box("irot", [1]), (90, 20)), (SampleHEIF.box("irot", [2]), (20, 20)),
        (SampleHEIF.box("irot", [3]), (20, 100)), (SampleHEIF.box("imir", [0]), (100, 20)),
        (SampleHEIF.box("imir", [1]), (20, 90)),
        (
          SampleHEIF.box(
            "clap",
            [0, 0, 0, 100, 0, 0, 0, 1, 0, 0, 0, 100, 0, 0, 0, 1, 0, 0, 0, 10, 0, 0, 0, 1]
              + [0, 0, 0, 5, 0, 0, 0, 1]), (90, 90)
        ),
      ] as [([UInt8], (Int, Int))])
    func `a missing tile is transparent at its oriented position`(
      turn: [UInt8], place: (x: Int, y: Int)
    ) throws {
      let file = try grid(".heic[Q=95]", [turn]).encoded()
      let picture = try VipsDecoder(box: PixelSize(width: 120, height: 120), thumbnail: .never)
        .decode(Array(file.dropLast(1)))
      let size = picture.bitmap.size
      let clear = (0..<size.area).filter { picture.bitmap.bytes[$0 * 4 + 3] == 0 }
      #expect(clear.contains(place.y * size.width + place.x))
      #expect((1..<size.area / 3).contains(clear.count))
    }

    @Test func `a grid without a complete tile is truncated`() throws {
      let file = try grid(".heic[Q=95]")
      let tiles = file.items.dropFirst().reduce(0) { $0 + $1.item.data.count }
      #expect(throws: PictureError.truncated) {
        try VipsDecoder(box: Self.size).decode(Array(file.encoded().dropLast(tiles - 1)))
      }
    }

    @Test(arguments: [(9, 16, true), (9, 18, true), (1, 13, false)])
    func `code points in the AV1 header only are applied like those in a box`(
      primaries: Int, transfer: Int, isChanged: Bool
    ) throws {
      var sample = SampleAV1([Bitmap(size: Self.size, filledWith: RGB(120, 60, 40))])
      (sample.primaries, sample.transfer) = (primaries, transfer)
      let data = try #require(sample.encoded().first)
      func file(_ more: [[UInt8]]) -> SampleHEIF {
        let described = [
          SampleHEIF.size(Self.size), SampleHEIF.full("pixi", [3, 8, 8, 8]),
          SampleHEIF.box("av1C", [0x81, 0x20, 0, 0]),
        ]
        var file = SampleHEIF([(1, .init("av01", data, properties: described + more))])
        file.brand = "avif"
        return file
      }
      let told = Array("nclx".utf8) + [0, UInt8(primaries), 0, UInt8(transfer), 0, 0, 0x80]
      let (plain, boxed) = (
        try decode(file([])).bitmap, try decode(file([SampleHEIF.box("colr", told)])).bitmap
      )
      #expect(plain == boxed)
      #expect((plain[5, 5].squaredDistance(to: RGB(120, 60, 40)) > 300) == isChanged)
    }

    @Test(arguments: [2, 4], [16, 18, 1])
    func `code points in the HEVC parameters only are found`(layers: Int, transfer: Int) {
      for parts in 0..<16 {
        let parameters = SampleHEVC.parameters(
          layers: layers, hasScalingLists: parts & 1 != 0, hasPictureSets: parts & 2 != 0,
          hasWindow: parts & 4 != 0, hasShape: parts & 8 != 0, primaries: 9, transfer: transfer)
        let box = SampleHEVC.configuration([(32, [0x40, 1, 9]), (33, parameters)])
        let expected = CICP(primaries: 9, transfer: transfer)
        #expect(CICP(inHEVCConfiguration: box[...]) == expected)
        for count in 0..<box.count - 4 {
          #expect(CICP(inHEVCConfiguration: box.prefix(count)) == nil)
        }
      }
      #expect(CICP(inHEVCConfiguration: SampleHEVC.configuration([(33, [])])[...]) == nil)
    }

    @Test func `a long chain of items is followed once`() throws {
      let photo = try photo(".heic[Q=95]")
      let file = SampleHEIF(
        [(1, photo)] + (2..<9000).map { ($0, SampleHEIF.Item("grid")) },
        (2..<9000).flatMap { number in
          [("dimg", number, [number + 1]), ("auxl", number, [1]), ("thmb", number, [1])]
        })
      let rewritten = HEIFPicture(try HEIFItems(file.encoded())).rewrittenFile
      #expect(rewritten.count > photo.data.count)
    }
  }
}
