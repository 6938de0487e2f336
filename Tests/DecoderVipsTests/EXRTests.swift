import Base
import DecoderProtocol
import DecoderVips
import Imaging
import PictureSamples
import Testing

extension VipsTests {
  @Suite("OpenEXR")
  struct EXRTests {
    private static let size = PixelSize(width: 61, height: 43)
    private static let noise = SamplePictures.noise(size)
    /// Not brighter than what is displayed without tone mapping.
    private static let dark = Bitmap(
      size: size, bytes: noise.bytes.enumerated().map { $0 % 4 == 3 ? 255 : $1 / 2 })
    /// Odd, and such that no tile is deflated to as many bytes as it had.
    ///
    /// OpenEXRCore 3.1.5 writes such a tile compressed, but every reader takes it for stored.
    private static let tile = PixelSize(width: 17, height: 11)
    private let decoder = VipsDecoder(box: PixelSize(width: 500, height: 500))

    @Test(arguments: SampleEXR.Compression.allCases, [nil, tile])
    func `every compression gives the encoded light`(
      compression: SampleEXR.Compression, tile: PixelSize?
    ) throws {
      for kind in [SampleEXR.Kind.half, .single] {
        var sample = SampleEXR(
          compression.isLossless ? Self.dark : SamplePictures.fields(Self.size))
        (sample.compression, sample.kind, sample.tile) = (compression, kind, tile)
        let picture = try decoder.decode(sample.encoded())
        #expect(picture.info.isComplete && picture.info.size == Self.size)
        guard compression.isLossless else { continue }
        #expect(SamplePictures.difference(picture.bitmap, Self.dark) == 0)
      }
    }

    @Test(arguments: [false, true], [false, true])
    func `images compressed with DWAA and DWAB are decoded`(isTall: Bool, hasAlpha: Bool) throws {
      let size = PixelSize(width: 90, height: 70)
      let fields = SamplePictures.fields(size)
      var sample = SampleEXR(fields, hasAlpha: hasAlpha)
      sample.data.x = -7
      sample.data.y = 40
      sample.display = sample.data
      let file = sample.packedLossy(isTall: isTall)
      let picture = try decoder.decode(file)
      let plain = try decoder.decode(sample.encoded()).bitmap
      #expect(picture.info.isComplete && picture.info.size == size)
      for (x, y) in [(20, 15), (70, 15), (20, 55), (70, 55)] {
        #expect(picture.bitmap[x, y].squaredDistance(to: plain[x, y]) <= 3 * 9)
      }
      do throws(PictureError) {
        #expect(try !decoder.decode(Array(file.dropLast(9))).info.isComplete)
      } catch {
        #expect(error == .truncated)
      }
      for index in stride(from: 0, to: file.count, by: 7) {
        var hurt = file
        hurt[index] ^= 0x55
        _ = try? decoder.decode(hurt)
      }
    }

    @Test func `other channels are ignored`() throws {
      var sample = SampleEXR(Self.dark)
      sample.channels["Z"] = sample.channels["R"]
      #expect(try decoder.decode(sample.encoded()).bitmap == Self.dark)
    }

    @Test(arguments: [nil, tile])
    func `the first part with colors is decoded`(tile: PixelSize?) throws {
      var sample = SampleEXR(Self.dark)
      (sample.hasDepthPart, sample.tile) = (true, tile)
      let picture = try decoder.decode(sample.encoded())
      #expect(picture.info.isComplete && picture.bitmap == Self.dark)
    }

    @Test func `luminance is grey, with neutral chroma or without`() throws {
      let size = PixelSize(width: 40, height: 22)
      let half = [Float](repeating: 3, count: size.area / 4)
      let light = [Float](repeating: 0.25, count: size.area)
      for channels in [["Y": light], ["Y": light, "r": half, "b": half]] as [[Character: [Float]]] {
        let bitmap = try decoder.decode(SampleEXR(size, channels).encoded()).bitmap
        #expect(bitmap == Bitmap(size: size, filledWith: RGB(137, 137, 137)))
      }
    }

    @Test func `integers are multiples of the light of paper white`() throws {
      let size = PixelSize(width: 2, height: 1)
      var sample = SampleEXR(size, ["R": [0, 1], "G": [0, 0], "B": [0, 100_000]])
      sample.kind = .whole
      let bitmap = try decoder.decode(sample.encoded()).bitmap
      #expect(bitmap[0, 0] == RGB(0, 0, 0))
      #expect(bitmap[1, 0].blue > 250 && bitmap[1, 0].red < 10)
    }

    @Test func `light above paper white remains distinguishable, and NaN is black`() throws {
      let light: [Float] = [0.25, 1, 2, 4, .infinity, .nan, -1, -.infinity]
      let size = PixelSize(width: light.count, height: 1)
      for kind in [SampleEXR.Kind.half, .single] {
        var sample = SampleEXR(size, ["R": light, "G": light, "B": light])
        sample.kind = kind
        let bitmap = try decoder.decode(sample.encoded()).bitmap
        let greys = (0..<light.count).map { Int(bitmap[$0, 0].red) }
        #expect(greys[0] == 137 && greys[1] > 215 && greys[1] < greys[2] && greys[2] < greys[3])
        #expect(greys[4] == 255 && greys[5...] == [0, 0, 0])
      }
    }

