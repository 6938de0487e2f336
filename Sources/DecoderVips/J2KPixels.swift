internal import DecoderKit
internal import Imaging

/// The rows of a decoded JPEG 2000: RGBA, or CMYK.
struct J2KPixels {
  let size: PixelSize
  let isCMYK: Bool
  private let colors: [J2KPlane]
  private let alpha: J2KPlane?
  private let hasLuminance: Bool

  var isGray: Bool { colors.count == 1 }
  var hasAlpha: Bool { alpha.map { $0.role != .multipliedAlpha } ?? false }

  /// Assigns the planes; there must be at least one.
  ///
  /// Without channel definitions the last of two or four is alpha, and subsampled ones are chroma,
  /// as in openjpeg's own programs.
  init(_ planes: [J2KPlane], in container: J2KContainer) {
    size = PixelSize(
      width: planes.map(\.size.width).max() ?? 1, height: planes.map(\.size.height).max() ?? 1)
    var colors = planes.filter { $0.role == .color }
    var alpha = planes.first { $0.role == .alpha || $0.role == .multipliedAlpha }
    isCMYK = container.isCMYK && colors.count > 3
    if !isCMYK, alpha == nil, colors.count == 2 || colors.count == 4 { alpha = colors.popLast() }
    if colors.isEmpty { colors = planes }
    hasLuminance =
      !isCMYK && colors.count > 2
      && (container.hasLuminance || colors[1].step.width > colors[0].step.width)
    self.colors = Array(colors.prefix(isCMYK ? 4 : colors.count < 3 ? 1 : 3))
    self.alpha = isCMYK ? nil : alpha
  }

  func read(into rows: inout AveragedRows, _ tiles: J2KTiles, _ part: J2KPart) {
    var row = [UInt8](repeating: 255, count: size.width * 4)
    for y in 0..<size.height {
      for (channel, plane) in colors.enumerated() {
        plane.write(row: y, of: size, to: &row, channel: channel)
      }
      alpha?.write(row: y, of: size, to: &row, channel: 3)
      if isGray { row.copyGray() }
      if hasLuminance { row.turnLuminanceIntoColors() }
      let missing = part.missingColumns(inRow: y, of: size, tiles)
      for columns in missing { row.fill(columns, with: 0) }
      unsafe row.withUnsafeBytes { unsafe rows.take($0) }
      for columns in missing { row.fill(columns, with: 255) }
    }
  }
}

extension [UInt8] {
  fileprivate mutating func fill(_ columns: Range<Int>, with value: UInt8) {
    for index in columns.lowerBound * 4..<columns.upperBound * 4 { self[index] = value }
  }

  fileprivate mutating func copyGray() {
    for start in stride(from: 0, to: count, by: 4) {
      self[start + 1] = self[start]
      self[start + 2] = self[start]
    }
  }

  /// Converts YCC to RGB (IEC 61966-2-1, amendment 1, annex G).
  fileprivate mutating func turnLuminanceIntoColors() {
    func byte(_ value: Float) -> UInt8 { UInt8(Swift.min(255, Swift.max(0, value + 0.5))) }
    for start in stride(from: 0, to: count, by: 4) {
      let luminance = Float(self[start])
      let blue = Float(self[start + 1]) - 128
      let red = Float(self[start + 2]) - 128
      self[start] = byte(luminance + 1.402 * red)
      self[start + 1] = byte(luminance - 0.344136 * blue - 0.714136 * red)
      self[start + 2] = byte(luminance + 1.772 * blue)
    }
  }
}
