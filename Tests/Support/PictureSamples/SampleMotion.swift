package import Imaging

/// An animation for tests, and its expected frames, composed pixel by pixel as the formats specify.
package struct SampleMotion {
  /// The disposal of a frame's area after it was displayed.
  package enum Disposal: Int, CaseIterable, Sendable {
    case keep
    case clear
    case restore
  }

  /// One frame.
  package struct Frame {
    /// Its position.
    package var x, y: Int
    /// Its size in pixels.
    package var size: PixelSize
    /// Red, green, blue and alpha, not multiplied.
    package var bytes: [UInt8]
    /// Its delay in hundredths of a second.
    package var delay = 10
    package var disposal = Disposal.keep
    package var isBlended = true

    /// Takes a frame.
    package init(x: Int, y: Int, size: PixelSize, bytes: [UInt8]) {
      self.x = x
      self.y = y
      self.size = size
      self.bytes = bytes
    }
  }

  /// The size of the canvas in pixels.
  package var size: PixelSize
  package var frames: [Frame]
  /// How often it is played; zero for endless.
  package var playCount = 0

  /// Takes frames.
  package init(_ size: PixelSize, _ frames: [Frame]) {
    self.size = size
    self.frames = frames
  }

  /// Frames of different positions, sizes and colours, partly transparent; every second pixel is
  /// opaque.
  ///
  /// - Parameters:
  ///   - disposals: The disposal of each frame; there are as many as frames.
  ///   - isBlended: Whether they are blended with the canvas.
  ///   - alphas: The number of different alpha values; two for all or nothing.
  /// - Returns: An animation of 24 by 18 pixels.
  package static func patches(
    _ disposals: [Disposal], isBlended: Bool, alphas: Int = 2
  ) -> SampleMotion {
    let size = PixelSize(width: 24, height: 18)
    let places = [(0, 0, 24, 18), (4, 2, 12, 10), (10, 6, 14, 12), (0, 8, 8, 8), (2, 0, 20, 6)]
    let frames = disposals.enumerated().map { index, disposal in
      let (x, y, width, height) = places[index % places.count]
      let bytes = (0..<width * height).flatMap { place -> [UInt8] in
        let step = place * 7 + index * 3
        let alpha = place % 2 == 0 ? 255 : UInt8(step % alphas * 255 / (alphas - 1))
        return [UInt8(index * 60 % 256), UInt8(place * 9 % 256 / 64 * 64), 128, alpha]
      }
      var frame = Frame(x: x, y: y, size: PixelSize(width: width, height: height), bytes: bytes)
      (frame.disposal, frame.isBlended, frame.delay) = (disposal, isBlended, 5 + index)
      return frame
    }
    return SampleMotion(size, frames)
  }

  /// The expected frames, colours multiplied by alpha.
  package var shown: [Bitmap] {
    var canvas = [SIMD4<Double>](repeating: .zero, count: size.area)
    return frames.map { frame in
      let before = canvas
      each(of: frame) { place, pixel in
        let rest = frame.isBlended ? 1 - pixel.w : 0
        canvas[place] = pixel + canvas[place] * rest
      }
      let bytes = canvas.flatMap { pixel in (0..<4).map { UInt8((pixel[$0] * 255).rounded()) } }
      switch frame.disposal {
      case .keep: break
      case .clear: each(of: frame) { place, _ in canvas[place] = .zero }
      case .restore: canvas = before
      }
      return Bitmap(size: size, bytes: bytes)
    }
  }

  private func each(of frame: Frame, do body: (Int, SIMD4<Double>) -> Void) {
    for y in 0..<frame.size.height {
      for x in 0..<frame.size.width {
        guard frame.x + x < size.width, frame.y + y < size.height else { continue }
        let start = (y * frame.size.width + x) * 4
        let alpha = Double(frame.bytes[start + 3]) / 255
        let color = (0..<3).map { Double(frame.bytes[start + $0]) / 255 * alpha }
        body((frame.y + y) * size.width + frame.x + x, SIMD4(color[0], color[1], color[2], alpha))
      }
    }
  }
}

extension SampleMotion {
  /// An animated PNG.
  /// - Parameter hidesFirst: Whether the still image is not a frame.
  /// - Returns: The file.
  package func png(hidesFirst: Bool = false) -> [UInt8] {
    var number = 0
    func next() -> [UInt8] {
      defer { number += 1 }
      return Self.big(number, 4)
    }
    let still = SamplePNG(size: size, bytes: [UInt8](repeating: 77, count: size.area * 4)).encoded()
    var file = Array(still.prefix(33))
    file += SamplePNG.chunk("acTL", Self.big(frames.count, 4) + Self.big(playCount, 4))
    if hidesFirst { file += Self.data(of: still).flatMap { SamplePNG.chunk("IDAT", $0) } }
    for (index, frame) in frames.enumerated() {
      let place = [frame.size.width, frame.size.height, frame.x, frame.y].flatMap {
        Self.big($0, 4)
      }
      let flags = [UInt8(frame.disposal.rawValue), frame.isBlended ? 1 : 0]
      file += SamplePNG.chunk(
        "fcTL", next() + place + Self.big(frame.delay, 2) + Self.big(100, 2) + flags)
      for data in Self.data(of: SamplePNG(size: frame.size, bytes: frame.bytes).encoded()) {
        file +=
          index == 0 && !hidesFirst
          ? SamplePNG.chunk("IDAT", data) : SamplePNG.chunk("fdAT", next() + data)
      }
    }
    return file + SamplePNG.chunk("IEND", [])
  }

