import DecoderProtocol
import Imaging

/// The composite image of a PSD or PSB (Adobe, "Photoshop File Formats Specification").
struct PSDPicture: RowPicture {
  let size: PixelSize
  let hasAlpha: Bool
  let colors: PictureColors
  let mode: Mode
  let hasComposite: Bool
  let thumbnail: Thumbnail?

  struct Thumbnail {
    let jpeg: [UInt8]
    /// Whether red and blue are swapped, as in Photoshop 4.
    let isBlueFirst: Bool

    /// Length of the header before the JPEG, in bytes; starts with format 1.
    private static let headerLength = 28

    fileprivate init?(_ resources: PhotoshopResources) {
      let content = resources[.thumbnail]
      guard let bytes = content ?? resources[.oldThumbnail], bytes.starts(with: [0, 0, 0, 1]) else {
        return nil
      }
      (jpeg, isBlueFirst) = (Array(bytes.dropFirst(Self.headerLength)), content == nil)
    }
  }

  enum Mode: Int {
    case bitmap = 0
    case gray = 1
    case palette = 2
    case rgb = 3
    case cmyk = 4
    case duotone = 8

    var channelCount: Int {
      switch self {
      case .bitmap, .gray, .palette, .duotone: 1
      case .rgb: 3
      case .cmyk: 4
      }
    }
  }

  private let bytes: [UInt8]
  private let depth: Int
  private let palette: ArraySlice<UInt8>
  private let pixelStart: Int
  /// Row offsets by channel, with the end of the last row; empty if not compressed.
  private var starts: [Int] = []
  private var rowNumber = 0
  private let planeCount: Int

  private static let mostChannels = 56

  init(_ bytes: [UInt8]) throws(PictureError) {
    self.bytes = bytes
    var cursor = ByteCursor(bytes.dropFirst(4))
    guard let version = cursor.big(2), cursor.next(6) != nil, let channels = cursor.big(2),
      let height = cursor.big(4), let width = cursor.big(4), let depth = cursor.big(2),
      let mode = cursor.big(2)
    else { throw .truncated }
    let isLarge = version == 2
    guard version == 1 || isLarge, (1...Self.mostChannels).contains(channels) else {
      throw .damaged
    }
    guard let mode = Mode(rawValue: mode), [1, 8, 16].contains(depth),
      (depth == 1) == (mode == .bitmap)
    else { throw .unsupported("PSD of this mode") }
    guard channels >= mode.channelCount else { throw .damaged }
    (self.mode, self.depth) = (mode, depth)
    size = PixelSize(width: width, height: height)
    try PictureLimit.checkRows(size)
    palette = try Self.block(&cursor, 4)
    let resources = PhotoshopResources(try Self.block(&cursor, 4))
    colors = resources[.profile].map { .profile(Array($0)) } ?? .standard
    // A byte after the resource version; without a composite, that is a white placeholder.
    hasComposite = resources[.version]?.dropFirst(4).first != 0
    thumbnail = Thumbnail(resources)
    let layers = try Self.block(&cursor, isLarge ? 8 : 4)
    // A negative layer count means that the first extra channel is alpha.
    let layerCount = layers.dropFirst(isLarge ? 8 : 4).prefix(2)
    hasAlpha = channels > mode.channelCount && mode != .cmyk && (layerCount.first ?? 0) & 0x80 != 0
    planeCount = mode.channelCount + (hasAlpha ? 1 : 0)
    guard let compression = cursor.big(2) else { throw .truncated }
    guard compression <= 1 else { throw .unsupported("PSD packed by zip") }
    let lengthBytes = isLarge ? 4 : 2
    var lengths = cursor
    if compression == 1, cursor.next(channels * height * lengthBytes) == nil { throw .truncated }
    pixelStart = cursor.rest.startIndex
    guard compression == 1 else { return }
    starts = [pixelStart]
    for _ in 0..<planeCount * height {
      starts.append(starts[starts.count - 1] + (lengths.big(lengthBytes) ?? 0))
    }
  }

  private static func block(
    _ cursor: inout ByteCursor, _ lengthBytes: Int
  ) throws(PictureError) -> ArraySlice<UInt8> {
    guard let length = cursor.big(lengthBytes), let bytes = cursor.next(length) else {
      throw .truncated
    }
    return bytes
  }

  mutating func readRow(into row: inout [UInt8]) -> RowContent {
    var planes: [[UInt8]] = []
    for plane in 0..<planeCount {
      guard let samples = samples(of: plane) else { return .end }
      planes.append(samples)
    }
    rowNumber += 1
    for x in 0..<size.width {
      switch mode {
      case .rgb, .cmyk:
        for channel in 0..<mode.channelCount { row[x * 4 + channel] = planes[channel][x] }
      case .palette:
        for channel in 0..<3 {
          row[x * 4 + channel] = palette.dropFirst(channel * 256 + Int(planes[0][x])).first ?? 0
        }
      case .bitmap, .gray, .duotone:
        for channel in 0..<3 { row[x * 4 + channel] = planes[0][x] }
      }
      if mode != .cmyk { row[x * 4 + 3] = hasAlpha ? planes[planeCount - 1][x] : 255 }
    }
    return .whole
  }

  func inStandardColors(_ bitmap: Bitmap) -> Bitmap {
    mode == .cmyk
      ? bitmap.fromCMYK(isInverted: true, colors)
      : bitmap.inStandardColors(colors, isGray: mode.channelCount == 1)
  }

  private func samples(of plane: Int) -> [UInt8]? {
    let number = plane * size.height + rowNumber
    let length = (size.width * depth + 7) / 8
    let start = starts.isEmpty ? pixelStart + number * length : starts[number]
    let stored = bytes.dropFirst(start)
    let row =
      starts.isEmpty
      ? Array(stored.prefix(length))
      : PackBits.unpacked(stored.prefix(starts[number + 1] - start), to: length)
    guard row.count == length else { return nil }
    return switch depth {
    case 1: (0..<size.width).map { row[$0 / 8] >> UInt8(7 - $0 % 8) & 1 == 1 ? 0 : 255 }
    case 8: row
    default: (0..<size.width).map { row[$0 * 2] }
    }
  }
}

extension Bitmap {
  var withRedAndBlueSwapped: Bitmap {
    var swapped = bytes
    for start in stride(from: 0, to: swapped.count, by: 4) { swapped.swapAt(start, start + 2) }
    return Bitmap(size: size, bytes: swapped)
  }
}
