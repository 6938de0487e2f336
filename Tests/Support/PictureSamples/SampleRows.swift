package import Imaging

/// Images in the formats that are decoded without a library, for tests.
package enum SampleRows {
  /// Encodes a bitmap as QOI, each pixel in the shortest form of the format.
  package static func qoi(_ bitmap: Bitmap, hasAlpha: Bool) -> [UInt8] {
    var bytes =
      Array("qoif".utf8) + big(bitmap.size.width, 4) + big(bitmap.size.height, 4)
      + [hasAlpha ? 4 : 3, 0]
    var seen = [SIMD4<UInt8>](repeating: SIMD4(0, 0, 0, 0), count: 64)
    var (last, run) = (SIMD4<UInt8>(0, 0, 0, 255), 0)
    func endRun() {
      if run > 0 { bytes.append(0xC0 | UInt8(run - 1)) }
      run = 0
    }
    for pixel in pixels(of: bitmap, hasAlpha: hasAlpha) {
      guard pixel != last else {
        run += 1
        if run == 62 { endRun() }
        continue
      }
      endRun()
      let hash = (0..<4).reduce(0) { $0 + Int(pixel[$1]) * [3, 5, 7, 11][$1] } % 64
      let step = pixel &- last
      let (red, green, blue) = (step[0] &- step[1] &+ 8, step[1] &+ 32, step[2] &- step[1] &+ 8)
      let small = step &+ SIMD4(2, 2, 2, 0)
      if seen[hash] == pixel {
        bytes.append(UInt8(hash))
      } else if step[3] != 0 {
        bytes += [0xFF, pixel[0], pixel[1], pixel[2], pixel[3]]
      } else if small[0] < 4, small[1] < 4, small[2] < 4 {
        bytes.append(0x40 | small[0] << 4 | small[1] << 2 | small[2])
      } else if red < 16, green < 64, blue < 16 {
        bytes += [0x80 | green, red << 4 | blue]
      } else {
        bytes += [0xFE, pixel[0], pixel[1], pixel[2]]
      }
      seen[hash] = pixel
      last = pixel
    }
    endRun()
    return bytes + [0, 0, 0, 0, 0, 0, 0, 1]
  }

  /// The variant of a TGA.
  package struct TGAKind: Hashable, Sendable {
    let bits: Int
    let hasRuns: Bool
    let descriptor: UInt8

    /// Takes the bits of a pixel, 24 or 32, and the position of the first row and column.
    package init(bits: Int, hasRuns: Bool, isTopDown: Bool, isMirrored: Bool) {
      self.bits = bits
      self.hasRuns = hasRuns
      descriptor = (bits == 32 ? 8 : 0) | (isTopDown ? 0x20 : 0) | (isMirrored ? 0x10 : 0)
    }
  }

  /// Encodes a bitmap as TGA.
  package static func tga(_ bitmap: Bitmap, _ kind: TGAKind) -> [UInt8] {
    let (width, height) = (bitmap.size.width, bitmap.size.height)
    var bytes: [UInt8] =
      [2, 0, kind.hasRuns ? 10 : 2] + Array(repeating: 0, count: 9) + little(width, 2)
      + little(height, 2) + [UInt8(kind.bits), kind.descriptor] + Array("id".utf8)
    var all = pixels(of: bitmap, hasAlpha: kind.bits == 32)
    var rows = stride(from: 0, to: all.count, by: width).map { Array(all[$0..<$0 + width]) }
    if kind.descriptor & 0x20 == 0 { rows.reverse() }
    if kind.descriptor & 0x10 != 0 { rows = rows.map { $0.reversed() } }
    all = rows.flatMap { $0 }
    func stored(_ pixel: SIMD4<UInt8>) -> [UInt8] {
      [pixel[2], pixel[1], pixel[0]] + (kind.bits == 32 ? [pixel[3]] : [])
    }
    guard kind.hasRuns else { return bytes + all.flatMap(stored) }
    var index = 0
    while index < all.count {
      let rest = all[index..<min(all.count, index + 128)]
      let run = rest.prefix { $0 == all[index] }
      if run.count > 1 {
        bytes += [0x80 | UInt8(run.count - 1)] + stored(all[index])
        index += run.count
      } else {
        let plain = rest.prefix(3)
        bytes += [UInt8(plain.count - 1)] + plain.flatMap(stored)
        index += plain.count
      }
    }
    return bytes
  }

  /// Encodes a bitmap as PPM or PAM, by the digit of its signature: 3, 6 or 7.
  package static func pnm(_ bitmap: Bitmap, _ number: Int, highest: Int = 255) -> [UInt8] {
    let (width, height) = (bitmap.size.width, bitmap.size.height)
    let isPAM = number == 7
    let header =
      isPAM
      ? "P7\nWIDTH \(width)\nHEIGHT \(height)\nDEPTH 4\nMAXVAL \(highest)\nTUPLTYPE RGB_ALPHA\nENDHDR\n"
      : "P\(number)\n# a comment of 1 line\n\(width) \(height)\n\(highest)\n"
    let samples = pixels(of: bitmap, hasAlpha: isPAM).flatMap { pixel in
      (0..<(isPAM ? 4 : 3)).map { (Int(pixel[$0]) * highest + 127) / 255 }
    }
    if number == 3 {
      return Array(header.utf8) + samples.flatMap { Array("\($0)\n".utf8) }
    }
    return Array(header.utf8) + samples.flatMap { big($0, highest > 255 ? 2 : 1) }
  }

  /// Encodes an opaque bitmap as the composite image of a document without layers.
  /// - Parameters:
  ///   - bitmap: The image.
  ///   - depth: Bits a sample, 8 or 16.
  ///   - hasRuns: Whether rows are packed.
  ///   - isLarge: Whether it is a PSB.
  ///   - resources: Its image resources, by number.
  /// - Returns: The file.
  package static func psd(
    _ bitmap: Bitmap, depth: Int = 8, hasRuns: Bool, isLarge: Bool,
    resources: [(number: Int, data: [UInt8])] = []
  ) -> [UInt8] {
    let (width, height) = (bitmap.size.width, bitmap.size.height)
    let all = pixels(of: bitmap, hasAlpha: false)
    let header: [UInt8] =
      Array("8BPS".utf8) + big(isLarge ? 2 : 1, 2) + Array(repeating: 0, count: 6) + big(3, 2)
      + big(height, 4) + big(width, 4) + big(depth, 2) + big(3, 2)
    let described = resources.flatMap { resource -> [UInt8] in
      let padding: [UInt8] = resource.data.count % 2 == 0 ? [] : [0]
      return Array("8BIM".utf8) + big(resource.number, 2) + [0, 0] + big(resource.data.count, 4)
        + resource.data + padding
    }
    let blocks =
      big(0, 4) + big(described.count, 4) + described + big(0, isLarge ? 8 : 4)
    let rows = (0..<3).flatMap { channel in
      (0..<height).map { y in
        (0..<width).flatMap { x -> [UInt8] in
          let sample = all[y * width + x][channel]
          return depth == 16 ? [sample, sample] : [sample]
        }
      }
    }
    guard hasRuns else { return header + blocks + big(0, 2) + rows.flatMap { $0 } }
    let packed = rows.map(packBits)
    return header + blocks + big(1, 2) + packed.flatMap { big($0.count, isLarge ? 4 : 2) }
      + packed.flatMap { $0 }
  }

  private static func packBits(_ row: [UInt8]) -> [UInt8] {
    var (bytes, index): ([UInt8], Int) = ([128], 0)
    while index < row.count {
      let run = row[index...].prefix(128).prefix { $0 == row[index] }.count
      if run > 1 {
        bytes += [UInt8(bitPattern: Int8(1 - run)), row[index]]
        index += run
      } else {
        let plain = row[index...].prefix(2)
        bytes += [UInt8(plain.count - 1)] + plain
        index += plain.count
      }
    }
    return bytes
  }

  /// A Radiance image from its stored pixels, in rows of one width.
  package static func radiance(
    _ rows: [[[UInt8]]], resolution: String? = nil, hasRuns: Bool
  ) -> [UInt8] {
    let width = rows.first?.count ?? 0
    let header =
      "#?RADIANCE\n# made for a test\nFORMAT=32-bit_rle_rgbe\nEXPOSURE=1.0\n\n"
      + (resolution ?? "-Y \(rows.count) +X \(width)") + "\n"
    return Array(header.utf8)
      + rows.flatMap { row -> [UInt8] in
        guard hasRuns else { return row.flatMap { $0 } }
        return [2, 2, UInt8(width >> 8), UInt8(width & 255)]
          + (0..<4).flatMap { channel -> [UInt8] in
            let plane = row.map { $0[channel] }
            let first = plane.prefix { $0 == plane[0] }
            return [128 + UInt8(first.count), plane[0]]
              + (first.count == width
                ? [] : [UInt8(width - first.count)] + plane.dropFirst(first.count))
          }
      }
  }

  /// An icon of images with their sides, which are written into the directory unchanged.
  package static func icon(_ pictures: [(side: Int, bytes: [UInt8])], isCursor: Bool = false)
    -> [UInt8]
  {
    var start = 6 + 16 * pictures.count
    var directory: [UInt8] = [0, 0, isCursor ? 2 : 1, 0] + little(pictures.count, 2)
    for picture in pictures {
      let side = UInt8(picture.side & 255)
      directory += [side, side, 0, 0] + little(1, 2) + little(32, 2)
      directory += little(picture.bytes.count, 4) + little(start, 4)
      start += picture.bytes.count
    }
    return directory + pictures.flatMap(\.bytes)
  }

  /// The bitmap of an icon: rows from the bottom up, followed by the mask of transparent pixels.
  package static func maskedBitmap(
    width: Int, height: Int, bits: Int, palette: [UInt8] = [], rows: [UInt8], mask: [UInt8]
  ) -> [UInt8] {
    little(40, 4) + little(width, 4) + little(height * 2, 4) + little(1, 2) + little(bits, 2)
      + Array(repeating: 0, count: 16) + little(palette.count / 4, 4) + little(0, 4) + palette
      + rows
      + mask
  }

  private static func pixels(of bitmap: Bitmap, hasAlpha: Bool) -> [SIMD4<UInt8>] {
    stride(from: 0, to: bitmap.bytes.count, by: 4).map { start in
      SIMD4(
        bitmap.bytes[start], bitmap.bytes[start + 1], bitmap.bytes[start + 2],
        hasAlpha ? bitmap.bytes[start + 3] : 255)
    }
  }

  private static func big(_ number: Int, _ count: Int) -> [UInt8] {
    (0..<count).reversed().map { UInt8(number >> (8 * $0) & 0xFF) }
  }

  private static func little(_ number: Int, _ count: Int) -> [UInt8] {
    big(number, count).reversed()
  }
}
