import Imaging

/// What a message between the interface and a decoder is, as the last byte of its beginning.
enum MessageKind: UInt8 {
  case ready = 1
  case request
  case answer
  case end
  case size
  case metadataRequest
  case metadata
  case framesRequest = 8
  case movingStart
  case frame
  case framesEnd

  /// The first bytes of every message: two letters, the version of all messages, and the kind.
  ///
  /// Both sides are built from the same sources, so another version is refused, never translated.
  var beginning: [UInt8] { Array("pc".utf8) + [Self.version, rawValue] }

  private static let version: UInt8 = 5
}

/// Puts numbers one after another into a message, the lowest byte first.
struct MessageWriter {
  private(set) var bytes: [UInt8]

  /// Begins a message.
  init(_ kind: MessageKind) {
    bytes = kind.beginning
  }

  /// Begins a part of a message.
  init() {
    bytes = []
  }

  mutating func put(_ number: some FixedWidthInteger & UnsignedInteger) {
    for place in stride(from: 0, to: number.bitWidth, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: number >> place))
    }
  }

  /// Puts two sides in pixels; what no message can hold becomes zero or the most.
  mutating func put(_ size: PixelSize) {
    put(UInt32(clamping: size.width))
    put(UInt32(clamping: size.height))
  }

  /// Puts a place and two sides in pixels, each brought to what a message can hold.
  mutating func put(_ area: PixelRect) {
    put(UInt32(clamping: area.x))
    put(UInt32(clamping: area.y))
    put(area.size)
  }

  mutating func put(_ part: [UInt8]) {
    bytes += part
  }
}

/// Takes the numbers of a message out again, in the order in which they were put in.
///
/// To take more than there is gives nil.
struct MessageReader {
  /// What has not been taken yet.
  private(set) var rest: ArraySlice<UInt8>

  /// Begins to read; nil where the message is of another kind, version or length.
  init?(_ bytes: [UInt8], _ kind: MessageKind, byteCount: Int) {
    guard bytes.count == byteCount, bytes.starts(with: kind.beginning) else { return nil }
    rest = bytes.dropFirst(kind.beginning.count)
  }

  /// Begins to read a part of a message.
  init(_ part: ArraySlice<UInt8>) {
    rest = part
  }

  mutating func take<Number: FixedWidthInteger & UnsignedInteger>(
    _: Number.Type = Number.self
  ) -> Number? {
    take(Number.bitWidth / 8).map { $0.reversed().reduce(0) { $0 << 8 | Number($1) } }
  }

  /// Takes two sides in pixels.
  mutating func takeSize() -> PixelSize? {
    guard let width = take(UInt32.self), let height = take(UInt32.self) else { return nil }
    return PixelSize(width: Int(width), height: Int(height))
  }

  /// Takes a place and two sides in pixels.
  mutating func takeRect() -> PixelRect? {
    guard let x = take(UInt32.self), let y = take(UInt32.self), let size = takeSize() else {
      return nil
    }
    return PixelRect(x: Int(x), y: Int(y), width: size.width, height: size.height)
  }

  /// Takes bytes as they are.
  mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
    guard rest.count >= count else { return nil }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }
}
