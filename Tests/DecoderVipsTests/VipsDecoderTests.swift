import DecoderKit
import DecoderProtocol
import Imaging
import PictureSamples
import Testing

@testable import DecoderVips

extension VipsTests {
  @Suite struct VipsDecoderTests {
    private let decoder = VipsDecoder(box: PixelSize(width: 60, height: 60))
    private static let kinds = [
      ".tif", ".webp", ".heic", ".avif", ".jxl", ".jp2", ".gif", ".webp[lossless]",
    ]

    @Test(arguments: [[], [0], Array("<html>404</html>\n".utf8), [0x1F, 0x8B, 8, 0]] as [[UInt8]])
    func `bytes that are not an image are refused`(bytes: [UInt8]) {
      #expect(throws: PictureError.self) { try decoder.decode(bytes) }
    }

    @Test func `formats of the other decoder are refused`() {
      let png = SamplePNG.encode(SamplePictures.fields(PixelSize(width: 8, height: 8)))
      #expect(throws: PictureError.unsupported("PNG")) { try decoder.decode(png) }
      let texts = [("P6 1 1 255\n123", "PNM"), ("%PDF-1.4", nil), ("8BPS", "PSD")]
      for (text, name) in texts as [(String, String?)] {
        let expected = name.map(PictureError.unsupported) ?? .notAnImage
        #expect(throws: expected) { try decoder.decode(Array(text.utf8)) }
      }
    }

    /// The linear light of red 200, green 40 and blue 10 in sRGB.
    private static let light: [Float] = [0.577580, 0.021219, 0.003035]

    @Test(
      arguments: [
        (.gray, [0.5], nil, [127, 127, 127, 255]),
        (.rgb, light, nil, [200, 40, 10, 255]),
        (.rgb, light, SampleProfile.linear(), [200, 40, 10, 255]),
        (.rgba, light + [1], SampleProfile.linear(), [200, 40, 10, 255]),
        (.rgba, light + [0.5], SampleProfile.linear(), [100, 20, 5, 127]),
        (.rgb, [200 / 255, 40 / 255, 10 / 255], SampleProfile.standard(), [200, 40, 10, 255]),
      ] as [(SampleVips.Channels, [Float], [UInt8]?, [UInt8])])
    func `floating-point samples give the same colours as integers`(
      channels: SampleVips.Channels, pixel: [Float], profile: [UInt8]?, shown: [UInt8]
    ) throws {
      let size = PixelSize(width: 6, height: 4)
      let bytes = pixel.flatMap { withUnsafeBytes(of: $0, Array.init) }
      var sample = SampleVips(
        size, channels, bytes: (0..<size.area).flatMap { _ in bytes })
      sample.bits = 32
      sample.profile = profile
      let picture = try decoder.decode(sample.encoded(".tif"))
      let differences = zip(picture.bitmap.bytes, shown).map { abs(Int($0) - Int($1)) }
      #expect(differences.count == 4 && differences.allSatisfy { $0 <= 1 })
    }

    /// libvips 8.14 takes the floating-point samples for sRGB, 8.16 for linear light.
    @Test func `an invalid profile leaves floating-point samples decodable`() throws {
      let pixel: [Float] = [200 / 255, 40 / 255, 10 / 255]
      var sample = SampleVips(
        PixelSize(width: 1, height: 1), .rgb,
        bytes: pixel.flatMap { withUnsafeBytes(of: $0, Array.init) })
      (sample.bits, sample.profile) = (32, [1, 2, 3])
      let color = try decoder.decode(sample.encoded(".tif")).bitmap[0, 0]
      let candidates = [RGB(200, 40, 10), RGB(229, 110, 56)]
      #expect(candidates.contains { $0.squaredDistance(to: color) <= 6 }, "\(color)")
    }

    @Test(
      arguments: [
        (1, [100, 255, 9], RGB(100, 100, 100)), (2, [200, 40, 10, 255, 7], RGB(200, 40, 10)),
        (2, [200, 40, 10, 255, 7, 9], RGB(200, 40, 10)),
      ] as [(Int, [UInt8], RGB)])
    func `channels after alpha are ignored`(
      meaning: Int, pixel: [UInt8], color: RGB
    ) throws {
      let size = PixelSize(width: 6, height: 4)
      let picture = try decoder.decode(tiff(of: size, pixel, meaning))
      #expect(picture.bitmap == Bitmap(size: size, filledWith: color))
    }

