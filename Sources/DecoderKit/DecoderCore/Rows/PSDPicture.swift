import DecoderProtocol
import Imaging

/// The composite image of a PSD or PSB (Adobe, "Photoshop File Formats Specification").
struct PSDPicture: RowPicture {
  let size: PixelSize
  let orientation = Orientation.topLeft
  let hasAlpha: Bool
  let colors: PictureColors
  let mode: Mode
  let hasComposite: Bool
  let thumbnail: PSDResources.Thumbnail?

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
    var cursor = ByteCursor(bytes, at: 4)
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
    let resources = PSDResources(Array(try Self.block(&cursor, 4)))
    colors = resources.profile.map { .profile($0) } ?? .standard
    (hasComposite, thumbnail) = (resources.hasComposite, resources.thumbnail)
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
    pixelStart = cursor.position
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

  mutating func readRow(into row: inout [UInt8]) -> Bool {
    var planes: [[UInt8]] = []
    for plane in 0..<planeCount {
      guard let samples = samples(of: plane) else { return false }
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
    return true
  }

  private func samples(of plane: Int) -> [UInt8]? {
    let number = plane * size.height + rowNumber
    let length = (size.width * depth + 7) / 8
    guard let stored = starts.isEmpty ? plainRow(number, length) : unpackedRow(number, to: length)
    else { return nil }
    return switch depth {
    case 1: (0..<size.width).map { stored[$0 / 8] >> UInt8(7 - $0 % 8) & 1 == 1 ? 0 : 255 }
    case 8: Array(stored)
    default: (0..<size.width).map { stored[$0 * 2] }
    }
  }

  private func plainRow(_ number: Int, _ length: Int) -> [UInt8]? {
    var cursor = ByteCursor(bytes, at: pixelStart + number * length)
    return cursor.next(length).map(Array.init)
  }

  /// Decompresses PackBits; nil if the data ends too early.
  private func unpackedRow(_ number: Int, to length: Int) -> [UInt8]? {
    var cursor = ByteCursor(bytes, at: starts[number])
    var row: [UInt8] = []
    row.reserveCapacity(length)
    while row.count < length {
      guard cursor.position < starts[number + 1], let byte = cursor.next() else { return nil }
      let head = Int(Int8(bitPattern: byte))
      if head >= 0 {
        guard let bytes = cursor.next(head + 1) else { return nil }
        row += bytes
      } else if head > -128 {
        guard let value = cursor.next() else { return nil }
        row += repeatElement(value, count: 1 - head)
      }
    }
    return Array(row.prefix(length))
  }
}

/// The image resources of a Photoshop document that decoding needs (Adobe, "Photoshop File Formats
/// Specification", image resources).
struct PSDResources {
  struct Thumbnail {
    let jpeg: [UInt8]
    /// Whether red and blue are swapped, as in Photoshop 4.
    let isBlueFirst: Bool
  }

  private enum Number {
    static let oldThumbnail = 1033
    static let thumbnail = 1036
    static let profile = 1039
    static let version = 1057
  }

  /// Length of the header before the JPEG of a thumbnail, in bytes; starts with format 1.
  private static let thumbnailHeader = 28

  private(set) var profile: [UInt8]?
  /// False for a white placeholder.
  private(set) var hasComposite = true
  private(set) var thumbnail: Thumbnail?

  init(_ bytes: [UInt8]) {
    var cursor = ByteCursor(bytes)
    while cursor.next(4) != nil, let number = cursor.big(2), let nameLength = cursor.big(1),
      cursor.next(nameLength | 1) != nil, let length = cursor.big(4), let data = cursor.next(length)
    {
      take(number, data)
      _ = cursor.next(length & 1)
    }
  }

  private mutating func take(_ number: Int, _ data: ArraySlice<UInt8>) {
    switch number {
    case Number.profile where data.count <= PictureColors.profileByteLimit: profile = Array(data)
    case Number.version:
      // After the resource version of four bytes.
      hasComposite = data.dropFirst(4).first != 0
    case Number.thumbnail, Number.oldThumbnail:
      let isOld = number == Number.oldThumbnail
      guard data.starts(with: [0, 0, 0, 1]), thumbnail == nil || !isOld else { return }
      thumbnail = Thumbnail(jpeg: Array(data.dropFirst(Self.thumbnailHeader)), isBlueFirst: isOld)
    default: break
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
