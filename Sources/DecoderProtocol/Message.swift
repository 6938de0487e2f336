import Imaging

/// The kind of a message between the interface and a decoder: the last byte of its prefix.
enum MessageKind: UInt8 {
  case ready = 1, request = 2, answer = 3, end = 4, size = 5, metadataRequest = 6, metadata = 7
  case framesRequest = 8, movingStart = 9, frame = 10, framesEnd = 11

  /// Two letters, the version and the kind; other versions are rejected, never translated.
  var beginning: [UInt8] { Array("pc".utf8) + [Self.version, rawValue] }

  private static let version: UInt8 = 5
}

/// Writes little-endian numbers.
struct MessageWriter {
  private(set) var bytes: [UInt8]

  init(_ kind: MessageKind) {
    bytes = kind.beginning
  }

  init() {
    bytes = []
  }

  mutating func put(_ number: some FixedWidthInteger & UnsignedInteger) {
    for place in stride(from: 0, to: number.bitWidth, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: number >> place))
    }
  }

  /// Clamps sides to `UInt32`.
  mutating func put(_ size: PixelSize) {
    put(UInt32(clamping: size.width))
    put(UInt32(clamping: size.height))
  }

  /// Clamps coordinates to `UInt32`.
  mutating func put(_ area: PixelRect) {
    put(UInt32(clamping: area.x))
    put(UInt32(clamping: area.y))
    put(area.size)
  }

  mutating func put(_ part: [UInt8]) {
    bytes += part
  }
}

/// Reads a message; returns nil at the end.
struct MessageReader {
  private(set) var rest: ArraySlice<UInt8>

  init?(_ bytes: [UInt8], _ kind: MessageKind, byteCount: Int) {
    guard bytes.count == byteCount, bytes.starts(with: kind.beginning) else { return nil }
    rest = bytes.dropFirst(kind.beginning.count)
  }

  init(_ part: ArraySlice<UInt8>) {
    rest = part
  }

  mutating func take<Number: FixedWidthInteger & UnsignedInteger>(
    _: Number.Type = Number.self
  ) -> Number? {
    take(Number.bitWidth / 8).map { $0.reversed().reduce(0) { $0 << 8 | Number($1) } }
  }

  mutating func takeSize() -> PixelSize? {
    guard let width = take(UInt32.self), let height = take(UInt32.self) else { return nil }
    return PixelSize(width: Int(width), height: Int(height))
  }

  mutating func takeRect() -> PixelRect? {
    guard let x = take(UInt32.self), let y = take(UInt32.self), let size = takeSize() else {
      return nil
    }
    return PixelRect(x: Int(x), y: Int(y), width: size.width, height: size.height)
  }

  mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
    guard rest.count >= count else { return nil }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }
}
