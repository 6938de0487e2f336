internal import DecoderKit
internal import DecoderProtocol
internal import Imaging

/// The pixels of an OpenEXR file, one row of chunks at a time.
struct EXRLight {
  private(set) var failure: PictureError?
  private(set) var hasPixels = false

  private let header: EXRHeader
  private let columns: Range<Int>
  /// RGBA floats in rows of the width of the data window.
  private var light: [Float]
  private var current: Int?

  private static let brightest: Float = 1e9

  init(_ header: EXRHeader, columns: Range<Int>) {
    self.header = header
    self.columns = columns.clamped(to: header.data.columns)
    let height = min(header.chunk.height, header.data.size.height)
    light = Array(repeating: 0, count: header.data.size.width * height * 4)
  }

  /// Converts a line to sRGB, not premultiplied, transparent outside the data.
  ///
  /// `line` is in OpenEXR's coordinates; `row` has the width of the display window.
  mutating func read(
    _ line: Int, of file: borrowing EXRFile, into row: inout [UInt8]
  ) throws(PictureError) {
    for index in row.indices { row[index] = 0 }
    guard header.data.rows.contains(line), !columns.isEmpty else { return }
    let (band, inner) = (line - header.data.rows.lowerBound)
      .quotientAndRemainder(dividingBy: header.chunk.height)
    if band != current { try decode(band, of: file) }
    let width = header.data.size.width
    for x in columns {
      let start = (inner * width + x - header.data.columns.lowerBound) * 4
      let pixel = SIMD4(light[start], light[start + 1], light[start + 2], light[start + 3])
      let samples = samples(of: pixel)
      let place = (x - header.display.columns.lowerBound) * 4
      for channel in 0..<4 { row[place + channel] = samples[channel] }
    }
  }

  private func samples(of pixel: SIMD4<Float>) -> SIMD4<UInt8> {
    guard pixel.w > 0 else { return .zero }
    let alpha = min(1, pixel.w)
    var color = header.isGray ? SIMD3(repeating: pixel.x) : SIMD3(pixel.x, pixel.y, pixel.z)
    color /= alpha
    color.replace(with: 0, where: color .!= color)
    color.clamp(
      lowerBound: SIMD3(repeating: -Self.brightest), upperBound: SIMD3(repeating: Self.brightest))
    if let primaries = header.primaries, !header.isGray { color = primaries.sRGB(of: color) }
    return SIMD4(HDRColors.screen(ofLight: color), UInt8(alpha * 255 + 0.5))
  }

  /// Decodes a row of chunks; failed ones become transparent.
  private mutating func decode(
    _ band: Int, of file: borrowing EXRFile
  ) throws(PictureError) {
    current = band
    let data = header.data
    let top = band * header.chunk.height
    let height = min(header.chunk.height, data.size.height - top)
    let first = (columns.lowerBound - data.columns.lowerBound) / header.chunk.width
    let last = (columns.upperBound - 1 - data.columns.lowerBound) / header.chunk.width
    for number in first...last {
      let left = number * header.chunk.width
      let area = PixelRect(
        x: left, y: 0, width: min(header.chunk.width, data.size.width - left), height: height)
      fill(area, alpha: header.hasAlpha ? 0 : 1)
      let chunk = EXRChunk(
        top: data.rows.lowerBound + top, tile: header.isTiled ? (number, band) : nil,
        size: area.size)
      do throws(PictureError) {
        try file.decode(
          chunk, of: header.part, header.channels, into: &light, at: left, width: data.size.width)
        hasPixels = true
      } catch {
        guard error != .outOfMemory else { throw error }
        if case .unsupported = error, try readLines(band, of: file) { return }
        failure = failure ?? error
        fill(area, alpha: 0)
      }
    }
  }

  private mutating func readLines(
    _ band: Int, of file: borrowing EXRFile
  ) throws(PictureError) -> Bool {
    let data = header.data
    let top = band * header.chunk.height
    let height = min(header.chunk.height, data.size.height - top)
    fill(
      PixelRect(x: 0, y: 0, width: data.size.width, height: height), alpha: header.hasAlpha ? 0 : 1)
    let lines = data.rows.lowerBound + top..<data.rows.lowerBound + top + height
    let isRead = try file.readLines(lines, header, into: &light)
    hasPixels = hasPixels || isRead
    return isRead
  }

  private mutating func fill(_ area: PixelRect, alpha: Float) {
    for y in area.rows {
      for x in area.columns { light[(y * header.data.size.width + x) * 4 + 3] = alpha }
    }
  }
}