  private static func data(of png: [UInt8]) -> [[UInt8]] {
    var (data, place): ([[UInt8]], Int) = ([], 8)
    while place + 8 <= png.count {
      let length = png[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
      if png[place + 4..<place + 8].elementsEqual("IDAT".utf8) {
        data.append(Array(png[place + 8..<place + 8 + length]))
      }
      place += 12 + length
    }
    return data
  }

  /// A GIF of 256 colours for each frame; alpha below a half is transparent.
  package func gif() -> [UInt8] {
    var file = Array("GIF89a".utf8) + Self.little(size.width, 2) + Self.little(size.height, 2)
    file += [0, 0, 0]
    if playCount != 1 {
      let repeats = playCount == 0 ? 0 : playCount - 1
      file +=
        [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1] + Self.little(repeats, 2) + [0]
    }
    for frame in frames { file += Self.gif(frame) }
    return file + [0x3B]
  }

  private static func gif(_ frame: Frame) -> [UInt8] {
    // The first colour is transparent.
    var colors: [[UInt8]] = [[0, 0, 0]]
    let numbers = stride(from: 0, to: frame.bytes.count, by: 4).map { start -> UInt8 in
      guard frame.bytes[start + 3] >= 128 else { return 0 }
      let color = Array(frame.bytes[start..<start + 3])
      if let number = colors.firstIndex(of: color), number > 0 { return UInt8(number) }
      colors.append(color)
      return UInt8(colors.count - 1)
    }
    let disposal = [1, 2, 3][frame.disposal.rawValue]
    let control: [UInt8] =
      [0x21, 0xF9, 4, UInt8(disposal << 2 | 1)] + little(frame.delay, 2) + [0, 0]
    let place = [frame.x, frame.y, frame.size.width, frame.size.height].flatMap { little($0, 2) }
    let table = colors.flatMap(\.self) + [UInt8](repeating: 0, count: (256 - colors.count) * 3)
    return control + [0x2C] + place + [0x87] + table + [8] + blocks(packed(numbers)) + [0]
  }

  /// Numbers in nine bits each, as in LZW without a dictionary.
  private static func packed(_ numbers: [UInt8]) -> [UInt8] {
    var codes: [Int] = []
    for (index, number) in numbers.enumerated() {
      if index % 250 == 0 { codes.append(256) }
      codes.append(Int(number))
    }
    var (bits, count, bytes): (Int, Int, [UInt8]) = (0, 0, [])
    for code in codes + [257] {
      bits |= code << count
      count += 9
      while count >= 8 {
        bytes.append(UInt8(bits & 0xFF))
        (bits, count) = (bits >> 8, count - 8)
      }
    }
    return bytes + [UInt8(bits & 0xFF)]
  }

  private static func blocks(_ bytes: [UInt8]) -> [UInt8] {
    stride(from: 0, to: bytes.count, by: 255).flatMap { start -> [UInt8] in
      let block = bytes[start...].prefix(255)
      return [UInt8(block.count)] + block
    }
  }

  /// A lossless animated WebP; positions are even.
  package func webP() -> [UInt8] {
    var content = Array("WEBPVP8X".utf8) + Self.little(10, 4) + [0x12, 0, 0, 0]
    content += Self.little(size.width - 1, 3) + Self.little(size.height - 1, 3)
    content += Array("ANIM".utf8) + Self.little(6, 4) + [1, 2, 3, 255] + Self.little(playCount, 2)
    for frame in frames {
      let still = SampleVips(frame.size, .rgba, bytes: frame.bytes).encoded(".webp[lossless]")
      let place = [frame.x / 2, frame.y / 2, frame.size.width - 1, frame.size.height - 1]
      let flags = (frame.disposal == .keep ? 0 : 1) | (frame.isBlended ? 0 : 2)
      let head = place.flatMap { Self.little($0, 3) } + Self.little(frame.delay * 10, 3)
      let data = head + [UInt8(flags)] + Self.pixels(of: still)
      content += Array("ANMF".utf8) + Self.little(data.count, 4) + data
      if data.count % 2 == 1 { content.append(0) }
    }
    return Array("RIFF".utf8) + Self.little(content.count, 4) + content
  }

  private static func pixels(of webP: [UInt8]) -> [UInt8] {
    var place = 12
    while place + 8 <= webP.count {
      let length = webP[place + 4..<place + 8].reversed().reduce(0) { $0 << 8 | Int($1) }
      let end = min(place + 8 + length + length % 2, webP.count)
      if webP[place..<place + 4].elementsEqual("VP8L".utf8) { return Array(webP[place..<end]) }
      place = end
    }
    return []
  }

  private static func big(_ number: Int, _ count: Int) -> [UInt8] {
    little(number, count).reversed()
  }

  private static func little(_ number: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
  }
}
