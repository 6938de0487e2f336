extension HostilePicture {
  static let gifs = [
    HostilePicture("gif-10k-frames.gif", .picture) { gif(64, frames: 10_000) },
    HostilePicture("gif-65535-canvas-10k-frames.gif", .tooLarge) { gif(65_535, frames: 10_000) },
    HostilePicture("gif-1m-frames.gif", .picture) { gif(8, frames: 1_000_000) },
    HostilePicture("gif-frame-outside.gif", .picture) { gif(10, frames: 1, frameSide: 500) },
    HostilePicture("gif-no-frames.gif", .damaged) { gif(10, frames: 0) },
  ]

  /// A GIF89a of two colours, whose frames contain one pixel each whatever size they claim.
  private static func gif(_ side: Int, frames: Int, frameSide: Int = 1) -> [UInt8] {
    func short(_ value: Int) -> [UInt8] { [UInt8(value & 255), UInt8(value >> 8)] }
    let head = Array("GIF89a".utf8) + short(side) + short(side) + [0xF0, 0, 0]
    let frame: [UInt8] =
      [0x21, 0xF9, 4, 0, 1, 0, 0, 0, 0x2C, 0, 0, 0, 0] + short(frameSide) + short(frameSide)
      + [0, 2, 2, 0x44, 1, 0]
    return head + [0, 0, 0, 255, 255, 255] + frame.repeated(frames)
      + [0x3B]
  }

  static let tiffs = [
    HostilePicture("tiff-4g-dims.tif", .damaged) { tiff(4_294_967_295) },
    HostilePicture("tiff-lies-60000.tif", .tooLarge) { tiff(60_000) },
    HostilePicture("tiff-ifd-loop.tif", .truncated) {
      var file = tiff(10)
      // The offset of the next directory, after nine entries.
      file.replaceSubrange(118..<122, with: [8, 0, 0, 0])
      return file
    },
  ]

  private static func tiff(_ side: Int) -> [UInt8] {
    var file = SampleTIFF()
    file.add(0x100, long: side)
    file.add(0x101, long: side)
    file.add(0x102, shorts: 16)
    file.add(0x103, shorts: 1)
    file.add(0x106, shorts: 1)
    file.add(0x111, long: 8)
    file.add(0x115, shorts: 4)
    file.add(0x116, long: side)
    file.add(0x117, long: 10)
    return file.encoded()
  }

  static let webPs = [
    HostilePicture("webp-16383.webp", .tooLarge) { webP(16_383) },
    // More than libvips holds in memory by itself.
    HostilePicture("webp-6000-no-codes.webp", .damaged) { webP(6000) },
  ]

  /// A lossless WebP whose pixels have no codes.
  private static func webP(_ side: Int) -> [UInt8] {
    // Width and height less one, fourteen bits each, after the signature of a lossless image.
    let sides = (side - 1) << 14 | (side - 1)
    let header = [0x2F] + [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: sides >> $0) }
    let data = header + Array(repeating: 0, count: 59)
    let chunk = Array("WEBPVP8L".utf8) + [UInt8(data.count), 0, 0, 0] + data
    return Array("RIFF".utf8) + [UInt8(chunk.count), 0, 0, 0] + chunk
  }
}
