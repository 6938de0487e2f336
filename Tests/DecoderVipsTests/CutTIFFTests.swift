import DecoderProtocol
import DecoderVips
import Imaging
import PictureSamples
import Testing

extension VipsTests {
  @Suite("Truncated TIFFs") struct CutTIFFTests {
    private let decoder = VipsDecoder(box: PixelSize(width: 500, height: 500))
    private static let size = PixelSize(width: 64, height: 96)
    private static let noise = SamplePictures.noise(size)

    enum Layout: CaseIterable {
      case strips, oneStrip, tiles, planes

      /// The pieces of an image in the order in which they are stored.
      func pieces(of bitmap: Bitmap) -> [[UInt8]] {
        func piece(_ columns: Range<Int>, _ rows: Range<Int>, _ channels: Range<Int>) -> [UInt8] {
          rows.flatMap { y in
            columns.flatMap { x -> [UInt8] in
              channels.map { bitmap.bytes[(y * bitmap.size.width + x) * 4 + $0] }
            }
          }
        }
        let (width, height) = (bitmap.size.width, bitmap.size.height)
        let bands = stride(from: 0, to: height, by: 16).map { $0..<$0 + 16 }
        switch self {
        case .strips: return bands.map { piece(0..<width, $0, 0..<3) }
        case .oneStrip: return [piece(0..<width, 0..<height, 0..<3)]
        case .tiles:
          return bands.flatMap { rows in
            stride(from: 0, to: width, by: 16).map { piece($0..<$0 + 16, rows, 0..<3) }
          }
        case .planes:
          return (0..<3).flatMap { channel in
            bands.map { piece(0..<width, $0, channel..<channel + 1) }
          }
        }
      }
    }

    enum Packing: Int, CaseIterable {
      case plain = 1
      case lzw = 5
      case deflate = 8
      case runs = 32773

      func packed(_ bytes: [UInt8]) -> [UInt8] {
        switch self {
        case .plain: bytes
        case .lzw: Self.lzw(bytes)
        case .deflate: Self.deflate(bytes)
        case .runs:
          stride(from: 0, to: bytes.count, by: 128).flatMap { start -> [UInt8] in
            let part = bytes[start..<min(bytes.count, start + 128)]
            return [UInt8(part.count - 1)] + part
          }
        }
      }

      /// Single bytes as codes of nine bits, cleared before the codes grow longer.
      private static func lzw(_ bytes: [UInt8]) -> [UInt8] {
        var codes = [256]
        for (index, byte) in bytes.enumerated() {
          if index > 0, index.isMultiple(of: 200) { codes.append(256) }
          codes.append(Int(byte))
        }
        codes.append(257)
        var (packed, buffer, count): ([UInt8], Int, Int) = ([], 0, 0)
        for code in codes {
          (buffer, count) = (buffer << 9 | code, count + 9)
          while count >= 8 {
            count -= 8
            packed.append(UInt8(buffer >> count & 255))
          }
          buffer &= (1 << count) - 1
        }
        return packed + [UInt8(buffer << (8 - count) & 255)]
      }

      /// Stored blocks, and the sum of RFC 1950.
      private static func deflate(_ bytes: [UInt8]) -> [UInt8] {
        let blocks = stride(from: 0, to: bytes.count, by: 1000).flatMap { start -> [UInt8] in
          let part = bytes[start..<min(bytes.count, start + 1000)]
          let length = [UInt8(part.count & 255), UInt8(part.count >> 8)]
          return [start + 1000 < bytes.count ? 0 : 1] + length + length.map { ~$0 } + part
        }
        var (low, high) = (1, 0)
        for byte in bytes {
          low = (low + Int(byte)) % 65_521
          high = (high + low) % 65_521
        }
        let sum = [high >> 8, high & 255, low >> 8, low & 255].map { UInt8($0) }
        return [0x78, 0x01] + blocks + sum
      }
    }

    private func file(_ layout: Layout, _ packing: Packing) -> [UInt8] {
      let pieces = layout.pieces(of: Self.noise).map(packing.packed)
      var file = SampleTIFF()
      file.add(0x100, long: Self.size.width)
      file.add(0x101, long: Self.size.height)
      file.add(0x102, shorts: 8, 8, 8)
      file.add(0x103, shorts: packing.rawValue)
      file.add(0x106, shorts: 2)
      file.add(0x115, shorts: 3)
      if layout == .planes { file.add(0x11C, shorts: 2) }
      if layout == .tiles {
        file.add(0x142, shorts: 16)
        file.add(0x143, shorts: 16)
      } else {
        file.add(0x116, long: layout == .oneStrip ? Self.size.height : 16)
      }
      let (lengths, places) = layout == .tiles ? (0x145, 0x144) : (0x117, 0x111)
      file.add(lengths, eachShort: pieces.map { min($0.count, 65_535) })
      file.add(places, offsetsOf: pieces)
      return file.encoded()
    }

    @Test(arguments: Layout.allCases, Packing.allCases)
    func `a truncated TIFF gives its available rows`(layout: Layout, packing: Packing) throws {
      let whole = file(layout, packing)
      let complete = try decoder.decode(whole)
      #expect(complete.info.isComplete && complete.bitmap == Self.noise)
      let picture = try decoder.decode(Array(whole.prefix(whole.count * 6 / 10)))
      #expect(!picture.info.isComplete)
      #expect(picture.info.size == Self.size)
      let rowLength = Self.size.width * 4
      // Of separate planes the first is there: the upper half in grey, possibly more in colours.
      let upper = picture.bitmap.bytes.prefix(rowLength * 40)
      if layout == .planes {
        let reds = stride(from: 0, to: upper.count, by: 4).map { upper[$0] }
        #expect(reds == stride(from: 0, to: upper.count, by: 4).map { Self.noise.bytes[$0] })
        #expect(stride(from: 3, to: upper.count, by: 4).allSatisfy { upper[$0] == 255 })
      } else {
        #expect(upper.elementsEqual(Self.noise.bytes.prefix(rowLength * 40)))
        #expect(picture.bitmap.bytes.suffix(rowLength).allSatisfy { $0 == 0 })
      }
    }

    @Test func `a TIFF without its directory or without pixels is truncated`() throws {
      let whole = file(.strips, .plain)
      for count in [4, 9, 60, 320] {
        #expect(throws: PictureError.truncated) {
          try decoder.decode(Array(whole.prefix(count)))
        }
      }
    }
  }
}