    /// A TIFF of one colour, whose channels after the colours are alpha and others.
    private func tiff(of size: PixelSize, _ pixel: [UInt8], _ meaning: Int) -> [UInt8] {
      let colors = meaning == 1 ? 1 : 3
      var file = SampleTIFF()
      file.add(0x100, long: size.width)
      file.add(0x101, long: size.height)
      file.add(0x102, eachShort: pixel.map { _ in 8 })
      file.add(0x103, shorts: 1)
      file.add(0x106, shorts: meaning)
      file.add(0x111, offsetOf: (0..<size.area).flatMap { _ in pixel })
      file.add(0x115, shorts: pixel.count)
      file.add(0x116, long: size.height)
      file.add(0x117, long: size.area * pixel.count)
      file.add(0x152, eachShort: [2] + pixel.dropFirst(colors + 1).map { _ in 0 })
      return file.encoded()
    }

    @Test(
      arguments: [
        ([0x11C: [2], 0x142: [16], 0x143: [16]], 8, "TIFF of tiled planes"),
        ([:], 12, "TIFF of odd depth"),
      ] as [([Int: [Int]], Int, String)])
    func `a TIFF that libvips cannot read is refused with its kind, if at all`(
      tags: [Int: [Int]], bits: Int, name: String
    ) throws {
      var file = SampleTIFF()
      let plain = [
        0x100: [16], 0x101: [16], 0x102: [bits, bits, bits], 0x103: [1], 0x106: [2], 0x115: [3],
        0x116: [16],
      ]
      for (tag, values) in plain.merging(tags, uniquingKeysWith: { $1 }) {
        file.add(tag, eachShort: values)
      }
      let isTiled = tags[0x142] != nil
      if isTiled {
        // The first bytes serve as the planes, padded to be long enough.
        file.add(0x9C9B, bytes: Array(repeating: 0, count: 300))
        file.add(0x144, eachShort: [8, 8, 8])
        file.add(0x145, eachShort: [256, 256, 256])
      } else {
        file.add(0x111, offsetOf: Array(repeating: 0, count: 16 * 16 * 6))
        file.add(0x117, long: 16 * 16 * 6)
      }
      do throws(PictureError) {
        #expect(try decoder.decode(file.encoded()).bitmap.size == PixelSize(width: 16, height: 16))
      } catch {
        #expect(error == .unsupported(name))
      }
    }

    @Test(arguments: kinds)
    func `a truncated image is decoded as incomplete or refused`(suffix: String) throws {
      let file = SampleVips(SamplePictures.noise(PixelSize(width: 200, height: 120)))
        .encoded(suffix)
      for share in [0.02, 0.3, 0.6, 0.95] {
        let part = Array(file.prefix(Int(Double(file.count) * share)))
        do throws(PictureError) {
          let picture = try decoder.decode(part)
          #expect(picture.bitmap.size == PixelSize(width: 60, height: 36))
          #expect(!picture.info.isComplete)
        } catch {
          #expect([.truncated, .damaged].contains(error))
        }
      }
    }

    /// Messages of libvips and its libraries, and the resulting errors.
    @Test(
      arguments: [
        ("source: bad seek to 866\nheif: Invalid input: No 'hdlr' box (2.104)\n", .damaged),
        (
          "source: bad seek to 9\nheif: Decoder plugin generated an error: Unspecified (7.0)\n",
          .damaged
        ),
        (
          "source: bad seek to 9\nheif: Unsupported feature: Unsupported codec (4.3000)\n",
          .unsupported("HEIF of this kind")
        ),
        (
          "source: bad seek to 9\nheif: Unsupported file-type: Unspecified (3.0)\n",
          .unsupported("HEIF of this kind")
        ),
        ("source: bad seek to 520\nheifload_buffer: undefined bits per pixel\n", .damaged),
        ("source: bad seek to 520\nheifload: bad dimensions\n", .damaged),
        (
          "source: bad seek to 230408\nTIFFFetchDirectory: source input: Seek error accessing TIFF directory\n",
          .truncated
        ),
        ("webp: unable to parse image\n", .damaged),
        ("gifload_buffer: Invalid frame data\n", .damaged),
        (
          "glib: XML parse error: Error domain 1 code 77: Premature end of data in tag svg line 1\n",
          .truncated
        ),
        ("glib: XML parse error: Error domain 1 code 26: Entity 'foo' not defined\n", .damaged),
        ("tiff2vips: unsupported tiff image type\n", .unsupported("TIFF of this type")),
        ("vips_tracked: out of memory -- size == 9MB\n", .outOfMemory), ("", .damaged),
      ] as [(String, PictureError)])
    func `messages of libraries are mapped to errors`(text: String, reason: PictureError) {
      #expect(VipsFailure.reason(in: text) == reason)
    }

