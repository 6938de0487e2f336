internal import DecoderKit
internal import Imaging

extension HEIFPicture {
  /// Areas of truncated tiles, in pixels of the image after cropping and rotation by libheif.
  var missingAreas: [PixelRect] {
    guard !missingTiles.isEmpty, let grid = HEIFGrid(items.data(of: item, atMost: 12)),
      let tile = sources[item]?.first.flatMap(items.size)
    else { return [] }
    var size = grid.size
    var areas = missingTiles.map { number in
      PixelRect(
        x: number % grid.columnCount * tile.width, y: number / grid.columnCount * tile.height,
        width: tile.width, height: tile.height)
    }
    for property in items.properties(of: item) {
      guard let step = HEIFStep(property, of: size) else { continue }
      areas = areas.map { step.moved($0, in: size) }
      size = step.size(of: size)
    }
    return areas
  }
}

/// The content of an item of the type `grid` (ISO/IEC 23008-12, section 6.6.2.3).
private struct HEIFGrid {
  let columnCount: Int
  let size: PixelSize

  init?(_ bytes: [UInt8]) {
    var fields = ISOBMFFReader(bytes[...])
    guard fields.take(1) != nil, let flags = fields.take(1), fields.take(1) != nil,
      let columns = fields.take(1), let width = fields.take(flags & 1 == 0 ? 2 : 4),
      let height = fields.take(flags & 1 == 0 ? 2 : 4)
    else { return nil }
    columnCount = columns + 1
    size = PixelSize(width: width, height: height)
  }
}

/// A transforming property (ISO/IEC 23008-12, sections 6.5.9, 6.5.10 and 6.5.12).
private enum HEIFStep {
  case crop(PixelRect)
  /// Counterclockwise quarter turns.
  case turn(times: Int)
  case mirror(isUpsideDown: Bool)

  init?(_ property: ISOBMFFBox, of size: PixelSize) {
    let value = property.content.first ?? 0
    switch property.kind {
    case "clap":
      guard let part = Self.crop(property.content, of: size) else { return nil }
      self = .crop(part)
    case "irot": self = .turn(times: Int(value & 3))
    case "imir": self = .mirror(isUpsideDown: value & 1 == 0)
    default: return nil
    }
  }

  /// The area of `clap`: size and center offset as fractions (ISO/IEC 14496-12, section 12.1.4).
  private static func crop(_ content: ArraySlice<UInt8>, of size: PixelSize) -> PixelRect? {
    var fields = ISOBMFFReader(content)
    var values: [Double] = []
    for _ in 0..<4 {
      guard let number = fields.take(4), let divisor = fields.take(4), divisor > 0 else {
        return nil
      }
      values.append(Double(Int32(truncatingIfNeeded: number)) / Double(divisor))
    }
    func start(_ length: Int, _ part: Double, _ offset: Double) -> Int {
      Int((Double(length - 1) / 2 + offset - (part - 1) / 2).rounded())
    }
    return PixelRect(
      x: start(size.width, values[0], values[2]), y: start(size.height, values[1], values[3]),
      width: Int(values[0].rounded()), height: Int(values[1].rounded()))
  }

  func size(of size: PixelSize) -> PixelSize {
    switch self {
    case .crop(let part): part.size
    case .turn(let times):
      times % 2 == 0 ? size : PixelSize(width: size.height, height: size.width)
    case .mirror: size
    }
  }

  func moved(_ area: PixelRect, in size: PixelSize) -> PixelRect {
    switch self {
    case .crop(let part):
      PixelRect(
        x: area.x - part.x, y: area.y - part.y, width: area.size.width, height: area.size.height)
    case .turn(let times):
      (0..<times).reduce((area, size)) { step, _ in
        let (area, size) = step
        return (
          PixelRect(
            x: area.y, y: size.width - area.columns.upperBound, width: area.size.height,
            height: area.size.width),
          PixelSize(width: size.height, height: size.width)
        )
      }.0
    case .mirror(let isUpsideDown):
      PixelRect(
        x: isUpsideDown ? area.x : size.width - area.columns.upperBound,
        y: isUpsideDown ? size.height - area.rows.upperBound : area.y, width: area.size.width,
        height: area.size.height)
    }
  }
}