    @Test func `colours are already multiplied by alpha`() throws {
      let size = PixelSize(width: 3, height: 1)
      let light: [Float] = [0.125, 0.25, 5]
      let sample = SampleEXR(size, ["R": light, "G": light, "B": light, "A": [0.5, 1, 0]])
      // A quarter of the light is 137, and half of that 69.
      #expect(
        try decoder.decode(sample.encoded()).bitmap.bytes
          == [69, 69, 69, 128, 137, 137, 137, 255, 0, 0, 0, 0])
    }

    @Test func `other primaries are converted`() throws {
      let size = PixelSize(width: 2, height: 1)
      var sample = SampleEXR(size, ["R": [0.25, 0.25], "G": [0.25, 0], "B": [0.25, 0]])
      sample.kind = .single
      // ACES: white stays white, and its red is beyond that of sRGB.
      sample.chromaticities = [0.7347, 0.2653, 0, 1, 0.0001, -0.077, 0.32168, 0.33767]
      let bitmap = try decoder.decode(sample.encoded()).bitmap
      #expect(bitmap[0, 0] == RGB(137, 137, 137))
      #expect(bitmap[1, 0].red > 170 && bitmap[1, 0].green == 0)
      sample.chromaticities = [0.64, 0.33, 0.3, 0.6, 0.15, 0.06, 0.3127, 0.329]
      #expect(try decoder.decode(sample.encoded()).bitmap[1, 0] == RGB(137, 0, 0))
    }

    /// Display windows larger than the data, inside it, overlapping it and outside it.
    static let windows = [
      PixelRect(x: -10, y: -7, width: 90, height: 60),
      PixelRect(x: 20, y: 9, width: 17, height: 23),
      PixelRect(x: 40, y: 30, width: 61, height: 43), PixelRect(x: 200, y: 0, width: 9, height: 9),
    ]

    @Test(arguments: windows, [nil, tile])
    func `the display window is decoded`(display: PixelRect, tile: PixelSize?) throws {
      var sample = SampleEXR(Self.dark)
      (sample.display, sample.tile) = (display, tile)
      // Windows may start at any coordinates.
      sample.data = PixelRect(x: -1000, y: -50, width: Self.size.width, height: Self.size.height)
      sample.display = PixelRect(
        x: display.x - 1000, y: display.y - 50, width: display.size.width,
        height: display.size.height)
      let picture = try decoder.decode(sample.encoded())
      #expect(picture.info.size == display.size && picture.info.isComplete)
      for y in 0..<display.size.height {
        for x in 0..<display.size.width {
          let (column, row) = (x + display.x, y + display.y)
          let isStored =
            (0..<Self.size.width).contains(column) && (0..<Self.size.height).contains(row)
          let start = (y * display.size.width + x) * 4
          let stored = (row * Self.size.width + column) * 4
          guard
            Array(picture.bitmap.bytes[start..<start + 4])
              == (isStored ? Array(Self.dark.bytes[stored..<stored + 4]) : [0, 0, 0, 0])
          else { throw Wrong() }
        }
      }
    }

    private struct Wrong: Error {}

    @Test(arguments: windows, [nil, tile])
    func `a region equals the crop of the whole image`(display: PixelRect, tile: PixelSize?) throws
    {
      var sample = SampleEXR(Self.dark)
      (sample.display, sample.tile) = (display, tile)
      let file = sample.encoded()
      let whole = try decoder.decode(file)
      for region in [
        PixelRect(x: 0, y: 0, width: 9, height: 7), PixelRect(x: 5, y: 4, width: 33, height: 20),
        PixelRect(x: 8, y: 8, width: 1, height: 1), PixelRect(x: -3, y: 6, width: 900, height: 900),
      ] {
        let area = region.clamped(into: display.size)
        let part = try VipsDecoder(box: area.size, region: region).decode(file)
        #expect(part.bitmap == whole.bitmap.cropped(to: area) && part.info == whole.info)
      }
    }

    @Test func `an OpenEXR image is scaled like any other image`() throws {
      let file = SampleEXR(Self.dark).encoded()
      for box in [(20, 31), (37, 90), (7, 7)].map(PixelSize.init) {
        let expected = Self.dark.scaled(to: Self.size.fitted(into: box))
        #expect(try VipsDecoder(box: box).decode(file).bitmap == expected)
      }
    }