    @Test(arguments: kinds.dropFirst() + [".svg"])
    func `an image that ends abruptly is truncated or incomplete, never damaged`(suffix: String)
      throws
    {
      let noise = SamplePictures.noise(PixelSize(width: 200, height: 120))
      let drawing = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'><g><rect/></g></svg>"
      let file = suffix == ".svg" ? Array(drawing.utf8) : SampleVips(noise).encoded(suffix)
      for count in [file.count / 2, file.count * 9 / 10, file.count - 1] {
        for use in [ThumbnailUse.never, .whereItSuffices] {
          let small = VipsDecoder(box: PixelSize(width: 60, height: 60), thumbnail: use)
          do throws(PictureError) {
            let picture = try small.decode(Array(file.prefix(count)))
            #expect(!picture.info.isComplete || count == file.count - 1)
          } catch {
            #expect(error == .truncated, "\(count)")
          }
        }
      }
    }

    @Test(arguments: kinds.dropFirst())
    func `a preview of a truncated image fails as truncated or without a thumbnail`(suffix: String)
    {
      let noise = SamplePictures.noise(PixelSize(width: 200, height: 120))
      let file = SampleVips(noise).encoded(suffix)
      let small = VipsDecoder(box: PixelSize(width: 60, height: 60), thumbnail: .only)
      for count in [file.count / 2, file.count - 9] {
        do throws(PictureError) {
          _ = try small.decode(Array(file.prefix(count)))
          Issue.record("there is no thumbnail")
        } catch {
          #expect(error == .noThumbnail || error == .truncated)
        }
      }
    }

    @Test func `half a GIF gives its first rows and is incomplete`() throws {
      let noise = SamplePictures.noise(PixelSize(width: 200, height: 120))
      let gif = SampleVips(noise).encoded(".gif")
      let picture = try decoder.decode(Array(gif.prefix(gif.count / 2)))
      #expect(!picture.info.isComplete)
      #expect(picture.bitmap.bytes[3] == 255)
      #expect(picture.bitmap.bytes.last == 0)
    }

    @Test(arguments: kinds)
    func `damage anywhere in a file never ends the process`(suffix: String) {
      let noise = SamplePictures.noise(PixelSize(width: 64, height: 48))
      let file = SampleVips(noise).encoded(suffix)
      var state: UInt32 = 7
      for _ in 0..<60 {
        var hurt = file
        for _ in 0..<4 {
          state = state &* 1_664_525 &+ 1_013_904_223
          hurt[Int(state >> 8) % hurt.count] ^= UInt8(truncatingIfNeeded: state >> 3) | 1
        }
        guard let picture = try? decoder.decode(hurt) else { continue }
        #expect(max(picture.bitmap.size.width, picture.bitmap.size.height) <= 60)
      }
    }

    @Test(arguments: [nil, SampleProfile.grayInk()], [8, 16])
    func `CMYK is converted to the same colours as in a JPEG`(profile: [UInt8]?, bits: Int) throws {
      let size = PixelSize(width: 16, height: 16)
      let pixels: [[UInt8]] = [
        [0, 0, 0, 0], [255, 0, 255, 0], [60, 120, 10, 90], [0, 0, 0, 128],
      ]
      for pixel in pixels {
        let inks = (0..<size.area).flatMap { _ in pixel }
        var sample = SampleVips(
          size, .rgba, bytes: bits == 8 ? inks : inks.flatMap { [$0, $0] })
        sample.bits = bits
        sample.isCMYK = true
        sample.profile = profile
        let shown = try decoder.decode(sample.encoded(".tif")).bitmap
        let wanted = Bitmap(size: size, bytes: inks)
          .fromCMYK(isInverted: false, profile.map { .profile($0) } ?? .standard)
        #expect(shown == wanted, "\(pixel)")
      }
    }

    @Test func `a preview of a file without a thumbnail fails`() {
      let small = VipsDecoder(box: PixelSize(width: 20, height: 20), thumbnail: .only)
      let fields = SamplePictures.fields(PixelSize(width: 64, height: 64))
      for suffix in Self.kinds {
        #expect(throws: PictureError.noThumbnail) {
          try small.decode(SampleVips(fields).encoded(suffix))
        }
      }
    }
  }
}
