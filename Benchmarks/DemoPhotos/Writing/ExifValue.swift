/// A value of an EXIF tag (CIPA DC-008, 4.6.2).
enum ExifValue: Hashable, Sendable {
  /// ASCII text; the terminating zero is added.
  case text(String)
  case short(UInt16)
  case long(UInt32)
  case rational(UInt32, UInt32)
  /// Bytes that only the tag itself explains.
  case opaque([UInt8])

  /// The number of the type.
  var type: UInt16 {
    switch self {
    case .text: 2
    case .short: 3
    case .long: 4
    case .rational: 5
    case .opaque: 7
    }
  }

  /// How many values of the type there are.
  var count: UInt32 {
    switch self {
    case .text(let text): UInt32(text.utf8.count + 1)
    case .short, .long, .rational: 1
    case .opaque(let bytes): UInt32(bytes.count)
    }
  }

  /// The value in little-endian order.
  var bytes: [UInt8] {
    switch self {
    case .text(let text): Array(text.utf8) + [0]
    case .short(let value): value.littleEndianBytes
    case .long(let value): value.littleEndianBytes
    case .rational(let value, let divisor): value.littleEndianBytes + divisor.littleEndianBytes
    case .opaque(let bytes): bytes
    }
  }
}