    @Test(arguments: [SampleEXR.Compression.none, .zip, .piz], [nil, tile])
    func `a truncated file gives its available rows`(
      compression: SampleEXR.Compression, tile: PixelSize?
    ) throws {
      var sample = SampleEXR(Self.dark)
      (sample.compression, sample.tile) = (compression, tile)
      let file = sample.encoded()
      var shown = 0
      for length in stride(from: 0, to: file.count - 1, by: 97) {
        do throws(PictureError) {
          let picture = try decoder.decode(Array(file[..<length]))
          shown += 1
          #expect(!picture.info.isComplete)
          for (byte, expected) in zip(picture.bitmap.bytes, Self.dark.bytes) where byte != 0 {
            #expect(byte == expected)
          }
        } catch {
          #expect(error == .truncated || length < 4)
        }
      }
      #expect(shown > 0)
    }

    /// As left by a program that ends before it writes the offsets of the chunks.
    @Test(arguments: [nil, tile])
    func `a file without a table of chunks is decoded`(tile: PixelSize?) throws {
      var sample = SampleEXR(Self.dark)
      sample.tile = tile
      var file = sample.encoded()
      let count = tile == nil ? 3 : 16
      let table = try #require(sample.headerLength(of: file, chunkCount: count))
      for index in table..<table + count * 8 { file[index] = 0 }
      let picture = try decoder.decode(file)
      #expect(SamplePictures.difference(picture.bitmap, Self.dark) == 0)
    }

    @Test(arguments: SampleEXR.Compression.allCases, [nil, tile])
    func `random bytes do not crash the decoder`(
      compression: SampleEXR.Compression, tile: PixelSize?
    ) throws {
      var sample = SampleEXR(SamplePictures.fields(PixelSize(width: 40, height: 24)))
      (sample.compression, sample.tile) = (compression, tile)
      let whole = sample.encoded()
      var random = SplitMix64(seed: 7)
      let header = min(420, whole.count / 2)
      for round in 0..<60 {
        var file = whole
        // A damaged header may announce a size that takes seconds; it is read alike for all.
        let isHeader = compression == .none && round % 2 == 0
        let part = isHeader ? 0..<header : header..<file.count
        for _ in 0..<4 {
          file[Int.random(in: part, using: &random)] = UInt8.random(in: 0...255, using: &random)
        }
        _ = try? VipsDecoder(box: PixelSize(width: 8, height: 8)).decode(file)
      }
    }

    @Test func `a file that announces more tiles than it can contain is truncated`() throws {
      var sample = SampleEXR(Self.dark)
      sample.tile = Self.tile
      var file = sample.encoded()
      let kind = Array("tiledesc".utf8)
      let start = try #require(
        (0..<file.count - kind.count).first { Array(file[$0..<$0 + kind.count]) == kind })
      // After the name's end and the size of the value: one pixel a tile.
      file.replaceSubrange(start + 13..<start + 21, with: [1, 0, 0, 0, 1, 0, 0, 0])
      #expect(throws: PictureError.truncated) { try decoder.decode(file) }
    }

    @Test(arguments: [Int32.max, Int32.max / 2 - 1])
    func `a file that announces more lines than it can contain is refused`(bottom: Int32) throws {
      var file = SampleEXR(Self.dark).encoded()
      let name = Array("dataWindow\0box2i\0".utf8)
      let start = try #require(
        (0..<file.count - name.count).first { Array(file[$0..<$0 + name.count]) == name })
      // After the size of the value, left, top and right.
      let place = start + name.count + 16
      file.replaceSubrange(
        place..<place + 4, with: withUnsafeBytes(of: bottom.littleEndian, Array.init))
      #expect(throws: bottom == .max ? PictureError.damaged : .truncated) {
        try decoder.decode(file)
      }
    }

    @Test func `unsupported variants are refused with the reason`() throws {
      let size = PixelSize(width: 4, height: 4)
      let depth = SampleEXR(size, ["Z": [Float](repeating: 1, count: 16)]).encoded()
      #expect(throws: PictureError.unsupported("OpenEXR without colors")) {
        try decoder.decode(depth)
      }
      var deep = SampleEXR(Self.dark)
      (deep.isDeep, deep.compression) = (true, .zips)
      #expect(throws: PictureError.unsupported("OpenEXR of deep data")) {
        try decoder.decode(deep.encoded())
      }
      var huge = SampleEXR(Self.dark)
      huge.display = PixelRect(x: 0, y: 0, width: 2_000_000, height: 2_000_000)
      #expect(throws: PictureError.tooManyPixels(huge.display.size)) {
        try decoder.decode(huge.encoded())
      }
      #expect(throws: PictureError.noThumbnail) {
        try VipsDecoder(box: size, thumbnail: .only).decode(SampleEXR(Self.dark).encoded())
      }
    }
  }
}

extension SampleEXR {
  /// The offset of the table of chunks: its first entry is the offset of its end.
  fileprivate func headerLength(of file: [UInt8], chunkCount: Int) -> Int? {
    (0..<file.count - 8).first { index in
      let entry = file[index..<index + 8].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      return entry == UInt64(index + chunkCount * 8)
    }
  }
}
