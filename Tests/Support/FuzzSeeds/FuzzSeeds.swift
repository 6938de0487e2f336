import CTurboJPEG
import Glibc
import Imaging
import PictureSamples

/// Writes small images of every variant as seeds for fuzzing, in one folder per codec.
@main
enum FuzzSeeds {
  private static let picture = SamplePictures.fields(PixelSize(width: 40, height: 24))

  static func main() {
    let folder = CommandLine.arguments.dropFirst().first ?? ".build-fuzz/seeds"
    let all = [
      ("jpeg", jpegs), ("png", pngs), ("bmp", bmps), ("rows", rows), ("metadata", metadata),
      ("avif", sequences),
    ]
    for (codec, files) in all {
      for (index, file) in files.enumerated() {
        write(file, to: "\(folder)/\(codec)", name: "\(index)")
      }
    }
  }

  private static var jpegs: [[UInt8]] {
    let exif = SampleJPEG.exif(orientation: 6, thumbnail: SampleJPEG.encode(picture))
    let profile = Array("ICC_PROFILE\0".utf8) + [1, 1] + SampleProfile.displayP3()
    let plain = SampleJPEG.encode(picture)
    return [
      plain, SampleJPEG.encode(picture, flags: TJFLAG_PROGRESSIVE),
      SampleJPEG.encode(picture, subsampling: TJSAMP_GRAY),
      SampleJPEG.encode(picture, subsampling: TJSAMP_420),
      SampleJPEG.encode(picture, format: TJPF_CMYK), SampleJPEG.insert(exif, into: plain),
      SampleJPEG.insert(profile, marker: 0xE2, into: plain),
    ]
  }

  private static var pngs: [[UInt8]] {
    let file = SamplePNG.encode(picture)
    let profile = Array("p\0\0".utf8) + SamplePNG.deflated(SampleProfile.displayP3())
    let gamma = SamplePNG.chunk("gAMA", [0, 1, 0x86, 0xA0])
    return [
      file, SamplePNG.encode(picture, isInterlaced: true),
      file[..<33] + SamplePNG.chunk("iCCP", profile) + file[33...],
      file[..<33] + gamma + file[33...],
      SamplePNG(size: PixelSize(width: 20, height: 20), depth: 16, bytes: ramp(3200)).encoded(),
    ]
  }

  private static var rows: [[UInt8]] {
    let kind = SampleRows.TGAKind(bits: 32, hasRuns: true, isTopDown: false, isMirrored: true)
    let light = (0..<2).map { row in (0..<8).map { [UInt8($0 * 30), 128, 7, UInt8(128 + row)] } }
    let bitmap = SampleRows.maskedBitmap(
      width: 2, height: 1, bits: 4, palette: [1, 2, 3, 0, 4, 5, 6, 0], rows: [0x10, 0, 0, 0],
      mask: [0, 0, 0, 0])
    return [
      SampleRows.qoi(picture, hasAlpha: true), SampleRows.tga(picture, kind),
      SampleRows.pnm(picture, 3), SampleRows.pnm(picture, 7),
      SampleRows.psd(picture, hasRuns: true, isLarge: false),
      SampleRows.psd(picture, depth: 16, hasRuns: false, isLarge: true),
      SampleRows.radiance(light, hasRuns: true), SampleRows.radiance(light, hasRuns: false),
      SampleRows.icon([(2, bitmap)]), SampleRows.icon([(40, SamplePNG.encode(picture))]),
    ]
  }

  private static var bmps: [[UInt8]] {
    let size = PixelSize(width: 8, height: 4)
    let palette = [RGB(1, 2, 3), RGB(200, 100, 0)]
    let runs: [UInt8] = [3, 1, 0, 3, 1, 0, 1, 0, 0, 0, 0, 2, 1, 1, 8, 1, 0, 1]
    return [
      SampleBMP.encode(picture, bits: 24, isTopDown: false),
      SampleBMP(size: size, bits: 1, palette: palette, rows: ramp(16)).encoded(),
      SampleBMP(size: size, bits: 4, palette: palette, rows: ramp(16)).encoded(),
      SampleBMP(size: size, bits: 8, compression: 1, palette: palette, rows: runs).encoded(),
      SampleBMP(size: size, bits: 4, compression: 2, palette: palette, rows: runs).encoded(),
      SampleBMP(size: size, bits: 16, compression: 3, masks: [0xF800, 0x7E0, 31], rows: ramp(64))
        .encoded(),
    ]
  }

  /// Every container and block from which metadata is read.
  private static var metadata: [[UInt8]] {
    let whole = SampleMetadata.whole
    let words = SampleMetadata.press([(5, Array("Lake".utf8)), (25, Array("lake".utf8))])
    let press = SampleMetadata(iptc: words, digest: [UInt8](repeating: 7, count: 16))
    return [
      whole.jpeg, whole.png, whole.webP, whole.heic, whole.jpegXL, press.jpeg,
      SampleMetadata.camera().encoded(), SampleMetadata.camera(isBigEndian: false).encoded(),
    ]
  }

  /// Sequences in colour, in grey, and with alpha.
  private static var sequences: [[UInt8]] {
    let plain = SampleAVIF(picture, picture)
    let size = PixelSize(width: 16, height: 16)
    var gray = SampleAV1(size, [77], .gray)
    gray.frames += gray.frames
    var half = SampleAV1(size, [200, 300, 400], .half)
    half.frames += half.frames
    (half.bits, half.matrix) = (10, 1)
    var clear = SampleAVIF(picture, picture, picture)
    let alpha = [UInt8](repeating: 99, count: picture.size.area)
    clear.alpha = SampleAV1(picture.size, alphas: [alpha, alpha, alpha])
    clear.repetition = .times(3)
    clear.properties = SampleMetadata.box("irot", [1])
    return [plain, SampleAVIF(gray), SampleAVIF(half), clear].map { $0.encoded() }
  }

  private static func ramp(_ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: $0 * 37) }
  }

  private static func write(_ bytes: [UInt8], to folder: String, name: String) {
    var path = ""
    for part in folder.split(separator: "/", omittingEmptySubsequences: false) {
      path += part + "/"
      mkdir(path, 0o755)
    }
    guard let file = fopen("\(folder)/\(name)", "w") else { return }
    defer { fclose(file) }
    fwrite(bytes, 1, bytes.count, file)
  }
}
