internal import DecoderKit
internal import DecoderProtocol
internal import Imaging

extension VipsDecoder {
  /// Decodes the display window, transparent outside the data; the file may be truncated.
  func decodeEXR(_ bytes: [UInt8]) throws(PictureError) -> DecodedPicture {
    try unsafe bytes.span.withUnsafeBytes { bytes throws(PictureError) in
      let file = try unsafe EXRFile(bytes)
      let header = try EXRHeader(file)
      try announce(header.display.size)
      guard thumbnail != .only else { throw .noThumbnail }
      return try picture(of: file, header)
    }
  }

  private func picture(
    of file: borrowing EXRFile, _ header: EXRHeader
  ) throws(PictureError) -> DecodedPicture {
    let (display, size) = (header.display, header.display.size)
    let cut = rule.cut(of: size, decodesWhole: false)
    let left = display.columns.lowerBound
    var light = EXRLight(
      header, columns: left + cut.area.columns.lowerBound..<left + cut.area.columns.upperBound)
    var rows = AveragedRows(size, cut, hasAlpha: true)
    rows.skip(cut.area.rows.lowerBound)
    var row = [UInt8](repeating: 0, count: size.width * 4)
    for y in cut.area.rows {
      try light.read(display.rows.lowerBound + y, of: file, into: &row)
      unsafe row.withUnsafeBytes { unsafe rows.take($0) }
    }
    if let failure = light.failure, !light.hasPixels, cut.region == nil { throw failure }
    let isComplete = light.failure == nil
    return DecodedPicture(
      bitmap: rows.finish(isComplete: isComplete),
      info: PictureInfo(size: size, isComplete: isComplete), region: cut.region)
  }
}

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
  private mutating func decode(_ band: Int, of file: borrowing EXRFile) throws(PictureError) {
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

/// Converts light to sRGB primaries (SMPTE RP 177, with Bradford adaptation of the white point).
struct LightPrimaries {
  private let columns: Matrix

  private static let sRGB = Matrix(
    red: SIMD2(0.64, 0.33), green: SIMD2(0.3, 0.6), blue: SIMD2(0.15, 0.06), white: d65)
  private static let d65: SIMD2<Float> = SIMD2(0.3127, 0.3290)
  private static let bradford = Matrix(
    SIMD3(0.8951, -0.7502, 0.0389), SIMD3(0.2664, 1.7135, -0.0685), SIMD3(-0.1614, 0.0367, 1.0296))

  /// Takes chromaticities; nil for those of sRGB or invalid ones.
  init?(red: SIMD2<Float>, green: SIMD2<Float>, blue: SIMD2<Float>, white: SIMD2<Float>) {
    let colors = [red, green, blue, white]
    let own: [SIMD2<Float>] = [SIMD2(0.64, 0.33), SIMD2(0.3, 0.6), SIMD2(0.15, 0.06), Self.d65]
    let isOther = zip(colors, own).contains { color, own in
      (color - own).max() > 0.001 || (own - color).max() > 0.001
    }
    guard isOther, colors.allSatisfy({ $0.x.isFinite && $0.y.isFinite && abs($0.y) > 0.0001 }),
      let light = Matrix(red: red, green: green, blue: blue, white: white),
      let back = Self.sRGB?.inverse, let unadapted = Self.bradford.inverse
    else { return nil }
    let cones = Self.bradford * Matrix.light(Self.d65) / (Self.bradford * Matrix.light(white))
    let adaptation = unadapted * Matrix.diagonal(cones) * Self.bradford
    columns = back * adaptation * light
    guard columns.isFinite else { return nil }
  }

  /// Out-of-gamut components are negative.
  func sRGB(of light: SIMD3<Float>) -> SIMD3<Float> { columns * light }
}

private struct Matrix {
  private let x, y, z: SIMD3<Float>

  init(_ x: SIMD3<Float>, _ y: SIMD3<Float>, _ z: SIMD3<Float>) {
    (self.x, self.y, self.z) = (x, y, z)
  }

  init?(red: SIMD2<Float>, green: SIMD2<Float>, blue: SIMD2<Float>, white: SIMD2<Float>) {
    let plain = Matrix(Self.light(red), Self.light(green), Self.light(blue))
    guard let inverse = plain.inverse else { return nil }
    self = plain * Self.diagonal(inverse * Self.light(white))
  }

  static func light(_ color: SIMD2<Float>) -> SIMD3<Float> {
    SIMD3(color.x / color.y, 1, (1 - color.x - color.y) / color.y)
  }

  static func diagonal(_ values: SIMD3<Float>) -> Matrix {
    Matrix(SIMD3(values.x, 0, 0), SIMD3(0, values.y, 0), SIMD3(0, 0, values.z))
  }

  var isFinite: Bool { [x, y, z].allSatisfy { $0.x.isFinite && $0.y.isFinite && $0.z.isFinite } }

  var inverse: Matrix? {
    let rows = (Self.cross(y, z), Self.cross(z, x), Self.cross(x, y))
    let determinant = (x * rows.0).sum()
    guard abs(determinant) > 1e-6 else { return nil }
    return Matrix(
      SIMD3(rows.0.x, rows.1.x, rows.2.x) / determinant,
      SIMD3(rows.0.y, rows.1.y, rows.2.y) / determinant,
      SIMD3(rows.0.z, rows.1.z, rows.2.z) / determinant)
  }

  private static func cross(_ a: SIMD3<Float>, _ b: SIMD3<Float>) -> SIMD3<Float> {
    SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
  }

  static func * (matrix: Matrix, vector: SIMD3<Float>) -> SIMD3<Float> {
    matrix.x * vector.x + matrix.y * vector.y + matrix.z * vector.z
  }

  static func * (left: Matrix, right: Matrix) -> Matrix {
    Matrix(left * right.x, left * right.y, left * right.z)
  }
}
